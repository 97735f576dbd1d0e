// Adds the chosen and bought values of a fold to the stored ones, with limits on the number of distinct values.
// Why: docs/decisions/reports.md, "The fields of an element are bounded".
import type { Queries, SqlValue } from '../../foundation/database/database.ts';
import { PRODUCT_LIST, type ValueCell, type ValueList } from './fold.ts';

/** Distinct values per list, element and day; further values are counted under null. */
export const VALUES_PER_LIST_MAX = 200;
/** Distinct field names per element and day; further fields are counted as `OTHER_FIELDS`, under null. */
export const FIELDS_PER_ELEMENT_MAX = 50;
export const OTHER_FIELDS = '(other fields)';

const LISTS_PER_QUERY_MAX = 500;
const NULL_VALUE = JSON.stringify(null);

/** The caller must have locked the websites: the limits rely on no other transaction adding values. */
export async function storeValues(tx: Queries, lists: readonly ValueList[]): Promise<void> {
  for (const [websiteId, group] of Map.groupBy(lists, (list) => list.websiteId)) {
    for (let start = 0; start < group.length; start += LISTS_PER_QUERY_MAX) {
      await storeBatch(tx, websiteId, group.slice(start, start + LISTS_PER_QUERY_MAX));
    }
  }
}

async function storeBatch(tx: Queries, websiteId: number, lists: readonly ValueList[]): Promise<void> {
  const storedCounts = await countStoredValues(tx, websiteId, lists);
  const rows: SqlValue[][] = [];
  for (const valueList of await withinFieldLimit(tx, websiteId, lists, storedCounts)) {
    const { elementId, day, list, values } = valueList;
    const mayExceedLimit = (storedCounts.get(listKey(valueList)) ?? 0) + values.size > VALUES_PER_LIST_MAX;
    const kept = mayExceedLimit ? await storedValues(tx, valueList) : undefined;
    for (const [value, { selections, orders, revenue }] of cellsWithinLimit(values, kept)) {
      rows.push([websiteId, elementId, day, list, value, selections, orders, revenue]);
    }
  }
  const sums = ['selections', 'orders', 'revenue'];
  await tx.insertMany({
    into: 'rollup_values',
    columns: ['website_id', 'element_id', 'day', 'list', 'value', ...sums],
    rows,
    onConflict: `ON CONFLICT (website_id, element_id, day, list, value) DO UPDATE SET ${sums
      .map((column) => `${column} = rollup_values.${column} + excluded.${column}`)
      .join(', ')}`,
  });
}

/** The number of stored values per list, up to the limit. Only lists near the limit need their values read. */
async function countStoredValues(
  tx: Queries,
  websiteId: number,
  lists: readonly ValueList[],
): Promise<Map<string, number>> {
  const tuples = lists.map((_, index) => typedTuple(2 + index * 3, ['bigint', 'integer', 'text']));
  const rows = await tx.query<{ element_id: number; day: number; list: string; kept: number }>(
    `WITH touched (element_id, day, list) AS (VALUES ${tuples.join(', ')})
     SELECT element_id, day, list, (
       SELECT COUNT(*) FROM (
         SELECT 1 FROM rollup_values AS stored WHERE website_id = $1 AND stored.element_id = touched.element_id
           AND stored.day = touched.day AND stored.list = touched.list LIMIT ${VALUES_PER_LIST_MAX + 1}
       ) AS counted
     ) AS kept
     FROM touched`,
    [websiteId, ...lists.flatMap(({ elementId, day, list }) => [elementId, day, list])],
  );
  return new Map(rows.map((row) => [listKey({ elementId: row.element_id, day: row.day, list: row.list }), row.kept]));
}

/** Combines new fields of an element and day that has reached the limit. */
async function withinFieldLimit(
  tx: Queries,
  websiteId: number,
  lists: readonly ValueList[],
  storedCounts: ReadonlyMap<string, number>,
): Promise<ValueList[]> {
  const isNew = (list: ValueList) => list.list !== PRODUCT_LIST && !storedCounts.get(listKey(list));
  const remaining = await remainingFields(tx, websiteId, lists.filter(isNew));
  const kept: ValueList[] = [];
  const others = new Map<string, ValueList>();
  for (const list of lists) {
    const key = dayKey(list);
    if (isNew(list) && list.list !== OTHER_FIELDS) {
      const left = remaining.get(key)!;
      if (left <= 0) {
        others.set(key, addToOthers(others.get(key), list));
        continue;
      }
      remaining.set(key, left - 1);
    }
    kept.push(list);
  }
  return mergeOthers(kept, others);
}

/** How many more fields each element and day may have. Finds at most as many fields as the limit. */
async function remainingFields(
  tx: Queries,
  websiteId: number,
  lists: readonly ValueList[],
): Promise<Map<string, number>> {
  const days = [...new Map(lists.map((list) => [dayKey(list), list])).values()];
  if (days.length === 0) return new Map();
  const tuples = days.map((_, index) => typedTuple(2 + index * 2, ['bigint', 'integer']));
  const fieldAfter = (name: string, of: string) =>
    `(SELECT MIN(list) FROM rollup_values AS stored WHERE website_id = $1 AND stored.element_id = ${of}.element_id
        AND stored.day = ${of}.day AND stored.list > ${name})`;
  const rows = await tx.query<{ element_id: number; day: number; fields: number }>(
    `WITH RECURSIVE touched (element_id, day) AS (VALUES ${tuples.join(', ')}),
     fields (element_id, day, list, position) AS (
       SELECT element_id, day, ${fieldAfter(`'${PRODUCT_LIST}'`, 'touched')}, 1 FROM touched
       UNION ALL
       SELECT element_id, day, ${fieldAfter('fields.list', 'fields')}, position + 1
       FROM fields WHERE list IS NOT NULL AND position < ${FIELDS_PER_ELEMENT_MAX}
     )
     SELECT element_id, day, COUNT(list) AS fields FROM fields GROUP BY element_id, day`,
    [websiteId, ...days.flatMap(({ elementId, day }) => [elementId, day])],
  );
  return new Map(
    rows.map((row) => [dayKey({ elementId: row.element_id, day: row.day }), FIELDS_PER_ELEMENT_MAX - row.fields]),
  );
}

function addToOthers(others: ValueList | undefined, list: ValueList): ValueList {
  const sum = others ?? { ...list, list: OTHER_FIELDS, values: new Map([[null, emptyCell()]]) };
  for (const cell of list.values.values()) add(sum.values.get(null)!, cell);
  return sum;
}

/** A sender may itself use the name `OTHER_FIELDS`. */
function mergeOthers(kept: readonly ValueList[], others: ReadonlyMap<string, ValueList>): ValueList[] {
  const unmerged = new Map(others);
  const lists = kept.map((list) => {
    const other = list.list === OTHER_FIELDS ? unmerged.get(dayKey(list)) : undefined;
    if (!other) return list;
    unmerged.delete(dayKey(list));
    const sum = { ...emptyCell(), ...list.values.get(null) };
    add(sum, other.values.get(null)!);
    return { ...list, values: new Map([...list.values, [null, sum]]) };
  });
  return [...lists, ...unmerged.values()];
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

/** The cells by the stored (JSON) form of the value; values beyond the limit are combined under null. */
function cellsWithinLimit(values: ValueList['values'], kept: Set<string> | undefined): Map<string, ValueCell> {
  const cells = new Map<string, ValueCell>();
  for (const [value, cell] of values) {
    let json = JSON.stringify(value);
    if (kept && value !== null && !kept.has(json)) {
      if (kept.size < VALUES_PER_LIST_MAX) kept.add(json);
      else json = NULL_VALUE;
    }
    const sum = cells.get(json) ?? emptyCell();
    add(sum, cell);
    cells.set(json, sum);
  }
  return cells;
}

function emptyCell(): ValueCell {
  return { selections: 0, orders: 0, revenue: 0 };
}

function add(sum: ValueCell, cell: ValueCell): void {
  sum.selections += cell.selections;
  sum.orders += cell.orders;
  sum.revenue += cell.revenue;
}

/** Casts them, because PostgreSQL treats untyped parameters in VALUES as text. */
function typedTuple(firstParameter: number, types: readonly string[]): string {
  return `(${types.map((type, index) => `CAST($${firstParameter + index} AS ${type})`).join(', ')})`;
}

function listKey({ elementId, day, list }: Pick<ValueList, 'elementId' | 'day' | 'list'>): string {
  return `${elementId}/${day}/${list}`;
}

function dayKey({ elementId, day }: Pick<ValueList, 'elementId' | 'day'>): string {
  return `${elementId}/${day}`;
}
