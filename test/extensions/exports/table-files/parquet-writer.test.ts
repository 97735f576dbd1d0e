// Parquet and NDJSON, read back by the parsers of others.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ParquetWriter } from '../../../../src/extensions/exports/table-files/parquet-writer.ts';
import {
  type ColumnType,
  type ColumnValues,
  chunkOf,
  type TableChunk,
  type TableColumn,
  type TableValue,
} from '../../../../src/extensions/exports/table-files/table.ts';
import { ndjsonOf } from '../../../../src/extensions/exports/table-files/write-ndjson.ts';
import { readParquet } from '../../../support/exported.ts';
import { examples } from '../../../support/long.ts';

const VALUES: Readonly<Record<ColumnType, fc.Arbitrary<NonNullable<TableValue>>>> = {
  bigint: fc.maxSafeInteger(),
  integer: fc.integer(),
  double: fc.double({ noNaN: true }),
  text: fc.string({ unit: 'binary' }),
  date: fc.integer({ min: -700_000, max: 2_900_000 }),
  timestamp: fc.integer({ min: -60_000_000, max: 250_000_000 }).map((seconds) => seconds * 1_000),
  money: fc.integer({ min: -(10 ** 15), max: 10 ** 15 }),
  boolean: fc.boolean(),
  bytes: fc.uint8Array(),
};
const TYPES = Object.keys(VALUES) as ColumnType[];
const COLUMNS = TYPES.map((type): TableColumn => ({ name: `a ${type}`, type }));

function columnOf(type: ColumnType, rows: number): fc.Arbitrary<ColumnValues> {
  const value = fc.option(VALUES[type], { freq: 5 });
  const plain = fc.array(value, { minLength: rows, maxLength: rows }).map((values) => ({ values }));
  const indexed = fc
    .array(value, { minLength: 1, maxLength: 20 })
    .chain((values) =>
      fc
        .array(fc.nat(values.length - 1), { minLength: rows, maxLength: rows })
        .map((indexes) => ({ values, indexes: Uint32Array.from(indexes) })),
    );
  return fc.oneof(plain, indexed);
}

const chunk: fc.Arbitrary<TableChunk> = fc
  .integer({ min: 1, max: 60 })
  .chain((rows) => fc.tuple(...TYPES.map((type) => columnOf(type, rows))).map((columns) => ({ rows, columns })));

/** The value that was given. */
function valueIn({ columns }: TableChunk, column: number, row: number): TableValue {
  const { values, indexes } = columns[column]!;
  return values[indexes ? indexes[row]! : row]!;
}

function parquetOf(columns: readonly TableColumn[], chunks: readonly TableChunk[]): Uint8Array {
  const writer = new ParquetWriter(columns);
  return Buffer.concat([writer.start(), ...chunks.map((given) => writer.chunk(given)), writer.end()]);
}

/** What the parser should give. */
function parsed(type: ColumnType, value: TableValue): unknown {
  if (value === null) return null;
  if (type === 'bigint') return BigInt(value as number);
  if (type === 'date') return new Date((value as number) * 86_400_000);
  if (type === 'timestamp') return new Date(value as number);
  return type === 'bytes' ? new Uint8Array(value as Uint8Array) : value;
}

test('every value of every type comes back from Parquet, in any number of chunks, with and without indexes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(chunk, { maxLength: 3 }), async (chunks) => {
      const rows = await readParquet(parquetOf(COLUMNS, chunks));
      const expected = chunks.flatMap((given) =>
        Array.from({ length: given.rows }, (_, row) =>
          Object.fromEntries(
            COLUMNS.map(({ name, type }, column) => [name, parsed(type, valueIn(given, column, row))]),
          ),
        ),
      );
      const found = rows.map((row) => ({
        ...row,
        'a text': row['a text'] instanceof Uint8Array ? Buffer.from(row['a text']).toString() : row['a text'],
        // The parser multiplies by 0.0001, which is not exact.
        'a money': row['a money'] === null ? null : Math.round((row['a money'] as number) * 10_000),
        'a bytes': row['a bytes'] === null ? null : new Uint8Array(row['a bytes'] as Uint8Array),
      }));
      expect(found).toEqual(expected.map((row) => ({ ...row, 'a text': wellFormed(row['a text']) })));
    }),
    { numRuns: examples(200) },
  );
});

/** Half of a surrogate pair has no bytes in UTF-8. */
function wellFormed(text: unknown): unknown {
  return typeof text === 'string' ? text.toWellFormed() : text;
}

test('a large chunk with long dictionaries', async () => {
  const names = Array.from({ length: 3_000 }, (_, place) => `visitor ${place}`);
  const indexes = Uint32Array.from({ length: 40_000 }, (_, row) => (row * 7_919) % names.length);
  const numbers = Float64Array.from({ length: 40_000 }, (_, row) => row - 20_000);
  const columns: TableColumn[] = [
    { name: 'name', type: 'text' },
    { name: 'amount', type: 'money' },
  ];
  const rows = await readParquet(
    parquetOf(columns, [{ rows: 40_000, columns: [{ values: names, indexes }, { values: numbers }] }]),
  );
  const isRight = ({ name, amount }: Record<string, unknown>, row: number) =>
    name === names[indexes[row]!] && Math.round((amount as number) * 10_000) === numbers[row];
  expect([rows.length, rows.every(isRight)]).toEqual([40_000, true]);
});

test('NDJSON leaves out what is null, and has dates, times, amounts and bytes as text that databases read', () => {
  const row = [2 ** 53 - 1, -1, 0.5, 'a "quote"\n', 20_000, 1_750_000_001_000, -5, true, Uint8Array.of(18, 255)];
  const text = Buffer.from(ndjsonOf(COLUMNS, chunkOf(COLUMNS.length, [row, COLUMNS.map(() => null)]))).toString();
  expect(text).toBe(
    '{"a bigint":9007199254740991,"a integer":-1,"a double":0.5,"a text":"a \\"quote\\"\\n","a date":"2024-10-04",' +
      '"a timestamp":"2025-06-15T15:06:41Z","a money":-0.0005,"a boolean":true,"a bytes":"\\\\x12ff"}\n{}\n',
  );
});
