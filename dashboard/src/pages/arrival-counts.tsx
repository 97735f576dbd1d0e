// How many events arrived in the last 30 days, and why some were not counted.

import type { DayRange } from '@funnel/report-files/days.ts';
import { useQuery } from '@tanstack/react-query';
import { arrivalCountsQuery, readReasonsFile } from '../api/arrivals.ts';
import { useApi } from '../api/context.tsx';
import type { ArrivalCounts as Counts } from '../api/types.ts';
import { Sparkline } from '../charts/sparkline.tsx';
import { Card } from '../components/card.tsx';
import { CsvButton } from '../components/csv-button.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { RowDetail } from '../components/row-name.tsx';
import { EmptyState, ErrorState, Skeleton } from '../components/states.tsx';
import { OUTCOME_NAMES, reasonName, SOURCE_NAMES } from '../format/arrivals.ts';
import { formatRange } from '../format/dates.ts';
import { formatCount } from '../format/numbers.ts';
import { t } from '../language/t.ts';
import styles from './live.module.css';

type Outcome = Counts['outcomes'][number];
type Reason = Counts['reasons'][number];

export function ArrivalCounts({ websiteId, isPolling }: { readonly websiteId: number; readonly isPolling: boolean }) {
  const api = useApi();
  const { data, error, isPending, refetch } = useQuery(arrivalCountsQuery(api, websiteId, isPolling));
  const hasSome = data?.outcomes.some(({ events }) => events > 0) ?? false;
  return (
    <>
      <Card title={t('live.last30Days')} hint={data && <Range dates={data.dates} />} flush>
        {isPending && <Skeleton lines={4} />}
        {error && !data && <ErrorState error={error} onRetry={() => refetch()} />}
        {data && !hasSome && (
          <EmptyState title={t('live.nothingArrivedYet')}>
            <p>{t('live.filesNotCounted')}</p>
          </EmptyState>
        )}
        {data && hasSome && (
          <DataTable
            caption={t('live.eventsByResult')}
            columns={outcomeColumns()}
            rows={data.outcomes}
            keyOf={({ outcome }) => outcome}
          />
        )}
      </Card>
      {data && hasSome && (
        <Card
          title={t('live.whyNotCounted')}
          hint={t('live.latestNameFix')}
          flush
          actions={
            data.reasons.length > 0 && (
              <CsvButton label={t('live.theReasonsByDay')} file={() => readReasonsFile(api, websiteId)} />
            )
          }
        >
          {data.reasons.length === 0 ? (
            <EmptyState title={t('live.allCounted')} />
          ) : (
            <DataTable
              caption={t('live.reasons')}
              columns={REASON_COLUMNS}
              rows={data.reasons}
              keyOf={({ source, outcome, code }) => [source, outcome, code].join(' ')}
            />
          )}
        </Card>
      )}
    </>
  );
}

function rangeOfDates(dates: readonly string[]): DayRange {
  return { start: dates[0]!, end: dates.at(-1)! };
}

function Range({ dates }: { readonly dates: readonly string[] }) {
  return t('live.byDayOfArrival', { days: formatRange(rangeOfDates(dates)) });
}

function countColumns<Row extends { readonly events: number; readonly by_day: readonly number[] }>(): Column<Row>[] {
  return [
    {
      name: 'by_day',
      label: t('live.byDay'),
      minor: true,
      value: () => undefined,
      render: (row) => (
        <div className={styles.trend}>
          <Sparkline values={row.by_day} />
        </div>
      ),
    },
    {
      name: 'today',
      label: t('common.today'),
      numeric: true,
      value: (row) => row.by_day.at(-1),
      render: (row) => formatCount(row.by_day.at(-1)!),
    },
    {
      name: 'events',
      label: t('live.thirtyDays'),
      numeric: true,
      value: ({ events }) => events,
      render: ({ events }) => formatCount(events),
    },
  ];
}

function outcomeColumns(): Column<Outcome>[] {
  return [
    { name: 'outcome', label: t('live.result'), value: ({ outcome }) => OUTCOME_NAMES[outcome] },
    ...countColumns<Outcome>(),
  ];
}

const REASON_COLUMNS: readonly Column<Reason>[] = [
  {
    name: 'code',
    label: t('live.reason'),
    value: ({ code }) => code,
    render: ({ code, outcome, source }) => (
      <>
        {reasonName(code)}
        <RowDetail>
          {OUTCOME_NAMES[outcome]} · {SOURCE_NAMES[source]} · <code>{code}</code>
        </RowDetail>
      </>
    ),
  },
  ...countColumns<Reason>(),
];
