// The metric columns that the tables of campaigns, steps and elements share.

import { previousRangeOf, rangeOf } from '../api/timeframe.ts';
import { changeOf, type MetricName, type Metrics, type TimeframeBlock } from '../api/types.ts';
import { formatMetric, METRIC_NAMES, metricLabel, metricTerm } from '../format/metric.ts';
import { t } from '../language/t.ts';
import type { CountType } from '../routing/view.ts';
import type { Column } from './data-table.tsx';
import { numberColumn } from './number-column.tsx';

interface WithMetrics {
  readonly metrics: Metrics;
}

const SHOWN: readonly MetricName[] = [
  'views',
  'conversions',
  'conversion_rate',
  'completions',
  'completion_rate',
  'orders',
  'revenue',
  'aov',
];
const SHOWN_WITH_CHANGE: readonly MetricName[] = ['views', 'conversions', 'revenue'];

export interface MetricColumnsOptions {
  readonly currency: string;
  readonly countType: CountType;
  /** The report's, for CSV files. */
  readonly timeframe: TimeframeBlock | undefined;
  readonly sortable?: readonly string[];
  /** The columns of the table, and those with their change. */
  readonly shown?: readonly MetricName[];
  readonly shownWithChange?: readonly MetricName[];
  /** Set if the numbers come from a sample. */
  readonly isEstimate?: boolean;
}

/** CSV files contain every metric, its change if periods are compared, and which these are. */
export function metricColumns<Row extends WithMetrics>({
  currency,
  countType,
  timeframe,
  sortable = [],
  shown = SHOWN,
  shownWithChange = SHOWN_WITH_CHANGE,
  isEstimate = false,
}: MetricColumnsOptions): Column<Row>[] {
  return [
    ...shown.map((name) =>
      numberColumn<Row>({
        name,
        term: metricTerm(name, countType),
        sortable: sortable.includes(name),
        value: ({ metrics }) => metrics[name],
        format: (value) => formatMetric(name, value, currency),
        isEstimate,
        ...(shownWithChange.includes(name) && { change: ({ metrics }) => changeOf(metrics, name) }),
      }),
    ),
    ...METRIC_NAMES.filter((name) => !shown.includes(name)).map((name) => ({
      name,
      label: metricLabel(name, countType),
      csvOnly: true,
      value: ({ metrics }: Row) => metrics[name],
    })),
    ...METRIC_NAMES.map((name) => ({
      name: `${name}_change`,
      label: changeLabel(metricLabel(name, countType)),
      csvOnly: true,
      value: ({ metrics }: Row) => changeOf(metrics, name),
    })),
    ...comparisonColumns<Row>(timeframe),
  ];
}

/** For CSV files: the days of the numbers, those that are in the changes, and the days that they are compared with. */
export function comparisonColumns<Row>(timeframe: TimeframeBlock | undefined): Column<Row>[] {
  const range = timeframe && rangeOf(timeframe);
  const previous = timeframe && previousRangeOf(timeframe);
  const days: readonly (readonly [label: string, day: string | undefined])[] = [
    [t('report.firstDay'), range?.start],
    [t('report.lastDay'), range?.end],
    [t('report.lastDayCompared'), previous && (timeframe?.comparedThrough ?? range?.end)],
    [t('report.comparedFirstDay'), previous?.start],
    [t('report.comparedLastDay'), previous?.end],
    [t('report.comparedUntil'), previous && timeframe?.comparedUntil],
  ];
  return days.map(([label, day]) => ({ name: label, label, csvOnly: true, value: () => day }));
}

/** The head of a column in a CSV file with the changes of another column. */
export function changeLabel(label: string): string {
  return t('report.changeInPercent', { metric: label });
}

/** The head of a column in a CSV file with what another column is compared with. */
export function comparedLabel(label: string): string {
  return t('report.comparedColumn', { column: label });
}
