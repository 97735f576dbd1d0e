// The counts of a subject in a window.

/** The metrics that can also be counted by unique visitors. */
export interface VisitorCounts {
  readonly views: number;
  readonly conversions: number;
  readonly completions: number;
  readonly submissions: number;
  readonly subscribes: number;
}

/** Orders and revenue are always sums. Revenue is an integer in 1/10,000 of a currency unit, as stored. */
export interface Counts extends VisitorCounts {
  readonly orders: number;
  readonly revenue: number;
}

/** Has what only experiments need, too. */
export interface Totals extends Counts {
  /** The sum of the squared order values, in 1/10,000 of a squared currency unit. */
  readonly revenue_squared: number;
}

export const NO_COUNTS: Counts = {
  views: 0,
  conversions: 0,
  completions: 0,
  submissions: 0,
  subscribes: 0,
  orders: 0,
  revenue: 0,
};

export const NO_TOTALS: Totals = { ...NO_COUNTS, revenue_squared: 0 };

export function addTotals(some: Totals, others: Totals): Totals {
  const names = Object.keys(NO_TOTALS) as (keyof Totals)[];
  return Object.fromEntries(names.map((name) => [name, some[name] + others[name]])) as unknown as Totals;
}

/** An estimate may exceed the number of events, but unique visitors cannot. */
export function clampDistinct(distinct: VisitorCounts, total: Counts): Counts {
  return {
    views: Math.min(distinct.views, total.views),
    conversions: Math.min(distinct.conversions, total.conversions),
    completions: Math.min(distinct.completions, total.completions),
    submissions: Math.min(distinct.submissions, total.submissions),
    subscribes: Math.min(distinct.subscribes, total.subscribes),
    orders: total.orders,
    revenue: total.revenue,
  };
}
