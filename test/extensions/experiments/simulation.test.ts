// What the engine promises, by simulation: how often it is wrong if somebody looks every day, and what that costs in days.
// The seeds were fixed before the first run, and no other seed was ever tried here. `npm run simulate` runs 10,000 tests of each
// kind; the suite runs fewer, which is still far more than a broken engine needs to fail.

import { normalQuantile, sampleSizePerGroup } from '@funnel/report-files/statistics.ts';
import { afterAll, describe, expect, it, test, vi } from 'vitest';
import { Random } from '../../../src/core/foundation/statistics/random.ts';
import { IS_LONG } from '../../support/long.ts';
import {
  binomial,
  DAYS,
  daysOfRevenueWinners,
  daysOfWinners,
  type SimulatedTest,
  shareOfMismatchAlarms,
} from './simulated-test.ts';

const TESTS = Number(process.env.SIMULATED_EXPERIMENTS ?? (IS_LONG ? 400 : 100));
const PATHS = TESTS >= 10_000 ? 200 : IS_LONG ? 30 : 8;
/** Fewer cases suit every run: those between them are no other case. */
const HAS_ALL_CASES = IS_LONG || TESTS >= 10_000;
/** For 10,000 tests on a busy machine. */
vi.setConfig({ testTimeout: 600_000 });
const FALSE_WINNERS_MAX = 0.05;
const FALSE_ALARMS_MAX = 0.001;
const SEEDS = { noDifference: 4_711, revenue: 8_128, lift: 65_537, shares: 28_657, wrongShares: 1_597, naive: 6_765 };

afterAll(() => vi.resetConfig());

function shareWithWinner(days: readonly (number | undefined)[]): number {
  return days.filter((day) => day !== undefined).length / days.length;
}

/** A test that was never decided counts as longer than all others. */
function medianDay(days: readonly (number | undefined)[]): number {
  return days.map((day) => day ?? Number.POSITIVE_INFINITY).toSorted((a, b) => a - b)[days.length >> 1]!;
}

function report(what: string, seed: number, result: string, tests = TESTS): void {
  process.stdout.write(`${what} (seed ${seed}, ${tests.toLocaleString('en-US')} tests): ${result}\n`);
}

const percent = (share: number) => `${(share * 100).toFixed(2)} %`;

describe(`without a difference, looked at on each of ${DAYS} days, at most 5 % of tests ever get a winner`, () => {
  const cases = [2, 3, 5]
    .flatMap((variants) => [0.005, 0.05, 0.3].flatMap((rate) => [0, PATHS].map((paths) => ({ variants, rate, paths }))))
    .filter(({ variants, rate }) => HAS_ALL_CASES || variants === 2 || rate === 0.05);
  test.each(cases)('$variants variants, rate $rate, $paths sketches', ({ variants, rate, paths }) => {
    const seed = SEEDS.noDifference + 100 * variants + Math.round(rate * 1_000);
    const days = daysOfWinners({ seed, tests: TESTS, daily: 1_000, rates: Array(variants).fill(rate), paths });
    const counts = paths > 0 ? 'sketched' : 'exact';
    report(`${variants} variants, rate ${percent(rate)}, ${counts}`, seed, percent(shareWithWinner(days)));
    expect(shareWithWinner(days)).toBeLessThanOrEqual(FALSE_WINNERS_MAX);
  });

  it('also by revenue per visitor, with a few very large orders', () => {
    const days = daysOfRevenueWinners(SEEDS.revenue, TESTS, 500, 0.03);
    report('revenue per visitor', SEEDS.revenue, percent(shareWithWinner(days)));
    expect(shareWithWinner(days)).toBeLessThanOrEqual(FALSE_WINNERS_MAX);
  });

  it('while a test for a single look calls a winner far more often', () => {
    const random = new Random(SEEDS.naive);
    const draw = binomial(1_000, 0.05);
    let winners = 0;
    for (let round = 0; round < TESTS; round++) {
      const hits = [0, 0];
      for (let day = 1; day <= DAYS; day++) {
        for (const arm of hits.keys()) hits[arm]! += draw(random);
        const pooled = (hits[0]! + hits[1]!) / (2_000 * day);
        const z = Math.abs(hits[0]! - hits[1]!) / (1_000 * day) / Math.sqrt((pooled * (1 - pooled)) / (500 * day));
        if (z < normalQuantile(0.975)) continue;
        winners++;
        break;
      }
    }
    report('a test for a single look', SEEDS.naive, percent(winners / TESTS));
    expect(winners / TESTS).toBeGreaterThan(4 * FALSE_WINNERS_MAX);
  });
});

describe('with a true lift, the median time to a winner is at most 1.5 times that of a test with one planned look', () => {
  const cases = [
    { rate: 0.05, lift: 0.2, daily: 500 },
    { rate: 0.3, lift: 0.1, daily: 300 },
    { rate: 0.005, lift: 0.3, daily: 3_000 },
  ];
  test.each(cases)('rate $rate, lift $lift, $daily visitors a day', ({ rate, lift, daily }) => {
    const rates = [rate, rate * (1 + lift)];
    const planned = sampleSizePerGroup(rates[0]!, rates[1]!, 0.05, 0.8) / daily;
    const simulated: SimulatedTest = { seed: SEEDS.lift, tests: TESTS, daily, rates, paths: PATHS };
    const days = daysOfWinners(simulated);
    report(
      `rate ${percent(rate)}, lift ${percent(lift)}, ${daily} visitors of each variant a day`,
      SEEDS.lift,
      `median ${medianDay(days)} days, one planned look with 80 % power: ${planned.toFixed(1)} days, found within ${DAYS} days: ` +
        `${percent(shareWithWinner(days))}`,
    );
    expect(medianDay(days)).toBeLessThanOrEqual(1.5 * planned);
    expect(shareWithWinner(days)).toBeGreaterThan(0.8);
  });
});

describe('visitors per variant', () => {
  const EQUAL_3 = [1 / 3, 1 / 3, 1 / 3];
  const EQUAL_5 = [0.2, 0.2, 0.2, 0.2, 0.2];
  const cases = [[0.5, 0.5], [0.9, 0.1], EQUAL_3, [0.8, 0.1, 0.1], EQUAL_5]
    .flatMap((shares) => [0, PATHS].map((paths) => ({ shares, paths })))
    .filter(({ shares }) => HAS_ALL_CASES || shares === EQUAL_5 || shares.includes(0.8));
  /** There are so many that a single alarm is within the goal. */
  const tests = Math.max(1_000, TESTS);

  test.each(cases)('healthy tests get an alarm in at most 0.1 %: $shares, $paths sketches', ({ shares, paths }) => {
    const alarms = shareOfMismatchAlarms({ seed: SEEDS.shares, tests, daily: 2_000, shares, paths });
    report(
      `shares ${shares.map((share) => share.toFixed(2)).join(' / ')}, ${paths} sketches`,
      SEEDS.shares,
      percent(alarms),
    );
    expect(alarms).toBeLessThanOrEqual(FALSE_ALARMS_MAX);
  });

  it('a tenth of the visitors of one variant lost is found', () => {
    const alarms = shareOfMismatchAlarms({
      seed: SEEDS.wrongShares,
      tests: 200,
      daily: 2_000,
      shares: [0.5, 0.5],
      actual: [0.5, 0.45],
      paths: 10,
    });
    report('a tenth of one variant lost', SEEDS.wrongShares, percent(alarms), 200);
    expect(alarms).toBeGreaterThan(0.95);
  });
});
