// Takes events out of a run: to divide a large one by its visitors, and to erase a visitor.
import { STORED_DIMENSIONS } from '../dimensions/dimension.ts';
import { encodeRuns } from './encode-runs.ts';
import type { LogEvent, LogEventType } from './log-event.ts';
import {
  type DictionaryColumn,
  decodeDimension,
  decodeRevenue,
  decodeSeconds,
  decodeSubjects,
  decodeTypes,
  decodeVisitors,
  encodeColumns,
  indexArrayOf,
  type Run,
  type RunContent,
} from './run.ts';

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
  const content = contentOf(run);
  const parts: RunPart[] = [];
  let start = 0;
  for (let part = 0; part < partCount; part++) {
    const visitorsFrom = Math.floor((part * run.threshold) / partCount);
    const before = Math.floor(((part + 1) * run.threshold) / partCount);
    let end = start;
    while (end < run.eventCount && content.high[end]! < before) end++;
    const places = Uint32Array.from({ length: end - start }, (_, index) => start + index);
    if (end > start) parts.push({ visitorsFrom, run: runWith(run, content, places) });
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

/** Stands for all visitors who were erased, and for those of orders without a visitor. */
const NO_VISITOR = 0;

/**
 * Takes a visitor out of a run. The events stay counted, as in the rollups, but without visitor, time and dimensions.
 * undefined: the visitor is not in the run.
 */
export function withoutVisitor(run: Run, visitorLow: number, visitorHigh: number): ErasedRun | undefined {
  const { high, low } = decodeVisitors(run);
  const isVisitor = (place: number) => high[place] === visitorHigh >>> 0 && low[place] === visitorLow >>> 0;
  const all = Uint32Array.from({ length: run.eventCount }, (_, place) => place);
  const erased = all.filter(isVisitor);
  if (erased.length === 0) return undefined;
  const content = contentOf(run);
  const others = all.filter((place) => !isVisitor(place));
  const [anonymous] = encodeRuns(Array.from(erased, (place) => anonymousEvent(run.day, content, place)));
  return {
    others: others.length === 0 ? undefined : runWith(run, content, others),
    anonymous: { ...anonymous!, threshold: run.threshold },
  };
}

export function countVisitor(run: Run, visitorLow: number, visitorHigh: number): number {
  const { high, low } = decodeVisitors(run);
  let count = 0;
  for (let place = 0; place < run.eventCount; place++) {
    if (high[place] === visitorHigh >>> 0 && low[place] === visitorLow >>> 0) count++;
  }
  return count;
}

function anonymousEvent(day: number, { type, subject, revenue }: RunContent, place: number): LogEvent {
  return {
    visitorLow: NO_VISITOR,
    visitorHigh: NO_VISITOR,
    day,
    second: 0,
    type: type[place] as LogEventType,
    subject: subject.dictionary[subject.indexes[place]!]!,
    revenue: revenue[place]!,
    dimensions: {},
  };
}

function contentOf(run: Run): RunContent {
  return {
    ...decodeVisitors(run),
    second: decodeSeconds(run),
    type: decodeTypes(run),
    subject: decodeSubjects(run),
    revenue: decodeRevenue(run) ?? new Float64Array(run.eventCount),
    dimensions: new Map(
      STORED_DIMENSIONS.flatMap((name) => {
        const column = decodeDimension(run, name);
        return column ? [[name, column] as const] : [];
      }),
    ),
  };
}

/** The events at these places, which are in ascending order. */
function runWith({ day, threshold }: Run, content: RunContent, places: Uint32Array): Run {
  const columns = encodeColumns({
    high: places.map((place) => content.high[place]!),
    low: places.map((place) => content.low[place]!),
    second: places.map((place) => content.second[place]!),
    type: Uint8Array.from(places, (place) => content.type[place]!),
    subject: pick(content.subject, places),
    revenue: Float64Array.from(places, (place) => content.revenue[place]!),
    dimensions: new Map(Array.from(content.dimensions, ([name, column]) => [name, pick(column, places)])),
  });
  return { day, eventCount: places.length, threshold, columns };
}

/** Without the values that occur at other places only: they may tell of a visitor who is erased. */
function pick<Value>({ dictionary, indexes }: DictionaryColumn<Value>, places: Uint32Array): DictionaryColumn<Value> {
  const used = new Set<number>();
  for (const place of places) used.add(indexes[place]!);
  const kept = [...used].sort((a, b) => a - b);
  const newIndexes = new Map(kept.map((index, place) => [index, place]));
  return {
    dictionary: kept.map((index) => dictionary[index]!),
    indexes: indexArrayOf(kept.length).from(Array.from(places, (place) => newIndexes.get(indexes[place]!)!)),
  };
}
