// The boundaries of the architecture, checked by machine: see ARCHITECTURE.md.

/** From the bottom up, as in ARCHITECTURE.md. A folder never imports from a later row. */
const LAYERS = [
  ['web-assembly'],
  ['sketches', 'dimensions', 'statistics', 'text', 'time'],
  ['threads', 'mail', 'fetch', 'pages', 'jobs'],
  ['database'],
  ['outbox'],
  ['access', 'operations'],
  ['catalog'],
  ['rollups', 'sweeps'],
  ['event-log'],
  ['segments'],
  ['authorization-server'],
  ['ingestion'],
  ['arrivals', 'collector'],
  ['experiments'],
  ['alerts'],
  ['reports'],
  ['resources', 'contacts'],
  ['insights'],
  ['notifications'],
  ['erasure'],
  ['setup'],
  ['api'],
  ['surfaces'],
  ['demo'],
];

function layerRules() {
  return LAYERS.slice(0, -1).map((folders, index) => ({
    name: `${folders.join('-and-')}-imports-nothing-above`,
    severity: 'error',
    from: { path: `^src/(${folders.join('|')})/` },
    to: {
      path: `^src/(${LAYERS.slice(index + 1)
        .flat()
        .join('|')})/`,
    },
  }));
}

// The tool reads TypeScript with it. Without it, it would find no file and complain about none.
import '@swc/core';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    ...layerRules(),
    {
      name: 'operations-know-no-handler',
      severity: 'error',
      from: { path: '^src/operations/' },
      to: {
        path: '^src/',
        pathNot: '^src/(operations/|database/database\\.ts$|time/|access/(principal|role)\\.ts$|problem\\.ts$)',
      },
    },
    {
      name: 'only-the-root-sees-the-authorization-server',
      comment: 'Resource servers verify tokens through a narrow interface; they never import what issues them.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: '^src/(app\\.ts|app/|commands/|setup/setup\\.ts|surfaces/oauth/|authorization-server/)',
      },
      to: { path: '^src/authorization-server/' },
    },
    {
      name: 'read-workers-load-reads-only',
      comment: 'Everything else would double the time that each worker thread takes to start.',
      severity: 'error',
      from: { path: '^src/api/read-worker\\.ts$' },
      to: { path: '^src/(ingestion|arrivals|collector|contacts|setup|mail|authorization-server)/', reachable: true },
    },
    {
      name: 'reports-that-are-mailed-share-plain-files-with-the-dashboard',
      comment:
        'Columns, file names and axes are the same on the page and in the mail. Texts and components are not for the server.',
      severity: 'error',
      from: { path: '^src/' },
      to: {
        path: '^dashboard/',
        pathNot:
          '^dashboard/src/(api/(metric-names|types)|charts/lines|csv/(csv|file-columns|plain-name)|format/dates)\\.ts$',
      },
    },
    {
      name: 'only-reports-that-are-mailed-share-files-with-the-dashboard',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/notifications/scheduled-reports/' },
      to: { path: '^dashboard/' },
    },
    {
      name: 'what-the-server-shares-with-the-dashboard-has-no-texts',
      severity: 'error',
      from: {
        path: '^dashboard/src/(api/(metric-names|types)|charts/lines|csv/(csv|file-columns|plain-name)|format/dates)\\.ts$',
      },
      to: { path: '^dashboard/src/(language|components|format/(?!dates|locale))' },
    },
    {
      name: 'the-tool-server-is-a-resource-server',
      comment:
        'It never issues or stores tokens: it sees operations and the dispatcher, and nothing of what lies behind them.',
      severity: 'error',
      from: { path: '^src/surfaces/mcp/' },
      to: {
        path: '^src/',
        pathNot: '^src/(surfaces/(mcp|http)/|api/|operations/|access/principal\\.ts$|(problem|lazy)\\.ts$)',
      },
    },
    {
      name: 'rest-sees-no-token-storage',
      comment: 'The REST API is handed a dispatcher; how tokens are verified and stored is nothing to it.',
      severity: 'error',
      from: { path: '^src/surfaces/rest/' },
      to: { path: '^src/access/', pathNot: '^src/access/principal\\.ts$' },
    },
    {
      name: 'pure-code-does-no-io',
      comment: 'Sketches, folds, windows and metrics are plain arithmetic: they can be tested by properties alone.',
      severity: 'error',
      from: {
        path: [
          '^src/(web-assembly|sketches|statistics|text|time)/',
          '^src/rollups/(visitor-hash|fold|calendar|intervals|window|metric|money)\\.ts$',
          '^src/reports/(windows|buckets|metrics)\\.ts$',
          '^src/ingestion/(steps|event|revenue|timestamp)\\.ts$',
          '^src/catalog/subject\\.ts$',
          '^src/event-log/(answer-cells|count-runs|day-events|decode-run|event-codes|event-loops|event-table|log-event|merge-runs|open-runs|pending|question|run|run-parts|scale-shares|visitor-ranges|without-visitor|write-run)\\.ts$',
          '^src/segments/(explain-move|move)\\.ts$',
          '^src/experiments/(?!read-)',
          '^src/insights/(rules/|(compare-shares|website-week|recommend|week)\\.ts$)',
          '^src/notifications/(quiet-hours|topics|notification|render-mail|render-slack)\\.ts$',
          '^src/notifications/scheduled-reports/(schedule|report-page|report-words|report-mail)\\.ts$',
          '^src/alerts/(alert|rhythm|silence|judge-day|experiment-alert|watch|website-days)\\.ts$',
          '^src/demo/',
        ],
      },
      to: { dependencyTypes: ['core', 'npm'] },
    },
    {
      name: 'only-the-root-composes',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(app|main)\\.ts$|^src/(app|commands)/' },
      to: { path: '^src/(app\\.ts|app/|main\\.ts|commands/)' },
    },
    {
      name: 'nothing-unresolved',
      comment: 'The tool finds no package that has only exports, and no main file.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(pdfkit|@funnel/api-client|@schummar/icu-type-parser)$' },
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
