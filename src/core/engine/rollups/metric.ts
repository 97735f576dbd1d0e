// The stored metrics. Their numbers are stored in the database and must never change.

export const METRIC = { views: 0, conversions: 1, completions: 2, submissions: 3, subscribes: 4, orders: 5 } as const;
export type Metric = (typeof METRIC)[keyof typeof METRIC];
export const METRIC_COUNT = 6;

/** Metrics that have visitor sketches. */
const WITH_VISITORS = ['views', 'conversions', 'completions', 'submissions', 'subscribes'] as const;
export type VisitorMetric = (typeof WITH_VISITORS)[number];
/** They stand at the place of their number, whatever the order of the list above. */
export const VISITOR_METRICS: readonly VisitorMetric[] = WITH_VISITORS.toSorted((a, b) => METRIC[a] - METRIC[b]);

/**
 * The value of `period_kind` in rollup_visitors for a day; others are the length of an interval in days (see intervals.ts). Either way
 * `period` is its first day.
 */
export const DAY_PERIOD = 0;

/** Money is stored as an integer in 1/10,000 of a currency unit. */
export const REVENUE_SCALE = 10_000;

/**
 * What an order adds to the sum of squares; negative for an amount that is taken back. A whole number, so that usual sums are exact and
 * don't depend on the order of the events.
 */
export function squaredRevenue(amount: number): number {
  return Math.sign(amount) * Math.round(amount ** 2 / REVENUE_SCALE);
}
