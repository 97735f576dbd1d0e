// Shares of a sample, scaled to exact totals.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scaleToTotal } from '../../../../src/core/foundation/statistics/scale-shares.ts';

const counts = fc.array(fc.nat(), { minLength: 1, maxLength: 20 });
const total = fc.oneof(fc.nat(50), fc.nat(2 ** 31), fc.constant(2 ** 52 + 1));

describe('scaled counts', () => {
  test('add up exactly, and are less than 1 away from their share', () => {
    fc.assert(
      fc.property(counts, total, (some, all) => {
        const sum = some.reduce((a, b) => a + b, 0);
        fc.pre(sum > 0);
        const scaled = scaleToTotal(some, all)!;
        expect(scaled.reduce((a, b) => a + b, 0)).toBe(all);
        for (const [i, count] of some.entries()) {
          const difference = BigInt(scaled[i]!) * BigInt(sum) - BigInt(count) * BigInt(all);
          expect(difference < BigInt(sum) && difference > -BigInt(sum)).toBe(true);
        }
      }),
    );
  });

  test('give what is left to the largest remainders, of equal ones to the first', () => {
    expect(scaleToTotal([1, 1, 1], 10)).toEqual([4, 3, 3]);
    expect(scaleToTotal([1, 2, 5], 10)).toEqual([1, 3, 6]);
  });

  test('of nothing are unknown, unless the total is 0', () => {
    expect(scaleToTotal([0, 0], 3)).toBeUndefined();
    expect(scaleToTotal([0, 0], 0)).toEqual([0, 0]);
  });
});
