// What was found unusual on a website, newest first.

import { addDays } from '@funnel/report-files/days.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi, useOptionalServices } from '../api/context.tsx';
import { ApiProblem } from '../api/problem.ts';
import { alertsQuery } from '../api/queries.ts';
import type { AlertsReport } from '../api/types.ts';
import { formatDay } from '../format/dates.ts';
import { filterName } from '../format/dimensions.ts';
import { TOPIC_NAMES } from '../format/notifications.ts';
import { t } from '../language/t.ts';
import { pageAt } from '../routing/pages.ts';
import { Link, useView } from '../routing/router.tsx';
import styles from './alerts-card.module.css';
import { Button, buttonClass } from './button.tsx';
import { Card } from './card.tsx';
import { EmptyState, ErrorState, Skeleton } from './states.tsx';
import { Tag } from './tag.tsx';

export type Alert = AlertsReport['data']['alerts'][number];

const ALERTS_PER_PAGE = 5;
/** That a day differs is seen among others. As in the links of notifications. */
const CHART_DAYS = 28;

const GOOD_NEWS: readonly Alert['kind'][] = ['experiment_decided'];
const BAD_NEWS: readonly Alert['kind'][] = ['events_stopped', 'drop', 'experiment_unhealthy', 'goal_at_risk'];

interface OfWebsite {
  readonly websiteId: number;
}

export function AlertsCard({ websiteId }: OfWebsite) {
  const api = useApi();
  const [page, setPage] = useState(1);
  const alerts = useQuery({
    ...alertsQuery(api, websiteId, { page, per_page: ALERTS_PER_PAGE }),
    placeholderData: keepPreviousData,
  });
  // A chat has no alerts.
  if (alerts.error instanceof ApiProblem && alerts.error.status === 404) return null;
  return (
    <Card
      title={t('report.alerts')}
      hint={t('report.alertsHint')}
      actions={<NotificationsLink websiteId={websiteId} />}
      stale={alerts.isPlaceholderData}
    >
      {alerts.isPending && <Skeleton />}
      {alerts.isError && <ErrorState error={alerts.error} onRetry={() => alerts.refetch()} />}
      {alerts.data && <AlertList data={alerts.data.data} onPage={setPage} />}
    </Card>
  );
}

function NotificationsLink({ websiteId }: OfWebsite) {
  if (!useOptionalServices()?.settings.managesTokens) return null;
  return (
    <Link to={{ name: 'notifications', websiteId }} className={buttonClass()}>
      {t('report.getNotified')}
    </Link>
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
      <EmptyState title={t('report.noAlerts')}>
        <p>{t('report.nothingUnusual')}</p>
      </EmptyState>
    );
  }
  return (
    <>
      <AlertItems alerts={alerts} />
      {pages > 1 && (
        <nav className={styles.pages} aria-label={t('report.pagesOfAlerts')}>
          <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
            {t('common.newer')}
          </Button>
          <Button disabled={page >= pages} onClick={() => onPage(page + 1)}>
            {t('common.older')}
          </Button>
        </nav>
      )}
    </>
  );
}

export function AlertItems({ alerts }: { readonly alerts: readonly Alert[] }) {
  return (
    <ul className={styles.alerts}>
      {alerts.map((alert) => (
        <AlertItem key={alert.id} alert={alert} />
      ))}
    </ul>
  );
}

function AlertItem({ alert }: { readonly alert: Alert }) {
  const { kind, day, title, text, path, segment } = alert;
  return (
    <li>
      <div className={styles.head}>
        <Tag tone={toneOf(kind)}>{TOPIC_NAMES[kind]}</Tag>
        <time className="hint" dateTime={day}>
          {formatDay(day)}
        </time>
      </div>
      <p className={styles.title}>{title}</p>
      <p>
        {text}{' '}
        {segment ? (
          <SegmentLink path={path} day={day} segment={segment} />
        ) : (
          <Link to={pageAt(path)}>{linkText(path)}</Link>
        )}
      </p>
    </li>
  );
}

interface SegmentLinkProps extends Pick<Alert, 'path' | 'day'> {
  readonly segment: NonNullable<Alert['segment']>;
}

/** The events of the segment alone, in the weeks through the day. */
function SegmentLink({ path, day, segment: { dimension, value } }: SegmentLinkProps) {
  const filter = { dimension, value };
  const range = { timeframe: 'custom', rangeStart: addDays(day, 1 - CHART_DAYS), rangeEnd: day } as const;
  return (
    <Link to={pageAt(path)} view={{ ...useView(), ...range, compare: 'off', filters: [filter] }}>
      {t('report.seeNumbersOf', { filter: filterName(filter) })}
    </Link>
  );
}

function toneOf(kind: Alert['kind']) {
  if (GOOD_NEWS.includes(kind)) return 'good';
  return BAD_NEWS.includes(kind) ? 'bad' : 'neutral';
}

function linkText(path: string): string {
  const { name } = pageAt(path);
  if (name === 'campaign') return t('common.openCampaign');
  return name === 'live' ? t('common.seeWhatArrives') : t('report.seeNumbers');
}
