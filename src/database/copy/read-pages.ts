// Reads a table in the order of its primary key, page by page, with values that are the same on every engine.
import { placeholders } from '../database.ts';
import { CopyError } from './copy-error.ts';
import type { DriverValue, Snapshot } from './snapshot.ts';
import type { Column, Table } from './tables.ts';

/** Whole numbers in decimal digits, which both engines take for what they are: a number would not hold all of them. */
export type StoredValue = string | Uint8Array | null;
export type StoredRow = readonly StoredValue[];
export type Key = readonly string[];

const PAGE_BYTES = 1024 * 1024;
const PAGE_ROWS_AT_FIRST = 100;
const PAGE_ROWS_MAX = 1_000;

/** How many rows the next page may have, by how large those of the last one were. */
export class PageSize {
  rows = PAGE_ROWS_AT_FIRST;

  adapt(page: readonly StoredRow[]): void {
    const bytes = page.reduce((sum, row) => sum + row.reduce((size, value) => size + (value?.length ?? 0), 0), 1);
    const fitting = Math.floor((page.length * PAGE_BYTES) / bytes);
    this.rows = Math.max(1, Math.min(fitting, 2 * this.rows, PAGE_ROWS_MAX));
  }
}

/** `after`: the key of the last row of the page before. Fewer rows than asked for: the table ends here. */
export async function readPage(
  snapshot: Snapshot,
  table: Table,
  after: Key | undefined,
  rowsMax: number,
): Promise<StoredRow[]> {
  const rows = await snapshot.rows(pageSql(table, after !== undefined), [rowsMax, ...(after ?? [])]);
  return rows.map((row) => row.map((value, index) => storedValue(value, table.columns[index]!, table, row)));
}

/**
 * The bounds are bare parameters, which take the types of the columns that they are compared with: with a cast around them,
 * SQLite would search by the first column of the key alone, and read everything from there again for every page.
 */
export function pageSql(table: Table, isAfterKey: boolean): string {
  const columns = table.columns.map(({ name }) => name);
  const key = table.key.map((index) => columns[index]!).join(', ');
  const bounds = isAfterKey ? `WHERE (${key}) > (${placeholders(table.key.length, 1)}) ` : '';
  return `SELECT ${columns.join(', ')} FROM ${table.name} ${bounds}ORDER BY ${key} LIMIT $1`;
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

export async function countRows(snapshot: Snapshot, tables: readonly Table[]): Promise<number> {
  let count = 0;
  for (const { name } of tables) count += Number((await snapshot.rows(`SELECT COUNT(*) FROM ${name}`, []))[0]![0]);
  return count;
}

/** SQLite takes any value in any column: one of another kind than the schema says can't be copied, or would change. */
function storedValue(value: DriverValue, column: Column, table: Table, row: readonly DriverValue[]): StoredValue {
  if (value === null) return null;
  if (column.kind === 'bytes' && value instanceof Uint8Array) return value;
  if (column.kind === 'text' && typeof value === 'string') return value;
  if (column.kind === 'integer' && (typeof value === 'bigint' || isDigits(value))) return String(value);
  throw new CopyError(
    `${placeOf(table, row)}: the column ${column.name} holds ${nameOf(value)} where the schema says ${column.type}.`,
  );
}

function isDigits(value: DriverValue): boolean {
  return typeof value === 'string' && /^-?\d+$/.test(value);
}

/** For people: which row of which table. */
export function placeOf(table: Table, row: readonly DriverValue[]): string {
  const key = table.key.map((index) => `${table.columns[index]!.name} ${row[index]}`);
  return `${table.name}, ${key.join(', ')}`;
}

function nameOf(value: DriverValue): string {
  if (value instanceof Uint8Array) return 'bytes';
  return typeof value === 'string' ? 'text' : `the number ${value}`;
}
