// The background job that looks for alerts, at startup and every hour. A day is judged when it is over, and where events do not
// arrive at once (a file every night, say), when events of a later day have arrived. Whether events have stopped is looked at
// every hour. An interrupted run is continued: every website has its own progress.
import { setTimeout as sleep } from 'node:timers/promises';
import { Cron } from 'croner';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { LEASE, Lease, LeaseLostError } from '../database/lease.ts';
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

/** After the insights job, which runs at ten past. */
const EVERY_HOUR = '20 * * * *';
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
  const stopping = new AbortController();
  let current = Promise.resolve();
  const run = () => {
    current = current
      .then(() => findAlerts(dependencies, stopping.signal))
      .catch((error: unknown) =>
        dependencies.logger.error({ err: error }, 'the alerts job failed and will be retried'),
      );
    return current;
  };
  const timer = new Cron(EVERY_HOUR, { timezone: 'UTC', protect: true, unref: true }, run);
  void run();
  return async () => {
    timer.stop();
    stopping.abort();
    await current;
  };
}

/** Waits for the node that does it, if there is one. If that node dies, this one continues. */
export async function findAlerts(dependencies: AlertsDependencies, signal?: AbortSignal): Promise<void> {
  const { database, clock, looker } = dependencies;
  while (!signal?.aborted) {
    const lease = await Lease.take(database, clock, LEASE.alerts);
    if (lease) {
      try {
        return await lookAtAll(dependencies, lease, signal);
      } finally {
        await lease.release();
        // It is not needed again for an hour.
        await looker.stop();
      }
    }
    await sleep(LEASE_RETRY_MS, undefined, signal && { signal }).catch(() => {});
  }
}

/** A failure for one website does not affect the others. */
async function lookAtAll(dependencies: AlertsDependencies, lease: Lease, signal?: AbortSignal): Promise<void> {
  for await (const website of websitesToLookAt(dependencies.database, dependencies.clock())) {
    if (signal?.aborted) return;
    await lookAtOne(dependencies, lease, website).catch((error: unknown) => {
      if (error instanceof LeaseLostError) throw error;
      const { websiteId } = website;
      dependencies.logger.error({ err: error, websiteId }, 'looking for alerts of a website failed');
    });
  }
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
