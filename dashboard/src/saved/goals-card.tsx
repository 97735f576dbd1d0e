// What the website should reach in this month, and how far it is. The mark on each bar is the part of the month that is over.

import type { Metrics } from '@funnel/report-files/metrics.ts';
import { monthOver } from '@funnel/report-files/month.ts';
import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, useState } from 'react';
import { useCatalog } from '../api/catalog.ts';
import { useApi, useOptionalServices } from '../api/context.tsx';
import { campaignQuery, websiteQuery } from '../api/queries.ts';
import { useCanEdit } from '../api/role.ts';
import { type Goal, goalsQuery } from '../api/saved-records.ts';
import { Button } from '../components/button.tsx';
import { Card } from '../components/card.tsx';
import { RowDetail, RowLink } from '../components/row-name.tsx';
import { ErrorState, Skeleton } from '../components/states.tsx';
import { type LocalTime, localTimeAt } from '../format/dates.ts';
import { formatMetric, metricLabel } from '../format/metric.ts';
import { formatShare } from '../format/numbers.ts';
import { t } from '../language/t.ts';
import { useTimezone } from '../routing/timezone.tsx';
import type { View } from '../routing/view.ts';
import { DeleteGoalDialog, GoalDialog } from './goal-dialogs.tsx';
import styles from './goals-card.module.css';

interface OfWebsite {
  readonly websiteId: number;
  readonly currency: string;
}

/** Chats do not have it. If there are no goals, only those see it who can set one. */
export function GoalsCard(props: OfWebsite) {
  return useOptionalServices() === undefined ? null : <Goals {...props} />;
}

type OpenDialog = { readonly name: 'add' } | { readonly name: 'change' | 'delete'; readonly goal: Goal };

function Goals({ websiteId, currency }: OfWebsite) {
  const api = useApi();
  const goals = useQuery(goalsQuery(api, websiteId));
  const canEdit = useCanEdit(websiteId);
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  const over = monthOver(clockOf(localTimeAt(Date.now(), useTimezone())));
  if (!goals.isError && !goals.data?.length && !canEdit) return null;
  return (
    <Card
      title={t('saved.goalsForMonth')}
      hint={goals.data?.length ? t('saved.monthOver', { share: formatShare(over, 1) }) : undefined}
      actions={canEdit && <Button onClick={() => setDialog({ name: 'add' })}>{t('saved.addGoal')}</Button>}
    >
      {goals.isPending && <Skeleton lines={2} />}
      {goals.isError && <ErrorState error={goals.error} onRetry={() => goals.refetch()} />}
      {goals.data?.length === 0 && <p className="hint">{t('saved.setTarget')}</p>}
      {goals.data && goals.data.length > 0 && (
        <ul className={styles.goals} aria-label={t('saved.goalsForMonth')}>
          {goals.data.map((goal) => (
            <GoalRow key={goal.id} {...{ websiteId, currency, goal, over }}>
              {canEdit && (
                <span className={styles.actions}>
                  <Button size="small" onClick={() => setDialog({ name: 'change', goal })}>
                    {t('common.edit')}
                  </Button>
                  <Button size="small" onClick={() => setDialog({ name: 'delete', goal })}>
                    {t('common.delete')}
                  </Button>
                </span>
              )}
            </GoalRow>
          ))}
        </ul>
      )}
      {dialog?.name === 'add' && <GoalDialog {...{ websiteId, currency }} onClose={close} />}
      {dialog?.name === 'change' && <GoalDialog {...{ websiteId, currency, goal: dialog.goal }} onClose={close} />}
      {dialog?.name === 'delete' && <DeleteGoalDialog websiteId={websiteId} goal={dialog.goal} onClose={close} />}
    </Card>
  );
}

interface GoalRowProps extends OfWebsite {
  readonly goal: Goal;
  readonly over: number;
  readonly children: React.ReactNode;
}

function GoalRow({ websiteId, currency, goal, over, children }: GoalRowProps) {
  const { metric, target, campaign_id: campaignId } = goal;
  const metrics = useMonth(websiteId, campaignId);
  const campaign = useCatalog(websiteId)?.campaigns.get(campaignId ?? 0);
  const value = metrics?.[metric];
  const share = value === undefined ? 0 : value / target;
  return (
    <li className={styles.goal} style={{ '--share': Math.min(1, share), '--over': over } as CSSProperties}>
      <span className={styles.name}>
        {goal.name}
        <RowDetail>
          {metricLabel(metric, 'distinct')}
          {campaignId !== null && (
            <RowLink to={{ name: 'campaign', websiteId, campaignId }}>
              {campaign?.name ?? t('saved.campaignById', { id: String(campaignId) })}
            </RowLink>
          )}
        </RowDetail>
      </span>
      <span className={styles.numbers}>
        {value === undefined
          ? '…'
          : t('saved.reached', {
              value: formatMetric(metric, value, currency),
              target: formatMetric(metric, target, currency),
              share: formatShare(value, target),
            })}
      </span>
      {children}
      <span className={styles.bar} aria-hidden="true" />
    </li>
  );
}

/** Local time is taken as if it were UTC. */
function clockOf({ day, time }: LocalTime): number {
  return Date.parse(`${day}T${time}Z`);
}

const THIS_MONTH: View = { timeframe: 'this_month', compare: 'off', countType: 'distinct', filters: [] };

/** undefined while it is loading, or if it can't be read. */
function useMonth(websiteId: number, campaignId: number | null): Metrics | undefined {
  const api = useApi();
  const view = { ...THIS_MONTH, timezone: useTimezone() };
  const website = useQuery({ ...websiteQuery(api, websiteId, view), enabled: campaignId === null });
  const campaign = useQuery({ ...campaignQuery(api, websiteId, campaignId ?? 0, view), enabled: campaignId !== null });
  return campaignId === null ? website.data?.data.metrics : campaign.data?.data.metrics;
}
