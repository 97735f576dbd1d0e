// What becomes of the webhooks of each shop system, and which signatures are theirs.
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { PROVIDER_NAMES, providerOf } from '../../../src/ingestion/webhooks/providers.ts';
import { shopify } from '../../../src/ingestion/webhooks/shopify.ts';
import { stripe } from '../../../src/ingestion/webhooks/stripe.ts';
import { woocommerce } from '../../../src/ingestion/webhooks/woocommerce.ts';
import {
  type SampleWebhook,
  shopifyOrder,
  signedByShopify,
  signedByStripe,
  signedByWoocommerce,
  stripeEvent,
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

describe('Shopify', () => {
  it('counts a paid order with its products', () => {
    expect(shopify.mapOrder(shopifyOrder())).toEqual({
      event: {
        type: 'order',
        order_id: '5678901234567',
        revenue: '104.90',
        currency: 'USD',
        at: '2025-03-10T06:10:01-05:00',
        visitor: 'visitor-1',
        element_id: 10001,
        products: [
          { value: 'MUG-1', revenue: expect.closeTo(99.95) },
          { value: '8', revenue: 3.5 },
        ],
      },
    });
  });

  it('leaves out the products of an order that is not on an element', () => {
    const note_attributes = [{ name: 'funnel_campaign', value: 'spring' }];
    const mapped = shopify.mapOrder(shopifyOrder({ note_attributes }));
    expect(mapped).toMatchObject({ event: { campaign: 'spring' } });
    expect(mapped).not.toHaveProperty('event.products');
    expect(mapped).not.toHaveProperty('event.visitor');
  });

  it.each([
    ['one that is not paid yet', { financial_status: 'pending' }, 'not_paid'],
    ['one that is only authorized', { financial_status: 'authorized' }, 'not_paid'],
    ['a refunded one', { financial_status: 'refunded' }, 'refund'],
    ['a partly refunded one', { financial_status: 'partially_refunded' }, 'refund'],
    ['a test order', { test: true }, 'test_order'],
  ])('ignores %s', (_, fields, code) => {
    expect(shopify.mapOrder(shopifyOrder(fields))).toEqual({ ignored: { code, message: expect.any(String) } });
  });

  it('ignores refunds and other topics', () => {
    expect(shopify.mapOrder({ id: 1, order_id: 2, refund_line_items: [] })).toMatchObject({
      ignored: { code: 'refund' },
    });
    expect(shopify.mapOrder({ id: 1, title: 'Mug' })).toMatchObject({ ignored: { code: 'not_an_order' } });
  });
});

describe('WooCommerce', () => {
  it('counts a paid order at the time it was paid', () => {
    expect(woocommerce.mapOrder(woocommerceOrder())).toEqual({
      event: {
        type: 'order',
        order_id: '727',
        revenue: '29.35',
        currency: 'USD',
        at: '2025-03-10T11:00:08',
        visitor: 'visitor-2',
        campaign_id: 10,
      },
    });
  });

  it('counts products on an element', () => {
    const meta_data = [{ key: 'funnel_element', value: 10001 }];
    expect(woocommerce.mapOrder(woocommerceOrder({ meta_data }))).toMatchObject({
      event: { element_id: 10001, products: [{ value: 'WOO-1', revenue: '28.00' }] },
    });
  });

  it.each([
    ['pending', 'not_paid'],
    ['on-hold', 'not_paid'],
    ['failed', 'not_paid'],
    ['cancelled', 'not_paid'],
    ['checkout-draft', 'not_paid'],
    ['refunded', 'refund'],
  ])('ignores the status %s', (status, code) => {
    expect(woocommerce.mapOrder(woocommerceOrder({ status }))).toMatchObject({ ignored: { code } });
  });

  it('knows a ping by its body, and only without a signature', () => {
    const ping = (body: string, headers = {}) => woocommerce.isPing!({ headers, bytes: Buffer.from(body) });
    expect(ping('webhook_id=12')).toBe(true);
    expect(ping('webhook_id=12', { 'x-wc-webhook-signature': 'x' })).toBe(false);
    expect(ping('webhook_id=12&total=5')).toBe(false);
    expect(ping('{}')).toBe(false);
  });
});

describe('Stripe', () => {
  it('counts a paid checkout', () => {
    expect(stripe.mapOrder(stripeEvent())).toEqual({
      event: {
        type: 'order',
        order_id: 'cs_live_a11YYufWQzNY63zpQ6QSNRQhkUpVph4WRmzW0zWJO2znZKdVujZ0N0S22u',
        revenue: '21.98',
        currency: 'USD',
        at: '2025-03-10T11:30:00.000Z',
        visitor: 'visitor-3',
        variant_id: 101,
      },
    });
  });

  it("prefers the shop's own names for the order and the visitor", () => {
    const metadata = { order_id: '1001', funnel_visitor: 'visitor-4' };
    expect(stripe.mapOrder(stripeEvent({ metadata }))).toMatchObject({
      event: { order_id: '1001', visitor: 'visitor-4' },
    });
  });

  it.each([
    ['usd', 5, '0.05'],
    ['usd', 0, '0.00'],
    ['jpy', 500, '500'],
    ['kwd', 5120, '5.120'],
    ['ugx', 500, '5.00'],
    ['isk', 500, '5.00'],
  ])('reads amounts in the smallest unit of %s: %i', (currency, amount_total, revenue) => {
    expect(stripe.mapOrder(stripeEvent({ currency, amount_total }))).toMatchObject({ event: { revenue } });
  });

  it('counts a payment that comes later once, by the same order', () => {
    const later = stripe.mapOrder(stripeEvent({}, { type: 'checkout.session.async_payment_succeeded' }));
    expect(later).toEqual(stripe.mapOrder(stripeEvent()));
    expect(stripe.mapOrder(stripeEvent({ payment_status: 'unpaid' }))).toMatchObject({ ignored: { code: 'not_paid' } });
  });

  it.each([
    ['charge.refunded', 'refund'],
    ['refund.created', 'refund'],
    ['payment_intent.succeeded', 'not_an_order'],
    ['checkout.session.expired', 'not_an_order'],
  ])('ignores %s', (type, code) => {
    expect(stripe.mapOrder(stripeEvent({}, { type }))).toMatchObject({ ignored: { code } });
  });

  it('accepts signatures of the last 300 seconds, and one of several', () => {
    const isSigned = (ageSeconds: number) =>
      stripe.isSigned(deliveryOf(signedByStripe(stripeEvent(), SECRET, NOW_MS - ageSeconds * 1000)), SECRET, NOW_MS);
    expect([0, 299, 300, 301, 3600].map(isSigned)).toEqual([true, true, true, false, false]);
    const other = signedByStripe(stripeEvent(), 'another-secret-00000', NOW_MS);
    const own = signedByStripe(stripeEvent(), SECRET, NOW_MS).headers['stripe-signature']!.split(',')[1]!;
    const headers = { 'stripe-signature': `${other.headers['stripe-signature']},${own}` };
    expect(stripe.isSigned(deliveryOf({ ...other, headers }), SECRET, NOW_MS)).toBe(true);
  });
});

describe('signatures', () => {
  const SIGNED: Readonly<Record<(typeof PROVIDER_NAMES)[number], SampleWebhook>> = {
    shopify: signedByShopify(shopifyOrder(), SECRET),
    woocommerce: signedByWoocommerce(woocommerceOrder(), SECRET),
    stripe: signedByStripe(stripeEvent(), SECRET, NOW_MS),
  };

  test.each(PROVIDER_NAMES)('of %s: the body, the signature and the secret must all be right', (name) => {
    const { isSigned } = providerOf(name);
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
        const sample = { shopify: shopifyOrder(), woocommerce: woocommerceOrder(), stripe: stripeEvent() }[name];
        for (const field of Object.keys(sample)) {
          const mapped = providerOf(name).mapOrder({ ...sample, [field]: value, data: other });
          expect(Object.keys(mapped)).toHaveLength(1);
          JSON.stringify(mapped);
        }
      }),
      { numRuns: 50 },
    );
  });
});
