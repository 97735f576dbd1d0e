// Counts the events and visitors of a question that tells few kinds of events apart, such as the views, conversions … of three devices: the fastest
// way, for the most common questions.
//
// A kind is a code and a value of the breakdown. The kinds of events that a visitor has, in all runs, are a pattern: a number with a bit for each.
// Few patterns occur, so the loops over everything only count the visitors of each pattern, and the events of each kind. Which counters these
// count for is looked at once, in the end. The loops are in patterns.wat; where WebAssembly can't run, count-visitors.ts counts everything.
import { squaredRevenue } from '../rollups/metric.ts';
import { compile, instantiate } from '../web-assembly/instantiate.ts';
import type { RevenueSum } from './answer-cells.ts';
import type { Counters } from './counters.ts';
import type { EventCodes } from './event-codes.ts';
import { MULTIPLIERS } from './first-slot.ts';
import type { OpenRun } from './open-runs.ts';
import { PATTERNS_WASM } from './patterns-wasm.ts';
import type { Revenue } from './run.ts';
import { shiftOf } from './visitor-ranges.ts';

/** With bit 0, which stands for events that count for nothing, a pattern has 32 bits. */
const KINDS_MAX = 31;

/** Kinds are numbered from 1 on. 0: the event counts for nothing. */
class Kinds {
  /** By kind: the counters of its events. */
  readonly counters: (readonly number[])[] = [[]];
  readonly revenue = new RevenueByKind();
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

  /** Writes the kinds of the run's events, and adds up their revenue. */
  write(to: Uint8Array, run: OpenRun): void {
    this.#events.writeKinds(to, run.firstEvent, this.#kinds, this.#valueCount);
    this.revenue.add(to, this.#events.revenueOf(run));
  }
}

class RevenueByKind {
  readonly #amounts = new Float64Array(KINDS_MAX + 1);
  readonly #squares = new Float64Array(KINDS_MAX + 1);
  readonly #positive = new Int32Array(KINDS_MAX + 1);

  add(kinds: Uint8Array, { places, amounts }: Revenue): void {
    const count = places.length;
    for (let i = 0; i < count; i++) {
      const [kind, amount] = [kinds[places[i]!]!, amounts[i]!];
      this.#amounts[kind]! += amount;
      this.#squares[kind]! += squaredRevenue(amount);
      if (amount > 0) this.#positive[kind]!++;
    }
  }

  of(kind: number): RevenueSum {
    return { amount: this.#amounts[kind]!, squared: this.#squares[kind]!, positive: this.#positive[kind]! };
  }
}

/**
 * Counts the runs of these codes. Returns false if there are too many kinds of events, or too many visitors with nearly the same hash, or WebAssembly
 * can't run.
 */
export function countPatterns(
  runs: readonly OpenRun[],
  codes: readonly number[],
  threshold: number,
  counters: Counters,
): boolean {
  if (codes.length * counters.valueCount > KINDS_MAX || !compiled) return false;
  const kinds = new Kinds(counters, codes);
  const counted = new PatternCounter(runs, threshold).count(kinds);
  if (!counted) return false;
  const { kindCounts, patterns } = counted;
  const { events, visitors } = counters.cells;
  for (const [kind, own] of kinds.counters.entries()) {
    for (const counter of own) {
      events[counter]! += kindCounts[kind]!;
      counters.cells.addRevenue(counter, kinds.revenue.of(kind));
    }
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
  begin(
    slots: number,
    slotBytes: number,
    visitors: number,
    visitorsMax: number,
    lowMultiplier: number,
    highMultiplier: number,
  ): void;
  nextRange(): void;
  visitorCount(): number;
  countKinds(kinds: number, end: number): void;
  addRange(runs: number, runsEnd: number, last: number): number;
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

/** What is stored of a run: see `addRange` in patterns.wat. */
const RUN_BYTES = 5 * NUMBER_BYTES;

/** Of all runs together, roughly; a visitor counts once for each run. The slots of so many stay in a near cache of the processor. */
const VISITORS_PER_RANGE = 1_024;
/** Of each run. With many runs, going from one to the next would take longer than finding a visitor among more slots. */
const VISITORS_PER_PIECE = 16;

interface CountedPatterns {
  readonly kindCounts: Int32Array;
  readonly patterns: ReadonlyMap<number, number>;
}

/** Goes through the visitors range by range: see visitor-ranges.ts for why. */
class PatternCounter {
  readonly #runs: readonly OpenRun[];
  readonly #threshold: number;
  readonly #patterns = new Map<number, number>();
  #patternsInTable = 0;

  constructor(runs: readonly OpenRun[], threshold: number) {
    this.#runs = runs;
    this.#threshold = threshold;
  }

  /** undefined: a range has more visitors than there is room for. Hashes are random, so somebody has chosen them. */
  count(kinds: Kinds): CountedPatterns | undefined {
    const visitors = this.#runs.reduce((sum, run) => sum + run.visitors.high.length, 0);
    const perRange = Math.max(VISITORS_PER_RANGE, VISITORS_PER_PIECE * this.#runs.length);
    const visitorsMax = Math.min(visitors, 2 * perRange);
    const slotBytes = SLOT_BYTES * 2 ** Math.ceil(Math.log2(2 * Math.max(1, visitorsMax)));
    const list = LIST_END + slotBytes;
    const runs = list + NUMBER_BYTES * visitorsMax;
    const data = runs + RUN_BYTES * this.#runs.length;
    const loops = loopsFor(this.#runs.reduce((end, run) => end + bytesOf(run), data) + NUMBER_BYTES);
    loops.begin(LIST_END, slotBytes, list, runs, MULTIPLIERS.low, MULTIPLIERS.high);
    this.#place(loops, runs, data, kinds);
    const shift = shiftOf(visitors / perRange, this.#threshold);
    for (let range = 0; range <= (this.#threshold - 1) >>> shift; range++) {
      if (loops.addRange(runs, data, (range + 1) * 2 ** shift - 1)) return undefined;
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
  #place({ memory: { buffer }, countKinds }: Loops, runs: number, data: number, kinds: Kinds): void {
    let next = data;
    for (const [index, run] of this.#runs.entries()) {
      const { high, low, counts } = run.visitors;
      const places = { high: next, low: next + high.byteLength, counts: next + high.byteLength + low.byteLength };
      const countsEnd = places.counts + counts.length;
      new Uint32Array(buffer, places.high, high.length).set(high);
      new Uint32Array(buffer, places.low, low.length).set(low);
      new Uint8Array(buffer, places.counts, counts.length).set(counts);
      const ofEvents = new Uint8Array(buffer, countsEnd, run.endEvent - run.firstEvent);
      kinds.write(ofEvents, run);
      countKinds(countsEnd, countsEnd + ofEvents.length);
      const place = [places.high, places.low, places.counts, countsEnd, countsEnd];
      new Int32Array(buffer, runs + RUN_BYTES * index, place.length).set(place);
      next += bytesOf(run);
    }
  }

  #countVisitors(loops: Loops): void {
    const visitors = loops.visitorCount();
    for (let first = 0; first < visitors; first += PATTERNS_MAX) {
      const end = Math.min(visitors, first + PATTERNS_MAX);
      if (this.#patternsInTable + end - first > PATTERNS_MAX) this.#emptyTable(loops);
      this.#patternsInTable = loops.countVisitors(first, end, MULTIPLIERS.low, this.#patternsInTable);
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

/** What the data of a run takes; the next one begins at a multiple of the size of its numbers. */
function bytesOf({ visitors, firstEvent, endEvent }: OpenRun): number {
  const bytes = (2 * NUMBER_BYTES + 1) * visitors.high.length + endEvent - firstEvent;
  return NUMBER_BYTES * Math.ceil(bytes / NUMBER_BYTES);
}

// ---- The instance -------------------------------------------------------------------------------------------------------

const PAGE_BYTES = 65_536;
/** The memory never shrinks: an instance with more is not used again. */
const KEPT_BYTES_MAX = 32 * 1024 * 1024;

const compiled = compile(PATTERNS_WASM);
let kept: Loops | undefined;

/** With so many bytes of memory. */
function loopsFor(bytes: number): Loops {
  const loops = kept ?? instantiate<Loops>(compiled!);
  const missing = Math.ceil((bytes - loops.memory.buffer.byteLength) / PAGE_BYTES);
  if (missing > 0) loops.memory.grow(missing);
  kept = bytes <= KEPT_BYTES_MAX ? loops : undefined;
  return loops;
}
