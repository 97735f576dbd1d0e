// The visitors that a question needs, found before any of their events is kept. A visitor of several runs is needed in all of them, if one
// of them has the event that it is needed for.
//
// There is a bit for the highest bits of a visitor's hash, so some others are taken for needed ones, too: that costs time, and is not
// wrong. Runs are sorted by the hashes, so each of them goes through the bits from the first to the last.
import type { Visitors } from '../format/run.ts';

const BITS_PER_EVENT = 8;
const BITS_MAX = 2 ** 24;
const WORD_BITS = 32;

export class NeededVisitors {
  readonly #bits: Uint32Array;
  readonly #shift: number;

  /** There are at most so many events. */
  constructor(eventCount: number) {
    const power = Math.ceil(Math.log2(Math.min(BITS_MAX, WORD_BITS + BITS_PER_EVENT * eventCount)));
    this.#bits = new Uint32Array(2 ** power / WORD_BITS);
    this.#shift = WORD_BITS - power;
  }

  /** Adds the visitors of a run with an event whose place is one of these: 1 stands for a place that is. */
  add({ high, counts }: Visitors, places: Uint8Array | Int32Array, neededPlaces: Uint8Array): void {
    const [bits, shift, { length }] = [this.#bits, this.#shift, places];
    let visitor = -1;
    let end = 0;
    for (let event = 0; event < length; event++) {
      if (neededPlaces[places[event]!] === 0) continue;
      while (end <= event) end += counts[++visitor]!;
      const bit = high[visitor]! >>> shift;
      bits[bit >>> 5]! |= 1 << bit;
    }
  }

  /** `high`: the high half of the hash. */
  has(high: number): boolean {
    const bit = high >>> this.#shift;
    return (this.#bits[bit >>> 5]! & (1 << bit)) !== 0;
  }
}
