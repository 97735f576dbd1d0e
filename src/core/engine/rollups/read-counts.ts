// Reads the counts of subjects of a website in any number of windows, with one statement for the counters and one for the
// visitor sketches, after one that says which intervals there are, unless the caller knows.
// Why: docs/decisions/reports.md, "Sketches are read by one subquery per union".

import type { Database, SqlValue } from '../../foundation/database/database.ts';
import { intactSketch } from '../../foundation/database/sketch-damage.ts';
import { DamagedDataError } from '../../foundation/problem/damaged-data.ts';
import { estimateBytes, uniteBytes } from '../../foundation/sketches/packed-sketches.ts';
import type { SubjectKind } from '../catalog/subject.ts';
import { isoOfDay } from './calendar.ts';
import { type Counts, clampDistinct, NO_TOTALS, type Totals } from './counts.ts';
import { coverWindow } from './intervals.ts';
import { METRIC, VISITOR_METRICS, type VisitorMetric } from './metric.ts';
import type { Window } from './window.ts';

const SUBJECTS_PER_QUERY_MAX = 500;

export type CountType = 'distinct' | 'total';

export interface CountsQuery {
  readonly websiteId: number;
  readonly kind: SubjectKind;
  readonly subjectIds: readonly number[];
  readonly windows: readonly Window[];
  readonly countType: CountType;
  /** Default: all. The others are counted as `total`. */
  readonly visitorMetrics?: readonly VisitorMetric[];
  /** Default: all. The others are 0. */
  readonly totals?: readonly (keyof Totals)[];
  /** The day through which the website has intervals. Default: it is looked up. */
  readonly builtThrough?: number;
}

/** The stored data of a subject in one window: the sums, and the united sketches of its visitors. */
export interface WindowContent {
  readonly total: Totals;
  readonly visitors: Readonly<Partial<Record<VisitorMetric, Uint8Array>>>;
}

type BySubject<Value> = ReadonlyMap<number, readonly Value[]>;
type Reader = Pick<Database, 'query'>;

/** The counts of each subject: the array has one entry per window, in the same order. */
export async function readCounts(database: Reader, query: CountsQuery): Promise<BySubject<Counts>> {
  const contents = await readContents(database, query);
  return nameDamage([query.websiteId], query.windows, async () => {
    return new Map([...contents].map(([id, windowContents]) => [id, windowContents.map(countsOf)]));
  });
}

/** What the extension hll says of bytes that it can't read. */
const DATA_EXCEPTION = '22000';

/** Says in which websites and days sketches are damaged, if that is why they can't be united or estimated. */
export async function nameDamage<Result>(
  websiteIds: readonly number[],
  windows: readonly Window[],
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DamagedDataError) && (error as { code?: string }).code !== DATA_EXCEPTION) throw error;
    const [first, last] = [
      Math.min(...windows.map(({ firstDay }) => firstDay)),
      Math.max(...windows.map(({ lastDay }) => lastDay)),
    ];
    const websites =
      websiteIds.length === 1 ? `website ${websiteIds[0]}` : `one of the websites ${websiteIds.join(', ')}`;
    throw new DamagedDataError(
      `Stored unique visitors of ${websites} between ${isoOfDay(first)} and ${isoOfDay(last)}`,
    );
  }
}

/** Estimates the sketches. Metrics without a sketch keep their totals. */
export function countsOf({ total, visitors }: WindowContent): Counts {
  const distinct: Record<VisitorMetric, number> = { ...total };
  for (const metric of VISITOR_METRICS) {
    const sketch = visitors[metric];
    if (sketch) distinct[metric] = estimateBytes(sketch);
  }
  return clampDistinct(distinct, total);
}

/** Combines several subjects, such as websites, into one: a visitor of two of them counts once. */
export function unite(contents: readonly WindowContent[]): WindowContent {
  const total: Record<keyof Totals, number> = { ...NO_TOTALS };
  for (const content of contents) {
    for (const name of Object.keys(total) as (keyof Totals)[]) total[name] += content.total[name];
  }
  const visitors: Partial<Record<VisitorMetric, Uint8Array>> = {};
  for (const metric of VISITOR_METRICS) {
    visitors[metric] = uniteBytes(contents.flatMap((content) => content.visitors[metric] ?? []));
  }
  return { total, visitors };
}

export async function readContents(database: Reader, query: CountsQuery): Promise<BySubject<WindowContent>> {
  if (query.windows.length === 0) return new Map(query.subjectIds.map((id) => [id, []]));
  const contents = new Map<number, readonly WindowContent[]>();
  for (let start = 0; start < query.subjectIds.length; start += SUBJECTS_PER_QUERY_MAX) {
    const batch = { ...query, subjectIds: query.subjectIds.slice(start, start + SUBJECTS_PER_QUERY_MAX) };
    const [totals, visitors] = await Promise.all([readTotals(database, batch), readVisitors(database, batch)]);
    for (const id of batch.subjectIds) {
      const windowContents = query.windows.map((_, slot) => ({
        total: totals.get(slotKey(id, slot)) ?? NO_TOTALS,
        visitors: visitors.get(slotKey(id, slot)) ?? {},
      }));
      contents.set(id, windowContents);
    }
  }
  return contents;
}

async function readTotals(database: Reader, query: CountsQuery): Promise<Map<string, Totals>> {
  const ranges = query.windows.map(({ firstDay, lastDay }, slot) => [slot, firstDay, lastDay]);
  const rows = await database.query<{ slot: number; subject_id: number; sums: string | null }>(
    `WITH ranges (slot, first_day, last_day) AS (${rangeValues(ranges, 2 + query.subjectIds.length)}),
     subjects (id) AS (${subjectValues(query)})
     SELECT slot, subjects.id AS subject_id, (
       SELECT ${sumsOf(query.totals)} FROM rollup_counters
       WHERE website_id = $1 AND subject_kind = $2 AND subject_id = subjects.id AND day BETWEEN first_day AND last_day
     ) AS sums
     FROM ranges CROSS JOIN subjects`,
    parametersOf(query, ranges),
  );
  const totals = new Map<string, Totals>();
  for (const { slot, subject_id, sums } of rows)
    if (sums !== null) totals.set(slotKey(subject_id, slot), totalsIn(sums, query.totals));
  return totals;
}

const TOTALS = Object.keys(NO_TOTALS) as (keyof Totals)[];

/** Makes one text of them, because a subquery returns one value. A sum may also exceed the safe integers, and the drivers would throw. */
export function sumsOf(columns: readonly (keyof Totals)[] = TOTALS): string {
  return columns.map((column) => `CAST(SUM(${column}) AS text)`).join(" || ' ' || ");
}

export function totalsIn(sums: string, columns: readonly (keyof Totals)[] = TOTALS): Totals {
  const numbers = sums.split(' ').map(Number);
  return { ...NO_TOTALS, ...Object.fromEntries(columns.map((name, index) => [name, numbers[index]])) };
}

async function readVisitors(database: Reader, query: CountsQuery): Promise<Map<string, WindowContent['visitors']>> {
  const metrics = (query.visitorMetrics ?? VISITOR_METRICS).map((name) => METRIC[name]);
  if (query.countType === 'total' || metrics.length === 0) return new Map();
  const builtThrough = query.builtThrough ?? (await readBuiltThrough(database, query.websiteId));
  const ranges = query.windows.flatMap((window, slot) =>
    coverWindow(window, builtThrough).map(({ kind, first, last }) => [slot, kind, first, last]),
  );
  // Windows without days have no ranges.
  if (ranges.length === 0) return new Map();
  const rows = await nameDamage([query.websiteId], query.windows, () =>
    database.query<VisitorsRow>(visitorsSql(query, metrics, ranges), parametersOf(query, ranges)),
  );
  const visitors = new Map<string, Partial<Record<VisitorMetric, Uint8Array>>>();
  for (const { slot, subject_id, metric, visitors: sketch } of rows) {
    if (sketch === null) continue;
    const key = slotKey(subject_id, slot);
    visitors.set(key, { ...visitors.get(key), [VISITOR_METRICS[metric]!]: sketch });
  }
  return visitors;
}

interface VisitorsRow {
  readonly slot: number;
  readonly subject_id: number;
  readonly metric: number;
  /** null: no visitors. */
  readonly visitors: Uint8Array | null;
}

/** Is read before the sketches: it only grows, so the intervals that it promises are still there when the sketches are read. */
async function readBuiltThrough(database: Reader, websiteId: number): Promise<number> {
  const [activity] = await database.query<{ intervals_through: number }>(
    'SELECT intervals_through FROM website_activity WHERE website_id = $1',
    [websiteId],
  );
  return activity?.intervals_through ?? 0;
}

/**
 * Subqueries instead of a join and GROUP BY: the engines would copy all sketches to sort them, and some plans would read all
 * periods of a subject. This way every plan looks up just the periods that it needs, by the primary key.
 */
function visitorsSql(query: CountsQuery, metrics: readonly number[], ranges: readonly (readonly number[])[]): string {
  const rows = (values: readonly number[]) => `VALUES ${values.map((value) => `(${value})`).join(', ')}`;
  const stored = `rollup_visitors AS stored WHERE website_id = $1 AND subject_kind = $2 AND subject_id = subjects.id
       AND stored.metric = metrics.metric AND period_kind = kind`;
  return `WITH ranges (slot, kind, first_period, last_period) AS MATERIALIZED (
       ${rangeValues(ranges, 2 + query.subjectIds.length)}
     ), slots (slot) AS (${rows([...query.windows.keys()])}),
     subjects (id) AS (${subjectValues(query)}),
     metrics (metric) AS (${rows(metrics)})
     SELECT slots.slot, subjects.id AS subject_id, metrics.metric, (
       SELECT hll_union_agg(
         CASE WHEN first_period = last_period THEN (SELECT ${intactSketch('stored')} FROM ${stored} AND period = first_period)
         ELSE (SELECT hll_union_agg(${intactSketch('stored')}) FROM ${stored} AND period BETWEEN first_period AND last_period) END
       ) FROM ranges WHERE ranges.slot = slots.slot
     ) AS visitors
     FROM slots CROSS JOIN subjects CROSS JOIN metrics`;
}

function parametersOf(query: CountsQuery, ranges: readonly (readonly number[])[]): SqlValue[] {
  return [query.websiteId, query.kind, ...query.subjectIds, ...ranges.flat()];
}

function subjectValues({ subjectIds }: CountsQuery): string {
  return `VALUES ${subjectIds.map((_, index) => `(CAST($${3 + index} AS bigint))`).join(', ')}`;
}

/** Casts them, because PostgreSQL treats untyped parameters in VALUES as text. */
export function rangeValues(ranges: readonly (readonly number[])[], offset: number): string {
  let parameter = offset;
  const tuples = ranges.map((range) => `(${range.map(() => `CAST($${++parameter} AS integer)`).join(', ')})`);
  return `VALUES ${tuples.join(', ')}`;
}

function slotKey(subjectId: number, slot: number): string {
  return `${subjectId}/${slot}`;
}
