// The background job: writes the missing snapshots of the last complete week, at startup and every hour. Most hours there
// is nothing to do; soon after Monday 00:00 in the time zone of a website, there is a new week.
import { setTimeout as sleep } from 'node:timers/promises';
import { zoneNamesInUse } from '../../engine/catalog/website-zones.ts';
import { Lease } from '../../foundation/database/lease.ts';
import { startRepeatedJob } from '../../foundation/jobs/repeated-job.ts';
import { findZone, type Zone, zoneOf } from '../../foundation/time/zone.ts';
import { lastCompleteWeek } from './week.ts';
import { type InsightsDependencies, websitesWithout, writeWeek } from './write-week.ts';

/** Runs at ten past, when the last events of the day before have arrived. */
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
    inTurn: dependencies.inTurn,
    run: (signal) => catchUp(dependencies, signal),
  });
}

/** Writes what is missing, or waits for the node that does so. If that node dies, this one continues. */
export async function catchUp(dependencies: InsightsDependencies, signal?: AbortSignal): Promise<void> {
  const zones = await readZonesInUse(dependencies);
  while (!signal?.aborted && !(await isComplete(dependencies, zones))) {
    const lease = await Lease.take(dependencies.database, dependencies.clock, 'insights');
    if (!lease) await sleep(LEASE_RETRY_MS, undefined, signal && { signal }).catch(() => {});
    // Failures are retried in the next hour, not at once.
    else if (!(await writeMissing(dependencies, lease, signal))) return;
  }
  if (!signal?.aborted) dependencies.observer?.complete(dependencies.clock());
}

/** Whether a node found all snapshots, and no week has ended since. Then this one does not have to ask all shards again. */
async function isComplete({ database, clock }: InsightsDependencies, zones: readonly Zone[]): Promise<boolean> {
  const now = clock();
  const doneAt = await Lease.doneAt(database, 'insights');
  const ageMs = now.getTime() - doneAt.getTime();
  if (ageMs < 0 || ageMs >= LATE_WEBSITES_EVERY_MS) return false;
  return zones.every((zone) => lastCompleteWeek(doneAt, zone) === lastCompleteWeek(now, zone));
}

async function readZonesInUse({ database, logger }: InsightsDependencies): Promise<Zone[]> {
  const names = await zoneNamesInUse(database);
  const unknown = names.filter((name) => findZone(name) === undefined);
  if (unknown.length > 0) {
    logger.error(
      { timezones: unknown },
      'this version of Node does not know these time zones of websites, so this node counts their events on UTC days: update Node',
    );
  }
  return names.map(zoneOf);
}

/** False: some websites failed, or can't be reached. */
async function writeMissing(dependencies: InsightsDependencies, lease: Lease, signal?: AbortSignal): Promise<boolean> {
  const { database, clock, builder } = dependencies;
  const askedAt = clock();
  try {
    const missing = await websitesWithout(database, askedAt);
    let failed = 0;
    for (const [monday, websiteIds] of missing) {
      failed += (await writeWeek(dependencies, lease, monday, websiteIds, signal)).failed;
    }
    if (missing.size > 0) return failed === 0;
    const isEveryShardThere = !(await database.shards())?.unreachable;
    if (isEveryShardThere) await lease.done(askedAt);
    return isEveryShardThere;
  } finally {
    // First, because the release may fail: the process can't end before its threads. It is not needed again until next week.
    await builder.stop();
    await lease.release();
  }
}
