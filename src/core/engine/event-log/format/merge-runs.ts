// Several runs of a day become one, in parts. The events are merged part by part of the visitors' hashes, and of each run only what the
// part needs is in memory.
import { STORED_DIMENSIONS } from '../../../foundation/dimensions/dimension.ts';
import {
  type GrowingDictionary,
  type SortedDictionary,
  SubjectDictionary,
  sortedDictionary,
  sortedValues,
  ValueDictionary,
} from './day-events.ts';
import { decodeRun, dictionariesOf } from './decode-run.ts';
import { EventTable, sortedIndexes } from './event-table.ts';
import type { ValueVisitors } from './kept-values.ts';
import { ALL_VISITORS, firstHighOf, type Run, type Visitors, visitorsOf } from './run.ts';
import { PART_EVENTS_MAX, type RunPart, rangesOfParts } from './run-parts.ts';
import { type Dictionaries, type RunContent, writeRun } from './write-run.ts';

/** Events that a day keeps. */
const DAY_EVENTS_MAX = 2_000_000;
interface MergeLimits {
  readonly eventsMax?: number | undefined;
  /** Roughly. */
  readonly partEventsMax?: number | undefined;
}

/**
 * One run of a day from several, with all their events; equal events are all kept. Its parts have about equal ranges of visitors, in their
 * order; most runs are one part. If a dimension has too many values, those of the most visitors are kept, and of equal ones those of the
 * first runs: give the oldest run first. If the events are too many, only visitors below a threshold are kept.
 */
export function mergeRuns(
  given: readonly (Run | RunContent)[],
  { eventsMax = DAY_EVENTS_MAX, partEventsMax = PART_EVENTS_MAX }: MergeLimits = {},
): RunPart[] {
  const runs = given.map((run) => ('columns' in run ? storedEvents(run) : collectedEvents(run)));
  const [first] = runs;
  if (!first || runs.some(({ day }) => day !== first.day)) throw new Error('only runs of one day can be merged');
  const threshold = thresholdOf(runs, eventsMax);
  const merged = runs.filter(({ eventCount }) => eventCount > 0);
  const { dictionaries, newIndexes } = uniteDictionaries(merged);
  const cursors = merged.map((run, index) => new RunCursor(run, newIndexes[index]!));
  const eventCount = Math.min(eventsIn(runs), eventsMax);
  return rangesOfParts(threshold, eventCount, partEventsMax).flatMap(({ from, before }) => {
    const table = new EventTable();
    for (const cursor of cursors) cursor.moveTo(before, table);
    if (table.count === 0) return [];
    const content = { day: first.day, threshold, table, order: sortedIndexes(table), dictionaries };
    return [{ visitorsFrom: from, run: writeRun(content) }];
  });
}

/** The events of a run that is stored, or of one in memory. */
interface MergedRun {
  readonly day: number;
  readonly eventCount: number;
  readonly threshold: number;
  visitors(): Pick<Visitors, 'high' | 'counts'>;
  /** The high half of the first visitor. */
  firstHigh(): number;
  dictionaries(): Dictionaries;
  /** The events in the order of the run. */
  events(): EventTable;
}

function storedEvents(run: Run): MergedRun {
  const { day, eventCount, threshold } = run;
  return {
    day,
    eventCount,
    threshold,
    visitors: () => visitorsOf(run),
    firstHigh: () => firstHighOf(run),
    dictionaries: () => dictionariesOf(run),
    events: () => decodeRun(run),
  };
}

/** Nothing of it has to be encoded and decoded again. */
function collectedEvents({ day, threshold, table, order, dictionaries }: RunContent): MergedRun {
  const events = table.picked(order);
  return {
    day,
    eventCount: order.length,
    threshold,
    visitors: () => ({ high: events.high, counts: new Uint8Array(order.length).fill(1) }),
    firstHigh: () => events.high[0]!,
    dictionaries: () => dictionaries,
    events: () => events,
  };
}

function eventsIn(runs: readonly MergedRun[]): number {
  return runs.reduce((sum, { eventCount }) => sum + eventCount, 0);
}

/** The visitors are divided into so many ranges, of which the first ones are kept. */
const RANGES = 2 ** 16;
const RANGE = ALL_VISITORS / RANGES;

/** The threshold is as high as possible with at most so many events below it, but not without any visitors. */
function thresholdOf(runs: readonly MergedRun[], eventsMax: number): number {
  const lowest = runs.reduce((threshold, run) => Math.min(threshold, run.threshold), ALL_VISITORS);
  if (eventsIn(runs) <= eventsMax) return lowest;
  const events = new Float64Array(RANGES);
  for (const run of runs) {
    const { high, counts } = run.visitors();
    for (let i = 0; i < high.length; i++) events[Math.floor(high[i]! / RANGE)]! += counts[i]!;
  }
  let sum = events[0]!;
  let range = 1;
  while (range * RANGE < lowest && sum + events[range]! <= eventsMax) sum += events[range++]!;
  return Math.min(lowest, range * RANGE);
}

/** Goes through the events of a run once. They are in memory only from the first visitor to the last one. */
class RunCursor {
  readonly #run: MergedRun;
  readonly #newIndexes: NewIndexes;
  readonly #firstHigh: number;
  #table: EventTable | undefined;
  #at = 0;

  constructor(run: MergedRun, newIndexes: NewIndexes) {
    this.#run = run;
    this.#newIndexes = newIndexes;
    this.#firstHigh = run.firstHigh();
  }

  /** Adds the events of the next visitors, whose high half is below `end`, to the table. */
  moveTo(end: number, to: EventTable): void {
    if (this.#firstHigh >= end || this.#at === this.#run.eventCount) return;
    this.#table ??= decodeWith(this.#run, this.#newIndexes);
    const { high, count } = this.#table;
    const first = this.#at;
    while (this.#at < count && high[this.#at]! < end) this.#at++;
    to.append(this.#table, first, this.#at);
    if (this.#at === count) this.#table = undefined;
  }
}

/** The index in others of each entry of a run's dictionaries. */
interface NewIndexes {
  readonly subjects: Uint32Array;
  /** The order of `STORED_DIMENSIONS`. */
  readonly dimensions: readonly Uint32Array[];
}

function decodeWith(run: MergedRun, { subjects, dimensions }: NewIndexes): EventTable {
  const table = run.events();
  for (let i = 0; i < table.count; i++) table.subject[i] = subjects[table.subject[i]!]!;
  for (const [dimension, column] of table.dimensions.entries()) {
    const newIndexes = dimensions[dimension]!;
    for (let i = 0; i < table.count; i++) column[i] = newIndexes[column[i]!]!;
  }
  return table;
}

/** The first runs first. */
function uniteDictionaries(runs: readonly MergedRun[]): {
  readonly dictionaries: Dictionaries;
  /** The new indexes of each run. */
  readonly newIndexes: readonly NewIndexes[];
} {
  const given = runs.map((run) => run.dictionaries());
  const subjects = unite(
    given.map((run) => run.subjects),
    new SubjectDictionary(),
    sortedDictionary,
  );
  const dimensions = STORED_DIMENSIONS.map((_, dimension) =>
    unite(
      given.map((run) => run.dimensions[dimension]!),
      new ValueDictionary(),
      (union, indexes) =>
        sortedValues(union, (visitors) => {
          for (const [run, ofRun] of indexes.entries()) addVisitors(visitors, runs[run]!, dimension, ofRun);
        }),
    ),
  );
  return {
    dictionaries: { subjects: subjects.entries, dimensions: dimensions.map(({ entries }) => entries) },
    newIndexes: runs.map((_, run) => ({
      subjects: subjects.newIndexes[run]!,
      dimensions: dimensions.map(({ newIndexes }) => newIndexes[run]!),
    })),
  };
}

/** The visitors of the values of a run. `indexes`: for each entry of its dictionary the number of the value. */
function addVisitors(visitors: ValueVisitors, run: MergedRun, dimension: number, indexes: Uint32Array): void {
  const { count, low, dimensions } = run.events();
  const values = dimensions[dimension]!;
  for (let event = 0; event < count; event++) visitors.add(indexes[values[event]!]!, low[event]!);
}

/** `sort` gets the indexes into the union, for each dictionary. */
function unite<Union extends GrowingDictionary>(
  dictionaries: readonly (readonly string[])[],
  union: Union,
  sort: (union: Union, indexes: readonly Uint32Array[]) => SortedDictionary,
): { readonly entries: readonly string[]; readonly newIndexes: readonly Uint32Array[] } {
  const indexes = dictionaries.map((dictionary) => Uint32Array.from(dictionary, (entry) => union.indexOf(entry)));
  const { entries, newIndexes } = sort(union, indexes);
  return { entries, newIndexes: indexes.map((ofRun) => ofRun.map((index) => newIndexes[index]!)) };
}
