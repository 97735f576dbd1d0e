// What differs between the shop systems that send order webhooks.
import type { IncomingHttpHeaders } from 'node:http';
import type { Rejection, SentEvent } from '../event.ts';

export type ProviderName = 'shopify' | 'woocommerce' | 'stripe';

export interface Delivery {
  readonly headers: IncomingHttpHeaders;
  /** The bytes of the body as they came in, because they are what was signed. */
  readonly bytes: Uint8Array;
}

/** The event has no website yet, because no shop knows it. */
export type MappedOrder = { readonly event: SentEvent } | { readonly ignored: Rejection };

export interface Provider {
  /** It is undefined if the provider creates the secret. Then the user has to enter it. */
  readonly createSecret?: () => string;
  /** Whether this is a trial request, which is not signed but must be answered. It counts nothing. */
  isPing?(delivery: Delivery): boolean;
  isSigned(delivery: Delivery, secret: string, nowMs: number): boolean;
  /** `body` is the JSON that was signed. */
  mapOrder(body: unknown): MappedOrder;
}

export function ignored(code: string, message: string): MappedOrder {
  return { ignored: { code, message } };
}

export const NOT_AN_ORDER = ignored('not_an_order', 'this webhook is not about an order');
export const REFUND = ignored('refund', 'refunds are not taken off the revenue');
