// The events of a run for which the filters of a question hold: their places in the run, which ascend. What is read of other columns and of visitors
// is cut to them, so that whatever follows takes as long as for a run that has no other events.
import { NO_VALUE, type StoredDimension } from '../dimensions/dimension.ts';
import { dimensionColumn, type Revenue, type Run, type Visitors } from './run.ts';

export interface StoredFilter {
  readonly dimension: StoredDimension;
  readonly value: string;
}

/** Of the first events of the run, so many. There is at least one filter. */
export function selectEvents(run: Run, filters: readonly StoredFilter[], eventCount: number): Int32Array {
  let selected: Int32Array | undefined;
  for (const { dimension, value } of filters) {
    const column = dimensionColumn(run, dimension);
    const kept = (column?.dictionary ?? [NO_VALUE]).indexOf(value);
    if (kept < 0) return new Int32Array(0);
    if (!column) continue;
    const numbers = column.indexes.numbers(eventCount);
    selected = selected ? placesAmong(selected, numbers, kept) : placesOf(numbers, eventCount, kept);
  }
  return selected ?? Int32Array.from({ length: eventCount }, (_, place) => place);
}

/** The places at which this number stands. */
function placesOf(numbers: Uint8Array | Int32Array, count: number, number: number): Int32Array {
  const places = new Int32Array(count);
  let size = 0;
  for (let place = 0; place < count; place++) if (numbers[place] === number) places[size++] = place;
  return places.subarray(0, size);
}

/** Those of the places at which this number stands. Changes the array that is given. */
function placesAmong(places: Int32Array, numbers: Uint8Array | Int32Array, number: number): Int32Array {
  const count = places.length;
  let size = 0;
  for (let i = 0; i < count; i++) {
    const place = places[i]!;
    if (numbers[place] === number) places[size++] = place;
  }
  return places.subarray(0, size);
}

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

/** Without visitors who have none. */
export function withEvents({ high, low, counts }: Visitors): Visitors {
  const count = counts.length;
  let size = 0;
  for (let i = 0; i < count; i++) if (counts[i]! > 0) size++;
  const own = { high: new Uint32Array(size), low: new Uint32Array(size), counts: new Uint8Array(size) };
  for (let i = 0, at = 0; i < count; i++) {
    if (counts[i] === 0) continue;
    own.high[at] = high[i]!;
    own.low[at] = low[i]!;
    own.counts[at++] = counts[i]!;
  }
  return own;
}

/** The revenue of such events, with their places among the selected ones. */
export function revenueOfSelected({ places, amounts }: Revenue, selected: Int32Array): Revenue {
  const own = { places: [] as number[], amounts: [] as number[] };
  let at = 0;
  for (let i = 0; i < places.length; i++) {
    while (at < selected.length && selected[at]! < places[i]!) at++;
    if (selected[at] !== places[i]) continue;
    own.places.push(at);
    own.amounts.push(amounts[i]!);
  }
  return own;
}
