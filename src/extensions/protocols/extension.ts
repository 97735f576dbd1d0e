import type { Extension } from '../../core/server/command/extension.ts';

export const protocols: Extension = {
  name: 'protocols',
  commands: {
    'webhook create': async () => (await import('./webhook-commands.ts')).webhookCreateCommand,
    'webhook list': async () => (await import('./webhook-commands.ts')).webhookListCommand,
    'webhook revoke': async () => (await import('./webhook-commands.ts')).webhookRevokeCommand,
  },
  server: async () => (await import('./server.ts')).server,
};
