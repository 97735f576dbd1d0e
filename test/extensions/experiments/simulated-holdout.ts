// Simulates campaigns with a holdout day by day, and asks the engine on each day what the campaign has brought. What it really brings is
// known here.

import { REVENUE_SCALE } from '../../../src/core/engine/rollups/metric.ts';
import { Random } from '../../../src/core/foundation/statistics/random.ts';
import type { ArmCounts } from '../../../src/extensions/experiments/arm.ts';
import type { Experiment } from '../../../src/extensions/experiments/experiment.ts';
import { incrementalOf } from '../../../src/extensions/experiments/incremental.ts';
import { binomial, counted, DAYS, poisson, type SketchPath, sketchPaths } from './simulated-test.ts';

const MEASURES = ['revenue', 'orders', 'conversions'] as const;
type Measure = (typeof MEASURES)[number];

/** Order values are log-normal, so a few are very large. */
const VALUE_MEDIAN = 50;
const VALUE_MEAN = VALUE_MEDIAN * Math.exp(0.5);
const CONVERSION_RATE = 0.05;

export interface SimulatedHoldout {
  readonly seed: number;
  readonly tests: number;
  /** Visitors a day, of the holdout and of the others together. */
  readonly daily: number;
  readonly holdoutShare: number;
  /** Orders per visitor without the campaign. */
  readonly orderRate: number;
  /** Factor of the campaign on orders and conversions; 1: it changes nothing. */
  readonly effect: number;
  /** How many real sketches are filled; 0: exact counts. */
  readonly paths: number;
}

/** Shares of the tests. */
export interface HoldoutErrors {
  /** On any day, the engine said that the campaign brings revenue. */
  readonly gains: number;
  /** On any day, it said that the campaign costs revenue. */
  readonly losses: number;
  /** On any day, the interval did not contain what the campaign really brings. */
  readonly misses: Readonly<Record<Measure, number>>;
  /** How often it said so on the last day. */
  readonly gainsAtLast: number;
}

interface Group {
  /** A day. */
  readonly visitors: number;
  readonly factor: number;
  readonly pool: readonly SketchPath[];
  readonly drawOrders: (random: Random) => number;
  readonly drawConversions: (random: Random) => number;
}

export function simulateHoldouts(simulated: SimulatedHoldout): HoldoutErrors {
  const random = new Random(simulated.seed);
  const groups = [1, simulated.effect].map((factor, index) => groupOf(simulated, random, factor, index === 0));
  const outcomes = Array.from({ length: simulated.tests }, () => simulateOne(groups, simulated, random));
  const share = (holds: (outcome: Outcome) => boolean) => outcomes.filter(holds).length / outcomes.length;
  return {
    gains: share(({ gained }) => gained),
    losses: share(({ lost }) => lost),
    misses: {
      revenue: share(({ missed }) => missed.has('revenue')),
      orders: share(({ missed }) => missed.has('orders')),
      conversions: share(({ missed }) => missed.has('conversions')),
    },
    gainsAtLast: share(({ gainsAtLast }) => gainsAtLast),
  };
}

function groupOf(simulated: SimulatedHoldout, random: Random, factor: number, isHoldout: boolean): Group {
  const { daily, holdoutShare, orderRate, paths } = simulated;
  const visitors = Math.round(daily * (isHoldout ? holdoutShare : 1 - holdoutShare));
  return {
    visitors,
    factor,
    pool: sketchPaths(random, visitors, CONVERSION_RATE * factor, paths),
    drawOrders: poisson(visitors * orderRate * factor),
    drawConversions: binomial(visitors, CONVERSION_RATE * factor),
  };
}

interface Outcome {
  gained: boolean;
  lost: boolean;
  gainsAtLast: boolean;
  readonly missed: Set<Measure>;
}

function simulateOne(groups: readonly Group[], simulated: SimulatedHoldout, random: Random): Outcome {
  const outcome: Outcome = { gained: false, lost: false, gainsAtLast: false, missed: new Set() };
  const sums = groups.map(() => ({ orders: 0, revenue: 0, revenueSquared: 0, conversions: 0 }));
  const paths = groups.map(({ pool }) => (pool.length > 0 ? pool[random.between(0, pool.length - 1)] : undefined));
  for (let day = 0; day < DAYS; day++) {
    const counts = groups.map((group, index) => {
      addDay(sums[index]!, group, random);
      return countsOf(sums[index]!, group.visitors * (day + 1), paths[index], day);
    });
    look(outcome, experimentOf(counts, simulated, day), truthOf(groups, simulated, day));
  }
  return outcome;
}

function addDay(
  sum: Record<'orders' | 'revenue' | 'revenueSquared' | 'conversions', number>,
  group: Group,
  random: Random,
) {
  sum.conversions += group.drawConversions(random);
  for (let order = group.drawOrders(random); order > 0; order--) {
    const value = VALUE_MEDIAN * Math.exp(random.normal());
    sum.orders++;
    sum.revenue += value * REVENUE_SCALE;
    sum.revenueSquared += value ** 2 * REVENUE_SCALE;
  }
}

function countsOf(
  {
    orders,
    revenue,
    revenueSquared,
    conversions,
  }: Readonly<Record<'orders' | 'revenue' | 'revenueSquared' | 'conversions', number>>,
  visitors: number,
  path: SketchPath | undefined,
  day: number,
): ArmCounts {
  const none = { count: 0, isExact: true };
  return {
    visitors: counted(visitors, path?.visitors[day]),
    conversions: counted(conversions, path?.converters[day]),
    completions: none,
    subscribes: none,
    orders,
    revenue,
    revenueSquared,
  };
}

function experimentOf(counts: readonly ArmCounts[], { holdoutShare }: SimulatedHoldout, day: number): Experiment {
  const visitors = counts.map((arm) => arm.visitors.count);
  const share = Math.round(holdoutShare * 100);
  return {
    campaign: { id: 10, name: 'Popup' },
    currency: 'USD',
    arms: [
      { id: 100, name: null, variation: 'A', trafficPercentage: share, isHoldout: true },
      { id: 101, name: null, variation: 'B', trafficPercentage: 100 - share },
    ],
    views: visitors,
    test: {
      firstDay: 0,
      lastDay: day,
      sharesChangedDay: undefined,
      looks: [{ day, counts }],
      visitorsOfAny: { count: visitors[0]! + visitors[1]!, isExact: true },
      dailyVisitors: visitors.map((count) => count / (day + 1)),
    },
  };
}

/** What would not have come without the campaign, until this day. */
function truthOf([, shown]: readonly Group[], { orderRate }: SimulatedHoldout, day: number): Record<Measure, number> {
  const { visitors, factor } = shown!;
  const more = visitors * (day + 1) * (factor - 1);
  return { revenue: more * orderRate * VALUE_MEAN, orders: more * orderRate, conversions: more * CONVERSION_RATE };
}

function look(outcome: Outcome, experiment: Experiment, truth: Readonly<Record<Measure, number>>): void {
  const brought = incrementalOf(experiment)!;
  outcome.gainsAtLast = (brought.revenue?.low ?? 0) > 0;
  outcome.gained ||= outcome.gainsAtLast;
  outcome.lost ||= (brought.revenue?.high ?? 0) < 0;
  for (const measure of MEASURES) {
    const interval = brought[measure];
    if (interval && (truth[measure] < interval.low || truth[measure] > interval.high)) outcome.missed.add(measure);
  }
}
