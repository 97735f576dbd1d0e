// Which metrics there are, and in which order tiles, tables and files have them. Without texts, because the service mails such files, too.
import type { MetricName, SeriesMetricName } from './types.ts';

export const METRIC_NAMES: readonly MetricName[] = [
  'views',
  'conversions',
  'completions',
  'submissions',
  'subscribes',
  'orders',
  'revenue',
  'conversion_rate',
  'completion_rate',
  'subscribe_rate',
  'order_rate',
  'aov',
];

/** What a chart can show over time. The rate of a point comes from its counts. */
export type ChartMetric = SeriesMetricName | 'conversion_rate';

/** Also the tiles of a page. */
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
