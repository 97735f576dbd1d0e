// Adds the chosen and bought values of a fold to the stored ones, with a limit on how many different ones are kept.
import { placeholders, type Queries, type SqlValue } from '../database/database.ts';
import type { ValueCell, ValueList } from './fold.ts';

/** Values kept for each list of an element and day; the rest are counted under null. */
export const VALUES_PER_LIST_MAX = 200;

const ELEMENTS_PER_QUERY_MAX = 500;
const NULL_VALUE = JSON.stringify(null);

/** The websites must be locked: the limit relies on no other transaction adding values meanwhile. */
export async function storeValues(tx: Queries, lists: readonly ValueList[]): Promise<void> {
  const storedCounts = await countStoredValues(tx, lists);
  const sums = ['selections', 'orders', 'revenue'];
  const rows: SqlValue[][] = [];
  for (const valueList of lists) {
    const { websiteId, elementId, day, list } = valueList;
    const mayPassLimit =
      (storedCounts.get(keyOf(elementId, day, list)) ?? 0) + valueList.values.size > VALUES_PER_LIST_MAX;
    const kept = mayPassLimit ? await storedValues(tx, valueList) : undefined;
    for (const [value, cell] of cellsWithinLimit(valueList.values, kept)) {
      rows.push([websiteId, elementId, day, list, value, cell.selections, cell.orders, cell.revenue]);
    }
  }
  await tx.insertMany({
    into: 'rollup_values',
    columns: ['website_id', 'element_id', 'day', 'list', 'value', ...sums],
    rows,
    onConflict: `ON CONFLICT (website_id, element_id, day, list, value) DO UPDATE SET ${sums
      .map((column) => `${column} = rollup_values.${column} + excluded.${column}`)
      .join(', ')}`,
  });
}

/** How many values each list has already; few lists come near the limit, and only theirs need to be read. */
async function countStoredValues(tx: Queries, lists: readonly ValueList[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const [websiteId, ofWebsite] of Map.groupBy(lists, (list) => list.websiteId)) {
    const elementIds = [...new Set(ofWebsite.map(({ elementId }) => elementId))];
    const firstDay = ofWebsite.reduce((first, { day }) => Math.min(first, day), Number.POSITIVE_INFINITY);
    const lastDay = ofWebsite.reduce((last, { day }) => Math.max(last, day), 0);
    for (let start = 0; start < elementIds.length; start += ELEMENTS_PER_QUERY_MAX) {
      const ids = elementIds.slice(start, start + ELEMENTS_PER_QUERY_MAX);
      const rows = await tx.query<{ element_id: number; day: number; list: string; kept: number }>(
        `SELECT element_id, day, list, COUNT(*) AS kept FROM rollup_values
         WHERE website_id = $1 AND day BETWEEN $2 AND $3 AND element_id IN (${placeholders(ids.length, 3)})
         GROUP BY element_id, day, list`,
        [websiteId, firstDay, lastDay, ...ids],
      );
      for (const row of rows) counts.set(keyOf(row.element_id, row.day, row.list), row.kept);
    }
  }
  return counts;
}

async function storedValues(tx: Queries, { websiteId, elementId, day, list }: ValueList): Promise<Set<string>> {
  const rows = await tx.query<{ value: string }>(
    'SELECT value FROM rollup_values WHERE website_id = $1 AND element_id = $2 AND day = $3 AND list = $4',
    [websiteId, elementId, day, list],
  );
  const kept = new Set(rows.map((row) => row.value));
  kept.delete(NULL_VALUE);
  return kept;
}

/** By the stored (JSON) form of the value; past the limit, values are put together under null. */
function cellsWithinLimit(values: ValueList['values'], kept: Set<string> | undefined): Map<string, ValueCell> {
  const cells = new Map<string, ValueCell>();
  for (const [value, cell] of values) {
    let json = JSON.stringify(value);
    if (kept && value !== null && !kept.has(json)) {
      if (kept.size < VALUES_PER_LIST_MAX) kept.add(json);
      else json = NULL_VALUE;
    }
    const sum = cells.get(json) ?? { selections: 0, orders: 0, revenue: 0 };
    sum.selections += cell.selections;
    sum.orders += cell.orders;
    sum.revenue += cell.revenue;
    cells.set(json, sum);
  }
  return cells;
}

function keyOf(elementId: number, day: number, list: string): string {
  return `${elementId}/${day}/${list}`;
}
