import type { Extension } from '../../core/server/command/extension.ts';

export const history: Extension = {
  name: 'history',
  commands: {
    'import plausible': async () => (await import('./history-commands.ts')).importPlausibleCommand,
    'import umami': async () => (await import('./history-commands.ts')).importUmamiCommand,
    'import ga4': async () => (await import('./history-commands.ts')).importGa4Command,
    'history list': async () => (await import('./history-commands.ts')).historyListCommand,
    'history remove': async () => (await import('./history-commands.ts')).historyRemoveCommand,
  },
  server: async () => (await import('./server.ts')).server,
};
