import type { Extension } from '../../core/server/command/extension.ts';
import { NOTIFICATION_SECTION } from './notification-config.ts';

/** Digests, alerts and reports by mail, Slack and webhooks. */
export const notifications: Extension = {
  name: 'notifications',
  configuration: NOTIFICATION_SECTION,
  server: async () => (await import('./server.ts')).server,
};
