// The shop systems whose order webhooks are accepted. To add one, write its folder and add a line here.
import { shopify } from './shopify/shopify.ts';
import { stripe } from './stripe/stripe.ts';
import type { Providers } from './webhooks/provider.ts';
import { woocommerce } from './woocommerce/woocommerce.ts';

export const PROVIDERS: Providers = { shopify, woocommerce, stripe };
