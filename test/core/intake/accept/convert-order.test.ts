// The products of an order in another currency, for any amounts and rates.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ExchangeRates } from '../../../../src/core/engine/catalog/exchange-rates.ts';
import { convertOrder } from '../../../../src/core/intake/accept/convert-order.ts';
import { AcceptedEvent } from '../../../../src/core/intake/events/event.ts';

function converted(revenue: number, products: readonly number[], rate: number) {
  const event = new AcceptedEvent();
  event.revenue = revenue;
  event.products = products.map((amount, index) => ({ value: String(index), revenue: amount }));
  const rates = new ExchangeRates([{ currency: 'EUR', date: '1970-01-01', rate }]);
  expect(convertOrder(event, 'EUR', { currency: 'USD', rates })).toBeUndefined();
  return event;
}

const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0);

test('products that are not more than the order are not more than it afterwards', () => {
  // Each of them alone would be rounded up.
  const { revenue, products } = converted(3, [1, 1, 1], 1.5);
  expect(revenue).toBe(5);
  expect(products).toEqual([
    { value: '0', revenue: 2 },
    { value: '1', revenue: 2 },
    { value: '2', revenue: 1 },
  ]);
});

test('for any amounts: the sum of the products is what their sum is worth, and each is within one part', () => {
  const amounts = fc.array(fc.integer({ min: 0, max: 50_000_000 }), { maxLength: 100 });
  const rates = fc.constantFrom(0.000_672, 0.5, 0.999_999, 1, 1.0825, 1.5, 3.3333, 164.21);
  fc.assert(
    fc.property(amounts, rates, fc.nat(1_000), (sent, rate, shipping) => {
      const { revenue, products } = converted(sum(sent) + shipping, sent, rate);
      const parts = products.map((product) => product.revenue);
      expect(sum(parts)).toBe(converted(sum(sent), [], rate).revenue);
      expect(sum(parts)).toBeLessThanOrEqual(revenue);
      for (const [index, part] of parts.entries()) expect(Math.abs(part - sent[index]! * rate)).toBeLessThanOrEqual(1);
    }),
  );
});
