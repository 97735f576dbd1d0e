// The background job that merges the event log. Every five seconds it merges the days to which commits have added many rows or events, so a
// question finds only a few. Once an hour it goes through all websites: what is pending is merged, and each day in the past becomes one
// run, or two. It rests longer than it works, so that events and reports are not held up.
// Why: docs/decisions/database.md, "Days are merged when it pays".
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Database, placeholders } from '../../../foundation/database/database.ts';
import { LEASE_MS, Lease, LeaseLostError } from '../../../foundation/database/lease.ts';
import { type RepeatedJob, startRepeatedJob } from '../../../foundation/jobs/repeated-job.ts';
import type { Clock } from '../../../foundation/time/clock.ts';
import { reachableWebsitesWithLog } from '../../catalog/list-websites.ts';
import { readZones } from '../../catalog/website-zones.ts';
import { VISITOR_COLUMN } from '../storage/run-rows.ts';
import { type LoggedDay, mergeDay, RowsGoneError } from './merge.ts';
import type { LogMerger } from './merge-thread.ts';

const EVERY_5_SECONDS = '*/5 * * * * *';
const ROUND_EVERY_MS = 60 * 60_000;
/** If there are fewer rows, and fewer events in them, a question costs less than the merge. */
const PENDING_ROWS_MIN = 64;
const PENDING_EVENTS_MIN = 65_536;
/** The others come with the next look. */
const DAYS_PER_LOOK_MAX = 1_000;
/** How often a round looks. */
const LOOK_EVERY_MS = 5_000;
const FAILURE_WAIT_MS = 1_000;
const THREAD_IDLE_MS_MAX = 60_000;
/** How long it rests after looking, as a multiple of the time that this took. */
const REST = 9;

interface MergeJob extends Pick<RepeatedJob, 'inTurn'> {
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
  const looks = new MergeLooks({ ...options, failures: new MergeFailures() });
  const { inTurn, merger } = options;
  const run = async (signal: AbortSignal) => {
    await looks.look(signal);
    // The next job in the queue needs its memory.
    if (inTurn) await merger.stop();
  };
  const stop = startRepeatedJob({
    name: 'merging the event log',
    schedule: EVERY_5_SECONDS,
    logger: options.logger,
    inTurn,
    run,
  });
  return async () => {
    await stop();
    await looks.stop();
  };
}

/**
 * Looks for what is to be merged, and merges it. One node does so: it keeps the lease from look to look, so that the others need not ask
 * all shards, too.
 */
export class MergeLooks {
  readonly #job: MergeJob;
  #lease: Lease | undefined;
  #roundAtMs = 0;
  #mergedAtMs = 0;
  #changes: number | undefined;

  constructor(job: MergeJob) {
    this.#job = job;
  }

  async look(signal?: AbortSignal): Promise<void> {
    const { database, clock } = this.#job;
    const nowMs = clock().getTime();
    const isRoundDue = Math.abs(nowMs - this.#roundAtMs) >= ROUND_EVERY_MS;
    const changes = database.changeCounter();
    // On SQLite, this costs nothing while nobody writes.
    if (!isRoundDue && changes !== undefined && changes === this.#changes) return;
    try {
      if (!(await this.#holdLease())) return;
      // It is read again, because the lease is a write, too.
      this.#changes = database.changeCounter();
      const merging = { ...this.#job, lease: this.#lease!, signal, renewedMs: nowMs, lookedMs: nowMs };
      if (isRoundDue) {
        await mergeEverything(merging);
        this.#roundAtMs = nowMs;
      }
      await this.#mergeBusy(merging);
    } catch (error) {
      if (!(error instanceof LeaseLostError)) throw error;
      this.#lease = undefined;
    }
  }

  async stop(): Promise<void> {
    const { merger, logger } = this.#job;
    await merger.stop();
    // The process must end, even if its database is gone. A lease that is not released expires.
    await this.#lease
      ?.release()
      .catch((error) => logger.warn({ err: error }, 'the lease of the merges was not released'));
    this.#lease = undefined;
  }

  /** false: another node has it. */
  async #holdLease(): Promise<boolean> {
    const { database, clock } = this.#job;
    const held = this.#lease;
    if (held) await database.transaction((tx) => held.renew(tx));
    else this.#lease = await Lease.take(database, clock, 'event_log');
    return this.#lease !== undefined;
  }

  async #mergeBusy(merging: Merging): Promise<void> {
    const { database, merger, clock, signal } = merging;
    const startMs = performance.now();
    const days = await busyDays(database);
    await rest(REST * (performance.now() - startMs), signal);
    const nowMs = clock().getTime();
    if (days.length > 0) {
      await mergeDays(merging, days);
      this.#mergedAtMs = nowMs;
    } else if (Math.abs(nowMs - this.#mergedAtMs) > THREAD_IDLE_MS_MAX) await merger.stop();
  }
}

/** What this node does while it has the lease. */
interface Merging extends MergeJob {
  readonly lease: Lease;
  readonly signal: AbortSignal | undefined;
  renewedMs: number;
  lookedMs: number;
}

/** Merges all that is pending, and the runs of each day in the past, unless another node did so in the last hour. */
async function mergeEverything(merging: Merging): Promise<void> {
  const { database, clock, lease, signal } = merging;
  const startedAt = clock();
  const doneAt = await Lease.doneAt(database, 'event_log');
  if (Math.abs(startedAt.getTime() - doneAt.getTime()) < ROUND_EVERY_MS) return;
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
  await lease.done(startedAt);
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

/**
 * Days to which commits have added many rows, or rows with many events. One statement about all shards, unless some cannot be reached: also
 * about websites whose log was switched off, whose days will be erased.
 */
export async function busyDays(
  database: Pick<Database, 'query' | 'unreachable' | 'shards'>,
  rowsMin = PENDING_ROWS_MIN,
  eventsMin = PENDING_EVENTS_MIN,
): Promise<LoggedDay[]> {
  const busy = async (condition: string, ids: readonly number[]) => {
    const rows = await database.query<{ website_id: number; day: number }>(
      `SELECT website_id, day FROM event_log_pending ${condition}
       GROUP BY website_id, day HAVING COUNT(*) >= $1 OR SUM(event_count) >= $2
       ORDER BY website_id, day LIMIT ${DAYS_PER_LOOK_MAX}`,
      [rowsMin, eventsMin, ...ids],
    );
    return rows.map(({ website_id: websiteId, day }) => ({ websiteId, day }));
  };
  if (!(await database.shards())?.unreachable) return busy('', []);
  const days: LoggedDay[] = [];
  for await (const ids of reachableWebsitesWithLog(database)) {
    days.push(...(await busy(`WHERE website_id IN (${placeholders(ids.length, 2)})`, ids)));
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
