// Several runs of a day become one. The events are merged range by range of the visitors' hashes, and each run is decoded block by
// block, so the memory that this takes does not grow with the events.
import { NO_VALUE, STORED_DIMENSIONS } from '../dimensions/dimension.ts';
import { InvalidRunError } from './bytes.ts';
import { SubjectDictionary, ValueDictionary } from './encode-runs.ts';
import { EventTable, sortedIndexes } from './event-table.ts';
import type { LogEvent, LogSubject } from './log-event.ts';
import {
  ALL_VISITORS,
  type DictionaryColumn,
  dimensionColumn,
  type Indexes,
  type RevenueBlock,
  type Run,
  readSubject,
  revenueBlocks,
  secondBlocks,
  subjectColumn,
  typeBlocks,
  type VisitorBlock,
  visitorBlocks,
} from './run.ts';
import { type Dictionaries, RunWriter } from './run-writer.ts';

/** Events that a day keeps. */
export const DAY_EVENTS_MAX = 2_000_000;
/** Roughly, of all runs together. */
const EVENTS_PER_RANGE = 32_768;

export interface MergeOptions {
  /** Visitors to erase. */
  readonly without?: readonly Pick<LogEvent, 'visitorLow' | 'visitorHigh'>[];
  /** Default: `DAY_EVENTS_MAX`. */
  readonly eventsMax?: number;
}

/**
 * One run of a day from several, with all their events; equal events are all kept. If a dimension has too many values, those of the first
 * runs are kept: give the oldest run first. If the events are too many, only visitors below a threshold are kept.
 */
export function mergeRuns(runs: readonly Run[], { without = [], eventsMax = DAY_EVENTS_MAX }: MergeOptions = {}): Run {
  const [first] = runs;
  if (!first || runs.some(({ day }) => day !== first.day)) throw new Error('only runs of one day can be merged');
  const threshold = thresholdOf(runs, eventsMax);
  const isKept = visitorTest(threshold, without);
  const isAnyLost = without.length > 0 || runs.some((run) => run.threshold > threshold);
  const left = runs.filter((run) => hasAny(run, isKept));
  const columns = left.map((run) => openColumns(run));
  const used = left.map((run) => (isAnyLost ? usedEntries(run, isKept) : undefined));
  const { dictionaries, newIndexes } = uniteDictionaries(columns, used);
  const cursors = columns.map((ofRun, i) => new RunCursor(ofRun, newIndexes[i]!, isKept));
  const writer = new RunWriter(first.day, threshold, dictionaries);
  for (const end of rangeEnds(left)) {
    const table = new EventTable();
    for (const cursor of cursors) cursor.moveTo(end, table);
    writer.add(table, sortedIndexes(table));
  }
  return writer.finish();
}

type VisitorTest = (high: number, low: number) => boolean;

function visitorTest(threshold: number, without: NonNullable<MergeOptions['without']>): VisitorTest {
  const erased = without.map(({ visitorHigh, visitorLow }) => ({ high: visitorHigh >>> 0, low: visitorLow >>> 0 }));
  return (high, low) => high < threshold && !erased.some((visitor) => visitor.high === high && visitor.low === low);
}

function hasAny(run: Run, isKept: VisitorTest): boolean {
  if (run.eventCount === 0) return false;
  for (const { high, low } of visitorBlocks(run)) if (high.some((half, i) => isKept(half, low[i]!))) return true;
  return false;
}

function* rangeEnds(runs: readonly Run[]): Generator<number> {
  const ranges = Math.ceil(eventsIn(runs) / EVENTS_PER_RANGE) || 1;
  for (let range = 1; range <= ranges; range++) yield Math.ceil((ALL_VISITORS / ranges) * range);
}

function eventsIn(runs: readonly Run[]): number {
  return runs.reduce((sum, { eventCount }) => sum + eventCount, 0);
}

/** The visitors are divided into so many parts, of which the first ones are kept. */
const THRESHOLDS = 2 ** 16;
const THRESHOLD_STEP = ALL_VISITORS / THRESHOLDS;

/** The highest one, of a limited number, below which there are at most so many events. */
function thresholdOf(runs: readonly Run[], eventsMax: number): number {
  const lowest = runs.reduce((threshold, run) => Math.min(threshold, run.threshold), ALL_VISITORS);
  if (eventsIn(runs) <= eventsMax) return lowest;
  const events = new Float64Array(THRESHOLDS);
  for (const run of runs) {
    for (const { high, counts } of visitorBlocks(run)) {
      for (let i = 0; i < high.length; i++) events[Math.floor(high[i]! / THRESHOLD_STEP)]! += counts[i]!;
    }
  }
  let sum = 0;
  for (let step = 0; step * THRESHOLD_STEP < lowest; step++) {
    sum += events[step]!;
    if (sum > eventsMax) return step * THRESHOLD_STEP;
  }
  return lowest;
}

// ---- Columns of a run, block by block -------------------------------------------------------------------------------

interface Columns {
  readonly visitors: Generator<VisitorBlock>;
  readonly seconds: Generator<Uint32Array>;
  readonly types: Generator<Uint8Array>;
  readonly subjects: DictionaryColumn<LogSubject>;
  readonly revenue: Generator<RevenueBlock>;
  /** In the order of `STORED_DIMENSIONS`. */
  readonly dimensions: readonly (DictionaryColumn<string> | undefined)[];
}

function openColumns(run: Run): Columns {
  return {
    visitors: visitorBlocks(run),
    seconds: secondBlocks(run),
    types: typeBlocks(run),
    subjects: subjectColumn(run, readSubject),
    revenue: revenueBlocks(run),
    dimensions: STORED_DIMENSIONS.map((name) => dimensionColumn(run, name)),
  };
}

/** Something for each entry of the dictionaries of a run. */
interface ForEntries<Values> {
  readonly subjects: Values;
  /** In the order of `STORED_DIMENSIONS`. */
  readonly dimensions: readonly Values[];
}

/** Which entries the visitors that are kept use (1). What only others had is erased. */
function usedEntries(run: Run, isKept: VisitorTest): ForEntries<Uint8Array> {
  const { visitors, subjects, dimensions } = openColumns(run);
  const used = {
    subjects: new Uint8Array(subjects.dictionary.length),
    dimensions: dimensions.map((column) => new Uint8Array(column?.dictionary.length ?? 0)),
  };
  for (const block of visitors) {
    markUsed(used.subjects, subjects.blocks.next().value, block, isKept);
    for (const [i, column] of dimensions.entries()) {
      if (column) markUsed(used.dimensions[i]!, column.blocks.next().value, block, isKept);
    }
  }
  return used;
}

function markUsed(used: Uint8Array, indexes: Indexes, { high, low, counts }: VisitorBlock, isKept: VisitorTest): void {
  let event = 0;
  for (let i = 0; i < high.length; i++) {
    const end = event + counts[i]!;
    if (!isKept(high[i]!, low[i]!)) event = end;
    for (; event < end; event++) used[indexes[event]!] = 1;
  }
}

interface UnitedDictionaries {
  readonly dictionaries: Dictionaries;
  /** For each run, for each entry of its dictionaries: the index in the united one. A run without a column has one entry. */
  readonly newIndexes: readonly ForEntries<Uint32Array>[];
}

/** The first runs first: their values are kept. */
function uniteDictionaries(
  runs: readonly Columns[],
  used: readonly (ForEntries<Uint8Array> | undefined)[],
): UnitedDictionaries {
  const subjects = unite(
    runs.map(({ subjects }) => subjects.dictionary),
    used.map((entries) => entries?.subjects),
    new SubjectDictionary(),
  );
  const dimensions = STORED_DIMENSIONS.map((_, i) => {
    const isThere = runs.some((run) => run.dimensions[i]);
    return unite(
      runs.map((run) => run.dimensions[i]?.dictionary ?? (isThere ? [NO_VALUE] : [])),
      used.map((entries, run) => (runs[run]!.dimensions[i] ? entries?.dimensions[i] : undefined)),
      new ValueDictionary(),
    );
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
  used: readonly (Uint8Array | undefined)[],
  union: {
    indexOf(entry: Entry): number;
    sorted(): { readonly entries: readonly Entry[]; readonly newIndexes: Uint32Array };
  },
): { readonly entries: readonly Entry[]; readonly newIndexes: readonly Uint32Array[] } {
  const indexes = dictionaries.map((dictionary, run) =>
    Uint32Array.from(dictionary, (entry, i) => (used[run]?.[i] === 0 ? 0 : union.indexOf(entry))),
  );
  const { entries, newIndexes } = union.sorted();
  return { entries, newIndexes: indexes.map((ofRun) => ofRun.map((index) => newIndexes[index] ?? 0)) };
}

/** Goes through the events of a run, once. */
class RunCursor {
  readonly #columns: Columns;
  readonly #newIndexes: ForEntries<Uint32Array>;
  readonly #isKept: VisitorTest;
  #block: Block | undefined;
  /** In the block. */
  #visitor = 0;
  #event = 0;

  constructor(columns: Columns, newIndexes: ForEntries<Uint32Array>, isKept: VisitorTest) {
    this.#columns = columns;
    this.#newIndexes = newIndexes;
    this.#isKept = isKept;
    this.#block = nextBlock(columns);
  }

  /** Adds the events of visitors whose high half is below `end` to the table. */
  moveTo(end: number, table: EventTable): void {
    while (this.#block) {
      const { high, low, counts } = this.#block.visitors;
      for (; this.#visitor < high.length && high[this.#visitor]! < end; this.#visitor++) {
        const count = counts[this.#visitor]!;
        if (this.#isKept(high[this.#visitor]!, low[this.#visitor]!)) this.#copy(this.#block, count, table);
        this.#event += count;
      }
      if (this.#visitor < high.length) return;
      this.#block = nextBlock(this.#columns);
      this.#visitor = 0;
      this.#event = 0;
    }
  }

  #copy({ visitors, seconds, types, subjects, revenue, dimensions }: Block, count: number, table: EventTable): void {
    table.reserve(table.count + count);
    for (let event = this.#event; event < this.#event + count; event++) {
      const at = table.count++;
      table.high[at] = visitors.high[this.#visitor]!;
      table.low[at] = visitors.low[this.#visitor]!;
      table.second[at] = seconds[event]!;
      table.type[at] = types[event]!;
      table.subject[at] = this.#newIndexes.subjects[subjects[event]!]!;
      table.revenue[at] = revenue[event]!;
      for (let i = 0; i < dimensions.length; i++) {
        table.dimensions[i]![at] = this.#newIndexes.dimensions[i]![dimensions[i]?.[event] ?? 0]!;
      }
    }
  }
}

interface Block {
  readonly visitors: VisitorBlock;
  readonly seconds: Uint32Array;
  readonly types: Uint8Array;
  readonly subjects: Indexes;
  readonly revenue: Float64Array;
  readonly dimensions: readonly (Indexes | undefined)[];
}

function nextBlock(columns: Columns): Block | undefined {
  const visitors = columns.visitors.next();
  if (visitors.done) return undefined;
  const types: Uint8Array = columns.types.next().value;
  const revenue = new Float64Array(types.length);
  const { positions, amounts }: RevenueBlock = columns.revenue.next().value;
  for (const [i, position] of positions.entries()) revenue[position] = amounts[i]!;
  return {
    visitors: visitors.value,
    seconds: columns.seconds.next().value,
    types,
    subjects: nextIndexes(columns.subjects),
    revenue,
    dimensions: columns.dimensions.map((column) => column && nextIndexes(column)),
  };
}

function nextIndexes({ dictionary, blocks }: DictionaryColumn<unknown>): Indexes {
  const indexes: Indexes = blocks.next().value;
  for (let i = 0; i < indexes.length; i++) {
    if (indexes[i]! >= dictionary.length) throw new InvalidRunError('an index is not in its dictionary');
  }
  return indexes;
}
