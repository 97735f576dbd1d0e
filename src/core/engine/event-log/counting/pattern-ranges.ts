// The patterns of visitors, range by range of their hashes (visitor-ranges.ts says why). The loops are in patterns.as.ts.
//
// Each event has a kind, a number below 32. A visitor's pattern has a bit for each kind of its events, in all runs, and bit 0. If a
// larger number is written, its lowest five bits are the kind; only `countKinds` needs numbers below 32.
import { type Constant, type Instance, Kernel } from '../../../foundation/web-assembly/kernel.ts';
import { MULTIPLIERS } from '../kernels/first-slot.ts';
import { PATTERNS_WASM } from '../kernels/patterns-wasm.ts';
import type { OpenRun } from './open-runs.ts';
import { shiftOf } from './visitor-ranges.ts';

export const KINDS = 32;

/** See patterns.as.ts. Arrays are places in the memory. */
interface Loops {
  readonly KIND_COUNTS: Constant;
  readonly PATTERNS: Constant;
  readonly PATTERNS_SIZE: Constant;
  readonly TAKEN: Constant;
  readonly FREE: Constant;
  begin(
    slots: number,
    slotCount: number,
    visitors: number,
    visitorsMax: number,
    lowMultiplier: number,
    highMultiplier: number,
  ): void;
  countKinds(kinds: number, kindsEnd: number): void;
  addRange(runs: number, runsEnd: number, lastHigh: number): number;
  countVisitors(): number;
  countPatterns(firstVisitor: number, endVisitor: number): number;
  forgetPatterns(): void;
  countVisitorsWith(anyOf: number, noneOf: number): number;
  linkAppearances(
    runs: number,
    runsEnd: number,
    appearances: number,
    appearancesEnd: number,
    anyOf: number,
    alsoAnyOf: number,
  ): number;
}

const kernel = new Kernel<Loops>(PATTERNS_WASM);
const { KIND_COUNTS, PATTERNS, PATTERNS_SIZE, TAKEN, FREE } = kernel.constants;
/** So many patterns leave half of the table free. */
const PATTERNS_MAX = PATTERNS_SIZE.value / 2;

const NUMBER_BYTES = 4;
/** The sizes of `Slot`, `PlacedRun` and `Appearance` in patterns.as.ts. */
const SLOT_BYTES = 4 * NUMBER_BYTES;
const RUN_NUMBERS = 9;
const RUN_BYTES = RUN_NUMBERS * NUMBER_BYTES;
const APPEARANCE_BYTES = 4 * NUMBER_BYTES;

/**
 * How many visitors all runs have together, roughly; a visitor counts once for each run. The slots of so many stay in a near cache of the
 * processor.
 */
const VISITORS_PER_RANGE = 1_024;
/**
 * How many visitors each run has at least. If there are many runs, going from one to the next would take longer than finding a visitor
 * among more slots.
 */
const VISITORS_PER_RUN = 16;
/**
 * How many times as many as expected a range has room for. Hashes are random, so the first one is eight standard deviations; with more, the
 * slots would leave the near cache. A visitor with thousands of events appears many times.
 */
const ROOM = { visitors: 1.25, appearances: 16 };

/** Where things are in the memory, and for how many there is room. */
interface Layout {
  readonly slotCount: number;
  readonly visitors: number;
  readonly visitorsMax: number;
  readonly appearances: number;
  readonly appearancesEnd: number;
  readonly runs: number;
  readonly runsEnd: number;
  readonly end: number;
}

function layOut(runs: readonly OpenRun[], visitorCount: number, visitorsPerRange: number): Layout {
  const visitorsMax = Math.min(visitorCount, Math.ceil(ROOM.visitors * visitorsPerRange));
  const appearancesMax = Math.min(visitorCount, ROOM.appearances * visitorsPerRange);
  const slotCount = 2 ** Math.ceil(Math.log2(2 * Math.max(1, visitorsMax)));
  const visitors = FREE.value + SLOT_BYTES * slotCount;
  const appearances = visitors + NUMBER_BYTES * visitorsMax;
  const appearancesEnd = appearances + APPEARANCE_BYTES * appearancesMax;
  const runsEnd = appearancesEnd + RUN_BYTES * runs.length;
  // Kinds are read four at a time.
  const end = runs.reduce((sum, run) => sum + bytesOf(run), runsEnd) + NUMBER_BYTES;
  return { slotCount, visitors, visitorsMax, appearances, appearancesEnd, runs: appearancesEnd, runsEnd, end };
}

/** What the data of a run takes; the next one begins at a multiple of the size of its numbers. */
function bytesOf({ visitors, firstEvent, endEvent }: OpenRun): number {
  const bytes = (2 * NUMBER_BYTES + 1) * visitors.high.length + endEvent - firstEvent;
  return NUMBER_BYTES * Math.ceil(bytes / NUMBER_BYTES);
}

/**
 * Copies the visitors of the runs; `writeKinds` writes the kinds of the events of each run. The next call takes the memory of what this
 * one returns.
 */
export function placeRuns(
  runs: readonly OpenRun[],
  threshold: number,
  writeKinds: (to: Uint8Array, run: OpenRun) => void,
): PlacedRuns {
  const visitorCount = runs.reduce((sum, run) => sum + run.visitors.high.length, 0);
  const visitorsPerRange = Math.max(VISITORS_PER_RANGE, VISITORS_PER_RUN * runs.length);
  const layout = layOut(runs, visitorCount, visitorsPerRange);
  const instance = kernel.withMemory(layout.end);
  instance.loops.begin(
    FREE.value,
    layout.slotCount,
    layout.visitors,
    layout.visitorsMax,
    MULTIPLIERS.low,
    MULTIPLIERS.high,
  );
  const kinds = placeEach(runs, instance.bytes.buffer, layout, writeKinds);
  return new PlacedRuns(instance, layout, kinds, threshold, shiftOf(visitorCount / visitorsPerRange, threshold));
}

/** Returns the kinds of the events of each run. */
function placeEach(
  runs: readonly OpenRun[],
  buffer: ArrayBuffer,
  layout: Layout,
  writeKinds: (to: Uint8Array, run: OpenRun) => void,
): Uint8Array[] {
  let next = layout.runsEnd;
  return runs.map((run, index) => {
    const { high, low, counts } = run.visitors;
    const places = { high: next, low: next + high.byteLength, counts: next + high.byteLength + low.byteLength };
    new Uint32Array(buffer, places.high, high.length).set(high);
    new Uint32Array(buffer, places.low, low.length).set(low);
    new Uint8Array(buffer, places.counts, counts.length).set(counts);
    const kinds = new Uint8Array(buffer, places.counts + counts.length, run.endEvent - run.firstEvent);
    writeKinds(kinds, run);
    // This is the order of the fields of `PlacedRun` in patterns.as.ts. The last two belong to the first range.
    const kindOfFirst = kinds.byteOffset - run.firstEvent;
    const fields = [places.high, places.low, places.counts, high.length, kindOfFirst, 0, run.firstEvent];
    new Int32Array(buffer, layout.runs + RUN_BYTES * index, RUN_NUMBERS).set(fields);
    next += bytesOf(run);
    return kinds;
  });
}

class PlacedRuns {
  readonly #instance: Instance<Loops>;
  readonly #layout: Layout;
  readonly #kinds: readonly Uint8Array[];
  readonly #threshold: number;
  readonly #shift: number;

  constructor(
    instance: Instance<Loops>,
    layout: Layout,
    kinds: readonly Uint8Array[],
    threshold: number,
    shift: number,
  ) {
    this.#instance = instance;
    this.#layout = layout;
    this.#kinds = kinds;
    this.#threshold = threshold;
    this.#shift = shift;
  }

  /** How many events have each kind. */
  countKinds(): Int32Array {
    const { loops, words } = this.#instance;
    for (const { byteOffset, length } of this.#kinds) loops.countKinds(byteOffset, byteOffset + length);
    const counts = KIND_COUNTS.value / NUMBER_BYTES;
    return Int32Array.from({ length: KINDS }, (_, kind) => words[counts + kind]! + words[counts + KINDS + kind]!);
  }

  /** How many visitors have each pattern. undefined: as for `countRanges`. */
  countPatterns(): ReadonlyMap<number, number> | undefined {
    const patterns = new PatternCounts(this.#instance);
    const isDone = this.countRanges((range) => patterns.add(range.visitorCount));
    return isDone ? patterns.counts() : undefined;
  }

  /**
   * Calls `count` once for each range, as long as it returns true. Returns false if it does not, or if a range has no room for its
   * visitors: hashes are random, so somebody has chosen them.
   */
  countRanges(count: (range: PatternRange) => boolean): boolean {
    const { loops } = this.#instance;
    const { runs, runsEnd } = this.#layout;
    const range = new PatternRange(this.#instance, this.#layout);
    for (let number = 0; number <= (this.#threshold - 1) >>> this.#shift; number++) {
      const isFull = loops.addRange(runs, runsEnd, (number + 1) * 2 ** this.#shift - 1);
      if (isFull || !count(range)) return false;
    }
    return true;
  }
}

/** Adds up the patterns of all ranges. The table of the loops is emptied whenever it could become too full. */
class PatternCounts {
  readonly #instance: Instance<Loops>;
  readonly #counts = new Map<number, number>();
  #inTable = 0;

  constructor(instance: Instance<Loops>) {
    this.#instance = instance;
  }

  /** Adds so many visitors of the range. There is always room for them. */
  add(visitorCount: number): true {
    for (let first = 0; first < visitorCount; first += PATTERNS_MAX) {
      const end = Math.min(visitorCount, first + PATTERNS_MAX);
      if (this.#inTable + end - first > PATTERNS_MAX) this.#emptyTable();
      this.#inTable = this.#instance.loops.countPatterns(first, end);
    }
    return true;
  }

  counts(): ReadonlyMap<number, number> {
    this.#emptyTable();
    return this.#counts;
  }

  #emptyTable(): void {
    const { loops, words } = this.#instance;
    const [table, taken] = [PATTERNS.value / NUMBER_BYTES, TAKEN.value / NUMBER_BYTES];
    for (const place of words.subarray(taken, taken + this.#inTable)) {
      const [pattern, visitors] = [words[table + 2 * place]!, words[table + 2 * place + 1]!];
      this.#counts.set(pattern, (this.#counts.get(pattern) ?? 0) + visitors);
    }
    loops.forgetPatterns();
    this.#inTable = 0;
  }
}

interface LinkedAppearances {
  readonly appearances: Int32Array;
  readonly first: Int32Array;
}

/** The visitors of a range. A set of kinds is a number with a bit for each, as a pattern. */
class PatternRange {
  readonly #instance: Instance<Loops>;
  readonly #layout: Layout;

  constructor(instance: Instance<Loops>, layout: Layout) {
    this.#instance = instance;
    this.#layout = layout;
  }

  get visitorCount(): number {
    return this.#instance.loops.countVisitors();
  }

  /** How many visitors have any of these kinds, and none of the others. */
  countVisitorsWith(anyOf: number, noneOf: number): number {
    return this.#instance.loops.countVisitorsWith(anyOf, noneOf);
  }

  /**
   * The appearances (visitor-ranges.ts) of the visitors who have any of the first kinds and any of the second ones, the first run first.
   * `first` has the first one of each visitor. Their field `run` is not used. The range is of no use after that. undefined: there is no
   * room for them.
   */
  linkAppearances(anyOf: number, alsoAnyOf: number): LinkedAppearances | undefined {
    const { loops, words } = this.#instance;
    const { runs, runsEnd, appearances, appearancesEnd, visitors } = this.#layout;
    const count = loops.linkAppearances(runs, runsEnd, appearances, appearancesEnd, anyOf, alsoAnyOf);
    if (count < 0) return undefined;
    return {
      appearances: words.subarray(appearances / NUMBER_BYTES, appearancesEnd / NUMBER_BYTES),
      first: words.subarray(visitors / NUMBER_BYTES, visitors / NUMBER_BYTES + count),
    };
  }
}
