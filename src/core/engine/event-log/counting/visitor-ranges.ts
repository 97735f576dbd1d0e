// Finds out which visitors of several runs are the same, although each run has only some of them.
//
// Runs are sorted by the visitors' hashes, so this is done range by range of hashes: in a range, a table finds for each visitor what
// the runs have of it. A visitor is in one range alone, so nothing has to be remembered from one range to the next. There are so many
// ranges that the table stays small.
//
// Nobody's events (`NOBODY_LOW`) are of no visitor: whoever counts gets them apart from those of visitors.
import { NOBODY_LOW } from '../../../foundation/sketches/visitor-hash.ts';
import { grown } from '../format/event-table.ts';
import type { Visitors } from '../format/run.ts';
import { slotOf } from '../kernels/first-slot.ts';
import { type OpenRun, placeOf } from './open-runs.ts';

/**
 * How many visitors all runs have together, roughly; a visitor counts once for each run. The table of so many stays in the processor's
 * cache.
 */
const VISITORS_PER_RANGE = 4_096;
/**
 * How many visitors each run has at least. If there are many runs, going from one to the next would take longer than finding a visitor in a
 * larger table.
 */
const VISITORS_PER_PIECE = 32;

/** Calls `count` with the visitors of each range. The high halves of all visitors are below the threshold. */
export function countRanges(runs: readonly OpenRun[], threshold: number, count: (range: VisitorRange) => void): void {
  const visitors = runs.reduce((sum, run) => sum + run.visitors.high.length, 0);
  const shift = shiftOf(visitors / Math.max(VISITORS_PER_RANGE, VISITORS_PER_PIECE * runs.length), threshold);
  const range = new VisitorRange(runs);
  for (let number = 0; number <= (threshold - 1) >>> shift; number++) {
    range.fill(shift, number);
    count(range);
  }
}

/** Visitors whose high halves are equal without these lowest bits are in the same range. There are at least so many ranges. */
export function shiftOf(ranges: number, threshold: number): number {
  return Math.max(0, Math.floor(Math.log2(threshold / Math.max(2, ranges))));
}

/** What a run has of a range is a piece: four numbers, at these places. `endPlace` is the place after the last visitor of the range. */
const PIECE = { run: 0, firstPlace: 1, endPlace: 2, firstEvent: 3 } as const;
const PIECE_NUMBERS = 4;

/** An appearance is what one run has of a visitor: four numbers, at these places. `next` is the visitor's next one, -1 if there is none. */
export const APPEARANCE = { run: 0, firstEvent: 1, endEvent: 2, next: 3 } as const;
const APPEARANCE_NUMBERS = 4;

/** A slot of the table is four numbers: the halves of a visitor's hash, the visitor's number, and one that is not used. */
const SLOT_NUMBERS = 4;
const LOW = 0;
const HIGH = 1;
const NUMBER = 2;

const SIZE_MIN = 1_024;

/** Stands in place of a visitor's number. */
export const NOBODY = -1;

/**
 * The visitors of one range of hashes. It is used again for the next range: slots of earlier ranges hold numbers of earlier visitors, and
 * count as free. Its loops go over everything: what they read has local names, the lengths of arrays too, and halves of hashes are int32.
 */
export class VisitorRange {
  readonly runs: readonly OpenRun[];
  visitorCount = 0;
  /** The number of the first visitor in all ranges together. */
  firstNumber = 1;
  /** The numbers of the visitors in this range, from 0 on, or `NOBODY`: piece after piece, place after place. */
  visitors = new Int32Array(SIZE_MIN);
  readonly pieces: Int32Array;
  pieceCount = 0;
  /** Where each run goes on after this range. */
  readonly #nextPlaces: Uint32Array;
  readonly #nextEvents: Uint32Array;
  #appearanceCount = 0;
  /** The numbers of visitors in all ranges, by their hashes: open addressing, at most half full. */
  #slots = new Int32Array(2 * SIZE_MIN * SLOT_NUMBERS);
  #appearances = new Int32Array(0);
  #firstAppearances = new Int32Array(0);

  constructor(runs: readonly OpenRun[]) {
    this.runs = runs;
    this.pieces = new Int32Array(PIECE_NUMBERS * runs.length);
    this.#nextPlaces = new Uint32Array(runs.length);
    this.#nextEvents = Uint32Array.from(runs, ({ firstEvent }) => firstEvent);
  }

  /** Goes on to the range with this number: the visitors whose high halves begin with it. */
  fill(shift: number, range: number): void {
    this.firstNumber += this.visitorCount;
    this.visitorCount = 0;
    this.pieceCount = 0;
    this.#appearanceCount = 0;
    for (let run = 0; run < this.runs.length; run++) {
      const { visitors } = this.runs[run]!;
      const first = this.#nextPlaces[run]!;
      const end = placeOf(visitors.high, first, (range + 1) * 2 ** shift);
      if (end > first) this.#addPiece(run, visitors, first, end);
    }
  }

  #addPiece(run: number, visitors: Visitors, first: number, end: number): void {
    const firstEvent = this.#nextEvents[run]!;
    const at = PIECE_NUMBERS * this.pieceCount++;
    this.pieces[at + PIECE.run] = run;
    this.pieces[at + PIECE.firstPlace] = first;
    this.pieces[at + PIECE.endPlace] = end;
    this.pieces[at + PIECE.firstEvent] = firstEvent;
    this.#reserve(end - first);
    this.#numberVisitors(visitors, first, end);
    this.#nextPlaces[run] = end;
    this.#nextEvents[run] = firstEvent + eventsBetween(visitors.counts, first, end);
  }

  #numberVisitors({ high, low }: Visitors, first: number, end: number): void {
    const [visitors, slots, firstNumber] = [this.visitors, this.#slots, this.firstNumber];
    const size = slots.length;
    const mask = size - SLOT_NUMBERS;
    let nextNumber = firstNumber + this.visitorCount;
    let appearance = this.#appearanceCount;
    for (let place = first; place < end; place++) {
      const ownHigh = high[place]! | 0;
      const ownLow = low[place]! | 0;
      if (ownLow === NOBODY_LOW) {
        visitors[appearance++] = NOBODY;
        continue;
      }
      let slot = slotOf(ownHigh, ownLow, size) & mask;
      let number = slots[slot + NUMBER]!;
      while (number >= firstNumber && (slots[slot + LOW] !== ownLow || slots[slot + HIGH] !== ownHigh)) {
        slot = (slot + SLOT_NUMBERS) & mask;
        number = slots[slot + NUMBER]!;
      }
      if (number < firstNumber) {
        number = nextNumber++;
        slots[slot + LOW] = ownLow;
        slots[slot + HIGH] = ownHigh;
        slots[slot + NUMBER] = number;
      }
      visitors[appearance++] = number - firstNumber;
    }
    this.#appearanceCount = appearance;
    this.visitorCount = nextNumber - firstNumber;
  }

  /**
   * The appearances of each visitor, the first run first: `first` has the first one of each visitor, by its number in this range; `nobody`
   * is that of nobody, -1 if there is none.
   */
  appearances(): { readonly appearances: Int32Array; readonly first: Int32Array; readonly nobody: number } {
    const count = this.#appearanceCount;
    if (this.#firstAppearances.length < count) {
      this.#firstAppearances = new Int32Array(2 * count);
      this.#appearances = new Int32Array(2 * count * APPEARANCE_NUMBERS);
    }
    const [appearances, first, visitors] = [this.#appearances, this.#firstAppearances, this.visitors];
    this.#writeAppearances(appearances);
    first.fill(-1, 0, this.visitorCount);
    let nobody = -1;
    for (let appearance = count - 1; appearance >= 0; appearance--) {
      const visitor = visitors[appearance]!;
      const at = appearance * APPEARANCE_NUMBERS;
      appearances[at + APPEARANCE.next] = visitor === NOBODY ? nobody : first[visitor]!;
      if (visitor === NOBODY) nobody = at;
      else first[visitor] = at;
    }
    return { appearances, first, nobody };
  }

  #writeAppearances(appearances: Int32Array): void {
    const { run: RUN, firstEvent: FIRST_EVENT, endEvent: END_EVENT } = APPEARANCE;
    let at = 0;
    for (let piece = 0; piece < PIECE_NUMBERS * this.pieceCount; piece += PIECE_NUMBERS) {
      const run = this.pieces[piece + PIECE.run]!;
      const { counts } = this.runs[run]!.visitors;
      const end = this.pieces[piece + PIECE.endPlace]!;
      let event = this.pieces[piece + PIECE.firstEvent]!;
      for (let place = this.pieces[piece + PIECE.firstPlace]!; place < end; place++) {
        appearances[at + RUN] = run;
        appearances[at + FIRST_EVENT] = event;
        event += counts[place]!;
        appearances[at + END_EVENT] = event;
        at += APPEARANCE_NUMBERS;
      }
    }
  }

  /** Makes room for so many more appearances. */
  #reserve(more: number): void {
    const needed = this.#appearanceCount + more;
    if (needed <= this.visitors.length) return;
    const size = Math.max(needed, 2 * this.visitors.length);
    this.visitors = grown(this.visitors, new Int32Array(size));
    const before = this.#slots;
    this.#slots = new Int32Array(SLOT_NUMBERS * 2 ** Math.ceil(Math.log2(2 * size)));
    const mask = this.#slots.length - SLOT_NUMBERS;
    for (let from = 0; from < before.length; from += SLOT_NUMBERS) {
      if (before[from + NUMBER]! < this.firstNumber) continue;
      let slot = slotOf(before[from + HIGH]!, before[from + LOW]!, this.#slots.length) & mask;
      while (this.#slots[slot + NUMBER] !== 0) slot = (slot + SLOT_NUMBERS) & mask;
      this.#slots.set(before.subarray(from, from + SLOT_NUMBERS), slot);
    }
  }
}

function eventsBetween(counts: Uint8Array, first: number, end: number): number {
  let events = 0;
  for (let place = first; place < end; place++) events += counts[place]!;
  return events;
}
