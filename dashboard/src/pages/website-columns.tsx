// The table of an account's websites.
import { Link } from '../address/router.tsx';
import type { AccountWebsite, Point } from '../api/answers.ts';
import { Sparkline } from '../charts/sparkline.tsx';
import { formatCount, formatMoney, formatRate } from '../format/numbers.ts';
import { WithChange } from '../parts/change-chip.tsx';
import type { Column } from '../parts/data-table.tsx';

export interface WebsiteRow extends AccountWebsite {
  /** undefined until its own report has told it. */
  readonly currency: string | undefined;
  readonly viewersChange: number | null | undefined;
  readonly points: readonly Point[];
}

export function websiteColumns(compares: boolean): Column<WebsiteRow>[] {
  const changeOf = (change: number | null | undefined) => (compares ? change : undefined);
  const money = (value: number, currency: string | undefined) =>
    currency === undefined ? '…' : formatMoney(value, currency);
  return [
    {
      name: 'name',
      label: 'Website',
      value: ({ name }) => name,
      render: ({ id, name }) => (
        <Link to={{ name: 'website', websiteId: id }} className="row-link">
          {name}
        </Link>
      ),
    },
    { name: 'id', label: 'Id', value: ({ id }) => id, onlyInFile: true },
    {
      name: 'trend',
      label: 'Trend of visitors',
      value: () => undefined,
      render: ({ points }) => <Sparkline values={points.map(({ views }) => views)} />,
      minor: true,
      notInFile: true,
    },
    {
      name: 'viewers',
      label: 'Visitors',
      numeric: true,
      value: ({ viewers }) => viewers,
      render: ({ viewers, viewersChange }) => (
        <WithChange text={formatCount(viewers)} change={changeOf(viewersChange)} value={viewers} />
      ),
    },
    {
      name: 'conversions',
      label: 'Conversions',
      numeric: true,
      value: ({ conversions }) => conversions,
      render: ({ conversions, conversions_change }) => (
        <WithChange text={formatCount(conversions)} change={changeOf(conversions_change)} value={conversions} />
      ),
    },
    { name: 'conversions_change', label: 'Change', value: (row) => row.conversions_change, onlyInFile: true },
    {
      name: 'conversion_rate',
      label: 'Rate',
      numeric: true,
      value: ({ conversion_rate }) => conversion_rate,
      render: ({ conversion_rate }) => formatRate(conversion_rate),
    },
    {
      name: 'subscribes',
      label: 'Subscribes',
      numeric: true,
      value: ({ subscribes }) => subscribes,
      render: ({ subscribes }) => formatCount(subscribes),
    },
    {
      name: 'orders',
      label: 'Orders',
      numeric: true,
      value: ({ orders }) => orders,
      render: ({ orders }) => formatCount(orders),
    },
    {
      name: 'revenue',
      label: 'Revenue',
      numeric: true,
      value: ({ revenue }) => revenue,
      render: ({ revenue, revenue_change, currency }) => (
        <WithChange text={money(revenue, currency)} change={changeOf(revenue_change)} value={revenue} />
      ),
    },
    { name: 'revenue_change', label: 'Change', value: (row) => row.revenue_change, onlyInFile: true },
    {
      name: 'aov',
      label: 'Per order',
      numeric: true,
      value: ({ aov }) => aov,
      render: ({ aov, currency }) => money(aov, currency),
    },
    { name: 'currency', label: 'Currency', value: ({ currency }) => currency, onlyInFile: true },
  ];
}
