// Loops over the events of a run and their visitors. In JavaScript such loops stay with V8's middle compiler for hundreds of questions, and take several times as
// long; event-loops.wat is fast from the first question on. Where WebAssembly can't run, or something is too large for its memory, the functions at the end
// of this file do the same.
import { compile, instantiate } from '../../../foundation/web-assembly/instantiate.ts';
import { EVENT_LOOPS_WASM } from './event-loops-wasm.ts';

interface Loops {
  readonly memory: { readonly buffer: ArrayBuffer };
  lookUpBytes(to: number, end: number, indexes: number, table: number, size: number): number;
  lookUpNumbers(to: number, end: number, indexes: number, table: number, size: number): number;
  lookUpPairs(to: number, end: number, first: number, second: number, width: number, table: number, size: number): void;
  lookUpBytePairs(to: number, end: number, first: number, second: number, table: number): number;
  keepEqual(kept: number, end: number, words: number, stride: number, bits: number, number: number): void;
  writePlaces(bits: number, end: number, to: number): number;
  writeNumbers(to: number, end: number, words: number, stride: number, bits: number): void;
  writeNumbersAt(to: number, places: number, end: number, words: number, stride: number, bits: number): void;
  writeVisitors(bits: number, end: number, firsts: number, visitors: number, counts: number): number;
  lookUpSelectedPairs(to: number, bits: number, end: number, first: number, second: number, table: number): number;
}

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

/** The memory while events are selected. A run has at most some 16,384 events, unless it is of rows that are not merged. */
const SELECTED_MAX = 32_768;
const PLACES = 0;
const VISITORS = PLACES + NUMBER_BYTES * SELECTED_MAX;
const COUNTS = VISITORS + NUMBER_BYTES * SELECTED_MAX;
const KEPT = COUNTS + SELECTED_MAX;
const WORDS = KEPT + SELECTED_MAX / 8;
/** Of so many words: eight bits of each event. Some bytes more are read, but not used. */
const WORDS_MAX = SELECTED_MAX / 4;

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
  placePairs(table);
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

function placePairs(table: Uint8Array): void {
  if (table !== placedPairs) memoryBytes.set(table, PAIRS_TABLE);
  placedPairs = table;
}

/** Small numbers as bits (see bit-array.ts): so many bits, and so many words have the same bit of all numbers. */
export interface StoredBits {
  readonly words: Uint32Array;
  readonly wordsOfBit: number;
  readonly bits: number;
}

/** `kept` has a bit for each number, from the lowest one on, and keeps it if the number is equal to this one. */
export function keepEqual(kept: Uint32Array, stored: StoredBits, number: number): void {
  const { words, wordsOfBit, bits } = stored;
  if (!loops || words.length > WORDS_MAX || kept.length > SELECTED_MAX / 32 || kept.length === 0) {
    keepEqualInJavaScript(kept, stored, number);
    return;
  }
  memory.set(kept, KEPT / NUMBER_BYTES);
  memory.set(words, WORDS / NUMBER_BYTES);
  loops.keepEqual(KEPT, KEPT + kept.byteLength, WORDS, NUMBER_BYTES * wordsOfBit, bits, number);
  kept.set(memory.subarray(KEPT / NUMBER_BYTES, KEPT / NUMBER_BYTES + kept.length));
}

/** The places of the bits that are set. */
export function placesOf(bits: Uint32Array): Int32Array {
  if (!loops || bits.length > SELECTED_MAX / 32 || bits.length === 0) return placesInJavaScript(bits);
  memory.set(bits, KEPT / NUMBER_BYTES);
  const end = loops.writePlaces(KEPT, KEPT + bits.byteLength, PLACES);
  return memory.slice(PLACES / NUMBER_BYTES, end / NUMBER_BYTES);
}

/** Writes the first numbers, as many as there is room for. */
export function writeNumbers(to: Uint8Array, stored: StoredBits): void {
  if (!loops) {
    writeNumbersInJavaScript(to, stored);
    return;
  }
  const { words, wordsOfBit, bits } = stored;
  for (let first = 0; first < to.length; first += SELECTED_MAX) {
    const count = Math.min(SELECTED_MAX, to.length - first);
    const wordCount = Math.ceil(count / 32);
    for (let bit = 0; bit < bits; bit++) {
      const firstWord = bit * wordsOfBit + first / 32;
      memory.set(words.subarray(firstWord, firstWord + wordCount), WORDS / NUMBER_BYTES + bit * wordCount);
    }
    loops.writeNumbers(PLACES, PLACES + count, WORDS, NUMBER_BYTES * wordCount, bits);
    to.set(memoryBytes.subarray(PLACES, PLACES + count), first);
  }
}

/** The numbers at these places. */
export function numbersAt(stored: StoredBits, places: Int32Array): Uint8Array {
  const { words, wordsOfBit, bits } = stored;
  if (!loops || words.length > WORDS_MAX || places.length > SELECTED_MAX || places.length === 0) {
    return numbersAtInJavaScript(stored, places);
  }
  memory.set(places, PLACES / NUMBER_BYTES);
  memory.set(words, WORDS / NUMBER_BYTES);
  loops.writeNumbersAt(COUNTS, PLACES, PLACES + places.byteLength, WORDS, NUMBER_BYTES * wordsOfBit, bits);
  return memoryBytes.slice(COUNTS, COUNTS + places.length);
}

/** Visitors of a run: which ones they are of all its visitors, and how many events each has. */
interface SelectedVisitors {
  /** Valid until the next loop. */
  readonly visitors: Uint32Array;
  readonly counts: Uint8Array;
}

/** The visitors of the events whose bits are set. `firsts` has a bit for each event of the run: whether it is the first one of its visitor. */
export function visitorsOfBits(bits: Uint32Array, firsts: Uint32Array): SelectedVisitors {
  if (!loops || bits.length > SELECTED_MAX / 32 || bits.length === 0) return visitorsOfBitsInJavaScript(bits, firsts);
  memory.set(bits, KEPT / NUMBER_BYTES);
  memory.set(firsts.subarray(0, bits.length), WORDS / NUMBER_BYTES);
  const size = loops.writeVisitors(KEPT, KEPT + bits.byteLength, WORDS, VISITORS, COUNTS);
  return {
    visitors: new Uint32Array(memory.buffer, VISITORS, size),
    counts: memoryBytes.slice(COUNTS, COUNTS + size),
  };
}

/** The same as `lookUpBytePairs` for the events whose bits are set: `firsts` and `seconds` have the numbers of all events. */
export function lookUpSelectedPairs(
  to: Uint8Array,
  bits: Uint32Array,
  firsts: Uint8Array,
  seconds: Uint8Array,
  table: Uint8Array,
): boolean {
  if (!loops || bits.length > SELECTED_MAX / 32 || to.length === 0) {
    return lookUpSelectedPairsInJavaScript(to, bits, firsts, seconds, table);
  }
  placePairs(table);
  memory.set(bits, KEPT / NUMBER_BYTES);
  memoryBytes.set(firsts.subarray(0, 32 * bits.length), PLACES);
  memoryBytes.set(seconds.subarray(0, 32 * bits.length), VISITORS);
  const isOutside = loops.lookUpSelectedPairs(COUNTS, KEPT, KEPT + bits.byteLength, PLACES, VISITORS, PAIRS_TABLE);
  to.set(memoryBytes.subarray(COUNTS, COUNTS + to.length));
  return isOutside === 0;
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

export function keepEqualInJavaScript(
  kept: Uint32Array,
  { words, wordsOfBit, bits }: StoredBits,
  number: number,
): void {
  for (let bit = 0; bit < bits; bit++) {
    const first = bit * wordsOfBit;
    // -1 keeps the numbers that do not have the bit, 0 those that have it.
    const flipped = ((number >>> bit) & 1) - 1;
    for (let word = 0; word < kept.length; word++) kept[word]! &= words[first + word]! ^ flipped;
  }
}

export function placesInJavaScript(bits: Uint32Array): Int32Array {
  const places = new Int32Array(32 * bits.length);
  let size = 0;
  for (let word = 0; word < bits.length; word++) {
    for (let left = bits[word]! | 0; left !== 0; left &= left - 1) {
      places[size++] = 32 * word + 31 - Math.clz32(left & -left);
    }
  }
  return places.slice(0, size);
}

export function writeNumbersInJavaScript(to: Uint8Array, { words, wordsOfBit, bits }: StoredBits): void {
  to.fill(0);
  for (let bit = 0; bit < bits; bit++) {
    const first = bit * wordsOfBit;
    for (let i = 0; i < to.length; i++) to[i]! |= ((words[first + (i >>> 5)]! >>> (i & 31)) & 1) << bit;
  }
}

export function numbersAtInJavaScript({ words, wordsOfBit, bits }: StoredBits, places: Int32Array): Uint8Array {
  const numbers = new Uint8Array(places.length);
  for (let bit = 0; bit < bits; bit++) {
    const first = bit * wordsOfBit;
    for (let i = 0; i < numbers.length; i++) {
      const place = places[i]!;
      numbers[i]! |= ((words[first + (place >>> 5)]! >>> (place & 31)) & 1) << bit;
    }
  }
  return numbers;
}

export function visitorsOfBitsInJavaScript(bits: Uint32Array, firsts: Uint32Array): SelectedVisitors {
  const places = placesInJavaScript(bits);
  const [visitors, counts] = [new Uint32Array(places.length), new Uint8Array(places.length)];
  let [event, visitor, size] = [-1, -1, 0];
  for (const place of places) {
    const last = visitor;
    while (event < place) {
      event++;
      visitor += (firsts[event >>> 5]! >>> (event & 31)) & 1;
    }
    if (visitor !== last) visitors[size++] = visitor;
    counts[size - 1]!++;
  }
  return { visitors: visitors.slice(0, size), counts: counts.slice(0, size) };
}

export function lookUpSelectedPairsInJavaScript(
  to: Uint8Array,
  bits: Uint32Array,
  firsts: Uint8Array,
  seconds: Uint8Array,
  table: Uint8Array,
): boolean {
  const places = placesInJavaScript(bits);
  const numbersOf = (numbers: Uint8Array) => Uint8Array.from(places, (place) => numbers[place]!);
  return lookUpBytePairsInJavaScript(to, numbersOf(firsts), numbersOf(seconds), table);
}
