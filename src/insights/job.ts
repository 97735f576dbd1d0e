// The background job: writes the missing snapshots of the last complete week, at startup and every hour. Most hours there
// is nothing to do; soon after Monday 00:00 UTC there is a new week.
import { setTimeout as sleep } from 'node:timers/promises';
import { LEASE, Lease } from '../database/lease.ts';
import { startRepeatedJob } from '../jobs/repeated-job.ts';
import { lastCompleteWeek } from './week.ts';
import { type InsightsDependencies, websitesWithout, writeWeek } from './write-week.ts';

/** At ten past, when the last events of the day before have arrived. */
const EVERY_HOUR = '10 * * * *';
const LEASE_RETRY_MS = 2_000;
/** A website that gets its first events of the week later, such as by an import, gets its snapshot within this time. */
const LATE_WEBSITES_EVERY_MS = 6 * 60 * 60 * 1000;

/** Returns a function that stops the job after the website in progress. */
export function startInsightsJob(dependencies: InsightsDependencies): () => Promise<void> {
  return startRepeatedJob({
    name: 'the insights job',
    schedule: EVERY_HOUR,
    logger: dependencies.logger,
    run: (signal) => catchUp(dependencies, signal),
  });
}

/** Writes what is missing, or waits for the node that does so. If that node dies, this one continues. */
export async function catchUp(dependencies: InsightsDependencies, signal?: AbortSignal): Promise<void> {
  const monday = lastCompleteWeek(dependencies.clock);
  while (!signal?.aborted && !(await isComplete(dependencies, monday))) {
    const lease = await Lease.take(dependencies.database, dependencies.clock, LEASE.insights);
    if (!lease) await sleep(LEASE_RETRY_MS, undefined, signal && { signal }).catch(() => {});
    // Failures are retried in the next hour, not at once.
    else if (!(await writeMissing(dependencies, lease, monday, signal))) return;
  }
  if (!signal?.aborted) dependencies.observer?.complete(dependencies.clock());
}

/** Whether a node found all snapshots of the week, so that this one does not have to ask all shards again. */
async function isComplete({ database, clock }: InsightsDependencies, monday: number): Promise<boolean> {
  const doneAt = await Lease.doneAt(database, LEASE.insights);
  const ageMs = clock().getTime() - doneAt.getTime();
  return lastCompleteWeek(() => doneAt) === monday && ageMs >= 0 && ageMs < LATE_WEBSITES_EVERY_MS;
}

/** False: some websites failed, or can't be reached. */
async function writeMissing(
  dependencies: InsightsDependencies,
  lease: Lease,
  monday: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const { database, clock, builder } = dependencies;
  const askedAt = clock();
  try {
    const missing = await websitesWithout(database, monday);
    if (missing.length > 0) return (await writeWeek(dependencies, lease, monday, missing, signal)).failed === 0;
    const isEveryShardThere = !(await database.shards())?.unreachable;
    if (isEveryShardThere) await lease.done(askedAt);
    return isEveryShardThere;
  } finally {
    // First, because the release may fail: the process can't end before its threads. It is not needed again until next week.
    await builder.stop();
    await lease.release();
  }
}
