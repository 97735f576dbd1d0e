// Reads what was chosen and bought on an element in a window.
import type { Database } from '../database/database.ts';
import type { Window } from './split-window.ts';
import { VALUES_PER_LIST_MAX } from './store-values.ts';

export interface ValueCounts {
  /** null: no value, or one of many that were not kept apart. */
  readonly value: string | null;
  readonly selections: number;
  readonly orders: number;
  /** In 1/10,000 of a currency unit. */
  readonly revenue: number;
}

const NOTHING: ValueCounts = { value: null, selections: 0, orders: 0, revenue: 0 };

/** By list, in no particular order; a list has at most as many values as are kept for a day, the rest under null. */
export async function readValues(
  database: Pick<Database, 'query'>,
  websiteId: number,
  elementId: number,
  window: Window,
): Promise<Map<string, ValueCounts[]>> {
  const rows = await database.query<{
    list: string;
    value: string;
    selections: number;
    orders: number;
    revenue: string;
  }>(
    `SELECT list, value, CAST(SUM(selections) AS bigint) AS selections, CAST(SUM(orders) AS bigint) AS orders,
       CAST(SUM(revenue) AS text) AS revenue
     FROM rollup_values WHERE website_id = $1 AND element_id = $2 AND day BETWEEN $3 AND $4
     GROUP BY list, value`,
    [websiteId, elementId, window.firstDay, window.lastDay],
  );
  const lists = Map.groupBy(rows, (row) => row.list);
  return new Map([...lists].map(([list, values]) => [list, mostFrequent(values.map(parseValue))]));
}

function parseValue(row: { value: string; selections: number; orders: number; revenue: string }): ValueCounts {
  return { ...row, value: JSON.parse(row.value), revenue: Number(row.revenue) };
}

function mostFrequent(values: ValueCounts[]): ValueCounts[] {
  const named = values.filter(({ value }) => value !== null);
  if (named.length <= VALUES_PER_LIST_MAX) return values;
  named.sort(byFrequency);
  const rest = [...named.slice(VALUES_PER_LIST_MAX), ...values.filter(({ value }) => value === null)];
  return [...named.slice(0, VALUES_PER_LIST_MAX), rest.reduce(addUnderNull, NOTHING)];
}

/** Down to the name: which of many rare values are kept must not depend on the order in which a database gives them. */
function byFrequency(a: ValueCounts, b: ValueCounts): number {
  const difference = b.selections + b.orders - (a.selections + a.orders);
  return difference || b.revenue - a.revenue || compareText(a.value, b.value);
}

function addUnderNull(a: ValueCounts, b: ValueCounts): ValueCounts {
  return {
    value: null,
    selections: a.selections + b.selections,
    orders: a.orders + b.orders,
    revenue: a.revenue + b.revenue,
  };
}

/** By code unit, the same on every machine; null last. */
export function compareText(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return a < b ? -1 : 1;
}
