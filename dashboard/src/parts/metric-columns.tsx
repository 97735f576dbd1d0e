// The columns that every table of subjects shares: campaigns, variants, steps and elements all carry the same metrics.
import { changeOf, type MetricName, type Metrics } from '../api/answers.ts';
import { formatCount, formatMoney, formatRate } from '../format/numbers.ts';
import { WithChange } from './change-chip.tsx';
import type { Column } from './data-table.tsx';

interface WithMetrics {
  readonly metrics: Metrics;
}

const LABELS: Readonly<Record<MetricName, string>> = {
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
  aov: 'Per order',
};
const NAMES = Object.keys(LABELS) as MetricName[];
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
const WITH_CHANGE: readonly MetricName[] = ['views', 'conversions', 'revenue'];

/** Files get every metric, and its change where periods are compared. */
export function metricColumns<Row extends WithMetrics>(
  currency: string,
  sortable: readonly string[] = [],
): Column<Row>[] {
  const others = NAMES.filter((name) => !SHOWN.includes(name));
  return [
    ...SHOWN.map((name) => ({
      name,
      label: LABELS[name],
      numeric: true,
      sortable: sortable.includes(name),
      value: ({ metrics }: Row) => metrics[name],
      render: ({ metrics }: Row) => <Value name={name} metrics={metrics} currency={currency} />,
    })),
    ...others.map((name) => ({
      name,
      label: LABELS[name],
      onlyInFile: true,
      value: ({ metrics }: Row) => metrics[name],
    })),
    ...NAMES.map((name) => ({
      name: `${name}_change`,
      label: LABELS[name],
      onlyInFile: true,
      value: ({ metrics }: Row) => changeOf(metrics, name),
    })),
  ];
}

interface ValueProps {
  readonly name: MetricName;
  readonly metrics: Metrics;
  readonly currency: string;
}

function Value({ name, metrics, currency }: ValueProps) {
  const value = metrics[name] ?? 0;
  const text = formatValue(name, value, currency);
  if (!WITH_CHANGE.includes(name)) return text;
  return <WithChange text={text} change={changeOf(metrics, name)} value={value} />;
}

function formatValue(name: MetricName, value: number, currency: string): string {
  if (name === 'revenue' || name === 'aov') return formatMoney(value, currency);
  return name.endsWith('_rate') ? formatRate(value) : formatCount(value);
}
