// The columns of the websites table on the overview.

import { moneyDecimals, RATE_DECIMALS } from '@funnel/report-files/file-columns.ts';
import { isSmall, type Metrics } from '@funnel/report-files/metrics.ts';
import type { News } from '@funnel/report-files/noise.ts';
import { rangeOf } from '@funnel/report-files/timeframe.ts';
import type { AccountWebsite, TimeframeBlock } from '../api/types.ts';
import { Sparkline } from '../charts/sparkline.tsx';
import type { Column } from '../components/data-table.tsx';
import { changeLabel, comparisonColumns } from '../components/metric-columns.ts';
import { numberColumn } from '../components/number-column.tsx';
import { RowDetail, RowLink } from '../components/row-name.tsx';
import { formatRange } from '../format/dates.ts';
import { DEFINITIONS } from '../format/definitions.ts';
import { formatCount, formatMoney, formatRate } from '../format/numbers.ts';
import { comparisonText } from '../format/timeframes.ts';
import { t } from '../language/t.ts';

type Change = number | null | undefined;

export interface WebsiteRow extends Omit<AccountWebsite, 'conversions_change' | 'revenue_change'> {
  /** undefined: nothing is compared, or not yet. */
  readonly viewers_change: Change;
  readonly conversions_change: Change;
  readonly revenue_change: Change;
  /** Its own days, and those that it is compared with. */
  readonly timeframe: TimeframeBlock;
  readonly group: string | null;
  /** The revenue in the reporting currency of the account. undefined: there is none, or no rate. */
  readonly converted: number | undefined;
  readonly reportingCurrency: string | undefined;
  /** Visitors over time. */
  readonly trend: readonly number[];
  /** What its changes are judged by. */
  readonly metrics: Metrics;
}

/** Those of `metrics` that the table has changes of. */
export const JUDGED_METRICS = ['views', 'conversions', 'revenue'] as const;

/** `account`: the timeframe of all websites together. */
export function websiteColumns(account: TimeframeBlock, rows: readonly WebsiteRow[], news: News): Column<WebsiteRow>[] {
  const reporting = rows.find(({ reportingCurrency }) => reportingCurrency !== undefined)?.reportingCurrency;
  const decimals = ({ currency }: WebsiteRow) => moneyDecimals(currency);
  const money = (value: number, { currency }: WebsiteRow) => formatMoney(value, currency);
  return [
    {
      name: 'name',
      label: t('common.website'),
      term: 'website',
      value: ({ name }) => name,
      render: ({ id, name, timeframe }) => {
        const detail = ownDaysText(timeframe, account);
        return (
          <>
            <RowLink to={{ name: 'website', websiteId: id }}>{name}</RowLink>
            {detail && <RowDetail>{detail}</RowDetail>}
          </>
        );
      },
    },
    { name: 'id', label: 'ID', value: ({ id }) => id, csvOnly: true },
    {
      name: 'trend',
      label: t('overview.visitorTrend'),
      term: 'visitors',
      value: () => undefined,
      render: ({ trend }) => <Sparkline values={trend} />,
      minor: true,
      tableOnly: true,
    },
    numberColumn({
      name: 'viewers',
      sortable: true,
      term: 'visitors',
      value: ({ viewers }) => viewers,
      change: (row) => row.viewers_change,
      isNews: ({ metrics }) => news(metrics, 'views'),
    }),
    {
      name: 'viewers_change',
      label: changeLabel(DEFINITIONS.visitors.name),
      value: (row) => row.viewers_change,
      decimals: RATE_DECIMALS,
      csvOnly: true,
    },
    numberColumn({
      name: 'conversions',
      sortable: true,
      term: 'conversions',
      value: ({ conversions }) => conversions,
      change: (row) => row.conversions_change,
      isNews: ({ metrics }) => news(metrics, 'conversions'),
    }),
    {
      name: 'conversions_change',
      label: changeLabel(DEFINITIONS.conversions.name),
      value: (row) => row.conversions_change,
      decimals: RATE_DECIMALS,
      csvOnly: true,
    },
    numberColumn({
      name: 'conversion_rate',
      sortable: true,
      term: 'conversion_rate',
      value: ({ conversion_rate }) => conversion_rate,
      decimals: RATE_DECIMALS,
      format: formatRate,
      detail: ({ conversions, viewers }) =>
        isSmall(viewers)
          ? t('overview.partOfVisitors', { part: formatCount(conversions), whole: formatCount(viewers) })
          : undefined,
    }),
    numberColumn({ name: 'subscribes', sortable: true, term: 'subscribes', value: ({ subscribes }) => subscribes }),
    numberColumn({ name: 'orders', sortable: true, term: 'orders', value: ({ orders }) => orders }),
    numberColumn({
      name: 'revenue',
      sortable: true,
      term: 'revenue',
      value: ({ revenue }) => revenue,
      decimals,
      format: money,
      change: (row) => row.revenue_change,
      isNews: ({ metrics }) => news(metrics, 'revenue'),
    }),
    {
      name: 'revenue_change',
      label: changeLabel(DEFINITIONS.revenue.name),
      value: (row) => row.revenue_change,
      decimals: RATE_DECIMALS,
      csvOnly: true,
    },
    ...(reporting === undefined
      ? []
      : [
          {
            name: 'converted',
            label: t('overview.revenueIn', { currency: reporting }),
            value: (row: WebsiteRow) => row.converted,
            decimals: moneyDecimals(reporting),
            csvOnly: true,
          },
        ]),
    { name: 'group', label: t('catalog.groupName'), value: ({ group }) => group, csvOnly: true },
    numberColumn({ name: 'aov', term: 'average_order', value: ({ aov }) => aov, decimals, format: money }),
    { name: 'currency', label: t('common.currency'), value: ({ currency }) => currency, csvOnly: true },
    ...comparisonColumns<WebsiteRow>(({ timeframe }) => timeframe),
  ];
}

/** What differs from the days of the account, which are at the head of the page. */
function ownDaysText(own: TimeframeBlock, account: TimeframeBlock): string {
  const days = formatRange(rangeOf(own));
  const comparison = comparisonText(own);
  return [
    days !== formatRange(rangeOf(account)) && days,
    account.isComparedByWebsite || comparison !== comparisonText(account) ? comparison : undefined,
  ]
    .filter(Boolean)
    .join(' · ');
}
