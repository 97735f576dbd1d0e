// Reads the counts of many websites as a whole, in any number of windows. The number of statements does not depend on the number
// of websites, and on a cluster each of them runs on all the shards at the same time.
// Why: docs/decisions/citus.md, "Questions about many websites are one statement".

import { type Database, placeholders, type SqlValue } from '../../foundation/database/database.ts';
import { intactSketch } from '../../foundation/database/sketch-damage.ts';
import { SUBJECT_KIND } from '../catalog/subject.ts';
import { type Counts, NO_TOTALS, type Totals } from './counts.ts';
import { coverWindow } from './intervals.ts';
import { METRIC, VISITOR_METRICS, type VisitorMetric } from './metric.ts';
import { countsOf, nameDamage, rangeValues, sumsOf, totalsIn, type WindowContent } from './read-counts.ts';
import type { Window } from './window.ts';

/**
 * How many sketches one statement looks for. If PostgreSQL expects more, it compiles the statement (JIT), on a cluster once for each shard,
 * which takes longer than running it. It also bounds the result, which is held in memory.
 */
const LOOK_UPS_PER_QUERY_MAX = 4_000;

interface WebsiteCountsQuery {
  readonly websiteIds: readonly number[];
  readonly windows: readonly Window[];
  readonly visitorMetrics: readonly VisitorMetric[];
}

type ByWebsite<Value> = ReadonlyMap<number, readonly Value[]>;
type Reader = Pick<Database, 'query'>;

/** The counts of each website: the array has one entry per window, in the same order. Metrics that were not asked for are totals. */
export async function readWebsiteCounts(database: Reader, query: WebsiteCountsQuery): Promise<ByWebsite<Counts>> {
  const counts = new Map<number, readonly Counts[]>();
  for await (const contents of readBatches(database, query)) {
    for (const [id, windowContents] of contents) {
      counts.set(id, await nameDamage([id], query.windows, async () => windowContents.map(countsOf)));
    }
  }
  return counts;
}

/** Reads the sketches, too, so that the websites can be united. */
export async function readWebsiteContents(
  database: Reader,
  query: WebsiteCountsQuery,
): Promise<ByWebsite<WindowContent>> {
  const all = new Map<number, readonly WindowContent[]>();
  for await (const contents of readBatches(database, query)) {
    for (const [id, windowContents] of contents) all.set(id, windowContents);
  }
  return all;
}

async function* readBatches(database: Reader, query: WebsiteCountsQuery): AsyncGenerator<ByWebsite<WindowContent>> {
  const { websiteIds, windows, visitorMetrics } = query;
  if (windows.length === 0) return yield new Map(websiteIds.map((id) => [id, []]));
  const periods = windows.flatMap((window) => coverWindow(window, Number.POSITIVE_INFINITY)).length;
  const size = Math.max(1, Math.floor(LOOK_UPS_PER_QUERY_MAX / Math.max(1, periods * visitorMetrics.length)));
  for (let start = 0; start < websiteIds.length; start += size) {
    yield await readBatch(database, { ...query, websiteIds: websiteIds.slice(start, start + size) });
  }
}

async function readBatch(database: Reader, query: WebsiteCountsQuery): Promise<ByWebsite<WindowContent>> {
  const contents = new Map(
    query.websiteIds.map((id) => [id, query.windows.map(() => ({ total: NO_TOTALS as Totals, visitors: {} }))]),
  );
  const [totals, visitors] = await Promise.all([readTotals(database, query), readVisitors(database, query)]);
  for (const { website_id: id, slot, sums } of totals) {
    if (sums !== null) contents.get(id)![slot]!.total = totalsIn(sums);
  }
  for (const { website_id: id, slot, metric, visitors: sketch } of visitors) {
    if (sketch !== null) Object.assign(contents.get(id)![slot]!.visitors, { [VISITOR_METRICS[metric]!]: sketch });
  }
  return contents;
}

interface TotalsRow {
  readonly website_id: number;
  readonly slot: number;
  /** null: nothing was counted. */
  readonly sums: string | null;
}

function readTotals(database: Reader, { websiteIds, windows }: WebsiteCountsQuery): Promise<TotalsRow[]> {
  const ranges = windows.map(({ firstDay, lastDay }, slot) => [slot, firstDay, lastDay]);
  return database.query<TotalsRow>(
    `WITH ranges (slot, first, last) AS (${rangeValues(ranges, websiteIds.length)})
     SELECT activity.website_id, slot, (
       SELECT ${sumsOf()} FROM rollup_counters AS stored
       WHERE ${storedForWebsite(websiteIds.length)} AND day BETWEEN first AND last
     ) AS sums
     FROM website_activity AS activity CROSS JOIN ranges
     WHERE activity.website_id IN (${placeholders(websiteIds.length)})`,
    [...websiteIds, ...ranges.flat()],
  );
}

/**
 * Every table is restricted to the websites, because Citus asks all shards otherwise. The OR keeps PostgreSQL from searching its
 * index for each of the websites, where it should search for the one that the outer query is at.
 */
function storedForWebsite(websiteCount: number): string {
  return `stored.website_id = activity.website_id AND subject_kind = ${SUBJECT_KIND.website}
         AND subject_id = activity.website_id
         AND (stored.website_id = $1 OR stored.website_id IN (${placeholders(websiteCount)}))`;
}

interface VisitorsRow {
  readonly website_id: number;
  readonly slot: number;
  readonly metric: number;
  /** null: no visitors. */
  readonly visitors: Uint8Array | null;
}

async function readVisitors(database: Reader, query: WebsiteCountsQuery): Promise<VisitorsRow[]> {
  const rows: VisitorsRow[] = [];
  if (query.visitorMetrics.length === 0) return rows;
  for (const { websiteIds, ranges } of await readCovers(database, query)) {
    // Windows without days have no ranges.
    if (ranges.length === 0) continue;
    const params: SqlValue[] = [...websiteIds, ...ranges.flat()];
    const read = () => database.query<VisitorsRow>(visitorsSql(query, websiteIds.length, ranges), params);
    rows.push(...(await nameDamage(websiteIds, query.windows, read)));
  }
  return rows;
}

interface Cover {
  readonly websiteIds: number[];
  /** Window, kind of period, first and last period. */
  readonly ranges: readonly (readonly number[])[];
}

/** Which periods cover the windows: the same for most websites, because their intervals are built together. */
async function readCovers(database: Reader, { websiteIds, windows }: WebsiteCountsQuery): Promise<Iterable<Cover>> {
  const built = await database.query<{ website_id: number; intervals_through: number }>(
    `SELECT website_id, intervals_through FROM website_activity WHERE website_id IN (${placeholders(websiteIds.length)})`,
    websiteIds,
  );
  const covers = new Map<string, Cover>();
  for (const { website_id: id, intervals_through: through } of built) {
    const ranges = windows.flatMap((window, slot) =>
      coverWindow(window, through).map(({ kind, first, last }) => [slot, kind, first, last]),
    );
    const key = ranges.join();
    const known = covers.get(key);
    if (known) known.websiteIds.push(id);
    else covers.set(key, { websiteIds: [id], ranges });
  }
  return covers.values();
}

function visitorsSql(
  { visitorMetrics }: WebsiteCountsQuery,
  websiteCount: number,
  ranges: readonly (readonly number[])[],
): string {
  const metrics = visitorMetrics.map((name) => `(${METRIC[name]})`).join(', ');
  const stored = `rollup_visitors AS stored WHERE ${storedForWebsite(websiteCount)}
         AND stored.metric = metrics.metric AND period_kind = kind`;
  return `WITH ranges (slot, kind, first, last) AS (${rangeValues(ranges, websiteCount)}),
     metrics (metric) AS (VALUES ${metrics})
     SELECT website_id, slot, metric, hll_union_agg(part) AS visitors FROM (
       SELECT activity.website_id, slot, metrics.metric,
         CASE WHEN first = last THEN (SELECT ${intactSketch('stored')} FROM ${stored} AND period = first)
         ELSE (SELECT hll_union_agg(${intactSketch('stored')}) FROM ${stored} AND period BETWEEN first AND last) END AS part
       FROM website_activity AS activity CROSS JOIN ranges CROSS JOIN metrics
       WHERE activity.website_id IN (${placeholders(websiteCount)})
     ) AS parts GROUP BY website_id, slot, metric`;
}
