// What the engine promises about campaigns with a holdout, by simulation: how often it claims money that the campaign does not bring, and
// how often its interval misses what the campaign really brings, if somebody looks every day. The seeds were fixed before the first run.
// `npm run simulate -- incremental` runs 10,000 tests of each kind; the suite runs fewer.
import { afterAll, describe, expect, test, vi } from 'vitest';
import { IS_LONG } from '../../support/long.ts';
import { type HoldoutErrors, type SimulatedHoldout, simulateHoldouts } from './simulated-holdout.ts';
import { DAYS } from './simulated-test.ts';

const TESTS = Number(process.env.SIMULATED_EXPERIMENTS ?? (IS_LONG ? 200 : 60));
const PATHS = TESTS >= 10_000 ? 200 : IS_LONG ? 10 : 4;
/** For 10,000 tests on a busy machine. */
vi.setConfig({ testTimeout: 600_000 });
afterAll(() => vi.resetConfig());

const ERRORS_MAX = 0.05;
const SEEDS = { noEffect: 196_418, effect: 317_811, harm: 514_229 };

/** A small holdout, a large one, and one with few orders: about 0.5 of them a day at first. */
const KINDS = [
  { daily: 1_000, holdoutShare: 0.1, orderRate: 0.03 },
  { daily: 1_000, holdoutShare: 0.5, orderRate: 0.03 },
  { daily: 1_000, holdoutShare: 0.1, orderRate: 0.005 },
];
const CASES = KINDS.flatMap((kind) => [0, PATHS].map((paths) => ({ ...kind, paths })));

function simulate(simulated: Omit<SimulatedHoldout, 'tests'>): HoldoutErrors {
  const errors = simulateHoldouts({ ...simulated, tests: TESTS });
  const { gains, losses, misses, gainsAtLast } = errors;
  const percent = (share: number) => `${(share * 100).toFixed(2)} %`;
  const { daily, holdoutShare, orderRate, effect, paths, seed } = simulated;
  process.stdout.write(
    `${daily} visitors a day, holdout ${percent(holdoutShare)}, ${percent(orderRate)} order, effect ${percent(effect - 1)}, ` +
      `${paths > 0 ? 'sketched' : 'exact'} (seed ${seed}, ${TESTS.toLocaleString('en-US')} tests): claims gains ${percent(gains)} ` +
      `(on the last day ${percent(gainsAtLast)}), losses ${percent(losses)}, misses revenue ${percent(misses.revenue)}, ` +
      `orders ${percent(misses.orders)}, conversions ${percent(misses.conversions)}\n`,
  );
  return errors;
}

function expectCovered({ misses }: HoldoutErrors): void {
  expect(misses.revenue).toBeLessThanOrEqual(ERRORS_MAX);
  expect(misses.orders).toBeLessThanOrEqual(ERRORS_MAX);
  expect(misses.conversions).toBeLessThanOrEqual(ERRORS_MAX);
}

describe(`looked at on each of ${DAYS} days`, () => {
  test.each(CASES)(
    'without an effect, at most 5 % ever claim money: $holdoutShare holdout, $orderRate order, $paths sketches',
    (kind) => {
      const errors = simulate({ ...kind, seed: SEEDS.noEffect, effect: 1 });
      expect(errors.gains).toBeLessThanOrEqual(ERRORS_MAX);
      expect(errors.losses).toBeLessThanOrEqual(ERRORS_MAX);
      expectCovered(errors);
    },
  );

  test.each(CASES)(
    'with 30 % more, the intervals hold in 95 %: $holdoutShare holdout, $orderRate order, $paths sketches',
    (kind) => {
      const errors = simulate({ ...kind, seed: SEEDS.effect, effect: 1.3 });
      expectCovered(errors);
      expect(errors.losses).toBeLessThanOrEqual(ERRORS_MAX);
    },
  );

  test.each(CASES)(
    'with 30 % less, the intervals hold in 95 %: $holdoutShare holdout, $orderRate order, $paths sketches',
    (kind) => {
      const errors = simulate({ ...kind, seed: SEEDS.harm, effect: 0.7 });
      expectCovered(errors);
      expect(errors.gains).toBeLessThanOrEqual(ERRORS_MAX);
    },
  );
});

test('a large effect is found', () => {
  const errors = simulate({
    daily: 2_000,
    holdoutShare: 0.5,
    orderRate: 0.03,
    effect: 1.5,
    seed: SEEDS.effect,
    paths: 0,
  });
  expect(errors.gains).toBeGreaterThan(0.8);
});
