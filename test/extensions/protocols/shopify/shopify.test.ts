// What becomes of the webhooks of Shopify.
import { expect, it } from 'vitest';
import { parseRevenue } from '../../../../src/core/intake/events/revenue.ts';
import { shopify } from '../../../../src/extensions/protocols/shopify/shopify.ts';
import { shopifyOrder, shopifyRefund, shopifyTransaction } from '../../../support/webhook-samples.ts';

const CANCELLED = '2025-03-11T09:00:00-05:00';

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
