// Merges the event log of a day: pending rows into a run, and runs into larger ones. What is merged is read and computed before
// the transaction, which only deletes the rows that were read and inserts the new run: see store.ts for why nothing is lost or doubled.
import { type Database, placeholders, type Queries } from '../../../foundation/database/database.ts';
import { mergedEventsMax } from '../../../foundation/memory/memory.ts';
import { keepWebsite } from '../../rollups/store.ts';
import type { Run } from '../format/run.ts';
import { PART_EVENTS_MAX, type RunPart } from '../format/run-parts.ts';
import { type PendingKey, readPendingPage } from '../storage/pending-rows.ts';
import { insertRun, RUN_ROW_COLUMNS, type RunRow, runsOf, VISITOR_COLUMN } from '../storage/run-rows.ts';

const EVENTS_MAX = mergedEventsMax();
const PENDING_MAX = { rowsMax: 2_000, eventsMax: Math.min(500_000, EVENTS_MAX) };
/** A run that has more than so many times the other events is left as it is, so that an event is written again only a few times. */
const GROWTH_MAX = 2;
/**
 * Runs of at least one whole part are merged only if there are so many of them: a question costs about the same for several of them as for
 * one.
 */
const LARGE_RUNS_MIN = 32;
/** The same for the largest run of a day in the past: a few late events must not cause a large day to be written again every hour. */
const PAST_GROWTH_MAX = 100;

export interface LoggedDay {
  readonly websiteId: number;
  readonly day: number;
}

export interface DayToMerge {
  readonly day: number;
  /** The oldest first. */
  readonly runs: readonly Run[];
  /** The contents of pending rows, which are younger than the runs; the oldest first. */
  readonly pending: readonly Uint8Array[];
  /** The events of all of them. */
  readonly eventCount: number;
}

/** Merges what a day has into one run, in parts. */
export type MergeRuns = (toMerge: DayToMerge) => Promise<RunPart[]>;

/** Rows that were read are gone: another node has merged them, or they were erased. */
export class RowsGoneError extends Error {}

/**
 * Merges pending rows of the day, the oldest ones, and runs that are not much larger. `isPast`: nearly always all runs.
 * Returns whether it has left pending rows because they are many. Those that were added meanwhile don't count: on a busy day there
 * are always some.
 */
export async function mergeDay(
  database: Database,
  place: LoggedDay,
  merge: MergeRuns,
  { isPast }: { readonly isPast: boolean },
): Promise<boolean> {
  const pending = await readPendingPage(database, place, PENDING_MAX);
  const sizes = await readSizes(database, place);
  const wanted = isPast ? runsOfPastDay(sizes, pending.eventCount) : runsToMerge(sizes, pending.eventCount);
  const numbers = smallestWithin(EVENTS_MAX - pending.eventCount, wanted, sizes);
  if (pending.contents.length === 0 && numbers.length <= 1) return false;
  const rows = await readRunRows(database, place, numbers);
  const merged = runsOf(place.websiteId, rows).sort((a, b) => a.number - b.number || a.visitorsFrom - b.visitorsFrom);
  const runs = merged.map(({ run }) => run);
  const eventCount = runs.reduce((sum, run) => sum + run.eventCount, pending.eventCount);
  if (eventCount === 0) return false;
  const parts = await merge({ day: place.day, runs, pending: pending.contents, eventCount });
  return database.transaction(async (tx) => {
    if (!(await keepWebsite(tx, place.websiteId))) return false;
    await insertRun(tx, place.websiteId, parts);
    if (pending.last) await deletePending(tx, place, pending.last, pending.contents.length);
    await deleteRuns(tx, place, numbers, rows.length);
    return pending.isCut;
  });
}

interface RunSize {
  readonly run: number;
  readonly events: number;
}

/** The smallest runs, as long as the next one is not much larger than all before it. Large ones only if they are many. */
export function runsToMerge(sizes: readonly RunSize[], pendingEvents: number): number[] {
  const merged: RunSize[] = [];
  let events = pendingEvents;
  for (const size of sizes.toSorted((a, b) => a.events - b.events)) {
    if (size.events > GROWTH_MAX * events) break;
    merged.push(size);
    events += size.events;
  }
  const small = merged.filter((size) => size.events < PART_EVENTS_MAX);
  return (merged.length - small.length < LARGE_RUNS_MIN ? small : merged).map(({ run }) => run);
}

/** All runs, but not the largest one if it is much larger than the rest. So a day ends as one run, or as two. */
export function runsOfPastDay(sizes: readonly RunSize[], pendingEvents: number): number[] {
  const [largest, ...others] = sizes.toSorted((a, b) => b.events - a.events);
  if (!largest) return [];
  const events = others.reduce((sum, { events: size }) => sum + size, pendingEvents);
  return (largest.events > PAST_GROWTH_MAX * events ? others : [largest, ...others]).map(({ run }) => run);
}

/** The smallest of these runs that have together at most so many events. */
export function smallestWithin(eventsMax: number, numbers: readonly number[], sizes: readonly RunSize[]): number[] {
  const wanted = sizes.filter(({ run }) => numbers.includes(run)).sort((a, b) => a.events - b.events);
  let events = 0;
  return wanted.flatMap(({ run, events: added }) => {
    events += added;
    return events <= eventsMax ? [run] : [];
  });
}

function readSizes(database: Pick<Queries, 'query'>, { websiteId, day }: LoggedDay): Promise<RunSize[]> {
  return database.query<RunSize>(
    `SELECT run, CAST(SUM(event_count) AS bigint) AS events FROM event_log_runs
     WHERE website_id = $1 AND day = $2 AND column_number = ${VISITOR_COLUMN} GROUP BY run`,
    [websiteId, day],
  );
}

function readRunRows(
  database: Pick<Queries, 'query'>,
  { websiteId, day }: LoggedDay,
  numbers: readonly number[],
): Promise<RunRow[]> {
  if (numbers.length === 0) return Promise.resolve([]);
  return database.query<RunRow>(
    `SELECT ${RUN_ROW_COLUMNS} FROM event_log_runs
     WHERE website_id = $1 AND day = $2 AND run IN (${placeholders(numbers.length, 2)})`,
    [websiteId, day, ...numbers],
  );
}

const UP_TO_KEY = 'website_id = $1 AND day = $2 AND (version < $3 OR (version = $3 AND part <= $4))';

async function deletePending(tx: Queries, place: LoggedDay, last: PendingKey, expected: number): Promise<void> {
  const { websiteId, day } = place;
  const sql = `DELETE FROM event_log_pending WHERE ${UP_TO_KEY} RETURNING version`;
  requireAll(await tx.query(sql, [websiteId, day, last.version, last.part]), expected);
}

async function deleteRuns(
  tx: Queries,
  { websiteId, day }: LoggedDay,
  numbers: readonly number[],
  expected: number,
): Promise<void> {
  if (numbers.length === 0) return;
  const sql = `DELETE FROM event_log_runs
    WHERE website_id = $1 AND day = $2 AND run IN (${placeholders(numbers.length, 2)}) RETURNING run`;
  requireAll(await tx.query(sql, [websiteId, day, ...numbers]), expected);
}

export function requireAll(deleted: readonly unknown[], expected: number): void {
  if (deleted.length !== expected) throw new RowsGoneError('rows of the event log were merged or erased meanwhile');
}
