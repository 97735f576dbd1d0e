// The visitors of the last minutes, and what they did.

import { useQuery } from '@tanstack/react-query';
import { useApi } from '../api/context.tsx';
import { notKeptIn } from '../api/kept-events.ts';
import { RECENT_MINUTES, RECENT_POLL_SECONDS, recentVisitorsQuery } from '../api/recent-visitors.ts';
import { Card } from '../components/card.tsx';
import { SampleNote } from '../components/estimate.tsx';
import { EventsNotKept } from '../components/events-not-kept.tsx';
import { ErrorState, Skeleton } from '../components/states.tsx';
import { Tile, Tiles } from '../components/tile.tsx';
import { formatMetric, metricDetail, metricTerm } from '../format/metric.ts';
import { t } from '../language/t.ts';
import { useTimezone } from '../routing/timezone.tsx';

const SHOWN = ['views', 'conversions', 'orders', 'revenue'] as const;

interface RecentVisitorsProps {
  readonly websiteId: number;
  readonly isPolling: boolean;
}

export function RecentVisitors({ websiteId, isPolling }: RecentVisitorsProps) {
  const { data, error, refetch } = useQuery(recentVisitorsQuery(useApi(), websiteId, useTimezone(), isPolling));
  const notKept = notKeptIn(error);
  return (
    <Card
      title={t('live.lastMinutes', { count: RECENT_MINUTES })}
      hint={
        data && (
          <>
            {t('live.countedEvery', { seconds: RECENT_POLL_SECONDS })}{' '}
            {data.sampled && <SampleNote percent={data.sample_rate} />}
          </>
        )
      }
      flush
    >
      {notKept && (
        <EventsNotKept websiteId={websiteId} {...notKept}>
          {t('live.onceKept')}
        </EventsNotKept>
      )}
      {!data && !error && <Skeleton lines={2} />}
      {!data && error && !notKept && <ErrorState error={error} onRetry={() => refetch()} />}
      {data && (
        <Tiles>
          {SHOWN.map((name) => (
            <Tile
              key={name}
              metric={name}
              term={metricTerm(name, 'distinct')}
              value={formatMetric(name, data.data.metrics[name], data.website.currency)}
              isEstimate={data.sampled ?? false}
              detail={metricDetail(name, data.data.metrics, data.website.currency, 'distinct')}
            />
          ))}
        </Tiles>
      )}
    </Card>
  );
}
