// Reads counts directly from the rollup tables, to compare them with the reference model.
import { SUBJECT_KIND } from '../../src/core/engine/catalog/subject.ts';
import { coverWindow, INTERVAL_LENGTHS } from '../../src/core/engine/rollups/intervals.ts';
import { DAY_PERIOD, VISITOR_METRICS } from '../../src/core/engine/rollups/metric.ts';
import type { Database } from '../../src/core/foundation/database/database.ts';
import { estimateBytes } from '../../src/core/foundation/sketches/packed-sketches.ts';
import type { ElementValues, ModelKind, Totals, VisitorCounts } from './reference-model.ts';

interface StoredSubject {
  readonly websiteId: number;
  readonly kind: ModelKind;
  readonly id: number;
}

const COUNTS = ['views', 'conversions', 'completions', 'submissions', 'subscribes', 'orders', 'revenue'];
const SUMS = [...COUNTS, 'revenue_squared'];
const EVER = { firstDay: 0, lastDay: 1_000_000 };

export async function storedTotals(database: Database, subject: StoredSubject, window = EVER): Promise<Totals> {
  // On PostgreSQL the sum of bigints is a numeric, which is returned as a string.
  const typeOf = (column: string) => (column === 'revenue_squared' ? 'double precision' : 'bigint');
  const columns = SUMS.map((column) => `CAST(COALESCE(SUM(${column}), 0) AS ${typeOf(column)}) AS ${column}`).join(
    ', ',
  );
  const [row] = await database.query<Totals>(
    `SELECT ${columns} FROM rollup_counters
     WHERE website_id = $1 AND subject_kind = $2 AND subject_id = $3 AND day BETWEEN $4 AND $5`,
    [subject.websiteId, SUBJECT_KIND[subject.kind], subject.id, window.firstDay, window.lastDay],
  );
  return { ...row! };
}

/** Every row of the table, by `kind id day`. */
export async function allStoredTotals(database: Database): Promise<Map<string, Totals>> {
  const names = new Map(Object.entries(SUBJECT_KIND).map(([name, kind]) => [kind as number, name]));
  const rows = await database.query<Totals & { subject_kind: number; subject_id: number; day: number }>(
    `SELECT subject_kind, subject_id, day, ${SUMS.join(', ')} FROM rollup_counters`,
  );
  return new Map(
    rows.map(({ subject_kind, subject_id, day, ...totals }) => [
      `${names.get(subject_kind)} ${subject_id} ${day}`,
      totals,
    ]),
  );
}

export function distinctByDays(database: Database, subject: StoredSubject, window = EVER): Promise<VisitorCounts> {
  return distinct(database, subject, `period_kind = ${DAY_PERIOD} AND period BETWEEN $4 AND $5`, [
    window.firstDay,
    window.lastDay,
  ]);
}

/** As reports read it: intervals where the website has them, and days elsewhere. */
export async function distinctByIntervals(
  database: Database,
  subject: StoredSubject,
  window: { firstDay: number; lastDay: number },
): Promise<VisitorCounts> {
  const ranges = coverWindow(window, (await intervalState(database, subject.websiteId)).through);
  const condition = ranges.map(({ kind }, index) => {
    return `(period_kind = ${kind} AND period BETWEEN $${4 + 2 * index} AND $${5 + 2 * index})`;
  });
  return distinct(
    database,
    subject,
    `(${condition.join(' OR ')})`,
    ranges.flatMap(({ first, last }) => [first, last]),
  );
}

/** `begun` and `through`: see src/core/engine/rollups/build-intervals.ts. */
export async function intervalState(database: Database, websiteId = 1): Promise<{ begun: number; through: number }> {
  const [state] = await database.query<{ begun: number; through: number }>(
    `SELECT intervals_begun AS begun, intervals_through AS through
     FROM website_activity WHERE website_id = $1`,
    [websiteId],
  );
  return { begun: 0, through: 0, ...state };
}

/** The sketches of all intervals in hex, by subject, metric, length and first day: as stored, and united from the days. */
export async function intervalsAndTheirDays(
  database: Database,
): Promise<Record<'stored' | 'days', Map<string, string>>> {
  const stored = await sketchesOf(database, 'period_kind > 0', 'period_kind AS length, period AS first, sketch');
  const days: Map<string, string>[] = [];
  for (const length of INTERVAL_LENGTHS) {
    const first = `period - period % ${length}`;
    days.push(
      await sketchesOf(
        database,
        `period_kind = 0 AND ${first} + ${length} <= (
           SELECT intervals_through FROM website_activity
           WHERE website_activity.website_id = rollup_visitors.website_id
         ) GROUP BY website_id, subject_kind, subject_id, metric, ${first}`,
        `${length} AS length, ${first} AS first, hll_union_agg(sketch) AS sketch`,
      ),
    );
  }
  return { stored, days: new Map(days.flatMap((map) => [...map])) };
}

async function sketchesOf(database: Database, condition: string, columns: string): Promise<Map<string, string>> {
  const rows = await database.query<Record<string, number> & { sketch: Uint8Array }>(
    `SELECT website_id, subject_kind, subject_id, metric, ${columns} FROM rollup_visitors WHERE ${condition}`,
  );
  return new Map(
    rows.map(({ sketch, ...key }) => [Object.values(key).join(' '), Buffer.from(sketch as Uint8Array).toString('hex')]),
  );
}

async function distinct(
  database: Database,
  { websiteId, kind, id }: StoredSubject,
  condition: string,
  params: number[],
): Promise<VisitorCounts> {
  const rows = await database.query<{ metric: number; sketch: Uint8Array }>(
    `SELECT metric, hll_union_agg(sketch) AS sketch FROM rollup_visitors
     WHERE website_id = $1 AND subject_kind = $2 AND subject_id = $3 AND ${condition} GROUP BY metric`,
    [websiteId, SUBJECT_KIND[kind], id, ...params],
  );
  const estimates = new Map(rows.map(({ metric, sketch }) => [metric, estimateBytes(sketch)]));
  return Object.fromEntries(
    VISITOR_METRICS.map((name, metric) => [name, estimates.get(metric) ?? 0]),
  ) as unknown as VisitorCounts;
}

export async function storedValues(
  database: Database,
  websiteId: number,
  elementId: number,
  window = EVER,
): Promise<ElementValues> {
  const rows = await database.query<{
    list: string;
    value: string;
    selections: number;
    orders: number;
    revenue: number;
  }>(
    `SELECT list, value, CAST(SUM(selections) AS bigint) AS selections, CAST(SUM(orders) AS bigint) AS orders,
       CAST(SUM(revenue) AS bigint) AS revenue
     FROM rollup_values WHERE website_id = $1 AND element_id = $2 AND day BETWEEN $3 AND $4 GROUP BY list, value`,
    [websiteId, elementId, window.firstDay, window.lastDay],
  );
  const products: ElementValues['products'] = [];
  const fields = new Map<string, ElementValues['fields'][number]['values']>();
  for (const { list, value: json, selections, orders, revenue } of rows) {
    const value = JSON.parse(json) as string | null;
    if (list === '') products.push({ value, selections, orders, revenue });
    else fields.set(list, [...(fields.get(list) ?? []), { value, count: selections }]);
  }
  return { products, fields: [...fields].map(([name, values]) => ({ name, values })) };
}

/** In a fixed order, so that results can be compared. */
export function sortedValues({ products, fields }: ElementValues): ElementValues {
  const byValue = (a: { value: string | null }, b: { value: string | null }): number =>
    JSON.stringify(a.value) < JSON.stringify(b.value) ? -1 : 1;
  return {
    products: products.toSorted(byValue),
    fields: fields
      .map(({ name, values }) => ({ name, values: values.toSorted(byValue) }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  };
}
