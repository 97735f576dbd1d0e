// Erases from the event log: days, or a visitor. What takes several transactions is run again if it is interrupted.
import type { Database, Queries } from '../../../foundation/database/database.ts';
import { lockWebsiteAlone } from '../../rollups/store.ts';
import type { Window } from '../../rollups/window.ts';
import { runOfPending } from '../format/pending.ts';
import type { Run } from '../format/run.ts';
import { countVisitor, type ErasedRun, withoutVisitor } from '../format/without-visitor.ts';
import type { LoggedVisitor } from '../storage/read-runs.ts';
import {
  insertRun,
  type PendingRow,
  pendingContent,
  RUN_ROW_COLUMNS,
  type RunRow,
  runsOf,
  VISITOR_COLUMN,
} from '../storage/run-rows.ts';
import { RowsGoneError, requireAll } from './merge.ts';

const DAYS_PER_STEP = 30;
const ROWS_PER_STEP = 50;

/** Erases the log of these days. */
export function eraseLogDays(database: Database, websiteId: number, window: Window): Promise<void> {
  return eraseSteps(database, websiteId, window, async () => window.lastDay);
}

/** Erases what the log has of days before its first one; everything if the website has no log any more. */
export function eraseLogBeforeStart(database: Database, websiteId: number): Promise<void> {
  const window = { firstDay: 0, lastDay: Number.MAX_SAFE_INTEGER };
  return eraseSteps(database, websiteId, window, async (tx) => {
    // Read under the lock: meanwhile, a commit may have begun a new log.
    const [activity] = await tx.query<{ log_from: number | null }>(
      'SELECT log_from FROM website_activity WHERE website_id = $1',
      [websiteId],
    );
    return (activity?.log_from ?? Number.MAX_SAFE_INTEGER) - 1;
  });
}

async function eraseSteps(
  database: Database,
  websiteId: number,
  { firstDay, lastDay }: Window,
  lastErased: (tx: Queries) => Promise<number>,
): Promise<void> {
  for (let first = await nextDay(database, websiteId, firstDay); first <= lastDay; ) {
    const last = await database.transaction(async (tx) => {
      await lockWebsiteAlone(tx, websiteId);
      const step = Math.min(first + DAYS_PER_STEP - 1, await lastErased(tx));
      await eraseLogDaysIn(tx, websiteId, { firstDay: first, lastDay: step });
      return step;
    });
    if (last < first) return;
    await otherWork();
    first = await nextDay(database, websiteId, last + 1);
  }
}

/** Lets other work run, because SQLite blocks the thread, and reading runs takes time. */
function otherWork(): Promise<void> {
  return new Promise(setImmediate);
}

/** Works in the caller's transaction, which must have locked the website alone (`lockWebsiteAlone`). */
export async function eraseLogDaysIn(tx: Queries, websiteId: number, { firstDay, lastDay }: Window): Promise<void> {
  for (const table of ['event_log_pending', 'event_log_runs']) {
    await tx.query(`DELETE FROM ${table} WHERE website_id = $1 AND day BETWEEN $2 AND $3`, [
      websiteId,
      firstDay,
      lastDay,
    ]);
  }
}

/** The first day from this one on that the log has something of; infinite: none. */
async function nextDay(database: Pick<Queries, 'query'>, websiteId: number, from: number): Promise<number> {
  const rows = await database.query<{ day: number | null }>(
    `SELECT MIN(day) AS day FROM event_log_pending WHERE website_id = $1 AND day >= $2
     UNION ALL SELECT MIN(day) FROM event_log_runs WHERE website_id = $1 AND day >= $2`,
    [websiteId, from],
  );
  return Math.min(...rows.map(({ day }) => day ?? Number.POSITIVE_INFINITY));
}

export interface ErasedVisitor extends LoggedVisitor {
  /** What the events get as their time, see `noTimeIn`. */
  readonly second: number;
}

/** How many events the log has of a visitor. */
export async function countVisitorInLog(database: Pick<Queries, 'query'>, visitor: LoggedVisitor): Promise<number> {
  const { visitorLow, visitorHigh } = visitor;
  let events = 0;
  const count = (run: Run) => {
    events += countVisitor(run, visitorLow, visitorHigh);
  };
  for await (const rows of pendingPages(database, visitor)) {
    for (const row of rows) count(runOfPending(row.day, [pendingContent(visitor.websiteId, row)]));
  }
  for await (const rows of visitorPages(database, visitor))
    for (const { run } of runsOf(visitor.websiteId, rows)) count(run);
  return events;
}

/**
 * Takes a visitor out of the log: the events stay, as in the rollups, but do not tell any more whose they were. A merge may take rows at
 * the same time, and move the visitor to a run that was passed already, so it is repeated until a whole pass was not disturbed.
 */
export async function eraseVisitorFromLog(database: Database, visitor: ErasedVisitor): Promise<void> {
  let isDisturbed = true;
  while (isDisturbed) {
    isDisturbed = false;
    for await (const erase of rowsToErase(database, visitor)) {
      try {
        await database.transaction(async (tx) => {
          await lockWebsiteAlone(tx, visitor.websiteId);
          await erase(tx);
        });
      } catch (error) {
        if (!(error instanceof RowsGoneError)) throw error;
        isDisturbed = true;
      }
    }
  }
}

type EraseRow = (tx: Queries) => Promise<void>;

async function* rowsToErase(database: Database, visitor: ErasedVisitor): AsyncGenerator<EraseRow> {
  for await (const rows of pendingPages(database, visitor)) {
    for (const row of rows) {
      const erased = without(runOfPending(row.day, [pendingContent(visitor.websiteId, row)]), visitor);
      if (isErased(erased)) yield (tx) => replacePending(tx, visitor.websiteId, row, erased);
    }
  }
  for await (const rows of visitorPages(database, visitor)) {
    for (const row of rows.filter((one) => countIn(one, visitor) > 0)) {
      yield (tx) => replaceRun(tx, row, visitor);
    }
  }
}

function countIn(row: RunRow, { websiteId, visitorLow, visitorHigh }: LoggedVisitor): number {
  return countVisitor(runsOf(websiteId, [row])[0]!.run, visitorLow, visitorHigh);
}

/** The run as it is if the visitor is not in it. */
function without(run: Run, { visitorLow, visitorHigh, second }: ErasedVisitor): ErasedRun | Run {
  return withoutVisitor(run, visitorLow, visitorHigh, second) ?? run;
}

function isErased(run: ErasedRun | Run): run is ErasedRun {
  return 'anonymous' in run;
}

async function insertErased(
  tx: Queries,
  websiteId: number,
  erased: ErasedRun | Run,
  visitorsFrom: number,
): Promise<void> {
  if (!isErased(erased)) return insertRun(tx, websiteId, [{ visitorsFrom, run: erased }]);
  const others = erased.others ? [{ visitorsFrom, run: erased.others }] : [];
  await insertRun(tx, websiteId, others);
  await insertRun(tx, websiteId, [{ visitorsFrom: 0, run: erased.anonymous }]);
}

interface KeyedPendingRow extends PendingRow {
  readonly version: number;
  readonly part: number;
}

async function replacePending(
  tx: Queries,
  websiteId: number,
  { day, version, part }: KeyedPendingRow,
  erased: ErasedRun,
): Promise<void> {
  const sql = `DELETE FROM event_log_pending
    WHERE website_id = $1 AND day = $2 AND version = $3 AND part = $4 RETURNING version`;
  requireAll(await tx.query(sql, [websiteId, day, version, part]), 1);
  await insertErased(tx, websiteId, erased, 0);
}

async function replaceRun(tx: Queries, row: RunRow, visitor: ErasedVisitor): Promise<void> {
  const { websiteId } = visitor;
  const { day, run, visitors_from: visitorsFrom } = row;
  const rows = await tx.query<RunRow>(
    `DELETE FROM event_log_runs WHERE website_id = $1 AND day = $2 AND run = $3 AND visitors_from = $4
     RETURNING ${RUN_ROW_COLUMNS}`,
    [websiteId, day, run, visitorsFrom],
  );
  if (rows.length === 0) throw new RowsGoneError('the run was merged or erased meanwhile');
  await insertErased(tx, websiteId, without(runsOf(websiteId, rows)[0]!.run, visitor), visitorsFrom);
}

async function* pendingPages(
  database: Pick<Queries, 'query'>,
  { websiteId }: LoggedVisitor,
): AsyncGenerator<KeyedPendingRow[]> {
  for (let after = { day: -1, version: 0, part: 0 }; ; ) {
    const rows = await database.query<KeyedPendingRow>(
      `SELECT day, version, part, event_count, content, checksum FROM event_log_pending
       WHERE website_id = $1 AND (day, version, part) > ($2, $3, $4)
       ORDER BY day, version, part LIMIT ${ROWS_PER_STEP}`,
      [websiteId, after.day, after.version, after.part],
    );
    yield rows;
    if (rows.length < ROWS_PER_STEP) return;
    await otherWork();
    after = rows.at(-1)!;
  }
}

/** The visitors of all parts of runs that may have this one: of each run, the last part that does not begin after it. */
async function* visitorPages(
  database: Pick<Queries, 'query'>,
  { websiteId, visitorHigh }: LoggedVisitor,
): AsyncGenerator<RunRow[]> {
  for (let after = { day: -1, run: 0, visitors_from: 0 }; ; ) {
    const rows = await database.query<RunRow>(
      `SELECT ${RUN_ROW_COLUMNS} FROM event_log_runs
       WHERE website_id = $1 AND (day, run, visitors_from) > ($2, $3, $4) AND column_number = ${VISITOR_COLUMN}
         AND visitors_from = (
           SELECT MAX(visitors_from) FROM event_log_runs AS part
           WHERE part.website_id = $1 AND part.day = event_log_runs.day AND part.run = event_log_runs.run
             AND part.visitors_from <= $5
         )
       ORDER BY day, run, visitors_from LIMIT ${ROWS_PER_STEP}`,
      [websiteId, after.day, after.run, after.visitors_from, visitorHigh >>> 0],
    );
    yield rows;
    if (rows.length < ROWS_PER_STEP) return;
    await otherWork();
    after = rows.at(-1)!;
  }
}
