// A set of keys that are texts and numbers, as hashes of 64 bits: 14 to 27 bytes for a key, where a Set of texts would take 160.
// Among ten million keys, the chance that any two are taken for one is 1 in 300,000.
import { randomBytes } from 'node:crypto';

const SIZE_FIRST = 16;
/** Keys are divided among so many tables by the first bits of their hashes, so that none takes long to grow. */
const TABLES = 256;
const PRIME_1 = 0x9e3779b1;
const PRIME_2 = 0x85ebca6b;
/** Of this process alone: whoever knew them could send keys that are all looked for in one place, which takes a thousand times as long. */
const [SEED_HIGH, SEED_LOW] = new Int32Array(new Uint8Array(randomBytes(8)).buffer);

/** Both halves of a hash. */
export interface KeyHash {
  readonly high: number;
  readonly low: number;
}

export function hashOf(text: string): KeyHash {
  let [high, low] = [SEED_HIGH!, SEED_LOW!];
  for (let place = 0; place < text.length; place++) {
    const code = text.charCodeAt(place);
    high = Math.imul(high ^ code, 0x01000193);
    low = Math.imul(low ^ code, PRIME_1) ^ (low >>> 15);
  }
  return mixed({ high, low }, text.length);
}

/** The hash of a hash and a number. */
export function mixed({ high, low }: KeyHash, number: number): KeyHash {
  const one = Math.imul(high ^ Math.imul(number, PRIME_1) ^ (low >>> 13), PRIME_2);
  const other = Math.imul(low ^ Math.imul(number, PRIME_2) ^ (one >>> 11), PRIME_1);
  return { high: (one ^ (other >>> 16)) >>> 0, low: (other ^ (one >>> 15)) >>> 0 };
}

export class DistinctKeys {
  readonly #tables = Array.from({ length: TABLES }, () => new KeyTable());
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Whether the key is new. */
  add(key: KeyHash): boolean {
    const isNew = this.#tableOf(key).add(key);
    if (isNew) this.#size++;
    return isNew;
  }

  /** Gives a key that was added a mark from 0 to 15. Returns whether it did not have it before. */
  mark(key: KeyHash, mark: number): boolean {
    return this.#tableOf(key).mark(key, mark);
  }

  #tableOf({ high }: KeyHash): KeyTable {
    return this.#tables[high >>> 24]!;
  }
}

class KeyTable {
  /** High and low halves in turn. Both are 0 where there is none. */
  #slots = new Uint32Array(2 * SIZE_FIRST);
  /** The marks of each key. */
  #marks = new Uint16Array(SIZE_FIRST);
  #size = 0;

  add({ high, low }: KeyHash): boolean {
    if (4 * (this.#size + 1) > 3 * this.#marks.length) this.#grow();
    const slot = slotOf(this.#slots, high, low || 1);
    if (this.#slots[2 * slot + 1] !== 0) return false;
    this.#slots[2 * slot] = high;
    this.#slots[2 * slot + 1] = low || 1;
    this.#size++;
    return true;
  }

  mark({ high, low }: KeyHash, mark: number): boolean {
    const slot = slotOf(this.#slots, high, low || 1);
    const before = this.#marks[slot]!;
    this.#marks[slot] = before | (1 << mark);
    return (before & (1 << mark)) === 0;
  }

  #grow(): void {
    const slots = new Uint32Array(2 * this.#slots.length);
    const marks = new Uint16Array(2 * this.#marks.length);
    for (const [before, mark] of this.#marks.entries()) {
      const [high, low] = [this.#slots[2 * before]!, this.#slots[2 * before + 1]!];
      if (low === 0) continue;
      const slot = slotOf(slots, high, low);
      slots[2 * slot] = high;
      slots[2 * slot + 1] = low;
      marks[slot] = mark;
    }
    this.#slots = slots;
    this.#marks = marks;
  }
}

/** Where the key is, or would be. */
function slotOf(slots: Uint32Array, high: number, low: number): number {
  const mask = slots.length / 2 - 1;
  for (let slot = (high ^ low) & mask; ; slot = (slot + 1) & mask) {
    const found = slots[2 * slot + 1];
    if (found === 0 || (found === low && slots[2 * slot] === high)) return slot;
  }
}
