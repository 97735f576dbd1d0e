// Events of one day while they are collected: from a commit, or from rows that commits have written.
import {
  type DimensionValues,
  inOrder,
  NO_VALUE,
  OTHER_VALUES,
  STORED_DIMENSIONS,
} from '../../../foundation/dimensions/dimension.ts';
import { DIMENSION_COUNT, type DimensionRows } from '../../../foundation/dimensions/dimension-rows.ts';
import { EventTable, grown, sortedIndexes } from './event-table.ts';
import { type ValueVisitors, valuesToGiveUp } from './kept-values.ts';
import type { LogEvent, LogSubject } from './log-event.ts';
import { ALL_VISITORS, entryOf } from './run.ts';
import type { RunContent } from './write-run.ts';

/** The index of a value has 16 bits. */
const VALUES_COLLECTED_MAX = 2 ** 16 - 2;

type EventWithoutDimensions = Omit<LogEvent, 'dimensions'>;

/** Events by their days. */
export class EventsByDay {
  readonly #days = new Map<number, DayEvents>();

  /** The event is read at once, so it may be one object that changes; but its subject must not change. */
  add(event: LogEvent): void {
    this.#of(event.day).add(event);
  }

  /** The same with a row of dimensions. */
  addRow(event: EventWithoutDimensions, dimensions: DimensionRows, row: number): void {
    this.#of(event.day).addRow(event, dimensions, row);
  }

  #of(day: number): DayEvents {
    let ofDay = this.#days.get(day);
    if (!ofDay) {
      ofDay = new DayEvents(day);
      this.#days.set(day, ofDay);
    }
    return ofDay;
  }

  /** The first day first. Call it after the last event. */
  days(): DayEvents[] {
    const days = [...this.#days.values()].sort((a, b) => a.day - b.day);
    for (const ofDay of days) ofDay.readRows();
    return days;
  }
}

export function collectDays(events: Iterable<LogEvent>): DayEvents[] {
  const byDay = new EventsByDay();
  for (const event of events) byDay.add(event);
  return byDay.days();
}

export class DayEvents {
  readonly day: number;
  readonly table = new EventTable();
  readonly subjects = new SubjectDictionary();
  /** The order of `STORED_DIMENSIONS`. */
  readonly dimensions = STORED_DIMENSIONS.map(() => new ValueDictionary(VALUES_COLLECTED_MAX));

  /**
   * The rows of dimensions that the events from `#rowsFrom` on came with, and which of these rows each event has. They are not in the table
   * yet.
   */
  #rows: DimensionRows | undefined;
  #rowsFrom = 0;
  #rowNumbers = new Uint32Array(0);

  constructor(day: number) {
    this.day = day;
  }

  add(event: LogEvent): void {
    this.readRows();
    const at = this.#addColumns(event);
    const values = inOrder(event.dimensions as Required<DimensionValues>);
    for (let i = 0; i < values.length; i++) {
      this.table.dimensions[i]![at] = this.dimensions[i]!.indexOf(values[i] ?? NO_VALUE);
    }
  }

  /** The dimensions are in the table only after `readRows`. */
  addRow(event: EventWithoutDimensions, dimensions: DimensionRows, row: number): void {
    if (this.#rows !== dimensions) {
      this.readRows();
      this.#rows = dimensions;
      this.#rowsFrom = this.table.count;
    }
    const at = this.#addColumns(event);
    if (at >= this.#rowNumbers.length) {
      this.#rowNumbers = grown(this.#rowNumbers, new Uint32Array(this.table.high.length));
    }
    this.#rowNumbers[at] = row;
  }

  /**
   * Takes the dimensions out of the rows, column by column, which takes a fraction of the time of doing it for one event after the other.
   */
  readRows(): void {
    if (!this.#rows) return;
    const { rows, values } = this.#rows;
    const rowNumbers = this.#rowNumbers.subarray(this.#rowsFrom, this.table.count);
    for (let i = 0; i < DIMENSION_COUNT; i++) {
      const column = this.table.dimensions[i]!.subarray(this.#rowsFrom, this.table.count);
      const dictionary = this.dimensions[i]!;
      const ofDimension = values[i]!;
      readColumn(column, rows, rowNumbers, i, ofDimension.length, (place) =>
        dictionary.indexOf(place === 0 ? NO_VALUE : ofDimension[place - 1]!),
      );
    }
    this.#rows = undefined;
  }

  /** Returns its place in the table. */
  #addColumns(event: EventWithoutDimensions): number {
    const { table } = this;
    table.reserve(table.count + 1);
    const at = table.count++;
    table.high[at] = event.visitorHigh;
    table.low[at] = event.visitorLow;
    table.second[at] = event.second;
    table.type[at] = event.type;
    table.subject[at] = this.subjects.indexOfSubject(event.subject);
    table.revenue[at] = event.revenue;
    return at;
  }

  /** All events, in the order of a run. Call it once, after the last event. */
  sorted(): RunContent {
    const { table, day } = this;
    const subjects = sortedDictionary(this.subjects);
    const values = this.dimensions.map((dictionary, i) => {
      const column = table.dimensions[i]!;
      return sortedValues(dictionary, (visitors) => {
        for (let event = 0; event < table.count; event++) visitors.add(column[event]!, table.low[event]!);
      });
    });
    replaceIndexes(table.subject, table.count, subjects.newIndexes);
    for (const [i, { newIndexes }] of values.entries()) replaceIndexes(table.dimensions[i]!, table.count, newIndexes);
    const dictionaries = { subjects: subjects.entries, dimensions: values.map(({ entries }) => entries) };
    return { day, threshold: ALL_VISITORS, table, order: sortedIndexes(table), dictionaries };
  }
}

const NOT_LOOKED_UP = -1;

/** Writes for each of these rows the index of its value. A place is looked up once, unless there are more values than rows. */
function readColumn(
  to: Uint16Array,
  rows: DimensionRows['rows'],
  rowNumbers: Uint32Array,
  dimension: number,
  valueCount: number,
  lookUp: (place: number) => number,
): void {
  const count = rowNumbers.length;
  const indexes = new Int32Array(Math.min(valueCount, count) + 1).fill(NOT_LOOKED_UP);
  for (let i = 0; i < count; i++) {
    const place = rows[rowNumbers[i]! * DIMENSION_COUNT + dimension]!;
    let index = indexes[place] ?? NOT_LOOKED_UP;
    if (index === NOT_LOOKED_UP) {
      index = lookUp(place);
      indexes[place] = index;
    }
    to[i] = index;
  }
}

/** Finds the index of each entry, and adds new ones. */
export interface GrowingDictionary {
  readonly entries: readonly string[];
  indexOf(entry: string): number;
}

export interface SortedDictionary {
  readonly entries: readonly string[];
  /** The index into the sorted entries of each index as given before. */
  readonly newIndexes: Uint32Array;
}

/** The values of a dimension, the oldest first. Once there are too many, new ones become `(other)`. */
export class ValueDictionary implements GrowingDictionary {
  readonly #indexes = new Map<string, number>();
  readonly #valuesMax: number;
  #kept = 0;

  constructor(valuesMax = Number.POSITIVE_INFINITY) {
    this.#valuesMax = valuesMax;
  }

  get entries(): readonly string[] {
    return [...this.#indexes.keys()];
  }

  indexOf(value: string): number {
    const index = this.#indexes.get(value);
    if (index !== undefined) return index;
    const isOwn = value !== NO_VALUE && value !== OTHER_VALUES;
    if (isOwn && this.#kept === this.#valuesMax) return this.indexOf(OTHER_VALUES);
    if (isOwn) this.#kept++;
    this.#indexes.set(value, this.#indexes.size);
    return this.#indexes.size - 1;
  }
}

/** Subjects, as entries of a run. */
export class SubjectDictionary implements GrowingDictionary {
  readonly #ofObjects = new Map<LogSubject, number>();
  readonly #indexes = new Map<string, number>();

  get entries(): readonly string[] {
    return [...this.#indexes.keys()];
  }

  /** The same object is found without looking at its ancestors. */
  indexOfSubject(subject: LogSubject): number {
    let index = this.#ofObjects.get(subject);
    if (index === undefined) {
      index = this.indexOf(entryOf(subject));
      this.#ofObjects.set(subject, index);
    }
    return index;
  }

  indexOf(entry: string): number {
    let index = this.#indexes.get(entry);
    if (index === undefined) {
      index = this.#indexes.size;
      this.#indexes.set(entry, index);
    }
    return index;
  }
}

export function sortedDictionary({ entries }: Pick<GrowingDictionary, 'entries'>): SortedDictionary {
  const order = Uint32Array.from(entries.keys()).sort((a, b) => (entries[a]! < entries[b]! ? -1 : 1));
  const newIndexes = new Uint32Array(entries.length);
  for (const [newIndex, index] of order.entries()) newIndexes[index] = newIndex;
  return { entries: Array.from(order, (index) => entries[index]!), newIndexes };
}

/** If there are too many values, only those are kept that have the most visitors: see `valuesToGiveUp`. */
export function sortedValues(
  dictionary: ValueDictionary,
  addVisitors: (visitors: ValueVisitors) => void,
): SortedDictionary {
  const { entries: values } = dictionary;
  const givenUp = valuesToGiveUp(values, addVisitors);
  if (givenUp.size === 0) return sortedDictionary({ entries: values });
  const kept = new ValueDictionary();
  const indexes = Uint32Array.from(values, (value, i) => kept.indexOf(givenUp.has(i) ? OTHER_VALUES : value));
  const { entries, newIndexes } = sortedDictionary(kept);
  return { entries, newIndexes: indexes.map((index) => newIndexes[index]!) };
}

function replaceIndexes(column: Uint16Array | Uint32Array, count: number, newIndexes: Uint32Array): void {
  for (let i = 0; i < count; i++) column[i] = newIndexes[column[i]!]!;
}
