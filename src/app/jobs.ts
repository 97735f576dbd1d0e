// Puts the background jobs together.
import { sweepAuditLog } from '../access/audit-log.ts';
import { startAlertsJob } from '../alerts/job.ts';
import { LookerThread } from '../alerts/look.ts';
import { sweepAlerts } from '../alerts/store-alerts.ts';
import { countUnknownOrders, sweepArrivalCounts } from '../arrivals/arrival-counts.ts';
import { sweepAuthorizations } from '../authorization-server/sweep.ts';
import { sweepVisitorSalts } from '../collector/visitor-salts.ts';
import type { Config } from '../config.ts';
import { sweepContactSearch } from '../contacts/sweep-contact-search.ts';
import type { Database } from '../database/database.ts';
import { isPostgresUrl } from '../database/open.ts';
import { sweepEventLogAfter } from '../erasure/sweep-event-log.ts';
import { sweepDaysAfter } from '../erasure/sweep-old-days.ts';
import { startMergeJob } from '../event-log/merge-job.ts';
import { MergeThread } from '../event-log/merge-thread.ts';
import { settleAbandoned } from '../ingestion/deferred-orders.ts';
import {
  sweepEventIds,
  sweepOrdersAfter,
  sweepReceipts,
  sweepRefundsAfter,
  sweepWaitingRefunds,
} from '../ingestion/sweep-seen.ts';
import { sweepTouches } from '../ingestion/touch-runs.ts';
import { startInsightsJob } from '../insights/job.ts';
import { LanguageModel } from '../insights/language-model.ts';
import { SnapshotThread } from '../insights/snapshot.ts';
import { startRepeatedJob } from '../jobs/repeated-job.ts';
import { alertListener, digestListener } from '../notifications/notify.ts';
import { startReportsJob } from '../notifications/scheduled-reports/job.ts';
import { isSubscribed } from '../notifications/subscription-store.ts';
import { sweepOutbox } from '../outbox/outbox.ts';
import { startOutboxJob } from '../outbox/outbox-job.ts';
import { DirectIntervalBuilder, type IntervalBuilder } from '../rollups/build-intervals.ts';
import { IntervalThread } from '../rollups/interval-thread.ts';
import { startIntervalsJob } from '../rollups/intervals-job.ts';
import {
  alertsObserver,
  insightsObserver,
  outboxObserver,
  scheduledReportsObserver,
} from '../surfaces/http/metrics.ts';
import { runSweeps, type Sweep } from '../sweeps/run-sweeps.ts';
import { sweepWebsites, type WebsiteSweep } from '../sweeps/sweep-websites.ts';
import type { AppContext } from './context.ts';
import { deliverOf, notifyOptions } from './delivery.ts';
import type { Threads } from './threads.ts';

/** Returns a function that stops them. */
export function startJobs(context: AppContext, threads: Threads): () => Promise<void> {
  const { config, database, trustedClock, logger, shares, metrics } = context;
  // Snapshots, alerts and reports are written once.
  const clock = trustedClock.forDeletions;
  const stopSweeps = startSweeps(context);
  const stopInsights = startInsightsJob({
    database,
    builder: new SnapshotThread(config.databaseUrl, shares.insights, config.queryEventsMax),
    clock,
    logger,
    rewording: config.languageModel && new LanguageModel(config.languageModel, logger),
    observer: insightsObserver(metrics.insights),
    onSnapshot: digestListener(notifyOptions(config, clock)),
  });
  const stopAlerts = startAlertsJob({
    database,
    looker: new LookerThread(config.databaseUrl, shares.alerts, config.queryEventsMax),
    clock,
    logger,
    onAlert: alertListener(notifyOptions(config, clock)),
    observer: alertsObserver(metrics.alerts),
  });
  const leased = { database, clock: trustedClock.forLeases, logger };
  const stopIntervals = startIntervalsJob({ builder: intervalBuilder(config, database), ...leased });
  const stopMerging = startMergeJob({ merger: new MergeThread(), ...leased });
  const stopOutbox = startOutboxJob({
    ...leased,
    deliver: deliverOf(config, context.clock),
    isWanted: (message) => isSubscribed(database, message),
    mailsPerDayMax: config.accountEmailsPerDay,
    observer: outboxObserver(metrics.notifications),
  });
  const stopReports = startReportsJob({
    ...{ database, logger, ...notifyOptions(config, clock) },
    builder: threads.reports(config, database),
    observer: scheduledReportsObserver(metrics.scheduledReports),
  });
  const stops = [stopSweeps, stopInsights, stopAlerts, stopIntervals, stopMerging, stopOutbox, stopReports];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

function startSweeps({ config, database, trustedClock, logger }: AppContext): () => Promise<void> {
  const clock = trustedClock.forDeletions;
  const stopSweeps = startRepeatedJob({
    name: 'deleting what is old',
    // The minute is that of the start, so that not all nodes do it at the same time.
    schedule: `${new Date().getUTCMinutes()} * * * *`,
    runsAtStartup: false,
    logger,
    run: (signal) => runSweeps(sweepsAt(clock()), { database, logger, signal }),
  });
  const stopWebsiteSweeps = startRepeatedJob({
    name: 'deleting old rows of websites',
    // The minute is that of the start, as above. It runs often, so that a service that never runs for long gets there, and another node takes over soon.
    schedule: `${new Date().getUTCMinutes() % 10}-59/10 * * * *`,
    runsAtStartup: false,
    logger,
    run: (signal) => sweepWebsites(websiteSweepsOf(config), { database, clock, logger, signal }),
  });
  return async () => {
    await Promise.all([stopSweeps(), stopWebsiteSweeps()]);
  };
}

/** PostgreSQL merges the sketches itself, so it needs no thread. */
function intervalBuilder({ databaseUrl }: Config, database: Database): IntervalBuilder {
  return isPostgresUrl(databaseUrl) ? new DirectIntervalBuilder(database) : new IntervalThread(databaseUrl);
}

function sweepsAt(now: Date): Sweep[] {
  return [
    (database) => sweepVisitorSalts(database, now),
    (database) => sweepAuthorizations(database, now),
    (database) => sweepAuditLog(database, now),
    (database) => sweepOutbox(database, now),
  ];
}

/** Orders and days are kept forever unless the configuration has a number of days. */
function websiteSweepsOf({ retentionDays, orderRetentionDays, eventLogDays }: Config): WebsiteSweep[] {
  return [
    sweepReceipts,
    sweepEventIds,
    sweepWaitingRefunds(countUnknownOrders),
    settleAbandoned,
    sweepTouches,
    ...(orderRetentionDays === undefined
      ? []
      : [sweepOrdersAfter(orderRetentionDays), sweepRefundsAfter(orderRetentionDays)]),
    sweepArrivalCounts,
    sweepAlerts,
    sweepContactSearch,
    sweepEventLogAfter(eventLogDays),
    ...(retentionDays === undefined ? [] : [sweepDaysAfter(retentionDays)]),
  ];
}
