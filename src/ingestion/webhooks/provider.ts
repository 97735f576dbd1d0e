// What differs between the shop systems that send order webhooks.
import type { IncomingHttpHeaders } from 'node:http';
import type { Rejection, SentEvent } from '../event.ts';

export type ProviderName = 'shopify' | 'woocommerce' | 'stripe';

export interface Delivery {
  readonly headers: IncomingHttpHeaders;
  /** As they came in, because the signature is over them. */
  readonly bytes: Uint8Array;
}

/** Without the website, which no shop knows. */
export type MappedOrder = { readonly event: SentEvent } | { readonly ignored: Rejection };

export interface Provider {
  /** undefined: the provider creates the secret, so it has to be given. */
  readonly createSecret?: () => string;
  /** A trial request that is not signed and must be answered all the same. It counts nothing. */
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
