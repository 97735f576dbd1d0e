// Every expected value is a published one; its source stands beside it. More digits than the source prints are from
// SciPy 1.17 (scipy.stats.norm, scipy.stats.t), an independent implementation.

import {
  batchMeansP,
  holm,
  normalQuantile,
  normalUpperTail,
  predictionP,
  sampleSizePerGroup,
  studentTwoSidedP,
  twoProportionZ,
  twoSidedP,
} from '@funnel/report-files/statistics.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

/** Equal to so many significant digits, however small. */
function expectDigits(actual: number, expected: number, digits: number): void {
  expect(Math.abs(actual / expected - 1)).toBeLessThan(5 * 10 ** -digits);
}

describe('the normal distribution', () => {
  // NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.1: area from 0 to z is 0.19146, 0.34134, 0.47500, 0.49865.
  test.each([
    [0.5, 0.3085375387259869],
    [1, 0.15865525393145707],
    [1.96, 0.024997895148220435],
    [3, 0.001349898031630093],
    [3.5, 0.00023262907903552502],
    [5, 2.8665157187919344e-7],
    [8, 6.22096057427174e-16],
    [12, 1.776482112077654e-33],
  ])('above %d lies %d', (z, tail) => {
    expectDigits(normalUpperTail(z), tail, 12);
    expect(normalUpperTail(-z)).toBeCloseTo(1 - tail, 14);
  });

  // NIST/SEMATECH e-Handbook 1.3.6.7.1 and any table: 1.282, 1.645, 1.960, 2.326, 2.576.
  test.each([
    [0.9, 1.2815515655446004],
    [0.95, 1.644853626951472],
    [0.975, 1.959963984540054],
    [0.99, 2.3263478740408408],
    [0.995, 2.5758293035489004],
    [0.5, 0],
  ])('the quantile of %d is %d', (probability, z) => {
    expect(normalQuantile(probability)).toBeCloseTo(z, 12);
    expect(normalQuantile(1 - probability)).toBeCloseTo(-z, 12);
  });

  test('both ends together are twice one end', () => {
    expect(twoSidedP(-1.96)).toBeCloseTo(0.05, 4);
  });
});

describe("Student's t", () => {
  // NIST/SEMATECH e-Handbook 1.3.6.7.2, upper critical values: 12.706 (1 degree, 0.025), 2.571 (5), 2.228 (10),
  // 2.750 (30, 0.005), 3.499 (7, 0.005).
  test.each([
    [12.706, 1, 0.05],
    [2.571, 5, 0.05],
    [2.228, 10, 0.05],
    [2.75, 30, 0.01],
    [3.499, 7, 0.01],
    [4.303, 2, 0.05],
  ])('t = %d with %d degrees of freedom leaves %d', (t, degrees, p) => {
    expect(studentTwoSidedP(t, degrees)).toBeCloseTo(p, 4);
  });

  test.each([
    [3.5, 7, 0.009993040881885549],
    [0.5, 3, 0.651447964848151],
    [5, 4, 0.007490433881274526],
  ])('to many digits, t = %d with %d degrees', (t, degrees, p) => {
    expectDigits(studentTwoSidedP(t, degrees), p, 11);
    expectDigits(studentTwoSidedP(-t, degrees), p, 11);
  });

  test('with many degrees it is the normal distribution', () => {
    expect(studentTwoSidedP(2, 100_000)).toBeCloseTo(twoSidedP(2), 5);
  });

  // The prediction interval of one more value from the same population; p by scipy.stats.t.
  test('one more value against four earlier ones', () => {
    expect(predictionP(6, [5, 5.2, 4.9, 5.1], 0)).toBeCloseTo(0.00713633279029599, 12);
    expect(predictionP(6, [5, 5, 5, 5], 1)).toBeGreaterThan(0.3);
  });

  // With batches of one value each it is the two-sample t-test: scipy.stats.ttest_ind of the same numbers.
  test('means of batches', () => {
    const single = (values: number[]) => values.map((mean) => ({ mean, size: 1 }));
    const p = batchMeansP(single([20.4, 24.2, 15.4, 21.4, 20.2, 18.5, 21.5]), single([20.2, 16.9, 18.5, 17.3, 20.5]));
    expect(p).toBeCloseTo(0.2891510082227515, 12);
  });

  test('larger batches weigh more', () => {
    const calm = [10, 10.2, 9.8, 10.1].map((mean) => ({ mean, size: 50 }));
    const withOutlier = (size: number) => [{ mean: 14, size }, ...calm.map(({ mean }) => ({ mean, size: 50 }))];
    expect(batchMeansP(calm, withOutlier(1))).toBeGreaterThan(batchMeansP(calm, withOutlier(50)));
  });
});

describe('two proportions', () => {
  // Penn State STAT 415, lesson 9.4 (a poll of TIME, 18 April 1994): 351 of 605 against 41 of 195 gives Z = 8.99.
  test('smokers and non-smokers on a tax', () => {
    expect(twoProportionZ({ hits: 351, trials: 605 }, { hits: 41, trials: 195 })).toBeCloseTo(8.99, 2);
  });

  // Chap T. Le, Introductory Biostatistics, example 6.6: 11 of 61 against 35 of 238 gives z = 0.64 (with p rounded).
  test('shipyard work and lung cancer', () => {
    expect(twoProportionZ({ hits: 11, trials: 61 }, { hits: 35, trials: 238 })).toBeCloseTo(0.64, 1);
  });

  // Agresti, Categorical Data Analysis, the Physicians' Health Study: 189 of 11,034 against 104 of 11,037, X² = 25.01.
  test('aspirin and heart attacks', () => {
    expect(twoProportionZ({ hits: 189, trials: 11_034 }, { hits: 104, trials: 11_037 }) ** 2).toBeCloseTo(25.01, 2);
  });

  test('is the same from the other side, and nothing where nobody or everybody hits', () => {
    const share = fc.tuple(fc.integer({ min: 1, max: 5_000 }), fc.double({ min: 0, max: 1, noNaN: true }));
    fc.assert(
      fc.property(share, share, ([n, p], [m, q]) => {
        const a = { hits: Math.round(n * p), trials: n };
        const b = { hits: Math.round(m * q), trials: m };
        expect(twoProportionZ(a, b)).toBeCloseTo(-twoProportionZ(b, a), 10);
      }),
      { seed: 1, numRuns: 200 },
    );
    expect(twoProportionZ({ hits: 0, trials: 10 }, { hits: 0, trials: 20 })).toBe(0);
    expect(twoProportionZ({ hits: 10, trials: 10 }, { hits: 20, trials: 20 })).toBe(0);
  });

  // The examples of R's power.prop.test: n = 76.7 for 90 % power; 50 a group have a power of 0.740.
  test('sample size', () => {
    expect(sampleSizePerGroup(0.5, 0.75, 0.05, 0.9)).toBeCloseTo(76.7, 1);
    expect(sampleSizePerGroup(0.5, 0.75, 0.05, 0.74)).toBeCloseTo(50, 0);
    expect(sampleSizePerGroup(0.1, 0.1, 0.05, 0.8)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe("Holm's step-down", () => {
  const rejected = (pValues: number[], weights: number[] = []) => {
    const tests = pValues.map((pValue, index) => ({ pValue, weight: weights[index] ?? 1 }));
    const holding = holm(tests, 0.05);
    return tests.filter((each) => holding.has(each)).map(({ pValue }) => pValue);
  };

  // The worked example of Wikipedia's "Holm-Bonferroni method".
  test('four p-values of which two hold', () => {
    expect(rejected([0.01, 0.04, 0.03, 0.005])).toEqual([0.01, 0.005]);
  });

  test('nothing holds behind the first that does not', () => {
    expect(rejected([0.02, 0.02, 0.02])).toEqual([]);
    expect(rejected([0.001, 0.03, 0.026])).toEqual([0.001]);
  });

  test('a test of more weight needs less evidence', () => {
    expect(rejected([0.03, 0.9], [3, 1])).toEqual([0.03]);
    expect(rejected([0.03, 0.9], [1, 3])).toEqual([]);
  });

  test('never more than single tests would allow, never fewer than Bonferroni', () => {
    const pValues = fc.array(fc.double({ min: 0, max: 0.1, noNaN: true }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(pValues, (values) => {
        const holding = rejected(values);
        expect(holding.every((p) => p <= 0.05)).toBe(true);
        expect(holding.length).toBeGreaterThanOrEqual(values.filter((p) => p <= 0.05 / values.length).length);
      }),
      { seed: 2, numRuns: 300 },
    );
  });

  test('without tests nothing holds, and what is no number does not', () => {
    expect(rejected([])).toEqual([]);
    expect(rejected([Number.NaN])).toEqual([]);
  });
});
