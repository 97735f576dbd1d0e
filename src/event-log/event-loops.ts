// Loops over the events and visitors of a run. In JavaScript such loops stay with V8's middle compiler for hundreds of questions, and take several times as
// long; event-loops.wat is fast from the first question on. Where WebAssembly can't run, or something is too large for its memory, the functions at the end
// of this file do the same.
import { compile, instantiate } from '../web-assembly/instantiate.ts';
import { EVENT_LOOPS_WASM } from './event-loops-wasm.ts';
import type { Visitors } from './run.ts';

interface Loops {
  readonly memory: { readonly buffer: ArrayBuffer };
  lookUpBytes(to: number, end: number, indexes: number, table: number, size: number): number;
  lookUpNumbers(to: number, end: number, indexes: number, table: number, size: number): number;
  lookUpPairs(to: number, end: number, first: number, second: number, width: number, table: number, size: number): void;
  lookUpBytePairs(to: number, end: number, first: number, second: number, table: number): number;
  selectVisitors(bits: number, counts: number, visitors: number, high: number, low: number): number;
}

const PAGE_BYTES = 65_536;
const NUMBER_BYTES = 4;

/** The memory while numbers are looked up: two arrays of indexes, what is written, and the table. So many events are looked up at once. */
const EVENTS_MAX = 16_384;
const TABLE_ENTRIES_MAX = 65_536;
const FIRST = 0;
const SECOND = FIRST + NUMBER_BYTES * EVENTS_MAX;
const TO = SECOND + NUMBER_BYTES * EVENTS_MAX;
const TABLE = TO + NUMBER_BYTES * EVENTS_MAX;
/** The table of pairs of bytes has a place of its own: it stays there, because most runs of a question have the same one. */
const PAIRS_TABLE = TABLE + NUMBER_BYTES * TABLE_ENTRIES_MAX;

/** The memory while visitors are selected. A run has at most some 16,384 events, unless it is of rows that are not merged. */
const VISITORS_MAX = 32_768;
const HIGH = 0;
const LOW = HIGH + NUMBER_BYTES * VISITORS_MAX;
const COUNTS = LOW + NUMBER_BYTES * VISITORS_MAX;
const BITS = COUNTS + VISITORS_MAX;
/** More bytes than it has are read, but not used. */
const BITS_BYTES_MAX = PAGE_BYTES;

const compiled = compile(EVENT_LOOPS_WASM);
const loops = compiled && instantiate<Loops>(compiled);
const memory = new Int32Array(loops?.memory.buffer ?? new ArrayBuffer(0));
const memoryBytes = new Uint8Array(memory.buffer);
let placedPairs: Uint8Array | undefined;

/** Writes the number that the table has for each index. Returns false if there is an index that it does not have. */
export function lookUp(to: Int32Array, indexes: Uint8Array | Int32Array, table: Int32Array): boolean {
  if (!loops || table.length > TABLE_ENTRIES_MAX) return lookUpInJavaScript(to, indexes, table);
  memory.set(table, TABLE / NUMBER_BYTES);
  const areBytes = indexes instanceof Uint8Array;
  let isOutside = 0;
  for (let first = 0; first < to.length; first += EVENTS_MAX) {
    const count = Math.min(EVENTS_MAX, to.length - first);
    const own = indexes.subarray(first, first + count);
    if (areBytes) memoryBytes.set(own, FIRST);
    else memory.set(own, FIRST / NUMBER_BYTES);
    const run = areBytes ? loops.lookUpBytes : loops.lookUpNumbers;
    isOutside |= run(TO, TO + NUMBER_BYTES * count, FIRST, TABLE, table.length);
    to.set(memory.subarray(TO / NUMBER_BYTES, TO / NUMBER_BYTES + count), first);
  }
  return isOutside === 0;
}

/** Writes the number that the table has for each pair of indexes: the first one times `width` plus the second one. It is 0 for a pair that it does not have. */
export function lookUpPairs(
  to: Uint8Array,
  firsts: Int32Array,
  seconds: Int32Array,
  width: number,
  table: Uint8Array,
): void {
  if (!loops || table.length > TABLE_ENTRIES_MAX) {
    lookUpPairsInJavaScript(to, firsts, seconds, width, table);
    return;
  }
  memoryBytes.set(table, TABLE);
  for (let first = 0; first < to.length; first += EVENTS_MAX) {
    const count = Math.min(EVENTS_MAX, to.length - first);
    memory.set(firsts.subarray(first, first + count), FIRST / NUMBER_BYTES);
    memory.set(seconds.subarray(first, first + count), SECOND / NUMBER_BYTES);
    loops.lookUpPairs(TO, TO + count, FIRST, SECOND, width, TABLE, table.length);
    to.set(memoryBytes.subarray(TO, TO + count), first);
  }
}

/** A table of bytes by pairs of bytes: the first one times 256 plus the second one. */
export const BYTE_PAIRS = 2 ** 16;
/** What such a table has for pairs that must not occur. All others are below 128. */
export const NO_PAIR = 255;

/** Writes the byte that the table, which never changes, has for each pair. Returns false if there is one that must not occur. */
export function lookUpBytePairs(to: Uint8Array, firsts: Uint8Array, seconds: Uint8Array, table: Uint8Array): boolean {
  if (!loops) return lookUpBytePairsInJavaScript(to, firsts, seconds, table);
  if (table !== placedPairs) memoryBytes.set(table, PAIRS_TABLE);
  placedPairs = table;
  let isOutside = 0;
  for (let first = 0; first < to.length; first += EVENTS_MAX) {
    const count = Math.min(EVENTS_MAX, to.length - first);
    memoryBytes.set(firsts.subarray(first, first + count), FIRST);
    memoryBytes.set(seconds.subarray(first, first + count), SECOND);
    isOutside |= loops.lookUpBytePairs(TO, TO + count, FIRST, SECOND, PAIRS_TABLE);
    to.set(memoryBytes.subarray(TO, TO + count), first);
  }
  return isOutside === 0;
}

/** Visitors who have selected events, with how many these are; a bit for each event says which are. */
export function selectVisitors({ high, low, counts }: Visitors, selected: Uint32Array): Visitors {
  const visitors = counts.length;
  if (!loops || visitors > VISITORS_MAX || selected.byteLength > BITS_BYTES_MAX || visitors === 0) {
    return selectVisitorsInJavaScript({ high, low, counts }, selected);
  }
  memory.set(high, HIGH / NUMBER_BYTES);
  memory.set(low, LOW / NUMBER_BYTES);
  memoryBytes.set(counts, COUNTS);
  memory.set(selected, BITS / NUMBER_BYTES);
  const size = loops.selectVisitors(BITS, COUNTS, visitors, HIGH, LOW);
  return {
    high: new Uint32Array(memory.buffer, HIGH, size).slice(),
    low: new Uint32Array(memory.buffer, LOW, size).slice(),
    counts: memoryBytes.slice(COUNTS, COUNTS + size),
  };
}

// Short loops, because V8 reads the fields of an array anew in each round of a long one.

export function lookUpInJavaScript(to: Int32Array, indexes: Uint8Array | Int32Array, table: Int32Array): boolean {
  const count = to.length;
  let largest = 0;
  for (let i = 0; i < count; i++) {
    const index = indexes[i]!;
    if (index > largest) largest = index;
    to[i] = table[index]!;
  }
  return largest < table.length || count === 0;
}

export function lookUpPairsInJavaScript(
  to: Uint8Array,
  firsts: Int32Array,
  seconds: Int32Array,
  width: number,
  table: Uint8Array,
): void {
  const count = to.length;
  // An array of bytes makes 0 of what the table does not have.
  for (let i = 0; i < count; i++) to[i] = table[firsts[i]! * width + seconds[i]!]!;
}

export function lookUpBytePairsInJavaScript(
  to: Uint8Array,
  firsts: Uint8Array,
  seconds: Uint8Array,
  table: Uint8Array,
): boolean {
  const count = to.length;
  let all = 0;
  for (let i = 0; i < count; i++) {
    const number = table[(firsts[i]! << 8) | seconds[i]!]!;
    all |= number;
    to[i] = number;
  }
  return all < 128;
}

export function selectVisitorsInJavaScript({ high, low, counts }: Visitors, selected: Uint32Array): Visitors {
  const own = { high: high.slice(), low: low.slice(), counts: new Uint8Array(counts.length) };
  let [size, event] = [0, 0];
  for (let visitor = 0; visitor < counts.length; visitor++) {
    let count = 0;
    for (const end = event + counts[visitor]!; event < end; event++)
      count += (selected[event >>> 5]! >>> (event & 31)) & 1;
    own.high[size] = high[visitor]!;
    own.low[size] = low[visitor]!;
    own.counts[size] = count;
    if (count > 0) size++;
  }
  return { high: own.high.subarray(0, size), low: own.low.subarray(0, size), counts: own.counts.subarray(0, size) };
}
