// Which events a question needs, found before any of them is kept: those of visitors with an event that they are needed for, on days that
// are near to it. A visitor of several runs is needed in all of them, if one of them has such an event.
//
// There is a bit for the highest bits of a visitor's hash, so some others are taken for needed ones, too: that costs time, and is not
// wrong. Runs are sorted by the hashes, so each of them goes through the bits from the first to the last. The bits are those of a few
// days; they are set anew when later days are asked for.
import { ALL_VISITORS, type Visitors } from '../format/run.ts';
import { selectVisitors } from '../kernels/event-loops.ts';
import { FirstDays } from './first-days.ts';
import type { NeededVisitors } from './log-question.ts';
import { placeOf } from './open-runs.ts';

const BITS_PER_VISITOR = 16;
const BITS_MAX = 2 ** 24;
const WORD_BITS = 32;
/** In how many steps a visitor's bit is set, at most, from the first day on which the visitor is needed to the last one. */
const STEPS = 8;

/** A table of so many visitors stays in a near cache of the processor. */
const VISITORS_PER_RANGE = 8_192;

type Days = NonNullable<NeededVisitors<unknown>['days']>;
const ALL_DAYS: Days = { before: Number.POSITIVE_INFINITY, after: Number.POSITIVE_INFINITY };

/** The visitors of a run with an event that they are needed for, in the order of their hashes. */
interface NeededOfRun {
  readonly day: number;
  readonly high: Uint32Array;
  readonly low: Uint32Array;
}

export class NeededEvents {
  readonly #days: Days;
  readonly #isFirstDayOnly: boolean;
  readonly #stepDays: number;
  #ofRuns: NeededOfRun[] = [];
  #bits = new Uint32Array(0);
  #shift = 0;
  #bitsUntil = Number.NEGATIVE_INFINITY;

  constructor({ days = ALL_DAYS, isFirstDayOnly }: Pick<NeededVisitors<unknown>, 'days' | 'isFirstDayOnly'>) {
    this.#days = days;
    this.#isFirstDayOnly = isFirstDayOnly === true;
    this.#stepDays = Math.ceil((days.before + 1 + days.after) / STEPS);
  }

  /** Adds the visitors of a run who are needed for these events, whose places ascend. Runs are in the order of days. */
  add(day: number, { high, low, counts }: Visitors, events: Int32Array): void {
    const { length } = events;
    const own = { day, high: new Uint32Array(length), low: new Uint32Array(length) };
    let [visitor, end] = [-1, 0];
    for (let place = 0; place < length; place++) {
      while (end <= events[place]!) end += counts[++visitor]!;
      own.high[place] = high[visitor]!;
      own.low[place] = low[visitor]!;
    }
    this.#ofRuns.push(own);
  }

  /** What is needed of a run: visitors, and the places of their events. All visitors have been added, and no later day was asked for. */
  of(day: number, visitors: Visitors, eventCount: number): ReturnType<typeof selectVisitors> {
    if (this.#isFirstDayOnly && this.#bits.length === 0) this.#ofRuns = onFirstDays(this.#ofRuns);
    if (day > this.#bitsUntil) this.#setBits(day);
    return selectVisitors(visitors, eventCount, this.#bits, this.#shift);
  }

  /** Sets the bits of the visitors who are needed on this day and on some days after it. */
  #setBits(day: number): void {
    const { before, after } = this.#days;
    this.#bitsUntil = day + this.#stepDays - 1;
    const near = this.#ofRuns.filter((run) => run.day >= day - after && run.day <= this.#bitsUntil + before);
    const count = near.reduce((sum, { high }) => sum + high.length, 0);
    const power = Math.ceil(Math.log2(Math.min(BITS_MAX, WORD_BITS + BITS_PER_VISITOR * count)));
    const words = 2 ** power / WORD_BITS;
    if (this.#bits.length === words) this.#bits.fill(0);
    else this.#bits = new Uint32Array(words);
    this.#shift = WORD_BITS - power;
    for (const { high } of near) setBits(this.#bits, this.#shift, high);
  }
}

/** The visitors of each run who are in no run of an earlier day. Range by range of hashes, so that a small table finds them. */
function onFirstDays(runs: readonly NeededOfRun[]): NeededOfRun[] {
  const count = runs.reduce((sum, { high }) => sum + high.length, 0);
  const ranges = Math.ceil(count / VISITORS_PER_RANGE);
  const next = runs.map(() => 0);
  const kept = runs.map(() => 0);
  for (let range = 1; range <= ranges; range++) {
    const seen = new FirstDays();
    for (const [index, { day, high, low }] of runs.entries()) {
      const end = placeOf(high, next[index]!, (range * ALL_VISITORS) / ranges);
      let size = kept[index]!;
      for (let place = next[index]!; place < end; place++) {
        if (!seen.add(high[place]!, low[place]!, day)) continue;
        high[size] = high[place]!;
        low[size++] = low[place]!;
      }
      next[index] = end;
      kept[index] = size;
    }
  }
  return runs.map(({ day, high, low }, index) => ({
    day,
    high: high.subarray(0, kept[index]),
    low: low.subarray(0, kept[index]),
  }));
}

function setBits(bits: Uint32Array, shift: number, high: Uint32Array): void {
  const { length } = high;
  for (let i = 0; i < length; i++) {
    const bit = high[i]! >>> shift;
    bits[bit >>> 5]! |= 1 << bit;
  }
}
