// Simulates experiments day by day on their sufficient statistics: counts per variant, not visitors. The errors of sketches are
// those of real sketches: a number of them is filled once, and each variant of a test gets one of their paths.

import type { ExperimentMetric } from '../../../src/core/answers/experiments/experiment-names.ts';
import { REVENUE_SCALE } from '../../../src/core/engine/rollups/metric.ts';
import { EXPLICIT_MAX, Sketch } from '../../../src/core/foundation/sketches/hyperloglog.ts';
import { Random } from '../../../src/core/foundation/statistics/random.ts';
import type { ArmCounts, DistinctCount } from '../../../src/extensions/experiments/arm.ts';
import { sampleRatioP } from '../../../src/extensions/experiments/health.ts';
import { hasEnoughData, rank, standingOf } from '../../../src/extensions/experiments/ranking.ts';
import { type Rules, WHOLE_TEST } from '../../../src/extensions/experiments/rules.ts';

export const DAYS = 60;
const WORD = 2 ** 32;

/** Draws from the binomial or Poisson distribution by its table. */
type Draw = (random: Random) => number;

export function binomial(trials: number, rate: number): Draw {
  const odds = Math.log(rate / (1 - rate));
  return byTable(trials * Math.log(1 - rate), trials, (k) => Math.log((trials - k) / (k + 1)) + odds);
}

export function poisson(mean: number): Draw {
  return byTable(-mean, Math.ceil(mean + 12 * Math.sqrt(mean) + 12), (k) => Math.log(mean / (k + 1)));
}

function byTable(logOfNone: number, max: number, logRatio: (k: number) => number): Draw {
  const cumulative = new Float64Array(max + 1);
  for (let k = 0, log = logOfNone, sum = 0; k <= max; log += logRatio(k), k++) {
    sum += Math.exp(log);
    cumulative[k] = sum;
  }
  return (random) => {
    const value = random.next();
    let [low, high] = [0, max];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (cumulative[middle]! < value) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

/** By day: what a sketch says, relative to the true count. */
export interface SketchPath {
  readonly visitors: Float64Array;
  readonly converters: Float64Array;
}

export function sketchPaths(random: Random, daily: number, rate: number, paths: number): SketchPath[] {
  return Array.from({ length: paths }, () => sketchPath(random, daily, rate));
}

function sketchPath(random: Random, daily: number, rate: number): SketchPath {
  const [all, some] = [new Sketch(), new Sketch()];
  const path = { visitors: new Float64Array(DAYS), converters: new Float64Array(DAYS).fill(1) };
  let converters = 0;
  for (let day = 0; day < DAYS; day++) {
    for (let visitor = 0; visitor < daily; visitor++) {
      const [low, high] = [(random.next() * WORD) | 0, (random.next() * WORD) | 0];
      all.add(low, high);
      if (random.chance(rate)) {
        some.add(low, high);
        converters++;
      }
    }
    path.visitors[day] = all.estimate() / (daily * (day + 1));
    if (converters > 0) path.converters[day] = some.estimate() / converters;
  }
  return path;
}

/** Without a path the count is exact, however large it is. */
export function counted(count: number, error: number | undefined): DistinctCount {
  if (error === undefined) return { count, isExact: true };
  return count <= EXPLICIT_MAX ? { count, isExact: true } : { count: Math.round(count * error), isExact: false };
}

export interface SimulatedTest {
  readonly seed: number;
  readonly tests: number;
  /** Visitors of each variant a day. */
  readonly daily: number;
  /** The rate of each variant. */
  readonly rates: readonly number[];
  /** How many real sketches are filled; 0: exact counts. */
  readonly paths: number;
}

const NONE = { count: 0, isExact: true };
export const NO_ORDERS = { completions: NONE, subscribes: NONE, orders: 0, revenue: 0, revenueSquared: 0 };

/** By test: the first day on which the engine calls a winner, looking every day; undefined: never. */
export function daysOfWinners({ seed, tests, daily, rates, paths }: SimulatedTest): (number | undefined)[] {
  const random = new Random(seed);
  const pool = paths > 0 ? sketchPaths(random, daily, rates[0]!, paths) : [];
  const draws = rates.map((rate) => binomial(daily, rate));
  return Array.from({ length: tests }, () => {
    const pathOf = rates.map(() => (pool.length > 0 ? pool[random.between(0, pool.length - 1)] : undefined));
    const converters = rates.map(() => 0);
    return firstDayOf('conversion_rate', (day) =>
      rates.map((_, arm): ArmCounts => {
        converters[arm]! += draws[arm]!(random);
        return {
          ...NO_ORDERS,
          visitors: counted(daily * (day + 1), pathOf[arm]?.visitors[day]),
          conversions: counted(converters[arm]!, pathOf[arm]?.converters[day]),
        };
      }),
    );
  });
}

/** Two variants with the same orders: their values are log-normal, so a few are very large. */
export function daysOfRevenueWinners(seed: number, tests: number, daily: number, orderRate: number) {
  const random = new Random(seed);
  const draw = poisson(daily * orderRate);
  return Array.from({ length: tests }, () => {
    const sums = [0, 1].map(() => ({ orders: 0, revenue: 0, revenueSquared: 0 }));
    return firstDayOf('revenue_per_visitor', (day) =>
      sums.map((sum): ArmCounts => {
        for (let order = draw(random); order > 0; order--) {
          const value = 50 * Math.exp(random.normal());
          sum.orders++;
          sum.revenue += value * REVENUE_SCALE;
          sum.revenueSquared += value ** 2 * REVENUE_SCALE;
        }
        return { ...NO_ORDERS, ...sum, conversions: NONE, visitors: { count: daily * (day + 1), isExact: true } };
      }),
    );
  });
}

function firstDayOf(metric: ExperimentMetric, countsOn: (day: number) => ArmCounts[]): number | undefined {
  for (let day = 0; day < DAYS; day++) {
    const counts = countsOn(day);
    if (hasWinner(metric, counts, day + 1, WHOLE_TEST)) return day + 1;
  }
  return undefined;
}

/** No lift is too small to matter, so nothing is called a draw. */
export function hasWinner(metric: ExperimentMetric, counts: readonly ArmCounts[], days: number, rules: Rules): boolean {
  return hasEnoughData(metric, counts, days, rules) && standingOf(rank(metric, counts, rules), 0, rules) === 'winner';
}

interface SimulatedShares {
  readonly seed: number;
  readonly tests: number;
  readonly daily: number;
  readonly shares: readonly number[];
  /** How the visitors are really divided; default: by the shares. */
  readonly actual?: readonly number[];
  readonly paths: number;
}

/** The share of tests with an alarm on any day. */
export function shareOfMismatchAlarms(simulated: SimulatedShares): number {
  const { seed, tests, daily, shares, actual = shares, paths } = simulated;
  const random = new Random(seed);
  const pools = shares.map((share) => sketchPaths(random, Math.round(daily * share), 0, paths));
  const draws = actual.map((share) => poisson(daily * share));
  let alarms = 0;
  for (let test = 0; test < tests; test++) {
    const pathOf = pools.map((pool) => (pool.length > 0 ? pool[random.between(0, pool.length - 1)] : undefined));
    const visitors = shares.map(() => 0);
    for (let day = 0; day < DAYS; day++) {
      for (const arm of shares.keys()) visitors[arm]! += draws[arm]!(random);
      const counts = visitors.map((count, arm) => counted(count, pathOf[arm]?.visitors[day]));
      if (sampleRatioP(counts, shares) >= 0.001) continue;
      alarms++;
      break;
    }
  }
  return alarms / tests;
}
