// Tables that are written to files or to another database: columns with types, and rows in chunks, column by column.

/**
 * How values are given: `date` as the number of days since 1970-01-01, `timestamp` as milliseconds since 1970, `money` as a whole number of
 * 1/10,000 of a currency unit, `bytes` as Uint8Array, whole numbers and `double` as numbers.
 */
export type ColumnType =
  | 'bigint'
  | 'integer'
  | 'double'
  | 'text'
  | 'date'
  | 'timestamp'
  | 'money'
  | 'boolean'
  | 'bytes';

export type TableValue = number | string | boolean | Uint8Array | null;

export interface TableColumn {
  readonly name: string;
  readonly type: ColumnType;
}

/** With `indexes`, a row has the value at its index: what repeats is converted once. Without, each row has a value of its own. */
export interface ColumnValues {
  readonly values: ArrayLike<TableValue>;
  readonly indexes?: ArrayLike<number>;
}

/** The columns are in the order of the table. */
export interface TableChunk {
  readonly rows: number;
  readonly columns: readonly ColumnValues[];
}

export const MONEY_SCALE = 4;

const MS_PER_DAY = 86_400_000;

export function isoDate(day: number): string {
  return new Date(day * MS_PER_DAY).toISOString().slice(0, -'T00:00:00.000Z'.length);
}

/** In whole seconds, as all times of the service are. */
export function isoTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, -'.000Z'.length)}Z`;
}

/** Digits, without the rounding of a division. */
export function moneyText(amount: number): string {
  const digits = String(Math.abs(amount)).padStart(MONEY_SCALE + 1, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -MONEY_SCALE)}.${digits.slice(-MONEY_SCALE)}`;
}

/** PostgreSQL reads and writes bytes like this. */
export function hexBytes(bytes: Uint8Array): string {
  return `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`;
}

/** Rows as a chunk: each value becomes one of its column. */
export function chunkOf(columnCount: number, rows: readonly (readonly TableValue[])[]): TableChunk {
  return {
    rows: rows.length,
    columns: Array.from({ length: columnCount }, (_, column) => ({ values: rows.map((row) => row[column]!) })),
  };
}
