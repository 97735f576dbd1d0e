// Goes through the visitors of several runs, one after the other, although each run has only some of them.
//
// Runs are sorted by the visitors' hashes, so this is done range by range of hashes: in a range, a table finds for each visitor what
// the runs have of it. A visitor is in one range alone, so nothing has to be remembered from one range to the next. There are so many
// ranges that the table stays in the processor's cache.
import { grown } from './event-table.ts';
import type { OpenRun } from './open-runs.ts';
import type { Visitors } from './run.ts';

/** Of all runs together, roughly; a visitor counts once for each run. */
const VISITORS_PER_RANGE = 4_096;

/** Calls `count` with the visitors of each range whose high half is below the threshold. */
export function countRanges(runs: readonly OpenRun[], threshold: number, count: (range: VisitorRange) => void): void {
  const ends = runs.map(({ visitors }) => placeOf(visitors.high, threshold));
  const shift = shiftOf(
    ends.reduce((sum, end) => sum + end, 0),
    threshold,
  );
  const places = new Uint32Array(runs.length);
  const events = Uint32Array.from(runs, ({ firstEvent }) => firstEvent);
  const range = new VisitorRange();
  for (let number = 0; number <= (threshold - 1) >>> shift; number++) {
    range.start();
    for (let run = 0; run < runs.length; run++) {
      const { high } = runs[run]!.visitors;
      const first = places[run]!;
      let end = first;
      while (end < ends[run]! && high[end]! >>> shift === number) end++;
      if (end === first) continue;
      events[run] = range.add(runs[run]!.visitors, first, end, run, events[run]!);
      places[run] = end;
    }
    count(range);
  }
}

/** Visitors whose high halves are equal without these lowest bits are in the same range. */
function shiftOf(visitors: number, threshold: number): number {
  const ranges = Math.max(2, visitors / VISITORS_PER_RANGE);
  return Math.max(0, Math.floor(Math.log2(threshold / ranges)));
}

/** The place of the first one that is not below the threshold. */
function placeOf(high: Uint32Array, threshold: number): number {
  let [first, end] = [0, high.length];
  while (first < end) {
    const middle = (first + end) >>> 1;
    if (high[middle]! < threshold) first = middle + 1;
    else end = middle;
  }
  return first;
}

/** An appearance is what one run has of a visitor: four numbers, at these places. `endEvent` is the event after the last one; `next` is the visitor's next appearance, -1 if there is none. */
export const APPEARANCE = { run: 0, firstEvent: 1, endEvent: 2, next: 3 } as const;
const APPEARANCE_NUMBERS = 4;
const { run: RUN, firstEvent: FIRST_EVENT, endEvent: END_EVENT, next: NEXT } = APPEARANCE;

/** A visitor is four numbers: the halves of its hash, and its first and last appearance. */
const VISITOR_NUMBERS = 4;
const LOW = 0;
const HIGH = 1;
const FIRST = 2;
const LAST = 3;

const SIZE_MIN = 1024;

/**
 * The visitors of one range of hashes, and what the runs have of each. It is used again for the next range: slots of earlier ranges
 * hold numbers of earlier visitors, and count as free.
 */
export class VisitorRange {
  /** Visitors are numbered from 1 on, over all ranges. */
  first = 1;
  /** The number after the last one. */
  end = 1;
  appearances = new Int32Array(APPEARANCE_NUMBERS * SIZE_MIN);
  #appearancesEnd = 0;
  #visitors = new Int32Array(VISITOR_NUMBERS * SIZE_MIN);
  /** The numbers of visitors, by their hashes: open addressing, at most half full. */
  #slots = new Int32Array(2 * SIZE_MIN);

  start(): void {
    this.first = this.end;
    this.#appearancesEnd = 0;
  }

  /** The place of the visitor's first appearance. */
  firstAppearance(visitor: number): number {
    return this.#visitors[(visitor - this.first) * VISITOR_NUMBERS + FIRST]!;
  }

  /**
   * Adds the visitors of a run at the places from `first` on and before `end`. `event` is the first one's first event; returns that of the next
   * visitor. The loop over everything: what it reads has local names, and halves of hashes are int32, which is much faster than larger numbers.
   */
  add({ high, low, counts }: Visitors, first: number, end: number, run: number, event: number): number {
    this.#reserve(end - first);
    const { appearances, first: firstVisitor } = this;
    const visitors = this.#visitors;
    const slots = this.#slots;
    const mask = slots.length - 1;
    let appearance = this.#appearancesEnd;
    let nextVisitor = this.end;
    let nextEvent = event;
    for (let place = first; place < end; place++) {
      const ownHigh = high[place]! | 0;
      const ownLow = low[place]! | 0;
      let slot = slotOf(ownHigh, ownLow) & mask;
      let at = (slots[slot]! - firstVisitor) * VISITOR_NUMBERS;
      while (at >= 0 && (visitors[at + LOW] !== ownLow || visitors[at + HIGH] !== ownHigh)) {
        slot = (slot + 1) & mask;
        at = (slots[slot]! - firstVisitor) * VISITOR_NUMBERS;
      }
      if (at < 0) {
        at = (nextVisitor - firstVisitor) * VISITOR_NUMBERS;
        slots[slot] = nextVisitor++;
        visitors[at + LOW] = ownLow;
        visitors[at + HIGH] = ownHigh;
        visitors[at + FIRST] = appearance;
      } else appearances[visitors[at + LAST]! + NEXT] = appearance;
      visitors[at + LAST] = appearance;
      appearances[appearance + RUN] = run;
      appearances[appearance + FIRST_EVENT] = nextEvent;
      nextEvent += counts[place]!;
      appearances[appearance + END_EVENT] = nextEvent;
      appearances[appearance + NEXT] = -1;
      appearance += APPEARANCE_NUMBERS;
    }
    this.#appearancesEnd = appearance;
    this.end = nextVisitor;
    return nextEvent;
  }

  /** Makes room for so many more appearances. */
  #reserve(more: number): void {
    const needed = this.#appearancesEnd / APPEARANCE_NUMBERS + more;
    const before = this.appearances.length / APPEARANCE_NUMBERS;
    if (needed <= before) return;
    const size = Math.max(needed, 2 * before);
    this.appearances = grown(this.appearances, new Int32Array(APPEARANCE_NUMBERS * size));
    this.#visitors = grown(this.#visitors, new Int32Array(VISITOR_NUMBERS * size));
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * size)));
    const mask = this.#slots.length - 1;
    for (let visitor = this.first; visitor < this.end; visitor++) {
      const at = (visitor - this.first) * VISITOR_NUMBERS;
      let slot = slotOf(this.#visitors[at + HIGH]!, this.#visitors[at + LOW]!) & mask;
      while (this.#slots[slot]! >= this.first) slot = (slot + 1) & mask;
      this.#slots[slot] = visitor;
    }
  }
}

/** Where the search for a visitor begins. */
function slotOf(high: number, low: number): number {
  return Math.imul(low ^ high, 0x9e3779b1) >>> 8;
}
