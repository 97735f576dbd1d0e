// Erases the counts of a website in a window of days. Each transaction erases a few subjects, so that other writers don't wait
// long. A partly erased month is rebuilt from its remaining days. If it is interrupted, run it again.
import { SUBJECT_KIND, type SubjectKind } from '../catalog/subject.ts';
import { type Database, placeholders, type Queries } from '../database/database.ts';
import { firstDayOfMonth, lastDayOfMonth, monthOfDay } from './calendar.ts';
import { PERIOD, VISITOR_METRICS } from './metric.ts';
import { splitWindow, type Window } from './split-window.ts';
import { lockWebsites } from './store.ts';

const SUBJECTS_PER_BATCH = 10;
const METRIC_IDS = VISITOR_METRICS.map((_, metric) => metric).join(', ');

export async function eraseDays(database: Database, websiteId: number, window: Window): Promise<void> {
  for (const kind of Object.values(SUBJECT_KIND)) {
    for await (const ids of subjectIds(database, websiteId, kind)) {
      await database.transaction(async (tx) => {
        await lockWebsites(tx, [websiteId]);
        await eraseCounts(tx, websiteId, kind, ids, window);
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

/** The ids of all subjects with counts, in batches. */
export function subjectIds(database: Database, websiteId: number, kind: SubjectKind): AsyncGenerator<number[]> {
  const sql = `SELECT MIN(subject_id) AS id FROM rollup_counters
    WHERE website_id = $1 AND subject_id > $2 AND subject_kind = $3`;
  return idsInBatches((after) => database.query(sql, [websiteId, after, kind]));
}

function elementIdsWithValues(database: Database, websiteId: number): AsyncGenerator<number[]> {
  const sql = 'SELECT MIN(element_id) AS id FROM rollup_values WHERE website_id = $1 AND element_id > $2';
  return idsInBatches((after) => database.query(sql, [websiteId, after]));
}

/** One index lookup per id: DISTINCT would read all rows. */
async function* idsInBatches(next: (after: number) => Promise<{ id: number | null }[]>): AsyncGenerator<number[]> {
  let ids: number[] = [];
  for (let after = 0; ; ) {
    const [found] = await next(after);
    if (!found || found.id === null) break;
    after = found.id;
    ids.push(after);
    if (ids.length < SUBJECTS_PER_BATCH) continue;
    yield ids;
    // Let other work run, because SQLite blocks the thread.
    await new Promise(setImmediate);
    ids = [];
  }
  if (ids.length > 0) yield ids;
}

async function eraseCounts(
  tx: Queries,
  websiteId: number,
  kind: SubjectKind,
  ids: readonly number[],
  window: Window,
): Promise<void> {
  const subjectsCondition = `website_id = $1 AND subject_kind = $2 AND subject_id IN (${placeholders(ids.length, 4)})`;
  const params = (first: number, last: number) => [websiteId, kind, first, last, ...ids];
  const eraseVisitors = (period: number, first: number, last: number) =>
    tx.query(
      `DELETE FROM rollup_visitors WHERE ${subjectsCondition} AND metric IN (${METRIC_IDS})
         AND period_kind = ${period} AND period BETWEEN $3 AND $4`,
      params(first, last),
    );
  await tx.query(
    `DELETE FROM rollup_counters WHERE ${subjectsCondition} AND day BETWEEN $3 AND $4`,
    params(window.firstDay, window.lastDay),
  );
  await eraseVisitors(PERIOD.day, window.firstDay, window.lastDay);
  const { months, days } = splitWindow(window);
  if (months) await eraseVisitors(PERIOD.month, months.first, months.last);
  const partialMonths = new Set(days.flatMap(({ first, last }) => [monthOfDay(first), monthOfDay(last)]));
  for (const month of partialMonths) await rebuildMonth(tx, { websiteId, kind, ids, month });
}

export interface MonthOfSubjects {
  readonly websiteId: number;
  readonly kind: SubjectKind;
  readonly ids: readonly number[];
  readonly month: number;
}

/** The caller must have locked the website. */
export async function rebuildMonth(tx: Queries, { websiteId, kind, ids, month }: MonthOfSubjects): Promise<void> {
  const subjectsCondition = (offset: number) =>
    `website_id = $1 AND subject_kind = $2 AND subject_id IN (${placeholders(ids.length, offset)})
       AND metric IN (${METRIC_IDS})`;
  await tx.query(
    `DELETE FROM rollup_visitors WHERE ${subjectsCondition(3)} AND period_kind = ${PERIOD.month} AND period = $3`,
    [websiteId, kind, month, ...ids],
  );
  await tx.query(
    `INSERT INTO rollup_visitors (website_id, subject_kind, subject_id, metric, period_kind, period, sketch)
     SELECT website_id, subject_kind, subject_id, metric, ${PERIOD.month}, ${month}, hll_union_agg(sketch)
     FROM rollup_visitors WHERE ${subjectsCondition(4)} AND period_kind = ${PERIOD.day} AND period BETWEEN $3 AND $4
     GROUP BY website_id, subject_kind, subject_id, metric`,
    [websiteId, kind, firstDayOfMonth(month), lastDayOfMonth(month), ...ids],
  );
}
