// Reads the event log. Everything that a question needs is read with one statement: a statement sees the database as of one
// moment, on PostgreSQL, on Citus (both tables are asked on one shard) and on SQLite. A merge deletes rows and inserts the run that it
// made of them in one transaction, so the statement sees either the rows or the run, and each event exactly once.
import { readSettingsOf } from '../catalog/website-settings.ts';
import { placeholders, type Queries } from '../database/database.ts';
import { firstDayOfNewLog } from '../rollups/store.ts';
import type { Window } from '../rollups/window.ts';
import { runOfPending } from './pending.ts';
import { ALL_VISITORS, type Run, type RunColumn } from './run.ts';
import { columnNumber, RUN_ROW_COLUMNS, type RunRow, runsOf, VISITOR_COLUMN } from './run-rows.ts';

type Reader = Pick<Queries, 'query'>;

/** Pending rows have all columns in one. */
const PENDING = -1;

export interface WantedRuns {
  readonly websiteId: number;
  /** They don't overlap. */
  readonly days: readonly Window[];
  readonly columns: readonly RunColumn[];
  /** Only this share of the visitors is needed, above 0 and at most 1. Others may be read, too. Default: all. */
  readonly sampleRate?: number;
}

/** The runs of these days, merged or not, in no particular order. */
export async function readRuns(database: Reader, wanted: WantedRuns): Promise<Run[]> {
  const { websiteId, days, sampleRate = 1 } = wanted;
  const columns = [...new Set([VISITOR_COLUMN, ...wanted.columns.map(columnNumber)])];
  const limit = Math.ceil(sampleRate * ALL_VISITORS);
  // For each window a part of its own, which reads a range of the primary key.
  const parts = days.map((_, index) => {
    const inWindow = `website_id = $1 AND day BETWEEN $${3 + 2 * index} AND $${4 + 2 * index}`;
    return `SELECT ${RUN_ROW_COLUMNS} FROM event_log_runs
     WHERE ${inWindow} AND visitors_from < $2
       AND column_number IN (${placeholders(columns.length, 2 + 2 * days.length)})
     UNION ALL
     SELECT day, version, part, ${PENDING}, event_count, 0, content FROM event_log_pending WHERE ${inWindow}`;
  });
  const rows = await database.query<RunRow>(parts.join(' UNION ALL '), [
    websiteId,
    limit,
    ...days.flatMap(({ firstDay, lastDay }) => [firstDay, lastDay]),
    ...columns,
  ]);
  const { pending = [], merged = [] } = Object.groupBy(rows, ({ column_number: column }) =>
    column === PENDING ? 'pending' : 'merged',
  );
  return [...runsOf(merged).map(({ run }) => run), ...runsOfPending(pending, wanted.columns)];
}

/** One for each day. */
function runsOfPending(rows: readonly RunRow[], columns: readonly RunColumn[]): Run[] {
  const contents = new Map<number, Uint8Array[]>();
  for (const { day, content } of rows) {
    const ofDay = contents.get(day);
    if (ofDay) ofDay.push(content);
    else contents.set(day, [content]);
  }
  return Array.from(contents, ([day, ofDay]) => runOfPending(day, ofDay, columns));
}

interface LogSize {
  readonly events: number;
  /** Of these, what is not merged yet, and in how many rows. */
  readonly pendingEvents: number;
  readonly pendingRows: number;
}

/** How many events the log has of these days, which don't overlap. */
export async function countLoggedEvents(
  database: Reader,
  websiteId: number,
  days: readonly Window[],
): Promise<LogSize> {
  const parts = days.map((_, index) => {
    const inWindow = `website_id = $1 AND day BETWEEN $${2 + 2 * index} AND $${3 + 2 * index}`;
    return `SELECT event_count, 0 AS is_pending FROM event_log_runs
       WHERE ${inWindow} AND column_number = ${VISITOR_COLUMN}
       UNION ALL SELECT event_count, 1 FROM event_log_pending WHERE ${inWindow}`;
  });
  const [row] = await database.query<{ events: number; pending_events: number; pending_rows: number }>(
    `SELECT CAST(COALESCE(SUM(event_count), 0) AS bigint) AS events,
       CAST(COALESCE(SUM(event_count * is_pending), 0) AS bigint) AS pending_events,
       CAST(COALESCE(SUM(is_pending), 0) AS bigint) AS pending_rows
     FROM (${parts.join(' UNION ALL ')}) AS rows_of_days`,
    [websiteId, ...days.flatMap(({ firstDay, lastDay }) => [firstDay, lastDay])],
  );
  const { events, pending_events: pendingEvents, pending_rows: pendingRows } = row!;
  return { events, pendingEvents, pendingRows };
}

/** The log has all events of this day and of later ones. undefined: the website has no log. */
export async function firstLoggedDay(database: Reader, websiteId: number): Promise<number | undefined> {
  return (await firstLoggedDays(database, [websiteId])).get(websiteId);
}

/** The same by website, without those that have no log. */
export async function firstLoggedDays(database: Reader, websiteIds: readonly number[]): Promise<Map<number, number>> {
  const settings = await readSettingsOf(database, websiteIds);
  const logged = websiteIds.filter((id) => settings.get(id)?.event_log);
  if (logged.length === 0) return new Map();
  const rows = await database.query<{ id: number; log_from: number | null; last_day: number | null }>(
    `SELECT website_id AS id, log_from, last_day FROM website_activity WHERE website_id IN (${placeholders(logged.length)})`,
    logged,
  );
  const activities = new Map(rows.map((row) => [row.id, row]));
  // Until the first commit that logs, nothing is stored.
  const firstDay = (id: number) =>
    activities.get(id)?.log_from ?? firstDayOfNewLog(activities.get(id)?.last_day ?? null);
  return new Map(logged.map((id) => [id, firstDay(id)]));
}
