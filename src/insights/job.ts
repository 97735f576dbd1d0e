// The background job: writes the missing snapshots of the last complete week, at startup and every hour. Most hours there
// is nothing to do; soon after Monday 00:00 UTC there is a new week.
import { setTimeout as sleep } from 'node:timers/promises';
import { Cron } from 'croner';
import { LEASE, Lease } from '../database/lease.ts';
import { lastCompleteWeek } from './week.ts';
import { type InsightsDependencies, type WrittenWeek, websitesWithout, writeWeek } from './write-week.ts';

/** At ten past, when the last events of the day before have arrived. */
const EVERY_HOUR = '10 * * * *';
const LEASE_RETRY_MS = 2_000;

/** Returns a function that stops the job after the website in progress. */
export function startInsightsJob(dependencies: InsightsDependencies): () => Promise<void> {
  const stopping = new AbortController();
  let current = Promise.resolve();
  const run = () => {
    current = current
      .then(() => catchUp(dependencies, stopping.signal))
      .catch((error: unknown) =>
        dependencies.logger.error({ err: error }, 'the insights job failed and will be retried'),
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

/** Writes what is missing, or waits for the node that does so. If that node dies, this one continues. */
export async function catchUp(dependencies: InsightsDependencies, signal?: AbortSignal): Promise<void> {
  const monday = lastCompleteWeek(dependencies.clock);
  while (!signal?.aborted && (await websitesWithout(dependencies.database, monday)).length > 0) {
    const lease = await Lease.take(dependencies.database, dependencies.clock, LEASE.insights);
    if (!lease) await sleep(LEASE_RETRY_MS, undefined, signal && { signal }).catch(() => {});
    // Failures are retried in the next hour, not at once.
    else if ((await writeMissing(dependencies, lease, monday, signal)).failed > 0) return;
  }
  if (!signal?.aborted) dependencies.observer?.complete(dependencies.clock());
}

async function writeMissing(
  dependencies: InsightsDependencies,
  lease: Lease,
  monday: number,
  signal?: AbortSignal,
): Promise<WrittenWeek> {
  try {
    // Read again: the previous holder of the lease may have written some of them.
    return await writeWeek(dependencies, lease, monday, await websitesWithout(dependencies.database, monday), signal);
  } finally {
    await lease.release();
    // It is not needed again until next week.
    await dependencies.builder.stop();
  }
}
