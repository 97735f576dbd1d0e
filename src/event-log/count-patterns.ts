// Counts the events and visitors of a question that tells few kinds of events apart, such as the views, conversions … of three devices: the fastest
// way, for the most common questions.
//
// A kind is a code and a value of the breakdown. The kinds of events that a visitor has, in all runs, are a pattern: a number with a bit for each.
// Few patterns occur, so the loops over everything only count the visitors of each pattern, and the events of each kind. Which counters these
// count for is looked at once, in the end. The loops are in patterns.wat; where WebAssembly can't run, count-visitors.ts counts everything.
import { randomInt } from 'node:crypto';
import { compile, instantiate } from '../web-assembly/instantiate.ts';
import type { Counters } from './counters.ts';
import type { EventCodes } from './event-codes.ts';
import type { OpenRun } from './open-runs.ts';
import { PATTERNS_WASM } from './patterns-wasm.ts';
import { rangeEnds } from './visitor-ranges.ts';

/** With bit 0, which stands for events that count for nothing, a pattern has 32 bits. */
const KINDS_MAX = 31;

/** Kinds are numbered from 1 on. 0: the event counts for nothing. */
class Kinds {
  /** By kind: the counters of its events. */
  readonly counters: (readonly number[])[] = [[]];
  readonly #events: EventCodes;
  readonly #valueCount: number;
  /** By code times the number of values, plus the value. */
  readonly #kinds: Uint8Array;

  constructor(counters: Counters, codes: readonly number[]) {
    const { events, valueNumbers } = counters;
    this.#events = events;
    this.#valueCount = valueNumbers.length;
    this.#kinds = new Uint8Array(events.countedFor.length * this.#valueCount);
    for (const code of codes) {
      const first = this.counters.length;
      for (let value = 0; value < counters.valueCount; value++) this.counters.push(counters.countersOf(code, value));
      for (const [value, number] of valueNumbers.entries()) {
        this.#kinds[code * this.#valueCount + value] = first + number;
      }
    }
  }

  /** Writes the kinds of the run's events. */
  write(to: Uint8Array, { firstEvent }: OpenRun): void {
    this.#events.writeKinds(to, firstEvent, this.#kinds, this.#valueCount);
  }
}

/** Counts the runs of these codes. Returns false if there are too many kinds of events, or WebAssembly can't run. */
export function countPatterns(
  runs: readonly OpenRun[],
  codes: readonly number[],
  threshold: number,
  counters: Counters,
): boolean {
  if (codes.length * counters.valueCount > KINDS_MAX || !compiled) return false;
  const kinds = new Kinds(counters, codes);
  const { kindCounts, patterns } = new PatternCounter(runs, threshold).count(kinds);
  const { events, visitors } = counters.cells;
  for (const [kind, own] of kinds.counters.entries()) {
    for (const counter of own) events[counter]! += kindCounts[kind]!;
  }
  for (const [pattern, count] of patterns) {
    const own = kinds.counters.filter((_, kind) => ((pattern >>> kind) & 1) === 1);
    for (const counter of new Set(own.flat())) visitors[counter]! += count;
  }
  return true;
}

/** See patterns.wat. */
interface Loops {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): void };
  begin(slots: number, slotBytes: number, patterns: number): void;
  nextRange(): void;
  visitorCount(): number;
  countKinds(kinds: number, end: number): void;
  addPiece(high: number, low: number, counts: number, countsEnd: number, kinds: number): number;
  countVisitors(first: number, end: number, multiplier: number, known: number): number;
}

const NUMBER_BYTES = 4;
const SLOT_BYTES = 16;
const TABLE = 2 * NUMBER_BYTES * (KINDS_MAX + 1);
const TABLE_ENTRIES = 32_768;
/** So many patterns leave half of the table free. */
const PATTERNS_MAX = TABLE_ENTRIES / 2;
const LIST = TABLE + 2 * NUMBER_BYTES * TABLE_ENTRIES;
const LIST_END = LIST + NUMBER_BYTES * PATTERNS_MAX;

/** Where the data of a run is, and how much of it is counted. */
interface PlacedRun {
  readonly high: number;
  readonly low: number;
  readonly counts: number;
  /** Where the kinds of the events begin that are not counted yet. */
  kinds: number;
  /** The first visitor who is not counted yet. */
  place: number;
}

/** Goes through the visitors range by range: see visitor-ranges.ts for why. */
class PatternCounter {
  readonly #runs: readonly OpenRun[];
  /** Where each run's visitors of each range end: range after range. */
  readonly #ends: Int32Array;
  readonly #patterns = new Map<number, number>();
  #patternsInTable = 0;

  constructor(runs: readonly OpenRun[], threshold: number) {
    this.#runs = runs;
    this.#ends = rangeEnds(runs, threshold);
  }

  count(kinds: Kinds): { readonly kindCounts: Int32Array; readonly patterns: ReadonlyMap<number, number> } {
    const visitorsMax = largestRange(this.#ends, this.#runs.length);
    const slotBytes = SLOT_BYTES * 2 ** Math.ceil(Math.log2(2 * visitorsMax + 1));
    const slots = LIST_END;
    const patterns = slots + slotBytes;
    const data = patterns + NUMBER_BYTES * visitorsMax;
    const loops = loopsFor(this.#runs.reduce((end, run) => end + bytesOf(run), data) + NUMBER_BYTES);
    loops.begin(slots, slotBytes, patterns);
    const placed = this.#place(loops, data, kinds);
    for (let range = 0; range < this.#ends.length; range += placed.length) {
      for (let run = 0; run < placed.length; run++) addPiece(loops, placed[run]!, this.#ends[range + run]!);
      this.#countVisitors(loops);
      loops.nextRange();
    }
    this.#emptyTable(loops);
    const counts = new Int32Array(loops.memory.buffer, 0, 2 * (KINDS_MAX + 1));
    const kindCounts = Int32Array.from(
      { length: KINDS_MAX + 1 },
      (_, kind) => counts[kind]! + counts[KINDS_MAX + 1 + kind]!,
    );
    return { kindCounts, patterns: this.#patterns };
  }

  /** Copies the visitors of the runs, and writes and counts the kinds of their events. */
  #place({ memory: { buffer }, countKinds }: Loops, data: number, kinds: Kinds): PlacedRun[] {
    let next = data;
    return this.#runs.map((run) => {
      const { high, low, counts } = run.visitors;
      const places = { high: next, low: next + high.byteLength, counts: next + high.byteLength + low.byteLength };
      new Uint32Array(buffer, places.high, high.length).set(high);
      new Uint32Array(buffer, places.low, low.length).set(low);
      new Uint8Array(buffer, places.counts, counts.length).set(counts);
      const ofEvents = new Uint8Array(buffer, places.counts + counts.length, run.endEvent - run.firstEvent);
      kinds.write(ofEvents, run);
      countKinds(ofEvents.byteOffset, ofEvents.byteOffset + ofEvents.length);
      next += bytesOf(run);
      return { ...places, kinds: ofEvents.byteOffset, place: 0 };
    });
  }

  #countVisitors(loops: Loops): void {
    const visitors = loops.visitorCount();
    for (let first = 0; first < visitors; first += PATTERNS_MAX) {
      const end = Math.min(visitors, first + PATTERNS_MAX);
      if (this.#patternsInTable + end - first > PATTERNS_MAX) this.#emptyTable(loops);
      this.#patternsInTable = loops.countVisitors(first, end, multiplier, this.#patternsInTable);
    }
  }

  #emptyTable({ memory }: Loops): void {
    const table = new Int32Array(memory.buffer, TABLE, 2 * TABLE_ENTRIES);
    for (const slot of new Int32Array(memory.buffer, LIST, this.#patternsInTable)) {
      const [pattern, count] = [table[slot / NUMBER_BYTES]!, table[slot / NUMBER_BYTES + 1]!];
      this.#patterns.set(pattern, (this.#patterns.get(pattern) ?? 0) + count);
    }
    table.fill(0);
    this.#patternsInTable = 0;
  }
}

/** Counts the run's visitors before this place. */
function addPiece(loops: Loops, run: PlacedRun, end: number): void {
  const { high, low, counts, kinds, place } = run;
  if (end === place) return;
  const offset = NUMBER_BYTES * place;
  run.kinds = loops.addPiece(high + offset, low + offset, counts + place, counts + end, kinds);
  run.place = end;
}

/** How many visitors of all runs together the largest range has, if none of them are the same. */
function largestRange(ends: Int32Array, runCount: number): number {
  let [largest, before] = [0, 0];
  for (let range = 0; range < ends.length; range += runCount) {
    let sum = 0;
    for (let run = 0; run < runCount; run++) sum += ends[range + run]!;
    largest = Math.max(largest, sum - before);
    before = sum;
  }
  return largest;
}

/** What the data of a run takes; the next one begins at a multiple of the size of its numbers. */
function bytesOf({ visitors, firstEvent, endEvent }: OpenRun): number {
  const bytes = (2 * NUMBER_BYTES + 1) * visitors.high.length + endEvent - firstEvent;
  return NUMBER_BYTES * Math.ceil(bytes / NUMBER_BYTES);
}

// ---- The instance -------------------------------------------------------------------------------------------------------

const PAGE_BYTES = 65_536;
/** The memory never shrinks: an instance with more is not used again. */
const KEPT_BYTES_MAX = 16 * 1024 * 1024;

const compiled = compile(PATTERNS_WASM);
let kept: Loops | undefined;

/** Nobody who does not know it can send events whose patterns are all searched for at the same place. */
const multiplier = 2 * randomInt(2 ** 31) + 1;

/** With so many bytes of memory. */
function loopsFor(bytes: number): Loops {
  const loops = kept ?? instantiate<Loops>(compiled!);
  const missing = Math.ceil((bytes - loops.memory.buffer.byteLength) / PAGE_BYTES);
  if (missing > 0) loops.memory.grow(missing);
  kept = bytes <= KEPT_BYTES_MAX ? loops : undefined;
  return loops;
}
