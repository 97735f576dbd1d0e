// A job with real channels.
import { pino } from 'pino';
import type { Database } from '../../../../src/core/foundation/database/database.ts';
import { parseAllowedHost } from '../../../../src/core/foundation/fetch/allowed-hosts.ts';
import { createWebhookFetch } from '../../../../src/core/foundation/fetch/guarded-fetch.ts';
import { createMailer } from '../../../../src/core/foundation/mail/mailer.ts';
import type { Clock } from '../../../../src/core/foundation/time/clock.ts';
import { createDeliver } from '../../../../src/extensions/notifications/outbox/deliver.ts';
import type { OutboxJob } from '../../../../src/extensions/notifications/outbox/outbox-job.ts';

export interface Given {
  readonly database: Database;
  readonly clock: Clock;
  /** May be reached although it is on this machine. */
  readonly host: string;
  readonly smtpUrl?: string;
}

export function outboxJob({ database, clock, host, smtpUrl }: Given): OutboxJob {
  return {
    database,
    clock,
    logger: pino({ level: 'silent' }),
    deliver: createDeliver({
      mailer: smtpUrl === undefined ? undefined : createMailer({ smtpUrl, from: 'funnel@example.com' }),
      fetch: createWebhookFetch([parseAllowedHost(host)!]),
      clock,
    }),
    isWanted: async () => true,
    deliveryAbout: async () => undefined,
    switchOff: async () => {},
    mailsPerDayMax: 1_000,
    random: () => 0.5,
  };
}
