// Reads a table page by page, in primary key order, with the same values on every engine.
import { DISTRIBUTION_COLUMN } from '../citus/citus.ts';
import { placeholders } from '../database.ts';
import { damageOf } from '../sketch-damage.ts';
import { CopyError } from './copy-error.ts';
import type { DriverValue, Snapshot, WebsiteRows } from './snapshot.ts';
import type { Column, Table } from './tables.ts';

/** Numbers are decimal strings, which both engines accept: a JavaScript number cannot hold every bigint. */
type StoredValue = string | Uint8Array | null;
export type StoredRow = readonly StoredValue[];
export type Key = readonly string[];

const PAGE_BYTES = 1024 * 1024;
const PAGE_ROWS_INITIAL = 100;
const PAGE_ROWS_MAX = 1_000;

/** Adapts the rows per page to the size of the rows on the last page. */
export class PageSize {
  rows = PAGE_ROWS_INITIAL;

  adapt(page: readonly StoredRow[]): void {
    const bytes = page.reduce((sum, row) => sum + row.reduce((size, value) => size + (value?.length ?? 0), 0), 1);
    const rowsThatFit = Math.floor((page.length * PAGE_BYTES) / bytes);
    this.rows = Math.max(1, Math.min(rowsThatFit, 2 * this.rows, PAGE_ROWS_MAX));
  }
}

/** `after`: the key of the last row of the previous page. A page with fewer than `rowsMax` rows is the last one. */
export async function readPage(
  snapshot: Snapshot,
  table: Table,
  after: Key | undefined,
  rowsMax: number,
): Promise<StoredRow[]> {
  const websites = await snapshot.websitesIn(table.name);
  const rows = websites
    ? await readFromShards(snapshot, table, websites, after, rowsMax)
    : await snapshot.rows(pageSql(table, after !== undefined), [rowsMax, ...(after ?? [])]);
  return rows.map((row) => row.map((value, index) => storedValue(value, table.columns[index]!, table, row)));
}

/** Asks only the shards of the websites that are on the page. Otherwise every shard would send a page, of which most is dropped. */
async function readFromShards(
  snapshot: Snapshot,
  table: Table,
  websites: readonly WebsiteRows[],
  after: Key | undefined,
  rowsMax: number,
): Promise<DriverValue[][]> {
  const rows: DriverValue[][] = [];
  const left = after ? websites.filter(({ id }) => BigInt(id) >= BigInt(after[0]!)) : websites;
  for (let start = 0; start < left.length && rows.length < rowsMax; ) {
    const ids = websitesForPage(left.slice(start), rowsMax - rows.length);
    const isBegun = after !== undefined && ids[0] === after[0];
    const params = [rowsMax - rows.length, ...(isBegun ? after : []), ...ids];
    rows.push(...(await snapshot.rows(pageSql(table, isBegun, ids.length), params)));
    start += ids.length;
  }
  return rows;
}

/** Returns as many websites as fill the page, and at least one. A large one is read alone, because its rows are in order already. */
function websitesForPage(websites: readonly WebsiteRows[], rowsMax: number): string[] {
  const ids: string[] = [];
  let rowsLeft = rowsMax;
  for (const { id, rows } of websites) {
    if (ids.length > 0 && rows > rowsLeft) break;
    ids.push(id);
    rowsLeft -= rows;
  }
  return ids;
}

/**
 * The bounds are parameters without casts, so that they take the types of the key columns. With casts, SQLite would use only
 * the first key column for its index search and re-read all rows from there for every page.
 */
export function pageSql(table: Table, isAfterKey: boolean, websiteCount = 0): string {
  const columns = table.columns.map(({ name }) => name);
  const key = table.key.map((index) => columns[index]!).join(', ');
  const keyParameters = isAfterKey ? table.key.length : 0;
  const conditions = [
    ...(isAfterKey ? [`(${key}) > (${placeholders(keyParameters, 1)})`] : []),
    ...(websiteCount > 0 ? [`${DISTRIBUTION_COLUMN} IN (${placeholders(websiteCount, 1 + keyParameters)})`] : []),
  ];
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')} ` : '';
  // The target computes the checksums of its sketches itself.
  const read = columns.map((name) => (name === 'is_damaged' ? `${damageOf(table.name)} AS is_damaged` : name));
  return `SELECT ${read.join(', ')} FROM ${table.name} ${where}ORDER BY ${key} LIMIT $1`;
}

export function keyOf(table: Table, row: StoredRow): Key {
  return table.key.map((index) => String(row[index]));
}

export async function* allPages(snapshot: Snapshot, table: Table): AsyncGenerator<StoredRow[]> {
  const size = new PageSize();
  for (let after: Key | undefined; ; ) {
    const rowsMax = size.rows;
    const page = await readPage(snapshot, table, after, rowsMax);
    yield page;
    if (page.length < rowsMax) return;
    after = keyOf(table, page.at(-1)!);
    size.adapt(page);
  }
}

export async function countRows(snapshot: Snapshot, { name }: Table): Promise<number> {
  return Number((await snapshot.rows(`SELECT COUNT(*) FROM ${name}`, []))[0]![0]);
}

/** SQLite accepts any value in any column. A value that does not match the schema can't be copied unchanged. */
function storedValue(value: DriverValue, column: Column, table: Table, row: readonly DriverValue[]): StoredValue {
  if (value === null) return null;
  if (column.kind === 'bytes' && value instanceof Uint8Array) return value;
  if (column.kind === 'text' && typeof value === 'string') return value;
  if (column.kind === 'integer' && (typeof value === 'bigint' || isDigits(value))) return String(value);
  if (column.kind === 'double' && isDouble(value)) return String(Number(value));
  throw new CopyError(
    `${describeRow(table, row)}: the column ${column.name} holds ${describeValue(value)} where the schema says ${column.type}.`,
  );
}

/** Engines print the same double differently; JavaScript prints the shortest digits that are read as the same double. */
function isDouble(value: DriverValue): boolean {
  return !(value instanceof Uint8Array) && value !== '' && Number.isFinite(Number(value));
}

function isDigits(value: DriverValue): boolean {
  return typeof value === 'string' && /^-?\d+$/.test(value);
}

/** Table and primary key, for error messages. */
export function describeRow(table: Table, row: readonly DriverValue[]): string {
  const key = table.key.map((index) => `${table.columns[index]!.name} ${row[index]}`);
  return `${table.name}, ${key.join(', ')}`;
}

function describeValue(value: DriverValue): string {
  if (value instanceof Uint8Array) return 'bytes';
  return typeof value === 'string' ? 'text' : `the number ${value}`;
}
