import type { Extension } from '../../core/server/command/extension.ts';

export const questions: Extension = {
  name: 'questions',
  server: async () => (await import('./server.ts')).server,
};
