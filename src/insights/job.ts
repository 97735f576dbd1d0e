// The background job: writes the snapshots of the last complete week, at the start and every hour, wherever one is
// missing. Most hours it finds nothing to do; soon after Monday 00:00 UTC it finds a new week.
import { setTimeout as sleep } from 'node:timers/promises';
import { Cron } from 'croner';
import { Lease } from './lease.ts';
import { lastCompleteWeek } from './week.ts';
import { type InsightsParts, type WrittenWeek, websitesWithout, writeWeek } from './write-week.ts';

/** Ten past: late evening events have arrived by then. */
const EVERY_HOUR = '10 * * * *';
const LEASE_RETRY_MS = 2_000;

/** Gives back what stops it: after the website under way. */
export function startInsightsJob(parts: InsightsParts): () => Promise<void> {
  const stopping = new AbortController();
  let underWay = Promise.resolve();
  const run = () => {
    underWay = underWay
      .then(() => catchUp(parts, stopping.signal))
      .catch((error: unknown) => parts.logger.error({ err: error }, 'the insights job failed; it is tried again'));
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
export async function catchUp(parts: InsightsParts, signal?: AbortSignal): Promise<void> {
  const monday = lastCompleteWeek(parts.clock);
  while (!signal?.aborted && (await websitesWithout(parts.database, monday)).length > 0) {
    const lease = await Lease.take(parts.database, parts.clock);
    if (!lease) await sleep(LEASE_RETRY_MS, undefined, signal && { signal }).catch(() => {});
    // What failed is tried again with the next hour, not at once.
    else if ((await writeMissing(parts, lease, monday, signal)).failed > 0) return;
  }
  if (!signal?.aborted) parts.observer?.complete(parts.clock());
}

async function writeMissing(
  parts: InsightsParts,
  lease: Lease,
  monday: number,
  signal?: AbortSignal,
): Promise<WrittenWeek> {
  try {
    // Read again: what was missing before the lease may have been written by whoever had it.
    return await writeWeek(parts, lease, monday, await websitesWithout(parts.database, monday), signal);
  } finally {
    await lease.release();
    // The next week is far away.
    await parts.builder.rest();
  }
}
