/**
 * A run: events of one website and one day, sorted by visitor, column by column.
 *
 * THE IDEA. A report asks for a few columns of many events, and for the distinct visitors among them. Columns are stored apart,
 * so a question reads only those that it names. Events are sorted by the visitor's hash, so the same visitors stand at the same
 * place in the runs of all days: visitors can be counted range by range (count-runs.ts), and a prefix of every run is a
 * sample of the visitors, with all their events.
 *
 * THE ORDER is by the visitor's hash (as an unsigned number of 64 bits, the high half first), then by the second of the day, then by
 * type, subject, revenue and dimensions. Dictionaries are sorted too. So the bytes of a run depend only on its events, not on
 * the order in which they came or the runs that they were merged from.
 *
 * THE BYTES. A column is a sequence of parts. A part is a number, twice its length plus 1 if it is compressed; if so, the
 * number of bytes when decompressed; then its bytes, compressed with zstd if that makes them smaller. Numbers outside of arrays have seven bits a byte, the lowest first. Arrays are
 * little-endian. A column with a dictionary begins with the number of entries and a part with the entries. Then each column has a part
 * for each block of 16,384 events:
 *
 *   visitor     how many visitors, as 4 bytes; the high half of each, 4 bytes; the low half of each, 4 bytes;
 *               how many events each has in this block, as numbers
 *   second      the lowest byte of each event's second, then the middle byte of each, then the highest byte of each
 *   type        1 byte an event: METRIC (rollups/metric.ts), or SELECTION
 *   subject     an index into the dictionary, of 1, 2 or 4 bytes, by the size of the dictionary. An entry is a byte with the kind (3 bits) and,
 *               from the subject up, whether views count for the parent (1 bit each); then the ids from the subject up
 *   revenue     for each event with revenue, as numbers: twice how many events it comes after the last such event, plus 1 if the amount is
 *               negative; and the amount. The column is not there if no event has revenue
 *   dimensions  an index into the dictionary, of 1 or 2 bytes. An entry is the length of the text, and the text in UTF-8.
 *               The column is not there if no event has a value
 *
 * A pending run, which is what one commit has written, is a version byte, and for each of its days: the day, the number of events, 2^32
 * minus the threshold, the number of columns, and for each the number of the column, its length and its bytes.
 *
 * INVARIANTS
 * 1. All events of a visitor and day stand together in a run, in the order of time; a visitor can go on in the next block.
 * 2. A run has all events of the visitors whose high half is below its threshold, and none of the others.
 * 3. A dimension has at most 10,000 values in a run, and `(none)` and `(other)`. A value that the oldest run has is never replaced.
 *
 * WHY ANSWERS ARE EXACT. Merging keeps every event below the threshold (2), and answers only use what is in the events, so it does not matter
 * which runs a day has. Where thresholds differ, counting uses the lowest one: by (2), below it every run has all events of the same
 * visitors. Only (3) loses something, and only the name of a value: the event is counted for `(other)`.
 */
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
  /** A reader may leave out what its question does not need (`columnsOf`). */
  readonly columns: ReadonlyMap<RunColumn, Uint8Array>;
}

export const BLOCK_EVENTS = 16_384;

/** The visitors of a block, in the order of their hashes. */
export interface VisitorBlock {
  readonly high: Uint32Array;
  readonly low: Uint32Array;
  /** How many events each has. */
  readonly counts: Uint32Array;
}

/** The events of a block that have revenue. */
export interface RevenueBlock {
  readonly positions: readonly number[];
  readonly amounts: readonly number[];
}

const HALF_BYTES = 4;
const SECOND_BYTES = 3;
const KIND_BITS = 3;

// ---- Columns --------------------------------------------------------------------------------------------------------

export function writeVisitors(writer: ByteWriter, { high, low, counts }: VisitorBlock): void {
  const numbers = new ByteWriter();
  for (const count of counts) numbers.number(count);
  writer.part(Buffer.concat([bytesOf(Uint32Array.of(high.length)), bytesOf(high), bytesOf(low), numbers.written()]));
}

export function* visitorBlocks(run: Run): Generator<VisitorBlock> {
  const reader = new ByteReader(requiredColumn(run, 'visitor'));
  for (const eventCount of blockSizes(run)) {
    const part = reader.part();
    const size = part.length < HALF_BYTES ? 0 : uint32sOf(part.subarray(0, HALF_BYTES))[0]!;
    const countsAt = HALF_BYTES * (1 + 2 * size);
    if (size > eventCount || part.length < countsAt) throw new InvalidRunError('a block has too few visitors');
    const halves = uint32sOf(part.subarray(HALF_BYTES, countsAt));
    const counts = readCounts(part.subarray(countsAt), size, eventCount);
    yield { high: halves.subarray(0, size), low: halves.subarray(size), counts };
  }
}

function readCounts(bytes: Uint8Array, size: number, eventCount: number): Uint32Array {
  const reader = new ByteReader(bytes);
  const counts = new Uint32Array(size);
  let sum = 0;
  for (let i = 0; i < size; i++) {
    const count = reader.number();
    counts[i] = count;
    sum += count;
  }
  if (sum !== eventCount) throw new InvalidRunError('the events of its visitors are not as many as its events');
  return counts;
}

export function writeSeconds(writer: ByteWriter, seconds: Uint32Array): void {
  const { length } = seconds;
  const planes = new Uint8Array(length * SECOND_BYTES);
  for (let i = 0; i < length; i++) {
    const second = seconds[i]!;
    planes[i] = second;
    planes[length + i] = second >>> 8;
    planes[2 * length + i] = second >>> 16;
  }
  writer.part(planes);
}

export function* secondBlocks(run: Run): Generator<Uint32Array> {
  const reader = new ByteReader(requiredColumn(run, 'second'));
  for (const length of blockSizes(run)) {
    const planes = ofLength(reader.part(), length * SECOND_BYTES);
    const seconds = new Uint32Array(length);
    for (let i = 0; i < length; i++) {
      seconds[i] = planes[i]! | (planes[length + i]! << 8) | (planes[2 * length + i]! << 16);
    }
    yield seconds;
  }
}

export function* typeBlocks(run: Run): Generator<Uint8Array> {
  const reader = new ByteReader(requiredColumn(run, 'type'));
  for (const length of blockSizes(run)) yield ofLength(reader.part(), length);
}

/** Returns whether there is any. */
export function writeRevenue(writer: ByteWriter, revenue: Float64Array): boolean {
  const numbers = new ByteWriter();
  let last = -1;
  for (let i = 0; i < revenue.length; i++) {
    const amount = revenue[i]!;
    if (amount === 0) continue;
    numbers.number((i - last) * 2 + (amount < 0 ? 1 : 0));
    numbers.number(Math.abs(amount));
    last = i;
  }
  writer.part(numbers.written());
  return last >= 0;
}

const NO_REVENUE: RevenueBlock = { positions: [], amounts: [] };

export function* revenueBlocks(run: Run): Generator<RevenueBlock> {
  const column = run.columns.get('revenue');
  const reader = column && new ByteReader(column);
  for (const _ of blockSizes(run)) yield reader ? readRevenue(new ByteReader(reader.part())) : NO_REVENUE;
}

function readRevenue(numbers: ByteReader): RevenueBlock {
  const positions: number[] = [];
  const amounts: number[] = [];
  for (let last = -1; !numbers.isAtEnd; ) {
    const distance = numbers.number();
    const amount = numbers.number();
    last += Math.floor(distance / 2);
    positions.push(last);
    amounts.push(distance % 2 === 1 ? -amount : amount);
  }
  return { positions, amounts };
}

export function writeSubjectDictionary(writer: ByteWriter, subjects: readonly LogSubject[]): void {
  writeDictionary(writer, subjects, writeSubject);
}

export function writeDimensionDictionary(writer: ByteWriter, values: readonly string[]): void {
  writeDictionary(writer, values, (entries, value) => entries.text(value));
}

function writeDictionary<Entry>(
  writer: ByteWriter,
  dictionary: readonly Entry[],
  write: (entries: ByteWriter, entry: Entry) => void,
): void {
  const entries = new ByteWriter();
  for (const entry of dictionary) write(entries, entry);
  writer.number(dictionary.length);
  writer.part(entries.written());
}

/** The indexes of a block, as narrow as the size of the dictionary allows. */
export function writeIndexes(writer: ByteWriter, indexes: Uint16Array | Uint32Array, dictionarySize: number): void {
  const IndexArray = indexArrayOf(dictionarySize);
  writer.part(bytesOf(new IndexArray(indexes)));
}

/** Indexes into a dictionary. Whoever uses them checks that they are in it. */
export type Indexes = Uint8Array | Uint16Array | Uint32Array;

export interface DictionaryColumn<Entry> {
  readonly dictionary: readonly Entry[];
  readonly blocks: Generator<Indexes>;
}

/** `read` makes of an entry what the caller needs. */
export function subjectColumn<Entry>(run: Run, read: (entries: ByteReader) => Entry): DictionaryColumn<Entry> {
  return openDictionaryColumn(run, requiredColumn(run, 'subject'), read);
}

/** undefined: no event has a value. */
export function dimensionColumn(run: Run, dimension: StoredDimension): DictionaryColumn<string> | undefined {
  const column = run.columns.get(dimension);
  return column && openDictionaryColumn(run, column, (entries) => entries.text());
}

function openDictionaryColumn<Entry>(
  run: Run,
  column: Uint8Array,
  read: (entries: ByteReader) => Entry,
): DictionaryColumn<Entry> {
  const reader = new ByteReader(column);
  const size = reader.number();
  const entries = new ByteReader(reader.part());
  const dictionary: Entry[] = [];
  while (dictionary.length < size) dictionary.push(read(entries));
  return { dictionary, blocks: indexBlocks(run, reader, size) };
}

function* indexBlocks(run: Run, reader: ByteReader, dictionarySize: number): Generator<Indexes> {
  const IndexArray = indexArrayOf(dictionarySize);
  for (const length of blockSizes(run)) {
    const bytes = ofLength(reader.part(), length * IndexArray.BYTES_PER_ELEMENT);
    yield IndexArray === Uint8Array ? bytes : new IndexArray(alignedBuffer(bytes));
  }
}

function indexArrayOf(size: number): Uint8ArrayConstructor | Uint16ArrayConstructor | Uint32ArrayConstructor {
  if (size <= 2 ** 8) return Uint8Array;
  return size <= 2 ** 16 ? Uint16Array : Uint32Array;
}

function writeSubject(writer: ByteWriter, subject: LogSubject): void {
  const line = lineOf(subject);
  const viewsCount = line.reduce((bits, place, index) => bits | (Number(place.viewsCountForParent) << index), 0);
  writer.byte(subject.kind | (viewsCount << KIND_BITS));
  for (const { id } of line) writer.number(id);
}

export function readSubject(reader: ByteReader): LogSubject {
  const ids: number[] = [];
  const { kind, viewsCount } = readLine(reader, ids);
  let subject: LogSubject | null = null;
  for (let index = kind - 1; index >= 0; index--) {
    const viewsCountForParent = ((viewsCount >> index) & 1) === 1;
    subject = { kind: (kind - index) as SubjectKind, id: ids[index]!, viewsCountForParent, parent: subject };
  }
  return subject!;
}

/** A subject without objects for its ancestors. Writes the ids from the subject up; a bit for each says whether views count for its parent. */
export function readLine(reader: ByteReader, ids: number[]): { readonly kind: number; readonly viewsCount: number } {
  const head = reader.byte();
  const kind = head & ((1 << KIND_BITS) - 1);
  if (kind < SUBJECT_KIND.website || kind > SUBJECT_KIND.element) {
    throw new InvalidRunError('a subject has an unknown kind');
  }
  for (let index = 0; index < kind; index++) ids[index] = reader.number();
  return { kind, viewsCount: head >> KIND_BITS };
}

/** The subject, its parent and so on up to the website. */
export function lineOf(subject: LogSubject): LogSubject[] {
  const line: LogSubject[] = [];
  for (let place: LogSubject | null = subject; place; place = place.parent) line.push(place);
  return line;
}

function requiredColumn(run: Run, column: RunColumn): Uint8Array {
  const bytes = run.columns.get(column);
  if (!bytes) throw new InvalidRunError(`the column ${column} is missing`);
  return bytes;
}

function* blockSizes({ eventCount }: Run): Generator<number> {
  for (let left = eventCount; left > 0; left -= BLOCK_EVENTS) yield Math.min(left, BLOCK_EVENTS);
}

function ofLength(bytes: Uint8Array, length: number): Uint8Array {
  if (bytes.length !== length) throw new InvalidRunError('a block does not have one value for each event');
  return bytes;
}

function uint32sOf(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(alignedBuffer(bytes));
}

/** A copy, because an array's memory must begin at a multiple of the size of its elements. */
function alignedBuffer(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

// ---- Pending runs ---------------------------------------------------------------------------------------------------

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
