// The background job that merges the event log. Every second it merges the days to which commits have added many rows or events, so a question finds
// only a few. Once an hour it goes through all websites: what is pending is merged, and each day in the past becomes one run, or two.
// It rests longer than it works, so that events and reports are not held up.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { reachableWebsitesWithLog } from '../catalog/list-websites.ts';
import { readZones } from '../catalog/website-zones.ts';
import type { Clock } from '../clock.ts';
import { type Database, placeholders } from '../database/database.ts';
import { LEASE, LEASE_MS, Lease, LeaseLostError } from '../database/lease.ts';
import { startRepeatedJob } from '../jobs/repeated-job.ts';
import { type LoggedDay, mergeDay, RowsGoneError } from './merge.ts';
import type { LogMerger } from './merge-thread.ts';
import { VISITOR_COLUMN } from './run-rows.ts';

const EVERY_SECOND = '* * * * * *';
const ROUND_EVERY_MS = 60 * 60_000;
/** With fewer rows, and fewer events in them, a question costs less than the merge. */
const PENDING_ROWS_MIN = 64;
const PENDING_EVENTS_MIN = 65_536;
/** During a round. */
const LOOK_EVERY_MS = 5_000;
const FAILURE_WAIT_MS = 1_000;
const THREAD_IDLE_MS_MAX = 60_000;
/** How long it rests after looking, as a multiple of the time that this took. */
const REST = 9;

interface MergeJob {
  readonly database: Database;
  readonly merger: LogMerger;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly failures: MergeFailures;
}

/** Days whose merge has failed wait: a second, then two, and so on, up to an hour. A run that is damaged stays damaged. */
export class MergeFailures {
  readonly #waiting = new Map<string, { readonly waitMs: number; readonly untilMs: number }>();

  isWaiting(day: LoggedDay, nowMs: number): boolean {
    const waiting = this.#waiting.get(keyOf(day));
    // A clock that was set back must not make it wait longer.
    return waiting !== undefined && nowMs < waiting.untilMs && nowMs >= waiting.untilMs - waiting.waitMs;
  }

  add(day: LoggedDay, nowMs: number): void {
    const waitMs = Math.min(2 * (this.#waiting.get(keyOf(day))?.waitMs ?? FAILURE_WAIT_MS / 2), ROUND_EVERY_MS);
    this.#waiting.set(keyOf(day), { waitMs, untilMs: nowMs + waitMs });
  }

  delete(day: LoggedDay): void {
    this.#waiting.delete(keyOf(day));
  }
}

function keyOf({ websiteId, day }: LoggedDay): string {
  return `${websiteId}/${day}`;
}

/** Returns the function that stops the job after its current transaction. */
export function startMergeJob(options: Omit<MergeJob, 'failures'>): () => Promise<void> {
  const job = { ...options, failures: new MergeFailures() };
  const { database, merger, clock } = job;
  let roundAtMs = 0;
  let mergedAtMs = 0;
  let changes: number | undefined;
  const stop = startRepeatedJob({
    name: 'merging the event log',
    schedule: EVERY_SECOND,
    logger: job.logger,
    run: async (signal) => {
      const nowMs = clock().getTime();
      if (Math.abs(nowMs - roundAtMs) >= ROUND_EVERY_MS) {
        await mergeEverything(job, signal);
        roundAtMs = nowMs;
      }
      const counter = database.changeCounter();
      // On SQLite, this costs nothing while nobody writes.
      if (counter !== undefined && counter === changes) return;
      changes = counter;
      const startMs = performance.now();
      const days = await busyDays(database);
      await rest(REST * (performance.now() - startMs), signal);
      if (days.length > 0) {
        await withLease(job, signal, (merging) => mergeDays(merging, days));
        mergedAtMs = nowMs;
      } else if (Math.abs(nowMs - mergedAtMs) > THREAD_IDLE_MS_MAX) await merger.stop();
    },
  });
  return async () => {
    await stop();
    await merger.stop();
  };
}

/** What this node does while it has the lease. */
interface Merging extends MergeJob {
  readonly lease: Lease;
  readonly signal: AbortSignal | undefined;
  renewedMs: number;
  lookedMs: number;
}

/** Merges all that is pending, and the runs of each day in the past, unless another node did so in the last hour. */
export async function mergeEverything(job: MergeJob, signal?: AbortSignal): Promise<void> {
  const { database, clock } = job;
  const startedAt = clock();
  const doneAt = await Lease.doneAt(database, LEASE.eventLog);
  if (Math.abs(startedAt.getTime() - doneAt.getTime()) < ROUND_EVERY_MS) return;
  await withLease(job, signal, async (merging) => {
    for await (const websiteIds of reachableWebsitesWithLog(database)) {
      const zoneOf = await readZones(database, websiteIds);
      for (const websiteId of websiteIds) {
        const today = zoneOf(websiteId).zone.dayAt(startedAt.getTime());
        for (const day of await unmergedDays(database, websiteId, today)) {
          if (signal?.aborted) return;
          await mergeWhole(merging, { websiteId, day }, day < today);
          await mergeBusyDays(merging);
        }
      }
    }
    await merging.lease.done(startedAt);
  });
}

async function mergeDays(merging: Merging, days: readonly LoggedDay[]): Promise<void> {
  for (const day of days) {
    if (merging.signal?.aborted) return;
    await mergeWhole(merging, day, false);
  }
}

/** A round may take long, because of a single website. Busy days of the others don't wait for its end. */
async function mergeBusyDays(merging: Merging): Promise<void> {
  const { database, clock } = merging;
  if (clock().getTime() - merging.lookedMs < LOOK_EVERY_MS) return;
  await mergeDays(merging, await busyDays(database));
  merging.lookedMs = clock().getTime();
}

/** Does nothing while another node has the lease. */
async function withLease(
  job: MergeJob,
  signal: AbortSignal | undefined,
  work: (merging: Merging) => Promise<void>,
): Promise<void> {
  const nowMs = job.clock().getTime();
  const lease = await Lease.take(job.database, job.clock, LEASE.eventLog);
  if (!lease) return;
  try {
    await work({ ...job, lease, signal, renewedMs: nowMs, lookedMs: nowMs });
  } catch (error) {
    if (!(error instanceof LeaseLostError)) throw error;
  } finally {
    await lease.release();
  }
}

/** Does not go on for as long as commits add rows: other days wait. If a website fails, the others go on. */
async function mergeWhole(merging: Merging, day: LoggedDay, isPast: boolean): Promise<void> {
  const { database, merger, clock, logger, failures, signal } = merging;
  if (failures.isWaiting(day, clock().getTime())) return;
  try {
    let isMore = true;
    while (isMore && !signal?.aborted) {
      const startMs = performance.now();
      isMore = await mergeDay(database, day, merger.merge, { isPast });
      await rest(performance.now() - startMs, signal);
      await renewInTime(merging);
    }
    failures.delete(day);
  } catch (error) {
    if (error instanceof LeaseLostError) throw error;
    if (error instanceof RowsGoneError) return;
    failures.add(day, clock().getTime());
    logger.error({ err: error, ...day }, 'merging the event log of a day failed; it is tried again');
  }
}

async function renewInTime(merging: Merging): Promise<void> {
  const nowMs = merging.clock().getTime();
  if (nowMs - merging.renewedMs <= LEASE_MS / 3) return;
  await merging.database.transaction((tx) => merging.lease.renew(tx));
  merging.renewedMs = nowMs;
}

/** Days to which commits have added many rows, or rows with many events. */
export async function busyDays(
  database: Pick<Database, 'query' | 'unreachable'>,
  rowsMin = PENDING_ROWS_MIN,
  eventsMin = PENDING_EVENTS_MIN,
): Promise<LoggedDay[]> {
  const days: LoggedDay[] = [];
  for await (const ids of reachableWebsitesWithLog(database)) {
    const rows = await database.query<{ website_id: number; day: number }>(
      `SELECT website_id, day FROM event_log_pending WHERE website_id IN (${placeholders(ids.length, 2)})
       GROUP BY website_id, day HAVING COUNT(*) >= $1 OR SUM(event_count) >= $2 ORDER BY website_id, day`,
      [rowsMin, eventsMin, ...ids],
    );
    days.push(...rows.map(({ website_id: websiteId, day }) => ({ websiteId, day })));
  }
  return days;
}

async function unmergedDays(database: Pick<Database, 'query'>, websiteId: number, today: number): Promise<Set<number>> {
  const rows = await database.query<{ day: number }>(
    `SELECT day FROM event_log_pending WHERE website_id = $1 GROUP BY day
     UNION SELECT day FROM event_log_runs WHERE website_id = $1 AND day < $2 AND column_number = ${VISITOR_COLUMN}
       GROUP BY day HAVING COUNT(DISTINCT run) > 1`,
    [websiteId, today],
  );
  return new Set(rows.map(({ day }) => day).sort((a, b) => a - b));
}

async function rest(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await sleep(ms, undefined, signal && { signal }).catch(() => {});
}
