// Who buys again, and what a buyer brings within 30, 60 and 90 days. It is about first orders, whatever the rest of the page is about.

import { useQuery } from '@tanstack/react-query';
import { useApi } from '../api/context.tsx';
import { readRetentionFile } from '../api/files.ts';
import { notKeptIn } from '../api/kept-events.ts';
import { retentionQuery } from '../api/queries.ts';
import type { RetentionReport } from '../api/types.ts';
import { Button } from '../components/button.tsx';
import { Card } from '../components/card.tsx';
import { CsvButton } from '../components/csv-button.tsx';
import { SampleNote } from '../components/estimate.tsx';
import { EmptyState, ErrorState, Skeleton } from '../components/states.tsx';
import { t } from '../language/t.ts';
import { changeView, useView } from '../routing/router.tsx';
import { BuyersTable } from './buyers-table.tsx';
import type { RetentionChoices } from './choices.ts';

interface BuyersCardProps {
  readonly websiteId: number;
  readonly choices: RetentionChoices;
}

/** The same request as that of the page, if the page is about orders. If no events are kept, the page says so already. */
export function BuyersCard({ websiteId, choices }: BuyersCardProps) {
  const isOfPage = choices.first === 'order' && choices.then === 'order';
  const asked: RetentionChoices = isOfPage
    ? choices
    : { ...choices, first: 'order', then: 'order', breakDownBy: undefined };
  const api = useApi();
  const view = useView();
  const query = useQuery(retentionQuery(api, websiteId, asked, view));
  const { data: report, error } = query;
  if (notKeptIn(error)) return null;
  return (
    <Card
      title={t('retention.repeatBuyers')}
      term="repeat_buyers"
      hint={
        <>
          {t('retention.buyersHint')}
          {report?.sampled && ' '}
          {report?.sampled && <SampleNote percent={report.sample_rate} />}
        </>
      }
      stale={query.isPlaceholderData}
      flush
      actions={
        report && (
          <CsvButton
            label={t('retention.theBuyers')}
            file={() => readRetentionFile(api, asked, 'buyers', { websiteId, timeframe: report.timeframe, view })}
          />
        )
      }
    >
      {query.isPending && <Skeleton lines={3} />}
      {error && <ErrorState error={error} onRetry={() => query.refetch()} />}
      {report && !error && <Buyers report={report} />}
    </Card>
  );
}

function Buyers({ report }: { readonly report: RetentionReport }) {
  const { buyers = [], cohorts } = report.data;
  if (cohorts.every(({ visitors }) => visitors === 0)) {
    return (
      <EmptyState title={t('retention.noFirstOrders')}>
        <p>{t('common.chooseLongerTimeframe')}</p>
      </EmptyState>
    );
  }
  if (buyers.every((row) => row.buyers === 0)) {
    return (
      <EmptyState title={t('retention.notOver')}>
        <p>{t('retention.notOverHint')}</p>
        <Button onClick={() => changeView({ timeframe: 'last_365_days' })}>{t('retention.showYear')}</Button>
      </EmptyState>
    );
  }
  return <BuyersTable report={report} />;
}
