// The boundaries of the architecture, checked by machine: see ARCHITECTURE.md.
/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'rollups-know-nothing-above',
      comment:
        'Data flows ingestion -> rollups <- reports <- surfaces; rollups know only the catalog and the database.',
      severity: 'error',
      from: { path: '^src/rollups/' },
      to: { path: '^src/', pathNot: '^src/(rollups|catalog|database)/' },
    },
    {
      name: 'reports-never-reach-back',
      severity: 'error',
      from: { path: '^src/reports/' },
      to: { path: '^src/(surfaces|ingestion|authorization-server|commands|demo|app)' },
    },
    {
      name: 'catalog-and-database-are-the-ground',
      severity: 'error',
      from: { path: '^src/(catalog|database)/' },
      to: { path: '^src/(surfaces|ingestion|reports|authorization-server|commands|demo|app)' },
    },
    {
      name: 'only-the-root-sees-the-authorization-server',
      comment: 'Resource servers verify tokens through a narrow interface; they never import what issues them.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(app\\.ts|commands/|authorization-server/)' },
      to: { path: '^src/authorization-server/' },
    },
    {
      name: 'the-tool-server-is-a-resource-server',
      comment: 'It never issues or stores tokens: it sees reports and the guard, and nothing of what lies behind them.',
      severity: 'error',
      from: { path: '^src/surfaces/mcp/' },
      to: {
        path: '^src/',
        pathNot: '^src/(surfaces/(mcp|http)/|reports/|access/(guard|principal)\\.ts$|problem(-body)?\\.ts$)',
      },
    },
    {
      name: 'rest-sees-no-token-storage',
      comment: 'The REST API is handed a guard; how tokens are stored is nothing to it.',
      severity: 'error',
      from: { path: '^src/surfaces/rest/' },
      to: { path: '^src/access/', pathNot: '^src/access/(guard|principal)\\.ts$' },
    },
    {
      name: 'pure-code-does-no-io',
      comment: 'Sketches, folds, windows and metrics are plain arithmetic: they can be tested by properties alone.',
      severity: 'error',
      from: {
        path: [
          '^src/rollups/(hyperloglog|visitor-hash|fold|calendar|split-window|metric)\\.ts$',
          '^src/reports/(windows|buckets|metrics)\\.ts$',
          '^src/ingestion/(steps|event|revenue|timestamp)\\.ts$',
          '^src/catalog/subject\\.ts$',
          '^src/insights/(rules/|(statistics|compare-shares|website-week|wording|recommend|week)\\.ts$)',
          '^src/demo/',
        ],
      },
      to: { dependencyTypes: ['core', 'npm'] },
    },
    {
      name: 'only-the-root-composes',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(app|main)\\.ts$|^src/commands/' },
      to: { path: '^src/(app\\.ts|main\\.ts|commands/)' },
    },
    { name: 'nothing-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // TypeScript 7 has no parser that the tool could call; swc reads the same syntax.
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.js'], conditionNames: ['import', 'node', 'default'] },
  },
};
