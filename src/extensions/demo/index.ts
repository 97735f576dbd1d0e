import type { Extension } from '../../core/server/commands/command/extension.ts';

export const demo: Extension = {
  name: 'demo',
  commands: { demo: async () => (await import('./demo-command.ts')).demoCommand },
};
