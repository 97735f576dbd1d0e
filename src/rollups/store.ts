// Adds rows to the stored days and months, inside the caller's transaction.
import type { BulkInsert, Queries, SqlValue } from '../database/database.ts';
import { NUMBERS_PER_COUNTER_ROW, NUMBERS_PER_VISITOR_ROW, type RollupRows } from './rows.ts';
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

/** Of these websites, locks those that no other transaction has locked, as above, and names them. It waits for nobody. */
export async function lockFreeWebsites(tx: Queries, websiteIds: Iterable<number>): Promise<Set<number>> {
  const free = new Set<number>();
  for (const id of websiteIds) if (await isFree(tx, id)) free.add(id);
  await lockWebsites(tx, free);
  return free;
}

/** Website by website, because Citus locks rows on one shard at a time only. */
async function isFree(tx: Queries, websiteId: number): Promise<boolean> {
  const find = 'SELECT website_id FROM website_activity WHERE website_id = $1';
  if ((await tx.query(`${find} FOR UPDATE SKIP LOCKED`, [websiteId])).length > 0) return true;
  // Its first events make the row: that takes no longer than a commit of the collector (see `addWebsiteRows`).
  return (await tx.query(find, [websiteId])).length === 0;
}

/**
 * Makes sure that the websites have rows to lock. For a transaction that takes long: a row that it made itself would be
 * seen by nobody until it ends, and whoever wanted to add it as well would have to wait.
 */
export async function addWebsiteRows(tx: Queries, websiteIds: Iterable<number>): Promise<void> {
  await tx.insertMany({
    into: 'website_activity',
    columns: ['website_id', 'version'],
    rows: [...websiteIds].sort((a, b) => a - b).map((id) => [id, 0]),
    onConflict: 'ON CONFLICT (website_id) DO NOTHING',
  });
}

/** Of websites that are gone: to lock one made a row for it. */
export async function removeWebsiteRows(tx: Queries, websiteIds: Iterable<number>): Promise<void> {
  for (const id of websiteIds) await tx.query('DELETE FROM website_activity WHERE website_id = $1', [id]);
}

/** The websites must be locked. */
export async function storeRows(tx: Queries, rows: RollupRows): Promise<void> {
  await storeActiveDays(tx, rows);
  await storeCounters(tx, rows);
  await storeVisitors(tx, rows);
  await storeValues(tx, rows.valueLists);
}

/** A day on which something was only chosen is a recorded day, too. */
async function storeActiveDays(tx: Queries, { counters, valueLists }: RollupRows): Promise<void> {
  const ranges = new Map<number, { first: number; last: number }>();
  const widen = (websiteId: number, day: number): void => {
    const range = ranges.get(websiteId);
    if (!range) ranges.set(websiteId, { first: day, last: day });
    else if (day < range.first) range.first = day;
    else if (day > range.last) range.last = day;
  };
  for (let at = 0; at < counters.length; at += NUMBERS_PER_COUNTER_ROW) widen(counters[at]!, counters[at + 3]!);
  for (const { websiteId, day } of valueLists) widen(websiteId, day);
  for (const [websiteId, { first, last }] of ranges) {
    await tx.query(
      `UPDATE website_activity
       SET first_day = least(coalesce(first_day, $2), $2), last_day = greatest(coalesce(last_day, $3), $3)
       WHERE website_id = $1`,
      [websiteId, first, last],
    );
  }
}

async function storeCounters(tx: Queries, { counters }: RollupRows): Promise<void> {
  const sums = ['views', 'conversions', 'completions', 'submissions', 'subscribes', 'orders', 'revenue'];
  await insertInSlices(tx, counterRows(counters), {
    into: 'rollup_counters',
    columns: ['website_id', 'subject_kind', 'subject_id', 'day', ...sums],
    onConflict: `ON CONFLICT (website_id, subject_kind, subject_id, day) DO UPDATE SET ${sums
      .map((column) => `${column} = rollup_counters.${column} + excluded.${column}`)
      .join(', ')}`,
  });
}

function* counterRows(counters: Float64Array): Generator<SqlValue[]> {
  for (let at = 0; at < counters.length; at += NUMBERS_PER_COUNTER_ROW) {
    yield Array.from(counters.subarray(at, at + NUMBERS_PER_COUNTER_ROW));
  }
}

async function storeVisitors(tx: Queries, rows: RollupRows): Promise<void> {
  await insertInSlices(tx, visitorRows(rows), {
    into: 'rollup_visitors',
    columns: ['website_id', 'subject_kind', 'subject_id', 'metric', 'period_kind', 'period', 'sketch'],
    onConflict: `ON CONFLICT (website_id, subject_kind, subject_id, metric, period_kind, period)
      DO UPDATE SET sketch = hll_union(rollup_visitors.sketch, excluded.sketch)`,
  });
}

function* visitorRows({ visitors: v, sketches }: RollupRows): Generator<SqlValue[]> {
  let start = 0;
  for (let at = 0; at < v.length; at += NUMBERS_PER_VISITOR_ROW) {
    const end = v[at + 6]!;
    yield [v[at]!, v[at + 1]!, v[at + 2]!, v[at + 3]!, v[at + 4]!, v[at + 5]!, sketches.subarray(start, end)];
    start = end;
  }
}

/** So that not all rows, which take more room than their numbers, need exist at once. */
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
