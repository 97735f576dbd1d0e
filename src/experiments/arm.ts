// The counts of a variant, and the means over its visitors.
import { REVENUE_SCALE } from '../rollups/metric.ts';
import { EXPLICIT_MAX } from '../sketches/hyperloglog.ts';
import type { Mean } from './compare.ts';

/** The standard error of an estimate by sketch: see hyperloglog.ts. */
const SKETCH_ERROR = 0.0081;

export const EXPERIMENT_METRICS = [
  'conversion_rate',
  'completion_rate',
  'subscribe_rate',
  'order_rate',
  'revenue_per_visitor',
] as const;
export type ExperimentMetric = (typeof EXPERIMENT_METRICS)[number];

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
  /** In 1/10,000 of a currency unit. */
  readonly revenue: number;
  /** The sum of the squared order values, in 1/10,000 of a squared currency unit. */
  readonly revenueSquared: number;
}

/** A count as a sketch gives it. */
export function distinctCount(count: number): DistinctCount {
  return { count, isExact: count <= EXPLICIT_MAX };
}

/** Revenue is in currency units. */
export function meanOf(metric: ExperimentMetric, counts: ArmCounts): Mean {
  const { visitors, orders, revenue, revenueSquared } = counts;
  const hits = convertersOf(metric, counts);
  if (hits) return rateOf(hits, visitors);
  if (metric === 'order_rate') return meanOfSum(orders, orders, visitors);
  return meanOfSum(revenue / REVENUE_SCALE, revenueSquared / REVENUE_SCALE, visitors);
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

/** At most 1, although a visitor may convert without a view. */
function rateOf(hits: DistinctCount, visitors: DistinctCount): Mean {
  if (visitors.count === 0) return { value: 0, variance: 0, visitors: 0 };
  const value = Math.min(1, hits.count / visitors.count);
  // The two estimates share visitors, so their errors partly cancel out. To add both is on the safe side.
  const sketches = value ** 2 * (sketchVariance(hits) + sketchVariance(visitors));
  return { value, variance: (value * (1 - value)) / visitors.count + sketches, visitors: visitors.count };
}

/**
 * Orders carry no visitor, so they are taken as independent of each other: the variance is that of a compound Poisson sum,
 * the sum of squares.
 */
function meanOfSum(sum: number, squares: number, visitors: DistinctCount): Mean {
  if (visitors.count === 0) return { value: 0, variance: 0, visitors: 0 };
  const value = sum / visitors.count;
  const variance = squares / visitors.count ** 2 + value ** 2 * sketchVariance(visitors);
  return { value, variance, visitors: visitors.count };
}

/** Of a count, relative to the squared count. */
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
