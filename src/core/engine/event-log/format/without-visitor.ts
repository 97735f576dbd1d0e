// Takes a visitor out of a run.
// Why: docs/decisions/reports.md, "Events of nobody have a hash without a low half".
import { NO_VALUE, STORED_DIMENSIONS } from '../../../foundation/dimensions/dimension.ts';
import { NOBODY_LOW } from '../../../foundation/sketches/visitor-hash.ts';
import { decodeRun, dictionariesOf } from './decode-run.ts';
import { EventTable, sortedIndexes } from './event-table.ts';
import { type Run, visitorsOf } from './run.ts';
import { writeRun } from './write-run.ts';

export interface ErasedRun {
  /** The events of all other visitors; undefined: there are none. */
  readonly others: Run | undefined;
  /** What is left of the visitor: that something was counted, but not for whom. */
  readonly anonymous: Run;
}

/**
 * Takes a visitor out of a run. The events stay counted, as in the rollups, but without visitor, time and dimensions. All get the same
 * second (see `noTimeIn`). undefined: the visitor is not in the run.
 */
export function withoutVisitor(
  run: Run,
  visitorLow: number,
  visitorHigh: number,
  second: number,
): ErasedRun | undefined {
  if (countVisitor(run, visitorLow, visitorHigh) === 0) return undefined;
  const { day, threshold } = run;
  const table = decodeRun(run);
  const dictionaries = dictionariesOf(run);
  const isVisitor = (place: number) => table.high[place] === visitorHigh >>> 0 && table.low[place] === visitorLow >>> 0;
  const all = Uint32Array.from({ length: run.eventCount }, (_, place) => place);
  const others = all.filter((place) => !isVisitor(place));
  const erased = anonymousEvents(table, all.filter(isVisitor), threshold, second);
  return {
    others: others.length === 0 ? undefined : writeRun({ day, threshold, table, order: others, dictionaries }),
    anonymous: writeRun({
      day,
      threshold,
      table: erased,
      order: sortedIndexes(erased),
      dictionaries: { ...dictionaries, dimensions: STORED_DIMENSIONS.map(() => [NO_VALUE]) },
    }),
  };
}

export function countVisitor(run: Run, visitorLow: number, visitorHigh: number): number {
  const { high, low, counts } = visitorsOf(run);
  let count = 0;
  for (let i = 0; i < high.length; i++) {
    if (high[i] === visitorHigh >>> 0 && low[i] === visitorLow >>> 0) count += counts[i]!;
  }
  return count;
}

/**
 * The events at these places, as events of nobody at no time. Each is in samples of its own, so that nothing tells which of them were of
 * the same visitor.
 */
function anonymousEvents(table: EventTable, places: Uint32Array, threshold: number, second: number): EventTable {
  const events = new EventTable();
  for (const place of places) events.append(table, place, place + 1);
  events.low.fill(NOBODY_LOW);
  for (let event = 0; event < events.count; event++) events.high[event] = Math.floor(Math.random() * threshold);
  events.second.fill(second);
  for (const column of events.dimensions) column.fill(0);
  return events;
}
