// The background job: writes the snapshots of the last complete week, at the start and every hour, wherever one is
// missing. Most hours it finds nothing to do; soon after Monday 00:00 UTC it finds a new week.
import { setTimeout as sleep } from 'node:timers/promises';
import { Cron } from 'croner';
import { Lease } from './lease.ts';
import { lastCompleteWeek } from './week.ts';
import { type InsightsDependencies, type WrittenWeek, websitesWithout, writeWeek } from './write-week.ts';

/** Ten past: late evening events have arrived by then. */
const EVERY_HOUR = '10 * * * *';
const LEASE_RETRY_MS = 2_000;

/** Gives back what stops it: after the website under way. */
export function startInsightsJob(dependencies: InsightsDependencies): () => Promise<void> {
  const stopping = new AbortController();
  let underWay = Promise.resolve();
  const run = () => {
    underWay = underWay
      .then(() => catchUp(dependencies, stopping.signal))
      .catch((error: unknown) =>
        dependencies.logger.error({ err: error }, 'the insights job failed; it is tried again'),
      );
    return underWay;
  };
  const timer = new Cron(EVERY_HOUR, { timezone: 'UTC', protect: true, unref: true }, run);
  void run();
  return async () => {
    timer.stop();
    stopping.abort();
    await underWay;
  };
}

/** Writes what is missing, or waits for the node that does: if that one dies, the rest is written here. */
export async function catchUp(dependencies: InsightsDependencies, signal?: AbortSignal): Promise<void> {
  const monday = lastCompleteWeek(dependencies.clock);
  while (!signal?.aborted && (await websitesWithout(dependencies.database, monday)).length > 0) {
    const lease = await Lease.take(dependencies.database, dependencies.clock);
    if (!lease) await sleep(LEASE_RETRY_MS, undefined, signal && { signal }).catch(() => {});
    // What failed is tried again with the next hour, not at once.
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
    // Read again: what was missing before the lease may have been written by whoever had it.
    return await writeWeek(dependencies, lease, monday, await websitesWithout(dependencies.database, monday), signal);
  } finally {
    await lease.release();
    // The next week is far away.
    await dependencies.builder.rest();
  }
}
