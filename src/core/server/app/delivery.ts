// How notifications are sent: those in the outbox, and the test notifications that people ask for.

import { createWebhookFetch } from '../../foundation/fetch/guarded-fetch.ts';
import { createMailer } from '../../foundation/mail/mailer.ts';
import type { Clock } from '../../foundation/time/clock.ts';
import type { NotifyOptions } from '../../outreach/notifications/notify.ts';
import { createDeliver, type Deliver } from '../../outreach/outbox/deliver.ts';
import type { Config } from '../config/config.ts';

export function notifyOptions({ baseUrl, mail }: Config, clock: Clock): NotifyOptions {
  return { baseUrl, clock, hasMail: mail !== undefined };
}

export function deliverOf({ mail, notificationsAllowedHosts }: Config, clock: Clock): Deliver {
  return createDeliver({
    mailer: mail && createMailer(mail),
    fetch: createWebhookFetch(notificationsAllowedHosts),
    clock,
  });
}
