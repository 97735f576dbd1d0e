import type { Extension } from '../../core/server/command/extension.ts';

export const changes: Extension = {
  name: 'changes',
  needs: ['experiments'],
  server: async () => (await import('./server.ts')).server,
};
