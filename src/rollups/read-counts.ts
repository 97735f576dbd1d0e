// Reads what was counted for subjects of a website, in any number of windows at once. Whatever the windows, it takes
// one statement for the counters and one for the visitors.
import type { SubjectKind } from '../catalog/subject.ts';
import { type Database, placeholders, type SqlValue } from '../database/database.ts';
import { type Counts, clampDistinct, NO_COUNTS, type VisitorCounts } from './counts.ts';
import { estimateBytes } from './hyperloglog.ts';
import { PERIOD, VISITOR_METRICS, type VisitorMetric } from './metric.ts';
import { splitWindow, type Window } from './split-window.ts';

const SUBJECTS_PER_QUERY_MAX = 500;

export type CountType = 'distinct' | 'total';

export interface CountsQuery {
  readonly websiteId: number;
  readonly kind: SubjectKind;
  readonly subjectIds: readonly number[];
  readonly windows: readonly Window[];
  readonly countType: CountType;
  /** Where not all visitor metrics are needed; the others are then of `total`. */
  readonly visitorMetrics?: readonly VisitorMetric[];
}

/** By subject, one entry for each window, in the order of the windows. */
export type CountsBySubject = ReadonlyMap<number, readonly Counts[]>;

type Reader = Pick<Database, 'query'>;

export async function readCounts(database: Reader, query: CountsQuery): Promise<CountsBySubject> {
  const counts = new Map<number, readonly Counts[]>();
  for (let start = 0; start < query.subjectIds.length; start += SUBJECTS_PER_QUERY_MAX) {
    const some = { ...query, subjectIds: query.subjectIds.slice(start, start + SUBJECTS_PER_QUERY_MAX) };
    const [totals, visitors] = await Promise.all([
      readTotals(database, some),
      query.countType === 'distinct' ? readVisitors(database, some) : undefined,
    ]);
    for (const id of some.subjectIds) {
      const ofSubject = query.windows.map((_, slot) => {
        const total = totals.get(slotKey(id, slot)) ?? NO_COUNTS;
        return visitors ? clampDistinct({ ...total, ...visitors.get(slotKey(id, slot)) }, total) : total;
      });
      counts.set(id, ofSubject);
    }
  }
  return counts;
}

export async function readCountsOf(
  database: Reader,
  query: Omit<CountsQuery, 'subjectIds'> & { subjectId: number },
): Promise<readonly Counts[]> {
  const counts = await readCounts(database, { ...query, subjectIds: [query.subjectId] });
  return counts.get(query.subjectId)!;
}

async function readTotals(database: Reader, query: CountsQuery): Promise<Map<string, Counts>> {
  const ranges = query.windows.map(({ firstDay, lastDay }, slot) => [slot, firstDay, lastDay]);
  const params: SqlValue[] = [query.websiteId, query.kind, ...query.subjectIds, ...ranges.flat()];
  const rows = await database.query<{ slot: number; subject_id: number; revenue: string } & Omit<Counts, 'revenue'>>(
    `WITH ranges (slot, first_day, last_day) AS (${rangeValues(ranges, 2 + query.subjectIds.length)})
     SELECT slot, subject_id, ${TOTAL_COLUMNS}
     FROM ranges JOIN rollup_counters ON day BETWEEN first_day AND last_day
     WHERE website_id = $1 AND subject_kind = $2 AND subject_id IN (${placeholders(query.subjectIds.length, 2)})
     GROUP BY slot, subject_id`,
    params,
  );
  return new Map(rows.map((row) => [slotKey(row.subject_id, row.slot), { ...row, revenue: Number(row.revenue) }]));
}

/** Revenue as text: a sum may pass what the drivers take for an exact number. */
const TOTAL_COLUMNS = [
  ...[...VISITOR_METRICS, 'orders'].map((column) => `CAST(SUM(${column}) AS bigint) AS ${column}`),
  'CAST(SUM(revenue) AS text) AS revenue',
].join(', ');

async function readVisitors(database: Reader, query: CountsQuery): Promise<Map<string, Partial<VisitorCounts>>> {
  const metrics = (query.visitorMetrics ?? VISITOR_METRICS).map((name) => VISITOR_METRICS.indexOf(name));
  if (metrics.length === 0) return new Map();
  const ranges = query.windows.flatMap((window, slot) => periodRanges(window).map((range) => [slot, ...range]));
  const params: SqlValue[] = [query.websiteId, query.kind, ...query.subjectIds, ...ranges.flat()];
  const rows = await database.query<{ slot: number; subject_id: number; metric: number; visitors: Uint8Array }>(
    `WITH ranges (slot, kind, first_period, last_period) AS (${rangeValues(ranges, 2 + query.subjectIds.length)})
     SELECT slot, subject_id, metric, hll_union_agg(sketch) AS visitors
     FROM ranges JOIN rollup_visitors ON period_kind = kind AND period BETWEEN first_period AND last_period
     WHERE website_id = $1 AND subject_kind = $2 AND subject_id IN (${placeholders(query.subjectIds.length, 2)})
       AND metric IN (${metrics.join(', ')})
     GROUP BY slot, subject_id, metric`,
    params,
  );
  const visitors = new Map<string, Record<string, number>>();
  for (const row of rows) {
    const key = slotKey(row.subject_id, row.slot);
    const counts = visitors.get(key) ?? {};
    counts[VISITOR_METRICS[row.metric]!] = estimateBytes(row.visitors);
    visitors.set(key, counts);
  }
  return visitors;
}

/** Whole months where there are any, and the days around them. */
function periodRanges(window: Window): [kind: number, first: number, last: number][] {
  const { months, days } = splitWindow(window);
  const ranges = days.map(({ first, last }): [number, number, number] => [PERIOD.day, first, last]);
  if (months) ranges.push([PERIOD.month, months.first, months.last]);
  return ranges;
}

/** PostgreSQL takes a parameter in VALUES for text unless it is told. */
function rangeValues(ranges: readonly (readonly number[])[], offset: number): string {
  let parameter = offset;
  const tuples = ranges.map((range) => `(${range.map(() => `CAST($${++parameter} AS integer)`).join(', ')})`);
  return `VALUES ${tuples.join(', ')}`;
}

function slotKey(subjectId: number, slot: number): string {
  return `${subjectId}/${slot}`;
}
