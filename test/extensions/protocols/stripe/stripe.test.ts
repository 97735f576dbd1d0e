// What becomes of the webhooks of Stripe, and how old their signatures may be.
import { expect, it } from 'vitest';
import { stripe } from '../../../../src/extensions/protocols/stripe/stripe.ts';
import { type SampleWebhook, signedByStripe, stripeEvent, stripeRefund } from '../../../support/webhook-samples.ts';

const SECRET = 'secret-of-the-shop-0001';
const NOW_MS = Date.parse('2025-03-10T12:00:00Z');

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
  // It is less than before.
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
  const isSignedNow = ({ body, headers }: SampleWebhook) =>
    stripe.isSigned({ headers, bytes: Buffer.from(body) }, SECRET, NOW_MS);
  const isSigned = (ageSeconds: number) =>
    isSignedNow(signedByStripe(stripeEvent(), SECRET, NOW_MS - ageSeconds * 1000));
  expect([0, 299, 300, 301, 3600].map(isSigned)).toEqual([true, true, true, false, false]);
  const other = signedByStripe(stripeEvent(), 'another-secret-00000', NOW_MS);
  const own = signedByStripe(stripeEvent(), SECRET, NOW_MS).headers['stripe-signature']!.split(',')[1]!;
  const headers = { 'stripe-signature': `${other.headers['stripe-signature']},${own}` };
  expect(isSignedNow({ ...other, headers })).toBe(true);
});

it.each([
  [4, true],
  [5, false],
])('after %d signatures of other secrets, whether one of ours counts is %s', (others, isValid) => {
  const { body, headers } = signedByStripe(stripeEvent(), SECRET, NOW_MS);
  const [time, own] = headers['stripe-signature']!.split(',') as [string, string];
  const wrong = Array<string>(others).fill(`v1=${'0'.repeat(64)}`);
  const signed = { bytes: Buffer.from(body), headers: { 'stripe-signature': [time, ...wrong, own].join() } };
  expect(stripe.isSigned(signed, SECRET, NOW_MS)).toBe(isValid);
});
