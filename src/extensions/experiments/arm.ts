// The counts of a variant, and the means over its visitors.
import type { ExperimentMetric } from '../../core/answers/experiments/experiment-names.ts';
import { REVENUE_SCALE } from '../../core/engine/rollups/metric.ts';
import { EXPLICIT_MAX } from '../../core/foundation/sketches/hyperloglog.ts';
import type { Mean } from './compare.ts';

/** The standard error of an estimate by sketch: see hyperloglog.ts. */
const SKETCH_ERROR = 0.0081;
const EVENTS_ADDED = 5;

/** Distinct visitors. */
export interface DistinctCount {
  readonly count: number;
  /** false: estimated by a sketch. */
  readonly isExact: boolean;
}

export interface ArmCounts {
  readonly visitors: DistinctCount;
  readonly conversions: DistinctCount;
  readonly completions: DistinctCount;
  readonly subscribes: DistinctCount;
  readonly orders: number;
  /** The amount is in 1/10,000 of a currency unit. */
  readonly revenue: number;
  /** The sum of the squared order values, in 1/10,000 of a squared currency unit. */
  readonly revenueSquared: number;
}

/** A count as a sketch gives it. */
export function distinctCount(count: number): DistinctCount {
  return { count, isExact: count <= EXPLICIT_MAX };
}

/** Revenue is in currency units. `spreadMin`: the variance of a visitor is at least this. */
export function meanOf(metric: ExperimentMetric, counts: ArmCounts, spreadMin = 0): Mean {
  const { visitors, orders, revenue } = counts;
  const hits = convertersOf(metric, counts);
  if (hits) return rateOf(hits, visitors, spreadMin);
  const sum = metric === 'order_rate' ? orders : revenue / REVENUE_SCALE;
  return meanOfSum(sum, squaresOf(metric, counts), visitors, spreadMin);
}

/**
 * The variance of a visitor, estimated with caution: as if there were a few more who convert, and a few more who don't. Agresti and Coull
 * add half the square of the interval's standard errors, which are about three here. undefined: nothing has happened yet.
 */
export function cautiousSpread(metric: ExperimentMetric, counts: ArmCounts): number | undefined {
  const { count } = counts.visitors;
  const events = eventsOf(metric, counts);
  if (count === 0 || events === 0) return undefined;
  if (!convertersOf(metric, counts)) return (squaresOf(metric, counts) / count) * (1 + EVENTS_ADDED / events);
  const rate = (Math.min(events, count) + EVENTS_ADDED) / (count + 2 * EVENTS_ADDED);
  return rate * (1 - rate);
}

/** The sum of the squares of orders, or of their values. */
function squaresOf(metric: ExperimentMetric, { orders, revenueSquared }: ArmCounts): number {
  return metric === 'order_rate' ? orders : revenueSquared / REVENUE_SCALE;
}

/** Variants that are taken as one. */
export function sumOfArms(arms: readonly ArmCounts[]): ArmCounts {
  return arms.reduce((a, b) => ({
    visitors: sumOfCounts(a.visitors, b.visitors),
    conversions: sumOfCounts(a.conversions, b.conversions),
    completions: sumOfCounts(a.completions, b.completions),
    subscribes: sumOfCounts(a.subscribes, b.subscribes),
    orders: a.orders + b.orders,
    revenue: a.revenue + b.revenue,
    revenueSquared: a.revenueSquared + b.revenueSquared,
  }));
}

/** The errors of two sketches partly cancel out. To take them as one is on the safe side. */
function sumOfCounts(a: DistinctCount, b: DistinctCount): DistinctCount {
  return { count: a.count + b.count, isExact: a.isExact && b.isExact };
}

/** How many visitors, or orders, the mean rests on. */
export function eventsOf(metric: ExperimentMetric, counts: ArmCounts): number {
  return convertersOf(metric, counts)?.count ?? counts.orders;
}

/** undefined: the metric counts orders. */
export function convertersOf(metric: ExperimentMetric, counts: ArmCounts): DistinctCount | undefined {
  if (metric === 'conversion_rate') return counts.conversions;
  if (metric === 'completion_rate') return counts.completions;
  return metric === 'subscribe_rate' ? counts.subscribes : undefined;
}

/** A rate is at most 1, although a visitor may convert without a view. */
function rateOf(hits: DistinctCount, visitors: DistinctCount, spreadMin: number): Mean {
  if (visitors.count === 0) return { value: 0, variance: 0, visitors: 0 };
  const value = Math.min(1, hits.count / visitors.count);
  // The two estimates share visitors, so their errors partly cancel out. To add both is on the safe side.
  const sketches = value ** 2 * (sketchVariance(hits) + sketchVariance(visitors));
  const spread = Math.max(value * (1 - value), spreadMin);
  return { value, variance: spread / visitors.count + sketches, visitors: visitors.count };
}

/**
 * Orders carry no visitor, so they are taken as independent of each other: the variance is that of a compound Poisson sum,
 * the sum of squares.
 */
function meanOfSum(sum: number, squares: number, visitors: DistinctCount, spreadMin: number): Mean {
  if (visitors.count === 0) return { value: 0, variance: 0, visitors: 0 };
  const value = sum / visitors.count;
  const spread = Math.max(squares, spreadMin * visitors.count);
  const variance = spread / visitors.count ** 2 + value ** 2 * sketchVariance(visitors);
  return { value, variance, visitors: visitors.count };
}

/** The variance of a count, relative to the squared count. */
export function sketchVariance({ isExact }: DistinctCount): number {
  return isExact ? 0 : SKETCH_ERROR ** 2;
}

/** The counts if everything goes on as it was until there are `factor` times as many visitors. */
export function extrapolated(counts: ArmCounts, factor: number): ArmCounts {
  const scaled = ({ count, isExact }: DistinctCount): DistinctCount => {
    const { isExact: willBeExact } = distinctCount(count * factor);
    return { count: count * factor, isExact: isExact && willBeExact };
  };
  return {
    visitors: scaled(counts.visitors),
    conversions: scaled(counts.conversions),
    completions: scaled(counts.completions),
    subscribes: scaled(counts.subscribes),
    orders: counts.orders * factor,
    revenue: counts.revenue * factor,
    revenueSquared: counts.revenueSquared * factor,
  };
}
