// The metrics: their names, and how their values are formatted.
import type { ChartMetric } from '@funnel/report-files/metrics.ts';
import { isRate, type MetricName, type Metrics } from '@funnel/report-files/metrics.ts';
import { t } from '../language/t.ts';
import type { CountType } from '../routing/view.ts';
import { DEFINITIONS, type Term } from './definitions.ts';
import {
  formatCompact,
  formatCount,
  formatMoney,
  formatMoneyCompact,
  formatRate,
  formatRateCompact,
} from './numbers.ts';

/** Unique counts of views are visitors. They have this one name on every page, whatever the API calls the field. */
export function metricTerm(name: MetricName, countType: CountType): Term {
  if (name === 'views') return countType === 'distinct' ? 'visitors' : 'views';
  return name === 'aov' ? 'average_order' : name;
}

export function metricLabel(name: MetricName, countType: CountType): string {
  return DEFINITIONS[metricTerm(name, countType)].name;
}

export function hasSameUnit(a: ChartMetric, b: ChartMetric): boolean {
  return unitOf(a) === unitOf(b);
}

function unitOf(metric: ChartMetric): 'money' | 'percent' | 'count' {
  if (metric === 'revenue') return 'money';
  return metric === 'conversion_rate' ? 'percent' : 'count';
}

/** A second number that puts a metric in context. */
export function metricDetail(name: ChartMetric, metrics: Metrics, currency: string, countType: CountType): string {
  const ofAll = (percent: number) => {
    const rate = formatRate(percent);
    return countType === 'distinct' ? t('numbers.ofVisitors', { rate }) : t('numbers.ofViews', { rate });
  };
  switch (name) {
    case 'views':
      return countType === 'distinct' ? t('numbers.eachCountedOnce') : t('numbers.eachOneCounted');
    case 'conversions':
      return ofAll(metrics.conversion_rate);
    case 'conversion_rate':
      return t('numbers.partOfWhole', {
        part: formatCount(metrics.conversions),
        whole: formatCount(metrics.views),
      });
    case 'completions':
      return ofAll(metrics.completion_rate);
    case 'subscribes':
      return ofAll(metrics.subscribe_rate);
    case 'orders':
      return ofAll(metrics.order_rate);
    case 'revenue':
      return t('numbers.perOrder', { amount: formatMoney(metrics.aov, currency) });
    case 'submissions':
      return '';
  }
}

export function formatMetric(name: MetricName, value: number, currency: string): string {
  if (name === 'revenue' || name === 'aov') return formatMoney(value, currency);
  return isRate(name) ? formatRate(value) : formatCount(value);
}

export function formatMetricCompact(name: ChartMetric, value: number, currency: string): string {
  if (name === 'conversion_rate') return formatRateCompact(value);
  return name === 'revenue' ? formatMoneyCompact(value, currency) : formatCompact(value);
}
