// What the engine promises about segments, by simulation: whoever looks at many of them, every day, finds no more false winners than 5 %.
// The seeds were fixed before the first run, and no other seed was ever tried here. `npm run simulate -- segments` runs 10,000 tests of
// each kind; the suite runs fewer, which is still far more than an engine without the division of the error budget needs to fail.
import { afterAll, describe, expect, it, test, vi } from 'vitest';
import { DIMENSIONS } from '../../../src/core/foundation/dimensions/dimension.ts';
import { WHOLE_TEST } from '../../../src/extensions/experiments/rules.ts';
import { IS_LONG } from '../../support/long.ts';
import { daysOfSegmentWinners, fallingShares, falseRevenueWinners, falseWinners } from './simulated-segments.ts';
import { DAYS } from './simulated-test.ts';

const TESTS = Number(process.env.SIMULATED_EXPERIMENTS ?? (IS_LONG ? 200 : 50));
/** For 10,000 tests on a busy machine. */
vi.setConfig({ testTimeout: 1_800_000 });
const FALSE_WINNERS_MAX = 0.05;
const SEEDS = {
  oneDimension: 10_946,
  allDimensions: 17_711,
  unequal: 46_368,
  revenue: 75_025,
  uncorrected: 2_584,
  lift: 121_393,
};
const FIFTEEN = fallingShares(15);
const EQUAL = [0.5, 0.5];
const RATES = [0.005, 0.05, 0.3];

afterAll(() => vi.resetConfig());

const percent = (share: number) => `${(share * 100).toFixed(2)} %`;

function report(what: string, seed: number, result: string): void {
  process.stdout.write(`${what} (seed ${seed}, ${TESTS.toLocaleString('en-US')} tests): ${result}\n`);
}

describe(`without a difference, fifteen segments looked at on each of ${DAYS} days: at most 5 % of tests ever get a winner`, () => {
  const cases = [
    { name: 'one dimension', seed: SEEDS.oneDimension, dimensions: 1, split: EQUAL, rates: RATES },
    {
      name: 'unequal shares of traffic',
      seed: SEEDS.unequal,
      dimensions: 1,
      split: [0.8, 0.2],
      rates: TESTS > 100 ? RATES : [0.05],
    },
    {
      name: 'fifteen in each of all dimensions',
      seed: SEEDS.allDimensions,
      dimensions: DIMENSIONS.length,
      split: EQUAL,
      rates: [0.05],
    },
  ].flatMap(({ rates, ...simulated }) => rates.map((rate) => ({ ...simulated, rate })));

  test.each(cases)('$name, rate $rate', ({ name, ...simulated }) => {
    const found = falseWinners({ ...simulated, tests: TESTS, daily: 4_000, shares: FIFTEEN });
    report(
      `${name}, rate ${percent(simulated.rate)}`,
      simulated.seed,
      `in any segment ${percent(found.segments)}, in the whole test ${percent(found.whole)}, in either ${percent(found.either)}`,
    );
    expect(found.either).toBeLessThanOrEqual(FALSE_WINNERS_MAX);
  });

  it('also by revenue per visitor, with a few very large orders', () => {
    const simulated = { seed: SEEDS.revenue, tests: TESTS, daily: 2_000, rate: 0.03, dimensions: 1, shares: FIFTEEN };
    const found = falseRevenueWinners({ ...simulated, split: EQUAL });
    report('revenue per visitor', SEEDS.revenue, percent(found));
    expect(found).toBeLessThanOrEqual(FALSE_WINNERS_MAX);
  });

  it('while each segment judged like a whole test gives more', () => {
    const simulated = { seed: SEEDS.uncorrected, tests: TESTS, daily: 4_000, split: EQUAL, rate: 0.05, dimensions: 1 };
    const found = falseWinners({ ...simulated, shares: FIFTEEN, rulesOf: () => WHOLE_TEST });
    report('each segment like a whole test', SEEDS.uncorrected, percent(found.segments));
    expect(found.segments).toBeGreaterThan(FALSE_WINNERS_MAX);
  });
});

describe('a lift of 20 % in one segment is found, with more visitors than in a whole test', () => {
  const cases = [
    { share: 0.5, rate: 0.05 },
    { share: 0.1, rate: 0.05 },
    { share: 0.01, rate: 0.05 },
    { share: 0.1, rate: 0.3 },
  ];
  test.each(cases)('rate $rate, $share of the views', ({ share, rate }) => {
    const daily = rate === 0.05 ? 800 : 100;
    const days = daysOfSegmentWinners({ seed: SEEDS.lift, tests: TESTS, daily, rate, lift: 0.2, share });
    const sorted = days.map((day) => day ?? Number.POSITIVE_INFINITY).toSorted((a, b) => a - b);
    const visitorsAt = (part: number) =>
      (sorted[Math.floor(part * (sorted.length - 1))]! * daily).toLocaleString('en-US');
    report(
      `rate ${percent(rate)}, a segment with ${percent(share)} of the views`,
      SEEDS.lift,
      `visitors of each variant until half, and until 80 %, of the winners are found: ${visitorsAt(0.5)}, ${visitorsAt(0.8)}`,
    );
    expect(sorted[Math.floor(0.8 * (sorted.length - 1))]).toBeLessThanOrEqual(DAYS);
  });
});
