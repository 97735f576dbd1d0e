// Reads counts directly from the rollup tables, to compare them with the reference model.
import { SUBJECT_KIND } from '../../src/catalog/subject.ts';
import type { Database } from '../../src/database/database.ts';
import { PERIOD, VISITOR_METRICS } from '../../src/rollups/metric.ts';
import { splitWindow } from '../../src/rollups/split-window.ts';
import { estimateBytes } from '../../src/sketches/hyperloglog.ts';
import type { ElementValues, ModelKind, Totals, VisitorCounts } from './reference-model.ts';

export interface StoredSubject {
  readonly websiteId: number;
  readonly kind: ModelKind;
  readonly id: number;
}

const SUMS = ['views', 'conversions', 'completions', 'submissions', 'subscribes', 'orders', 'revenue'];
const EVER = { firstDay: 0, lastDay: 1_000_000 };

export async function storedTotals(database: Database, subject: StoredSubject, window = EVER): Promise<Totals> {
  // On PostgreSQL the sum of bigints is a numeric, which is returned as a string.
  const columns = SUMS.map((column) => `CAST(COALESCE(SUM(${column}), 0) AS bigint) AS ${column}`).join(', ');
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
  return distinct(database, subject, `period_kind = ${PERIOD.day} AND period BETWEEN $4 AND $5`, [
    window.firstDay,
    window.lastDay,
  ]);
}

/** As reports read it: whole months if the window has any, and days at its ends. */
export function distinctByMonthsAndDays(
  database: Database,
  subject: StoredSubject,
  window: { firstDay: number; lastDay: number },
): Promise<VisitorCounts> {
  const { months, days } = splitWindow(window);
  const ranges = [
    ...days.map((range) => ({ kind: PERIOD.day, ...range })),
    ...(months ? [{ kind: PERIOD.month, ...months }] : []),
  ];
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
