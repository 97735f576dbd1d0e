// Several runs of a day become one. The events are merged range by range of the visitors' hashes, and each run is decoded block by
// block, so the memory that this takes does not grow with the events.
import { NO_VALUE, STORED_DIMENSIONS } from '../dimensions/dimension.ts';
import { SubjectDictionary, ValueDictionary } from './encode-runs.ts';
import { EventTable, sortedIndexes } from './event-table.ts';
import { ALL_VISITORS, type Run, visitorBlocks } from './run.ts';
import { type NewIndexes, RunCursor } from './run-cursor.ts';
import { type Dictionaries, RunWriter } from './run-writer.ts';

/** Events that a day keeps. */
const DAY_EVENTS_MAX = 2_000_000;
/** Roughly, of all runs together. */
const EVENTS_PER_RANGE = 32_768;

/**
 * One run of a day from several, with all their events; equal events are all kept. If a dimension has too many values, those of the first
 * runs are kept: give the oldest run first. If the events are too many, only visitors below a threshold are kept.
 */
export function mergeRuns(runs: readonly Run[], eventsMax = DAY_EVENTS_MAX): Run {
  const [first] = runs;
  if (!first || runs.some(({ day }) => day !== first.day)) throw new Error('only runs of one day can be merged');
  const threshold = thresholdOf(runs, eventsMax);
  const cursors = runs.filter(({ eventCount }) => eventCount > 0).map((run) => new RunCursor(run));
  const { dictionaries, newIndexes } = uniteDictionaries(cursors);
  const writer = new RunWriter(first.day, threshold, dictionaries);
  for (const end of rangeEnds(threshold, eventsIn(runs))) {
    const table = new EventTable();
    for (const [i, cursor] of cursors.entries()) cursor.moveTo(end, table, newIndexes[i]!);
    writer.add(table, sortedIndexes(table));
  }
  return writer.finish();
}

function* rangeEnds(threshold: number, eventCount: number): Generator<number> {
  const ranges = Math.ceil(eventCount / EVENTS_PER_RANGE);
  for (let range = 1; range <= ranges; range++) yield Math.ceil((threshold / ranges) * range);
}

function eventsIn(runs: readonly Run[]): number {
  return runs.reduce((sum, { eventCount }) => sum + eventCount, 0);
}

/** The visitors are divided into so many parts, of which the first ones are kept. */
const PARTS = 2 ** 16;
const PART = ALL_VISITORS / PARTS;

/** As high as possible with at most so many events below it, but not without any visitors. */
function thresholdOf(runs: readonly Run[], eventsMax: number): number {
  const lowest = runs.reduce((threshold, run) => Math.min(threshold, run.threshold), ALL_VISITORS);
  if (eventsIn(runs) <= eventsMax) return lowest;
  const events = new Float64Array(PARTS);
  for (const run of runs) {
    for (const { high, counts } of visitorBlocks(run)) {
      for (let i = 0; i < high.length; i++) events[Math.floor(high[i]! / PART)]! += counts[i]!;
    }
  }
  let sum = events[0]!;
  let part = 1;
  while (part * PART < lowest && sum + events[part]! <= eventsMax) sum += events[part++]!;
  return Math.min(lowest, part * PART);
}

/** The first runs first: their values are kept. */
function uniteDictionaries(runs: readonly RunCursor[]): {
  readonly dictionaries: Dictionaries;
  /** For each run. */
  readonly newIndexes: readonly NewIndexes[];
} {
  const subjects = unite(
    runs.map((run) => run.subjects),
    new SubjectDictionary(),
  );
  const dimensions = STORED_DIMENSIONS.map((_, i) => {
    // If no run has a value, the dictionary has none but this one, and there is no column.
    const dictionaries = runs.map((run) => run.dimensions[i] ?? [NO_VALUE]);
    return unite(dictionaries, new ValueDictionary());
  });
  return {
    dictionaries: { subjects: subjects.entries, dimensions: dimensions.map(({ entries }) => entries) },
    newIndexes: runs.map((_, run) => ({
      subjects: subjects.newIndexes[run]!,
      dimensions: dimensions.map(({ newIndexes }) => newIndexes[run]!),
    })),
  };
}

function unite<Entry>(
  dictionaries: readonly (readonly Entry[])[],
  union: {
    indexOf(entry: Entry): number;
    sorted(): { readonly entries: readonly Entry[]; readonly newIndexes: Uint32Array };
  },
): { readonly entries: readonly Entry[]; readonly newIndexes: readonly Uint32Array[] } {
  const indexes = dictionaries.map((dictionary) => Uint32Array.from(dictionary, (entry) => union.indexOf(entry)));
  const { entries, newIndexes } = union.sorted();
  return { entries, newIndexes: indexes.map((ofRun) => ofRun.map((index) => newIndexes[index]!)) };
}
