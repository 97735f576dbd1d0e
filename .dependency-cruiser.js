// The boundaries of the architecture, checked by machine: see ARCHITECTURE.md.

/**
 * The wings of `src/`, and the rooms of each wing and of each large room. Every list is from the bottom up. Arrows point down only: a
 * folder imports from the rows before its own, never from its own row or a later one. `.` stands for the files that are directly in the
 * folder. test/contract/architecture.test.ts checks that every folder is listed here.
 */
export const HOUSE = {
  '': [
    ['foundation'],
    ['contract'],
    ['engine'],
    ['intake', 'answers'],
    ['manage', 'outreach'],
    ['server'],
    ['extensions'],
    ['.'],
  ],
  extensions: [['demo']],
  foundation: [
    ['calls', 'memory', 'problem', 'text', 'statistics', 'dimensions', 'web-assembly', 'table-files'],
    ['time', 'sketches', 'threads', 'mail', 'fetch', 'pages'],
    ['database', 'jobs'],
  ],
  'foundation/database': [['.'], ['citus', 'sqlite'], ['postgres', 'schema'], ['open'], ['copy']],
  contract: [['access'], ['operations']],
  engine: [['catalog'], ['rollups', 'sweeps'], ['event-log'], ['history']],
  'engine/catalog': [['.'], ['records']],
  'engine/event-log': [
    ['kernels'],
    ['format'],
    ['counting'],
    ['breakdowns', 'attribution', 'retention', 'reach', 'storage'],
    ['funnels'],
    ['paths'],
    ['questions', 'upkeep'],
  ],
  intake: [
    ['events'],
    ['accept'],
    ['orders'],
    ['commit'],
    ['bulk', 'ingest-keys', 'history'],
    ['arrivals'],
    ['collector'],
    ['protocols'],
    ['thread'],
  ],
  'intake/protocols': [['wire'], ['segment', 'webhooks'], ['shopify', 'stripe', 'woocommerce'], ['.']],
  answers: [['experiments', 'segments'], ['alerts'], ['reports'], ['insights']],
  'answers/reports': [
    ['.'],
    ['notes'],
    ['subjects', 'account', 'funnels', 'attribution', 'retention', 'experiments', 'insights', 'changes', 'history'],
    ['paths'],
  ],
  'answers/insights': [['rules'], ['.']],
  manage: [
    ['accounts', 'contacts', 'resources', 'stories'],
    ['authorization-server', 'erasure', 'exports', 'history', 'sharing'],
    ['setup'],
  ],
  'manage/authorization-server': [['grants'], ['users'], ['links', 'pages'], ['logins'], ['applications']],
  outreach: [['outbox'], ['notifications']],
  'outreach/notifications': [['.'], ['recipients', 'records'], ['scheduled-reports'], ['settings']],
  server: [['api', 'config'], ['surfaces'], ['app'], ['commands']],
  'server/surfaces': [
    ['http'],
    ['rest', 'mcp', 'oauth', 'dashboard', 'tracker', 'notifications', 'protocols'],
    ['browser', 'openapi'],
    ['docs'],
  ],
  'server/surfaces/oauth': [['interactions'], ['.']],
  'server/commands': [['command'], ['backup', 'users', 'websites', 'doctor'], ['.']],
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
  '^src/foundation/(calls|pages|problem|web-assembly|sketches|statistics|table-files|text|time)/',
  '^src/foundation/dimensions/(?!country-table)',
  '^src/contract/(access/(role|role-on-website|share-rights|shared-page)|operations/json-bounds)\\.ts$',
  '^src/engine/rollups/(fold|calendar|intervals|window|metric|money|counts|rows)\\.ts$',
  '^src/engine/event-log/(kernels|format|counting|breakdowns|funnels|attribution|retention|paths|reach)/',
  '^src/engine/event-log/(questions/log-questions|storage/(kept-runs|log-rows))\\.ts$',
  '^src/engine/(catalog/(subject|subject-key|record-limits|exchange-rates|etag)|history/traffic-day)\\.ts$',
  '^src/answers/reports/(windows|buckets|metrics|variation|segment|breakdown)\\.ts$',
  '^src/answers/reports/notes/(window-notes|nearest-values|other-names|say-notes|currencies|estimated)\\.ts$',
  '^src/intake/(events/(?!receipts)|accept/(?!accept-batch|key-registrar|visit-sources))',
  '^src/intake/(orders/(refund-order|touch-list)|commit/(locked-websites|website-turns)|bulk/packed-events)\\.ts$',
  '^src/intake/(collector/(browser-envelope|origins)|arrivals/arrivals-of-outcome)\\.ts$',
  '^src/intake/protocols/(decode-protocol|providers)\\.ts$',
  '^src/intake/protocols/(shopify|stripe|woocommerce)/',
  '^src/intake/protocols/segment/(map-message|event-names|read-messages|decode-messages)\\.ts$',
  '^src/intake/protocols/webhooks/(provider|decode-webhook|order-attributes|refund|signature)\\.ts$',
  '^src/intake/history/(?!open-file|parts-of-file|read-history-file|umami|zip)',
  '^src/answers/reports/changes/contribution\\.ts$',
  '^src/answers/segments/(explain-move|move|moved-segment)\\.ts$',
  '^src/answers/experiments/(?!read-)',
  '^src/answers/insights/(rules/|(recommend|week)\\.ts$)',
  '^src/outreach/notifications/(quiet-hours|topics|notification|notification-mail|mail-paths|logo|render-mail|render-slack|schedule)\\.ts$',
  '^src/outreach/notifications/scheduled-reports/(report-page|report-words|report-picture|report-mail)\\.ts$',
  '^src/answers/alerts/(rhythm|forecast|silence|stake|judge-day|alert|experiment-alert|watch|website-days)\\.ts$',
  '^src/manage/exports/(export-format|export-tables|partition|visitor-names)\\.ts$',
  '^src/manage/(stories/contact-story|contacts/read-form)\\.ts$',
  '^src/server/api/(choose-websites|fair-queue|recent-tenants|single-flight)\\.ts$',
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
      from: { path: '^src/extensions\\.ts$' },
      to: { path: '^src/extensions/', pathNot: '^src/extensions/[^/]+/index\\.ts$' },
    },
    {
      name: 'only-the-root-sees-the-authorization-server',
      comment: 'Resource servers verify tokens through a narrow interface; they never import what issues them.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: '^src/(server/(app|commands|surfaces/oauth)|manage/(setup|authorization-server)|extensions/demo)/',
      },
      to: { path: '^src/manage/authorization-server/' },
    },
    {
      name: 'read-workers-load-reads-only',
      comment: 'Everything else would double the time that each worker thread takes to start.',
      severity: 'error',
      from: { path: '^src/server/api/read-worker\\.ts$' },
      to: { path: '^src/(intake|foundation/mail|manage/(contacts|setup|authorization-server))/', reachable: true },
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
      from: { path: '^src/server/surfaces/mcp/' },
      to: {
        path: '^src/',
        pathNot:
          '^src/(server/(surfaces/(mcp|http)|api)/|contract/(operations/|access/principal\\.ts$)|foundation/(problem|calls)/)',
      },
    },
    {
      name: 'rest-sees-no-token-storage',
      comment: 'The REST API is handed a dispatcher; how tokens are verified and stored is nothing to it.',
      severity: 'error',
      from: { path: '^src/server/surfaces/rest/' },
      to: { path: '^src/contract/access/', pathNot: '^src/contract/access/principal\\.ts$' },
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
      to: { path: '^src/foundation/(database|fetch|mail|threads|jobs)/', dependencyTypesNot: ['type-only'] },
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
