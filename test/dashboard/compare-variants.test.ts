import { describe, expect, it } from 'vitest';
import { compareVariants, isDecided, rateInterval } from '../../dashboard/src/experiments/compare-variants.ts';

const sample = (visitors: number, successes: number) => ({ visitors, successes });

describe('two variants compared', () => {
  // z = 0.02 / sqrt(0.11 * 0.89 * 2 / 1000) = 1.4293, whose two-sided p is 0.1529: worked out by hand.
  it('agrees with the two-proportion test', () => {
    const { lift, confidence } = compareVariants(sample(1000, 100), sample(1000, 120));
    expect(lift).toBeCloseTo(20, 10);
    expect(confidence).toBeCloseTo(0.8471, 3);
  });

  it('is symmetric in its confidence, and opposed in its direction', () => {
    const [a, b] = [sample(2243, 241), sample(2223, 404)];
    expect(compareVariants(a, b).confidence).toBeCloseTo(compareVariants(b, a).confidence, 12);
    expect(compareVariants(a, b).lift!).toBeGreaterThan(0);
    expect(compareVariants(b, a).lift!).toBeLessThan(0);
  });

  it('decides by confidence, but never on a handful of visitors', () => {
    expect(isDecided(sample(2243, 241), sample(2223, 404))).toBe(true);
    expect(isDecided(sample(702, 53), sample(774, 64))).toBe(false);
    expect(isDecided(sample(50, 5), sample(50, 40))).toBe(false);
  });

  // 16 p(1-p) / d^2 is the rule of thumb: 16 * 0.11 * 0.89 / 0.02^2 = 3916 visitors each.
  it('estimates how many visitors are missing', () => {
    const { visitorsMissing } = compareVariants(sample(1000, 100), sample(1000, 120));
    expect(visitorsMissing).toBeGreaterThan(2700);
    expect(visitorsMissing).toBeLessThan(3000);
    expect(compareVariants(sample(5000, 500), sample(5000, 700)).visitorsMissing).toBe(0);
  });

  it('handles samples without visitors or successes', () => {
    expect(compareVariants(sample(0, 0), sample(0, 0))).toEqual({ lift: null, confidence: 0, visitorsMissing: 0 });
    expect(compareVariants(sample(100, 0), sample(100, 0)).confidence).toBe(0);
    expect(compareVariants(sample(100, 100), sample(100, 100)).confidence).toBe(0);
  });

  // Wilson's interval of 10 in 100: 5.52 % to 17.44 %, as tables give it.
  it('gives the interval of a rate', () => {
    const { low, high } = rateInterval(sample(100, 10));
    expect(low).toBeCloseTo(5.52, 2);
    expect(high).toBeCloseTo(17.44, 2);
    expect(rateInterval(sample(0, 0))).toEqual({ low: 0, high: 0 });
    expect(rateInterval(sample(10, 10)).high).toBeCloseTo(100, 10);
  });
});
