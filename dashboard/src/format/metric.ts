// The metrics: their names, and how their values are formatted.
import type { MetricName, Metrics, SeriesMetricName } from '../api/types.ts';
import type { CountType } from '../routing/view.ts';
import { formatCompact, formatCount, formatMoney, formatMoneyCompact, formatRate } from './numbers.ts';

export const METRIC_LABELS: Readonly<Record<MetricName, string>> = {
  views: 'Views',
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
  switch (name) {
    case 'views':
      return countType === 'distinct' ? 'unique visitors' : 'every view counted';
    case 'conversions':
      return `${formatRate(metrics.conversion_rate)} of views`;
    case 'completions':
      return `${formatRate(metrics.completion_rate)} of views`;
    case 'subscribes':
      return `${formatRate(metrics.subscribe_rate)} of views`;
    case 'orders':
      return `${formatRate(metrics.order_rate)} of views`;
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
