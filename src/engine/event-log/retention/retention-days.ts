// The fast form of retention. Of each day of a visitor, two times say all: that of the first event with which a visitor can begin, and that
// of the last event with which a visitor can come back. If any event of the day is after the visitor's first one, the last one is.

import { EventKinds } from '../counting/event-kinds.ts';
import { DAY_SECONDS, type LogEvents, type MeaningOf } from '../counting/log-question.ts';
import { type AskedEvents, type OpenRun, openRuns } from '../counting/open-runs.ts';
import { countRanges, NOBODY, PIECE, PIECE_NUMBERS, type VisitorRange } from '../counting/visitor-ranges.ts';
import { type Run, secondsOf, type Visitors } from '../format/run.ts';
import { daysOf, type RetentionQuestion } from './retention-question.ts';
import type { RetentionMeaning, RetentionTally } from './retention-tally.ts';

/** Stand in place of a second, if there is no such event. */
const NO_FIRST = 2 ** 31 - 1;
const NO_LAST = -(2 ** 31);

/** Returns false if this form can't count it: if values or revenue matter, or the types of visitors. */
export function countDays(
  { runs }: LogEvents,
  asked: RetentionQuestion,
  meaningOf: MeaningOf<RetentionMeaning>,
  tally: RetentionTally,
): boolean {
  const dimensions = asked.filters.map(({ dimension }) => dimension);
  if (!runs || asked.breakDown || asked.buyersAfter || dimensions.includes('visitor_type')) return false;
  const { all, threshold } = runs;
  const windows = [daysOf(asked)];
  const days = new VisitorDays(new EventKinds({ dimensions }), meaningOf);
  const opened = openRuns(all, { windows, threshold, collect: (eventCount) => days.reserve(eventCount) });
  const visitors = new FirstTimes();
  countRanges(opened, threshold, (range) => visitors.countRange(range, opened, days, tally));
  return true;
}

/** The two seconds of each day of a visitor, run after run. */
class VisitorDays implements AskedEvents {
  first = new Int32Array(0);
  last = new Int32Array(0);
  #count = 0;
  readonly #kinds: EventKinds;
  readonly #meaningOf: MeaningOf<RetentionMeaning>;

  constructor(kinds: EventKinds, meaningOf: MeaningOf<RetentionMeaning>) {
    this.#kinds = kinds;
    this.#meaningOf = meaningOf;
  }

  reserve(eventCount: number): this {
    this.first = new Int32Array(eventCount);
    this.last = new Int32Array(eventCount);
    return this;
  }

  add(run: Run, { high, low, counts }: Visitors, eventCount: number): ReturnType<AskedEvents['add']> {
    const { places, kinds } = this.#kinds.ofRun(run, eventCount);
    const meanings = kinds.map((kind) => this.#meaningOf(this.#kinds.kindOf(kind)));
    const isFirst = Uint8Array.from(meanings, (meaning) => Number(meaning?.isFirst ?? false));
    const isThen = Uint8Array.from(meanings, (meaning) => Number(meaning?.isThen ?? false));
    const seconds = secondsOf(run);
    const [firsts, lasts, { length }] = [this.first, this.last, counts];
    const own = { high: new Uint32Array(length), low: new Uint32Array(length) };
    const firstEvent = this.#count;
    let added = firstEvent;
    let event = 0;
    for (let visitor = 0; visitor < length; visitor++) {
      let first = NO_FIRST;
      let last = NO_LAST;
      const end = event + counts[visitor]!;
      for (; event < end; event++) {
        const place = places[event]!;
        const second = seconds[event]!;
        if (isFirst[place] === 1 && second < first) first = second;
        if (isThen[place] === 1 && second > last) last = second;
      }
      if (first === NO_FIRST && last === NO_LAST) continue;
      own.high[added - firstEvent] = high[visitor]!;
      own.low[added - firstEvent] = low[visitor]!;
      firsts[added] = first;
      lasts[added++] = last;
    }
    this.#count = added;
    const size = added - firstEvent;
    // What is counted of a visitor is one day.
    const visitors = {
      high: own.high.subarray(0, size),
      low: own.low.subarray(0, size),
      counts: new Uint8Array(size).fill(1),
    };
    return { visitors, firstEvent, endEvent: added };
  }
}

const NEVER = Number.POSITIVE_INFINITY;

/** When each visitor of a range has begun, and in which periods the visitor came back. */
class FirstTimes {
  #days = new Int32Array(0);
  #times = new Float64Array(0);
  #seen = new Int32Array(0);

  countRange(range: VisitorRange, runs: readonly OpenRun[], { first, last }: VisitorDays, tally: RetentionTally): void {
    const { visitorCount, daily } = range;
    this.#reset(visitorCount);
    const [days, times, seen] = [this.#days, this.#times, this.#seen];
    const { visitors } = range;
    eachPiece(range, runs, ({ day, firstPlace, firstAppearance, endAppearance }) => {
      const midnight = day * DAY_SECONDS;
      let place = firstPlace;
      for (let appearance = firstAppearance; appearance < endAppearance; appearance++) {
        const visitor = visitors[appearance]!;
        const second = first[place++]!;
        // Runs are in the order of days, so of two equal times the first one stays.
        if (visitor === NOBODY || second === NO_FIRST || midnight + second >= times[visitor]!) continue;
        days[visitor] = day;
        times[visitor] = midnight + second;
      }
    });
    eachPiece(range, runs, ({ day, firstPlace, firstAppearance, endAppearance }) => {
      const midnight = day * DAY_SECONDS;
      let place = firstPlace;
      for (let appearance = firstAppearance; appearance < endAppearance; appearance++) {
        const visitor = visitors[appearance]!;
        const second = last[place++]!;
        if (visitor === NOBODY || midnight + second <= times[visitor]!) continue;
        seen[visitor]! |= tally.bitOf(day, days[visitor]!);
      }
    });
    for (let visitor = 0; visitor < visitorCount; visitor++) {
      if (times[visitor] === NEVER) continue;
      const began = { day: days[visitor]!, time: times[visitor]!, value: '' };
      tally.add(began, daily[visitor] === 1, seen[visitor]!);
    }
  }

  #reset(visitorCount: number): void {
    if (this.#times.length < visitorCount) {
      this.#days = new Int32Array(2 * visitorCount);
      this.#times = new Float64Array(2 * visitorCount);
      this.#seen = new Int32Array(2 * visitorCount);
    }
    this.#times.fill(NEVER, 0, visitorCount);
    this.#seen.fill(0, 0, visitorCount);
  }
}

/** What one run has of the visitors of a range. */
interface Piece {
  readonly day: number;
  /** Where the seconds of its first visitor are. Those of the others follow. */
  readonly firstPlace: number;
  /** Where the numbers of its visitors are. */
  readonly firstAppearance: number;
  readonly endAppearance: number;
}

/** Goes through the pieces in the order of days. */
function eachPiece({ pieces, pieceCount }: VisitorRange, runs: readonly OpenRun[], see: (piece: Piece) => void): void {
  let firstAppearance = 0;
  for (let piece = 0; piece < PIECE_NUMBERS * pieceCount; piece += PIECE_NUMBERS) {
    const { day } = runs[pieces[piece + PIECE.run]!]!;
    const size = pieces[piece + PIECE.endPlace]! - pieces[piece + PIECE.firstPlace]!;
    const endAppearance = firstAppearance + size;
    see({ day, firstPlace: pieces[piece + PIECE.firstEvent]!, firstAppearance, endAppearance });
    firstAppearance = endAppearance;
  }
}
