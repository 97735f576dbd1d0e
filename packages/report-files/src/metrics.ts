// Which metrics there are, and in which order tiles, tables and files have them.

/** What a chart can show over time, besides a rate. */
const COUNTED_METRICS = [
  'views',
  'conversions',
  'completions',
  'submissions',
  'subscribes',
  'orders',
  'revenue',
] as const;

export const METRIC_NAMES = [
  ...COUNTED_METRICS,
  'conversion_rate',
  'completion_rate',
  'subscribe_rate',
  'order_rate',
  'aov',
] as const;

export type MetricName = (typeof METRIC_NAMES)[number];
export type SeriesMetricName = (typeof COUNTED_METRICS)[number];

/** A point of a series. By hour, the date is the local time with its offset. */
export type Point = Readonly<Record<SeriesMetricName, number>> & { readonly date: string };

/** The metrics of any report. Those of a website have no submissions. */
export type Metrics = Readonly<Record<Exclude<MetricName, 'submissions'>, number>> & {
  readonly submissions?: number | undefined;
  /** The metrics of the compared period. */
  readonly previous?: Readonly<Partial<Record<MetricName, number>>> | undefined;
  /** The changes in percent since the compared period. */
  readonly changes?: Readonly<Partial<Record<MetricName, number | null>>> | undefined;
};

export function isRate(name: MetricName): boolean {
  return name.endsWith('_rate');
}

/** A rate of so few says little, so what it comes from is shown beside it. Where nobody came, there is nothing to show. */
export function isSmall(whole: number): boolean {
  return whole > 0 && whole < 100;
}

/** The change in percent since the compared period. undefined: nothing is compared. */
export function changeOf({ changes }: Metrics, name: MetricName): number | null | undefined {
  return changes?.[name];
}

/** What a chart can show over time. The rate of a point comes from its counts. */
export type ChartMetric = SeriesMetricName | 'conversion_rate';

/** The tiles of a page have these, too. */
export const CHART_METRICS: readonly ChartMetric[] = [
  'views',
  'conversions',
  'conversion_rate',
  'completions',
  'submissions',
  'subscribes',
  'orders',
  'revenue',
];

/** The metrics of a table, in its order. */
export const SHOWN_METRICS: readonly MetricName[] = [
  'views',
  'conversions',
  'conversion_rate',
  'completions',
  'completion_rate',
  'orders',
  'revenue',
  'aov',
];
/** Those that a table shows with their change. */
export const SHOWN_WITH_CHANGE: readonly MetricName[] = ['views', 'conversions', 'revenue'];
/** The metrics of the table of where visitors come from, all of them with their change. */
export const BREAKDOWN_METRICS: readonly MetricName[] = ['views', 'conversion_rate', 'orders', 'revenue'];
