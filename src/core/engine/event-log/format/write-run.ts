// Writes a run from events in memory.
import { NO_VALUE, STORED_DIMENSIONS } from '../../../foundation/dimensions/dimension.ts';
import { BIT_ARRAY_SIZE_MAX } from './bit-array.ts';
import { ByteWriter, compressed, plain } from './bytes.ts';
import { type EventTable, pickedNumbers, pickedRevenue, pickedValues } from './event-table.ts';
import {
  type Run,
  type RunColumn,
  SECOND_BYTES,
  type SubjectEntry,
  VISITOR_EVENTS_MAX,
  type Visitors,
  writeActions,
  writeDimension,
  writeVisitors,
} from './run.ts';

/** The values of each are sorted. */
export interface Dictionaries {
  readonly subjects: readonly SubjectEntry[];
  /** The order of `STORED_DIMENSIONS`. */
  readonly dimensions: readonly (readonly string[])[];
}

export interface RunContent {
  readonly day: number;
  readonly threshold: number;
  readonly table: EventTable;
  /** The indexes of the run's events in the table, in the order of a run. */
  readonly order: Uint32Array;
  readonly dictionaries: Dictionaries;
}

/** Makes of the content of a column what is stored. `savedMin`: see `compressed`. */
export type StoreColumn = (content: Uint8Array, savedMin?: number) => Uint8Array;

/** Columns that most questions need are compressed only if that saves half of their bytes: reading them as they are takes less time. */
const SAVED_OF_NEEDED_MIN = 1 / 2;

/**
 * Entries of dictionaries that no event has are left out: they may tell of a visitor who is erased. `store`: `plain` for a run that is not
 * stored.
 */
export function writeRun(
  { day, threshold, table, order, dictionaries }: RunContent,
  store: StoreColumn = compressed,
): Run {
  const eventCount = order.length;
  const columns = new Map<RunColumn, Uint8Array>();
  const add = (column: RunColumn, write: (writer: ByteWriter) => void, how = store, savedMin?: number) => {
    const writer = new ByteWriter();
    write(writer);
    columns.set(column, how(writer.written(), savedMin));
  };
  if (eventCount === 0) return { day, eventCount, threshold, columns };
  add('visitor', (writer) => writeVisitors(writer, visitorsIn(table, order)), plain);
  const seconds = pickedNumbers(table.second, order);
  add('second', (writer) => writer.array(seconds, eventCount, SECOND_BYTES), store, SAVED_OF_NEEDED_MIN);
  for (const [i, dimension] of STORED_DIMENSIONS.entries()) {
    const dictionary = dictionaries.dimensions[i]!;
    if (hasNoValues(dictionary)) continue;
    const { entries, indexes } = pickEntries(dictionary, pickedValues(table.dimensions[i]!, order));
    if (hasNoValues(entries)) continue;
    const savedMin = entries.length > BIT_ARRAY_SIZE_MAX ? undefined : SAVED_OF_NEEDED_MIN;
    add(dimension, (writer) => writeDimension(writer, entries, indexes), store, savedMin);
  }
  const { entries: subjects, indexes } = pickEntries(dictionaries.subjects, pickedNumbers(table.subject, order));
  const [types, revenue] = [pickedNumbers(table.type, order), pickedRevenue(table.revenue, order)];
  const dimensions = STORED_DIMENSIONS.filter((dimension) => columns.has(dimension));
  const actions = { subjects, indexes, types, revenue, dimensions };
  add('action', (writer) => writeActions(writer, actions), store, SAVED_OF_NEEDED_MIN);
  return { day, eventCount, threshold, columns };
}

function hasNoValues(dictionary: readonly string[]): boolean {
  return dictionary.every((value) => value === NO_VALUE);
}

/** The entries that occur, and the indexes into these; changes the indexes that are given. */
function pickEntries<Indexes extends Uint16Array | Uint32Array>(
  dictionary: readonly string[],
  indexes: Indexes,
): { readonly entries: readonly string[]; readonly indexes: Indexes } {
  const newIndexes = new Uint32Array(dictionary.length);
  if (indexes instanceof Uint16Array) markValues(newIndexes, indexes);
  else markSubjects(newIndexes, indexes);
  const entries: string[] = [];
  for (const [index, entry] of dictionary.entries())
    if (newIndexes[index] === 1) newIndexes[index] = entries.push(entry) - 1;
  if (entries.length < dictionary.length)
    for (let i = 0; i < indexes.length; i++) indexes[i] = newIndexes[indexes[i]!]!;
  return { entries, indexes };
}

/** Each class of arrays has a function of its own, as in event-table.ts. */
function markValues(marks: Uint32Array, values: Uint16Array): void {
  const count = values.length;
  for (let i = 0; i < count; i++) marks[values[i]!] = 1;
}

function markSubjects(marks: Uint32Array, subjects: Uint32Array): void {
  const count = subjects.length;
  for (let i = 0; i < count; i++) marks[subjects[i]!] = 1;
}

/** Neighbours with the same hash become one visitor. */
function visitorsIn({ high, low }: EventTable, order: Uint32Array): Visitors {
  const highs = new Uint32Array(order.length);
  const lows = new Uint32Array(order.length);
  const counts = new Uint8Array(order.length);
  let size = 0;
  for (const index of order) {
    const isSame = size > 0 && high[index] === highs[size - 1] && low[index] === lows[size - 1];
    if (!isSame || counts[size - 1] === VISITOR_EVENTS_MAX) {
      highs[size] = high[index]!;
      lows[size] = low[index]!;
      size++;
    }
    counts[size - 1]!++;
  }
  return { high: highs.subarray(0, size), low: lows.subarray(0, size), counts: counts.subarray(0, size) };
}
