// Gathers the events of each visitor from several runs, although each run has only some of them.
//
// Runs are sorted by the visitors' hashes, so this is done range by range of hashes: in a range, a table finds for each visitor what the
// runs have of it. A visitor is in one range alone, so nothing has to be remembered from one range to the next. There are so many ranges
// that the table stays in the processor's cache.
//
// Nobody's events (`NOBODY_LOW`) are of no visitor: whoever counts gets them apart from those of visitors.
//
// The loops are in kernels/gather-visitors.as.ts. What is asked for of all events is copied into their memory, so nobody else may gather
// anything while ranges are counted.
import { DAILY_BIT } from '../../../foundation/sketches/visitor-hash.ts';
import { type Constant, type Instance, Kernel } from '../../../foundation/web-assembly/kernel.ts';
import { Places } from '../../../foundation/web-assembly/places.ts';
import { ALL_VISITORS } from '../format/run.ts';
import { MULTIPLIERS } from '../kernels/first-slot.ts';
import { GATHER_VISITORS_WASM } from '../kernels/gather-visitors-wasm.ts';
import type { OpenRun } from './open-runs.ts';
import { shiftOf } from './visitor-ranges.ts';

/** See gather-visitors.as.ts. */
interface Loops {
  readonly FREE: Constant;
  begin(layout: number): void;
  findRange(layout: number, lastHigh: number): void;
  gatherRange(layout: number): number;
  followRange(layout: number, following: number, visitorCount: number): void;
  keepFirstDays(layout: number): void;
}

const kernel = new Kernel<Loops>(GATHER_VISITORS_WASM);
const { FREE } = kernel.constants;

const WORD_BYTES = 4;
const NUMBER_BYTES = 8;
/** The sizes of `Run`, `Visitor`, `Slot`, `Layout` and `Following` in gather-visitors.as.ts. */
const RUN_WORDS = 8;
const VISITOR_WORDS = 8;
const SLOT_BYTES = 16;
const LAYOUT_WORDS = 22;
const FOLLOWING_WORDS = 12;
/** Where in `Run` is `endKept`. */
const END_KEPT = 7;
/** Where in `Layout` are `slots` and `slotMask`; `numbers` and what follows it; and what was found of a range. */
const SLOTS = 8;
const NUMBERS = 14;
const FOUND = 20;
/** Where in `Following` are `paths` and what follows it. */
const PATHS = 6;

/** How many visitors all runs have together, roughly; a visitor counts once for each run. */
const VISITORS_PER_RANGE = 4_096;
/** How many visitors each run has at least. If there are many runs, going from one to the next takes long, too. */
const VISITORS_PER_PIECE = 32;
/** How many times as many as expected a range has room for, before more memory is taken. */
const ROOM = 1.25;

/** What is asked for, beside the events that each run has. */
export interface AskedGathering {
  /** Whether the events have times. */
  readonly hasTimes: boolean;
  /** If the type of the visitor matters, what it is (see `VISITOR_TYPES`) is added to the place: a 1 for each sum that means something. */
  readonly isMeant?: Uint8Array | undefined;
  readonly following?: Following | undefined;
}

/** How visitors are followed: paths/paths.ts says what that is. */
interface Following {
  /** By the place of a meaning: a 1, if an event matches, and the number of the step that it is, or `NO_STEP`. */
  readonly matches: Uint8Array;
  readonly steps: Int32Array;
  readonly withinSeconds: number;
  readonly depth: number;
  readonly isBackwards: boolean;
}

export const NO_STEP = -1;

/** What is valid until the next range. */
export interface GatheredRange {
  /** The first one is nobody. They may have no events. */
  readonly visitorCount: number;
  /** Numbers of each visitor: see `VISITOR`. */
  readonly visitors: Int32Array;
  /** The events, visitor by visitor. Places are those of meanings. */
  readonly places: Int32Array;
  readonly days: Int32Array;
  readonly times: Float64Array;
  readonly revenues: Float64Array;
  /** If visitors are followed. */
  readonly followed?: FollowedRange;
}

/** The visitors of a range who have an event that matches, but for nobody and for those who are not followed. */
interface FollowedRange {
  /** For each place of a path, the step that each visitor has there; after the last one, `NO_STEP`. */
  readonly paths: readonly Int32Array[];
  /** How many have an id for one day only: they have no path. */
  readonly dailyCount: number;
  /** The numbers of visitors with two events of the same time, or with events that are not in the order of time: they are not followed. */
  readonly others: Int32Array;
}

/** The numbers of a visitor, and how many there are. The first one and the end are places of events. */
export const VISITOR = { firstEvent: 0, endEvent: 1, isDaily: 2, disorder: 3, size: VISITOR_WORDS } as const;

/** The bit of `disorder` that a visitor has whose events are not in the order of time. */
export const UNORDERED = 1;

/** Calls `count` with the visitors of each range. The runs are in the order of days, and high halves are below the threshold. */
export function gatherVisitors(
  runs: readonly OpenRun[],
  asked: AskedGathering,
  threshold: number,
  count: (range: GatheredRange) => void,
): void {
  const { gathering, ends } = inRanges(runs, asked, threshold);
  for (const lastHigh of ends) count(gathering.range(lastHigh));
}

export interface HighsOfDay {
  readonly day: number;
  readonly high: Uint32Array;
}

/** The visitors of a run, in the order of their hashes. */
export interface HashesOfDay extends HighsOfDay {
  readonly low: Uint32Array;
}

/** The high halves of the visitors of each run whom no run of an earlier day has. The runs are in the order of days. */
export function firstDaysOf(runs: readonly HashesOfDay[]): HighsOfDay[] {
  // Their events do not matter.
  const counts = new Uint8Array(0);
  const opened = runs.map(({ day, high, low }) => {
    return { day, visitors: { high, low, counts }, firstEvent: 0, endEvent: 0, isEarlier: true };
  });
  const { gathering, ends } = inRanges(opened, { hasTimes: false }, ALL_VISITORS);
  for (const lastHigh of ends) gathering.keepFirstDays(lastHigh);
  return gathering.firstDays;
}

/** `ends`: the last high half of each range. */
function inRanges(runs: readonly OpenRun[], asked: AskedGathering, threshold: number) {
  const visitors = runs.reduce((sum, run) => sum + run.visitors.high.length, 0);
  const ranges = visitors / Math.max(VISITORS_PER_RANGE, VISITORS_PER_PIECE * runs.length);
  const shift = shiftOf(ranges, threshold);
  const gathering = new Gathering(runs, asked, ranges);
  const rangeCount = ((threshold - 1) >>> shift) + 1;
  return { gathering, ends: Array.from({ length: rangeCount }, (_, number) => (number + 1) * 2 ** shift - 1) };
}

type GatheredArrays = Omit<GatheredRange, 'visitorCount' | 'followed'>;

class Gathering {
  #instance: Instance<Loops>;
  readonly #layout: number;
  /** The place after what is asked for of all runs: what is gathered of a range begins there. */
  readonly #rangeAt: number;
  readonly #runs: readonly OpenRun[];
  /** Where the runs are, and the high halves of their visitors. */
  readonly #at: { readonly runs: number; readonly high: number };
  readonly #following: { readonly at: number; readonly depth: number } | undefined;
  #room = { appearances: 0, events: 0 };
  #arrays: GatheredArrays;

  constructor(runs: readonly OpenRun[], { hasTimes, isMeant, following }: AskedGathering, ranges: number) {
    const visitorCount = runs.reduce((sum, run) => sum + run.visitors.high.length, 0);
    const eventCount = runs.reduce((sum, { events }) => sum + (events?.places.length ?? 0), 0);
    const paidCount = runs.reduce((sum, { events }) => sum + (events?.amounts.length ?? 0), 0);
    const memory = new Places(FREE.value);
    const at = {
      layout: memory.take(LAYOUT_WORDS * WORD_BYTES),
      following: memory.take(FOLLOWING_WORDS * WORD_BYTES),
      ...{ matches: memory.take(following?.matches.length ?? 0), steps: memory.take(following?.steps.byteLength ?? 0) },
      runs: memory.take(RUN_WORDS * WORD_BYTES * runs.length),
      ...{ high: memory.take(WORD_BYTES * visitorCount), low: memory.take(WORD_BYTES * visitorCount) },
      counts: memory.take(visitorCount),
      places: memory.take(WORD_BYTES * eventCount),
      seconds: hasTimes ? memory.take(WORD_BYTES * eventCount) : 0,
      isMeant: isMeant ? memory.take(isMeant.length) : 0,
      amounts: memory.take(NUMBER_BYTES * paidCount),
    };
    this.#layout = at.layout;
    this.#runs = runs;
    this.#at = at;
    this.#following = following && { at: at.following, depth: following.depth };
    this.#rangeAt = memory.end;
    this.#instance = kernel.withMemory(memory.end);
    const { bytes, words } = this.#instance;
    if (isMeant) bytes.set(isMeant, at.isMeant);
    const ownAmounts = new Float64Array(bytes.buffer, at.amounts, paidCount);
    let [visitor, event, paid] = [0, 0, 0];
    for (const [index, run] of runs.entries()) {
      const { high, low, counts } = run.visitors;
      words.set(high, at.high / WORD_BYTES + visitor);
      words.set(low, at.low / WORD_BYTES + visitor);
      if (run.isEarlier) bytes.fill(0, at.counts + visitor, at.counts + visitor + high.length);
      else bytes.set(counts, at.counts + visitor);
      const end = visitor + high.length;
      // This is the order of the fields of `Run` in gather-visitors.as.ts.
      const fields = [run.day, Number(run.isPageViews === true), visitor, end, 0, event, paid, visitor];
      words.set(fields, at.runs / WORD_BYTES + RUN_WORDS * index);
      visitor = end;
      if (!run.events) continue;
      const { places, seconds, amounts } = run.events;
      words.set(places, at.places / WORD_BYTES + event);
      if (hasTimes) words.set(seconds!, at.seconds / WORD_BYTES + event);
      ownAmounts.set(amounts, paid);
      event += places.length;
      paid += amounts.length;
    }
    // This is the order of the fields of `Layout` there. What is 0 and what follows is placed below, or written by the loops.
    words.set(
      [
        ...[at.runs, at.runs + RUN_WORDS * WORD_BYTES * runs.length, at.high, at.low, at.counts],
        ...[at.places, at.seconds, at.isMeant, 0, 0, MULTIPLIERS.low, MULTIPLIERS.high, DAILY_BIT],
        at.amounts,
      ],
      at.layout / WORD_BYTES,
    );
    if (following) {
      bytes.set(following.matches, at.matches);
      words.set(following.steps, at.steps / WORD_BYTES);
      // This is the order of the fields of `Following` there, up to `PATHS`.
      new Float64Array(bytes.buffer, at.following, 1)[0] = following.withinSeconds;
      const fields = [at.matches, at.steps, following.depth, Number(following.isBackwards)];
      words.set(fields, at.following / WORD_BYTES + NUMBER_BYTES / WORD_BYTES);
    }
    const expected = (count: number) => Math.ceil((ROOM * count) / Math.max(1, ranges));
    this.#arrays = this.#makeRoom(expected(visitorCount), expected(eventCount));
  }

  /** The visitors whose high halves are at most `lastHigh`, and not in an earlier range. */
  range(lastHigh: number): GatheredRange {
    this.#find(lastHigh);
    const visitorCount = this.#instance.loops.gatherRange(this.#layout);
    return { visitorCount, ...this.#arrays, ...(this.#following && { followed: this.#follow(visitorCount) }) };
  }

  #follow(visitorCount: number): FollowedRange {
    const { at, depth } = this.#following!;
    const { loops, words } = this.#instance;
    loops.followRange(this.#layout, at, visitorCount);
    const found = words.subarray(at / WORD_BYTES + PATHS, at / WORD_BYTES + FOLLOWING_WORDS);
    const [pathsAt, room, othersAt, otherCount, pathCount, dailyCount] = found as unknown as Six;
    const wordsAt = (place: number, count: number) => words.subarray(place / WORD_BYTES, place / WORD_BYTES + count);
    return {
      paths: Array.from({ length: depth }, (_, place) => wordsAt(pathsAt + WORD_BYTES * room * place, pathCount)),
      others: wordsAt(othersAt, otherCount),
      dailyCount,
    };
  }

  /** The same, to find out who was not there before. */
  keepFirstDays(lastHigh: number): void {
    this.#find(lastHigh);
    this.#instance.loops.keepFirstDays(this.#layout);
  }

  /** See `firstDaysOf`. */
  get firstDays(): HighsOfDay[] {
    const { words } = this.#instance;
    let first = this.#at.high / WORD_BYTES;
    return this.#runs.map(({ day, visitors }, index) => {
      const end = this.#at.high / WORD_BYTES + words[this.#at.runs / WORD_BYTES + RUN_WORDS * index + END_KEPT]!;
      const high = new Uint32Array(words.slice(first, end).buffer);
      first += visitors.high.length;
      return { day, high };
    });
  }

  #find(lastHigh: number): void {
    this.#instance.loops.findRange(this.#layout, lastHigh);
    const [appearances, events] = this.#layoutWords.subarray(FOUND) as unknown as [number, number];
    if (appearances > this.#room.appearances || events > this.#room.events) {
      this.#arrays = this.#makeRoom(Math.ceil(ROOM * appearances), Math.ceil(ROOM * events));
    }
  }

  get #layoutWords(): Int32Array {
    const at = this.#layout / WORD_BYTES;
    return this.#instance.words.subarray(at, at + LAYOUT_WORDS);
  }

  /** Makes room for a range. */
  #makeRoom(appearances: number, events: number): GatheredArrays {
    const memory = new Places(this.#rangeAt);
    const slotCount = 2 ** Math.ceil(Math.log2(2 * Math.max(1, appearances)));
    // Nobody is one more.
    const visitorWords = VISITOR_WORDS * (appearances + 1);
    const at = {
      slots: memory.take(SLOT_BYTES * slotCount),
      numbers: memory.take(WORD_BYTES * appearances),
      visitors: memory.take(WORD_BYTES * visitorWords),
      ...{ places: memory.take(WORD_BYTES * events), days: memory.take(WORD_BYTES * events) },
      ...{ times: memory.take(NUMBER_BYTES * events), revenues: memory.take(NUMBER_BYTES * events) },
      paths: memory.take(WORD_BYTES * (this.#following?.depth ?? 0) * appearances),
      others: memory.take(this.#following ? WORD_BYTES * appearances : 0),
    };
    if (memory.end > this.#instance.bytes.length) this.#instance = kernel.grow(this.#instance, memory.end);
    const layout = this.#layoutWords;
    layout.set([at.slots, slotCount - 1], SLOTS);
    layout.set([at.numbers, at.visitors, at.places, at.days, at.times, at.revenues], NUMBERS);
    if (this.#following) {
      this.#instance.words.set([at.paths, appearances, at.others], this.#following.at / WORD_BYTES + PATHS);
    }
    this.#instance.loops.begin(this.#layout);
    this.#room = { appearances, events };
    const { buffer } = this.#instance.bytes;
    return {
      visitors: new Int32Array(buffer, at.visitors, visitorWords),
      places: new Int32Array(buffer, at.places, events),
      days: new Int32Array(buffer, at.days, events),
      times: new Float64Array(buffer, at.times, events),
      revenues: new Float64Array(buffer, at.revenues, events),
    };
  }
}

type Six = readonly [number, number, number, number, number, number];
