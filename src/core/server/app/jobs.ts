// Puts the background jobs together.

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
import type { Config } from '../config/config.ts';
import type { AppContext, JobContext } from '../extension/server-half.ts';
import { insightsObserver } from '../surfaces/http/metrics.ts';
import { sweepsAt, websiteSweepsOf } from './sweeps.ts';

/** Returns a function that stops them. */
export function startJobs(context: AppContext, services: object): () => Promise<void> {
  const { config, database, trustedClock, logger, shares, metrics } = context;
  // Snapshots are written once.
  const clock = trustedClock.forDeletions;
  const stopSweeps = startSweeps(context);
  // Each of them has a thread that holds much while it works.
  const inTurn = runsJobsInTurn() ? oneAtATime() : undefined;
  const naming = (job: string) => namingLeftOut(database, logger, job);
  const { halves, scripts } = context.parts;
  const stopInsights = startInsightsJob({
    database: naming('the insights job'),
    inTurn,
    builder: new SnapshotThread(scripts.snapshots, config.databaseUrl, shares.insights, boundsOf(config)),
    clock,
    logger,
    observer: insightsObserver(metrics.insights),
    listeners: halves.flatMap((half) => half.onSnapshot?.(context) ?? []),
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
  const added: JobContext = {
    ...{ ...context, inTurn, databaseOf: naming },
    alertListeners: halves.flatMap((half) => half.onAlert?.(context) ?? []),
  };
  const stops = [
    ...halves.flatMap((half) => half.jobs?.(added, services as never) ?? []),
    ...[stopSweeps, stopInsights, stopIntervals, stopMerging],
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
