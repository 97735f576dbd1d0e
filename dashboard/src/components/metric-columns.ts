// The metric columns that the tables of campaigns, steps and elements share.
import { changeOf, type MetricName, type Metrics } from '../api/types.ts';
import { formatMetric, METRIC_LABELS } from '../format/metric.ts';
import type { Column } from './data-table.tsx';
import { numberColumn } from './number-column.tsx';

interface WithMetrics {
  readonly metrics: Metrics;
}

const ALL = Object.keys(METRIC_LABELS) as MetricName[];
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

/** CSV files contain every metric, and its change if periods are compared. */
export function metricColumns<Row extends WithMetrics>(
  currency: string,
  sortable: readonly string[] = [],
): Column<Row>[] {
  return [
    ...SHOWN.map((name) =>
      numberColumn<Row>({
        name,
        label: METRIC_LABELS[name],
        sortable: sortable.includes(name),
        value: ({ metrics }) => metrics[name],
        format: (value) => formatMetric(name, value, currency),
        ...(SHOWN_WITH_CHANGE.includes(name) && { change: ({ metrics }) => changeOf(metrics, name) }),
      }),
    ),
    ...ALL.filter((name) => !SHOWN.includes(name)).map((name) => ({
      name,
      label: METRIC_LABELS[name],
      csvOnly: true,
      value: ({ metrics }: Row) => metrics[name],
    })),
    ...ALL.map((name) => ({
      name: `${name}_change`,
      label: METRIC_LABELS[name],
      csvOnly: true,
      value: ({ metrics }: Row) => changeOf(metrics, name),
    })),
  ];
}
