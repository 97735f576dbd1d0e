// What is left of an order after refunds.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OrderRefund, OrderValue } from '../../../../src/core/intake/events/order.ts';
import { EXCEEDS, refundOrder, withRefund } from '../../../../src/core/intake/orders/refund-order.ts';

const ORDER: OrderValue = {
  revenue: 100,
  products: [
    { value: 'a', revenue: 60 },
    { value: 'b', revenue: 30 },
  ],
};

function refund(order: OrderValue | null, revenue?: number, products: OrderValue['products'] = []) {
  return refundOrder(order, { revenue, products });
}

test('the amount is taken from the order, and the same share from its products', () => {
  expect(refund(ORDER, 50)).toEqual({
    revenue: 50,
    products: [
      { value: 'a', revenue: 30 },
      { value: 'b', revenue: 15 },
    ],
  });
});

test('nothing is left if all is refunded, or no amount is named', () => {
  expect(refund(ORDER, 100)).toBeNull();
  expect(refund(ORDER)).toBeNull();
});

test('a refund of nothing changes nothing, of an order of 0 and after a full refund, too', () => {
  expect(refund(ORDER, 0)).toEqual(ORDER);
  const free = { revenue: 0, products: [] };
  expect(refund(free, 0)).toEqual(free);
  expect(refund(free)).toEqual(free);
  expect(refund(null, 0)).toBeNull();
  expect(refund(null)).toBeNull();
  expect(refund(null, 0, [{ value: 'a', revenue: 0 }])).toBeNull();
});

test('more than what is left is refused', () => {
  expect(refund(ORDER, 101)).toBe(EXCEEDS);
  expect(refund(null, 1)).toBe(EXCEEDS);
  expect(refund(null, 0, [{ value: 'a', revenue: 1 }])).toBe(EXCEEDS);
});

describe('with products', () => {
  test('these are lowered, and one of which nothing is left leaves the order', () => {
    const [, b] = ORDER.products;
    expect(refund(ORDER, 65, [{ value: 'a', revenue: 60 }])).toEqual({ revenue: 35, products: [b] });
    expect(refund(ORDER, 5, [{ value: 'b', revenue: 1 }])).toEqual({
      revenue: 95,
      products: [ORDER.products[0], { value: 'b', revenue: 29 }],
    });
  });

  test('several lines of a product are lowered one after the other', () => {
    const order = { revenue: 50, products: [...ORDER.products, { value: 'b', revenue: 10 }] };
    expect(refund(order, 35, [{ value: 'b', revenue: 35 }])).toEqual({
      revenue: 15,
      products: [ORDER.products[0], { value: 'b', revenue: 5 }],
    });
  });

  test('more than what is left of one, or one that the order does not have, is refused', () => {
    expect(refund(ORDER, 61, [{ value: 'a', revenue: 61 }])).toBe(EXCEEDS);
    expect(refund(ORDER, 1, [{ value: 'c', revenue: 0 }])).toBe(EXCEEDS);
    expect(refund(ORDER, 1, [{ value: null, revenue: 1 }])).toBe(EXCEEDS);
  });
});

test('whatever is refunded one after the other, nothing is below zero and products keep their share', () => {
  const amount = fc.integer({ min: 0, max: 10 ** 13 });
  const product = fc.record({ value: fc.constantFrom('a', 'b', null), revenue: amount });
  fc.assert(
    fc.property(amount, fc.array(product, { maxLength: 5 }), fc.array(amount), (revenue, products, refunds) => {
      let left: OrderValue | null = { revenue, products };
      let refunded = 0;
      for (const asked of refunds) {
        const after = refund(left, asked);
        expect(after === EXCEEDS).toBe(asked > (left?.revenue ?? 0));
        if (after === EXCEEDS) continue;
        refunded += asked;
        left = after;
        if (left === null) continue;
        expect(left.revenue).toBe(revenue - refunded);
        const sum = left.products.reduce((all, one) => all + one.revenue, 0);
        const before = products.reduce((all, one) => all + one.revenue, 0);
        const share = (before * left.revenue) / revenue;
        // Each refund rounds down by less than one.
        expect(sum).toBeLessThanOrEqual(share * (1 + 1e-9) + 1);
        expect(sum).toBeGreaterThan(share * (1 - 1e-9) - refunds.length - 1);
        for (const one of left.products) expect(one.revenue).toBeGreaterThanOrEqual(0);
      }
    }),
    { seed: 7 },
  );
});

describe('the refunds of an order that are kept', () => {
  const refundAt = (time: number, revenue = 1): OrderRefund => ({ time, revenue });
  const sumOf = (refunds: readonly OrderRefund[]) => refunds.reduce((sum, { revenue }) => sum + revenue, 0);
  const refundedUntil = (count: number) => {
    let refunds: readonly OrderRefund[] = [];
    for (let time = 1; time <= count; time++) refunds = withRefund(refunds, refundAt(time, time));
    return refunds;
  };

  test('are all of them up to 100, oldest first', () => {
    const refunds = refundedUntil(100);
    expect(refunds).toHaveLength(100);
    expect([refunds[0], refunds.at(-1)]).toEqual([refundAt(1, 1), refundAt(100, 100)]);
  });

  test('are 100 from then on: the two oldest become one, at the time of the first, and the sum stays', () => {
    const one = refundedUntil(101);
    expect(one).toHaveLength(100);
    expect(one.slice(0, 3)).toEqual([refundAt(1, 1 + 2), refundAt(3, 3), refundAt(4, 4)]);
    expect([one.at(-1), sumOf(one)]).toEqual([refundAt(101, 101), (101 * 102) / 2]);
    const two = refundedUntil(102);
    expect(two.slice(0, 2)).toEqual([refundAt(1, 1 + 2 + 3), refundAt(4, 4)]);
    expect([two.length, two.at(-1), sumOf(two)]).toEqual([100, refundAt(102, 102), (102 * 103) / 2]);
  });

  test('have no refund of nothing', () => {
    expect(withRefund([], refundAt(1, 0))).toEqual([]);
    expect(withRefund(refundedUntil(100), refundAt(101, 0))).toEqual(refundedUntil(100));
  });
});
