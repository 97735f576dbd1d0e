import type { Extension } from '../../core/server/command/extension.ts';

export const sharing: Extension = {
  name: 'sharing',
  server: async () => (await import('./server.ts')).server,
};
