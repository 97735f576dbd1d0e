// What the website should reach in this month, how far it is, and where it is heading. The mark on each bar is the part of the month that
// is over.

import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, useState } from 'react';
import { useCatalog } from '../api/catalog.ts';
import { useApi, useOptionalServices } from '../api/context.tsx';
import { useCanEdit } from '../api/role.ts';
import { type Goal, type GoalProgress, goalProgressQuery, goalsQuery } from '../api/saved-records.ts';
import { Button } from '../components/button.tsx';
import { Card } from '../components/card.tsx';
import { RowDetail, RowLink } from '../components/row-name.tsx';
import { ErrorState, Skeleton } from '../components/states.tsx';
import { formatMetric, metricLabel } from '../format/metric.ts';
import { formatShare } from '../format/numbers.ts';
import { t } from '../language/t.ts';
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
  const progress = useQuery({ ...goalProgressQuery(api, websiteId), enabled: Boolean(goals.data?.length) }).data;
  const over = (progress?.goals[0]?.over ?? 0) / 100;
  if (!goals.isError && !goals.data?.length && !canEdit) return null;
  return (
    <Card
      title={t('saved.goalsForMonth')}
      hint={progress && `${t('saved.monthOver', { share: formatShare(over, 1) })} ${t('saved.forecastFrom')}`}
      actions={canEdit && <Button onClick={() => setDialog({ name: 'add' })}>{t('saved.addGoal')}</Button>}
    >
      {goals.isPending && <Skeleton lines={2} />}
      {goals.isError && <ErrorState error={goals.error} onRetry={() => goals.refetch()} />}
      {goals.data?.length === 0 && <p className="hint">{t('saved.setTarget')}</p>}
      {goals.data && goals.data.length > 0 && (
        <ul className={styles.goals} aria-label={t('saved.goalsForMonth')}>
          {goals.data.map((goal) => (
            <GoalRow
              key={goal.id}
              {...{ websiteId, currency, goal, over }}
              progress={progress?.goals.find(({ id }) => id === goal.id)}
            >
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
  /** undefined while it is loading, or if it can't be read. */
  readonly progress: GoalProgress | undefined;
  readonly over: number;
  readonly children: React.ReactNode;
}

function GoalRow({ websiteId, currency, goal, progress, over, children }: GoalRowProps) {
  const { metric, target, campaign_id: campaignId } = goal;
  const campaign = useCatalog(websiteId)?.campaigns.get(campaignId ?? 0);
  const value = progress?.reached;
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
        {progress && <span className={styles.forecast}>{forecastText(progress, currency)}</span>}
      </span>
      {children}
      <span className={styles.bar} aria-hidden="true" />
    </li>
  );
}

function forecastText({ metric, target, forecast }: GoalProgress, currency: string): string {
  if (!forecast) return t('saved.noForecast');
  const text = (amount: number) => formatMetric(metric, amount, currency);
  const { value, low, high } = forecast;
  return t('saved.onCourse', { value: text(value), target: text(target), low: text(low), high: text(high) });
}
