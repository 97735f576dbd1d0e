// The metrics: their names, and how their values are formatted.
import type { MetricName, Metrics, SeriesMetricName } from '../api/types.ts';
import type { CountType } from '../routing/view.ts';
import { formatCompact, formatCount, formatMoney, formatMoneyCompact, formatRate } from './numbers.ts';

/** Unique counts of views are visitors. They have this one name on every page, whatever the API calls the field. */
export const VISITORS_LABEL = 'Visitors';
const VIEWS_LABEL = 'Views';

export const METRIC_LABELS: Readonly<Record<Exclude<MetricName, 'views'>, string>> = {
  conversions: 'Conversions',
  completions: 'Completions',
  submissions: 'Submissions',
  subscribes: 'Subscribes',
  orders: 'Orders',
  revenue: 'Revenue',
  conversion_rate: 'Conversion rate',
  completion_rate: 'Completion rate',
  subscribe_rate: 'Subscribe rate',
  order_rate: 'Order rate',
  aov: 'Avg. order',
};

export const METRIC_NAMES = ['views', ...Object.keys(METRIC_LABELS)] as readonly MetricName[];

export function metricLabel(name: MetricName, countType: CountType): string {
  if (name !== 'views') return METRIC_LABELS[name];
  return countType === 'distinct' ? VISITORS_LABEL : VIEWS_LABEL;
}

/** The metrics that have a series over time. */
export const SERIES_METRICS: readonly SeriesMetricName[] = [
  'views',
  'conversions',
  'completions',
  'submissions',
  'subscribes',
  'orders',
  'revenue',
];

export function isSeriesMetric(name: string | null): name is SeriesMetricName {
  return SERIES_METRICS.some((metric) => metric === name);
}

/** A second number that puts a metric in context. */
export function metricDetail(name: SeriesMetricName, metrics: Metrics, currency: string, countType: CountType): string {
  const whole = metricLabel('views', countType).toLowerCase();
  switch (name) {
    case 'views':
      return countType === 'distinct' ? 'each counted once' : 'each one counted';
    case 'conversions':
      return `${formatRate(metrics.conversion_rate)} of ${whole}`;
    case 'completions':
      return `${formatRate(metrics.completion_rate)} of ${whole}`;
    case 'subscribes':
      return `${formatRate(metrics.subscribe_rate)} of ${whole}`;
    case 'orders':
      return `${formatRate(metrics.order_rate)} of ${whole}`;
    case 'revenue':
      return `${formatMoney(metrics.aov, currency)} per order`;
    case 'submissions':
      return '';
  }
}

export function formatMetric(name: MetricName, value: number, currency: string): string {
  if (name === 'revenue' || name === 'aov') return formatMoney(value, currency);
  return name.endsWith('_rate') ? formatRate(value) : formatCount(value);
}

export function formatMetricCompact(name: SeriesMetricName, value: number, currency: string): string {
  return name === 'revenue' ? formatMoneyCompact(value, currency) : formatCompact(value);
}
