// Which events a question needs, found before any of them is kept: those of visitors with an event that they are needed for, on days that
// are near to it. A visitor of several runs is needed in all of them, if one of them has such an event.
//
// There is a bit for the highest bits of a visitor's hash, so some others are taken for needed ones, too: that costs time, and is not
// wrong. Runs are sorted by the hashes, so each of them goes through the bits from the first to the last. The bits are those of a few
// days; they are set anew when later days are asked for.
import type { Visitors } from '../format/run.ts';
import type { NeededVisitors } from './log-question.ts';

const BITS_PER_VISITOR = 16;
const BITS_MAX = 2 ** 24;
const WORD_BITS = 32;
/** In how many steps a visitor's bit is set, at most, from the first day on which the visitor is needed to the last one. */
const STEPS = 8;

type Days = NonNullable<NeededVisitors<unknown>['days']>;
const ALL_DAYS: Days = { before: Number.POSITIVE_INFINITY, after: Number.POSITIVE_INFINITY };

/** Visitors of a run, and the places of their events. */
interface EventsOfRun {
  readonly visitors: Visitors;
  readonly events: Int32Array;
}

export class NeededEvents {
  readonly #days: Days;
  readonly #stepDays: number;
  /** The high halves of the visitors with an event that they are needed for, by its day. */
  readonly #byDay = new Map<number, Uint32Array[]>();
  #bits = new Uint32Array(0);
  #shift = 0;
  #bitsUntil = Number.NEGATIVE_INFINITY;

  constructor(days = ALL_DAYS) {
    this.#days = days;
    this.#stepDays = Math.ceil((days.before + 1 + days.after) / STEPS);
  }

  /** Adds the visitors of a run who are needed for these events, whose places ascend. */
  add(day: number, { high, counts }: Visitors, events: Int32Array): void {
    const needed = new Uint32Array(events.length);
    let visitor = -1;
    let end = 0;
    for (let place = 0; place < events.length; place++) {
      while (end <= events[place]!) end += counts[++visitor]!;
      needed[place] = high[visitor]!;
    }
    const ofDay = this.#byDay.get(day);
    if (ofDay) ofDay.push(needed);
    else this.#byDay.set(day, [needed]);
  }

  /** What is needed of a run. All visitors have been added, and no later day was asked for. */
  of(day: number, { high, low, counts }: Visitors, eventCount: number): EventsOfRun {
    if (day > this.#bitsUntil) this.#setBits(day);
    const [bits, shift, { length }] = [this.#bits, this.#shift, counts];
    const own = { high: new Uint32Array(length), low: new Uint32Array(length), counts: new Uint8Array(length) };
    const events = new Int32Array(eventCount);
    let [event, size, visitorCount] = [0, 0, 0];
    for (let visitor = 0; visitor < length; visitor++) {
      const end = event + counts[visitor]!;
      const bit = high[visitor]! >>> shift;
      if ((bits[bit >>> 5]! & (1 << bit)) === 0) {
        event = end;
        continue;
      }
      own.high[visitorCount] = high[visitor]!;
      own.low[visitorCount] = low[visitor]!;
      own.counts[visitorCount++] = counts[visitor]!;
      while (event < end) events[size++] = event++;
    }
    const visitors = {
      high: own.high.subarray(0, visitorCount),
      low: own.low.subarray(0, visitorCount),
      counts: own.counts.subarray(0, visitorCount),
    };
    return { visitors, events: events.subarray(0, size) };
  }

  /** Sets the bits of the visitors who are needed on this day and on some days after it. */
  #setBits(day: number): void {
    const { before, after } = this.#days;
    this.#bitsUntil = day + this.#stepDays - 1;
    const lists = [...this.#byDay].flatMap(([ofDay, some]) =>
      ofDay >= day - after && ofDay <= this.#bitsUntil + before ? some : [],
    );
    const count = lists.reduce((sum, { length }) => sum + length, 0);
    const power = Math.ceil(Math.log2(Math.min(BITS_MAX, WORD_BITS + BITS_PER_VISITOR * count)));
    const words = 2 ** power / WORD_BITS;
    if (this.#bits.length === words) this.#bits.fill(0);
    else this.#bits = new Uint32Array(words);
    this.#shift = WORD_BITS - power;
    for (const list of lists) setBits(this.#bits, this.#shift, list);
  }
}

function setBits(bits: Uint32Array, shift: number, high: Uint32Array): void {
  const { length } = high;
  for (let i = 0; i < length; i++) {
    const bit = high[i]! >>> shift;
    bits[bit >>> 5]! |= 1 << bit;
  }
}
