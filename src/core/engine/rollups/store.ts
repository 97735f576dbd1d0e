// Adds rows to the stored days, in the caller's transaction. Intervals over these days that exist already get them too.
import {
  type BulkInsert,
  bulkInsertSql,
  placeholders,
  type Queries,
  type SqlValue,
} from '../../foundation/database/database.ts';
import { damageOf } from '../../foundation/database/sketch-damage.ts';
import { Sketch } from '../../foundation/sketches/hyperloglog.ts';
import { INTERVAL_LENGTHS, startOfInterval } from './intervals.ts';
import { DAY_PERIOD } from './metric.ts';
import { NUMBERS_PER_COUNTER_ROW, NUMBERS_PER_VISITOR_ROW, type RollupRows } from './rows.ts';
import { storeValues } from './store-values.ts';

const ROWS_PER_INSERT_MAX = 5_000;
const WEBSITES_PER_QUERY_MAX = 500;

/** The activity of the websites that the transaction has locked, by id. */
export type LockedWebsites = Map<number, Activity>;

interface Activity {
  /** The data version after this transaction. */
  readonly version: number;
  /** null: it has no days yet. */
  firstDay: number | null;
  lastDay: number | null;
  readonly intervalsBegun: number;
  /** The event log has all events of this day and of later ones. null: the website has no log. */
  logFrom: number | null;
  /** The last place of its order feed (order-feed.ts). null: it has none. */
  readonly orderFeed: number | null;
}

interface ActivityRow {
  readonly website_id: number;
  readonly version: number;
  readonly first_day: number | null;
  readonly last_day: number | null;
  readonly intervals_begun: number;
  readonly log_from: number | null;
  readonly order_feed: number | null;
}

const RETURNING_ACTIVITY = 'RETURNING website_id, version, first_day, last_day, intervals_begun, log_from, order_feed';

/**
 * Locks these websites for writing until the transaction ends, and increments their data version.
 * The order is always the same, to prevent deadlocks.
 */
export async function lockWebsites(tx: Queries, websiteIds: Iterable<number>): Promise<LockedWebsites> {
  const locked: LockedWebsites = new Map();
  const ids = [...websiteIds].sort((a, b) => a - b);
  for (let start = 0; start < ids.length; start += WEBSITES_PER_QUERY_MAX) {
    const rows = ids.slice(start, start + WEBSITES_PER_QUERY_MAX).map((id) => [id, 1]);
    const onConflict = 'ON CONFLICT (website_id) DO UPDATE SET version = website_activity.version + 1';
    const insert = { into: 'website_activity', columns: ['website_id', 'version'], rows, onConflict };
    const sql = `${bulkInsertSql(insert, rows.length)} ${RETURNING_ACTIVITY}`;
    addActivities(locked, await tx.query<ActivityRow>(sql, rows.flat()));
  }
  return locked;
}

function addActivities(locked: LockedWebsites, rows: readonly ActivityRow[]): void {
  for (const row of rows) {
    locked.set(row.website_id, {
      version: row.version,
      firstDay: row.first_day,
      lastDay: row.last_day,
      intervalsBegun: row.intervals_begun,
      logFrom: row.log_from,
      orderFeed: row.order_feed,
    });
  }
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
 * Locks a website as `lockWebsites` does, and also waits for transactions that only keep it (`keepWebsite`). Those that keep it later
 * wait for this one.
 */
export async function lockWebsiteAlone(tx: Queries, websiteId: number): Promise<void> {
  await lockWebsites(tx, [websiteId]);
  await tx.query('SELECT website_id FROM website_activity WHERE website_id = $1 FOR UPDATE', [websiteId]);
}

/**
 * Locks like `lockWebsites`, but only those that no other transaction has locked: it does not wait. Each group must be on one shard,
 * because Citus can only lock rows of a single shard.
 */
export async function lockFreeWebsites(tx: Queries, groups: Iterable<readonly number[]>): Promise<LockedWebsites> {
  const locked: LockedWebsites = new Map();
  const missing: number[] = [];
  for (const group of groups) {
    for (let start = 0; start < group.length; start += WEBSITES_PER_QUERY_MAX) {
      const ids = group.slice(start, start + WEBSITES_PER_QUERY_MAX);
      addActivities(locked, await lockFreeAmong(tx, ids));
      const others = ids.filter((id) => !locked.has(id));
      if (others.length > 0) missing.push(...(await withoutRow(tx, others)));
    }
  }
  // These websites get their first events. If others insert their rows too, waiting for them takes no longer than a commit of the
  // collector: see `addWebsiteRows`.
  for (const [id, activity] of await lockWebsites(tx, missing)) locked.set(id, activity);
  return locked;
}

/** One statement, because commits are many and most of them are small. */
function lockFreeAmong(tx: Queries, ids: readonly number[]): Promise<ActivityRow[]> {
  const list = placeholders(ids.length);
  // The statement has the list twice, so that Citus knows the shard.
  return tx.query<ActivityRow>(
    `UPDATE website_activity SET version = version + 1 WHERE website_id IN (${list}) AND website_id IN (
       SELECT website_id FROM website_activity WHERE website_id IN (${list}) FOR NO KEY UPDATE SKIP LOCKED
     ) ${RETURNING_ACTIVITY}`,
    ids,
  );
}

async function withoutRow(tx: Queries, ids: readonly number[]): Promise<number[]> {
  const sql = `SELECT website_id FROM website_activity WHERE website_id IN (${placeholders(ids.length)})`;
  const found = new Set((await tx.query<{ website_id: number }>(sql, ids)).map((row) => row.website_id));
  return ids.filter((id) => !found.has(id));
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

/**
 * Prevents these websites from being erased until the transaction ends, and makes nobody else wait. All must be on one shard. Returns
 * those that were not erased at the same moment. Websites that were erased earlier are returned too, and have a row again.
 */
export async function keepWebsites(tx: Queries, websiteIds: readonly number[]): Promise<number[]> {
  const kept: number[] = [];
  const ids = websiteIds.toSorted((a, b) => a - b);
  for (let start = 0; start < ids.length; start += WEBSITES_PER_QUERY_MAX) {
    const some = ids.slice(start, start + WEBSITES_PER_QUERY_MAX);
    const found = await keepAmong(tx, some);
    if (found.length === some.length) kept.push(...found);
    else {
      await addWebsiteRows(tx, some);
      kept.push(...(await keepAmong(tx, some)));
    }
  }
  return kept;
}

/** Does what `keepWebsites` does for one website. false: it has no events, or is gone. */
export async function keepWebsite(tx: Queries, websiteId: number): Promise<boolean> {
  return (await keepAmong(tx, [websiteId])).length > 0;
}

async function keepAmong(tx: Queries, ids: readonly number[]): Promise<number[]> {
  const sql = `SELECT website_id FROM website_activity WHERE website_id IN (${placeholders(ids.length)})
    ORDER BY website_id FOR KEY SHARE`;
  return (await tx.query<{ website_id: number }>(sql, ids)).map((row) => row.website_id);
}

/** Removes the rows that `lockWebsites` created for websites that no longer exist. */
export async function removeWebsiteRows(tx: Queries, websiteIds: Iterable<number>): Promise<void> {
  for (const id of websiteIds) await tx.query('DELETE FROM website_activity WHERE website_id = $1', [id]);
}

/** `logged`: the websites whose events are also stored in the event log, in the same transaction. */
export async function storeRows(
  tx: Queries,
  rows: RollupRows,
  locked: LockedWebsites,
  logged: ReadonlySet<number>,
): Promise<void> {
  const ranges = dayRanges(rows);
  await storeActiveDays(tx, ranges, locked, logged);
  await storeCounters(tx, rows);
  await storeVisitors(tx, dayRows(rows));
  const intervalsBegun = intervalsBegunAfter(ranges, locked);
  if (intervalsBegun.size > 0) await storeVisitors(tx, intervalRows(rows, intervalsBegun));
  await storeValues(tx, rows.valueLists);
}

/** The first and the last day of the new rows, by website. */
type DayRanges = ReadonlyMap<number, { first: number; last: number }>;

/** Includes days with only chosen values, and no counts. */
function dayRanges({ counters, valueLists }: RollupRows): DayRanges {
  const ranges = new Map<number, { first: number; last: number }>();
  const widen = (websiteId: number, day: number): void => {
    const range = ranges.get(websiteId);
    if (!range) ranges.set(websiteId, { first: day, last: day });
    else if (day < range.first) range.first = day;
    else if (day > range.last) range.last = day;
  };
  for (let at = 0; at < counters.length; at += NUMBERS_PER_COUNTER_ROW) widen(counters[at]!, counters[at + 3]!);
  for (const { websiteId, day } of valueLists) widen(websiteId, day);
  return ranges;
}

/** Usually there is nothing to store: the first events of a day have done it. */
async function storeActiveDays(
  tx: Queries,
  ranges: DayRanges,
  locked: LockedWebsites,
  logged: ReadonlySet<number>,
): Promise<void> {
  const rows: SqlValue[][] = [];
  // Events that no metric counts are logged, too.
  for (const websiteId of logged) {
    const activity = locked.get(websiteId)!;
    if (ranges.has(websiteId) || activity.logFrom !== null) continue;
    activity.logFrom = firstDayOfNewLog(activity.lastDay);
    rows.push([websiteId, 1, activity.firstDay, activity.lastDay, activity.logFrom]);
  }
  for (const [websiteId, { first, last }] of ranges) {
    const activity = locked.get(websiteId)!;
    const { firstDay, lastDay, logFrom } = activity;
    activity.firstDay = Math.min(first, firstDay ?? first);
    activity.lastDay = Math.max(last, lastDay ?? last);
    activity.logFrom = logged.has(websiteId) ? (logFrom ?? firstDayOfNewLog(lastDay)) : null;
    const isWider = activity.firstDay !== firstDay || activity.lastDay !== lastDay;
    if (isWider || activity.logFrom !== logFrom) {
      rows.push([websiteId, 1, activity.firstDay, activity.lastDay, activity.logFrom]);
    }
  }
  if (rows.length === 0) return;
  // An upsert, because it takes any number of websites. Their rows exist: they are locked.
  await tx.insertMany({
    into: 'website_activity',
    columns: ['website_id', 'version', 'first_day', 'last_day', 'log_from'],
    rows,
    onConflict: `ON CONFLICT (website_id) DO UPDATE SET first_day = excluded.first_day, last_day = excluded.last_day,
      log_from = excluded.log_from`,
  });
}

/** All events that were not logged are of days up to `lastDay`. null: there are none. */
export function firstDayOfNewLog(lastDay: number | null): number {
  return lastDay === null ? 0 : lastDay + 1;
}

/** `intervals_begun` of the websites with events before it. */
function intervalsBegunAfter(ranges: DayRanges, locked: LockedWebsites): Map<number, number> {
  const begun = Array.from(ranges, ([id, { first }]) => ({ id, first, before: locked.get(id)!.intervalsBegun }));
  return new Map(begun.filter(({ first, before }) => first < before).map(({ id, before }) => [id, before]));
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
  await insertInParts(tx, counterRows(counters), {
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
  await insertInParts(tx, rows, {
    into: 'rollup_visitors',
    columns: ['website_id', 'subject_kind', 'subject_id', 'metric', 'period_kind', 'period', 'sketch'],
    onConflict: `ON CONFLICT (website_id, subject_kind, subject_id, metric, period_kind, period)
      DO UPDATE SET sketch = hll_union(rollup_visitors.sketch, excluded.sketch), is_damaged = ${damageOf('rollup_visitors')}`,
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
    yield [v[at]!, v[at + 1]!, v[at + 2]!, v[at + 3]!, DAY_PERIOD, v[at + 4]!, sketches.subarray(start, end)];
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
async function insertInParts(tx: Queries, rows: Iterable<SqlValue[]>, insert: Omit<BulkInsert, 'rows'>): Promise<void> {
  let part: SqlValue[][] = [];
  for (const row of rows) {
    part.push(row);
    if (part.length < ROWS_PER_INSERT_MAX) continue;
    await tx.insertMany({ ...insert, rows: part });
    part = [];
  }
  await tx.insertMany({ ...insert, rows: part });
}
