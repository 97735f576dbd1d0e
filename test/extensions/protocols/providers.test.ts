// What holds for the webhooks of every shop system: whose signatures are valid, and that nothing makes them throw.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PROVIDERS } from '../../../src/extensions/protocols/providers.ts';
import { PROVIDER_NAMES } from '../../../src/extensions/protocols/webhooks/provider.ts';
import {
  type SampleWebhook,
  shopifyOrder,
  shopifyRefund,
  signedByShopify,
  signedByStripe,
  signedByWoocommerce,
  stripeEvent,
  stripeRefund,
  woocommerceOrder,
} from '../../support/webhook-samples.ts';

/** Among them objects that can't be made a number or a text. */
const JSON_VALUE = fc.oneof(
  fc.jsonValue(),
  fc.constant({ toString: 1, valueOf: 1 }),
  fc.constant([{ price: { toString: 1, valueOf: 1 }, name: 'funnel_element', value: '1' }]),
);
const SECRET = 'secret-of-the-shop-0001';
const NOW_MS = Date.parse('2025-03-10T12:00:00Z');

function deliveryOf({ body, headers }: SampleWebhook) {
  return { headers, bytes: Buffer.from(body) };
}

const SIGNED: Readonly<Record<(typeof PROVIDER_NAMES)[number], SampleWebhook>> = {
  shopify: signedByShopify(shopifyOrder(), SECRET),
  woocommerce: signedByWoocommerce(woocommerceOrder(), SECRET),
  stripe: signedByStripe(stripeEvent(), SECRET, NOW_MS),
};

test.each(PROVIDER_NAMES)('signatures of %s: the body, the signature and the secret must all be right', (name) => {
  const { isSigned } = PROVIDERS[name];
  const sample = SIGNED[name];
  expect(isSigned(deliveryOf(sample), SECRET, NOW_MS)).toBe(true);
  expect(isSigned(deliveryOf(sample), `${SECRET}x`, NOW_MS)).toBe(false);
  expect(isSigned(deliveryOf({ ...sample, headers: {} }), SECRET, NOW_MS)).toBe(false);
  fc.assert(
    fc.property(fc.nat(sample.body.length - 1), fc.integer({ min: 1, max: 255 }), (at, flipped) => {
      const bytes = Buffer.from(sample.body);
      bytes[at]! ^= flipped;
      return !isSigned({ headers: sample.headers, bytes }, SECRET, NOW_MS);
    }),
  );
  fc.assert(
    fc.property(fc.string(), (text) => {
      const headers = Object.fromEntries(Object.keys(sample.headers).map((header) => [header, text]));
      return !isSigned({ headers, bytes: Buffer.from(sample.body) }, SECRET, NOW_MS);
    }),
  );
});

test.each(PROVIDER_NAMES)('whatever %s sends is mapped or ignored, and nothing is thrown', (name) => {
  fc.assert(
    fc.property(JSON_VALUE, JSON_VALUE, (value, other) => {
      const order = { shopify: shopifyOrder(), woocommerce: woocommerceOrder(), stripe: stripeEvent() }[name];
      const refund = {
        shopify: shopifyRefund(),
        woocommerce: woocommerceOrder({ status: 'refunded', refunds: value }),
        stripe: stripeRefund({ amount_refunded: value }),
      }[name];
      for (const [sample, field] of [order, refund].flatMap((body) =>
        Object.keys(body).map((key) => [body, key] as const),
      )) {
        const mapped = PROVIDERS[name].mapBody({ ...sample, [field]: value, data: other });
        expect(Object.keys(mapped)).toHaveLength(1);
        JSON.stringify(mapped);
      }
    }),
    { numRuns: 50 },
  );
});
