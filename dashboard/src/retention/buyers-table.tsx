// Who buys again, and what a buyer brings within 30, 60 and 90 days, as a table.

import type { RetentionReport } from '../api/types.ts';
import { type Column, DataTable } from '../components/data-table.tsx';
import { Estimate } from '../components/estimate.tsx';
import { NumberDetail, numberColumn } from '../components/number-column.tsx';
import { formatCount, formatMoney, formatRate } from '../format/numbers.ts';
import { t } from '../language/t.ts';
import { VISITORS_MIN } from './cohorts.ts';

type BuyersRow = NonNullable<RetentionReport['data']['buyers']>[number];

export function BuyersTable({ report }: { readonly report: RetentionReport }) {
  return (
    <DataTable
      caption={t('retention.repeatBuyers')}
      columns={buyerColumns(report)}
      rows={report.data.buyers ?? []}
      keyOf={({ days }) => days}
    />
  );
}

function buyerColumns({ sampled: isEstimate, website }: RetentionReport): Column<BuyersRow>[] {
  return [
    {
      name: 'days',
      label: t('retention.afterFirstOrder'),
      value: ({ days }) => days,
      render: ({ days }) => t('retention.withinDays', { count: days }),
    },
    numberColumn<BuyersRow>({
      name: 'buyers',
      term: 'buyers',
      value: ({ buyers }) => buyers,
      isEstimate,
    }),
    {
      ...numberColumn<BuyersRow>({ name: 'repeat_buyers', term: 'repeat_buyers', value: (row) => row.repeat_buyers }),
      render: ({ buyers, repeat_buyers: count, repeat_rate: rate }) => (
        <>
          <Estimate isEstimate={isEstimate}>{formatCount(count)}</Estimate>
          {buyers >= VISITORS_MIN && rate !== null && <NumberDetail>{formatRate(rate)}</NumberDetail>}
        </>
      ),
    },
    numberColumn<BuyersRow>({
      name: 'revenue_per_buyer',
      term: 'revenue_per_buyer',
      value: ({ revenue_per_buyer: revenue }) => revenue ?? undefined,
      format: (revenue) => formatMoney(revenue, website.currency),
      isEstimate,
    }),
  ];
}
