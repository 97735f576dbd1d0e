// What differs between the shop systems that send webhooks of orders and refunds.
import type { Rejection, SentEvent } from '../../../core/intake/events/event.ts';

export const PROVIDER_NAMES = ['shopify', 'woocommerce', 'stripe'] as const;
export type ProviderName = (typeof PROVIDER_NAMES)[number];

export interface Delivery {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The bytes of the body as they came in, because they are what was signed. */
  readonly bytes: Uint8Array;
}

/** The events have no website yet, because no shop knows it. They are at least one. */
export type MappedBody = { readonly events: readonly SentEvent[] } | { readonly ignored: Rejection };

export interface Provider {
  /** It is undefined if the provider creates the secret. Then the user has to enter it. */
  readonly createSecret?: () => string;
  /** Whether this is a trial request, which is not signed but must be answered. It counts nothing. */
  isPing?(delivery: Delivery): boolean;
  isSigned(delivery: Delivery, secret: string, nowMs: number): boolean;
  /** `body` is the JSON that was signed. */
  mapBody(body: unknown): MappedBody;
}

export type Providers = Readonly<Record<ProviderName, Provider>>;

export function isProviderName(name: unknown): name is ProviderName {
  return PROVIDER_NAMES.some((known) => known === name);
}

/** Where a provider has to send the webhooks of a website. */
export function webhookPath(provider: ProviderName, websiteId: number | string): string {
  return `/webhooks/${provider}/${websiteId}`;
}

export function ignored(code: string, message: string): MappedBody {
  return { ignored: { code, message } };
}

export const NOT_AN_ORDER = ignored('not_an_order', 'this webhook is not about an order');
