// What becomes of the webhooks of each shop system, and which signatures are theirs.
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { parseRevenue } from '../../../src/intake/events/revenue.ts';
import { PROVIDER_NAMES, providerOf } from '../../../src/intake/webhooks/providers.ts';
import { shopify } from '../../../src/intake/webhooks/shopify.ts';
import { stripe } from '../../../src/intake/webhooks/stripe.ts';
import { woocommerce } from '../../../src/intake/webhooks/woocommerce.ts';
import {
  type SampleWebhook,
  shopifyOrder,
  shopifyRefund,
  shopifyTransaction,
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
const CANCELLED = '2025-03-11T09:00:00-05:00';
const NOW_MS = Date.parse('2025-03-10T12:00:00Z');

function deliveryOf({ body, headers }: SampleWebhook) {
  return { headers, bytes: Buffer.from(body) };
}

describe('Shopify', () => {
  it('counts a paid order with its products', () => {
    expect(shopify.mapBody(shopifyOrder())).toEqual({
      events: [
        {
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
      ],
    });
  });

  it('leaves out the products of an order that is not on an element', () => {
    const note_attributes = [{ name: 'funnel_campaign', value: 'spring' }];
    const mapped = shopify.mapBody(shopifyOrder({ note_attributes }));
    expect(mapped).toMatchObject({ events: [{ campaign: 'spring' }] });
    expect(mapped).not.toHaveProperty('events.0.products');
    expect(mapped).not.toHaveProperty('events.0.visitor');
  });

  it('counts an order that names its visitor and nothing else', () => {
    const note_attributes = [{ name: 'funnel_visitor', value: 'visitor-1' }];
    const mapped = shopify.mapBody(shopifyOrder({ note_attributes }));
    expect(mapped).toMatchObject({ events: [{ type: 'order', visitor: 'visitor-1' }] });
    expect(Object.keys((mapped as { events: object[] }).events[0]!)).toEqual([
      'type',
      'order_id',
      'revenue',
      'currency',
      'at',
      'visitor',
    ]);
  });

  it.each([
    ['one that is not paid yet', { financial_status: 'pending' }, 'not_paid'],
    ['one that is only authorized', { financial_status: 'authorized' }, 'not_paid'],
    ['one that was cancelled before it was paid', { financial_status: 'voided', cancelled_at: CANCELLED }, 'not_paid'],
    ['one that does not say what was refunded', { financial_status: 'partially_refunded' }, 'refund'],
    ['a test order', { test: true }, 'test_order'],
    ['a cancelled test order', { test: true, cancelled_at: CANCELLED }, 'test_order'],
  ])('ignores %s', (_, fields, code) => {
    expect(shopify.mapBody(shopifyOrder(fields))).toEqual({ ignored: { code, message: expect.any(String) } });
  });

  it('takes back what a refund has given back, by the id of its order', () => {
    expect(shopify.mapBody(shopifyRefund())).toEqual({
      events: [
        {
          type: 'refund',
          order_id: '5678901234567',
          refund_id: '509562969',
          revenue: '26.0000',
          currency: 'USD',
          at: '2025-03-11T05:00:02-05:00',
        },
      ],
    });
  });

  it('adds the transactions of a refund exactly, and counts those that are on their way', () => {
    const transactions = [
      shopifyTransaction({ amount: '0.10' }),
      shopifyTransaction({ amount: '0.20', status: 'pending' }),
      shopifyTransaction({ amount: '5.00', status: 'failure' }),
      shopifyTransaction({ amount: '7.00', kind: 'capture' }),
      shopifyTransaction({ amount: '9.00', test: true }),
    ];
    expect(shopify.mapBody(shopifyRefund({ transactions }))).toMatchObject({ events: [{ revenue: '0.3000' }] });
  });

  it("takes back the shop's own currency if the customer has paid in another one", () => {
    const transactions = [shopifyTransaction({ amount: '24.11', currency: 'EUR' })];
    const inShopCurrency = { events: [{ revenue: '26.0000', currency: 'USD' }] };
    expect(shopify.mapBody(shopifyRefund({ transactions }))).toMatchObject(inShopCurrency);
    const money = (amount: string) => ({ shop_money: { amount, currency_code: 'USD' } });
    const refund_shipping_lines = [{ id: 1, subtotal_amount_set: money('4.41') }];
    const mapped = shopify.mapBody(shopifyRefund({ transactions, refund_shipping_lines }));
    expect(mapped).toMatchObject(inShopCurrency);
  });

  it.each([
    ['gives no money back', { transactions: [] }, 'refund'],
    ['could not be paid', { transactions: [shopifyTransaction({ status: 'failure' })] }, 'refund'],
    ['is of a test order', { transactions: [shopifyTransaction({ test: true })] }, 'test_order'],
  ])('ignores a refund that %s', (_, fields, code) => {
    expect(shopify.mapBody(shopifyRefund(fields))).toMatchObject({ ignored: { code } });
  });

  it('rejects a refund with an amount that is none, instead of taking back the whole order', () => {
    for (const amount of [undefined, null, '-5.00', 'much']) {
      const mapped = shopify.mapBody(shopifyRefund({ transactions: [shopifyTransaction({ amount })] }));
      expect(mapped).toEqual({ events: [expect.objectContaining({ revenue: expect.any(String) })] });
      expect(parseRevenue((mapped as { events: { revenue: string }[] }).events[0]!.revenue)).toBeUndefined();
    }
  });

  it('takes back the refunds that an order lists, and all of an order that was cancelled or refunded', () => {
    const rest = (reason: string) => ({
      type: 'refund',
      order_id: '5678901234567',
      refund_id: `${reason}/5678901234567`,
    });
    const listed = expect.objectContaining({ type: 'refund', order_id: '5678901234567', refund_id: '509562969' });
    const { order_id: _, ...refund } = shopifyRefund();
    const events = (fields: object) => (shopify.mapBody(shopifyOrder({ ...fields })) as { events: unknown[] }).events;
    expect(events({ financial_status: 'partially_refunded', refunds: [refund] })).toEqual([listed]);
    expect(events({ financial_status: 'refunded', refunds: [refund] })).toEqual([listed, rest('refunded')]);
    expect(events({ financial_status: 'refunded', cancelled_at: CANCELLED, refunds: [refund] })).toEqual([
      listed,
      rest('cancelled'),
    ]);
    expect(events({ cancelled_at: CANCELLED })).toEqual([rest('cancelled')]);
  });

  it('ignores other topics', () => {
    expect(shopify.mapBody({ id: 1, title: 'Mug' })).toMatchObject({ ignored: { code: 'not_an_order' } });
  });
});

describe('WooCommerce', () => {
  it('counts a paid order at the time it was paid', () => {
    expect(woocommerce.mapBody(woocommerceOrder())).toEqual({
      events: [
        {
          type: 'order',
          order_id: '727',
          revenue: '29.35',
          currency: 'USD',
          at: '2025-03-10T11:00:08',
          visitor: 'visitor-2',
          campaign_id: 10,
        },
      ],
    });
  });

  it('counts products on an element', () => {
    const meta_data = [{ key: 'funnel_element', value: 10001 }];
    expect(woocommerce.mapBody(woocommerceOrder({ meta_data }))).toMatchObject({
      events: [{ element_id: 10001, products: [{ value: 'WOO-1', revenue: '28.00' }] }],
    });
  });

  it.each(['pending', 'on-hold', 'failed', 'checkout-draft'])('ignores the status %s', (status) => {
    expect(woocommerce.mapBody(woocommerceOrder({ status }))).toMatchObject({ ignored: { code: 'not_paid' } });
  });

  const REFUNDS = [
    { id: 731, reason: 'broken', total: '-10.00' },
    { id: 730, reason: '', total: '-1.35' },
    { id: 729, reason: 'only back into stock', total: '0.00' },
  ];
  const refund = (id: string, revenue: string) => ({
    ...{ type: 'refund', order_id: '727', refund_id: id, currency: 'USD' },
    revenue,
  });
  const eventsOf = (fields: object) =>
    (woocommerce.mapBody(woocommerceOrder({ ...fields })) as { events: unknown[] }).events;

  it('takes back each partial refund of an order, which may come with the order itself', () => {
    expect(eventsOf({ status: 'completed', refunds: REFUNDS })).toEqual([
      expect.objectContaining({ type: 'order', order_id: '727', revenue: '29.35' }),
      refund('731', '10.0000'),
      refund('730', '1.3500'),
    ]);
  });

  it('takes back all of an order that was refunded, or cancelled after it was paid', () => {
    const rest = (reason: string) => ({ type: 'refund', order_id: '727', refund_id: `${reason}/727` });
    expect(eventsOf({ status: 'refunded', refunds: REFUNDS.slice(0, 1) })).toEqual([
      refund('731', '10.0000'),
      rest('refunded'),
    ]);
    expect(eventsOf({ status: 'cancelled' })).toEqual([rest('cancelled')]);
    expect(woocommerce.mapBody(woocommerceOrder({ status: 'cancelled', date_paid_gmt: null }))).toMatchObject({
      ignored: { code: 'not_paid' },
    });
  });

  it('rejects a refund with an amount that is none', () => {
    for (const total of [undefined, 'much', { amount: 5 }]) {
      const [, mapped] = eventsOf({ refunds: [{ id: 731, total }] }) as { revenue: string }[];
      expect(parseRevenue(mapped!.revenue)).toBeUndefined();
      expect(mapped!.revenue).toEqual(expect.any(String));
    }
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
    expect(stripe.mapBody(stripeEvent())).toEqual({
      events: [
        {
          type: 'order',
          order_id: 'cs_live_a11YYufWQzNY63zpQ6QSNRQhkUpVph4WRmzW0zWJO2znZKdVujZ0N0S22u',
          payment_id: 'pi_3PgafmB7WZ01zgkW0cJ8kR5l',
          revenue: '21.98',
          currency: 'USD',
          at: '2025-03-10T11:30:00.000Z',
          visitor: 'visitor-3',
          variant_id: 101,
        },
      ],
    });
  });

  it("prefers the shop's own names for the order and the visitor", () => {
    const metadata = { order_id: '1001', funnel_visitor: 'visitor-4' };
    expect(stripe.mapBody(stripeEvent({ metadata }))).toMatchObject({
      events: [{ order_id: '1001', visitor: 'visitor-4' }],
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
    expect(stripe.mapBody(stripeEvent({ currency, amount_total }))).toMatchObject({ events: [{ revenue }] });
  });

  it('counts a payment that comes later once, by the same order', () => {
    const later = stripe.mapBody(stripeEvent({}, { type: 'checkout.session.async_payment_succeeded' }));
    expect(later).toEqual(stripe.mapBody(stripeEvent()));
    expect(stripe.mapBody(stripeEvent({ payment_status: 'unpaid' }))).toMatchObject({ ignored: { code: 'not_paid' } });
  });

  it('takes back what a charge was refunded since the refund before, by the payment of the order', () => {
    const first = {
      type: 'refund',
      order_id: 'pi_3PgafmB7WZ01zgkW0cJ8kR5l',
      refund_id: 'ch_3PgafmB7WZ01zgkW0xYt2Lmo/500',
      revenue: '5.00',
      currency: 'USD',
      at: '2025-03-11T11:30:00.000Z',
    };
    expect(stripe.mapBody(stripeRefund())).toEqual({ events: [first] });
    expect(stripe.mapBody(stripeRefund({ amount_refunded: 1200 }, 500))).toEqual({
      events: [{ ...first, refund_id: 'ch_3PgafmB7WZ01zgkW0xYt2Lmo/1200', revenue: '7.00' }],
    });
  });

  it('takes back all that is left when a charge is refunded in full', () => {
    const mapped = stripe.mapBody(stripeRefund({ amount_refunded: 2198, refunded: true }, 500));
    expect(mapped).toMatchObject({ events: [{ type: 'refund', refund_id: 'ch_3PgafmB7WZ01zgkW0xYt2Lmo/2198' }] });
    expect(mapped).not.toHaveProperty('events.0.revenue');
  });

  it('rejects a refund with an amount that is none', () => {
    for (const amount_refunded of [undefined, null, -5, 'much']) {
      expect(stripe.mapBody(stripeRefund({ amount_refunded }))).toMatchObject({ events: [{ revenue: 'no amount' }] });
    }
    // Less than before.
    expect(stripe.mapBody(stripeRefund({ amount_refunded: 300 }, 500))).toMatchObject({ events: [{ revenue: -200 }] });
  });

  it.each([
    ['refund.created', 'refund'],
    ['charge.refund.updated', 'refund'],
    ['payment_intent.succeeded', 'not_an_order'],
    ['checkout.session.expired', 'not_an_order'],
  ])('ignores %s', (type, code) => {
    expect(stripe.mapBody(stripeEvent({}, { type }))).toMatchObject({ ignored: { code } });
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
        const order = { shopify: shopifyOrder(), woocommerce: woocommerceOrder(), stripe: stripeEvent() }[name];
        const refund = {
          shopify: shopifyRefund(),
          woocommerce: woocommerceOrder({ status: 'refunded', refunds: value }),
          stripe: stripeRefund({ amount_refunded: value }),
        }[name];
        for (const [sample, field] of [order, refund].flatMap((body) =>
          Object.keys(body).map((key) => [body, key] as const),
        )) {
          const mapped = providerOf(name).mapBody({ ...sample, [field]: value, data: other });
          expect(Object.keys(mapped)).toHaveLength(1);
          JSON.stringify(mapped);
        }
      }),
      { numRuns: 50 },
    );
  });
});
