// Counts the events and visitors of a question that tells few kinds of events apart, such as the views, conversions … of three devices: the fastest
// way, for the most common questions.
//
// A kind is a code and a value of the breakdown. The kinds of events that a visitor has, in all runs, are a pattern: a number with a bit for each.
// Few patterns occur, so the loops over everything only count the visitors of each pattern, and the events of each kind. Which counters these
// count for is looked at once, in the end.
import type { Counters } from './counters.ts';
import type { EventCodes } from './event-codes.ts';
import type { OpenRun } from './open-runs.ts';
import { countRanges, PIECE, PIECE_NUMBERS, type VisitorRange } from './visitor-ranges.ts';

/** With bit 0, which stands for events that count for nothing, a pattern has 32 bits. */
const KINDS_MAX = 31;

/** Kinds are numbered from 1 on. 0: the event counts for nothing. */
class Kinds {
  /** By kind: the counters of its events. */
  readonly counters: (readonly number[])[] = [[]];
  /** The kind of each event. */
  readonly ofEvents: Uint8Array;
  /** By kind: how many events it has. */
  readonly counts = new Int32Array(KINDS_MAX + 1);
  readonly #events: EventCodes;
  readonly #valueCount: number;
  /** By code times the number of values, plus the value. */
  readonly #kinds: Uint8Array;

  constructor(counters: Counters, codes: readonly number[]) {
    const { events, valueNumbers } = counters;
    this.#events = events;
    this.#valueCount = valueNumbers.length;
    this.ofEvents = counters.kinds;
    this.#kinds = new Uint8Array(events.countedFor.length * this.#valueCount);
    for (const code of codes) {
      const first = this.counters.length;
      for (let value = 0; value < counters.valueCount; value++) this.counters.push(counters.countersOf(code, value));
      for (const [value, number] of valueNumbers.entries()) {
        this.#kinds[code * this.#valueCount + value] = first + number;
      }
    }
  }

  addRun({ firstEvent, endEvent }: OpenRun): void {
    const { codes, values } = this.#events;
    if (values.length === 0) replaceNumbers(this.ofEvents, codes, this.#kinds, firstEvent, endEvent);
    else replacePairs(this.ofEvents, codes, values, this.#valueCount, this.#kinds, firstEvent, endEvent);
  }
}

/** Counts the runs of these codes. Returns false if there are too many kinds of events. */
export function countPatterns(
  runs: readonly OpenRun[],
  codes: readonly number[],
  threshold: number,
  counters: Counters,
): boolean {
  if (codes.length * counters.valueCount > KINDS_MAX) return false;
  const kinds = new Kinds(counters, codes);
  for (const run of runs) kinds.addRun(run);
  const patterns = new PatternCounts();
  countRanges(runs, threshold, (range) => patterns.add(range, kinds));
  const { events, visitors } = counters.cells;
  for (const [kind, own] of kinds.counters.entries()) {
    for (const counter of own) events[counter]! += kinds.counts[kind]!;
  }
  for (const [pattern, count] of patterns.entries()) {
    const own = kinds.counters.filter((_, kind) => ((pattern >>> kind) & 1) === 1);
    for (const counter of new Set(own.flat())) visitors[counter]! += count;
  }
  return true;
}

const PATTERNS_MIN = 1_024;

/** How many visitors have each pattern. */
class PatternCounts {
  /** Of the visitors of a range; all 0 between ranges. */
  #ofVisitors = new Int32Array(0);
  /** Patterns and their counts: open addressing, at most half full. */
  #patterns = new Int32Array(PATTERNS_MIN);
  #counts = new Int32Array(PATTERNS_MIN);
  #size = 0;

  entries(): (readonly [pattern: number, count: number])[] {
    const [patterns, counts] = [this.#patterns, this.#counts];
    const entries: [number, number][] = [];
    for (let slot = 0; slot < counts.length; slot++)
      if (counts[slot]! > 0) entries.push([patterns[slot]!, counts[slot]!]);
    return entries;
  }

  /** Counts the events of each kind, too. */
  add(range: VisitorRange, kinds: Kinds): void {
    const { runs, visitors, visitorCount, pieces, pieceCount } = range;
    if (this.#ofVisitors.length < visitorCount) this.#ofVisitors = new Int32Array(2 * visitorCount);
    let appearance = 0;
    for (let piece = 0; piece < PIECE_NUMBERS * pieceCount; piece += PIECE_NUMBERS) {
      const { counts } = runs[pieces[piece + PIECE.run]!]!.visitors;
      const [first, end] = [pieces[piece + PIECE.firstPlace]!, pieces[piece + PIECE.endPlace]!];
      this.#addPiece(visitors, appearance - first, counts, first, end, kinds, pieces[piece + PIECE.firstEvent]!);
      appearance += end - first;
    }
    this.#countVisitors(visitorCount);
  }

  /** `counts`: how many events each visitor of the run has. The visitor of a place of the run is at this place plus `offset`. */
  #addPiece(
    visitors: Int32Array,
    offset: number,
    counts: Uint8Array,
    firstPlace: number,
    endPlace: number,
    { ofEvents: kinds, counts: kindCounts }: Kinds,
    firstEvent: number,
  ): void {
    const patterns = this.#ofVisitors;
    let event = firstEvent;
    for (let place = firstPlace; place < endPlace; place++) {
      const visitor = visitors[offset + place]!;
      let pattern = patterns[visitor]!;
      for (const end = event + counts[place]!; event < end; event++) {
        const kind = kinds[event]!;
        pattern |= 1 << kind;
        kindCounts[kind]!++;
      }
      patterns[visitor] = pattern;
    }
  }

  #countVisitors(visitorCount: number): void {
    this.#reserve(visitorCount);
    const [ofVisitors, patterns, counts] = [this.#ofVisitors, this.#patterns, this.#counts];
    const mask = patterns.length - 1;
    for (let visitor = 0; visitor < visitorCount; visitor++) {
      const pattern = ofVisitors[visitor]!;
      ofVisitors[visitor] = 0;
      let slot = slotOf(pattern) & mask;
      while (counts[slot]! > 0 && patterns[slot] !== pattern) slot = (slot + 1) & mask;
      if (counts[slot] === 0) {
        patterns[slot] = pattern;
        this.#size++;
      }
      counts[slot]!++;
    }
  }

  /** Makes room for so many more patterns. */
  #reserve(more: number): void {
    const needed = 2 * (this.#size + more);
    if (needed <= this.#patterns.length) return;
    const entries = this.entries();
    this.#patterns = new Int32Array(2 ** Math.ceil(Math.log2(needed)));
    this.#counts = new Int32Array(this.#patterns.length);
    const mask = this.#patterns.length - 1;
    for (const [pattern, count] of entries) {
      let slot = slotOf(pattern) & mask;
      while (this.#counts[slot]! > 0) slot = (slot + 1) & mask;
      this.#patterns[slot] = pattern;
      this.#counts[slot] = count;
    }
  }
}

/** Where the search for a pattern begins. */
function slotOf(pattern: number): number {
  return Math.imul(pattern, 0x9e3779b1) >>> 12;
}

// ---- Loops over all events: see event-codes.ts for why they are so short ----------------------------------------------

function replaceNumbers(to: Uint8Array, codes: Int32Array, numbers: Uint8Array, first: number, end: number): void {
  for (let i = first; i < end; i++) to[i] = numbers[codes[i]!]!;
}

function replacePairs(
  to: Uint8Array,
  codes: Int32Array,
  values: Int32Array,
  valueCount: number,
  numbers: Uint8Array,
  first: number,
  end: number,
): void {
  for (let i = first; i < end; i++) to[i] = numbers[codes[i]! * valueCount + values[i]!]!;
}
