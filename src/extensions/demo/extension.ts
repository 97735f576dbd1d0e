import type { Extension } from '../../core/server/command/extension.ts';

export const demo: Extension = {
  name: 'demo',
  needs: ['changes', 'questions', 'sharing', 'notifications'],
  commands: { demo: async () => (await import('./demo-command.ts')).demoCommand },
};
