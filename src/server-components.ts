// The components of the server that `serve --only` can select.
export const SERVER_COMPONENTS = ['rest', 'mcp', 'auth', 'collect', 'jobs', 'dashboard'] as const;
export type ServerComponent = (typeof SERVER_COMPONENTS)[number];
