// WooCommerce's webhooks: their secret and their signature, the ping before the first one, and what becomes of them.
import { randomBytes } from 'node:crypto';
import type { Delivery, Provider } from '../webhooks/provider.ts';
import { isSigned } from '../webhooks/signature.ts';
import { mapBody } from './map-body.ts';

const PING = /^webhook_id=\d{1,20}$/;
const PING_BYTES_MAX = 40;

export const woocommerce: Provider = {
  createSecret: () => randomBytes(32).toString('base64url'),
  isPing,
  isSigned: ({ headers, bytes }, secret) =>
    isSigned([bytes], secret, { texts: [headers['x-wc-webhook-signature']], encoding: 'base64' }),
  mapBody,
};

/** WooCommerce sends a ping when a webhook is saved, and disables a webhook whose pings are not answered with 200. */
function isPing({ headers, bytes }: Delivery): boolean {
  if (headers['x-wc-webhook-signature'] !== undefined || bytes.length > PING_BYTES_MAX) return false;
  return PING.test(Buffer.from(bytes).toString('latin1'));
}
