// One attempt to deliver a message, by its channel. The outbox calls it again if it fails, and the dashboard for a test message.

import type { GuardedFetch } from '../../../core/foundation/fetch/guarded-fetch.ts';
import type { Mailer } from '../../../core/foundation/mail/mailer.ts';
import type { Clock } from '../../../core/foundation/time/clock.ts';
import { deliverEmail } from './deliver-email.ts';
import { postJson } from './deliver-http.ts';
import type { Delivery } from './message.ts';
import { signatureHeaders } from './webhook-signature.ts';

/** Throws a DeliveryError. */
export type Deliver = (id: string, delivery: Delivery) => Promise<void>;

interface Channels {
  /** undefined: no mail server is configured. */
  readonly mailer: Mailer | undefined;
  readonly fetch: GuardedFetch;
  readonly clock: Clock;
}

export function createDeliver({ mailer, fetch, clock }: Channels): Deliver {
  return (id, delivery) => {
    if (delivery.channel === 'email') return deliverEmail(mailer, id, delivery);
    const { channel, url } = delivery;
    const body = JSON.stringify(delivery.body);
    const headers =
      channel === 'slack' ? { 'x-message-id': id } : signatureHeaders(delivery.secret, { id, at: clock(), body });
    return postJson(fetch, { channel, url, body, headers, clock });
  };
}
