// The patterns of visitors, range by range of their hashes (visitor-ranges.ts says why), in WebAssembly: see patterns.wat.
//
// Each event has a kind, a number below 32. A visitor's pattern has a bit for each kind of its events, in all runs, and bit 0. If a larger number is written, its lowest five bits are the
// kind; only `countKinds` needs numbers below 32.
import { compile, instantiate } from '../../../foundation/web-assembly/instantiate.ts';
import { MULTIPLIERS } from '../kernels/first-slot.ts';
import { PATTERNS_WASM } from '../kernels/patterns-wasm.ts';
import type { OpenRun } from './open-runs.ts';
import { shiftOf } from './visitor-ranges.ts';

export const KINDS = 32;

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
  countVisitorsWith(some: number, none: number): number;
  linkAppearances(runs: number, runsEnd: number, to: number, toEnd: number, some: number, others: number): number;
}

const NUMBER_BYTES = 4;
const SLOT_BYTES = 16;
const TABLE = 2 * NUMBER_BYTES * KINDS;
const TABLE_ENTRIES = 32_768;
/** So many patterns leave half of the table free. */
const PATTERNS_MAX = TABLE_ENTRIES / 2;
const LIST = TABLE + 2 * NUMBER_BYTES * TABLE_ENTRIES;
const LIST_END = LIST + NUMBER_BYTES * PATTERNS_MAX;

/** What is stored of a run: see `addRange` in patterns.wat. */
const RUN_NUMBERS = 8;
const RUN_BYTES = RUN_NUMBERS * NUMBER_BYTES;
/** As in visitor-ranges.ts. */
const APPEARANCE_BYTES = 4 * NUMBER_BYTES;

/** Of all runs together, roughly; a visitor counts once for each run. The slots of so many stay in a near cache of the processor. */
const VISITORS_PER_RANGE = 1_024;
/** Of each run. With many runs, going from one to the next would take longer than finding a visitor among more slots. */
const VISITORS_PER_RUN = 16;
/** How many times as many as expected a range has room for. A visitor with thousands of events appears many times. */
const ROOM = { visitors: 2, appearances: 16 };

/** undefined: WebAssembly can't run. */
export function patternRanges(runs: readonly OpenRun[], threshold: number): PatternRanges | undefined {
  return compiled && new PatternRanges(runs, threshold);
}

interface LinkedAppearances {
  readonly appearances: Int32Array;
  readonly first: Int32Array;
}

/** Only one is used at a time: the next one takes its memory. */
class PatternRanges {
  readonly #loops: Loops;
  readonly #runs: readonly OpenRun[];
  readonly #shift: number;
  readonly #rangeCount: number;
  /** Places in the memory. */
  readonly #visitors: number;
  readonly #appearances: number;
  readonly #numbers: number;
  readonly #data: number;
  readonly #patterns = new Map<number, number>();
  #patternsInTable = 0;

  constructor(runs: readonly OpenRun[], threshold: number) {
    const visitors = runs.reduce((sum, run) => sum + run.visitors.high.length, 0);
    const perRange = Math.max(VISITORS_PER_RANGE, VISITORS_PER_RUN * runs.length);
    const visitorsMax = Math.min(visitors, ROOM.visitors * perRange);
    const appearancesMax = Math.min(visitors, ROOM.appearances * perRange);
    const slotBytes = SLOT_BYTES * 2 ** Math.ceil(Math.log2(2 * Math.max(1, visitorsMax)));
    this.#runs = runs;
    this.#shift = shiftOf(visitors / perRange, threshold);
    this.#rangeCount = ((threshold - 1) >>> this.#shift) + 1;
    this.#visitors = LIST_END + slotBytes;
    this.#appearances = this.#visitors + NUMBER_BYTES * visitorsMax;
    this.#numbers = this.#appearances + APPEARANCE_BYTES * appearancesMax;
    this.#data = this.#numbers + RUN_BYTES * runs.length;
    this.#loops = loopsFor(runs.reduce((end, run) => end + bytesOf(run), this.#data) + NUMBER_BYTES);
    this.#loops.begin(LIST_END, slotBytes, this.#visitors, this.#appearances, MULTIPLIERS.low, MULTIPLIERS.high);
  }

  /** Copies the visitors of the runs. `writeKinds` writes the kinds of the events of each run. */
  place(writeKinds: (to: Uint8Array, run: OpenRun) => void): void {
    const { buffer } = this.#loops.memory;
    let next = this.#data;
    for (const [index, run] of this.#runs.entries()) {
      const { high, low, counts } = run.visitors;
      const places = { high: next, low: next + high.byteLength, counts: next + high.byteLength + low.byteLength };
      const kinds = places.counts + counts.length;
      new Uint32Array(buffer, places.high, high.length).set(high);
      new Uint32Array(buffer, places.low, low.length).set(low);
      new Uint8Array(buffer, places.counts, counts.length).set(counts);
      writeKinds(new Uint8Array(buffer, kinds, run.endEvent - run.firstEvent), run);
      const numbers = [places.high, places.low, places.counts, kinds, kinds, kinds - run.firstEvent];
      new Int32Array(buffer, this.#numbers + RUN_BYTES * index, RUN_NUMBERS).set(numbers);
      next += bytesOf(run);
    }
  }

  /** Calls `count` for each range, as long as it returns true. Returns false if it does not, or if a range has no room for its visitors: hashes are random, so somebody has chosen them. */
  countRanges(count: () => boolean): boolean {
    for (let range = 0; range < this.#rangeCount; range++) {
      const isFull = this.#loops.addRange(this.#numbers, this.#data, (range + 1) * 2 ** this.#shift - 1);
      if (isFull || !count()) return false;
      this.#loops.nextRange();
    }
    return true;
  }

  /** Adds kinds that were just written to how many events each has. */
  countKinds({ byteOffset, length }: Uint8Array): void {
    this.#loops.countKinds(byteOffset, byteOffset + length);
  }

  get kindCounts(): Int32Array {
    const counts = new Int32Array(this.#loops.memory.buffer, 0, 2 * KINDS);
    return Int32Array.from({ length: KINDS }, (_, kind) => counts[kind]! + counts[KINDS + kind]!);
  }

  /** Adds the visitors of the range to how many have each pattern. There is always room for them. */
  countPatterns(): true {
    const visitors = this.#loops.visitorCount();
    for (let first = 0; first < visitors; first += PATTERNS_MAX) {
      const end = Math.min(visitors, first + PATTERNS_MAX);
      if (this.#patternsInTable + end - first > PATTERNS_MAX) this.#emptyTable();
      this.#patternsInTable = this.#loops.countVisitors(first, end, MULTIPLIERS.low, this.#patternsInTable);
    }
    return true;
  }

  /** How many visitors have each pattern. */
  get patterns(): ReadonlyMap<number, number> {
    this.#emptyTable();
    return this.#patterns;
  }

  #emptyTable(): void {
    const { buffer } = this.#loops.memory;
    const table = new Int32Array(buffer, TABLE, 2 * TABLE_ENTRIES);
    for (const slot of new Int32Array(buffer, LIST, this.#patternsInTable)) {
      const [pattern, count] = [table[slot / NUMBER_BYTES]!, table[slot / NUMBER_BYTES + 1]!];
      this.#patterns.set(pattern, (this.#patterns.get(pattern) ?? 0) + count);
    }
    table.fill(0);
    this.#patternsInTable = 0;
  }

  /** How many visitors of the range have a pattern with any of the bits `some` and none of the bits `none`. */
  countVisitorsWith(some: number, none: number): number {
    return this.#loops.countVisitorsWith(some, none);
  }

  /**
   * The appearances (visitor-ranges.ts) of the visitors of the range whose pattern has any of the bits `some` and any of the bits `others`, the first run first. `first` has the first one of
   * each visitor. Their field `run` is not used. The range is of no use after that. undefined: there is no room for them.
   */
  linkAppearances(some: number, others: number): LinkedAppearances | undefined {
    const { memory, linkAppearances } = this.#loops;
    const count = linkAppearances(this.#numbers, this.#data, this.#appearances, this.#numbers, some, others);
    if (count < 0) return undefined;
    return {
      appearances: new Int32Array(memory.buffer, this.#appearances, (this.#numbers - this.#appearances) / NUMBER_BYTES),
      first: new Int32Array(memory.buffer, this.#visitors, count),
    };
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
