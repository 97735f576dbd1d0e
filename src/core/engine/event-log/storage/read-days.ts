// Reads all events of the log, for whoever takes them elsewhere: part by part, so that a day of any size takes little memory.
import { createHash } from 'node:crypto';
import type { Queries } from '../../../foundation/database/database.ts';
import { decodeRun, dictionariesOf } from '../format/decode-run.ts';
import type { EventTable } from '../format/event-table.ts';
import { eventsOfPending } from '../format/pending.ts';
import { ALL_VISITORS } from '../format/run.ts';
import type { Dictionaries } from '../format/write-run.ts';
import { type PendingKey, readPendingPage } from './pending-rows.ts';
import { RUN_ROW_COLUMNS, type RunRow, runsOf, VISITOR_COLUMN } from './run-rows.ts';

type Reader = Pick<Queries, 'query'>;

/** The rows of so many days are digested at a time: those of all days grow with the events. */
const DIGESTED_DAYS = 31;
const PENDING_PAGE_MAX = { rowsMax: 1_000, eventsMax: 65_536 };

export interface LoggedDay {
  readonly day: number;
  /** Changes whenever the stored events do. Merging changes it, too. */
  readonly digest: string;
}

/** The days that have events in the log, in order. */
export async function listLoggedDays(reader: Reader, websiteId: number): Promise<LoggedDay[]> {
  const [bounds] = await reader.query<{ first_day: number | null; last_day: number | null }>(
    `SELECT MIN(day) AS first_day, MAX(day) AS last_day FROM (
       SELECT day FROM event_log_runs WHERE website_id = $1 UNION ALL SELECT day FROM event_log_pending WHERE website_id = $1) AS logged`,
    [websiteId],
  );
  const days: LoggedDay[] = [];
  const last = bounds!.last_day ?? Number.NEGATIVE_INFINITY;
  for (let day = bounds!.first_day ?? 0; day <= last; day += DIGESTED_DAYS) {
    days.push(...(await digestDays(reader, websiteId, day, day + DIGESTED_DAYS - 1)));
  }
  return days;
}

async function digestDays(reader: Reader, websiteId: number, firstDay: number, lastDay: number): Promise<LoggedDay[]> {
  const rows = await reader.query<DigestedRow>(
    `SELECT day, 0 AS is_pending, visitors_from AS place, column_number AS part, event_count, threshold, checksum
     FROM event_log_runs WHERE website_id = $1 AND day BETWEEN $2 AND $3
     UNION ALL SELECT day, 1, version, part, event_count, ${ALL_VISITORS}, checksum FROM event_log_pending
     WHERE website_id = $1 AND day BETWEEN $2 AND $3
     ORDER BY 1, 2, 3, 4, 7`,
    [websiteId, firstDay, lastDay],
  );
  const byDay = Map.groupBy(rows, ({ day }) => day);
  return Array.from(byDay, ([day, ofDay]) => {
    const hash = createHash('sha256');
    for (const row of ofDay) hash.update(Object.values(row).join(' '));
    return { day, digest: hash.digest('hex') };
  });
}

interface DigestedRow {
  readonly day: number;
  readonly is_pending: number;
  readonly place: number;
  readonly part: number;
  readonly event_count: number;
  readonly threshold: number;
  readonly checksum: number;
}

/** Events in the order of a run: sorted by visitor. */
export interface SortedEvents {
  readonly table: EventTable;
  readonly dictionaries: Dictionaries;
}

/** All events of a day, piece by piece. Call it with a snapshot: merging moves events. */
export async function* readDayEvents(reader: Reader, websiteId: number, day: number): AsyncGenerator<SortedEvents> {
  const parts = await reader.query<Pick<RunRow, 'run' | 'visitors_from'>>(
    `SELECT run, visitors_from FROM event_log_runs
     WHERE website_id = $1 AND day = $2 AND column_number = ${VISITOR_COLUMN} ORDER BY visitors_from, run`,
    [websiteId, day],
  );
  for (const { run: number, visitors_from: from } of parts) {
    const rows = await reader.query<RunRow>(
      `SELECT ${RUN_ROW_COLUMNS} FROM event_log_runs
       WHERE website_id = $1 AND day = $2 AND run = $3 AND visitors_from = $4`,
      [websiteId, day, number, from],
    );
    const [{ run }] = runsOf(websiteId, rows) as [ReturnType<typeof runsOf>[number]];
    yield { table: decodeRun(run), dictionaries: dictionariesOf(run) };
  }
  let after: PendingKey | undefined;
  for (let isMore = true; isMore; ) {
    const page = await readPendingPage(reader, { websiteId, day }, { ...PENDING_PAGE_MAX, after });
    if (page.contents.length > 0) {
      const { table, order, dictionaries } = eventsOfPending(day, page.contents);
      yield { table: table.picked(order), dictionaries };
    }
    after = page.last;
    isMore = page.isCut;
  }
}
