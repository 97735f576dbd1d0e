// Adds rows to the stored days, in the caller's transaction. Intervals over these days that exist already get them too.
import { type BulkInsert, bulkInsertSql, placeholders, type Queries, type SqlValue } from '../database/database.ts';
import { Sketch } from '../sketches/hyperloglog.ts';
import { INTERVAL_LENGTHS, startOfInterval } from './intervals.ts';
import { PERIOD } from './metric.ts';
import { NUMBERS_PER_COUNTER_ROW, NUMBERS_PER_VISITOR_ROW, type RollupRows } from './rows.ts';
import { storeValues } from './store-values.ts';

const ROWS_PER_BATCH = 5_000;
const WEBSITES_PER_QUERY_MAX = 500;

const ACTIVE_DAYS = {
  into: 'website_activity',
  columns: ['website_id', 'version', 'first_day', 'last_day'],
  onConflict: `ON CONFLICT (website_id) DO UPDATE SET
    first_day = least(coalesce(website_activity.first_day, excluded.first_day), excluded.first_day),
    last_day = greatest(coalesce(website_activity.last_day, excluded.last_day), excluded.last_day)`,
} as const;

/**
 * Locks these websites for writing until the transaction ends, and increments their data version.
 * Always in the same order, to prevent deadlocks.
 */
export async function lockWebsites(tx: Queries, websiteIds: Iterable<number>): Promise<void> {
  await tx.insertMany({
    into: 'website_activity',
    columns: ['website_id', 'version'],
    rows: [...websiteIds].sort((a, b) => a - b).map((id) => [id, 1]),
    onConflict: 'ON CONFLICT (website_id) DO UPDATE SET version = website_activity.version + 1',
  });
}

/** Locks a website as `lockWebsites` does, without incrementing its version. false: it has no events, or is gone. */
export async function holdWebsite(tx: Queries, websiteId: number): Promise<boolean> {
  const rows = await tx.query(
    'UPDATE website_activity SET version = version WHERE website_id = $1 RETURNING website_id',
    [websiteId],
  );
  return rows.length > 0;
}

/**
 * Locks the websites that no other transaction has locked, without waiting, and returns them. Each group must be on one shard,
 * because Citus can only lock rows of a single shard.
 */
export async function lockFreeWebsites(tx: Queries, groups: Iterable<readonly number[]>): Promise<Set<number>> {
  const free = new Set<number>();
  for (const group of groups) {
    for (let start = 0; start < group.length; start += WEBSITES_PER_QUERY_MAX) {
      for (const id of await freeAmong(tx, group.slice(start, start + WEBSITES_PER_QUERY_MAX))) free.add(id);
    }
  }
  await lockWebsites(tx, free);
  return free;
}

async function freeAmong(tx: Queries, ids: readonly number[]): Promise<number[]> {
  const found = async (among: readonly number[], lock = '') => {
    const sql = `SELECT website_id FROM website_activity WHERE website_id IN (${placeholders(among.length)})${lock}`;
    return new Set((await tx.query<{ website_id: number }>(sql, among)).map((row) => row.website_id));
  };
  const locked = await found(ids, ' FOR UPDATE SKIP LOCKED');
  const others = ids.filter((id) => !locked.has(id));
  if (others.length === 0) return [...locked];
  // No row yet: the first events create it. Waiting for that takes no longer than a collector commit (see `addWebsiteRows`).
  const busy = await found(others);
  return ids.filter((id) => !busy.has(id));
}

/**
 * Creates missing rows for `lockWebsites`. Call it before a long transaction: a row inserted by that transaction would be
 * invisible to others until it ends, and they would block when inserting it too.
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

/** The caller must have locked the websites. */
export async function storeRows(tx: Queries, rows: RollupRows): Promise<void> {
  const intervalsBegun = await storeActiveDays(tx, rows);
  await storeCounters(tx, rows);
  await storeVisitors(tx, dayRows(rows));
  if (intervalsBegun.size > 0) await storeVisitors(tx, intervalRows(rows, intervalsBegun));
  await storeValues(tx, rows.valueLists);
}

/**
 * Includes days with only chosen values, and no counts. Returns `intervals_begun` of the websites with events before it.
 */
async function storeActiveDays(tx: Queries, { counters, valueLists }: RollupRows): Promise<Map<number, number>> {
  const ranges = new Map<number, { first: number; last: number }>();
  const widen = (websiteId: number, day: number): void => {
    const range = ranges.get(websiteId);
    if (!range) ranges.set(websiteId, { first: day, last: day });
    else if (day < range.first) range.first = day;
    else if (day > range.last) range.last = day;
  };
  for (let at = 0; at < counters.length; at += NUMBERS_PER_COUNTER_ROW) widen(counters[at]!, counters[at + 3]!);
  for (const { websiteId, day } of valueLists) widen(websiteId, day);
  const intervalsBegun = new Map<number, number>();
  const days = Array.from(ranges, ([websiteId, { first, last }]) => [websiteId, 1, first, last]);
  for (let start = 0; start < days.length; start += WEBSITES_PER_QUERY_MAX) {
    const rows = days.slice(start, start + WEBSITES_PER_QUERY_MAX);
    // An upsert, because it takes any number of websites. Their rows exist: they are locked.
    const upsert = bulkInsertSql({ ...ACTIVE_DAYS, rows }, rows.length);
    const activities = await tx.query<{ website_id: number; intervals_begun: number }>(
      `${upsert} RETURNING website_id, intervals_begun`,
      rows.flat(),
    );
    for (const { website_id: websiteId, intervals_begun: begun } of activities) {
      if (ranges.get(websiteId)!.first < begun) intervalsBegun.set(websiteId, begun);
    }
  }
  return intervalsBegun;
}

async function storeCounters(tx: Queries, { counters }: RollupRows): Promise<void> {
  const sums = [
    'views',
    'conversions',
    'completions',
    'submissions',
    'subscribes',
    'orders',
    'revenue',
    'revenue_squared',
  ];
  await insertInBatches(tx, counterRows(counters), {
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

async function storeVisitors(tx: Queries, rows: Iterable<VisitorRow>): Promise<void> {
  await insertInBatches(tx, rows, {
    into: 'rollup_visitors',
    columns: ['website_id', 'subject_kind', 'subject_id', 'metric', 'period_kind', 'period', 'sketch'],
    onConflict: `ON CONFLICT (website_id, subject_kind, subject_id, metric, period_kind, period)
      DO UPDATE SET sketch = hll_union(rollup_visitors.sketch, excluded.sketch)`,
  });
}

type VisitorRow = [
  websiteId: number,
  kind: number,
  id: number,
  metric: number,
  periodKind: number,
  period: number,
  sketch: Uint8Array,
];

function* dayRows({ visitors: v, sketches }: RollupRows): Generator<VisitorRow> {
  let start = 0;
  for (let at = 0; at < v.length; at += NUMBERS_PER_VISITOR_ROW) {
    const end = v[at + 5]!;
    yield [v[at]!, v[at + 1]!, v[at + 2]!, v[at + 3]!, PERIOD.day, v[at + 4]!, sketches.subarray(start, end)];
    start = end;
  }
}

/**
 * The late events, united by interval. Only those of one subject and metric are in memory at a time: their rows are
 * consecutive.
 */
function* intervalRows(rows: RollupRows, intervalsBegun: ReadonlyMap<number, number>): Generator<VisitorRow> {
  const intervals = new Map<string, { key: [number, number, number, number, number, number]; sketch: Sketch }>();
  let current = '';
  for (const [websiteId, kind, id, metric, , day, bytes] of dayRows(rows)) {
    const subject = `${websiteId}/${kind}/${id}/${metric}`;
    if (subject !== current) {
      for (const { key, sketch } of intervals.values()) yield [...key, sketch.toBytes()];
      intervals.clear();
      current = subject;
    }
    for (const length of INTERVAL_LENGTHS) {
      const first = startOfInterval(day, length);
      if (first < 0 || first + length > (intervalsBegun.get(websiteId) ?? 0)) continue;
      const name = `${length}/${first}`;
      const interval = intervals.get(name) ?? {
        key: [websiteId, kind, id, metric, length, first],
        sketch: new Sketch(),
      };
      interval.sketch.mergeBytes(bytes);
      intervals.set(name, interval);
    }
  }
  for (const { key, sketch } of intervals.values()) yield [...key, sketch.toBytes()];
}

/** Bounds the memory: row objects take more memory than the packed numbers. */
async function insertInBatches(
  tx: Queries,
  rows: Iterable<SqlValue[]>,
  insert: Omit<BulkInsert, 'rows'>,
): Promise<void> {
  let batch: SqlValue[][] = [];
  for (const row of rows) {
    batch.push(row);
    if (batch.length < ROWS_PER_BATCH) continue;
    await tx.insertMany({ ...insert, rows: batch });
    batch = [];
  }
  await tx.insertMany({ ...insert, rows: batch });
}
