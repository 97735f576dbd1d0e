// Erases what was counted for a website on some of its days: a few subjects in each transaction, so that nobody waits for
// long. A month is the union of its days, so it is made again of the days that are left. Run again, it goes on.
import { SUBJECT_KIND, type SubjectKind } from '../catalog/subject.ts';
import { type Database, placeholders, type Queries } from '../database/database.ts';
import { firstDayOfMonth, lastDayOfMonth, monthOfDay } from './calendar.ts';
import { PERIOD, VISITOR_METRICS } from './metric.ts';
import { splitWindow, type Window } from './split-window.ts';
import { lockWebsites } from './store.ts';

const SUBJECTS_PER_STEP = 10;
const METRIC_NUMBERS = VISITOR_METRICS.map((_, metric) => metric).join(', ');

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

/** Of all subjects that anything was counted for, some at a time. */
export function subjectIds(database: Database, websiteId: number, kind: SubjectKind): AsyncGenerator<number[]> {
  const sql = `SELECT MIN(subject_id) AS id FROM rollup_counters
    WHERE website_id = $1 AND subject_id > $2 AND subject_kind = $3`;
  return idsInSteps((after) => database.query(sql, [websiteId, after, kind]));
}

function elementIdsWithValues(database: Database, websiteId: number): AsyncGenerator<number[]> {
  const sql = 'SELECT MIN(element_id) AS id FROM rollup_values WHERE website_id = $1 AND element_id > $2';
  return idsInSteps((after) => database.query(sql, [websiteId, after]));
}

/** One look into the index for each id: listing them by DISTINCT would read all rows. */
async function* idsInSteps(next: (after: number) => Promise<{ id: number | null }[]>): AsyncGenerator<number[]> {
  let ids: number[] = [];
  for (let after = 0; ; ) {
    const [found] = await next(after);
    if (!found || found.id === null) break;
    after = found.id;
    ids.push(after);
    if (ids.length < SUBJECTS_PER_STEP) continue;
    yield ids;
    // Others get their turn, also on SQLite.
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
  const ofSubjects = `website_id = $1 AND subject_kind = $2 AND subject_id IN (${placeholders(ids.length, 4)})`;
  const params = (first: number, last: number) => [websiteId, kind, first, last, ...ids];
  const eraseVisitors = (period: number, first: number, last: number) =>
    tx.query(
      `DELETE FROM rollup_visitors WHERE ${ofSubjects} AND metric IN (${METRIC_NUMBERS})
         AND period_kind = ${period} AND period BETWEEN $3 AND $4`,
      params(first, last),
    );
  await tx.query(
    `DELETE FROM rollup_counters WHERE ${ofSubjects} AND day BETWEEN $3 AND $4`,
    params(window.firstDay, window.lastDay),
  );
  await eraseVisitors(PERIOD.day, window.firstDay, window.lastDay);
  const { months, days } = splitWindow(window);
  if (months) await eraseVisitors(PERIOD.month, months.first, months.last);
  const cutMonths = new Set(days.flatMap(({ first, last }) => [monthOfDay(first), monthOfDay(last)]));
  for (const month of cutMonths) await rebuildMonth(tx, { websiteId, kind, ids, month });
}

export interface MonthOfSubjects {
  readonly websiteId: number;
  readonly kind: SubjectKind;
  readonly ids: readonly number[];
  readonly month: number;
}

/** The website must be locked. */
export async function rebuildMonth(tx: Queries, { websiteId, kind, ids, month }: MonthOfSubjects): Promise<void> {
  const ofSubjects = (offset: number) =>
    `website_id = $1 AND subject_kind = $2 AND subject_id IN (${placeholders(ids.length, offset)})
       AND metric IN (${METRIC_NUMBERS})`;
  await tx.query(
    `DELETE FROM rollup_visitors WHERE ${ofSubjects(3)} AND period_kind = ${PERIOD.month} AND period = $3`,
    [websiteId, kind, month, ...ids],
  );
  await tx.query(
    `INSERT INTO rollup_visitors (website_id, subject_kind, subject_id, metric, period_kind, period, sketch)
     SELECT website_id, subject_kind, subject_id, metric, ${PERIOD.month}, ${month}, hll_union_agg(sketch)
     FROM rollup_visitors WHERE ${ofSubjects(4)} AND period_kind = ${PERIOD.day} AND period BETWEEN $3 AND $4
     GROUP BY website_id, subject_kind, subject_id, metric`,
    [websiteId, kind, firstDayOfMonth(month), lastDayOfMonth(month), ...ids],
  );
}
