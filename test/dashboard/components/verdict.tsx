import { describe, expect, it } from 'vitest';
import type { Variant } from '../../../dashboard/src/api/types.ts';
import { verdictOf } from '../../../dashboard/src/experiments/verdict.tsx';

function variant(variation: string, views: number, conversions: number): Variant {
  const conversion_rate = views === 0 ? 0 : (conversions / views) * 100;
  const counts = { views, conversions, completions: 0, submissions: 0, subscribes: 0, orders: 0, revenue: 0 };
  const rates = { conversion_rate, completion_rate: 0, subscribe_rate: 0, order_rate: 0, aov: 0 };
  return {
    id: variation.charCodeAt(0),
    name: null,
    variation,
    traffic_percentage: 50,
    metrics: { ...counts, ...rates },
  };
}

describe('the verdict', () => {
  it('names the winner and its lift', () => {
    expect(verdictOf([variant('A', 2243, 241), variant('B', 2223, 404)], 'distinct')).toMatchObject({
      tag: 'Winner',
      text: 'Variant B converts better, +69.1% over the control, with >99.9% confidence.',
    });
  });

  it('can be the control', () => {
    const { tag, text } = verdictOf([variant('A', 2223, 404), variant('B', 2243, 241)], 'distinct');
    expect(tag).toBe('Winner');
    expect(text).toMatch(/^Variant A converts better, with >99\.9% confidence\.$/);
  });

  it('compares the best of several challengers', () => {
    const variants = [variant('A', 2000, 200), variant('B', 2000, 210), variant('C', 2000, 400)];
    expect(verdictOf(variants, 'distinct').text).toMatch(/^Variant C converts better/);
  });

  it('says how many visitors are missing, to two digits', () => {
    const { tag, text } = verdictOf([variant('A', 1000, 100), variant('B', 1000, 120)], 'distinct');
    expect(tag).toBe('Too early');
    expect(text).toMatch(/^Variant B is ahead, .* About \d,\d00 more visitors per variant are needed to be sure\.$/);
  });

  it('is none for equal rates, for events, and without a second variant', () => {
    expect(verdictOf([variant('A', 500, 50), variant('B', 500, 50)], 'distinct').tag).toBe('Tie');
    expect(verdictOf([variant('A', 2243, 241), variant('B', 2223, 404)], 'total').tag).toBe('Total counts');
    expect(verdictOf([variant('A', 2243, 241)], 'distinct').tag).toBe('No split');
  });
});
