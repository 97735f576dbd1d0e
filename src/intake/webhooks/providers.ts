// The shop systems whose order webhooks are accepted. To add one, write its file and add a line here.
import type { Provider, ProviderName } from './provider.ts';
import { shopify } from './shopify.ts';
import { stripe } from './stripe.ts';
import { woocommerce } from './woocommerce.ts';

const PROVIDERS = { shopify, woocommerce, stripe } satisfies Record<ProviderName, Provider>;
export const PROVIDER_NAMES = ['shopify', 'woocommerce', 'stripe'] as const satisfies readonly ProviderName[];

export function isProviderName(name: unknown): name is ProviderName {
  return PROVIDER_NAMES.some((known) => known === name);
}

export function providerOf(name: ProviderName): Provider {
  return PROVIDERS[name];
}

/** Where a provider has to send the webhooks of a website. */
export function webhookPath(provider: ProviderName, websiteId: number | string): string {
  return `/webhooks/${provider}/${websiteId}`;
}
