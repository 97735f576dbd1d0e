// The columns of the websites table on the overview.
import type { AccountWebsite, Point } from '../api/types.ts';
import { Sparkline } from '../charts/sparkline.tsx';
import type { Column } from '../components/data-table.tsx';
import { numberColumn } from '../components/number-column.tsx';
import { RowLink } from '../components/row-name.tsx';
import { METRIC_LABELS } from '../format/metric.ts';
import { formatMoney, formatRate } from '../format/numbers.ts';

export interface WebsiteRow extends AccountWebsite {
  /** undefined while the website's report is loading. */
  readonly currency: string | undefined;
  readonly viewersChange: number | null | undefined;
  readonly points: readonly Point[];
}

export function websiteColumns(compares: boolean): Column<WebsiteRow>[] {
  const ifCompared = (change: number | null | undefined) => (compares ? change : undefined);
  const money = (value: number, { currency }: WebsiteRow) =>
    currency === undefined ? '…' : formatMoney(value, currency);
  return [
    {
      name: 'name',
      label: 'Website',
      value: ({ name }) => name,
      render: ({ id, name }) => <RowLink to={{ name: 'website', websiteId: id }}>{name}</RowLink>,
    },
    { name: 'id', label: 'ID', value: ({ id }) => id, csvOnly: true },
    {
      name: 'trend',
      label: 'Visitor trend',
      value: () => undefined,
      render: ({ points }) => <Sparkline values={points.map(({ views }) => views)} />,
      minor: true,
      tableOnly: true,
    },
    numberColumn({
      name: 'viewers',
      label: 'Visitors',
      value: ({ viewers }) => viewers,
      change: ({ viewersChange }) => ifCompared(viewersChange),
    }),
    numberColumn({
      name: 'conversions',
      label: METRIC_LABELS.conversions,
      value: ({ conversions }) => conversions,
      change: ({ conversions_change }) => ifCompared(conversions_change),
    }),
    { name: 'conversions_change', label: 'Change', value: (row) => row.conversions_change, csvOnly: true },
    numberColumn({
      name: 'conversion_rate',
      label: METRIC_LABELS.conversion_rate,
      value: ({ conversion_rate }) => conversion_rate,
      format: formatRate,
    }),
    numberColumn({ name: 'subscribes', label: METRIC_LABELS.subscribes, value: ({ subscribes }) => subscribes }),
    numberColumn({ name: 'orders', label: METRIC_LABELS.orders, value: ({ orders }) => orders }),
    numberColumn({
      name: 'revenue',
      label: METRIC_LABELS.revenue,
      value: ({ revenue }) => revenue,
      format: money,
      change: ({ revenue_change }) => ifCompared(revenue_change),
    }),
    { name: 'revenue_change', label: 'Change', value: (row) => row.revenue_change, csvOnly: true },
    numberColumn({ name: 'aov', label: METRIC_LABELS.aov, value: ({ aov }) => aov, format: money }),
    { name: 'currency', label: 'Currency', value: ({ currency }) => currency, csvOnly: true },
  ];
}
