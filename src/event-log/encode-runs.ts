// Events to runs.
import { NO_VALUE, OTHER_VALUES, STORED_DIMENSIONS, type StoredDimension } from '../dimensions/dimension.ts';
import type { LogEvent, LogSubject } from './log-event.ts';
import { ALL_VISITORS, encodeColumns, type Indexes, indexArrayOf, lineOf, type Run, type RunContent } from './run.ts';

/** Different values of a dimension and day. */
export const VALUES_MAX = 10_000;

/** The runs of these events, one for each of their days. The events may be one object that changes: each is read once. */
export function encodeRuns(events: Iterable<LogEvent>): Run[] {
  const byDay = Map.groupBy(
    Array.from(events, (event) => ({ ...event })),
    ({ day }) => day,
  );
  return [...byDay.keys()].sort((a, b) => a - b).map((day) => runOf(day, byDay.get(day)!, ALL_VISITORS));
}

/** Its events in any order. */
export function runOf(day: number, events: readonly LogEvent[], threshold: number): Run {
  const dimensions = STORED_DIMENSIONS.filter((name) => events.some((event) => event.dimensions[name] !== undefined));
  const kept = new Map(dimensions.map((name) => [name, keptValues(events, name)] as const));
  const sorted = sortedByVisitor(events);
  const subjects = dictionaryOf(sorted.map(({ subject }) => subjectKey(subject)));
  const subjectsByKey = new Map(events.map(({ subject }) => [subjectKey(subject), subject]));
  const content: RunContent = {
    high: Uint32Array.from(sorted, ({ visitorHigh }) => visitorHigh),
    low: Uint32Array.from(sorted, ({ visitorLow }) => visitorLow),
    second: Uint32Array.from(sorted, ({ second }) => second),
    type: Uint8Array.from(sorted, ({ type }) => type),
    subject: { dictionary: subjects.dictionary.map((key) => subjectsByKey.get(key)!), indexes: subjects.indexes },
    revenue: Float64Array.from(sorted, ({ revenue }) => revenue),
    dimensions: new Map(
      dimensions.map((name) => {
        const values = kept.get(name)!;
        const valueIn = (event: LogEvent) => event.dimensions[name] ?? NO_VALUE;
        return [
          name,
          dictionaryOf(sorted.map((event) => (values.has(valueIn(event)) ? valueIn(event) : OTHER_VALUES))),
        ];
      }),
    ),
  };
  return { day, eventCount: events.length, threshold, columns: encodeColumns(content) };
}

function keptValues(events: readonly LogEvent[], dimension: StoredDimension): Set<string> {
  const values = new Set<string>();
  for (const { dimensions } of events) {
    if (values.size === VALUES_MAX) break;
    values.add(dimensions[dimension] ?? NO_VALUE);
  }
  return values;
}

function dictionaryOf(values: readonly string[]): { dictionary: string[]; indexes: Indexes } {
  const dictionary = [...new Set(values)].sort();
  const indexOf = new Map(dictionary.map((value, index) => [value, index]));
  return { dictionary, indexes: indexArrayOf(dictionary.length).from(values.map((value) => indexOf.get(value)!)) };
}

function subjectKey(subject: LogSubject): string {
  return lineOf(subject)
    .map(({ kind, id, viewsCountForParent }) => `${kind}/${id}/${viewsCountForParent}`)
    .join();
}

function sortedByVisitor(events: readonly LogEvent[]): LogEvent[] {
  return events.toSorted(
    (a, b) =>
      (a.visitorHigh >>> 0) - (b.visitorHigh >>> 0) ||
      (a.visitorLow >>> 0) - (b.visitorLow >>> 0) ||
      a.second - b.second,
  );
}
