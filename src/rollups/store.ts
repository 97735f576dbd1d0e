// Adds a fold to the stored days and months, inside the caller's transaction.
import type { Subject } from '../catalog/subject.ts';
import type { Queries, SqlValue } from '../database/database.ts';
import { monthOfDay } from './calendar.ts';
import type { DayCell, Fold } from './fold.ts';
import { Sketch } from './hyperloglog.ts';
import { PERIOD, VISITOR_METRICS } from './metric.ts';
import { storeValues } from './store-values.ts';

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
  const subjects = [...fold.subjects()].sort(([a], [b]) => a.websiteId - b.websiteId || a.kind - b.kind || a.id - b.id);
  await storeActiveDays(tx, subjects);
  await storeCounters(tx, subjects);
  await storeVisitors(tx, subjects);
  await storeValues(tx, [...fold.valueLists()]);
}

type SubjectDays = readonly [Subject, ReadonlyMap<number, DayCell>];

async function storeActiveDays(tx: Queries, subjects: readonly SubjectDays[]): Promise<void> {
  const ranges = new Map<number, { first: number; last: number }>();
  for (const [{ websiteId }, days] of subjects) {
    for (const day of days.keys()) {
      const range = ranges.get(websiteId);
      if (!range) ranges.set(websiteId, { first: day, last: day });
      else {
        range.first = Math.min(range.first, day);
        range.last = Math.max(range.last, day);
      }
    }
  }
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
  const rows: SqlValue[][] = [];
  for (const [subject, days] of subjects) {
    for (const [day, cell] of sortedByKey(days)) {
      rows.push([subject.websiteId, subject.kind, subject.id, day, ...cell.counts, cell.revenue]);
    }
  }
  await tx.insertMany({
    into: 'rollup_counters',
    columns: ['website_id', 'subject_kind', 'subject_id', 'day', ...sums],
    rows,
    onConflict: `ON CONFLICT (website_id, subject_kind, subject_id, day) DO UPDATE SET ${sums
      .map((column) => `${column} = rollup_counters.${column} + excluded.${column}`)
      .join(', ')}`,
  });
}

async function storeVisitors(tx: Queries, subjects: readonly SubjectDays[]): Promise<void> {
  const rows: SqlValue[][] = [];
  for (const [subject, days] of subjects) {
    for (let metric = 0; metric < VISITOR_METRICS.length; metric++) {
      const key = [subject.websiteId, subject.kind, subject.id, metric];
      for (const [day, sketch] of sketchesByDay(days, metric)) rows.push([...key, PERIOD.day, day, sketch.toBytes()]);
      for (const [month, bytes] of bytesByMonth(days, metric)) rows.push([...key, PERIOD.month, month, bytes]);
    }
  }
  await tx.insertMany({
    into: 'rollup_visitors',
    columns: ['website_id', 'subject_kind', 'subject_id', 'metric', 'period_kind', 'period', 'sketch'],
    rows,
    onConflict: `ON CONFLICT (website_id, subject_kind, subject_id, metric, period_kind, period)
      DO UPDATE SET sketch = hll_union(rollup_visitors.sketch, excluded.sketch)`,
  });
}

function sketchesByDay(days: ReadonlyMap<number, DayCell>, metric: number): [number, Sketch][] {
  const sketches: [number, Sketch][] = [];
  for (const [day, cell] of sortedByKey(days)) {
    const sketch = cell.visitors[metric];
    if (sketch && !sketch.isEmpty) sketches.push([day, sketch]);
  }
  return sketches;
}

function bytesByMonth(days: ReadonlyMap<number, DayCell>, metric: number): Map<number, Uint8Array> {
  const months = new Map<number, Sketch[]>();
  for (const [day, sketch] of sketchesByDay(days, metric)) {
    const month = monthOfDay(day);
    const sketches = months.get(month);
    if (sketches) sketches.push(sketch);
    else months.set(month, [sketch]);
  }
  return new Map([...months].map(([month, sketches]) => [month, unionOf(sketches).toBytes()]));
}

function unionOf(sketches: readonly Sketch[]): Sketch {
  if (sketches.length === 1) return sketches[0]!;
  const union = new Sketch();
  for (const sketch of sketches) union.merge(sketch);
  return union;
}

function sortedByKey<Value>(map: ReadonlyMap<number, Value>): [number, Value][] {
  return [...map].sort(([a], [b]) => a - b);
}
