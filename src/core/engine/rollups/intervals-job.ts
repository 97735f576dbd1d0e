// The background job that builds intervals: at startup and then regularly, website by website. It rests as long as it works,
// so that events and reports are not held up.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../../foundation/database/database.ts';
import { LEASE_MS, Lease, LeaseLostError } from '../../foundation/database/lease.ts';
import { type RepeatedJob, startRepeatedJob } from '../../foundation/jobs/repeated-job.ts';
import type { Clock } from '../../foundation/time/clock.ts';
import { type IntervalBuilder, websitesToBuild } from './build-intervals.ts';
import { dayOfTimestampMs } from './calendar.ts';

const EVERY_MINUTE = '* * * * *';
const MINUTE_MS = 60_000;

interface IntervalsJob extends Pick<RepeatedJob, 'inTurn'> {
  readonly database: Database;
  readonly builder: IntervalBuilder;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Returns the function that stops the job after its current transaction. */
export function startIntervalsJob(job: IntervalsJob): () => Promise<void> {
  return startRepeatedJob({
    name: 'building intervals',
    schedule: EVERY_MINUTE,
    logger: job.logger,
    inTurn: job.inTurn,
    run: (signal) => buildUnlessDone(job, signal),
  });
}

/** One node asks all shards, not each of them. */
async function buildUnlessDone(job: IntervalsJob, signal: AbortSignal): Promise<void> {
  const doneAt = await Lease.doneAt(job.database, 'intervals');
  if (minuteOf(doneAt) !== minuteOf(job.clock())) await buildMissing(job, signal);
}

function minuteOf(time: Date): number {
  return Math.floor(time.getTime() / MINUTE_MS);
}

/** Builds what is missing, unless another node does. */
export async function buildMissing(job: IntervalsJob, signal?: AbortSignal): Promise<void> {
  const lease = await Lease.take(job.database, job.clock, 'intervals');
  if (!lease) return;
  const askedAt = job.clock();
  const today = dayOfTimestampMs(askedAt.getTime());
  try {
    const websiteIds = await websitesToBuild(job.database, today);
    if (websiteIds.length === 0) await lease.done(askedAt);
    for (const websiteId of websiteIds) {
      if (signal?.aborted) break;
      await buildWebsite(job, lease, websiteId, today, signal).catch((error: unknown) => {
        if (error instanceof LeaseLostError) throw error;
        job.logger.error({ err: error, websiteId }, 'building the intervals of a website failed; it is tried again');
      });
    }
  } finally {
    // First, because the release may fail: the process can't end before its threads.
    await job.builder.stop();
    await lease.release();
  }
}

async function buildWebsite(
  { database, builder, clock }: IntervalsJob,
  lease: Lease,
  websiteId: number,
  today: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  let renewedMs = clock().getTime();
  for (let step = await builder.begin(websiteId, today); step; step = await builder.begin(websiteId, today)) {
    while (step && !signal?.aborted) {
      const startMs = performance.now();
      step = await builder.proceed(step);
      await sleep(performance.now() - startMs);
      if (clock().getTime() - renewedMs > LEASE_MS / 3) {
        await database.transaction((tx) => lease.renew(tx));
        renewedMs = clock().getTime();
      }
    }
    if (signal?.aborted) return;
  }
}
