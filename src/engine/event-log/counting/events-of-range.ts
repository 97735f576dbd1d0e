// The events of one range of visitors (visitor-ranges.ts), for fast forms that go through all of them without a list for each visitor.
import type { RangeEvents } from './log-question.ts';
import type { OpenRun } from './open-runs.ts';
import { NOBODY, PIECE, PIECE_NUMBERS, type VisitorRange } from './visitor-ranges.ts';

/** Events that mean something to a question, run after run: see `MeantEvents`. */
interface EventColumns<Meaning> {
  readonly numbers: Int32Array;
  readonly seconds: Int32Array;
  readonly meanings: readonly (Meaning | undefined)[];
}

const DAY_SECONDS = 86_400;

/** Times are needed, and what events mean does not depend on the type of the visitor. */
export function eventsOfRange<Meaning>(
  range: VisitorRange,
  runs: readonly OpenRun[],
  { numbers, seconds, meanings }: EventColumns<Meaning>,
): RangeEvents<Meaning> {
  const { visitors, visitorCount, pieces, pieceCount } = range;
  const daily = range.daily();
  return {
    visitorCount,
    isDaily: (visitor) => daily[visitor] === 1,
    each(see) {
      let appearance = 0;
      for (let piece = 0; piece < PIECE_NUMBERS * pieceCount; piece += PIECE_NUMBERS) {
        const { day, visitors: ofRun } = runs[pieces[piece + PIECE.run]!]!;
        const { counts } = ofRun;
        const endPlace = pieces[piece + PIECE.endPlace]!;
        let event = pieces[piece + PIECE.firstEvent]!;
        for (let place = pieces[piece + PIECE.firstPlace]!; place < endPlace; place++) {
          const visitor = visitors[appearance++]!;
          const end = event + counts[place]!;
          for (; event < end; event++) {
            if (visitor === NOBODY) continue;
            see(visitor, day, day * DAY_SECONDS + seconds[event]!, meanings[Math.abs(numbers[event]!)]!);
          }
        }
      }
    },
  };
}
