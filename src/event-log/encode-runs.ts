// Events to runs: what a commit writes.
import { type DimensionValues, NO_VALUE, OTHER_VALUES, STORED_DIMENSIONS } from '../dimensions/dimension.ts';
import { EventTable, sortedIndexes } from './event-table.ts';
import type { LogEvent, LogSubject } from './log-event.ts';
import { ALL_VISITORS, lineOf, type Run } from './run.ts';
import { RunWriter } from './run-writer.ts';

/** Different values of a dimension and day, besides `(none)` and `(other)`. */
export const VALUES_MAX = 10_000;

/**
 * The runs of these events, one for each of their days, the first day first. Each event is read once, so they may be one object that
 * changes; but subjects and dimensions must not change. If many events share the object of their dimensions, it is faster.
 */
export function encodeRuns(events: Iterable<LogEvent>): Run[] {
  const days = new Map<number, DayBuilder>();
  for (const event of events) {
    let builder = days.get(event.day);
    if (!builder) {
      builder = new DayBuilder();
      days.set(event.day, builder);
    }
    builder.add(event);
  }
  return [...days].sort(([a], [b]) => a - b).map(([day, builder]) => builder.run(day));
}

class DayBuilder {
  readonly #table = new EventTable();
  readonly #subjects = new SubjectDictionary();
  readonly #dimensions = STORED_DIMENSIONS.map(() => new ValueDictionary());
  /** The indexes of their values. */
  readonly #tuples = new Map<DimensionValues, readonly number[]>();

  add(event: LogEvent): void {
    const table = this.#table;
    table.reserve(table.count + 1);
    const at = table.count++;
    table.high[at] = event.visitorHigh;
    table.low[at] = event.visitorLow;
    table.second[at] = event.second;
    table.type[at] = event.type;
    table.subject[at] = this.#subjects.indexOf(event.subject);
    table.revenue[at] = event.revenue;
    const tuple = this.#tupleOf(event.dimensions);
    for (let i = 0; i < tuple.length; i++) table.dimensions[i]![at] = tuple[i]!;
  }

  run(day: number): Run {
    const { count, subject, dimensions } = this.#table;
    const subjects = this.#subjects.sorted();
    const values = this.#dimensions.map((dictionary) => dictionary.sorted());
    replaceIndexes(subject, count, subjects.newIndexes);
    for (const [i, { newIndexes }] of values.entries()) replaceIndexes(dimensions[i]!, count, newIndexes);
    const dictionaries = { subjects: subjects.entries, dimensions: values.map(({ entries }) => entries) };
    const writer = new RunWriter(day, ALL_VISITORS, dictionaries);
    writer.add(this.#table, sortedIndexes(this.#table));
    return writer.finish();
  }

  #tupleOf(values: DimensionValues): readonly number[] {
    let tuple = this.#tuples.get(values);
    if (!tuple) {
      tuple = STORED_DIMENSIONS.map((name, i) => this.#dimensions[i]!.indexOf(values[name] ?? NO_VALUE));
      this.#tuples.set(values, tuple);
    }
    return tuple;
  }
}

interface SortedDictionary<Entry> {
  readonly entries: readonly Entry[];
  /** For each index as given before, the one into the sorted entries. */
  readonly newIndexes: Uint32Array;
}

/** The values of a dimension. Once there are too many, new ones become `(other)`. */
export class ValueDictionary {
  readonly #indexes = new Map<string, number>();
  #kept = 0;

  indexOf(value: string): number {
    const index = this.#indexes.get(value);
    if (index !== undefined) return index;
    const isOwn = value !== NO_VALUE && value !== OTHER_VALUES;
    if (isOwn && this.#kept === VALUES_MAX) return this.indexOf(OTHER_VALUES);
    if (isOwn) this.#kept++;
    this.#indexes.set(value, this.#indexes.size);
    return this.#indexes.size - 1;
  }

  sorted(): SortedDictionary<string> {
    return sortedByKey(this.#indexes.keys(), (value) => value);
  }
}

export class SubjectDictionary {
  /** The same object is found without looking at its ancestors. */
  readonly #objects = new Map<LogSubject, number>();
  readonly #indexes = new Map<string, number>();
  readonly #subjects: LogSubject[] = [];

  indexOf(subject: LogSubject): number {
    let index = this.#objects.get(subject);
    if (index === undefined) {
      index = this.#indexOfKey(subject);
      this.#objects.set(subject, index);
    }
    return index;
  }

  sorted(): SortedDictionary<LogSubject> {
    return sortedByKey(this.#subjects, keyOf);
  }

  #indexOfKey(subject: LogSubject): number {
    const key = keyOf(subject);
    let index = this.#indexes.get(key);
    if (index === undefined) {
      index = this.#subjects.push(subject) - 1;
      this.#indexes.set(key, index);
    }
    return index;
  }
}

function keyOf(subject: LogSubject): string {
  return lineOf(subject)
    .map(({ kind, id, viewsCountForParent }) => `${kind}/${id}/${viewsCountForParent}`)
    .join();
}

function sortedByKey<Entry>(entries: Iterable<Entry>, key: (entry: Entry) => string): SortedDictionary<Entry> {
  const keyed = Array.from(entries, (entry, index) => ({ entry, index, key: key(entry) }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : 1));
  const newIndexes = new Uint32Array(keyed.length);
  for (const [newIndex, { index }] of keyed.entries()) newIndexes[index] = newIndex;
  return { entries: keyed.map(({ entry }) => entry), newIndexes };
}

function replaceIndexes(column: Uint16Array | Uint32Array, count: number, newIndexes: Uint32Array): void {
  for (let i = 0; i < count; i++) column[i] = newIndexes[column[i]!]!;
}
