// The numbers come from others: GrowthBook's tests of its sequential intervals (gbstats, class TestSequentialTTest in
// packages/stats/tests/frequentist/test_tests.py), and the tests of the library confseq (gostevehoward/confseq,
// test/uniform_boundaries_unittest.cpp, TestTwoSidedNormalMixture), which are from a reference implementation in R.
import { describe, expect, test } from 'vitest';
import { Random } from '../../../src/core/foundation/statistics/random.ts';
import { difference, lift, type Mean } from '../../../src/extensions/experiments/compare.ts';
import { anytimeP, standardErrors } from '../../../src/extensions/experiments/confidence-sequence.ts';

const levelOf = (alpha: number) => ({ alpha, tunedFor: alpha });
const LEVEL = levelOf(0.05);

/** The relative difference by the delta method, as GrowthBook computes it. */
function deltaMethod(control: Mean, variant: Mean): { estimate: number; error: number } {
  const ratio = variant.value / control.value;
  return {
    estimate: ratio - 1,
    error: Math.sqrt((variant.variance + ratio ** 2 * control.variance) / control.value ** 2),
  };
}

function proportion(hits: number, visitors: number): Mean {
  const value = hits / visitors;
  return { value, variance: (value * (1 - value)) / visitors, visitors };
}

function sampleMean(sum: number, squares: number, visitors: number): Mean {
  const variance = (squares - sum ** 2 / visitors) / (visitors - 1) / visitors;
  return { value: sum / visitors, variance, visitors };
}

describe("GrowthBook's published intervals", () => {
  test('1,396 of 3,000 against 2,422 of 3,461: +50.386 %, from 0.40098 to 0.60675', () => {
    const [control, variant] = [proportion(1396, 3000), proportion(2422, 3461)];
    const { estimate, error } = deltaMethod(control, variant);
    const reach = standardErrors(6461, 0.05) * error;
    expect(estimate).toBeCloseTo(0.50386, 5);
    expect(estimate - reach).toBeCloseTo(0.40098, 5);
    expect(estimate + reach).toBeCloseTo(0.60675, 5);
  });

  test('a mean of 3,000 against one of 3,461 visitors, tuned to 1,000: from -0.55844 to 1.56516', () => {
    const [control, variant] = [sampleMean(1396.87, 52377.9767, 3000), sampleMean(2422.7, 134698.29, 3461)];
    const { estimate, error } = deltaMethod(control, variant);
    const reach = standardErrors(6461, 0.05, { tunedTo: 1_000 }) * error;
    expect(estimate).toBeCloseTo(0.50336, 5);
    expect(estimate - reach).toBeCloseTo(-0.55844, 5);
    expect(estimate + reach).toBeCloseTo(1.56516, 5);
  });
});

describe('the library confseq', () => {
  test('at 100 visitors, tuned to 100, the bound on the sum is 30.35209: 3.035209 standard errors', () => {
    expect(standardErrors(100, 0.05, { tunedTo: 100 })).toBeCloseTo(3.035209, 6);
  });

  test('the evidence of a sum of 30 at 100 visitors, tuned to 5,000, by the same mixture', () => {
    // exp(-log_superMG(s, v)) with rho = best_rho(5000, 0.05) = 630.028: sqrt((v + rho) / rho) * exp(-s² / (2 (v + rho))).
    const rho = 630.028;
    expect(anytimeP(3, 100, 0.05)).toBeCloseTo(Math.sqrt(730.028 / rho) * Math.exp(-900 / (2 * 730.028)), 4);
  });
});

test('an anytime p-value is the alpha at which the interval just touches', () => {
  const reach = standardErrors(4_000, 0.05);
  expect(anytimeP(reach, 4_000, 0.05)).toBeCloseTo(0.05, 10);
  expect(anytimeP(reach * 1.01, 4_000, 0.05)).toBeLessThan(0.05);
});

describe('intervals', () => {
  // Computed from the same formula in NumPy.
  test.each([
    { counts: [1396, 3000, 2422, 3461], alpha: 0.05, low: 0.19804879693925878, high: 0.2708800290262618 },
    { counts: [500, 10000, 600, 10000], alpha: 0.05, low: -7.979054320672412e-5, high: 0.020079790543206716 },
    { counts: [50, 1000, 75, 1000], alpha: 0.05 / 3, low: -0.012747826533115729, high: 0.06274782653311572 },
  ])('the difference of $counts', ({ counts: [hitsA, visitorsA, hitsB, visitorsB], alpha, low, high }) => {
    const interval = difference(proportion(hitsA!, visitorsA!), proportion(hitsB!, visitorsB!), levelOf(alpha));
    expect(interval.low).toBeCloseTo(low, 10);
    expect(interval.high).toBeCloseTo(high, 10);
  });

  test('the ratio is the set of ratios that the sequence does not exclude', () => {
    const [control, variant] = [proportion(150, 3000), proportion(210, 3100)];
    const { low, high } = lift(control, variant, LEVEL);
    for (const bound of [low, high!]) {
      const scaled = { ...control, value: control.value * (1 + bound), variance: control.variance * (1 + bound) ** 2 };
      const { low: from, high: to } = difference(scaled, variant, LEVEL);
      expect(Math.min(Math.abs(from), Math.abs(to))).toBeLessThan(1e-12);
    }
  });

  test('difference and lift never contradict each other', () => {
    const random = new Random(31_337);
    for (let round = 0; round < 20_000; round++) {
      const [visitorsA, visitorsB] = [random.between(100, 20_000), random.between(100, 20_000)];
      const rate = random.next() ** 3;
      const control = proportion(1 + Math.floor(visitorsA * rate * 0.99), visitorsA);
      const variant = proportion(1 + Math.floor(visitorsB * rate * (0.7 + 0.6 * random.next()) * 0.7), visitorsB);
      const [absolute, relative] = [difference(control, variant, LEVEL), lift(control, variant, LEVEL)];
      expect(Math.sign(absolute.low)).toBe(Math.sign(relative.low));
      if (relative.high !== null) expect(Math.sign(absolute.high)).toBe(Math.sign(relative.high));
    }
  });

  test('without an upper bound while the control may be 0', () => {
    expect(lift(proportion(1, 500), proportion(9, 500), LEVEL)).toMatchObject({ low: -1, high: null });
    expect(lift(proportion(0, 500), proportion(9, 500), LEVEL)).toEqual({ estimate: null, low: -1, high: null });
  });
});
