/**
 * What a commit has logged of a day, until it is merged. Most such rows have one event or a few, and a question may find thousands of them.
 * So a row is small and quick to write and to read: it has all columns one after the other, its events are in no order, and the rows of a
 * day are collected before anything else is done with them.
 *
 * THE BYTES. The head is that of a column (see run.ts). The content is the number of events; how many subjects there are; how many
 * dimensions have values, and for each of them the number of its column and of its values; all subjects and values as texts, as in a run (a
 * subject is its head and its ids from the website down, with `/` between them); then arrays: the high halves and the low halves of the
 * visitors' hashes (4 bytes each), seconds (3), types (1), subjects, and the values of each dimension that has some; then the revenue as in
 * a run.
 *
 * Why: docs/decisions/database.md, "Pending rows are small and read together".
 */
import { NO_VALUE, STORED_DIMENSIONS } from '../../../foundation/dimensions/dimension.ts';
import { ByteReader, ByteWriter, compressed, contentOf, plain, widthOf } from './bytes.ts';
import { DayEvents, type GrowingDictionary } from './day-events.ts';
import {
  ALL_VISITORS,
  outsideOfDictionary,
  type Run,
  type RunColumn,
  readRevenue,
  SECOND_BYTES,
  writeRevenue,
} from './run.ts';
import { COLUMN_NUMBERS, requireKnown } from './stored-numbers.ts';
import { type RunContent, writeRun } from './write-run.ts';

const HALF_BYTES = 4;

export function writePending({ table, subjects, dimensions }: DayEvents): Uint8Array {
  const { count } = table;
  const columns = STORED_DIMENSIONS.map((dimension, i) => ({
    number: COLUMN_NUMBERS[dimension],
    texts: dimensions[i]!.entries,
    indexes: table.dimensions[i]!,
  })).filter(({ texts }) => !(texts.length === 1 && texts[0] === NO_VALUE));
  const writer = new ByteWriter();
  writer.number(count);
  writer.number(subjects.entries.length);
  writer.number(columns.length);
  for (const { number, texts } of columns) {
    writer.byte(number);
    writer.number(texts.length);
  }
  writer.texts([subjects.entries, ...columns.map(({ texts }) => texts)].flat());
  writer.array(table.high, count, HALF_BYTES);
  writer.array(table.low, count, HALF_BYTES);
  writer.array(table.second, count, SECOND_BYTES);
  writer.array(table.type, count, 1);
  writer.array(table.subject, count, widthOf(subjects.entries.length));
  for (const { texts, indexes } of columns) writer.array(indexes, count, widthOf(texts.length));
  writeRevenue(writer, table.revenue, count);
  return compressed(writer.written());
}

/**
 * The events of these rows, as one run that is not stored. `columns`: of the dimensions, only these are needed; default: all that are
 * stored.
 */
export function runOfPending(day: number, rows: readonly Uint8Array[], columns?: readonly RunColumn[]): Run {
  return writeRun(eventsOfPending(day, rows, columns), plain);
}

/** The events of these rows in memory, in the order of a run. */
export function eventsOfPending(day: number, rows: readonly Uint8Array[], columns?: readonly RunColumn[]): RunContent {
  const events = new PendingEvents(day, columns);
  for (const row of rows) events.add(row);
  return events.sorted();
}

/**
 * Collects the events of the pending rows of a day; of visitors below a threshold alone. Events have no values of dimensions that are not
 * needed.
 */
export class PendingEvents {
  readonly #events: DayEvents;
  /** The place of each dimension that is needed, by its column number. */
  readonly #places: ReadonlyMap<number, number>;
  readonly #needsAll: boolean;
  readonly #threshold: number;

  constructor(day: number, columns: readonly RunColumn[] | undefined, threshold = ALL_VISITORS) {
    this.#events = new DayEvents(day);
    this.#places = placesOf(columns);
    this.#needsAll = columns === undefined;
    this.#threshold = threshold;
    // The values of a dimension that is not needed stay 0, and that is no value.
    for (const dictionary of this.#events.dimensions) dictionary.indexOf(NO_VALUE);
  }

  get count(): number {
    return this.#events.table.count;
  }

  add(row: Uint8Array): void {
    const reader = new ByteReader(contentOf(row));
    const count = reader.number();
    const subjectCount = reader.number();
    const columns = this.#readColumns(reader, subjectCount);
    const texts = reader.texts();
    const { table, subjects, dimensions } = this.#events;
    const at = table.count;
    table.reserve(at + count);
    reader.arrayInto(table.high, at, count, HALF_BYTES);
    reader.arrayInto(table.low, at, count, HALF_BYTES);
    reader.arrayInto(table.second, at, count, SECOND_BYTES);
    reader.arrayInto(table.type, at, count, 1);
    reader.arrayInto(table.subject, at, count, widthOf(subjectCount));
    for (const column of table.dimensions) column.fill(0, at, at + count);
    for (const { place, count: valueCount } of columns) {
      const width = widthOf(valueCount);
      if (place === undefined) reader.skip(count * width);
      else reader.arrayInto(table.dimensions[place]!, at, count, width);
    }
    table.revenue.fill(0, at, at + count);
    const { places, amounts } = readRevenue(reader);
    for (const [i, place] of places.entries()) table.revenue[at + place] = amounts[i]!;
    table.count += count;
    if (this.#threshold < ALL_VISITORS) table.keepBelow(this.#threshold, at);
    // Only what the events that are kept have gets into the dictionaries, which have room for so many values.
    replaceIndexes(table.subject, at, table.count, subjects, { texts, first: 0, count: subjectCount });
    for (const { place, ...values } of columns) {
      if (place === undefined) continue;
      replaceIndexes(table.dimensions[place]!, at, table.count, dimensions[place]!, { texts, ...values });
    }
  }

  /** Call it once, after the last row. */
  sorted(): RunContent {
    return { ...this.#events.sorted(), threshold: this.#threshold };
  }

  #readColumns(reader: ByteReader, subjectCount: number): ValuesOfColumn[] {
    const columns: ValuesOfColumn[] = [];
    let first = subjectCount;
    for (let left = reader.number(); left > 0; left--) {
      const number = reader.byte();
      const count = reader.number();
      // Otherwise a node that was not upgraded yet would drop it.
      if (this.#needsAll) requireKnown(number);
      columns.push({ place: this.#places.get(number), first, count });
      first += count;
    }
    return columns;
  }
}

/** Where the values of a column are among the texts of a row. */
interface ValuesOfColumn {
  /** The place of the dimension. undefined: it is not needed. */
  readonly place: number | undefined;
  readonly first: number;
  readonly count: number;
}

function placesOf(columns: readonly RunColumn[] | undefined): Map<number, number> {
  const places = new Map<number, number>();
  for (const [place, dimension] of STORED_DIMENSIONS.entries()) {
    if (!columns || columns.includes(dimension)) places.set(COLUMN_NUMBERS[dimension], place);
  }
  return places;
}

/** Events from `at` on and before `end` have indexes into a part of these texts: they get those into a dictionary. */
function replaceIndexes(
  column: Uint16Array | Uint32Array,
  at: number,
  end: number,
  dictionary: GrowingDictionary,
  { texts, first, count }: { readonly texts: readonly string[]; readonly first: number; readonly count: number },
): void {
  const indexes: (number | undefined)[] = [];
  for (let i = at; i < end; i++) {
    const place = column[i]!;
    if (place >= count) throw outsideOfDictionary();
    column[i] = indexes[place] ??= dictionary.indexOf(texts[first + place]!);
  }
}
