// The metrics that can be looked at over time: their names, and how their values are written.
import type { CountType } from '../address/view.ts';
import type { Metrics, SeriesMetricName } from '../api/answers.ts';
import { formatCompact, formatCount, formatMoney, formatMoneyCompact, formatRate } from './numbers.ts';

interface MetricDescription {
  readonly name: SeriesMetricName;
  readonly label: string;
  /** A second number that gives the first one meaning. */
  detail?(metrics: Metrics, currency: string, countType: CountType): string;
}

const share = (rate: number) => `${formatRate(rate)} of views`;

export const METRICS: readonly MetricDescription[] = [
  {
    name: 'views',
    label: 'Views',
    detail: (_metrics, _currency, countType) => (countType === 'distinct' ? 'unique visitors' : 'every view counted'),
  },
  { name: 'conversions', label: 'Conversions', detail: (metrics) => share(metrics.conversion_rate) },
  { name: 'completions', label: 'Completions', detail: (metrics) => share(metrics.completion_rate) },
  { name: 'submissions', label: 'Submissions' },
  { name: 'subscribes', label: 'Subscribes', detail: (metrics) => share(metrics.subscribe_rate) },
  { name: 'orders', label: 'Orders', detail: (metrics) => share(metrics.order_rate) },
  {
    name: 'revenue',
    label: 'Revenue',
    detail: ({ aov }, currency) => `${formatMoney(aov, currency)} per order`,
  },
];

export function isMetricName(text: string | null): text is SeriesMetricName {
  return METRICS.some(({ name }) => name === text);
}

export function metricLabel(name: SeriesMetricName): string {
  return METRICS.find((metric) => metric.name === name)!.label;
}

export function formatMetric(name: SeriesMetricName, value: number, currency: string): string {
  return name === 'revenue' ? formatMoney(value, currency) : formatCount(value);
}

export function formatMetricCompact(name: SeriesMetricName, value: number, currency: string): string {
  return name === 'revenue' ? formatMoneyCompact(value, currency) : formatCompact(value);
}
