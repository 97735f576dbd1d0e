// Events of one day while they are collected: from a commit, or from rows that commits have written.
import { NO_VALUE, OTHER_VALUES, STORED_DIMENSIONS, valuesOf } from '../dimensions/dimension.ts';
import { DIMENSION_COUNT, type DimensionRows } from '../dimensions/dimension-rows.ts';
import { EventTable, sortedIndexes } from './event-table.ts';
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

  /** The first day first. */
  days(): DayEvents[] {
    return [...this.#days.values()].sort((a, b) => a.day - b.day);
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
  /** In the order of `STORED_DIMENSIONS`. */
  readonly dimensions = STORED_DIMENSIONS.map(() => new ValueDictionary(VALUES_COLLECTED_MAX));

  /** The rows that events came with last, and for each dimension and place the index in the dictionary; undefined: not looked up yet. */
  #rows: DimensionRows | undefined;
  #indexes: (number | undefined)[][] = [];

  constructor(day: number) {
    this.day = day;
  }

  add(event: LogEvent): void {
    const at = this.#addColumns(event);
    const values = valuesOf(event.dimensions);
    for (let i = 0; i < values.length; i++) {
      this.table.dimensions[i]![at] = this.dimensions[i]!.indexOf(values[i] ?? NO_VALUE);
    }
  }

  /** Each value of the rows is looked up once, as long as no event of other rows comes in between. */
  addRow(event: EventWithoutDimensions, dimensions: DimensionRows, row: number): void {
    const at = this.#addColumns(event);
    if (this.#rows !== dimensions) {
      this.#rows = dimensions;
      this.#indexes = STORED_DIMENSIONS.map(() => []);
    }
    const { rows } = dimensions;
    const columns = this.table.dimensions;
    const first = row * DIMENSION_COUNT;
    for (let i = 0; i < DIMENSION_COUNT; i++) {
      const place = rows[first + i]!;
      columns[i]![at] = this.#indexes[i]![place] ?? this.#lookUp(dimensions, i, place);
    }
  }

  #lookUp({ values }: DimensionRows, dimension: number, place: number): number {
    const index = this.dimensions[dimension]!.indexOf(place === 0 ? NO_VALUE : values[dimension]![place - 1]!);
    this.#indexes[dimension]![place] = index;
    return index;
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

/** Finds the index of each entry, and adds new ones. */
export interface GrowingDictionary {
  readonly entries: readonly string[];
  indexOf(entry: string): number;
}

export interface SortedDictionary {
  readonly entries: readonly string[];
  /** For each index as given before, the one into the sorted entries. */
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

/** Of too many values, only those are kept that have the most visitors: see `valuesToGiveUp`. */
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
