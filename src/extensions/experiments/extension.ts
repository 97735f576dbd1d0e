import type { Extension } from '../../core/server/command/extension.ts';

export const experiments: Extension = {
  name: 'experiments',
  server: async () => (await import('./server.ts')).server,
};
