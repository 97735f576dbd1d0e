// Events of a website as they arrive: what became of each, and why.

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { arrivalsQuery } from '../api/arrivals.ts';
import { useServices } from '../api/context.tsx';
import { websitesQuery } from '../api/queries.ts';
import type { Arrival } from '../api/types.ts';
import { Button, buttonClass } from '../components/button.tsx';
import { Card, PlainCard } from '../components/card.tsx';
import { CopyField } from '../components/copy-field.tsx';
import { Icon } from '../components/icon.tsx';
import { PageFrame } from '../components/page-frame.tsx';
import { PollingDot } from '../components/polling-dot.tsx';
import { EmptyState, ErrorState, Skeleton } from '../components/states.tsx';
import { mentions, OUTCOME_NAMES, OUTCOMES } from '../format/arrivals.ts';
import { t } from '../language/t.ts';
import { Link } from '../routing/router.tsx';
import { ArrivalCounts } from './arrival-counts.tsx';
import { ArrivalItem } from './arrival-item.tsx';
import styles from './live.module.css';
import { RecentVisitors } from './recent-visitors.tsx';

export function LivePage({ websiteId }: { readonly websiteId: number }) {
  const { api, session, settings } = useServices();
  const [isPaused, setPaused] = useState(false);
  // A page that polls must not go on when the session has ended.
  const isLoggedIn = useSyncExternalStore(session.subscribe, session.state).name === 'logged-in';
  const websites = useQuery(websitesQuery(api));
  return (
    <PageFrame
      title={t('common.liveEvents')}
      crumbs={[{ label: websites.data?.find(({ id }) => id === websiteId)?.name, to: { name: 'website', websiteId } }]}
      lead={t('live.lead')}
      controls={
        settings.managesTokens && (
          <Button onClick={() => setPaused(!isPaused)}>
            <Icon name={isPaused ? 'play' : 'pause'} />
            {isPaused ? t('live.resume') : t('live.pause')}
          </Button>
        )
      }
    >
      {settings.managesTokens ? (
        <>
          <RecentVisitors websiteId={websiteId} isPolling={isLoggedIn && !isPaused} />
          <LatestArrivals websiteId={websiteId} isPolling={isLoggedIn && !isPaused} />
          <ArrivalCounts websiteId={websiteId} isPolling={isLoggedIn} />
        </>
      ) : (
        <PlainCard>
          <EmptyState title={t('live.notAvailableHere')}>
            <p>{t('live.needBuiltInLogin', { issuer: settings.issuer })}</p>
          </EmptyState>
        </PlainCard>
      )}
    </PageFrame>
  );
}

type Filter = Arrival['outcome'] | 'all';

function LatestArrivals({ websiteId, isPolling }: { readonly websiteId: number; readonly isPolling: boolean }) {
  const { api } = useServices();
  const [outcome, setOutcome] = useState<Filter>('all');
  const [text, setText] = useState('');
  const { data, error, refetch, isPending } = useQuery(arrivalsQuery(api, useQueryClient(), websiteId, isPolling));
  const arrivals = data?.arrivals ?? [];
  const shown = arrivals.filter((one) => (outcome === 'all' || one.outcome === outcome) && mentions(one, text));
  return (
    <Card
      title={t('live.latestEvents')}
      hint={
        <span className={styles.state}>
          <PollingDot isOn={isPolling && !error} />
          {stateOf(isPolling, error)} {t('live.inMemory')}
        </span>
      }
      flush
      actions={
        <div className={styles.filters}>
          <select
            aria-label={t('live.show')}
            value={outcome}
            onChange={(event) => setOutcome(event.target.value as Filter)}
          >
            <option value="all">{t('live.allEvents')}</option>
            {OUTCOMES.map((one) => (
              <option key={one} value={one}>
                {OUTCOME_NAMES[one]}
              </option>
            ))}
          </select>
          <input
            type="search"
            aria-label={t('live.filterByText')}
            placeholder={t('live.filterPlaceholder')}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
      }
    >
      {isPending && !error && <Skeleton lines={4} />}
      {!data && error && <ErrorState error={error} onRetry={() => refetch()} />}
      {data && arrivals.length === 0 && <NothingArrived websiteId={websiteId} />}
      {arrivals.length > 0 && shown.length === 0 && (
        <EmptyState title={t('live.noMatch')}>
          <Button
            onClick={() => {
              setOutcome('all');
              setText('');
            }}
          >
            {t('live.showAllEvents')}
          </Button>
        </EmptyState>
      )}
      {shown.length > 0 && (
        // Focusable, because a long list can only be scrolled by keyboard if it can be focused.
        <section className={styles.list} aria-label={t('live.listOfEvents')} tabIndex={0}>
          <ol>
            {shown.map((arrival) => (
              <ArrivalItem key={arrival.id} arrival={arrival} />
            ))}
          </ol>
        </section>
      )}
    </Card>
  );
}

function stateOf(isPolling: boolean, error: Error | null): string {
  if (!isPolling) return t('live.statePaused');
  return error ? t('live.cannotBeReached') : t('live.stateLive');
}

function NothingArrived({ websiteId }: { readonly websiteId: number }) {
  const { settings } = useServices();
  // It has spaces, where a line may break.
  const event = `[{"type": "view", "website_id": ${websiteId}, "visitor": "test"}]`;
  const command = [
    `curl ${settings.baseUrl}/collect/events`,
    "-H 'Authorization: Bearer SECRET_KEY'",
    "-H 'Content-Type: application/json'",
    `-d '${event}'`,
  ].join(' \\\n  ');
  return (
    <EmptyState title={t('live.nothingArrivedRecently')}>
      <p>{t('live.sendTest')}</p>
      <CopyField label={t('live.theCommand')} text={command} />
      <p>{t('live.showsUp')}</p>
      <Link to={{ name: 'sending', websiteId }} className={buttonClass()}>
        {t('live.keysAndSnippets')}
      </Link>
    </EmptyState>
  );
}
