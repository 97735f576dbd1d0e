// Which values of a dimension a day keeps if it has too many: those of the most visitors, and of equal ones the oldest. So values that
// somebody has invented need as many visitors as the real ones that they are to displace.
// Why: docs/decisions/events.md, "Of too many values of a dimension, those of the most visitors stay".
import { NO_VALUE, OTHER_VALUES } from '../../../foundation/dimensions/dimension.ts';

/** Different values of a dimension and day, besides `(none)` and `(other)`. */
export const VALUES_MAX = 10_000;

/** Visitors are told apart by so many bits of their hash: enough to tell few from many. Values with many visitors are all equal. */
const BITS = 64;
const WORDS = BITS / 32;

/** The visitors of values, which are numbered from the oldest on. */
export class ValueVisitors {
  readonly #bits: Uint32Array;

  constructor(valueCount: number) {
    this.#bits = new Uint32Array(valueCount * WORDS);
  }

  /** `visitor`: one half of the hash. */
  add(value: number, visitor: number): void {
    const bit = visitor & (BITS - 1);
    this.#bits[value * WORDS + (bit >>> 5)]! |= 1 << (bit & 31);
  }

  /** Exact for few visitors. */
  countOf(value: number): number {
    let count = 0;
    for (let word = 0; word < WORDS; word++) {
      for (let left = this.#bits[value * WORDS + word]!; left !== 0; left &= left - 1) count++;
    }
    return count;
  }
}

/** The numbers of the values that become `(other)`. `addVisitors` is called if there are any. */
export function valuesToGiveUp(
  values: readonly string[],
  addVisitors: (visitors: ValueVisitors) => void,
): ReadonlySet<number> {
  if (values.length <= VALUES_MAX) return new Set();
  const own = [...values.keys()].filter((value) => values[value] !== NO_VALUE && values[value] !== OTHER_VALUES);
  if (own.length <= VALUES_MAX) return new Set();
  const visitors = new ValueVisitors(values.length);
  addVisitors(visitors);
  const counts = Uint8Array.from(values.keys(), (value) => visitors.countOf(value));
  own.sort((a, b) => counts[b]! - counts[a]! || a - b);
  return new Set(own.slice(VALUES_MAX));
}
