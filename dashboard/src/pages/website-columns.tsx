// The columns of the websites table on the overview.

import { isSmall, type Metrics } from '@funnel/report-files/metrics.ts';
import type { News } from '@funnel/report-files/noise.ts';
import { rangeOf } from '@funnel/report-files/timeframe.ts';
import type { AccountWebsite, TimeframeBlock } from '../api/types.ts';
import { Sparkline } from '../charts/sparkline.tsx';
import type { Column } from '../components/data-table.tsx';
import { numberColumn } from '../components/number-column.tsx';
import { Address, RowDetail, RowLink } from '../components/row-name.tsx';
import { formatRange } from '../format/dates.ts';
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
  /** Visitors over time. */
  readonly trend: readonly number[];
  /** What its changes are judged by. */
  readonly metrics: Metrics;
}

/** The `metrics` that the table has changes of. */
export const JUDGED_METRICS = ['views', 'conversions', 'revenue'] as const;

/** `account`: the timeframe of all websites together. */
export function websiteColumns(account: TimeframeBlock, news: News): Column<WebsiteRow>[] {
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
            <RowLink to={{ name: 'website', websiteId: id }}>
              <Address text={name} />
            </RowLink>
            {detail && <RowDetail>{detail}</RowDetail>}
          </>
        );
      },
    },
    {
      name: 'trend',
      label: t('overview.visitorTrend'),
      term: 'visitors',
      value: () => undefined,
      render: ({ trend }) => <Sparkline values={trend} />,
      minor: true,
    },
    numberColumn({
      name: 'viewers',
      sortable: true,
      term: 'visitors',
      value: ({ viewers }) => viewers,
      change: (row) => row.viewers_change,
      isNews: ({ metrics }) => news(metrics, 'views'),
    }),
    numberColumn({
      name: 'conversions',
      sortable: true,
      term: 'conversions',
      value: ({ conversions }) => conversions,
      change: (row) => row.conversions_change,
      isNews: ({ metrics }) => news(metrics, 'conversions'),
    }),
    numberColumn({
      name: 'conversion_rate',
      sortable: true,
      term: 'conversion_rate',
      value: ({ conversion_rate }) => conversion_rate,
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
      format: money,
      change: (row) => row.revenue_change,
      isNews: ({ metrics }) => news(metrics, 'revenue'),
    }),
    numberColumn({ name: 'aov', term: 'average_order', value: ({ aov }) => aov, format: money }),
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
