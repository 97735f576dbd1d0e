// What becomes of the webhooks of WooCommerce.
import { expect, it } from 'vitest';
import { parseRevenue } from '../../../../src/core/intake/events/revenue.ts';
import { woocommerce } from '../../../../src/extensions/protocols/woocommerce/woocommerce.ts';
import { woocommerceOrder } from '../../../support/webhook-samples.ts';

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
