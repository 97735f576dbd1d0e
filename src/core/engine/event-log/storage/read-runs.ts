// Reads the event log. Everything that a question needs is read with one statement: a statement sees the database as of one
// moment, on PostgreSQL, on Citus (both tables are asked on one shard) and on SQLite. A merge deletes rows and inserts the run that it
// made of them in one transaction, so the statement sees either the rows or the run, and each event exactly once.

import { placeholders, type Queries, type SqlValue } from '../../../foundation/database/database.ts';
import { readSettingsOf } from '../../catalog/website-settings.ts';
import { firstDayOfNewLog } from '../../rollups/store.ts';
import type { Window } from '../../rollups/window.ts';
import { runOfPending } from '../format/pending.ts';
import { ALL_VISITORS, type Run, type RunColumn } from '../format/run.ts';
import { COLUMN_NUMBERS } from '../format/stored-numbers.ts';
import type { PartHead } from './kept-runs.ts';
import { type PartRow, pendingContent, RUN_ROW_COLUMNS, type RunRow, runsOf, VISITOR_COLUMN } from './run-rows.ts';

type Reader = Pick<Queries, 'query'>;

/** Pending rows have all columns in one. */
const PENDING = -1;
/** Rows that only say that a part of a run is there. */
const HEAD = -2;

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
  const { websiteId, days, columns, sampleRate = 1 } = wanted;
  const statement = new RunStatement(websiteId);
  for (const window of days) statement.addColumns({ window, columns: ['visitor', ...columns] }, sampleRate);
  for (const window of days) statement.addPending(window);
  const { merged, pending } = await statement.read(database);
  return [...runsOf(websiteId, merged).map(({ run }) => run), ...runsOfPending(websiteId, pending, columns)];
}

/** The same, but of each run only the part that has the visitor, if the run has this visitor at all. */
export async function readRunsOfVisitor(
  database: Reader,
  { websiteId, days, columns }: Omit<WantedRuns, 'sampleRate'>,
  visitorHigh: number,
): Promise<Run[]> {
  const statement = new RunStatement(websiteId);
  for (const window of days) statement.addColumnsOfVisitor({ window, columns: ['visitor', ...columns] }, visitorHigh);
  for (const window of days) statement.addPending(window);
  const { merged, pending } = await statement.read(database);
  return [...runsOf(websiteId, merged).map(({ run }) => run), ...runsOfPending(websiteId, pending, columns)];
}

const ALL_DAYS: Window = { firstDay: -(2 ** 31), lastDay: 2 ** 31 - 1 };

export interface LoggedVisitor {
  readonly websiteId: number;
  readonly visitorLow: number;
  readonly visitorHigh: number;
}

/** What has to be read of a day in order to find a visitor. */
export interface DayOfVisitor {
  readonly day: number;
  readonly events: number;
  /** What is not merged yet of these. */
  readonly pendingEvents: number;
  /** Otherwise the day had so many events that those of this visitor were not kept. */
  readonly hasVisitor: boolean;
}

/** The newest day first. `within`: only these days. */
export async function listDaysOfVisitor(
  database: Reader,
  { websiteId, visitorHigh }: LoggedVisitor,
  within: Window = ALL_DAYS,
): Promise<DayOfVisitor[]> {
  const rows = await database.query<SizeRow & { readonly day: number }>(
    `SELECT day, CAST(SUM(event_count) AS bigint) AS events, CAST(SUM(event_count * is_pending) AS bigint) AS pending_events,
       0 AS pending_rows, CAST(MIN(threshold) AS bigint) AS threshold
     FROM (
       SELECT day, event_count, 0 AS is_pending, threshold FROM event_log_runs
       WHERE website_id = $1 AND day BETWEEN $3 AND $4 AND column_number = ${VISITOR_COLUMN} AND ${isPartOfVisitor('$2')}
       UNION ALL SELECT day, event_count, 1, ${ALL_VISITORS} FROM event_log_pending
       WHERE website_id = $1 AND day BETWEEN $3 AND $4
     ) AS parts GROUP BY day ORDER BY day DESC`,
    [websiteId, visitorHigh >>> 0, within.firstDay, within.lastDay],
  );
  return rows.map(({ day, events, pending_events: pendingEvents, threshold }) => ({
    ...{ day, events, pendingEvents },
    hasVisitor: visitorHigh >>> 0 < threshold,
  }));
}

/** Of the parts of a run, the last one that does not begin after the visitor. */
function isPartOfVisitor(visitorHigh: string): string {
  return `visitors_from = (
    SELECT MAX(part.visitors_from) FROM event_log_runs AS part
    WHERE part.website_id = $1 AND part.day = event_log_runs.day AND part.run = event_log_runs.run
      AND part.column_number = ${VISITOR_COLUMN} AND part.visitors_from <= ${visitorHigh}
  )`;
}

/** What a day has in pending rows. */
export interface PendingDay {
  readonly day: number;
  readonly rows: number;
  /** The version of the last commit that has written some. */
  readonly lastVersion: number;
}

/** The merged runs of these days, and how much is pending beside them, as of one moment. */
export async function readMerged(database: Reader, { websiteId, days, columns, sampleRate = 1 }: WantedRuns) {
  const statement = new RunStatement(websiteId);
  for (const window of days) statement.addColumns({ window, columns: ['visitor', ...columns] }, sampleRate);
  for (const window of days) statement.addPendingDays(window);
  const { merged, pending } = await statement.read(database);
  return {
    merged: runsOf(websiteId, merged).map(({ run }) => run),
    pending: pending.map(({ day, run, visitors_from }): PendingDay => ({ day, rows: visitors_from, lastVersion: run })),
  };
}

/** Columns of the runs of some days. */
export interface ColumnsOfDays {
  readonly window: Window;
  readonly columns: readonly RunColumn[];
}

/** All runs of these days, with no columns but the given ones; and what is not merged yet, with all columns that are wanted. */
export async function readColumns(
  database: Reader,
  { websiteId, days, columns }: WantedRuns,
  read: readonly ColumnsOfDays[],
) {
  const statement = new RunStatement(websiteId);
  for (const window of days) statement.addHeads(window);
  for (const window of days) statement.addPending(window);
  for (const ofDays of read) statement.addColumns(ofDays);
  const { merged, pending } = await statement.read(database);
  return { parts: runsOf(websiteId, merged), pending: runsOfPending(websiteId, pending, columns) };
}

/** Each part of the statement is about one window, so that it reads a range of the primary key. */
class RunStatement {
  readonly #parts: string[] = [];
  readonly #params: SqlValue[];

  constructor(websiteId: number) {
    this.#params = [websiteId];
  }

  addHeads(window: Window): void {
    this.#parts.push(
      `SELECT day, run, visitors_from, ${HEAD} AS column_number, event_count, threshold, CAST(NULL AS bytea) AS content,
         CAST(NULL AS integer) AS checksum
       FROM event_log_runs WHERE ${this.#inWindow(window)} AND column_number = ${VISITOR_COLUMN}`,
    );
  }

  /** Reads this share of the visitors. */
  addColumns(columns: ColumnsOfDays, sampleRate = 1): void {
    this.#addColumns(columns, `visitors_from < ${this.#param(Math.ceil(sampleRate * ALL_VISITORS))}`);
  }

  addColumnsOfVisitor(columns: ColumnsOfDays, visitorHigh: number): void {
    this.#addColumns(columns, isPartOfVisitor(this.#param(visitorHigh >>> 0)));
  }

  #addColumns({ window, columns }: ColumnsOfDays, condition: string): void {
    const inWindow = this.#inWindow(window);
    const numbers = [...new Set(columns.map((column) => COLUMN_NUMBERS[column]))].map((number) => this.#param(number));
    this.#parts.push(
      `SELECT ${RUN_ROW_COLUMNS} FROM event_log_runs
       WHERE ${inWindow} AND ${condition} AND column_number IN (${numbers.join()})`,
    );
  }

  addPending(window: Window): void {
    this.#parts.push(
      `SELECT day, version, part, ${PENDING}, event_count, 0, content, checksum FROM event_log_pending WHERE ${this.#inWindow(window)}`,
    );
  }

  /** One row for each day: the last version in place of the run, and the number of rows in place of the first visitor. */
  addPendingDays(window: Window): void {
    this.#parts.push(
      `SELECT day, MAX(version), COUNT(*), ${PENDING}, 0, 0, CAST(NULL AS bytea), CAST(NULL AS integer)
       FROM event_log_pending WHERE ${this.#inWindow(window)} GROUP BY day`,
    );
  }

  async read(database: Reader): Promise<{ readonly merged: PartRow[]; readonly pending: RunRow[] }> {
    const rows = await database.query<PartRow>(this.#parts.join(' UNION ALL '), this.#params);
    const { pending = [], merged = [] } = Object.groupBy(rows, ({ column_number: column }) =>
      column === PENDING ? 'pending' : 'merged',
    );
    return { merged, pending: pending as RunRow[] };
  }

  #inWindow({ firstDay, lastDay }: Window): string {
    return `website_id = $1 AND day BETWEEN ${this.#param(firstDay)} AND ${this.#param(lastDay)}`;
  }

  #param(value: SqlValue): string {
    return `$${this.#params.push(value)}`;
  }
}

/** One for each day. */
function runsOfPending(websiteId: number, rows: readonly RunRow[], columns: readonly RunColumn[]): Run[] {
  const contents = new Map<number, Uint8Array[]>();
  for (const row of rows) {
    const { day } = row;
    const content = pendingContent(websiteId, row);
    const ofDay = contents.get(day);
    if (ofDay) ofDay.push(content);
    else contents.set(day, [content]);
  }
  return Array.from(contents, ([day, ofDay]) => runOfPending(day, ofDay, columns));
}

export interface LogSize {
  readonly events: number;
  /** What is not merged yet of these, and in how many rows. */
  readonly pendingEvents: number;
  readonly pendingRows: number;
  /** Otherwise a day had so many events that those of a part of the visitors were kept. */
  readonly hasAllVisitors: boolean;
}

/** How many events the logs of these websites have of these days, which don't overlap. */
export async function countLoggedEvents(
  database: Reader,
  websiteIds: readonly number[],
  days: readonly Window[],
): Promise<LogSize> {
  const parts = days.map((_, index) => {
    const first = 1 + websiteIds.length + 2 * index;
    const inWindow = `website_id IN (${placeholders(websiteIds.length)}) AND day BETWEEN $${first} AND $${first + 1}`;
    return `SELECT event_count, 0 AS is_pending, threshold FROM event_log_runs
       WHERE ${inWindow} AND column_number = ${VISITOR_COLUMN}
       UNION ALL SELECT event_count, 1, ${ALL_VISITORS} FROM event_log_pending WHERE ${inWindow}`;
  });
  const [row] = await database.query<SizeRow>(
    `SELECT CAST(COALESCE(SUM(event_count), 0) AS bigint) AS events,
       CAST(COALESCE(SUM(event_count * is_pending), 0) AS bigint) AS pending_events,
       CAST(COALESCE(SUM(is_pending), 0) AS bigint) AS pending_rows,
       CAST(COALESCE(MIN(threshold), ${ALL_VISITORS}) AS bigint) AS threshold
     FROM (${parts.join(' UNION ALL ')}) AS rows_of_days`,
    [...websiteIds, ...days.flatMap(({ firstDay, lastDay }) => [firstDay, lastDay])],
  );
  const { events, pending_events: pendingEvents, pending_rows: pendingRows, threshold } = row!;
  return { events, pendingEvents, pendingRows, hasAllVisitors: threshold === ALL_VISITORS };
}

interface SizeRow {
  readonly events: number;
  readonly pending_events: number;
  readonly pending_rows: number;
  readonly threshold: number;
}

export interface ListedParts {
  readonly heads: readonly PartHead[];
  /** Whether something is not merged yet. */
  readonly hasPending: boolean;
}

/** The parts of runs that the log has of these days, which don't overlap, as of one moment. */
export async function listParts(database: Reader, websiteId: number, days: readonly Window[]): Promise<ListedParts> {
  const parts = days.map((_, index) => {
    const inWindow = `website_id = $1 AND day BETWEEN $${2 + 2 * index} AND $${3 + 2 * index}`;
    return `SELECT day, run, visitors_from, 0 AS is_pending FROM event_log_runs WHERE ${inWindow} AND column_number = ${VISITOR_COLUMN}
       UNION ALL SELECT DISTINCT day, 0, 0, 1 FROM event_log_pending WHERE ${inWindow}`;
  });
  const rows = await database.query<{ day: number; run: number; visitors_from: number; is_pending: number }>(
    parts.join(' UNION ALL '),
    [websiteId, ...days.flatMap(({ firstDay, lastDay }) => [firstDay, lastDay])],
  );
  const merged = rows.filter(({ is_pending: isPending }) => !isPending);
  return {
    heads: merged.map(({ day, run, visitors_from: visitorsFrom }) => ({ day, number: run, visitorsFrom })),
    hasPending: merged.length < rows.length,
  };
}

/** The log has all events of this day and of later ones. undefined: the website has no log. */
export async function firstLoggedDay(database: Reader, websiteId: number): Promise<number | undefined> {
  return (await firstLoggedDays(database, [websiteId])).get(websiteId);
}

/** The same by website, without those that have no log. */
export async function firstLoggedDays(database: Reader, websiteIds: readonly number[]): Promise<Map<number, number>> {
  const days = await readLoggedDays(database, websiteIds);
  return new Map([...days].flatMap(([id, { logFrom }]) => (logFrom === undefined ? [] : [[id, logFrom]])));
}

export interface LoggedDays {
  /** The log has all events of this day and of later ones. undefined: the website has no log. */
  readonly logFrom: number | undefined;
  /** undefined: there are no events. */
  readonly firstEventDay: number | undefined;
}

/** Since when there are events, and events in the log, by website. It is empty if none of the websites has a log. */
export async function readLoggedDays(
  database: Reader,
  websiteIds: readonly number[],
): Promise<ReadonlyMap<number, LoggedDays>> {
  const settings = await readSettingsOf(database, websiteIds);
  if (!websiteIds.some((id) => settings.get(id)?.event_log)) return new Map();
  const rows = await database.query<ActivityRow>(
    `SELECT website_id AS id, first_day, last_day, log_from FROM website_activity
     WHERE website_id IN (${placeholders(websiteIds.length)})`,
    websiteIds,
  );
  const activities = new Map(rows.map((row) => [row.id, row]));
  const daysOf = (id: number): LoggedDays => {
    const activity = activities.get(id);
    // Until the first commit that logs, nothing is stored.
    const logFrom = activity?.log_from ?? firstDayOfNewLog(activity?.last_day ?? null);
    return {
      logFrom: settings.get(id)?.event_log ? logFrom : undefined,
      firstEventDay: activity?.first_day ?? undefined,
    };
  };
  return new Map(websiteIds.map((id) => [id, daysOf(id)]));
}

interface ActivityRow {
  readonly id: number;
  readonly first_day: number | null;
  readonly last_day: number | null;
  readonly log_from: number | null;
}

/** The days of the window of which the log has events. Page views are on days on which nothing else may be counted. */
export async function readDaysInLog(
  database: Reader,
  websiteId: number,
  { firstDay, lastDay }: Window,
): Promise<number[]> {
  const among = (table: string) =>
    `SELECT DISTINCT day FROM ${table} WHERE website_id = $1 AND day >= $2 AND day <= $3`;
  const rows = await database.query<{ day: number }>(`${among('event_log_runs')} UNION ${among('event_log_pending')}`, [
    websiteId,
    firstDay,
    lastDay,
  ]);
  return rows.map(({ day }) => day);
}
