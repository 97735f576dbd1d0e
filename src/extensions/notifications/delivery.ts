// How notifications are sent: those in the outbox, and the test notifications that people ask for.
import { createWebhookFetch } from '../../core/foundation/fetch/guarded-fetch.ts';
import { createMailer } from '../../core/foundation/mail/mailer.ts';
import type { Clock } from '../../core/foundation/time/clock.ts';
import { type Config, readSection } from '../../core/server/config/config.ts';
import { NOTIFICATION_SECTION } from './notification-config.ts';
import { createDeliver, type Deliver } from './outbox/deliver.ts';
import type { NotifyOptions } from './subscriptions/notify.ts';

export function notifyOptions({ baseUrl, mail }: Config, clock: Clock): NotifyOptions {
  return { baseUrl, clock, hasMail: mail !== undefined };
}

export function deliverOf(config: Config, clock: Clock): Deliver {
  return createDeliver({
    mailer: config.mail && createMailer(config.mail),
    fetch: createWebhookFetch(readSection(config, NOTIFICATION_SECTION).allowedHosts),
    clock,
  });
}
