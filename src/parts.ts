// The parts of the service that `serve --only` can select.
export const PARTS = ['rest', 'mcp', 'auth', 'collect', 'jobs', 'dashboard'] as const;
export type Part = (typeof PARTS)[number];
