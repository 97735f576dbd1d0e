// The background job that looks for alerts, at startup and every hour. A day is judged when it is over, and where events do not
// arrive at once (a file every night, say), when events of a later day have arrived. Whether events have stopped is looked at
// every hour. An interrupted run is continued: every website has its own progress.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { AlertKind } from '../../../core/answers/alerts/alert.ts';
import type { AlertListener } from '../../../core/answers/alerts/alert-listener.ts';
import type { Database } from '../../../core/foundation/database/database.ts';
import { Lease, LeaseLostError } from '../../../core/foundation/database/lease.ts';
import { type RepeatedJob, startRepeatedJob } from '../../../core/foundation/jobs/repeated-job.ts';
import type { Clock } from '../../../core/foundation/time/clock.ts';
import type { Looker } from './look.ts';
import { lookAtSilence } from './silence.ts';
import { type Found, storeFound } from './store-alerts.ts';
import { afterSilence, newWatch } from './watch.ts';
import {
  daysToJudge,
  type StoredWebsite,
  type WebsiteToLookAt,
  websitesToLookAt,
  websiteToLookAt,
} from './websites-to-look-at.ts';

/** The minute of each hour: after the insights job, which runs at ten past. */
const MINUTE = 20;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const LEASE_RETRY_MS = 2_000;

export const LOOK_RESULTS = ['looked_at', 'failed'] as const;

/** Receives progress, for metrics. */
export interface AlertsObserver {
  website(result: (typeof LOOK_RESULTS)[number]): void;
  /** A new alert was stored. */
  found(kind: AlertKind): void;
  /** All websites were looked at in this hour. */
  complete(at: Date): void;
}

export interface AlertsDependencies extends Pick<RepeatedJob, 'inTurn'> {
  readonly database: Database;
  readonly looker: Looker;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Default: alerts are stored and shown, and nobody is told. */
  readonly listeners?: readonly AlertListener[];
  readonly observer?: AlertsObserver | undefined;
}

/** Returns a function that stops the job after the website in progress. */
export function startAlertsJob(dependencies: AlertsDependencies): () => Promise<void> {
  return startRepeatedJob({
    name: 'the alerts job',
    schedule: `${MINUTE} * * * *`,
    logger: dependencies.logger,
    inTurn: dependencies.inTurn,
    run: (signal) => findAlerts(dependencies, signal),
  });
}

/** Looks at all websites, or waits for the node that does so. If that node dies, this one continues. */
export async function findAlerts(dependencies: AlertsDependencies, signal?: AbortSignal): Promise<void> {
  const { database, clock, observer } = dependencies;
  while (!signal?.aborted && !(await isDone(dependencies))) {
    const lease = await Lease.take(database, clock, 'alerts');
    if (!lease) await sleep(LEASE_RETRY_MS, undefined, signal && { signal }).catch(() => {});
    // Failures are retried in the next hour, not at once.
    else if (!(await lookAtAll(dependencies, lease, signal))) return;
  }
  if (!signal?.aborted) observer?.complete(clock());
}

/** Whether a node has looked at all websites in this hour, so that this one does not have to ask all shards again. */
async function isDone({ database, clock }: AlertsDependencies): Promise<boolean> {
  return hourOf(await Lease.doneAt(database, 'alerts')) === hourOf(clock());
}

/** An hour begins when the job runs. */
function hourOf(time: Date): number {
  return Math.floor((time.getTime() - MINUTE * MINUTE_MS) / HOUR_MS);
}

/** False: some websites failed or can't be reached, or the job was stopped. */
async function lookAtAll(dependencies: AlertsDependencies, lease: Lease, signal?: AbortSignal): Promise<boolean> {
  const { database, clock, looker } = dependencies;
  const askedAt = clock();
  try {
    const isDone = (await lookAtEach(dependencies, lease, signal)) && !(await database.shards())?.unreachable;
    if (isDone) await lease.done(askedAt);
    return isDone;
  } finally {
    // First, because the release may fail: the process can't end before its threads. It is not needed again for an hour.
    await looker.stop();
    await lease.release();
  }
}

/** A failure for one website does not affect the others. */
async function lookAtEach(dependencies: AlertsDependencies, lease: Lease, signal?: AbortSignal): Promise<boolean> {
  const { database, clock, logger, observer } = dependencies;
  let failed = 0;
  for await (const website of websitesToLookAt(database, clock())) {
    if (signal?.aborted) return false;
    try {
      await lookAtOne(dependencies, lease, website);
      observer?.website('looked_at');
    } catch (error) {
      if (error instanceof LeaseLostError) throw error;
      failed++;
      observer?.website('failed');
      logger.error({ err: error, websiteId: website.websiteId }, 'looking for alerts of a website failed');
    }
  }
  return failed === 0;
}

async function lookAtOne(dependencies: AlertsDependencies, lease: Lease, stored: StoredWebsite): Promise<void> {
  const { clock } = dependencies;
  const website = websiteToLookAt(stored);
  const { websiteId, lastDay, zone, watch } = website;
  const now = clock();
  const days = daysToJudge(website, zone.dayAt(now.getTime()));
  if (days.length > 0) return judgeDays(dependencies, lease, website, days);
  const found = watch && lookAtSilence(watch, { websiteId, lastDay, now, zone });
  if (!found) return;
  const alerts = found.alert ? [found.alert] : [];
  await store(dependencies, lease, { websiteId, watch: found.watch, alerts }, now);
}

async function judgeDays(
  dependencies: AlertsDependencies,
  lease: Lease,
  { websiteId, lastDay, zone, watch }: WebsiteToLookAt,
  days: readonly number[],
): Promise<void> {
  const now = dependencies.clock();
  const today = zone.dayAt(now.getTime());
  let before = watch ? afterSilence(watch, lastDay, today) : newWatch(today);
  for (const day of days) {
    const found = await dependencies.looker.look({ websiteId, day, before });
    await store(dependencies, lease, { websiteId, ...found }, now);
    before = found.watch;
  }
}

async function store(
  { database, listeners = [], observer }: AlertsDependencies,
  lease: Lease,
  found: Found,
  now: Date,
): Promise<void> {
  for (const { kind } of await storeFound(database, lease, found, { listeners, now })) observer?.found(kind);
}
