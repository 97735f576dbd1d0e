// Which events a question needs, found before any of them is kept: those of visitors with an event that they are needed for, on days that
// are near to it. A visitor of several runs is needed in all of them, if one of them has such an event.
//
// There is a bit for the highest bits of a visitor's hash, so some others are taken for needed ones, too: that costs time, and is not
// wrong. Runs are sorted by the hashes, so each of them goes through the bits from the first to the last. The bits are those of a few
// days; they are set anew when later days are asked for.
import type { Visitors } from '../format/run.ts';
import { VISITOR_BITS_MAX, type VisitorBits, visitorsOfEvents } from '../kernels/event-loops.ts';
import { firstDaysOf, type HashesOfDay, type HighsOfDay } from './gather-visitors.ts';
import type { NeededVisitors } from './log-question.ts';

/** With fewer, more visitors are taken for needed ones, and their events take longer than what the bits take. */
const BITS_PER_VISITOR = 32;
const WORD_BITS = 32;
/** In how many steps a visitor's bit is set, at most, from the first day on which the visitor is needed to the last one. */
const STEPS = 8;

/** Later days of visitors are left out if there are so many times as many days as one event makes needed. */
const MANY_TIMES = 4;

type Days = NonNullable<NeededVisitors<unknown>['days']>;
const ALL_DAYS: Days = { before: Number.POSITIVE_INFINITY, after: Number.POSITIVE_INFINITY };

export class NeededEvents {
  readonly #days: Days;
  readonly #isFirstDayOnly: boolean;
  readonly #stepDays: number;
  /** The visitors of each run with an event that they are needed for, in the order of their hashes. */
  readonly #ofRuns: HashesOfDay[] = [];
  /** The same without what is left out. */
  #needed: readonly HighsOfDay[] | undefined;
  #bits: VisitorBits | undefined;
  #bitsUntil = Number.NEGATIVE_INFINITY;

  constructor({ days = ALL_DAYS, isFirstDayOnly }: Pick<NeededVisitors<unknown>, 'days' | 'isFirstDayOnly'>) {
    this.#days = days;
    this.#isFirstDayOnly = isFirstDayOnly === true;
    this.#stepDays = Math.ceil((days.before + 1 + days.after) / STEPS);
  }

  /** Adds the visitors of a run who are needed for these events, whose places ascend. Runs are in the order of days. */
  add(day: number, visitors: Visitors, events: Int32Array): void {
    this.#ofRuns.push({ day, ...visitorsOfEvents(visitors, events) });
  }

  /** The visitors whose events of a day are needed. All visitors have been added, and no later day was asked for. */
  visitorsOn(day: number): VisitorBits {
    this.#needed ??= this.#leavesOutLaterDays() ? firstDaysOf(this.#ofRuns) : this.#ofRuns;
    if (!this.#bits || day > this.#bitsUntil) this.#bits = this.#bitsFrom(this.#needed, day);
    return this.#bits;
  }

  /** Finding the first day of each visitor takes longer than it saves, if there are only few other days. */
  #leavesOutLaterDays(): boolean {
    const { before, after } = this.#days;
    const dayCount = this.#ofRuns.at(-1)!.day - this.#ofRuns[0]!.day + 1;
    return this.#isFirstDayOnly && dayCount > MANY_TIMES * (before + 1 + after);
  }

  /** The visitors who are needed on this day and on some days after it. */
  #bitsFrom(needed: readonly HighsOfDay[], day: number): VisitorBits {
    const { before, after } = this.#days;
    this.#bitsUntil = day + this.#stepDays - 1;
    const near = needed.filter((run) => run.day >= day - after && run.day <= this.#bitsUntil + before);
    const count = near.reduce((sum, { high }) => sum + high.length, 0);
    const power = Math.ceil(Math.log2(Math.min(VISITOR_BITS_MAX, WORD_BITS + BITS_PER_VISITOR * count)));
    return { highHalves: near.map(({ high }) => high), shift: WORD_BITS - power };
  }
}
