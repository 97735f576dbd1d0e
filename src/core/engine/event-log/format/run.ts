/**
 * A run: events of one website and one day, sorted by visitor, column by column.
 *
 * THE IDEA. A report asks for a few columns of many events, and for the distinct visitors among them. Columns are stored apart,
 * so a question reads only those that it names. Events are sorted by the visitor's hash, so the same visitors stand at the same
 * place in the runs of all days: visitors can be counted range by range (visitor-ranges.ts), and the first parts of every run are a
 * sample of the visitors, with all their events.
 *
 * THE ORDER is by the visitor's hash (as an unsigned number of 64 bits, the high half first), then by the second, then by
 * type, subject, revenue and dimensions. Dictionaries are sorted too. So the bytes of a run depend only on its events, not on
 * the order in which they came or the runs that they were merged from.
 *
 * THE BYTES of a column are its content, compressed with zstd after its number of bytes if that saves something; and a byte, which is
 * twice the layout, plus 1 if the content is compressed. A single number has seven bits a byte, the lowest first. An array has the lowest
 * byte of each number, then the next byte of each, and so on: as many as the largest number may need (`widthOf`).
 *
 *   visitor     the high half of each visitor's hash, 4 bytes, little-endian; the low half of each; how many events each has, 1 byte. A
 *               visitor with more than 255 events stands there several times. It is never compressed, as hashes can't be
 *   second      an array of 3 bytes a number, negative ones as a two's complement. It is the time since 00:00 UTC of the date that the run
 *               has as its day: so day and second are an instant, whatever the time zone of the website was
 *   action      what happened: the number of subjects; the head of each, which is a byte with the kind (3 bits), from the subject up
 *               whether views count for the parent (1 bit each, up to the campaign), and in its highest bit whether it is a holdout or a
 *               part of one; how many types of events occur, and each of them (a byte), the lowest first; an array with the index of each
 *               event's subject times the number of types, plus the place of its type among them; the revenue, after its number of bytes;
 *               the id of the website; and the ids of the campaign of each subject that has one, then those of the variants, of the steps,
 *               and of the elements; and how many dimensions have a column, and the number of each column, so that a lost one is noticed.
 *               The revenue is two numbers for each event that has some: twice how many events it comes after the last such event, plus 1
 *               if the amount is negative; and the amount
 *   dimensions  the dictionary: the number of its texts, the length of each in UTF-16, and all of them as one text in UTF-8, after its
 *               number of bytes; then the entry of each event: as bits if there are at most 256 (bit-array.ts), as an array if there are
 *               more. The column is not there if no event has a value
 *
 * The numbers of the layout, of columns and of types are in stored-numbers.ts.
 *
 * In the database, a large run is divided into parts (merge-runs.ts), each of which is a run. What one commit has written is stored in
 * another layout until it is merged: see pending.ts.
 *
 * NOBODY. Orders without a visitor, and events of people who were forgotten, have a hash whose low half is 0 (`NOBODY_LOW`), which no
 * visitor has. They count as events, orders and revenue, but there is no visitor, no touch and no step of a funnel. Their high halves are
 * spread like those of visitors, so that a sample has its share of them.
 *
 * INVARIANTS
 * 1. All events of a visitor and day stand together in a run, in the order of time.
 * 2. A run has all events of the visitors whose high half is below its threshold, and none of the others.
 * 3. A dimension has at most 10,000 values in a run, and `(none)` and `(other)`: those of the most visitors, and of equal ones the oldest
 *    (kept-values.ts).
 *
 * WHY ANSWERS ARE EXACT. Merging keeps every event below the threshold (2), and answers only use what is in the events, so it does not
 * matter which runs a day has. Where thresholds differ, counting uses the lowest one: by (2), below it every run has all events of the same
 * visitors. Only (3) loses something, and only the name of a value: the event is counted for `(other)`.
 *
 * Why: docs/decisions/reports.md, "The event log has a layout of its own".
 */

import type { StoredDimension } from '../../../foundation/dimensions/dimension.ts';
import { SUBJECT_KIND, type SubjectKind } from '../../catalog/subject.ts';
import { countEvents } from '../kernels/event-loops.ts';
import { BIT_ARRAY_SIZE_MAX, BitArray, wordsOf, writeBits } from './bit-array.ts';
import { ByteReader, ByteWriter, contentOf, InvalidRunError, type StoredNumbers, widthOf } from './bytes.ts';
import type { LogSubject } from './log-event.ts';
import { COLUMN_NUMBERS, type ColumnName } from './stored-numbers.ts';

export type RunColumn = ColumnName;

/** The threshold of a run that has all visitors. */
export const ALL_VISITORS = 2 ** 32;

/** The threshold of a sample of so many visitors, above 0 and at most 1. */
export function visitorsBefore(sampleRate: number): number {
  return Math.max(1, Math.round(sampleRate * ALL_VISITORS));
}

export interface Run {
  readonly day: number;
  readonly eventCount: number;
  /** Visitors whose high half, as an unsigned number, is below it are in the run; the events of others were not kept. */
  readonly threshold: number;
  /** A reader may leave out what its question does not need (`columnsOf`). */
  readonly columns: ReadonlyMap<RunColumn, Uint8Array>;
  /** What was decoded before, and is used instead of the columns: see kept-runs.ts. */
  readonly decoded?: DecodedColumns;
}

/** Columns as questions use them. What is not there was not decoded. */
export interface DecodedColumns {
  readonly visitors?: Visitors;
  readonly firstEvents?: Uint32Array;
  readonly seconds?: Int32Array;
  readonly actions?: Actions;
  /** undefined: no event has a value. */
  readonly dimensions: ReadonlyMap<StoredDimension, DimensionColumn | undefined>;
}

/** The visitors in the order of their hashes. A visitor with many events is there several times. */
export interface Visitors {
  readonly high: Uint32Array;
  readonly low: Uint32Array;
  /** How many events each has. */
  readonly counts: Uint8Array;
}

/** The events that have revenue, by their places in the run, which ascend. */
export interface Revenue {
  readonly places: Int32Array;
  readonly amounts: Float64Array;
}

const HALF_BYTES = 4;
export const SECOND_BYTES = 3;
const VISITOR_BYTES = 2 * HALF_BYTES + 1;
export const VISITOR_EVENTS_MAX = 255;
const KIND_BITS = 3;
/** A type is a byte. */
const TYPES_MAX = 256;
/** Views of at most four subjects count for a parent: element, step, variant and campaign. So this bit is free. */
const HOLDOUT_BIT = 1 << 7;

// ---- Visitors and times -----------------------------------------------------------------------------------------------

export function writeVisitors(writer: ByteWriter, { high, low, counts }: Visitors): void {
  for (const part of [high, low, counts]) writer.bytes(new Uint8Array(part.buffer, part.byteOffset, part.byteLength));
}

export function visitorsOf(run: Run): Visitors {
  if (run.decoded?.visitors) return run.decoded.visitors;
  const { buffer, byteOffset, length } = aligned(requiredContent(run, 'visitor'));
  const size = length / VISITOR_BYTES;
  if (!Number.isInteger(size)) throw new InvalidRunError('it has a part of a visitor');
  const high = new Uint32Array(buffer, byteOffset, size);
  const low = new Uint32Array(buffer, byteOffset + HALF_BYTES * size, size);
  const counts = new Uint8Array(buffer, byteOffset + 2 * HALF_BYTES * size, size);
  const events = countEvents(counts);
  if (events < 0) throw new InvalidRunError('a visitor has no events');
  if (events !== run.eventCount) throw new InvalidRunError('its visitors do not have as many events as the run');
  return { high, low, counts };
}

/** Numbers of four bytes must begin at a multiple of four. What SQLite gives does; what PostgreSQL gives may not. */
function aligned(bytes: Uint8Array): Uint8Array {
  return bytes.byteOffset % HALF_BYTES === 0 ? bytes : new Uint8Array(bytes);
}

/** A bit for each event of the first visitors of a run, who have so many: whether it is the first one of its visitor. */
export function firstEventsOf({ decoded, eventCount }: Run, counts: Uint8Array): Uint32Array {
  if (decoded?.firstEvents) return decoded.firstEvents;
  const bits = new Uint32Array(wordsOf(eventCount));
  const { length } = counts;
  let event = 0;
  for (let i = 0; i < length; i++) {
    bits[event >>> 5]! |= 1 << (event & 31);
    event += counts[i]!;
  }
  return bits;
}

/** How many events these visitors have. */
export function eventsOf(counts: Uint8Array): number {
  const { length } = counts;
  let events = 0;
  for (let i = 0; i < length; i++) events += counts[i]!;
  return events;
}

/** The high half of the first visitor. */
export function firstHighOf(run: Run): number {
  const [a = 0, b = 0, c = 0, d = 0] = requiredContent(run, 'visitor');
  return (a | (b << 8) | (c << 16) | (d << 24)) >>> 0;
}

/** They must not be changed. */
export function secondsOf(run: Run): Int32Array {
  if (run.decoded?.seconds) return run.decoded.seconds;
  const seconds = new Int32Array(run.eventCount);
  writeTimes(seconds, run, 0);
  return seconds;
}

/** The seconds of the first events of a run, after so many others. */
export function writeTimes(to: Int32Array, run: Run, midnight: number): void {
  if (run.decoded?.seconds) addMidnight(to, midnight, run.decoded.seconds);
  else addTimes(to, midnight, splitSeconds(run));
}

/** The bytes of each event's second. The sign is in the highest bit. */
interface SecondBytes {
  readonly lowest: Uint8Array;
  readonly middle: Uint8Array;
  readonly highest: Uint8Array;
}

function splitSeconds(run: Run): SecondBytes {
  const { eventCount } = run;
  const reader = new ByteReader(secondBytesOf(run));
  const bytes = {
    lowest: reader.bytes(eventCount),
    middle: reader.bytes(eventCount),
    highest: reader.bytes(eventCount),
  };
  return bytes;
}

/** The lowest byte of each second, then the next byte of each, and the highest one of each. The run is not decoded. */
export function secondBytesOf(run: Run): Uint8Array {
  const bytes = requiredContent(run, 'second');
  if (bytes.length !== SECOND_BYTES * run.eventCount)
    throw new InvalidRunError('a column does not have one value for each event');
  return bytes;
}

function addMidnight(to: Int32Array, midnight: number, seconds: Int32Array): void {
  const count = to.length;
  for (let i = 0; i < count; i++) to[i] = midnight + seconds[i]!;
}

function addTimes(to: Int32Array, midnight: number, { lowest, middle, highest }: SecondBytes): void {
  const count = to.length;
  for (let i = 0; i < count; i++) {
    to[i] = midnight + (((lowest[i]! << 8) | (middle[i]! << 16) | (highest[i]! << 24)) >> 8);
  }
}

// ---- Actions ------------------------------------------------------------------------------------------------------------

/** What happened in each event: its type, its subject, and its revenue. */
export interface Actions {
  /**
   * Each event has the index of its subject times the number of types, plus the place of its type. Whoever uses one checks that there is
   * such a subject.
   */
  readonly numbers: StoredNumbers;
  /** The types that occur, in ascending order. A later version may have stored others than this one knows. */
  readonly types: Uint8Array;
  readonly revenue: Revenue;
  readonly subjects: SubjectLines;
}

/** The numbers of the columns of its dimensions, those of later versions, too. */
export function dimensionColumnsOf(run: Run): Uint8Array {
  const { reader } = readActions(run, SUBJECT_KIND.element);
  return readDimensionColumns(reader);
}

/** Subjects without an object for each of them and of their ancestors: a year of runs has hundreds of thousands. */
export interface SubjectLines {
  /** See `kindIn` and `countedKinds`. */
  readonly heads: Uint8Array;
  readonly websiteId: number;
  /**
   * The ids of each kind: of each subject, or of its ancestor of this kind. Only kinds that were asked for have some; the website has none.
   */
  readonly ids: readonly (readonly (number | undefined)[])[];
}

function kindIn(head: number): SubjectKind {
  return (head & ((1 << KIND_BITS) - 1)) as SubjectKind;
}

/** Whether a view of what is so many places above the subject also counts for the parent of that. */
function viewsCountIn(head: number, place: number): boolean {
  return ((head >> (KIND_BITS + place)) & 1) === 1;
}

function isHoldoutIn(head: number): boolean {
  return (head & HOLDOUT_BIT) !== 0;
}

/** A kind that the events of a subject count for; views are counted for fewer kinds than other events. */
interface CountedKind {
  readonly kind: SubjectKind;
  readonly withViews: boolean;
  /** The campaign of a holdout: events do not count for it, unless that is asked for. */
  readonly isHeldOut: boolean;
}

/** The kinds of each head. */
const COUNTED_KINDS = Array.from({ length: 256 }, (_, head) => countedKindsOf(head));

/** The kinds from the subject up, as in the rollups. */
export function countedKinds(head: number): readonly CountedKind[] {
  return COUNTED_KINDS[head]!;
}

function countedKindsOf(head: number): CountedKind[] {
  const kinds: CountedKind[] = [];
  let withViews = true;
  for (let kind = kindIn(head), place = 0; kind >= SUBJECT_KIND.website; kind--, place++) {
    kinds.push({ kind, withViews, isHeldOut: kind === SUBJECT_KIND.campaign && isHoldoutIn(head) });
    withViews &&= viewsCountIn(head, place);
  }
  return kinds;
}

/** `deepest`: the ids of deeper kinds are not needed. */
export function actionsOf(run: Run, deepest: SubjectKind = SUBJECT_KIND.element): Actions {
  if (run.decoded?.actions) return run.decoded.actions;
  const { reader, actions } = readActions(run, deepest);
  if (deepest === SUBJECT_KIND.element) readDimensionColumns(reader);
  return actions;
}

function readDimensionColumns(reader: ByteReader): Uint8Array {
  const columns = reader.bytes(reader.number());
  requireEnd(reader);
  return columns;
}

function readActions(run: Run, deepest: SubjectKind): { readonly reader: ByteReader; readonly actions: Actions } {
  const reader = new ByteReader(requiredContent(run, 'action'));
  const heads = reader.bytes(reader.number());
  const types = reader.bytes(reader.number());
  const numbers = reader.array(run.eventCount, widthOf(heads.length * types.length));
  const storedRevenue = reader.bytes(reader.number());
  const subjects = readLines(reader, heads, deepest);
  let revenue: Revenue | undefined;
  const actions = {
    ...{ types, numbers, subjects },
    // Many questions don't need it.
    get revenue() {
      revenue ??= readRevenue(new ByteReader(storedRevenue));
      return revenue;
    },
  };
  return { reader, actions };
}

function readLines(reader: ByteReader, heads: Uint8Array, deepest: SubjectKind): SubjectLines {
  const websiteId = reader.number();
  const ids: (number | undefined)[][] = [[], []];
  for (let kind = SUBJECT_KIND.website + 1; kind <= deepest; kind++) {
    const ofKind: (number | undefined)[] = [];
    for (const head of heads) ofKind.push(kindIn(head) < kind ? undefined : reader.number());
    ids.push(ofKind);
  }
  return { heads, websiteId, ids };
}

/** A subject as text: its head, and the ids from the website down. */
export type SubjectEntry = string;

export function entryOf(subject: LogSubject): SubjectEntry {
  const line = lineOf(subject);
  const viewsCount = line.reduce((bits, place, index) => bits | (Number(place.viewsCountForParent) << index), 0);
  const holdoutBit = line.some(({ isHoldout }) => isHoldout) ? HOLDOUT_BIT : 0;
  return [subject.kind | (viewsCount << KIND_BITS) | holdoutBit, ...line.map(({ id }) => id).reverse()].join('/');
}

export function entriesOf({ heads, websiteId, ids }: SubjectLines): SubjectEntry[] {
  return Array.from(heads, (head, subject) => {
    let entry = `${head}/${websiteId}`;
    for (let kind = SUBJECT_KIND.website + 1; kind <= kindIn(head); kind++) entry += `/${ids[kind]![subject]}`;
    return entry;
  });
}

/** The subjects of a run, by their indexes. */
export function subjectsOf(run: Run): LogSubject[] {
  return entriesOf(actionsOf(run).subjects).map((entry) => {
    const [head, ...ids] = entry.split('/').map(Number) as [number, ...number[]];
    return ids.reduce<LogSubject | null>((parent, id, index) => {
      const kind = (index + 1) as SubjectKind;
      const viewsCountForParent = parent !== null && viewsCountIn(head, ids.length - 1 - index);
      const isHoldout = kind === SUBJECT_KIND.variant && isHoldoutIn(head);
      return { kind, id, viewsCountForParent, isHoldout, parent };
    }, null)!;
  });
}

/** The subject, its parent and so on up to the website. */
export function lineOf(subject: LogSubject): LogSubject[] {
  const line: LogSubject[] = [];
  for (let place: LogSubject | null = subject; place; place = place.parent) line.push(place);
  return line;
}

interface WrittenActions {
  readonly subjects: readonly SubjectEntry[];
  /** The type of each event. */
  readonly types: Uint8Array;
  readonly indexes: Uint32Array;
  readonly revenue: Float64Array;
  /** That have a column. */
  readonly dimensions: readonly StoredDimension[];
}

function writeNumbers(writer: ByteWriter, types: Uint8Array, subjects: Uint32Array, subjectCount: number): void {
  const count = types.length;
  const places = new Uint8Array(TYPES_MAX);
  for (let i = 0; i < count; i++) places[types[i]!] = 1;
  let typeCount = 0;
  const occurring = new Uint8Array(TYPES_MAX);
  for (let type = 0; type < TYPES_MAX; type++) {
    if (places[type] === 0) continue;
    places[type] = typeCount;
    occurring[typeCount++] = type;
  }
  writer.number(typeCount);
  writer.bytes(occurring.subarray(0, typeCount));
  const numbers = new Uint32Array(count);
  for (let i = 0; i < count; i++) numbers[i] = subjects[i]! * typeCount + places[types[i]!]!;
  writer.array(numbers, count, widthOf(subjectCount * typeCount));
}

export function writeActions(
  writer: ByteWriter,
  { subjects, types, indexes, revenue, dimensions }: WrittenActions,
): void {
  const lines = subjects.map((entry) => entry.split('/').map(Number));
  writer.number(lines.length);
  for (const [head] of lines) writer.byte(head!);
  writeNumbers(writer, types, indexes, lines.length);
  const amounts = new ByteWriter();
  writeRevenue(amounts, revenue, revenue.length);
  writer.number(amounts.written().length);
  writer.bytes(amounts.written());
  writer.number(lines[0]![SUBJECT_KIND.website]!);
  for (let kind = SUBJECT_KIND.website + 1; kind <= SUBJECT_KIND.element; kind++) {
    for (const line of lines) if (kind < line.length) writer.number(line[kind]!);
  }
  writer.number(dimensions.length);
  for (const number of dimensions.map((dimension) => COLUMN_NUMBERS[dimension]).sort((a, b) => a - b))
    writer.byte(number);
}

/** `revenue` has the amount of each event, or 0. */
export function writeRevenue(writer: ByteWriter, revenue: Float64Array, count: number): void {
  let last = -1;
  for (let place = 0; place < count; place++) {
    const amount = revenue[place]!;
    if (amount === 0) continue;
    writer.number((place - last) * 2 + (amount < 0 ? 1 : 0));
    writer.number(Math.abs(amount));
    last = place;
  }
}

export function readRevenue(numbers: ByteReader): Revenue {
  const places: number[] = [];
  const amounts: number[] = [];
  for (let last = -1; !numbers.isAtEnd; ) {
    const distance = numbers.number();
    const amount = numbers.number();
    if (distance < 2) throw new InvalidRunError('an event has two amounts');
    last += Math.floor(distance / 2);
    places.push(last);
    amounts.push(distance % 2 === 1 ? -amount : amount);
  }
  return { places: new Int32Array(places), amounts: new Float64Array(amounts) };
}

// ---- Dimensions -----------------------------------------------------------------------------------------------------------

export interface DimensionColumn {
  readonly dictionary: readonly string[];
  /** The value of each event, as an index into the dictionary. Whoever uses one checks that there is such an entry. */
  readonly indexes: StoredNumbers;
}

/** undefined: no event has a value. */
export function dimensionColumn(run: Run, dimension: StoredDimension): DimensionColumn | undefined {
  if (run.decoded?.dimensions.has(dimension)) return run.decoded.dimensions.get(dimension);
  const column = run.columns.get(dimension);
  if (!column) return undefined;
  const reader = new ByteReader(contentOf(column));
  const dictionary = reader.texts();
  const { length: size } = dictionary;
  if (size === 0) throw new InvalidRunError('a dictionary has no values');
  const indexes =
    size > BIT_ARRAY_SIZE_MAX
      ? reader.array(run.eventCount, widthOf(size))
      : new BitArray(reader, run.eventCount, size);
  requireEnd(reader);
  return { dictionary, indexes };
}

/** How many values the dictionary of a dimension has. The column is not decoded for it. */
export function dictionarySizeOf(run: Run, dimension: StoredDimension): number {
  if (run.decoded?.dimensions.has(dimension)) return run.decoded.dimensions.get(dimension)?.dictionary.length ?? 0;
  const column = run.columns.get(dimension);
  return column ? new ByteReader(contentOf(column)).number() : 0;
}

/** `indexes`: the value of each event, as an index into the dictionary. */
export function writeDimension(writer: ByteWriter, dictionary: readonly string[], indexes: Uint16Array): void {
  const { length: size } = dictionary;
  writer.texts(dictionary);
  if (size > BIT_ARRAY_SIZE_MAX) writer.array(indexes, indexes.length, widthOf(size));
  else writeBits(writer, indexes, size);
}

export function outsideOfDictionary(): InvalidRunError {
  return new InvalidRunError('an index is not in its dictionary');
}

function requireEnd(reader: ByteReader): void {
  if (!reader.isAtEnd) throw new InvalidRunError('a column does not have one value for each event');
}

function requiredContent({ columns }: Run, column: RunColumn): Uint8Array {
  const stored = columns.get(column);
  if (!stored) throw new InvalidRunError(`the column ${column} is missing`);
  return contentOf(stored);
}
