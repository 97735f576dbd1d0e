// The visitors that a question needs, found before any of their events is kept. A visitor of several runs is needed in all of them, if one
// of them has the event that it is needed for.
//
// There is a bit for some of the bits of a visitor's hash, so some others are taken for needed ones, too: that costs time, and is not wrong.
import type { Visitors } from '../format/run.ts';

/** The bits of so many stay in the processor's cache. */
const BITS_MAX = 2 ** 22;
const BITS_PER_EVENT = 2;
const WORD_BITS = 32;

export class NeededVisitors {
  readonly #bits: Uint32Array;
  readonly #mask: number;

  /** There are at most so many events. */
  constructor(eventCount: number) {
    const bits = Math.min(BITS_MAX, 2 ** Math.ceil(Math.log2(WORD_BITS + BITS_PER_EVENT * eventCount)));
    this.#bits = new Uint32Array(bits / WORD_BITS);
    this.#mask = bits - 1;
  }

  /** Adds the visitors of a run with an event whose place is one of these: 1 stands for a place that is. */
  add({ low, counts }: Visitors, places: Uint8Array | Int32Array, neededPlaces: Uint8Array): void {
    const [bits, mask, { length }] = [this.#bits, this.#mask, places];
    let visitor = -1;
    let end = 0;
    for (let event = 0; event < length; event++) {
      if (neededPlaces[places[event]!] === 0) continue;
      while (end <= event) end += counts[++visitor]!;
      const bit = low[visitor]! & mask;
      bits[bit >>> 5]! |= 1 << bit;
    }
  }

  has(low: number): boolean {
    const bit = low & this.#mask;
    return (this.#bits[bit >>> 5]! & (1 << bit)) !== 0;
  }
}
