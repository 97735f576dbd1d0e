// The first day of each visitor, while days are added in their order.
import { slotOf } from '../kernels/first-slot.ts';

/** A slot of the table is four numbers: the halves of a visitor's hash, the day, and one that is not used. */
const SLOT_NUMBERS = 4;
const LOW = 0;
const HIGH = 1;
const DAY = 2;
/** Stands in place of the day of a slot that is free. */
const FREE = 0;

const SIZE_MIN = 1_024;

export class FirstDays {
  /** Open addressing, at most half full. */
  #slots = new Int32Array(SIZE_MIN * SLOT_NUMBERS);
  #count = 0;

  /** Adds the day of a visitor, after all earlier days. Returns whether it is the visitor's first one. */
  add(high: number, low: number, day: number): boolean {
    if (2 * SLOT_NUMBERS * this.#count >= this.#slots.length) this.#grow();
    const slots = this.#slots;
    const slot = placeIn(slots, high | 0, low | 0);
    if (slots[slot + DAY] !== FREE) return slots[slot + DAY] === day;
    slots[slot + LOW] = low;
    slots[slot + HIGH] = high;
    slots[slot + DAY] = day;
    this.#count++;
    return true;
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Int32Array(2 * before.length);
    for (let from = 0; from < before.length; from += SLOT_NUMBERS) {
      if (before[from + DAY] === FREE) continue;
      const slot = placeIn(this.#slots, before[from + HIGH]!, before[from + LOW]!);
      for (let number = 0; number < SLOT_NUMBERS; number++) this.#slots[slot + number] = before[from + number]!;
    }
  }
}

/** The slot of a visitor, or the free one that the visitor would have. Both halves are signed. */
function placeIn(slots: Int32Array, high: number, low: number): number {
  const mask = slots.length - SLOT_NUMBERS;
  let slot = slotOf(high, low, slots.length) & mask;
  while (slots[slot + DAY] !== FREE && (slots[slot + LOW] !== low || slots[slot + HIGH] !== high)) {
    slot = (slot + SLOT_NUMBERS) & mask;
  }
  return slot;
}
