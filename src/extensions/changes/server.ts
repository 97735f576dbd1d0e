import { least } from '../../core/engine/sweeps/kept-data.ts';
import { defineServerHalf, type JobContext, type StopJob } from '../../core/server/extension/server-half.ts';
import { alertMetrics } from './alerts/alert-metrics.ts';
import { type AlertsObserver, startAlertsJob } from './alerts/job.ts';
import { LookerThread } from './alerts/look.ts';
import { ALERTS_KEPT_DAYS, sweepAlerts } from './alerts/store-alerts.ts';
import { changesReads } from './reads.ts';
import { readWeekItems } from './week-items.ts';

interface ChangesServices {
  readonly alertsObserver: AlertsObserver;
}

export const server = defineServerHalf<ChangesServices>({
  reads: changesReads,
  services: ({ metrics }) => ({ alertsObserver: alertMetrics(metrics.registry) }),
  jobs: (context, { alertsObserver }) => [startAlerts(context, alertsObserver)],
  websiteSweeps: () => [sweepAlerts],
  keptData: () => [
    {
      kind: 'alerts',
      tables: ['alerts'],
      until: 'age',
      days: ALERTS_KEPT_DAYS,
      goesWithCounters: true,
      oldest: least('alerts', 'day'),
    },
  ],
  weekItems: readWeekItems,
});

function startAlerts(
  { config, trustedClock, logger, shares, inTurn, databaseOf, alertListeners }: JobContext,
  observer: AlertsObserver,
): StopJob {
  const { databaseUrl, queryEventsMax, exactEventsMax } = config;
  return startAlertsJob({
    database: databaseOf('the alerts job'),
    inTurn,
    looker: new LookerThread(databaseUrl, shares.alerts, { queryEventsMax, exactEventsMax }),
    // Alerts are written once.
    clock: trustedClock.forDeletions,
    logger,
    listeners: alertListeners,
    observer,
  });
}
