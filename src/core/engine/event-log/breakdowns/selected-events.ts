// The events of a run for which the filters of a question hold, in the time that it asks for: a bit for each event of the run. What is read
// of other columns and of visitors is cut to them, so that whatever follows takes as long as for a run that has no other events.
import { NO_VALUE, type StoredDimension } from '../../../foundation/dimensions/dimension.ts';
import type { secondsWithin } from '../counting/log-question.ts';
import { wordsOf } from '../format/bit-array.ts';
import { dimensionColumn, firstEventsOf, type Revenue, type Run, secondsOf, type Visitors } from '../format/run.ts';
import { visitorsOfBits } from '../kernels/event-loops.ts';

export interface StoredFilter {
  readonly dimension: StoredDimension;
  readonly value: string;
}

/** Selects among so many first events of the run: there is a bit for each, from the lowest one on. */
export function selectEvents(run: Run, filters: readonly StoredFilter[], eventCount: number): Uint32Array {
  const bits = new Uint32Array(wordsOf(eventCount)).fill(ALL_BITS);
  // The last word may have bits of events that are not there.
  if (eventCount % 32 > 0) bits[bits.length - 1] = 2 ** (eventCount % 32) - 1;
  for (const { dimension, value } of filters) {
    const column = dimensionColumn(run, dimension);
    const index = (column?.dictionary ?? [NO_VALUE]).indexOf(value);
    if (index < 0) return bits.fill(0);
    column?.indexes.keepEqual(bits, index);
  }
  return bits;
}

const ALL_BITS = 2 ** 32 - 1;

/** Clears the bits of the events outside of these seconds. */
export function selectWithin(
  bits: Uint32Array,
  run: Run,
  eventCount: number,
  { start, end }: NonNullable<ReturnType<typeof secondsWithin>>,
): void {
  const seconds = secondsOf(run);
  for (let event = 0; event < eventCount; event++) {
    if (seconds[event]! < start || seconds[event]! >= end) bits[event >>> 5]! &= ~(1 << (event & 31));
  }
}

/** The visitors who have such events, with how many each has. */
export function selectVisitors(run: Run, { high, low, counts }: Visitors, bits: Uint32Array): Visitors {
  const { visitors, counts: ownCounts } = visitorsOfBits(bits, firstEventsOf(run, counts));
  const { length } = visitors;
  const [ownHigh, ownLow] = [new Uint32Array(length), new Uint32Array(length)];
  for (let i = 0; i < length; i++) {
    const visitor = visitors[i]!;
    ownHigh[i] = high[visitor]!;
    ownLow[i] = low[visitor]!;
  }
  return { high: ownHigh, low: ownLow, counts: ownCounts };
}

/** The revenue of the first events of a run, so many. */
export function revenueBefore({ places, amounts }: Revenue, eventCount: number): Revenue {
  if ((places.at(-1) ?? -1) < eventCount) return { places, amounts };
  const end = places.findIndex((place) => place >= eventCount);
  return { places: places.subarray(0, end), amounts: amounts.subarray(0, end) };
}

/**
 * The revenue of events whose bits are set, by their places among these. No branch depends on a bit, because no processor could guess it.
 */
export function revenueOfSelected({ places, amounts }: Revenue, bits: Uint32Array): Revenue {
  const before = bitsBefore(bits);
  const wordCount = bits.length;
  const own = { places: new Int32Array(places.length), amounts: new Float64Array(places.length) };
  const paid = places.length;
  let size = 0;
  for (let i = 0; i < paid; i++) {
    const place = places[i]!;
    const at = place >>> 5;
    // A sample has no bits of later events.
    if (at >= wordCount) break;
    const word = bits[at]!;
    own.places[size] = before[at]! + bitCount(word & ((1 << (place & 31)) - 1));
    own.amounts[size] = amounts[i]!;
    size += (word >>> (place & 31)) & 1;
  }
  return { places: own.places.subarray(0, size), amounts: own.amounts.subarray(0, size) };
}

/** How many bits are set in the words before each word. */
function bitsBefore(bits: Uint32Array): Int32Array {
  const { length } = bits;
  const before = new Int32Array(length);
  let sum = 0;
  for (let word = 0; word < length; word++) {
    before[word] = sum;
    sum += bitCount(bits[word]!);
  }
  return before;
}

/** How many bits are set: first of each two, then of each four, then of each byte, and all bytes added up by a product. */
function bitCount(word: number): number {
  const ofTwo = word - ((word >>> 1) & 0x55555555);
  const ofFour = (ofTwo & 0x33333333) + ((ofTwo >>> 2) & 0x33333333);
  return Math.imul((ofFour + (ofFour >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
