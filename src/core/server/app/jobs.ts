// Puts the background jobs together.

import { startAlertsJob } from '../../answers/alerts/job.ts';
import { LookerThread } from '../../answers/alerts/look.ts';
import { startInsightsJob } from '../../answers/insights/job.ts';
import { SnapshotThread } from '../../answers/insights/snapshot.ts';
import type { ExactBounds } from '../../engine/event-log/questions/unique-visitors.ts';
import { startMergeJob } from '../../engine/event-log/upkeep/merge-job.ts';
import { MergeThread } from '../../engine/event-log/upkeep/merge-thread.ts';
import { DirectIntervalBuilder, type IntervalBuilder } from '../../engine/rollups/build-intervals.ts';
import { IntervalThread } from '../../engine/rollups/interval-thread.ts';
import { startIntervalsJob } from '../../engine/rollups/intervals-job.ts';
import { runSweeps } from '../../engine/sweeps/run-sweeps.ts';
import { sweepWebsites } from '../../engine/sweeps/sweep-websites.ts';
import { oneAtATime } from '../../foundation/calls/one-at-a-time.ts';
import type { Database } from '../../foundation/database/database.ts';
import { namingLeftOut } from '../../foundation/database/left-out-websites.ts';
import { isPostgresUrl } from '../../foundation/database/open/open.ts';
import { startRepeatedJob } from '../../foundation/jobs/repeated-job.ts';
import { runsJobsInTurn } from '../../foundation/memory/memory.ts';
import { ContactStore } from '../../manage/contacts/contact-store.ts';
import { alertListener, digestListener } from '../../outreach/notifications/notify.ts';
import { isWanted } from '../../outreach/notifications/recipients/recipient-store.ts';
import { startRecordsJob } from '../../outreach/notifications/records/collect-records.ts';
import { deliveryAbout } from '../../outreach/notifications/records/record-delivery.ts';
import { startReportsJob } from '../../outreach/notifications/scheduled-reports/job.ts';
import { switchOff } from '../../outreach/notifications/switch-off.ts';
import { startOutboxJob } from '../../outreach/outbox/outbox-job.ts';
import type { Config } from '../config/config.ts';
import type { AppContext, JobContext } from '../extension/server-half.ts';
import {
  alertsObserver,
  insightsObserver,
  outboxObserver,
  scheduledReportsObserver,
} from '../surfaces/http/metrics.ts';
import { deliverOf, notifyOptions } from './delivery.ts';
import { sweepsAt, websiteSweepsOf } from './sweeps.ts';
import type { Threads } from './threads.ts';

/** Returns a function that stops them. */
export function startJobs(context: AppContext, threads: Threads, services: object): () => Promise<void> {
  const { config, database, trustedClock, logger, shares, metrics } = context;
  // Snapshots, alerts and reports are written once.
  const clock = trustedClock.forDeletions;
  const stopSweeps = startSweeps(context);
  // Each of them has a thread that holds much while it works.
  const inTurn = runsJobsInTurn() ? oneAtATime() : undefined;
  const naming = (job: string) => namingLeftOut(database, logger, job);
  const stopInsights = startInsightsJob({
    database: naming('the insights job'),
    inTurn,
    builder: new SnapshotThread(config.databaseUrl, shares.insights, boundsOf(config)),
    clock,
    logger,
    observer: insightsObserver(metrics.insights),
    onSnapshot: digestListener({ ...notifyOptions(config, clock), bounds: boundsOf(config) }),
  });
  const stopAlerts = startAlertsJob({
    database: naming('the alerts job'),
    inTurn,
    looker: new LookerThread(config.databaseUrl, shares.alerts, boundsOf(config)),
    clock,
    logger,
    onAlert: alertListener(notifyOptions(config, clock)),
    observer: alertsObserver(metrics.alerts),
  });
  const leased = { database, clock: trustedClock.forLeases, logger };
  const stopIntervals = startIntervalsJob({
    ...{ ...leased, database: naming('building intervals'), inTurn },
    builder: intervalBuilder(config, database),
  });
  const stopMerging = startMergeJob({
    ...{ ...leased, database: naming('merging the event log'), inTurn },
    merger: new MergeThread(),
  });
  const contacts = new ContactStore(database, clock);
  const records = {
    ...{ database, baseUrl: config.baseUrl },
    readContact: async (websiteId: number, id: number) => (await contacts.find(websiteId, { id }))[0],
  };
  const stopRecords = startRecordsJob({
    ...leased,
    database: naming('collecting new contacts and orders for webhooks'),
  });
  const stopOutbox = startOutboxJob({
    ...leased,
    deliver: deliverOf(config, context.clock),
    isWanted: (message) => isWanted(database, message),
    deliveryAbout: (message) => deliveryAbout(records, message),
    switchOff: (tx, message, reason) => switchOff(tx, message, reason, notifyOptions(config, clock)),
    mailsPerDayMax: config.accountEmailsPerDay,
    observer: outboxObserver(metrics.notifications),
  });
  const stopReports = startReportsJob({
    ...{ database, logger, ...notifyOptions(config, clock) },
    builder: threads.reports(config, database),
    observer: scheduledReportsObserver(metrics.scheduledReports),
  });
  const added: JobContext = { ...context, inTurn, databaseOf: naming };
  const stops = [
    ...context.parts.halves.flatMap((half) => half.jobs?.(added, services as never) ?? []),
    ...[stopSweeps, stopInsights, stopAlerts, stopIntervals, stopMerging, stopRecords, stopOutbox, stopReports],
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

function boundsOf({ queryEventsMax, exactEventsMax }: Config): ExactBounds {
  return { queryEventsMax, exactEventsMax };
}

function startSweeps({ config, database, trustedClock, logger, parts }: AppContext): () => Promise<void> {
  const clock = trustedClock.forDeletions;
  const stopSweeps = startRepeatedJob({
    name: 'deleting what is old',
    // The minute is that of the start, so that not all nodes do it at the same time.
    schedule: `${new Date().getUTCMinutes()} * * * *`,
    runsAtStartup: false,
    logger,
    run: (signal) => runSweeps(sweepsAt(clock, parts.halves), { database, logger, signal }),
  });
  const named = namingLeftOut(database, logger, 'deleting old rows of websites');
  const stopWebsiteSweeps = startRepeatedJob({
    name: 'deleting old rows of websites',
    // The minute is that of the start, as above. It runs often, so that a service that never runs for long gets there, and another node
    // takes over soon.
    schedule: `${new Date().getUTCMinutes() % 10}-59/10 * * * *`,
    runsAtStartup: false,
    logger,
    run: (signal) => sweepWebsites(websiteSweepsOf(config, parts.halves), { database: named, clock, logger, signal }),
  });
  return async () => {
    await Promise.all([stopSweeps(), stopWebsiteSweeps()]);
  };
}

/** PostgreSQL merges the sketches itself, so it needs no thread. */
function intervalBuilder({ databaseUrl }: Config, database: Database): IntervalBuilder {
  return isPostgresUrl(databaseUrl) ? new DirectIntervalBuilder(database) : new IntervalThread(databaseUrl);
}
