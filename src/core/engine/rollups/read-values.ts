// Reads the values that were chosen and bought on an element in a window.
import type { Database } from '../../foundation/database/database.ts';
import { PRODUCT_LIST } from './fold.ts';
import { FIELDS_PER_ELEMENT_MAX, OTHER_FIELDS, VALUES_PER_LIST_MAX } from './store-values.ts';
import type { Window } from './window.ts';

export interface ValueCounts {
  /** null: no value, or all values beyond the limit together. */
  readonly value: string | null;
  readonly selections: number;
  readonly orders: number;
  /** The amount is in 1/10,000 of a currency unit. */
  readonly revenue: number;
}

const ZERO: ValueCounts = { value: null, selections: 0, orders: 0, revenue: 0 };

/** Limit of values in a response, over all fields: the most frequent ones. */
const FIELD_VALUES_MAX = 1_000;

interface StoredCounts {
  readonly list: string;
  readonly value: string;
  readonly selections: number;
  readonly orders: number;
  readonly revenue: string;
}

/**
 * The values of each list, in no particular order. They are limited like the values of a day: the largest fields, with the others combined
 * into one; and the most frequent values of each list, with the others combined under null.
 */
export async function readValues(
  database: Pick<Database, 'query'>,
  websiteId: number,
  elementId: number,
  window: Window,
): Promise<Map<string, ValueCounts[]>> {
  const rows = await database.query<StoredCounts>(LARGEST_VALUES_SQL, [
    websiteId,
    elementId,
    window.firstDay,
    window.lastDay,
  ]);
  const values = rows.map(({ list, ...counts }) => ({ list, counts: parseValue(counts) }));
  return byList([
    ...values.filter(({ list }) => list === PRODUCT_LIST),
    ...mostFrequent(values.filter(({ list }) => list !== PRODUCT_LIST)),
  ]);
}

/** Ties are sorted by name, so that the selected values do not depend on the database. */
const LARGEST_VALUES_SQL = `
  WITH sums AS (
    SELECT list, value, SUM(selections) AS selections, SUM(orders) AS orders, SUM(revenue) AS revenue
    FROM rollup_values WHERE website_id = $1 AND element_id = $2 AND day BETWEEN $3 AND $4
    GROUP BY list, value
    -- A value that was refunded and nothing else is left out.
    HAVING SUM(selections) <> 0 OR SUM(orders) <> 0 OR SUM(revenue) <> 0
  ), ranked AS (
    SELECT list, value, selections, orders, revenue,
      SUM(selections + orders) OVER (PARTITION BY list) AS list_size,
      ROW_NUMBER() OVER (
        PARTITION BY list
        ORDER BY CASE WHEN value = 'null' THEN 1 ELSE 0 END, selections + orders DESC, revenue DESC, value COLLATE "C"
      ) AS value_rank
    FROM sums
  ), placed AS (
    SELECT value, selections, orders, revenue, value_rank, list, DENSE_RANK() OVER (
      PARTITION BY CASE WHEN list = '${PRODUCT_LIST}' THEN 0 ELSE 1 END ORDER BY list_size DESC, list COLLATE "C"
    ) <= ${FIELDS_PER_ELEMENT_MAX} AS has_list
    FROM ranked
  ), kept AS (
    SELECT selections, orders, revenue,
      CASE WHEN has_list THEN list ELSE '${OTHER_FIELDS}' END AS list,
      CASE WHEN has_list AND value_rank <= ${VALUES_PER_LIST_MAX} THEN value ELSE 'null' END AS value
    FROM placed
  )
  SELECT list, value, CAST(SUM(selections) AS bigint) AS selections, CAST(SUM(orders) AS bigint) AS orders,
    CAST(SUM(revenue) AS text) AS revenue
  FROM kept GROUP BY list, value`;

interface ListedValue {
  readonly list: string;
  readonly counts: ValueCounts;
}

function parseValue(counts: Omit<StoredCounts, 'list'>): ValueCounts {
  return { ...counts, value: JSON.parse(counts.value), revenue: Number(counts.revenue) };
}

/** The most frequent values of all fields; the others are combined under null, per field. */
function mostFrequent(values: readonly ListedValue[]): ListedValue[] {
  if (values.length <= FIELD_VALUES_MAX) return [...values];
  const named = values.filter(({ counts }) => counts.value !== null).sort(byFrequency);
  const unnamed = values.filter(({ counts }) => counts.value === null);
  const others = [...unnamed, ...named.slice(FIELD_VALUES_MAX)];
  const underNull = [...Map.groupBy(others, ({ list }) => list)].map(([list, group]) => ({
    list,
    counts: group.map(({ counts }) => counts).reduce(addUnderNull, ZERO),
  }));
  return [...named.slice(0, FIELD_VALUES_MAX), ...underNull];
}

function byFrequency(a: ListedValue, b: ListedValue): number {
  const difference = b.counts.selections - a.counts.selections;
  return difference || compareStrings(a.list, b.list) || compareStrings(a.counts.value, b.counts.value);
}

function addUnderNull(a: ValueCounts, b: ValueCounts): ValueCounts {
  return {
    value: null,
    selections: a.selections + b.selections,
    orders: a.orders + b.orders,
    revenue: a.revenue + b.revenue,
  };
}

function byList(values: readonly ListedValue[]): Map<string, ValueCounts[]> {
  const lists = Map.groupBy(values, ({ list }) => list);
  return new Map([...lists].map(([list, group]) => [list, group.map(({ counts }) => counts)]));
}

/** Compares by code unit, which is the same on every machine; null comes last. */
export function compareStrings(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return a < b ? -1 : 1;
}
