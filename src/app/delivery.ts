// How notifications are sent: those in the outbox, and the test notifications that people ask for.
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { createWebhookFetch } from '../fetch/guarded-fetch.ts';
import { createMailer } from '../mail/mailer.ts';
import type { NotifyOptions } from '../notifications/notify.ts';
import { createDeliver, type Deliver } from '../outbox/deliver.ts';

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
