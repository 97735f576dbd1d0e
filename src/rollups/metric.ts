// The metrics that are kept, in the order of their numbers in the database: the numbers must never change.

/** Counted, and their visitors are kept too. */
export const VISITOR_METRICS = ['views', 'conversions', 'completions', 'submissions', 'subscribes'] as const;
export type VisitorMetric = (typeof VISITOR_METRICS)[number];

export const METRIC = { views: 0, conversions: 1, completions: 2, submissions: 3, subscribes: 4, orders: 5 } as const;
export type Metric = (typeof METRIC)[keyof typeof METRIC];
export const METRIC_COUNT = 6;

/** What `period` means in a row of visitors. */
export const PERIOD = { day: 0, month: 1 } as const;

/** Money is kept as an integer of this many parts of a currency unit. */
export const REVENUE_PARTS = 10_000;
