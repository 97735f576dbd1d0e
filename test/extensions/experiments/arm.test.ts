// The mean of a variant, and how sure it is.
import { expect, test } from 'vitest';
import { type ArmCounts, distinctCount, meanOf } from '../../../src/extensions/experiments/arm.ts';

function countsWith(visitors: number, conversions: number): ArmCounts {
  const [none, orders, revenue, revenueSquared] = [distinctCount(0), 0, 0, 0];
  const counts = { visitors: distinctCount(visitors), conversions: distinctCount(conversions) };
  return { ...counts, completions: none, subscribes: none, orders, revenue, revenueSquared };
}

test('a rate of exact counts varies as a share does', () => {
  expect(meanOf('conversion_rate', countsWith(100, 20)).variance).toBeCloseTo((0.2 * 0.8) / 100, 12);
});

test('a rate of estimated counts has the errors of both sketches besides', () => {
  const { value, variance } = meanOf('conversion_rate', countsWith(1_000_000, 200_000));
  expect(value).toBe(0.2);
  expect(variance).toBeCloseTo((0.2 * 0.8) / 1_000_000 + 2 * (0.2 * 0.0081) ** 2, 12);
});
