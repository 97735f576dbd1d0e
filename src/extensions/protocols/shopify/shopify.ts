// Shopify's webhooks: how they are signed, and what becomes of them.
import type { Provider } from '../webhooks/provider.ts';
import { isSigned } from '../webhooks/signature.ts';
import { mapBody } from './map-body.ts';

export const shopify: Provider = {
  isSigned: ({ headers, bytes }, secret) =>
    isSigned([bytes], secret, { texts: [headers['x-shopify-hmac-sha256']], encoding: 'base64' }),
  mapBody,
};
