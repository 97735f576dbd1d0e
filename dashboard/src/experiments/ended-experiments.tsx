// Experiments that were decided and no longer run, as their alerts have it: the service judges only those that run.

import { useQuery } from '@tanstack/react-query';
import { useApi, useSharedPage } from '../api/context.tsx';
import { alertsQuery, EXPERIMENTS_MAX } from '../api/queries.ts';
import { type Alert, AlertItems } from '../components/alerts-card.tsx';
import { Card } from '../components/card.tsx';
import { t } from '../language/t.ts';
import { pageAt } from '../routing/pages.ts';

/** Older ones are on the page of insights. */
const ALERTS_LOOKED_AT = 50;

interface EndedExperimentsProps {
  readonly websiteId: number;
  /** The campaigns whose experiments run. */
  readonly running: readonly number[];
}

export function EndedExperiments({ websiteId, running }: EndedExperimentsProps) {
  // A chat and a shared page have no alerts.
  const isShared = useSharedPage() !== undefined;
  const { data: report } = useQuery({
    ...alertsQuery(useApi(), websiteId, { page: 1, per_page: ALERTS_LOOKED_AT, advice: false }),
    enabled: !isShared,
  });
  // If there are more than listed, it is not known which have ended.
  const ended = running.length < EXPERIMENTS_MAX ? endedAmong(report?.data.alerts ?? [], running) : [];
  if (ended.length === 0) return null;
  return (
    <Card title={t('experiments.ended')} hint={t('experiments.endedHint')}>
      <AlertItems alerts={ended} />
    </Card>
  );
}

/** The last decision of each campaign whose experiment does not run, without what was to be done then. `alerts`: newest first. */
function endedAmong(alerts: readonly Alert[], running: readonly number[]): Alert[] {
  const known = new Set(running);
  return alerts.filter(({ kind, path }) => {
    const page = pageAt(path);
    if (kind !== 'experiment_decided' || page.name !== 'campaign' || known.has(page.campaignId)) return false;
    known.add(page.campaignId);
    return true;
  });
}
