// Computes the metrics of a report from raw counts: rates, money, changes. Rounding starts from integers, so that a value
// exactly halfway between two decimals is rounded away from zero (1.005 becomes 1.01).

import type { Counts, VisitorCounts } from '../../engine/rollups/counts.ts';
import { REVENUE_SCALE } from '../../engine/rollups/metric.ts';

/** Rates are percentages; revenue and aov (average order value) are in currency units. */
export interface MetricsBlock extends VisitorCounts {
  readonly orders: number;
  readonly revenue: number;
  readonly conversion_rate: number;
  readonly completion_rate: number;
  readonly subscribe_rate: number;
  readonly order_rate: number;
  readonly aov: number;
}

/** One point of a timeseries; revenue is in currency units. */
export interface Point extends VisitorCounts {
  readonly date: string;
  readonly orders: number;
  readonly revenue: number;
}

export function metricsOf(counts: Counts): MetricsBlock {
  const { views, conversions, completions, submissions, subscribes, orders, revenue } = counts;
  return {
    views,
    conversions,
    completions,
    submissions,
    subscribes,
    orders,
    revenue: inCurrencyUnits(revenue),
    conversion_rate: percentOf(conversions, views),
    completion_rate: percentOf(completions, views),
    subscribe_rate: percentOf(subscribes, views),
    order_rate: percentOf(orders, views),
    aov: orders === 0 ? 0 : averageRevenue(revenue, orders),
  };
}

export function pointOf(date: string, counts: Counts): Point {
  const { views, conversions, completions, subscribes, submissions, orders, revenue } = counts;
  return {
    date,
    views,
    conversions,
    completions,
    subscribes,
    submissions,
    orders,
    revenue: inCurrencyUnits(revenue),
  };
}

/** The website report's metrics have no submissions. */
export function withoutSubmissions<Metrics extends Readonly<Record<'submissions', unknown>>>(
  metrics: Metrics,
): Omit<Metrics, 'submissions'> {
  const { submissions: _, ...rest } = metrics;
  return rest;
}

/** The counts that each metric is computed from: one count, or one divided by another. */
export const COUNTS_OF_METRICS: Readonly<
  Record<keyof MetricsBlock, readonly [part: keyof Counts] | readonly [part: keyof Counts, whole: keyof Counts]>
> = {
  views: ['views'],
  conversions: ['conversions'],
  completions: ['completions'],
  submissions: ['submissions'],
  subscribes: ['subscribes'],
  orders: ['orders'],
  revenue: ['revenue'],
  conversion_rate: ['conversions', 'views'],
  completion_rate: ['completions', 'views'],
  subscribe_rate: ['subscribes', 'views'],
  order_rate: ['orders', 'views'],
  aov: ['revenue', 'orders'],
};

export type Changes = Readonly<Record<keyof MetricsBlock, number | null>>;

/** The percent change of every metric. It comes from the counts: rounded rates would be far off where a rate is small. */
export function changesOf(current: Counts, previous: Counts): Changes {
  const changes = Object.entries(COUNTS_OF_METRICS).map(([name, parts]) => [
    name,
    changeBetween(quotientOf(current, parts), quotientOf(previous, parts)),
  ]);
  return Object.fromEntries(changes) as Changes;
}

export interface MetricsWithComparison extends MetricsBlock {
  readonly previous?: MetricsBlock;
  readonly changes?: Changes;
}

export function withComparison(current: Counts, previous: Counts | undefined): MetricsWithComparison {
  const metrics = metricsOf(current);
  if (!previous) return metrics;
  return { ...metrics, previous: metricsOf(previous), changes: changesOf(current, previous) };
}

/** The percent change between two values with at most four decimals, such as revenue. null: see `changeBetween`. */
export function percentChange(current: number, previous: number): number | null {
  const quotient = (value: number): Quotient => [Math.round(value * REVENUE_SCALE), REVENUE_SCALE];
  return changeBetween(quotient(current), quotient(previous));
}

/** Both numbers are integers, and the second one is not 0. */
export type Quotient = readonly [part: number, whole: number];

function quotientOf(counts: Counts, [part, whole]: (typeof COUNTS_OF_METRICS)[keyof MetricsBlock]): Quotient {
  if (whole === undefined) return [counts[part], 1];
  return counts[whole] === 0 ? [0, 1] : [counts[part], counts[whole]];
}

/** null if the previous value is 0: no percentage describes a rise from zero. */
export function changeBetween([part, whole]: Quotient, [partBefore, wholeBefore]: Quotient): number | null {
  if (partBefore === 0) return null;
  // Products of revenue and counts can be larger than the safe integers.
  const after = BigInt(part) * BigInt(wholeBefore);
  const before = BigInt(partBefore) * BigInt(whole);
  const [sign, size] = after < before ? [-1, before - after] : [1, after - before];
  const magnitude = Number((2n * size * 10_000n + before) / (2n * before)) / 100;
  return magnitude === 0 ? 0 : sign * magnitude;
}

export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : roundedHundredths((part * 10_000) / whole);
}

/** null if there is nothing to divide by. */
export function ratioOf(part: number, whole: number): number | null {
  return whole === 0 ? null : roundedHundredths((part * 100) / whole);
}

/** A single division of integers gives the double that prints as the exact decimal, up to 15 digits. */
export function inCurrencyUnits(revenue: number): number {
  return revenue / REVENUE_SCALE;
}

/** Revenue for each of some, at least one, in currency units. */
export function averageRevenue(revenue: number, count: number): number {
  return roundedHundredths(revenue / (count * (REVENUE_SCALE / 100)));
}

/** Rounds a number of hundredths, which is not negative, to a number with two decimals. */
function roundedHundredths(hundredths: number): number {
  return Math.round(hundredths) / 100;
}
