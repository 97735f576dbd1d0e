// `visitor_type` is a property of a visitor's day: `new` on the first day that the runs have of the visitor, `returning` on later ones. So
// it is the same in every window, and the values of a breakdown add up. The caller also gives the runs of earlier days, as far
// as the log goes back, with the column of visitors alone. They count as events that are read: like everything that a question
// reads, they are limited by sampling. Nobody is neither new nor returning.
import { NO_VALUE } from '../../../foundation/dimensions/dimension.ts';
import type { OpenRun } from './open-runs.ts';
import { countRanges, NOBODY, PIECE, PIECE_NUMBERS } from './visitor-ranges.ts';

export const VISITOR_TYPES = ['new', 'returning', NO_VALUE];
const NEW = 0;
const RETURNING = 1;
const NONE = 2;
const LATER = 2 ** 31 - 1;

/**
 * Calls `set` with the type of each visitor on each day that is asked for, and the visitor's events of that day: from `first` on and before `end`.
 * The runs are in the order of days.
 */
export function findVisitorTypes(
  runs: readonly OpenRun[],
  threshold: number,
  set: (type: number, first: number, end: number) => void,
): void {
  countRanges(runs, threshold, ({ visitors, visitorCount, pieces, pieceCount }) => {
    const firstDays = new Int32Array(visitorCount).fill(LATER);
    let appearance = 0;
    for (let piece = 0; piece < PIECE_NUMBERS * pieceCount; piece += PIECE_NUMBERS) {
      const { day, isEarlier, visitors: ofRun } = runs[pieces[piece + PIECE.run]!]!;
      const end = pieces[piece + PIECE.endPlace]!;
      let event = pieces[piece + PIECE.firstEvent]!;
      for (let place = pieces[piece + PIECE.firstPlace]!; place < end; place++) {
        const visitor = visitors[appearance++]!;
        const endEvent = event + ofRun.counts[place]!;
        const type = typeOn(day, visitor, firstDays);
        if (!isEarlier) set(type, event, endEvent);
        event = endEvent;
      }
    }
  });
}

/** The days of a visitor come in their order. */
function typeOn(day: number, visitor: number, firstDays: Int32Array): number {
  if (visitor === NOBODY) return NONE;
  if (firstDays[visitor]! > day) firstDays[visitor] = day;
  return day > firstDays[visitor]! ? RETURNING : NEW;
}
