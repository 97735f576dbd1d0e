// Takes events out of a run: to divide a large one by its visitors, and to erase a visitor.
import { encodeRuns } from './encode-runs.ts';
import type { LogEvent, LogEventType } from './log-event.ts';
import { type Run, visitorBlocks } from './run.ts';
import { decodeRun, type RunEvents } from './run-cursor.ts';
import { RunWriter } from './run-writer.ts';

/** A question about a sample reads only the parts that it needs. Smaller parts would repeat their dictionaries too often. */
const PART_EVENTS_MAX = 32_768;

export interface RunPart {
  /** The high halves of the visitors' hashes, as unsigned numbers, are not below it. */
  readonly visitorsFrom: number;
  readonly run: Run;
}

/** Parts of about equal ranges of visitors, in their order. Most runs are one part. */
export function divideRun(run: Run, eventsMax = PART_EVENTS_MAX): RunPart[] {
  const partCount = 2 ** Math.max(0, Math.ceil(Math.log2(run.eventCount / eventsMax)));
  if (partCount <= 1) return [{ visitorsFrom: 0, run }];
  const events = decodeRun(run);
  const { high } = events.table;
  const parts: RunPart[] = [];
  let start = 0;
  for (let part = 0; part < partCount; part++) {
    const visitorsFrom = Math.floor((part * run.threshold) / partCount);
    const before = Math.floor(((part + 1) * run.threshold) / partCount);
    let end = start;
    while (end < run.eventCount && high[end]! < before) end++;
    const places = Uint32Array.from({ length: end - start }, (_, index) => start + index);
    if (end > start) parts.push({ visitorsFrom, run: runWith(run, events, places) });
    start = end;
  }
  return parts;
}

export interface ErasedRun {
  /** The events of all other visitors; undefined: there are none. */
  readonly others: Run | undefined;
  /** What is left of the visitor: that something was counted, but not for whom. */
  readonly anonymous: Run;
}

/** Stands for all visitors who were erased. */
const NO_VISITOR = 0;

/**
 * Takes a visitor out of a run. The events stay counted, as in the rollups, but without visitor, time and dimensions.
 * undefined: the visitor is not in the run.
 */
export function withoutVisitor(run: Run, visitorLow: number, visitorHigh: number): ErasedRun | undefined {
  if (countVisitor(run, visitorLow, visitorHigh) === 0) return undefined;
  const events = decodeRun(run);
  const { high, low } = events.table;
  const isVisitor = (place: number) => high[place] === visitorHigh >>> 0 && low[place] === visitorLow >>> 0;
  const all = Uint32Array.from({ length: run.eventCount }, (_, place) => place);
  const erased = Array.from(all.filter(isVisitor), (place) => anonymousEvent(run.day, events, place));
  const others = all.filter((place) => !isVisitor(place));
  const [anonymous] = encodeRuns(erased);
  return {
    others: others.length === 0 ? undefined : runWith(run, events, others),
    anonymous: { ...anonymous!, threshold: run.threshold },
  };
}

export function countVisitor(run: Run, visitorLow: number, visitorHigh: number): number {
  let count = 0;
  for (const { high, low, counts } of visitorBlocks(run)) {
    for (let i = 0; i < high.length; i++) {
      if (high[i] === visitorHigh >>> 0 && low[i] === visitorLow >>> 0) count += counts[i]!;
    }
  }
  return count;
}

function anonymousEvent(day: number, { table, subjects }: RunEvents, place: number): LogEvent {
  return {
    visitorLow: NO_VISITOR,
    visitorHigh: NO_VISITOR,
    day,
    second: 0,
    type: table.type[place] as LogEventType,
    subject: subjects[table.subject[place]!]!,
    revenue: table.revenue[place]!,
    dimensions: {},
  };
}

/** The events at these places, which are in ascending order. */
function runWith({ day, threshold }: Run, { table, subjects, dimensions }: RunEvents, places: Uint32Array): Run {
  const picked = table.at(places);
  const dictionaries = {
    subjects: pick(subjects, picked.subject, picked.count),
    dimensions: dimensions.map((values, i) => pick(values, picked.dimensions[i]!, picked.count)),
  };
  const writer = new RunWriter(day, threshold, dictionaries);
  writer.add(
    picked,
    Uint32Array.from({ length: picked.count }, (_, place) => place),
  );
  return writer.finish();
}

/** Without the entries that occur at other places only: they may tell of a visitor who is erased. Changes the indexes. */
function pick<Entry>(
  dictionary: readonly Entry[],
  indexes: Uint16Array | Uint32Array,
  count: number,
): readonly Entry[] {
  if (dictionary.length === 0) return dictionary;
  const used = new Set<number>();
  for (let place = 0; place < count; place++) used.add(indexes[place]!);
  const kept = [...used].sort((a, b) => a - b);
  const newIndexes = new Uint32Array(dictionary.length);
  for (const [newIndex, index] of kept.entries()) newIndexes[index] = newIndex;
  for (let place = 0; place < count; place++) indexes[place] = newIndexes[indexes[place]!]!;
  return kept.map((index) => dictionary[index]!);
}
