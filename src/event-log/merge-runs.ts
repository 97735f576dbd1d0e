// Several runs of a day become one.
import type { DimensionValues } from '../dimensions/dimension.ts';
import { STORED_DIMENSIONS } from '../dimensions/dimension.ts';
import { runOf } from './encode-runs.ts';
import type { LogEvent, LogEventType } from './log-event.ts';
import {
  decodeDimension,
  decodeRevenue,
  decodeSeconds,
  decodeSubjects,
  decodeTypes,
  decodeVisitors,
  type Run,
} from './run.ts';

/** Events that a day keeps. */
export const DAY_EVENTS_MAX = 2_000_000;

/**
 * One run of a day from several, with all their events. If a dimension has too many values, those of the first runs are
 * kept: give the oldest run first. If the events are too many, only visitors below a threshold are kept.
 */
export function mergeRuns(runs: readonly [Run, ...Run[]], eventsMax = DAY_EVENTS_MAX): Run {
  const { day } = runs[0];
  if (runs.some((run) => run.day !== day)) throw new Error('only runs of the same day can be merged');
  let threshold = Math.min(...runs.map((run) => run.threshold));
  let events = runs.flatMap((run) => [...eventsOf(run)]).filter((event) => event.visitorHigh >>> 0 < threshold);
  if (events.length > eventsMax) {
    threshold = Uint32Array.from(events, ({ visitorHigh }) => visitorHigh).sort()[eventsMax]!;
    events = events.filter((event) => event.visitorHigh >>> 0 < threshold);
  }
  return runOf(day, events, threshold);
}

function* eventsOf(run: Run): Generator<LogEvent> {
  const { high, low } = decodeVisitors(run);
  const seconds = decodeSeconds(run);
  const types = decodeTypes(run);
  const subjects = decodeSubjects(run);
  const revenue = decodeRevenue(run);
  const dimensions = STORED_DIMENSIONS.map((name) => [name, decodeDimension(run, name)] as const);
  for (let i = 0; i < run.eventCount; i++) {
    const values = dimensions.flatMap(([name, column]) =>
      column ? [[name, column.dictionary[column.indexes[i]!]]] : [],
    );
    yield {
      visitorLow: low[i]! | 0,
      visitorHigh: high[i]! | 0,
      day: run.day,
      second: seconds[i]!,
      type: types[i] as LogEventType,
      subject: subjects.dictionary[subjects.indexes[i]!]!,
      revenue: revenue?.[i] ?? 0,
      dimensions: Object.fromEntries(values) as DimensionValues,
    };
  }
}
