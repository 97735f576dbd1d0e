import type { Extension } from '../../core/server/command/extension.ts';

export const demo: Extension = {
  name: 'demo',
  needs: ['changes', 'questions', 'notifications'],
  commands: { demo: async () => (await import('./demo-command.ts')).demoCommand },
};
