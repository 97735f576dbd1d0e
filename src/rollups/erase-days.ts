// Erases the counts of a website in a window of days. Each transaction erases a few subjects, so that other writers don't wait
// long. Intervals over these days are built again from what is left. If it is interrupted, run it again.
import { SUBJECT_KIND, type SubjectKind } from '../catalog/subject.ts';
import { type Database, placeholders, type Queries } from '../database/database.ts';
import { PERIOD } from './metric.ts';
import { lockWebsites } from './store.ts';
import { deleteMonths, deletePeriods, rebuildIntervals, type SubjectsOfWebsite } from './store-intervals.ts';
import type { Window } from './window.ts';

const SUBJECTS_PER_BATCH = 10;

export async function eraseDays(database: Database, websiteId: number, window: Window): Promise<void> {
  for (const kind of Object.values(SUBJECT_KIND)) {
    for await (const ids of subjectIds(database, websiteId, kind)) {
      await database.transaction(async (tx) => {
        await lockWebsites(tx, [websiteId]);
        await eraseCounts(tx, { websiteId, kind, ids }, window);
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
  await deletePeriods(tx, subjects, { kind: PERIOD.day, first: firstDay, last: lastDay });
  await deleteMonths(tx, subjects);
  await rebuildIntervals(tx, subjects, window);
}
