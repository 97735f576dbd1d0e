// The visitors of one range of hashes, and what the runs have of each. It is used again for the next range: slots of earlier ranges
// hold numbers of earlier visitors, and count as free.

import { grown } from './event-table.ts';

const SIZE_MIN = 1024;

export class VisitorTable {
  /** Visitors are numbered from 1 on, over all ranges. */
  first = 1;
  /** The number after the last one. */
  end = 1;
  /** Of each visitor of the range: its hash, and its first and last appearance. */
  #high = new Int32Array(SIZE_MIN);
  #low = new Int32Array(SIZE_MIN);
  firstAppearance = new Int32Array(SIZE_MIN);
  #lastAppearance = new Int32Array(SIZE_MIN);
  /** Of each appearance: the slice, its first event there, how many events, and the visitor's next appearance, -1 if there is none. */
  slice = new Int32Array(SIZE_MIN);
  event = new Int32Array(SIZE_MIN);
  count = new Int32Array(SIZE_MIN);
  next = new Int32Array(SIZE_MIN);
  #appearances = 0;
  /** The numbers of visitors, by their hashes: open addressing, at most half full. */
  #slots = new Int32Array(2 * SIZE_MIN);

  startRange(): void {
    this.first = this.end;
    this.#appearances = 0;
  }

  /** Makes room for so many more appearances. */
  reserve(more: number): void {
    const needed = this.#appearances + more;
    if (needed <= this.slice.length) return;
    const size = Math.max(needed, 2 * this.slice.length);
    this.#high = grown(this.#high, new Int32Array(size));
    this.#low = grown(this.#low, new Int32Array(size));
    this.firstAppearance = grown(this.firstAppearance, new Int32Array(size));
    this.#lastAppearance = grown(this.#lastAppearance, new Int32Array(size));
    this.slice = grown(this.slice, new Int32Array(size));
    this.event = grown(this.event, new Int32Array(size));
    this.count = grown(this.count, new Int32Array(size));
    this.next = grown(this.next, new Int32Array(size));
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * size)));
    for (let visitor = this.first; visitor < this.end; visitor++) {
      const index = visitor - this.first;
      this.#slots[this.#slotOf(this.#high[index]!, this.#low[index]!)] = visitor;
    }
  }

  /** The halves as int32, which is much faster than larger numbers. There must be room. */
  add(high: number, low: number, slice: number, event: number, count: number): void {
    const appearance = this.#appearances++;
    this.slice[appearance] = slice;
    this.event[appearance] = event;
    this.count[appearance] = count;
    this.next[appearance] = -1;
    const slot = this.#slotOf(high, low);
    const visitor = this.#slots[slot]!;
    if (visitor < this.first) this.#addVisitor(slot, high, low, appearance);
    else {
      const index = visitor - this.first;
      this.next[this.#lastAppearance[index]!] = appearance;
      this.#lastAppearance[index] = appearance;
    }
  }

  #addVisitor(slot: number, high: number, low: number, appearance: number): void {
    const index = this.end - this.first;
    this.#slots[slot] = this.end++;
    this.#high[index] = high;
    this.#low[index] = low;
    this.firstAppearance[index] = appearance;
    this.#lastAppearance[index] = appearance;
  }

  /** The slot of the visitor, or the free one where it belongs. */
  #slotOf(high: number, low: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = (Math.imul(low ^ high, 0x9e3779b1) >>> 8) & mask;
    for (; ; slot = (slot + 1) & mask) {
      const visitor = slots[slot]!;
      if (visitor < this.first) return slot;
      const index = visitor - this.first;
      if (this.#low[index] === low && this.#high[index] === high) return slot;
    }
  }
}
