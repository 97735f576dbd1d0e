// What was found unusual on a website, newest first.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../api/context.tsx';
import { ApiProblem } from '../api/problem.ts';
import { alertsQuery } from '../api/queries.ts';
import type { AlertsReport } from '../api/types.ts';
import { formatDay } from '../format/dates.ts';
import { pageAt } from '../routing/pages.ts';
import { Link } from '../routing/router.tsx';
import styles from './alerts-card.module.css';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { EmptyState, ErrorState, Skeleton } from './states.tsx';
import { Tag } from './tag.tsx';

type Alert = AlertsReport['data']['alerts'][number];

const ALERTS_PER_PAGE = 5;

const KIND_NAMES: Readonly<Record<Alert['kind'], string>> = {
  events_stopped: 'Events stopped',
  drop: 'Drop',
  spike: 'Spike',
  experiment_decided: 'Experiment decided',
  experiment_unhealthy: 'Experiment unhealthy',
};

const GOOD_NEWS: readonly Alert['kind'][] = ['experiment_decided'];
const BAD_NEWS: readonly Alert['kind'][] = ['events_stopped', 'drop', 'experiment_unhealthy'];

export function AlertsCard({ websiteId }: { readonly websiteId: number }) {
  const api = useApi();
  const [page, setPage] = useState(1);
  const alerts = useQuery({
    ...alertsQuery(api, websiteId, { page, per_page: ALERTS_PER_PAGE }),
    placeholderData: keepPreviousData,
  });
  // In a chat there are no alerts.
  if (alerts.error instanceof ApiProblem && alerts.error.status === 404) return null;
  return (
    <Card
      title="Alerts"
      hint="Drops, spikes and stops that the website's own rhythm does not explain, and news of experiments"
      stale={alerts.isPlaceholderData}
    >
      {alerts.isPending && <Skeleton />}
      {alerts.isError && <ErrorState error={alerts.error} onRetry={() => alerts.refetch()} />}
      {alerts.data && <AlertList data={alerts.data.data} onPage={setPage} />}
    </Card>
  );
}

interface AlertListProps {
  readonly data: AlertsReport['data'];
  onPage(page: number): void;
}

export function AlertList({ data: { alerts, pagination }, onPage }: AlertListProps) {
  const { page, total_pages: pages } = pagination;
  if (pagination.total_entries === 0) {
    return (
      <EmptyState title="No alerts">
        <p>Nothing unusual was found. Drops and spikes are looked for after six weeks of events.</p>
      </EmptyState>
    );
  }
  return (
    <>
      <ul className={styles.alerts}>
        {alerts.map((alert) => (
          <AlertItem key={alert.id} alert={alert} />
        ))}
      </ul>
      {pages > 1 && (
        <nav className={styles.pages} aria-label="Pages of alerts">
          <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
            Newer
          </Button>
          <Button disabled={page >= pages} onClick={() => onPage(page + 1)}>
            Older
          </Button>
        </nav>
      )}
    </>
  );
}

function AlertItem({ alert: { kind, day, title, text, path } }: { readonly alert: Alert }) {
  return (
    <li>
      <div className={styles.head}>
        <Tag tone={toneOf(kind)}>{KIND_NAMES[kind]}</Tag>
        <time className="hint" dateTime={day}>
          {formatDay(day)}
        </time>
      </div>
      <p className={styles.title}>{title}</p>
      <p>
        {text} <Link to={pageAt(path)}>{linkText(path)}</Link>
      </p>
    </li>
  );
}

function toneOf(kind: Alert['kind']) {
  if (GOOD_NEWS.includes(kind)) return 'good';
  return BAD_NEWS.includes(kind) ? 'bad' : 'neutral';
}

function linkText(path: string): string {
  const { name } = pageAt(path);
  if (name === 'campaign') return 'Open the campaign';
  return name === 'live' ? 'See what arrives' : 'See the numbers';
}
