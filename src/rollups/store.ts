// Adds a fold to the stored days and months, inside the caller's transaction.
import type { Subject } from '../catalog/subject.ts';
import type { BulkInsert, Queries, SqlValue } from '../database/database.ts';
import { monthOfDay } from './calendar.ts';
import type { DayCell, Fold, ValueList } from './fold.ts';
import { Sketch } from './hyperloglog.ts';
import { PERIOD, VISITOR_METRICS } from './metric.ts';
import { storeValues } from './store-values.ts';

const ROWS_PER_SLICE = 5_000;

/**
 * Makes this transaction the only writer of these websites until it ends, and raises their data's version.
 * Always in the same order, so that two transactions can't wait for each other.
 */
export async function lockWebsites(tx: Queries, websiteIds: Iterable<number>): Promise<void> {
  await tx.insertMany({
    into: 'website_activity',
    columns: ['website_id', 'version'],
    rows: [...websiteIds].sort((a, b) => a - b).map((id) => [id, 1]),
    onConflict: 'ON CONFLICT (website_id) DO UPDATE SET version = website_activity.version + 1',
  });
}

/** The websites must be locked. The fold must be rolled up. */
export async function storeFold(tx: Queries, fold: Fold): Promise<void> {
  const subjects = [...fold.subjects()]
    .map(([subject, days]): SubjectDays => [subject, [...days].sort(([a], [b]) => a - b)])
    .sort(([a], [b]) => a.websiteId - b.websiteId || a.kind - b.kind || a.id - b.id);
  const valueLists = [...fold.valueLists()];
  await storeActiveDays(tx, subjects, valueLists);
  await storeCounters(tx, subjects);
  await storeVisitors(tx, subjects);
  await storeValues(tx, valueLists);
}

/** Days ascend. */
type SubjectDays = readonly [Subject, readonly [number, DayCell][]];

/** A day on which something was only chosen is a recorded day, too. */
async function storeActiveDays(
  tx: Queries,
  subjects: readonly SubjectDays[],
  valueLists: readonly ValueList[],
): Promise<void> {
  const ranges = new Map<number, { first: number; last: number }>();
  const widen = (websiteId: number, first: number, last: number): void => {
    const range = ranges.get(websiteId) ?? { first, last };
    ranges.set(websiteId, { first: Math.min(range.first, first), last: Math.max(range.last, last) });
  };
  for (const [{ websiteId }, days] of subjects) widen(websiteId, days[0]![0], days.at(-1)![0]);
  for (const { element, day } of valueLists) widen(element.websiteId, day, day);
  for (const [websiteId, { first, last }] of ranges) {
    await tx.query(
      `UPDATE website_activity
       SET first_day = least(coalesce(first_day, $2), $2), last_day = greatest(coalesce(last_day, $3), $3)
       WHERE website_id = $1`,
      [websiteId, first, last],
    );
  }
}

async function storeCounters(tx: Queries, subjects: readonly SubjectDays[]): Promise<void> {
  const sums = ['views', 'conversions', 'completions', 'submissions', 'subscribes', 'orders', 'revenue'];
  await insertInSlices(tx, counterRows(subjects), {
    into: 'rollup_counters',
    columns: ['website_id', 'subject_kind', 'subject_id', 'day', ...sums],
    onConflict: `ON CONFLICT (website_id, subject_kind, subject_id, day) DO UPDATE SET ${sums
      .map((column) => `${column} = rollup_counters.${column} + excluded.${column}`)
      .join(', ')}`,
  });
}

function* counterRows(subjects: readonly SubjectDays[]): Generator<SqlValue[]> {
  for (const [subject, days] of subjects) {
    for (const [day, cell] of days) {
      yield [subject.websiteId, subject.kind, subject.id, day, ...cell.counts, cell.revenue];
    }
  }
}

async function storeVisitors(tx: Queries, subjects: readonly SubjectDays[]): Promise<void> {
  await insertInSlices(tx, visitorRows(subjects), {
    into: 'rollup_visitors',
    columns: ['website_id', 'subject_kind', 'subject_id', 'metric', 'period_kind', 'period', 'sketch'],
    onConflict: `ON CONFLICT (website_id, subject_kind, subject_id, metric, period_kind, period)
      DO UPDATE SET sketch = hll_union(rollup_visitors.sketch, excluded.sketch)`,
  });
}

function* visitorRows(subjects: readonly SubjectDays[]): Generator<SqlValue[]> {
  for (const [{ websiteId, kind, id }, days] of subjects) {
    for (let metric = 0; metric < VISITOR_METRICS.length; metric++) {
      const months = new Map<number, Sketch>();
      for (const [day, { visitors }] of days) {
        const sketch = visitors[metric];
        if (!sketch || sketch.isEmpty) continue;
        yield [websiteId, kind, id, metric, PERIOD.day, day, sketch.toBytes()];
        addToMonth(months, monthOfDay(day), sketch);
      }
      for (const [month, sketch] of months) yield [websiteId, kind, id, metric, PERIOD.month, month, sketch.toBytes()];
    }
  }
}

function addToMonth(months: Map<number, Sketch>, month: number, sketch: Sketch): void {
  let union = months.get(month);
  if (!union) {
    union = new Sketch();
    months.set(month, union);
  }
  union.merge(sketch);
}

/** So that a large fold's rows, which take more room than the fold, need not all exist at once. */
async function insertInSlices(
  tx: Queries,
  rows: Iterable<SqlValue[]>,
  insert: Omit<BulkInsert, 'rows'>,
): Promise<void> {
  let slice: SqlValue[][] = [];
  for (const row of rows) {
    slice.push(row);
    if (slice.length < ROWS_PER_SLICE) continue;
    await tx.insertMany({ ...insert, rows: slice });
    slice = [];
  }
  await tx.insertMany({ ...insert, rows: slice });
}
