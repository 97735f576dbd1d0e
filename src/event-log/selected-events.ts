// The events of a run for which the filters of a question hold: their places in the run, which ascend. What is read of other columns and of visitors
// is cut to them, so that whatever follows takes as long as for a run that has no other events.
import { NO_VALUE, type StoredDimension } from '../dimensions/dimension.ts';
import { wordsOf } from './bit-array.ts';
import { dimensionColumn, type Revenue, type Run, type Visitors } from './run.ts';

export interface StoredFilter {
  readonly dimension: StoredDimension;
  readonly value: string;
}

export interface Selection {
  /** A bit for each event, from the lowest one on. */
  readonly bits: Uint32Array;
  readonly places: Int32Array;
}

/** Of the first events of the run, so many. There is at least one filter. */
export function selectEvents(run: Run, filters: readonly StoredFilter[], eventCount: number): Selection {
  const kept = new Uint32Array(wordsOf(eventCount)).fill(ALL_BITS);
  for (const { dimension, value } of filters) {
    const column = dimensionColumn(run, dimension);
    const index = (column?.dictionary ?? [NO_VALUE]).indexOf(value);
    if (index < 0) return { bits: kept.fill(0), places: new Int32Array(0) };
    column?.indexes.keepEqual(kept, index);
  }
  return { bits: kept, places: placesOf(kept, eventCount) };
}

const ALL_BITS = 2 ** 32 - 1;

/** The places of the bits that are set, of so many. */
function placesOf(bits: Uint32Array, count: number): Int32Array {
  const words = bits.length;
  if (scratchPlaces.length < 32 * words) scratchPlaces = new Int32Array(64 * words);
  const places = scratchPlaces;
  let size = 0;
  for (let word = 0; word < words; word++) {
    for (let left = bits[word]! | 0; left !== 0; left &= left - 1) {
      places[size++] = 32 * word + 31 - Math.clz32(left & -left);
    }
  }
  // The last word may have bits of events that are not there.
  while (size > 0 && places[size - 1]! >= count) size--;
  return places.slice(0, size);
}

/** Large arrays that are soon given up make the garbage collector work. */
let scratchPlaces = new Int32Array(0);

/** The numbers at the places that are selected; all if nothing is. */
export function picked<Numbers extends Uint8Array | Int32Array>(
  numbers: Numbers,
  selected: Int32Array | undefined,
): Uint8Array | Int32Array {
  if (!selected) return numbers;
  const count = selected.length;
  const own = numbers instanceof Uint8Array ? new Uint8Array(count) : new Int32Array(count);
  for (let i = 0; i < count; i++) own[i] = numbers[selected[i]!]!;
  return own;
}

/** All visitors, with the number of such events that each has. */
export function visitorsOfSelected({ high, low, counts }: Visitors, selected: Int32Array): Visitors {
  const own = new Uint8Array(counts.length);
  const eventCount = selected.length;
  let [visitor, end] = [0, counts[0] ?? 0];
  for (let i = 0; i < eventCount; i++) {
    const place = selected[i]!;
    while (place >= end) end += counts[++visitor]!;
    own[visitor]!++;
  }
  return { high, low, counts: own };
}

/** The revenue of the first events of a run, so many, if their bits are set. They keep their places in the run. */
export function revenueOf({ places, amounts }: Revenue, eventCount: number, bits?: Uint32Array): Revenue {
  if (!bits && (places.at(-1) ?? -1) < eventCount) return { places, amounts };
  const own = { places: new Int32Array(places.length), amounts: new Float64Array(places.length) };
  const paid = places.length;
  let size = 0;
  for (let i = 0; i < paid; i++) {
    const place = places[i]!;
    if (place >= eventCount || (bits && ((bits[place >>> 5]! >>> (place & 31)) & 1) === 0)) continue;
    own.places[size] = place;
    own.amounts[size++] = amounts[i]!;
  }
  return { places: own.places.subarray(0, size), amounts: own.amounts.subarray(0, size) };
}

/** Where some of the selected places are among them. Both ascend. */
export function placesAmong(selected: Int32Array, some: Int32Array): Int32Array {
  let at = 0;
  return some.map((place) => {
    while (selected[at]! < place) at++;
    return at;
  });
}
