// A run: events of one website and day, sorted by visitor, column by column. A pending run, what one commit has written, is
// the runs of its days one after the other (`packRuns`).
import { SUBJECT_KIND, type SubjectKind } from '../catalog/subject.ts';
import { STORED_DIMENSIONS, type StoredDimension } from '../dimensions/dimension.ts';
import { ByteReader, ByteWriter, InvalidRunError } from './bytes.ts';
import type { LogSubject } from './log-event.ts';

/** Their numbers are stored in pending runs and must never change. */
export const RUN_COLUMNS = ['visitor', 'second', 'type', 'subject', 'revenue', ...STORED_DIMENSIONS] as const;
export type RunColumn = (typeof RUN_COLUMNS)[number];

/** The threshold of a run that has all visitors. */
export const ALL_VISITORS = 2 ** 32;

export interface Run {
  readonly day: number;
  readonly eventCount: number;
  /** Visitors whose high half, as an unsigned number, is below it are in the run; the events of others were not kept. */
  readonly threshold: number;
  /**
   * A column that is not there has nothing but `(none)`, or no revenue. A reader may leave out what its question does not
   * need (`columnsOf`).
   */
  readonly columns: ReadonlyMap<RunColumn, Uint8Array>;
}

/** Indexes into a dictionary. */
export type Indexes = Uint8Array | Uint16Array | Uint32Array;

export interface DictionaryColumn<Value> {
  readonly dictionary: readonly Value[];
  readonly indexes: Indexes;
}

/** All columns of a run, decoded. The order is that of the run. */
export interface RunContent {
  readonly high: Uint32Array;
  readonly low: Uint32Array;
  readonly second: Uint32Array;
  readonly type: Uint8Array;
  readonly subject: DictionaryColumn<LogSubject>;
  readonly revenue: Float64Array;
  readonly dimensions: ReadonlyMap<StoredDimension, DictionaryColumn<string>>;
}

const HALF_BYTES = 4;
const KIND_BITS = 3;

export function encodeColumns(content: RunContent): Map<RunColumn, Uint8Array> {
  const columns = new Map<RunColumn, Uint8Array>();
  columns.set('visitor', oneTable(content.high, content.low));
  columns.set('second', oneTable(content.second));
  columns.set('type', oneTable(content.type));
  columns.set('subject', encodeDictionary(content.subject, writeSubject));
  if (content.revenue.some((revenue) => revenue !== 0)) columns.set('revenue', oneTable(content.revenue));
  for (const [dimension, column] of content.dimensions) {
    columns.set(
      dimension,
      encodeDictionary(column, (writer, value) => writer.text(value)),
    );
  }
  return columns;
}

export interface Visitors {
  readonly high: Uint32Array;
  readonly low: Uint32Array;
}

export function decodeVisitors(run: Run): Visitors {
  const bytes = aligned(new ByteReader(requiredColumn(run, 'visitor')).part(), run.eventCount * 2 * HALF_BYTES);
  return {
    high: new Uint32Array(bytes, 0, run.eventCount),
    low: new Uint32Array(bytes, run.eventCount * HALF_BYTES, run.eventCount),
  };
}

export function decodeSeconds(run: Run): Uint32Array {
  return new Uint32Array(aligned(new ByteReader(requiredColumn(run, 'second')).part(), run.eventCount * 4));
}

export function decodeTypes(run: Run): Uint8Array {
  return new Uint8Array(aligned(new ByteReader(requiredColumn(run, 'type')).part(), run.eventCount));
}

export function decodeSubjects(run: Run): DictionaryColumn<LogSubject> {
  return decodeDictionary(requiredColumn(run, 'subject'), run.eventCount, readSubject);
}

/** undefined: no event has revenue. */
export function decodeRevenue(run: Run): Float64Array | undefined {
  const bytes = run.columns.get('revenue');
  return bytes && new Float64Array(aligned(new ByteReader(bytes).part(), run.eventCount * 8));
}

/** undefined: no event has a value. */
export function decodeDimension(run: Run, dimension: StoredDimension): DictionaryColumn<string> | undefined {
  const bytes = run.columns.get(dimension);
  return bytes && decodeDictionary(bytes, run.eventCount, (reader) => reader.text());
}

function requiredColumn(run: Run, column: RunColumn): Uint8Array {
  const bytes = run.columns.get(column);
  if (!bytes) throw new InvalidRunError(`the column ${column} is missing`);
  return bytes;
}

const PACKED_VERSION = 1;

/** Several runs as one row of bytes. */
export function packRuns(runs: readonly Run[]): Uint8Array {
  const writer = new ByteWriter();
  writer.byte(PACKED_VERSION);
  for (const { day, eventCount, threshold, columns } of runs) {
    writer.number(day);
    writer.number(eventCount);
    writer.number(ALL_VISITORS - threshold);
    writer.byte(columns.size);
    for (const [column, bytes] of columns) {
      writer.byte(RUN_COLUMNS.indexOf(column));
      writer.number(bytes.length);
      writer.bytes(bytes);
    }
  }
  return writer.written();
}

export function unpackRuns(bytes: Uint8Array): Run[] {
  const reader = new ByteReader(bytes);
  if (reader.byte() !== PACKED_VERSION) throw new InvalidRunError('its version is unknown');
  const runs: Run[] = [];
  while (!reader.isAtEnd) {
    const day = reader.number();
    const eventCount = reader.number();
    const threshold = ALL_VISITORS - reader.number();
    const columns = new Map<RunColumn, Uint8Array>();
    for (let left = reader.byte(); left > 0; left--) {
      const column = RUN_COLUMNS[reader.byte()];
      if (!column) throw new InvalidRunError('it has an unknown column');
      columns.set(column, reader.bytes(reader.number()));
    }
    runs.push({ day, eventCount, threshold, columns });
  }
  return runs;
}

function oneTable(...arrays: readonly (Uint8Array | Uint32Array | Float64Array)[]): Uint8Array {
  const writer = new ByteWriter();
  writer.part(Buffer.concat(arrays.map(bytesOf)));
  return writer.written();
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint8Array | Indexes | Float64Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** A copy, because typed arrays must begin at a multiple of their elements' size. */
function aligned(bytes: Uint8Array, length: number): ArrayBuffer {
  if (bytes.length !== length) throw new InvalidRunError('a column does not have one value for each event');
  return new Uint8Array(bytes).buffer;
}

function encodeDictionary<Value>(
  { dictionary, indexes }: DictionaryColumn<Value>,
  write: (writer: ByteWriter, value: Value) => void,
): Uint8Array {
  const values = new ByteWriter();
  for (const value of dictionary) write(values, value);
  const writer = new ByteWriter();
  writer.number(dictionary.length);
  writer.part(values.written());
  writer.part(bytesOf(indexes));
  return writer.written();
}

function decodeDictionary<Value>(
  bytes: Uint8Array,
  eventCount: number,
  read: (reader: ByteReader) => Value,
): DictionaryColumn<Value> {
  const reader = new ByteReader(bytes);
  const size = reader.number();
  const values = new ByteReader(reader.part());
  const dictionary = Array.from({ length: size }, () => read(values));
  const IndexArray = indexArrayOf(size);
  const indexes = new IndexArray(aligned(reader.part(), eventCount * IndexArray.BYTES_PER_ELEMENT));
  return { dictionary, indexes };
}

/** The narrowest that can count so many values. */
export function indexArrayOf(size: number): Uint8ArrayConstructor | Uint16ArrayConstructor | Uint32ArrayConstructor {
  if (size <= 2 ** 8) return Uint8Array;
  return size <= 2 ** 16 ? Uint16Array : Uint32Array;
}

/** A byte with its kind and, from the fourth bit on, whether views count for the parent; then the ids. From the subject up. */
function writeSubject(writer: ByteWriter, subject: LogSubject): void {
  const line = lineOf(subject);
  const viewsCount = line.reduce(
    (bits, { viewsCountForParent }, index) => bits | (Number(viewsCountForParent) << index),
    0,
  );
  writer.byte(subject.kind | (viewsCount << KIND_BITS));
  for (const { id } of line) writer.number(id);
}

function readSubject(reader: ByteReader): LogSubject {
  const head = reader.byte();
  const kind = head & ((1 << KIND_BITS) - 1);
  if (kind < SUBJECT_KIND.website || kind > SUBJECT_KIND.element)
    throw new InvalidRunError('a subject has an unknown kind');
  const ids = Array.from({ length: kind }, () => reader.number());
  let subject: LogSubject | null = null;
  for (let index = kind - 1; index >= 0; index--) {
    const viewsCountForParent = ((head >> (KIND_BITS + index)) & 1) === 1;
    subject = { kind: (kind - index) as SubjectKind, id: ids[index]!, viewsCountForParent, parent: subject };
  }
  return subject!;
}

/** The subject, its parent and so on up to the website. */
export function lineOf(subject: LogSubject): LogSubject[] {
  const line: LogSubject[] = [];
  for (let place: LogSubject | null = subject; place; place = place.parent) line.push(place);
  return line;
}
