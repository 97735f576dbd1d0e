// Erases the counts of a website: of many days in small transactions, so that other writers don't wait long, or of one day in the
// caller's transaction. Intervals over these days are built again from what is left.

import { type Database, placeholders, type Queries } from '../../foundation/database/database.ts';
import { SUBJECT_KIND, type SubjectKind } from '../catalog/subject.ts';
import { DAY_PERIOD } from './metric.ts';
import { lockWebsites } from './store.ts';
import { deletePeriods, rebuildIntervals, type SubjectsOfWebsite } from './store-intervals.ts';
import type { Window } from './window.ts';

const SUBJECTS_PER_BATCH = 10;
const SUBJECTS_PER_QUERY_MAX = 500;

/** Each transaction erases a few subjects. If it is interrupted, run it again. */
export async function eraseDays(database: Database, websiteId: number, window: Window): Promise<void> {
  for (const kind of Object.values(SUBJECT_KIND)) {
    for await (const ids of subjectIds(database, websiteId, kind)) {
      await database.transaction(async (tx) => {
        await lockWebsites(tx, [websiteId]);
        await eraseCounts(tx, { websiteId, kind, ids }, window);
        await eraseOrderSources(tx, { websiteId, kind, ids }, window);
      });
    }
  }
  for await (const ids of elementIdsWithValues(database, websiteId)) {
    await database.transaction(async (tx) => {
      await lockWebsites(tx, [websiteId]);
      await tx.query(
        `DELETE FROM rollup_values
         WHERE website_id = $1 AND day BETWEEN $2 AND $3 AND element_id IN (${placeholders(ids.length, 3)})`,
        [websiteId, window.firstDay, window.lastDay, ...ids],
      );
    });
  }
}

/**
 * Erases all counts of one day. The caller's transaction must have locked the website; then call `rebuildIntervalsOver`. Intervals take too
 * long for the same transaction, which nobody can write beside.
 */
export async function eraseDayIn(tx: Queries, websiteId: number, day: number): Promise<void> {
  const counted = await tx.query<{ kind: SubjectKind; id: number }>(
    'DELETE FROM rollup_counters WHERE website_id = $1 AND day = $2 RETURNING subject_kind AS kind, subject_id AS id',
    [websiteId, day],
  );
  // Whoever has a sketch of the day has counters, too.
  for (const [kind, subjects] of Map.groupBy(counted, (subject) => subject.kind)) {
    for (let start = 0; start < subjects.length; start += SUBJECTS_PER_QUERY_MAX) {
      const ids = subjects.slice(start, start + SUBJECTS_PER_QUERY_MAX).map(({ id }) => id);
      await deletePeriods(tx, { websiteId, kind, ids }, { kind: DAY_PERIOD, first: day, last: day });
    }
  }
  await tx.query('DELETE FROM rollup_values WHERE website_id = $1 AND day = $2', [websiteId, day]);
  await tx.query('DELETE FROM rollup_order_sources WHERE website_id = $1 AND day = $2', [websiteId, day]);
}

/** Whoever has one has counters, too. */
async function eraseOrderSources(
  tx: Queries,
  { websiteId, kind, ids }: SubjectsOfWebsite,
  { firstDay, lastDay }: Window,
): Promise<void> {
  await tx.query(
    `DELETE FROM rollup_order_sources
     WHERE website_id = $1 AND subject_kind = $2 AND day BETWEEN $3 AND $4
       AND subject_id IN (${placeholders(ids.length, 4)})`,
    [websiteId, kind, firstDay, lastDay, ...ids],
  );
}

/** Is called after `eraseDayIn`. Changes a few subjects in each transaction. If it is interrupted, run it again. */
export async function rebuildIntervalsOver(database: Database, websiteId: number, window: Window): Promise<void> {
  for (const kind of Object.values(SUBJECT_KIND)) {
    for await (const ids of subjectIdsWithVisitors(database, websiteId, kind)) {
      await database.transaction(async (tx) => {
        await lockWebsites(tx, [websiteId]);
        await rebuildIntervals(tx, { websiteId, kind, ids }, window);
      });
    }
  }
}

/** The ids of all subjects with counts, in ascending order and in batches. */
export function subjectIds(
  database: Pick<Database, 'query'>,
  websiteId: number,
  kind: SubjectKind,
  after = 0,
): AsyncGenerator<number[]> {
  const sql = `SELECT MIN(subject_id) AS id FROM rollup_counters
    WHERE website_id = $1 AND subject_id > $2 AND subject_kind = $3`;
  return idsInBatches((id) => database.query(sql, [websiteId, id, kind]), after);
}

/** Returns subjects whose only day was erased, too: their intervals are left. */
function subjectIdsWithVisitors(database: Database, websiteId: number, kind: SubjectKind): AsyncGenerator<number[]> {
  const sql = `SELECT MIN(subject_id) AS id FROM rollup_visitors
    WHERE website_id = $1 AND subject_id > $2 AND subject_kind = $3`;
  return idsInBatches((id) => database.query(sql, [websiteId, id, kind]));
}

function elementIdsWithValues(database: Database, websiteId: number): AsyncGenerator<number[]> {
  const sql = 'SELECT MIN(element_id) AS id FROM rollup_values WHERE website_id = $1 AND element_id > $2';
  return idsInBatches((id) => database.query(sql, [websiteId, id]));
}

/** One index lookup per id: DISTINCT would read all rows. */
async function* idsInBatches(
  next: (after: number) => Promise<{ id: number | null }[]>,
  after = 0,
): AsyncGenerator<number[]> {
  let ids: number[] = [];
  for (let last = after; ; ) {
    const [found] = await next(last);
    if (!found || found.id === null) break;
    last = found.id;
    ids.push(last);
    if (ids.length < SUBJECTS_PER_BATCH) continue;
    yield ids;
    // Let other work run, because SQLite blocks the thread.
    await new Promise(setImmediate);
    ids = [];
  }
  if (ids.length > 0) yield ids;
}

async function eraseCounts(tx: Queries, subjects: SubjectsOfWebsite, window: Window): Promise<void> {
  const { websiteId, kind, ids } = subjects;
  const { firstDay, lastDay } = window;
  await tx.query(
    `DELETE FROM rollup_counters
     WHERE website_id = $1 AND subject_kind = $2 AND subject_id IN (${placeholders(ids.length, 4)})
       AND day BETWEEN $3 AND $4`,
    [websiteId, kind, firstDay, lastDay, ...ids],
  );
  await deletePeriods(tx, subjects, { kind: DAY_PERIOD, first: firstDay, last: lastDay });
  await rebuildIntervals(tx, subjects, window);
}
