/**
 * What a commit has logged of a day, until it is merged. Most such rows have one event or a few, and a question may find thousands of them. So a
 * row is small and quick to write and to read: it has all columns one after the other, its events are in no order, and the rows of
 * a day are collected before anything else is done with them.
 *
 * THE BYTES. The head is that of a column (see run.ts). The content is the number of events; how many subjects there are, and how many values of each
 * dimension (0: no event has a value); all of these as texts, as in a run (a subject is its head and its ids from the website
 * down, with `/` between them); then arrays: the high halves and the low halves of the visitors' hashes (4 bytes each), seconds (3),
 * types (1), subjects, and the values of each dimension that has some; then the revenue as in a run.
 */
import { NO_VALUE, STORED_DIMENSIONS } from '../dimensions/dimension.ts';
import { ByteReader, ByteWriter, compressed, contentOf, plain, widthOf } from './bytes.ts';
import { DayEvents, type GrowingDictionary } from './day-events.ts';
import {
  outsideOfDictionary,
  RUN_COLUMNS,
  type Run,
  type RunColumn,
  readRevenue,
  SECOND_BYTES,
  writeRevenue,
} from './run.ts';
import { type RunContent, writeRun } from './write-run.ts';

const HALF_BYTES = 4;

export function writePending({ table, subjects, dimensions }: DayEvents): Uint8Array {
  const { count } = table;
  const values = dimensions.map(({ entries }) => (entries.length === 1 && entries[0] === NO_VALUE ? [] : entries));
  const writer = new ByteWriter();
  writer.number(count);
  for (const texts of [subjects.entries, ...values]) writer.number(texts.length);
  writer.texts([subjects.entries, ...values].flat());
  writer.array(table.high, count, HALF_BYTES);
  writer.array(table.low, count, HALF_BYTES);
  writer.array(table.second, count, SECOND_BYTES);
  writer.array(table.type, count, 1);
  writer.array(table.subject, count, widthOf(subjects.entries.length));
  for (const [i, texts] of values.entries()) writer.array(table.dimensions[i]!, count, widthOf(texts.length));
  writeRevenue(writer, table.revenue, count);
  return compressed(writer.written());
}

/** The events of these rows, as one run that is not stored. `columns`: of the dimensions, only these are needed. */
export function runOfPending(day: number, rows: readonly Uint8Array[], columns?: readonly RunColumn[]): Run {
  return writeRun(eventsOfPending(day, rows, columns), plain);
}

/** The events of these rows in memory, in the order of a run. */
export function eventsOfPending(
  day: number,
  rows: readonly Uint8Array[],
  columns: readonly RunColumn[] = RUN_COLUMNS,
): RunContent {
  const events = new DayEvents(day);
  const isNeeded = STORED_DIMENSIONS.map((dimension) => columns.includes(dimension));
  // The values of a dimension that is not needed stay 0, and that is no value.
  for (const dictionary of events.dimensions) dictionary.indexOf(NO_VALUE);
  for (const row of rows) readPending(row, events, isNeeded);
  return events.sorted();
}

/** Adds the events of a row to others of the day. Events have no values of dimensions that are not needed. */
function readPending(row: Uint8Array, { table, subjects, dimensions }: DayEvents, isNeeded: readonly boolean[]): void {
  const reader = new ByteReader(contentOf(row));
  const count = reader.number();
  const subjectCount = reader.number();
  const valueCounts = dimensions.map(() => reader.number());
  const texts = reader.texts();
  const at = table.count;
  table.reserve(at + count);
  reader.arrayInto(table.high, at, count, HALF_BYTES);
  reader.arrayInto(table.low, at, count, HALF_BYTES);
  reader.arrayInto(table.second, at, count, SECOND_BYTES);
  reader.arrayInto(table.type, at, count, 1);
  readIndexes(reader, table.subject, at, count, newIndexes(subjects, texts, 0, subjectCount));
  let first = subjectCount;
  for (let i = 0; i < dimensions.length; i++) {
    const size = valueCounts[i]!;
    if (isNeeded[i]) {
      const ofValues = size === 0 ? [dimensions[i]!.indexOf(NO_VALUE)] : newIndexes(dimensions[i]!, texts, first, size);
      readIndexes(reader, table.dimensions[i]!, at, count, ofValues);
    } else reader.skip(count * widthOf(size));
    first += size;
  }
  table.revenue.fill(0, at, at + count);
  const { places, amounts } = readRevenue(reader);
  for (const [i, place] of places.entries()) table.revenue[at + place] = amounts[i]!;
  table.count += count;
}

/** For each text of a part of the texts its index in a dictionary. */
function newIndexes(dictionary: GrowingDictionary, texts: readonly string[], first: number, count: number): number[] {
  const indexes: number[] = [];
  for (let i = first; i < first + count; i++) indexes.push(dictionary.indexOf(texts[i]!));
  return indexes;
}

function readIndexes(
  reader: ByteReader,
  to: Uint16Array | Uint32Array,
  at: number,
  count: number,
  ofRow: readonly number[],
): void {
  reader.arrayInto(to, at, count, widthOf(ofRow.length));
  for (let i = at; i < at + count; i++) {
    const index = ofRow[to[i]!];
    if (index === undefined) throw outsideOfDictionary();
    to[i] = index;
  }
}
