// Events in memory, column by column, with indexes into dictionaries; and their order in a run.
import { STORED_DIMENSIONS } from '../../../foundation/dimensions/dimension.ts';

const CAPACITY_MIN = 16;

export class EventTable {
  count = 0;
  high = new Uint32Array(CAPACITY_MIN);
  low = new Uint32Array(CAPACITY_MIN);
  second = new Int32Array(CAPACITY_MIN);
  type = new Uint8Array(CAPACITY_MIN);
  subject = new Uint32Array(CAPACITY_MIN);
  revenue = new Float64Array(CAPACITY_MIN);
  /** The order of `STORED_DIMENSIONS`. */
  dimensions = STORED_DIMENSIONS.map(() => new Uint16Array(CAPACITY_MIN));

  /** Makes room for so many events in all. */
  reserve(count: number): void {
    if (count <= this.high.length) return;
    const capacity = Math.max(count, this.high.length * 2);
    this.high = grown(this.high, new Uint32Array(capacity));
    this.low = grown(this.low, new Uint32Array(capacity));
    this.second = grown(this.second, new Int32Array(capacity));
    this.type = grown(this.type, new Uint8Array(capacity));
    this.subject = grown(this.subject, new Uint32Array(capacity));
    this.revenue = grown(this.revenue, new Float64Array(capacity));
    this.dimensions = this.dimensions.map((column) => grown(column, new Uint16Array(capacity)));
  }

  /** Adds the events of another table from `first` on and before `end`. */
  append(other: EventTable, first: number, end: number): void {
    const at = this.count;
    this.reserve(at + end - first);
    this.high.set(other.high.subarray(first, end), at);
    this.low.set(other.low.subarray(first, end), at);
    this.second.set(other.second.subarray(first, end), at);
    this.type.set(other.type.subarray(first, end), at);
    this.subject.set(other.subject.subarray(first, end), at);
    this.revenue.set(other.revenue.subarray(first, end), at);
    for (const [i, column] of this.dimensions.entries()) column.set(other.dimensions[i]!.subarray(first, end), at);
    this.count += end - first;
  }

  /** Keeps those events from `first` on that are of visitors whose high half is below the threshold. */
  keepBelow(threshold: number, first: number): void {
    const kept = placesBelow(this.high, threshold, first, this.count);
    this.high.set(pickedNumbers(this.high, kept), first);
    this.low.set(pickedNumbers(this.low, kept), first);
    this.second.set(pickedNumbers(this.second, kept), first);
    this.type.set(pickedNumbers(this.type, kept), first);
    this.subject.set(pickedNumbers(this.subject, kept), first);
    this.revenue.set(pickedRevenue(this.revenue, kept), first);
    for (const column of this.dimensions) column.set(pickedValues(column, kept), first);
    this.count = first + kept.length;
  }

  /** A table with these events, in this order. */
  picked(order: Uint32Array): EventTable {
    const table = new EventTable();
    table.count = order.length;
    table.high = pickedNumbers(this.high, order);
    table.low = pickedNumbers(this.low, order);
    table.second = pickedNumbers(this.second, order);
    table.type = pickedNumbers(this.type, order);
    table.subject = pickedNumbers(this.subject, order);
    table.revenue = pickedRevenue(this.revenue, order);
    table.dimensions = this.dimensions.map((column) => pickedValues(column, order));
    return table;
  }
}

/** The places, from `first` on and before `end`, of numbers below the threshold. */
function placesBelow(numbers: Uint32Array, threshold: number, first: number, end: number): Uint32Array {
  const places = new Uint32Array(end - first);
  let count = 0;
  for (let place = first; place < end; place++) if (numbers[place]! < threshold) places[count++] = place;
  return places.subarray(0, count);
}

/**
 * The numbers of the events in this order. Each class of arrays has a function of its own: one that is given arrays of more than four
 * classes takes many times as long.
 */
export function pickedNumbers<Column extends Uint8Array | Uint32Array | Int32Array>(
  column: Column,
  order: Uint32Array,
): Column {
  const count = order.length;
  const numbers = column.slice(0, count) as Column;
  for (let i = 0; i < count; i++) numbers[i] = column[order[i]!]!;
  return numbers;
}

export function pickedValues(column: Uint16Array, order: Uint32Array): Uint16Array<ArrayBuffer> {
  const count = order.length;
  const numbers = new Uint16Array(count);
  for (let i = 0; i < count; i++) numbers[i] = column[order[i]!]!;
  return numbers;
}

export function pickedRevenue(column: Float64Array, order: Uint32Array): Float64Array<ArrayBuffer> {
  const count = order.length;
  const amounts = new Float64Array(count);
  for (let i = 0; i < count; i++) amounts[i] = column[order[i]!]!;
  return amounts;
}

/** A larger array with the same beginning. */
export function grown<Column extends { set(from: Column): void }>(column: Column, larger: Column): Column {
  larger.set(column);
  return larger;
}

/**
 * The indexes of the events, in the order of a run. High halves of hashes are spread evenly, so as many equal ranges of them as there are
 * events have a few events each, mostly those of one visitor: putting events into ranges and sorting each range takes a third of the time
 * of sorting all of them.
 */
export function sortedIndexes(table: EventTable): Uint32Array {
  const { count } = table;
  const high = table.high.subarray(0, count);
  const [lowest, highest] = boundsOf(high);
  // The ranges are so many, or half as many, or fewer if there are fewer different high halves.
  const shift = Math.max(0, bitsOf(highest - lowest) - bitsOf(count));
  const ends = new Uint32Array(((highest - lowest) >>> shift) + 1);
  for (let i = 0; i < count; i++) ends[(high[i]! - lowest) >>> shift]!++;
  for (let range = 1; range < ends.length; range++) ends[range]! += ends[range - 1]!;
  const starts = ends.slice();
  const indexes = new Uint32Array(count);
  // This begins with the last event, so that those of a range keep their order.
  for (let i = count - 1; i >= 0; i--) indexes[--starts[(high[i]! - lowest) >>> shift]!] = i;
  for (let range = 0; range < ends.length; range++) sortRange(table, indexes, starts[range]!, ends[range]!);
  return indexes;
}

function boundsOf(numbers: Uint32Array): [lowest: number, highest: number] {
  let [lowest, highest] = [2 ** 32 - 1, 0];
  for (let i = 0; i < numbers.length; i++) {
    const number = numbers[i]!;
    if (number < lowest) lowest = number;
    if (number > highest) highest = number;
  }
  return [Math.min(lowest, highest), highest];
}

/** How many bits the number has, without zeros in front. */
function bitsOf(number: number): number {
  return 32 - Math.clz32(number);
}

/** Events mostly come in the order of time, so many of one visitor are often sorted already. */
function sortRange(table: EventTable, indexes: Uint32Array, start: number, end: number): void {
  if (end - start <= SORTED_BY_INSERTION_MAX) sortByInsertion(table, indexes, start, end);
  else if (!isSorted(table, indexes, start, end)) {
    indexes.subarray(start, end).sort((a, b) => compare(table, a, b));
  }
}

function isSorted(table: EventTable, indexes: Uint32Array, start: number, end: number): boolean {
  for (let i = start + 1; i < end; i++) if (compare(table, indexes[i - 1]!, indexes[i]!) > 0) return false;
  return true;
}

const SORTED_BY_INSERTION_MAX = 24;

function sortByInsertion(table: EventTable, indexes: Uint32Array, start: number, end: number): void {
  for (let i = start + 1; i < end; i++) {
    const index = indexes[i]!;
    let to = i;
    for (; to > start && compare(table, indexes[to - 1]!, index) > 0; to--) indexes[to] = indexes[to - 1]!;
    indexes[to] = index;
  }
}

function compare(table: EventTable, a: number, b: number): number {
  const { high, low, second } = table;
  return high[a]! - high[b]! || low[a]! - low[b]! || second[a]! - second[b]! || compareContent(table, a, b);
}

/** Any fixed order will do: it makes the bytes of a run independent of where its events came from. */
function compareContent({ type, subject, revenue, dimensions }: EventTable, a: number, b: number): number {
  const order = type[a]! - type[b]! || subject[a]! - subject[b]! || revenue[a]! - revenue[b]!;
  if (order !== 0) return order;
  const count = dimensions.length;
  for (let i = 0; i < count; i++) {
    const column = dimensions[i]!;
    const difference = column[a]! - column[b]!;
    if (difference !== 0) return difference;
  }
  return 0;
}
