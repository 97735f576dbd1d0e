// The background job that looks for alerts, at startup and every hour. A day is judged when it is over, and where events do not
// arrive at once (a file every night, say), when events of a later day have arrived. Whether events have stopped is looked at
// every hour. An interrupted run is continued: every website has its own progress.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { LEASE, Lease, LeaseLostError } from '../database/lease.ts';
import { startRepeatedJob } from '../repeated-job.ts';
import { dayOfTimestampMs } from '../rollups/calendar.ts';
import type { AlertListener } from './alert.ts';
import type { Looker } from './look.ts';
import { lookAtSilence } from './silence.ts';
import { storeFound } from './store-alerts.ts';
import { afterSilence, newWatch } from './watch.ts';
import {
  daysToJudge,
  type StoredWebsite,
  type WebsiteToLookAt,
  websitesToLookAt,
  websiteToLookAt,
} from './websites-to-look-at.ts';

/** Of each hour: after the insights job, which runs at ten past. */
const MINUTE = 20;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const LEASE_RETRY_MS = 2_000;

export interface AlertsDependencies {
  readonly database: Database;
  readonly looker: Looker;
  readonly clock: Clock;
  readonly logger: Logger;
  /** undefined: alerts are stored and shown, and nobody is told. */
  readonly onAlert?: AlertListener | undefined;
}

/** Returns a function that stops the job after the website in progress. */
export function startAlertsJob(dependencies: AlertsDependencies): () => Promise<void> {
  return startRepeatedJob({
    name: 'the alerts job',
    schedule: `${MINUTE} * * * *`,
    logger: dependencies.logger,
    run: (signal) => findAlerts(dependencies, signal),
  });
}

/** Looks at all websites, or waits for the node that does so. If that node dies, this one continues. */
export async function findAlerts(dependencies: AlertsDependencies, signal?: AbortSignal): Promise<void> {
  const { database, clock } = dependencies;
  while (!signal?.aborted && !(await isDone(dependencies))) {
    const lease = await Lease.take(database, clock, LEASE.alerts);
    // Failures are retried in the next hour, not at once.
    if (lease) return lookAtAll(dependencies, lease, signal);
    await sleep(LEASE_RETRY_MS, undefined, signal && { signal }).catch(() => {});
  }
}

/** Whether a node has looked at all websites in this hour, so that this one does not have to ask all shards again. */
async function isDone({ database, clock }: AlertsDependencies): Promise<boolean> {
  return hourOf(await Lease.doneAt(database, LEASE.alerts)) === hourOf(clock());
}

/** An hour begins when the job runs. */
function hourOf(time: Date): number {
  return Math.floor((time.getTime() - MINUTE * MINUTE_MS) / HOUR_MS);
}

async function lookAtAll(dependencies: AlertsDependencies, lease: Lease, signal?: AbortSignal): Promise<void> {
  const { clock, looker } = dependencies;
  const askedAt = clock();
  try {
    if (await lookAtEach(dependencies, lease, signal)) await lease.done(askedAt);
  } finally {
    await lease.release();
    // It is not needed again for an hour.
    await looker.stop();
  }
}

/** A failure for one website does not affect the others. False: some websites failed, or the job was stopped. */
async function lookAtEach(dependencies: AlertsDependencies, lease: Lease, signal?: AbortSignal): Promise<boolean> {
  const { database, clock, logger } = dependencies;
  let failed = 0;
  for await (const website of websitesToLookAt(database, clock())) {
    if (signal?.aborted) return false;
    await lookAtOne(dependencies, lease, website).catch((error: unknown) => {
      if (error instanceof LeaseLostError) throw error;
      failed++;
      logger.error({ err: error, websiteId: website.websiteId }, 'looking for alerts of a website failed');
    });
  }
  return failed === 0;
}

async function lookAtOne(dependencies: AlertsDependencies, lease: Lease, stored: StoredWebsite): Promise<void> {
  const { database, clock, onAlert } = dependencies;
  const website = websiteToLookAt(stored);
  const { websiteId, lastDay, watch } = website;
  const now = clock();
  const days = daysToJudge(website, dayOfTimestampMs(now.getTime()));
  if (days.length > 0) return judgeDays(dependencies, lease, website, days);
  const found = watch && lookAtSilence(watch, { websiteId, lastDay, now });
  if (!found) return;
  const alerts = found.alert ? [found.alert] : [];
  await storeFound(database, lease, { websiteId, watch: found.watch, alerts }, { onAlert, now });
}

async function judgeDays(
  { database, looker, clock, onAlert }: AlertsDependencies,
  lease: Lease,
  { websiteId, lastDay, watch }: WebsiteToLookAt,
  days: readonly number[],
): Promise<void> {
  const now = clock();
  const today = dayOfTimestampMs(now.getTime());
  let before = watch ? afterSilence(watch, lastDay, today) : newWatch(today);
  for (const day of days) {
    const found = await looker.look({ websiteId, day, before });
    await storeFound(database, lease, { websiteId, ...found }, { onAlert, now });
    before = found.watch;
  }
}
