// Loops over the events of a run and their visitors. In JavaScript such loops stay with V8's middle compiler for hundreds of questions,
// and take several times as long; those of event-loops.as.ts are fast from the first question on. What they read is copied into their
// memory, and what they write, out of it.
import { type Constant, Kernel } from '../../../foundation/web-assembly/kernel.ts';
import { EVENT_LOOPS_WASM } from './event-loops-wasm.ts';

/** See event-loops.as.ts. Arrays are places in the memory; an end is the place after the last byte. */
interface Loops {
  readonly PAIRS: Constant;
  readonly FREE: Constant;
  lookUpBytes(to: number, toEnd: number, indexes: number, table: number, tableSize: number): number;
  lookUpNumbers(to: number, toEnd: number, indexes: number, table: number, tableSize: number): number;
  lookUpPairs(
    to: number,
    toEnd: number,
    firstIndexes: number,
    secondIndexes: number,
    width: number,
    table: number,
    tableSize: number,
  ): void;
  lookUpBytePairs(to: number, toEnd: number, firstBytes: number, secondBytes: number): number;
  lookUpSelectedPairs(
    to: number,
    selected: number,
    selectedEnd: number,
    firstBytes: number,
    secondBytes: number,
  ): number;
  keepEqual(kept: number, keptEnd: number, bits: number, stride: number, bitCount: number, wanted: number): void;
  writeNumbers(to: number, toEnd: number, bits: number, stride: number, bitCount: number): void;
  writeNumbersAt(to: number, places: number, placesEnd: number, bits: number, stride: number, bitCount: number): void;
  pairBytes: Pair;
  pairBytesWithWords: Pair;
  pairWordsWithBytes: Pair;
  pairWords: Pair;
  clearVisitorBits(shift: number): void;
  setVisitorBits(highHalves: number, highHalvesEnd: number, shift: number): void;
  countEvents(eventCounts: number, eventCountsEnd: number): number;
  writeVisitorsOf(high: number, low: number, events: number, eventsEnd: number, visitors: number): number;
  keepEvents(kept: number, some: number): void;
  writePlaces(to: number, selected: number, selectedEnd: number): number;
  writePlacesOfBytes(to: number, numbers: number, numbersEnd: number, table: number, tableSize: number): number;
  writePlacesOfWords(to: number, numbers: number, numbersEnd: number, table: number, tableSize: number): number;
  selectVisitors(selected: number, events: number, visitors: number, shift: number): number;
  writeVisitors(visitors: number, eventCounts: number, selected: number, selectedEnd: number, firsts: number): number;
}

type Pair = (
  to: number,
  toEnd: number,
  firsts: number,
  seconds: number,
  width: number,
  occur: number,
  size: number,
) => number;

type Numbers = Uint8Array | Int32Array | Uint32Array;

const WORD_BITS = 32;
const WORD_BYTES = 4;
const VECTOR_BYTES = 16;
/** The sizes of `RunVisitors`, `SomeEvents` and `KeptEvents` in event-loops.as.ts. */
const VISITORS_BYTES = 4 * WORD_BYTES;
const SOME_EVENTS_WORDS = 17;
const KEPT_EVENTS_WORDS = 7;

/** A table of bytes by pairs of bytes: the first one times 256 plus the second one. */
export const BYTE_PAIRS = 2 ** 16;
/** Of visitors, so many bits have room: see `VisitorBits`. */
export const VISITOR_BITS_MAX = 2 ** 24;
/** What such a table has for pairs that must not occur. All others are below 128. */
export const NO_PAIR = 255;

const kernel = new Kernel<Loops>(EVENT_LOOPS_WASM);
const { PAIRS, FREE } = kernel.constants;
let placedPairs: { readonly table: Uint8Array; readonly memory: Uint8Array } | undefined;
let placedBits: { readonly visitors: VisitorBits; readonly memory: Uint8Array } | undefined;

/** What is in the memory for one call of a loop: arrays that are copied into it, and room for so many bytes. */
class Placing<const Arrays extends readonly (Numbers | number)[]> {
  readonly loops: Loops;
  /** Where each of them is. */
  readonly places: { readonly [index in keyof Arrays]: number };
  readonly #bytes: Uint8Array<ArrayBuffer>;
  readonly #words: Int32Array<ArrayBuffer>;

  constructor(...arrays: Arrays) {
    const places: number[] = [];
    let end = FREE.value;
    for (const array of arrays) {
      places.push(end);
      const size = typeof array === 'number' ? array : array.byteLength;
      // Loops may read and write 16 bytes at a time.
      end += VECTOR_BYTES * (Math.ceil(size / VECTOR_BYTES) + 1);
    }
    const { loops, bytes, words } = kernel.withMemory(end);
    this.loops = loops;
    this.places = places as unknown as typeof this.places;
    this.#bytes = bytes;
    this.#words = words;
    for (let index = 0; index < arrays.length; index++) this.#copyIn(arrays[index]!, places[index]!);
  }

  #copyIn(array: Numbers | number, place: number): void {
    if (typeof array === 'number') return;
    if (array instanceof Uint8Array) this.#bytes.set(array, place);
    else this.#words.set(array, place / WORD_BYTES);
  }

  /** The table never changes. */
  placePairs(table: Uint8Array): void {
    if (placedPairs?.table === table && placedPairs.memory === this.#bytes) return;
    this.#bytes.set(table, PAIRS.value);
    placedPairs = { table, memory: this.#bytes };
  }

  /** The same object is used for several runs, and never changes. There is room for each of its arrays at this place. */
  placeVisitorBits(visitors: VisitorBits, room: number): void {
    if (placedBits?.visitors === visitors && placedBits.memory === this.#bytes) return;
    const { highHalves, shift } = visitors;
    this.loops.clearVisitorBits(shift);
    for (const halves of highHalves) {
      this.#copyIn(halves, room);
      this.loops.setVisitorBits(room, room + halves.byteLength, shift);
    }
    placedBits = { visitors, memory: this.#bytes };
  }

  /** So many bytes that a loop has written. They are valid until the next loop. */
  bytesAt(place: number, count: number): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(place, place + count);
  }

  wordsAt(place: number, count: number): Int32Array<ArrayBuffer> {
    return this.#words.subarray(place / WORD_BYTES, place / WORD_BYTES + count);
  }

  /** So many visitors, of whom the two halves of the hashes and the numbers of events are at these places. They stay valid. */
  visitorsAt([high, low, counts]: readonly [number, number, number], count: number): HashedVisitors {
    return {
      high: this.halvesAt(high, count),
      low: this.halvesAt(low, count),
      counts: this.bytesAt(counts, count).slice(),
    };
  }

  /** Returns so many halves of hashes. They stay valid. */
  halvesAt(place: number, count: number): Uint32Array {
    return new Uint32Array(this.wordsAt(place, count).slice().buffer);
  }
}

/** Writes the number that the table has for each index. Returns false if there is an index that it does not have. */
export function lookUp(to: Int32Array, indexes: Uint8Array | Int32Array, table: Int32Array): boolean {
  const placing = new Placing(to.byteLength, indexes.subarray(0, to.length), table);
  const [toAt, indexesAt, tableAt] = placing.places;
  const { lookUpBytes, lookUpNumbers } = placing.loops;
  const write = indexes instanceof Uint8Array ? lookUpBytes : lookUpNumbers;
  const hasOutside = write(toAt, toAt + to.byteLength, indexesAt, tableAt, table.length);
  to.set(placing.wordsAt(toAt, to.length));
  return hasOutside === 0;
}

/**
 * Writes the byte that the table has for each pair: the first index times `width` plus the second one. It is 0 for a pair that it does
 * not have.
 */
export function lookUpPairs(
  to: Uint8Array,
  firsts: Int32Array,
  seconds: Int32Array,
  width: number,
  table: Uint8Array,
): void {
  const placing = new Placing(to.length, firsts, seconds, table);
  const [toAt, firstsAt, secondsAt, tableAt] = placing.places;
  placing.loops.lookUpPairs(toAt, toAt + to.length, firstsAt, secondsAt, width, tableAt, table.length);
  to.set(placing.bytesAt(toAt, to.length));
}

/** Writes the byte that the table, which never changes, has for each pair. Returns false if there is one that must not occur. */
export function lookUpBytePairs(to: Uint8Array, firsts: Uint8Array, seconds: Uint8Array, table: Uint8Array): boolean {
  const { length } = to;
  const placing = new Placing(length, firsts.subarray(0, length), seconds.subarray(0, length));
  const [toAt, firstsAt, secondsAt] = placing.places;
  placing.placePairs(table);
  const hasOutside = placing.loops.lookUpBytePairs(toAt, toAt + length, firstsAt, secondsAt);
  to.set(placing.bytesAt(toAt, to.length));
  return hasOutside === 0;
}

/** The same for the events whose bits are set: `firsts` and `seconds` have the bytes of all events. */
export function lookUpSelectedPairs(
  to: Uint8Array,
  selected: Uint32Array,
  firsts: Uint8Array,
  seconds: Uint8Array,
  table: Uint8Array,
): boolean {
  const eventsMax = WORD_BITS * selected.length;
  const placing = new Placing(eventsMax, selected, firsts.subarray(0, eventsMax), seconds.subarray(0, eventsMax));
  const [toAt, selectedAt, firstsAt, secondsAt] = placing.places;
  placing.placePairs(table);
  const selectedEnd = selectedAt + selected.byteLength;
  const hasOutside = placing.loops.lookUpSelectedPairs(toAt, selectedAt, selectedEnd, firstsAt, secondsAt);
  to.set(placing.bytesAt(toAt, to.length));
  return hasOutside === 0;
}

/** Small numbers as bits (see bit-array.ts): so many bits, and so many words have the same bit of all numbers. */
export interface StoredBits {
  /** The words, little-endian. */
  readonly bytes: Uint8Array;
  readonly wordsOfBit: number;
  readonly bits: number;
}

/** `kept` has a bit for each number, from the lowest one on, and keeps it if the number is equal to this one. */
export function keepEqual(kept: Uint32Array, { bytes, wordsOfBit, bits }: StoredBits, number: number): void {
  const placing = new Placing(kept, bytes);
  const [keptAt, bytesAt] = placing.places;
  placing.loops.keepEqual(keptAt, keptAt + kept.byteLength, bytesAt, WORD_BYTES * wordsOfBit, bits, number);
  kept.set(placing.wordsAt(keptAt, kept.length));
}

/** Writes the first numbers, as many as there is room for. */
export function writeNumbers(to: Uint8Array, { bytes, wordsOfBit, bits }: StoredBits): void {
  const placing = new Placing(to.length, bytes);
  const [toAt, bytesAt] = placing.places;
  placing.loops.writeNumbers(toAt, toAt + to.length, bytesAt, WORD_BYTES * wordsOfBit, bits);
  to.set(placing.bytesAt(toAt, to.length));
}

/** The numbers at these places. */
export function numbersAt({ bytes, wordsOfBit, bits }: StoredBits, places: Int32Array): Uint8Array {
  const placing = new Placing(places.length, places, bytes);
  const [toAt, placesAt, bytesAt] = placing.places;
  placing.loops.writeNumbersAt(toAt, placesAt, placesAt + places.byteLength, bytesAt, WORD_BYTES * wordsOfBit, bits);
  return placing.bytesAt(toAt, places.length).slice();
}

/** The places of the bits that are set. */
export function placesOf(selected: Uint32Array): Int32Array {
  const placing = new Placing(WORD_BYTES * WORD_BITS * selected.length, selected);
  const [toAt, selectedAt] = placing.places;
  const toEnd = placing.loops.writePlaces(toAt, selectedAt, selectedAt + selected.byteLength);
  return placing.wordsAt(toAt, (toEnd - toAt) / WORD_BYTES).slice();
}

/** The places of the numbers for which the table has a 1. */
export function placesOfNumbers(numbers: Uint8Array | Int32Array, table: Uint8Array): Int32Array {
  const placing = new Placing(WORD_BYTES * numbers.length, numbers, table);
  const [toAt, numbersAt, tableAt] = placing.places;
  const { writePlacesOfBytes, writePlacesOfWords } = placing.loops;
  const write = numbers instanceof Uint8Array ? writePlacesOfBytes : writePlacesOfWords;
  const toEnd = write(toAt, numbersAt, numbersAt + numbers.byteLength, tableAt, table.length);
  return placing.wordsAt(toAt, (toEnd - toAt) / WORD_BYTES).slice();
}

/**
 * The pair of two indexes of each event: the first one times `width` plus the second one. undefined: one is not in its table, or is not
 * below `width`. `occur` has a number for each pair, which becomes 1 for each one that occurs.
 */
export function pairsOf(
  firsts: Uint8Array | Int32Array,
  seconds: Uint8Array | Int32Array,
  width: number,
  occur: Uint8Array,
): Int32Array | undefined {
  const toBytes = WORD_BYTES * seconds.length;
  const placing = new Placing(toBytes, firsts, seconds, occur);
  const [toAt, firstsAt, secondsAt, occurAt] = placing.places;
  const { pairBytes, pairBytesWithWords, pairWordsWithBytes, pairWords } = placing.loops;
  const [ofBytes, ofWords] =
    firsts instanceof Uint8Array ? [pairBytes, pairBytesWithWords] : [pairWordsWithBytes, pairWords];
  const pair = seconds instanceof Uint8Array ? ofBytes : ofWords;
  if (pair(toAt, toAt + toBytes, firstsAt, secondsAt, width, occurAt, occur.length) !== 0) return undefined;
  occur.set(placing.bytesAt(occurAt, occur.length));
  return placing.wordsAt(toAt, seconds.length).slice();
}

/** How many events visitors have; -1: one has none. */
export function countEvents(counts: Uint8Array): number {
  const placing = new Placing(counts);
  const [countsAt] = placing.places;
  return placing.loops.countEvents(countsAt, countsAt + counts.length);
}

/** The halves of the hashes of visitors, and how many events each has. */
interface HashedVisitors {
  readonly high: Uint32Array;
  readonly low: Uint32Array;
  readonly counts: Uint8Array;
}

/** The visitors of these events, whose places ascend. One who is there several times, as one with very many events is, stays so. */
export function visitorsOfEvents(
  { high, low, counts }: HashedVisitors,
  events: Int32Array,
): Pick<HashedVisitors, 'high' | 'low'> {
  const placing = new Placing(VISITORS_BYTES, events.byteLength, events.byteLength, events, high, low, counts);
  const [visitorsAt, ownHigh, ownLow, eventsAt, highAt, lowAt, countsAt] = placing.places;
  placing.wordsAt(visitorsAt, 4).set([highAt, lowAt, countsAt, counts.length]);
  const count = placing.loops.writeVisitorsOf(ownHigh, ownLow, eventsAt, eventsAt + events.byteLength, visitorsAt);
  return { high: placing.halvesAt(ownHigh, count), low: placing.halvesAt(ownLow, count) };
}

/** Visitors by the high halves of their hashes, shifted: others who have the same bits are taken for them. */
export interface VisitorBits {
  readonly highHalves: readonly Uint32Array[];
  /** At least 8: there are at most `VISITOR_BITS_MAX`. */
  readonly shift: number;
}

/** How many bytes `placeVisitorBits` needs room for. */
function roomFor({ highHalves }: VisitorBits): number {
  return highHalves.reduce((bytes, { byteLength }) => Math.max(bytes, byteLength), 0);
}

/** The visitors whose bits are set, and the places of their events among so many. */
export function selectVisitors(
  { high, low, counts }: HashedVisitors,
  eventCount: number,
  needed: VisitorBits,
): { readonly visitors: HashedVisitors; readonly events: Int32Array } {
  const sizes = [high.byteLength, low.byteLength, counts.length, WORD_BYTES * eventCount] as const;
  const objects = [VISITORS_BYTES, VISITORS_BYTES] as const;
  const placing = new Placing(...objects, ...sizes, high, low, counts, roomFor(needed));
  const [selectedAt, visitorsAt, ownHigh, ownLow, ownCounts, eventsAt, highAt, lowAt, countsAt, room] = placing.places;
  placing.placeVisitorBits(needed, room);
  placing.wordsAt(selectedAt, 3).set([ownHigh, ownLow, ownCounts]);
  placing.wordsAt(visitorsAt, 4).set([highAt, lowAt, countsAt, high.length]);
  const eventsEnd = placing.loops.selectVisitors(selectedAt, eventsAt, visitorsAt, needed.shift);
  const size = placing.wordsAt(selectedAt, 4)[3]!;
  return {
    visitors: placing.visitorsAt([ownHigh, ownLow, ownCounts], size),
    events: placing.wordsAt(eventsAt, (eventsEnd - eventsAt) / WORD_BYTES).slice(),
  };
}

/** Events of a run, and which ones of them are kept: see `SomeEvents` in event-loops.as.ts. */
export interface SomeEvents {
  readonly visitors: HashedVisitors;
  readonly needed: VisitorBits | undefined;
  /** The kind of each event, and the place of the meaning of each kind. */
  readonly kinds: Uint8Array | Int32Array;
  readonly meanings: Int32Array;
  readonly events: Int32Array | undefined;
  /** Those of all events of the run: as numbers, or as they are stored. */
  readonly seconds: Int32Array | undefined;
  readonly secondBytes: Uint8Array | undefined;
  readonly runEvents: number;
  readonly startSecond: number;
  readonly endSecond: number;
  readonly paidEvents: Int32Array;
  readonly arePageViews: Uint8Array | undefined;
  readonly wanted: 0 | 1;
  readonly keepsVisitors: boolean;
}

/** See `KeptEvents` there. */
interface KeptEvents {
  readonly visitors: HashedVisitors;
  /** These are valid until the next loop. */
  readonly places: Int32Array;
  readonly seconds: Int32Array;
  readonly paid: Int32Array;
}

/** The events that mean something and are in the time that is asked for, and their visitors. undefined: there is a kind without a place. */
export function keepEvents(some: SomeEvents): KeptEvents | undefined {
  const { high, low, counts } = some.visitors;
  const { needed, kinds, meanings, events, seconds, secondBytes, paidEvents, arePageViews } = some;
  const placesBytes = WORD_BYTES * kinds.length;
  // After the last one, there is none.
  const paid = new Int32Array(paidEvents.length + 1).fill(-1);
  paid.set(paidEvents);
  const placing = new Placing(
    ...([WORD_BYTES * KEPT_EVENTS_WORDS, VISITORS_BYTES, WORD_BYTES * SOME_EVENTS_WORDS, VISITORS_BYTES] as const),
    ...([high.byteLength, low.byteLength, counts.length, placesBytes, placesBytes, paid.byteLength] as const),
    ...([high, low, counts, kinds, meanings, events ?? 0] as const),
    ...([seconds ?? 0, secondBytes ?? 0, paid, arePageViews ?? 0, needed ? roomFor(needed) : 0] as const),
  );
  const [keptAt, ownVisitorsAt, someAt, visitorsAt, ...arrays] = placing.places;
  const [ownHigh, ownLow, ownCounts, ownPlaces, ownSeconds, ownPaid, ...read] = arrays;
  const [highAt, lowAt, countsAt, kindsAt, meaningsAt, eventsAt, ...others] = read;
  const [secondsAt, secondBytesAt, paidAt, pageViewsAt, room] = others;
  const areBytes = kinds instanceof Uint8Array;
  if (needed) placing.placeVisitorBits(needed, room);
  placing.wordsAt(ownVisitorsAt, 4).set([ownHigh, ownLow, ownCounts, 0]);
  placing.wordsAt(keptAt, KEPT_EVENTS_WORDS).set([ownVisitorsAt, ownPlaces, ownSeconds, 0, ownPaid, 0, 0]);
  placing.wordsAt(visitorsAt, 4).set([highAt, lowAt, countsAt, counts.length]);
  placing
    .wordsAt(someAt, SOME_EVENTS_WORDS)
    .set([
      ...[
        visitorsAt,
        Number(needed !== undefined),
        needed?.shift ?? 0,
        ...[areBytes ? kindsAt : 0, areBytes ? 0 : kindsAt, meaningsAt, meanings.length],
        events ? eventsAt : 0,
        ...[seconds ? secondsAt : 0, secondBytes ? secondBytesAt : 0, some.runEvents],
      ],
      ...[asInt32(some.startSecond), asInt32(some.endSecond), paidAt],
      ...[arePageViews ? pageViewsAt : 0, some.wanted, Number(some.keepsVisitors)],
    ]);
  placing.loops.keepEvents(keptAt, someAt);
  const [, , , count, , paidCount, hasOutside] = placing.wordsAt(keptAt, KEPT_EVENTS_WORDS) as unknown as Seven;
  if (hasOutside !== 0) return undefined;
  const size = placing.wordsAt(ownVisitorsAt, 4)[3]!;
  return {
    visitors: placing.visitorsAt([ownHigh, ownLow, ownCounts], size),
    places: placing.wordsAt(ownPlaces, count),
    seconds: placing.wordsAt(ownSeconds, seconds || secondBytes ? count : 0),
    paid: placing.wordsAt(ownPaid, paidCount),
  };
}

type Seven = readonly [number, number, number, number, number, number, number];

function asInt32(number: number): number {
  return Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, number));
}

/** Visitors of a run: which ones they are of all its visitors, and how many events each has. */
interface SelectedVisitors {
  /** They are valid until the next loop. */
  readonly visitors: Int32Array;
  readonly counts: Uint8Array;
}

/**
 * The visitors of the events whose bits are set. `firsts` has a bit for each event of the run: whether it is the first one of its
 * visitor.
 */
export function visitorsOfBits(selected: Uint32Array, firsts: Uint32Array): SelectedVisitors {
  const eventsMax = WORD_BITS * selected.length;
  const placing = new Placing(WORD_BYTES * eventsMax, eventsMax, selected, firsts.subarray(0, selected.length));
  const [visitorsAt, countsAt, selectedAt, firstsAt] = placing.places;
  const selectedEnd = selectedAt + selected.byteLength;
  const size = placing.loops.writeVisitors(visitorsAt, countsAt, selectedAt, selectedEnd, firstsAt);
  return {
    visitors: placing.wordsAt(visitorsAt, size),
    counts: placing.bytesAt(countsAt, size).slice(),
  };
}
