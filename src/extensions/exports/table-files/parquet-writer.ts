/**
 * Writes Parquet: a row group for each chunk of a table, so a file of any size takes the memory of one chunk.
 *
 * THE BYTES. "PAR1"; for each row group and column a dictionary page, if values repeat, and a data page, each after its header; the
 * footer, which says where all of that is; its length in 4 bytes; "PAR1". Headers and footer are Thrift (thrift.ts). Pages are compressed
 * with zstd. A data page has, after the levels that say which rows are null, either the values one after the other (PLAIN) or the indexes
 * into the dictionary, packed into as few bits as they need (RLE_DICTIONARY).
 *
 * It exists because packages for it look at each value several times: the events of a log have dictionaries already.
 * Why: docs/decisions/operation.md, "Exports replace whole days, and know them by their digest".
 */
import { constants, zstdCompressSync } from 'node:zlib';
import {
  type ColumnType,
  type ColumnValues,
  MONEY_SCALE,
  type TableChunk,
  type TableColumn,
  type TableValue,
} from './table.ts';
import { type ThriftStruct, type ThriftValue, thriftBytes } from './thrift.ts';

const MAGIC = Buffer.from('PAR1');
const PHYSICAL = { boolean: 0, int32: 1, int64: 2, double: 5, byteArray: 6 } as const;
const ENCODING = { plain: 0, rle: 3, dictionary: 8 } as const;
const PAGE = { data: 0, dictionary: 2 } as const;
const CODEC = { none: 0, zstd: 6 } as const;
const OPTIONAL = 1;
const FORMAT_VERSION = 2;
const MONEY_DIGITS = 18;
/** Fast; a higher level saves little of pages that are packed already. */
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
/** Columns of fewer bytes are stored as they are: most of their time would be that of starting to compress. */
const COMPRESSED_BYTES_MIN = 256;

const PHYSICAL_OF: Readonly<Record<ColumnType, number>> = {
  bigint: PHYSICAL.int64,
  integer: PHYSICAL.int32,
  double: PHYSICAL.double,
  text: PHYSICAL.byteArray,
  date: PHYSICAL.int32,
  timestamp: PHYSICAL.int64,
  money: PHYSICAL.int64,
  boolean: PHYSICAL.boolean,
  bytes: PHYSICAL.byteArray,
};

/** What a type means: the older and the newer name of it. */
const MEANING: Readonly<Partial<Record<ColumnType, ThriftStruct>>> = {
  text: { 6: { i32: 0 }, 10: { struct: { 1: { struct: {} } } } },
  date: { 6: { i32: 6 }, 10: { struct: { 6: { struct: {} } } } },
  timestamp: {
    6: { i32: 9 },
    10: { struct: { 8: { struct: { 1: { bool: true }, 2: { struct: { 1: { struct: {} } } } } } } },
  },
  money: {
    6: { i32: 5 },
    7: { i32: MONEY_SCALE },
    8: { i32: MONEY_DIGITS },
    10: { struct: { 5: { struct: { 1: { i32: MONEY_SCALE }, 2: { i32: MONEY_DIGITS } } } } },
  },
};

/** Gives the bytes of a file, piece by piece: the start, each chunk, and the end. */
export class ParquetWriter {
  readonly #columns: readonly TableColumn[];
  readonly #rowGroups: ThriftValue[] = [];
  #offset = 0;
  #rows = 0;

  constructor(columns: readonly TableColumn[]) {
    this.#columns = columns;
  }

  start(): Uint8Array {
    this.#offset = MAGIC.length;
    return MAGIC;
  }

  chunk({ rows, columns }: TableChunk): Uint8Array {
    const pieces: Uint8Array[] = [];
    const chunks: ThriftValue[] = [];
    let groupBytes = 0;
    for (const [place, { name, type }] of this.#columns.entries()) {
      const { dictionary, data, codec } = storedColumn(type, columns[place]!, rows);
      const offset = this.#offset;
      const dictionaryBytes = dictionary ? lengthOf(dictionary.bytes) : 0;
      const plainBytes = (dictionary?.plainBytes ?? 0) + data.plainBytes;
      pieces.push(...(dictionary?.bytes ?? []), ...data.bytes);
      this.#offset += dictionaryBytes + lengthOf(data.bytes);
      groupBytes += plainBytes;
      const encodings = [ENCODING.plain, ENCODING.rle, ...(dictionary ? [ENCODING.dictionary] : [])];
      const metadata: ThriftStruct = {
        1: { i32: PHYSICAL_OF[type] },
        2: { list: encodings.map((i32) => ({ i32 })) },
        3: { list: [{ text: name }] },
        4: { i32: codec },
        5: { i64: rows },
        6: { i64: plainBytes },
        7: { i64: this.#offset - offset },
        9: { i64: offset + dictionaryBytes },
        11: dictionary && { i64: offset },
      };
      chunks.push({ struct: { 2: { i64: offset }, 3: { struct: metadata } } });
    }
    this.#rows += rows;
    this.#rowGroups.push({ struct: { 1: { list: chunks }, 2: { i64: groupBytes }, 3: { i64: rows } } });
    return Buffer.concat(pieces);
  }

  end(): Uint8Array {
    const root = { struct: { 4: { text: 'rows' }, 5: { i32: this.#columns.length } } };
    const leaves = this.#columns.map(({ name, type }) => ({
      struct: { 1: { i32: PHYSICAL_OF[type] }, 3: { i32: OPTIONAL }, 4: { text: name }, ...MEANING[type] },
    }));
    const footer = thriftBytes({
      1: { i32: FORMAT_VERSION },
      2: { list: [root, ...leaves] },
      3: { i64: this.#rows },
      4: { list: this.#rowGroups },
      6: { text: 'funnel' },
    });
    const length = Buffer.alloc(4);
    length.writeUInt32LE(footer.length);
    return Buffer.concat([footer, length, MAGIC]);
  }
}

/** A page before it is compressed. */
interface Page {
  readonly type: number;
  readonly count: number;
  readonly encoding: number;
  readonly content: Uint8Array;
}

interface StoredPage {
  /** The header and the content. */
  readonly bytes: readonly Uint8Array[];
  /** What it would take without compression. */
  readonly plainBytes: number;
}

interface StoredColumn {
  readonly dictionary: StoredPage | undefined;
  readonly data: StoredPage;
  readonly codec: number;
}

function storedColumn(type: ColumnType, column: ColumnValues, rows: number): StoredColumn {
  const { dictionary, data } = pagesOf(type, column, rows);
  const isSmall = (dictionary?.content.length ?? 0) + data.content.length < COMPRESSED_BYTES_MIN;
  const codec = isSmall ? CODEC.none : CODEC.zstd;
  return { dictionary: dictionary && storedPage(dictionary, codec), data: storedPage(data, codec), codec };
}

function storedPage({ type, count, encoding, content }: Page, codec: number): StoredPage {
  const stored = codec === CODEC.none ? content : compressed(content);
  const levels = { 3: { i32: ENCODING.rle }, 4: { i32: ENCODING.rle } };
  const about = { struct: { 1: { i32: count }, 2: { i32: encoding }, ...(type === PAGE.data && levels) } };
  const header = thriftBytes({
    1: { i32: type },
    2: { i32: content.length },
    3: { i32: stored.length },
    5: type === PAGE.data ? about : undefined,
    7: type === PAGE.dictionary ? about : undefined,
  });
  return { bytes: [header, stored], plainBytes: header.length + content.length };
}

/**
 * The library takes as much memory as the size asks for. Without it, that is a megabyte, which makes the garbage collector run after a few
 * pages.
 */
function compressed(content: Uint8Array): Uint8Array {
  return zstdCompressSync(content, { ...ZSTD, pledgedSrcSize: content.length });
}

function pagesOf(
  type: ColumnType,
  { values, indexes }: ColumnValues,
  rows: number,
): { readonly dictionary?: Page; readonly data: Page } {
  const present = presentRows(values, indexes, rows);
  const dataOf = (encoding: number, encoded: Uint8Array): Page => ({
    ...{ type: PAGE.data, count: rows, encoding, content: Buffer.concat([present.levels, encoded]) },
  });
  // A dictionary of values that hardly repeat would only add to what is stored.
  const hasDictionary = indexes !== undefined && type !== 'boolean' && values.length <= rows / 2 && present.count > 0;
  if (!hasDictionary) {
    if (type === 'boolean') return { data: dataOf(ENCODING.plain, plainBooleans(values, indexes, present)) };
    return { data: dataOf(ENCODING.plain, plainOf(type, present.count, pickedValues(values, indexes, present))) };
  }
  const { kept, places } = withoutNull(values, indexes, present);
  const dictionary = plainOf(type, kept.length, kept);
  return {
    dictionary: { type: PAGE.dictionary, count: kept.length, encoding: ENCODING.plain, content: dictionary },
    data: dataOf(ENCODING.dictionary, packedIndexes(present.count, kept.length, places)),
  };
}

/** The values of the rows that have some. */
function pickedValues(
  values: ArrayLike<TableValue>,
  indexes: ArrayLike<number> | undefined,
  { rows, count }: PresentRows,
): ArrayLike<TableValue> {
  if (!indexes && !rows) return values;
  const picked: TableValue[] = [];
  for (let place = 0; place < count; place++) {
    const row = rows ? rows[place]! : place;
    picked.push(values[indexes ? indexes[row]! : row]!);
  }
  return picked;
}

/** null is not in the dictionary, so the values after it move up. */
function withoutNull(
  values: ArrayLike<TableValue>,
  indexes: ArrayLike<number>,
  { rows, count }: PresentRows,
): { readonly kept: ArrayLike<TableValue>; readonly places: ArrayLike<number> } {
  if (!rows) return { kept: values, places: indexes };
  const moved = new Uint32Array(values.length);
  const kept: TableValue[] = [];
  for (let index = 0; index < values.length; index++) {
    moved[index] = kept.length;
    if (values[index] !== null) kept.push(values[index]!);
  }
  const places = new Uint32Array(count);
  for (let place = 0; place < count; place++) places[place] = moved[indexes[rows[place]!]!]!;
  return { kept, places };
}

interface PresentRows {
  readonly count: number;
  /** Those whose value is not null. undefined: all are. */
  readonly rows?: Uint32Array;
  /** Says which rows are null, after its length. */
  readonly levels: Uint8Array;
}

function presentRows(values: ArrayLike<TableValue>, indexes: ArrayLike<number> | undefined, rows: number): PresentRows {
  if (!hasNull(values)) return { count: rows, levels: withLength(runOf(rows, 1)) };
  const isThere = new Uint8Array(values.length);
  for (let i = 0; i < values.length; i++) isThere[i] = values[i] === null ? 0 : 1;
  const present = new Uint32Array(rows);
  const bits = new Uint8Array(Math.ceil(rows / 8));
  let count = 0;
  for (let row = 0; row < rows; row++) {
    const there = isThere[indexes ? indexes[row]! : row]!;
    present[count] = row;
    count += there;
    bits[row >> 3]! |= there << (row & 7);
  }
  const levels = Buffer.concat([varint(bits.length * 2 + 1), bits]);
  return { count, rows: present, levels: withLength(levels) };
}

function hasNull(values: ArrayLike<TableValue>): boolean {
  if (ArrayBuffer.isView(values)) return false;
  for (let i = 0; i < values.length; i++) if (values[i] === null) return true;
  return false;
}

function withLength(bytes: Uint8Array): Uint8Array {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** The same value, of at most 8 bits, so many times. */
function runOf(count: number, value: number): Uint8Array {
  return Buffer.concat([varint(count * 2), Uint8Array.of(value)]);
}

/** The width in bits, then the indexes in groups of eight, the lowest bit first. */
function packedIndexes(count: number, size: number, indexes: ArrayLike<number>): Uint8Array {
  if (size <= 1) return Buffer.concat([Uint8Array.of(1), runOf(count, 0)]);
  const width = 32 - Math.clz32(size - 1);
  const groups = Math.ceil(count / 8);
  const bytes = new Uint8Array(groups * width + 4);
  let at = 0;
  let buffer = 0;
  let filled = 0;
  for (let place = 0; place < count; place++) {
    // Indexes have at most 20 bits, so 7 bits that are left and an index fit.
    buffer |= indexes[place]! << filled;
    filled += width;
    while (filled >= 8) {
      bytes[at++] = buffer & 0xff;
      buffer >>>= 8;
      filled -= 8;
    }
  }
  bytes[at] = buffer & 0xff;
  return Buffer.concat([Uint8Array.of(width), varint(groups * 2 + 1), bytes.subarray(0, groups * width)]);
}

function varint(number: number): Uint8Array {
  const bytes: number[] = [];
  let left = number;
  for (; left >= 128; left = Math.floor(left / 128)) bytes.push((left % 128) | 128);
  bytes.push(left);
  return Uint8Array.from(bytes);
}

function lengthOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}

/** A bit for each, the lowest first. */
function plainBooleans(
  values: ArrayLike<TableValue>,
  indexes: ArrayLike<number> | undefined,
  { rows, count }: PresentRows,
): Uint8Array {
  const isTrue = new Uint8Array(values.length);
  for (let i = 0; i < values.length; i++) isTrue[i] = values[i] === true ? 1 : 0;
  const bits = new Uint8Array(Math.ceil(count / 8));
  for (let place = 0; place < count; place++) {
    const row = rows ? rows[place]! : place;
    bits[place >> 3]! |= isTrue[indexes ? indexes[row]! : row]! << (place & 7);
  }
  return bits;
}

function plainOf(type: Exclude<ColumnType, 'boolean'>, count: number, values: ArrayLike<TableValue>): Uint8Array {
  if (type === 'text' || type === 'bytes') return plainBytes(count, values);
  if (type === 'integer' || type === 'date') {
    const numbers = new Int32Array(count);
    for (let place = 0; place < count; place++) numbers[place] = values[place] as number;
    return new Uint8Array(numbers.buffer);
  }
  if (type === 'double') {
    const numbers = new Float64Array(count);
    for (let place = 0; place < count; place++) numbers[place] = values[place] as number;
    return new Uint8Array(numbers.buffer);
  }
  // Two halves, because a BigInt would be allocated for every number.
  const halves = new Int32Array(2 * count);
  for (let place = 0; place < count; place++) {
    const number = values[place] as number;
    halves[2 * place] = number | 0;
    halves[2 * place + 1] = Math.floor(number / 2 ** 32);
  }
  return new Uint8Array(halves.buffer);
}

/** The length of each in 4 bytes, then its bytes. */
function plainBytes(count: number, values: ArrayLike<TableValue>): Uint8Array {
  let size = 0;
  for (let place = 0; place < count; place++) {
    const value = values[place] as string | Uint8Array;
    // A character has at most three bytes for each of its code units.
    size += 4 + (typeof value === 'string' ? 3 * value.length : value.length);
  }
  const bytes = Buffer.allocUnsafe(size);
  let at = 0;
  for (let place = 0; place < count; place++) {
    const value = values[place] as string | Uint8Array;
    const length = typeof value === 'string' ? bytes.write(value, at + 4) : value.length;
    if (typeof value !== 'string') bytes.set(value, at + 4);
    at = bytes.writeUInt32LE(length, at) + length;
  }
  return bytes.subarray(0, at);
}
