// The boundaries of the architecture, checked by machine: see ARCHITECTURE.md.

/**
 * The core and the extensions, the wings of the core, and the rooms of each wing and of each large room. Every list is from the bottom up. Arrows point down only: a
 * folder imports from the rows before its own, never from its own row or a later one. `.` stands for the files that are directly in the
 * folder. test/contract/architecture.test.ts checks that every folder is listed here.
 */
export const HOUSE = {
  '': [['core'], ['extensions'], ['.']],
  core: [['foundation'], ['contract'], ['engine'], ['intake', 'answers'], ['manage'], ['server']],
  extensions: [
    ['experiments', 'company-login'],
    ['changes', 'exports', 'questions', 'sharing'],
    ['history'],
    ['privacy'],
    ['protocols'],
    ['notifications'],
    ['demo'],
  ],
  'extensions/questions': [['log'], ['.']],
  'extensions/changes': [['segments'], ['rules', 'alerts'], ['week', 'reports'], ['.']],
  'extensions/exports': [['table-files'], ['targets'], ['.']],
  'extensions/notifications': [
    ['outbox'],
    ['subscriptions'],
    ['recipients', 'records'],
    ['scheduled-reports'],
    ['settings'],
    ['.'],
  ],
  'extensions/history': [['days'], ['files'], ['.']],
  'extensions/protocols': [['wire'], ['segment', 'webhooks'], ['shopify', 'stripe', 'woocommerce'], ['.']],
  'core/foundation': [
    ['calls', 'memory', 'problem', 'text', 'statistics', 'dimensions', 'web-assembly'],
    ['time', 'sketches', 'threads', 'mail', 'fetch', 'pages'],
    ['database', 'jobs'],
  ],
  'core/foundation/database': [['.'], ['citus', 'sqlite'], ['postgres', 'schema'], ['open'], ['copy']],
  'core/contract': [['access'], ['operations']],
  'core/engine': [['catalog'], ['rollups', 'sweeps'], ['event-log']],
  'core/engine/catalog': [['.'], ['records']],
  'core/engine/event-log': [['kernels'], ['format'], ['counting'], ['breakdowns', 'storage'], ['questions', 'upkeep']],
  'core/intake': [
    ['events'],
    ['accept'],
    ['orders'],
    ['commit'],
    ['bulk', 'ingest-keys'],
    ['arrivals'],
    ['collector'],
    ['thread'],
  ],
  'core/answers': [['experiments', 'segments'], ['alerts'], ['reports'], ['insights']],
  'core/answers/reports': [['.'], ['notes'], ['subjects', 'account', 'insights']],
  'core/manage': [['accounts', 'contacts', 'resources'], ['authorization-server', 'erasure'], ['setup']],
  'core/manage/authorization-server': [['grants'], ['users'], ['links', 'pages'], ['logins'], ['applications']],
  'core/server': [['api', 'config'], ['surfaces'], ['extension'], ['app', 'command'], ['commands']],
  'core/server/surfaces': [
    ['http'],
    ['rest', 'mcp', 'oauth', 'dashboard', 'tracker'],
    ['browser', 'openapi'],
    ['docs'],
  ],
  'core/server/surfaces/oauth': [['interactions'], ['.']],
  'core/server/commands': [['backup', 'users', 'websites', 'doctor'], ['.']],
};

/** Matches the files of a folder of the list above. */
function filesOf(parent, folder) {
  const path = parent === '' ? '^src' : `^src/${parent}`;
  return folder === '.' ? `${path}/[^/]+$` : `${path}/${folder}/`;
}

function houseRules() {
  return Object.entries(HOUSE)
    .flatMap(([parent, rows]) =>
      rows.flatMap((row, index) => row.map((folder) => arrowsPointDown(parent, folder, rows.slice(index).flat()))),
    )
    .filter(({ to }) => to.path.length > 0);
}

/** `notBelow` are the folders of its own row and of the later ones. */
function arrowsPointDown(parent, folder, notBelow) {
  return {
    name: `arrows-point-down-from:${parent}/${folder}`,
    severity: 'error',
    from: { path: filesOf(parent, folder) },
    to: { path: notBelow.filter((other) => other !== folder).map((other) => filesOf(parent, other)) },
  };
}

/** What has no input and output. test/contract/architecture.test.ts checks that it calls nothing else. */
export const PURE = [
  '^src/core/foundation/(calls|pages|problem|web-assembly|sketches|statistics|text|time)/',
  '^src/core/foundation/dimensions/(?!country-table)',
  '^src/core/contract/(access/(role|role-on-website)|operations/json-bounds)\\.ts$',
  '^src/core/engine/rollups/(fold|calendar|intervals|window|metric|money|counts|rows)\\.ts$',
  '^src/core/engine/event-log/(kernels|format|counting|breakdowns)/',
  '^src/core/engine/event-log/storage/(kept-runs|log-rows)\\.ts$',
  '^src/core/engine/catalog/(subject|subject-key|record-limits|exchange-rates|etag)\\.ts$',
  '^src/core/answers/reports/(windows|buckets|metrics|variation|segment|breakdown)\\.ts$',
  '^src/core/answers/reports/notes/(window-notes|nearest-values|other-names|say-notes|currencies|estimated)\\.ts$',
  '^src/core/intake/(events/(?!receipts)|accept/(?!accept-batch|key-registrar|visit-sources))',
  '^src/core/intake/(orders/(refund-order|touch-list)|commit/(locked-websites|website-turns)|bulk/packed-events)\\.ts$',
  '^src/core/intake/(collector/(browser-envelope|origins)|arrivals/arrivals-of-outcome)\\.ts$',
  '^src/extensions/protocols/(decoders|providers)\\.ts$',
  '^src/extensions/protocols/(shopify|stripe|woocommerce)/',
  '^src/extensions/protocols/segment/(map-message|event-names|read-messages|decode-messages)\\.ts$',
  '^src/extensions/protocols/webhooks/(provider|decode-webhook|order-attributes|refund|signature)\\.ts$',
  '^src/core/answers/segments/moved-segment\\.ts$',
  '^src/core/answers/experiments/experiment-names\\.ts$',
  '^src/core/answers/insights/week\\.ts$',
  '^src/extensions/experiments/(?!read-|campaign-experiment|experiment-(segments|values)|extension|index|reads|server)',
  '^src/extensions/changes/(rules/|segments/(explain-move|move|explanation)|week/recommend|reports/contribution)',
  '^src/extensions/changes/alerts/(silence|stake|judge-day|experiment-alert|watch|website-days)\\.ts$',
  '^src/core/answers/alerts/(rhythm|forecast|alert)\\.ts$',
  '^src/extensions/notifications/subscriptions/(quiet-hours|topics|notification|notification-mail|mail-paths|logo|render-mail|render-slack|schedule)\\.ts$',
  '^src/extensions/notifications/scheduled-reports/(report-page|report-words|report-picture|report-mail)\\.ts$',
  '^src/extensions/questions/log/',
  '^src/extensions/exports/table-files/',
  '^src/extensions/sharing/(share-problems|share-rights|shared-page)\\.ts$',
  '^src/extensions/exports/(targets/(export-format|export-tables|partition)|visitor-names)\\.ts$',
  '^src/extensions/history/(days/traffic-day\\.ts$|files/(?!open-file|parts-of-file|read-history-file|umami|zip))',
  '^src/core/manage/contacts/read-form\\.ts$',
  '^src/extensions/privacy/contact-story\\.ts$',
  '^src/core/server/api/(choose-websites|fair-queue|recent-tenants|single-flight)\\.ts$',
  '^src/extensions/demo/(?!end-experiments|demo-command|index)',
];

// The tool reads TypeScript with it. Without it, it would find no file and complain about none.
import '@swc/core';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    ...houseRules(),
    {
      name: 'extensions-are-seen-by-their-public-file',
      severity: 'error',
      from: { path: '^src/(extensions|extension-(decoders|reads|week-items))\\.ts$' },
      to: { path: '^src/extensions/', pathNot: '^src/extensions/[^/]+/(decoders|extension|reads|week-items)\\.ts$' },
    },
    {
      name: 'only-the-root-sees-the-authorization-server',
      comment: 'Resource servers verify tokens through a narrow interface; they never import what issues them.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot:
          '^src/(core/(server/(app|commands|surfaces/oauth)|manage/(setup|authorization-server))|extensions/(company-login|demo))/|^src/extensions/sharing/server\\.ts$',
      },
      to: { path: '^src/core/manage/authorization-server/' },
    },
    {
      name: 'read-workers-load-reads-only',
      comment: 'Everything else would double the time that each worker thread takes to start.',
      severity: 'error',
      from: { path: '^src/read-worker\\.ts$' },
      to: { path: '^src/core/(intake|foundation/mail|manage/(contacts|setup|authorization-server))/', reachable: true },
    },
    {
      name: 'the-service-knows-no-dashboard',
      comment: 'The dashboard is built on the REST API. What both need is in packages/.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(dashboard|packages/api-client)/' },
    },
    {
      name: 'the-tool-server-is-a-resource-server',
      comment:
        'It never issues or stores tokens: it sees operations and the dispatcher, and nothing of what lies behind them.',
      severity: 'error',
      from: { path: '^src/core/server/surfaces/mcp/' },
      to: {
        path: '^src/',
        pathNot:
          '^src/core/(server/(surfaces/(mcp|http)|api)/|contract/(operations/|access/principal\\.ts$)|foundation/(problem|calls)/)',
      },
    },
    {
      name: 'rest-sees-no-token-storage',
      comment: 'The REST API is handed a dispatcher; how tokens are verified and stored is nothing to it.',
      severity: 'error',
      from: { path: '^src/core/server/surfaces/rest/' },
      to: { path: '^src/core/contract/access/', pathNot: '^src/core/contract/access/principal\\.ts$' },
    },
    {
      name: 'pure-code-does-no-io',
      comment: 'Sketches, folds, windows and metrics are plain arithmetic: they can be tested by properties alone.',
      severity: 'error',
      from: {
        path: PURE,
      },
      // The modules in the exception only compute.
      to: { dependencyTypes: ['core', 'npm'], pathNot: '^(zlib|crypto|buffer)$|/bowser/' },
    },
    {
      name: 'pure-code-knows-no-database',
      severity: 'error',
      from: { path: PURE },
      to: { path: '^src/core/foundation/(database|fetch|mail|threads|jobs)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'nothing-unresolved',
      comment: 'The tool finds no package that has only exports, and no main file.',
      severity: 'error',
      from: {},
      to: {
        couldNotResolve: true,
        pathNot: '^(pdfkit|@funnel/(api-client|report-files/.*)|@schummar/icu-type-parser)$',
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // TypeScript 7 has no parser that the tool could call; swc reads the same syntax.
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.js'], conditionNames: ['import', 'node', 'default'] },
  },
};
