// A job with real channels.
import { pino } from 'pino';
import type { Clock } from '../../src/clock.ts';
import type { Database } from '../../src/database/database.ts';
import { parseAllowedHost } from '../../src/fetch/allowed-hosts.ts';
import { createWebhookFetch } from '../../src/fetch/guarded-fetch.ts';
import { createMailer } from '../../src/mail/mailer.ts';
import { createDeliver } from '../../src/outbox/deliver.ts';
import type { OutboxJob } from '../../src/outbox/outbox-job.ts';

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
    mailsPerDayMax: 1_000,
    random: () => 0.5,
  };
}
