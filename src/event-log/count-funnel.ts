// Counts the visitors of runs who take the steps of a funnel in order.
//
// Visitors are counted one after the other (visitor-ranges.ts). The events of a visitor in all runs are put in the order of time, and one pass over
// them shows how far the visitor gets (funnel-progress.ts, where the proof is).
//
// A visitor counts once in each window, for the value that the first event of its sequence has. If that second has several such events, it is
// the first value in alphabetical order: the answer does not depend on which runs the events are in.

import { OTHER_VALUES } from '../dimensions/dimension.ts';
import { thresholdOf } from './count-runs.ts';
import { grown } from './event-table.ts';
import { FunnelMasks } from './funnel-masks.ts';
import { FunnelProgress } from './funnel-progress.ts';
import type { FunnelAnswer, FunnelQuestion } from './funnel-question.ts';
import { FunnelTally } from './funnel-tally.ts';
import { isInside, openRuns } from './open-runs.ts';
import { ALL_VISITORS, type Run, type RunColumn } from './run.ts';
import { APPEARANCE, countRanges, PIECE, PIECE_NUMBERS, type VisitorRange } from './visitor-ranges.ts';
import { findVisitorTypes } from './visitor-types.ts';

function dimensionsOf({ steps, breakDown }: FunnelQuestion) {
  const filtered = steps.flatMap(({ filters }) => filters.map(({ dimension }) => dimension));
  return new Set([...filtered, ...(breakDown ? [breakDown.by] : [])]);
}

/** The columns that a funnel needs of the days in its windows. */
export function columnsOfFunnel(question: FunnelQuestion): RunColumn[] {
  const stored = [...dimensionsOf(question)].filter((dimension) => dimension !== 'visitor_type');
  return ['visitor', 'second', 'action', ...stored];
}

/** As `needsEarlierDays`. */
export function funnelNeedsEarlierDays(question: FunnelQuestion): boolean {
  return dimensionsOf(question).has('visitor_type');
}

/** The runs may be of any days and in any order; several may be of the same day. */
export function countFunnel(runs: Iterable<Run>, question: FunnelQuestion): FunnelAnswer {
  const given = [...runs];
  const threshold = thresholdOf(given, question);
  let collected: FunnelMasks | undefined;
  const opened = openRuns(given, {
    windows: question.windows,
    threshold,
    needsEarlierDays: funnelNeedsEarlierDays(question),
    collect: (eventCount) => (collected = new FunnelMasks(question, eventCount)),
  });
  const events = collected!;
  if (funnelNeedsEarlierDays(question)) {
    findVisitorTypes(opened, threshold, (type, first, end) => events.setVisitorType(type, first, end));
  }
  // All steps of a visitor are in the same window, so each window is counted apart from the others.
  const tallies = question.windows.map((window) => {
    const counter = new FunnelCounter(question, events);
    const inside = opened.filter(({ day, isEarlier }) => !isEarlier && isInside(day, window));
    countRanges(inside, threshold, (range) => counter.countVisitors(range));
    return counter.tally;
  });
  const sampled = threshold === ALL_VISITORS ? false : { rate: threshold / ALL_VISITORS };
  return { ...answerOf(tallies, events.valueNames, question), sampled };
}

function answerOf(
  tallies: readonly FunnelTally[],
  values: readonly string[],
  { breakDown }: FunnelQuestion,
): Pick<FunnelAnswer, 'windows' | 'values'> {
  const windows = tallies.map((tally) => tally.counts(() => 0, 1)[0]!);
  if (!breakDown) return { windows, values: [] };
  const { names, groupOf } = shownValues(tallies, values, breakDown.valuesMax);
  const byWindow = tallies.map((tally) => tally.counts(groupOf, names.length));
  return {
    windows,
    values: names.map((value, group) => ({ value, windows: byWindow.map((counts) => counts[group]!) })),
  };
}

/** Those with the most visitors first, in the first window above all. The others are one group, `(other)`, as the last one. */
function shownValues(tallies: readonly FunnelTally[], values: readonly string[], valuesMax: number) {
  const visitors = tallies.map((tally) => tally.visitorsByValue);
  const numbers = [...new Set(visitors.flatMap((byValue) => [...byValue.keys()]))];
  const named = numbers
    .filter((number) => values[number] !== OTHER_VALUES)
    .sort((a, b) => {
      const different = visitors.find((byValue) => (byValue.get(a) ?? 0) !== (byValue.get(b) ?? 0));
      if (different) return (different.get(b) ?? 0) - (different.get(a) ?? 0);
      return values[a]! < values[b]! ? -1 : 1;
    })
    .slice(0, valuesMax);
  const groups = new Map(named.map((number, group) => [number, group]));
  const others = numbers.length > named.length ? [OTHER_VALUES] : [];
  return {
    names: [...named.map((number) => values[number]!), ...others],
    groupOf: (number: number) => groups.get(number) ?? named.length,
  };
}

/** Of one window. */
class FunnelCounter {
  readonly tally: FunnelTally;
  readonly #asked: FunnelMasks;
  readonly #values: readonly string[];
  readonly #progress: FunnelProgress;
  readonly #isBrokenDown: boolean;
  readonly #events = new VisitorEvents();
  /** Of the visitors of a range. */
  #steps = new Uint8Array(0);

  constructor({ steps, withinSeconds, breakDown }: FunnelQuestion, asked: FunnelMasks) {
    this.#values = asked.valueNames;
    this.tally = new FunnelTally(steps.length, this.#values.length);
    this.#asked = asked;
    this.#progress = new FunnelProgress(steps.length, withinSeconds);
    this.#isBrokenDown = breakDown !== undefined;
  }

  countVisitors(range: VisitorRange): void {
    const { visitorCount } = range;
    const steps = this.#stepsOf(range);
    const { appearances, first } = range.appearances();
    const isBrokenDown = this.#isBrokenDown;
    let firstStepAlone = 0;
    for (let visitor = 0; visitor < visitorCount; visitor++) {
      if ((steps[visitor]! & FIRST_STEP) === 0) continue;
      // Most visitors do not come further.
      if (!isBrokenDown && (steps[visitor]! & SECOND_STEP) === 0) firstStepAlone++;
      else this.#countVisitor(appearances, first[visitor]!);
    }
    this.tally.countFirstStep(firstStepAlone);
  }

  /** For each visitor the steps that any of its events matches. */
  #stepsOf({ runs, visitors, visitorCount, pieces, pieceCount }: VisitorRange): Uint8Array {
    if (this.#steps.length < visitorCount) this.#steps = new Uint8Array(2 * visitorCount);
    const steps = this.#steps.fill(0, 0, visitorCount);
    let appearance = 0;
    for (let piece = 0; piece < PIECE_NUMBERS * pieceCount; piece += PIECE_NUMBERS) {
      const { counts } = runs[pieces[piece + PIECE.run]!]!.visitors;
      const [first, end] = [pieces[piece + PIECE.firstPlace]!, pieces[piece + PIECE.endPlace]!];
      const firstEvent = pieces[piece + PIECE.firstEvent]!;
      addSteps(steps, visitors, appearance - first, counts, first, end, this.#asked.masks, firstEvent);
      appearance += end - first;
    }
    return steps;
  }

  #countVisitor(appearances: Int32Array, firstAppearance: number): void {
    this.#progress.restart();
    if (this.#areInOrder(appearances, firstAppearance)) {
      for (let at = firstAppearance; at >= 0 && !this.#progress.isComplete; at = appearances[at + APPEARANCE.next]!) {
        this.#addAppearance(appearances[at + APPEARANCE.firstEvent]!, appearances[at + APPEARANCE.endEvent]!);
      }
    } else {
      // Runs of the same day can have events of a visitor at any times.
      this.#collect(appearances, firstAppearance);
      this.#events.sort();
      for (let at = 0; at < this.#events.count && !this.#progress.isComplete; ) at = this.#addGroup(at);
    }
    this.tally.count(this.#progress);
  }

  /** Whether each appearance is later than the one before: nearly always, because the events of an appearance are in the order of time, and so are the days of runs. */
  #areInOrder(appearances: Int32Array, firstAppearance: number): boolean {
    const { times } = this.#asked;
    let last = times[appearances[firstAppearance + APPEARANCE.endEvent]! - 1]!;
    let at = appearances[firstAppearance + APPEARANCE.next]!;
    for (; at >= 0; at = appearances[at + APPEARANCE.next]!) {
      if (times[appearances[at + APPEARANCE.firstEvent]!]! <= last) return false;
      last = times[appearances[at + APPEARANCE.endEvent]! - 1]!;
    }
    return true;
  }

  /** Goes on with the events of an appearance that is later than those before. */
  #addAppearance(first: number, end: number): void {
    const { masks, times, values } = this.#asked;
    const isBrokenDown = this.#isBrokenDown;
    const names = this.#values;
    const progress = this.#progress;
    for (let event = first; event < end && !progress.isComplete; ) {
      if (masks[event] === 0) {
        event++;
        continue;
      }
      const time = times[event]!;
      if (isOneBit(masks[event]!) && !(event + 1 < end && times[event + 1] === time)) {
        progress.addAlone(masks[event]!, time, isBrokenDown ? values[event]! : 0);
        event++;
        continue;
      }
      let value = -1;
      for (; event < end && times[event] === time; event++) {
        const mask = masks[event]!;
        if (mask === 0) continue;
        progress.add(mask);
        const own = isBrokenDown ? values[event]! : 0;
        if ((mask & FIRST_STEP) !== 0 && (value < 0 || names[own]! < names[value]!)) value = own;
      }
      progress.endGroup(time, value);
    }
  }

  /** The events of a visitor that match a step. */
  #collect(appearances: Int32Array, firstAppearance: number): void {
    const { firstEvent: FIRST_EVENT, endEvent: END_EVENT, next: NEXT } = APPEARANCE;
    const { masks, times, values } = this.#asked;
    const isBrokenDown = this.#isBrokenDown;
    const events = this.#events;
    events.clear();
    for (let at = firstAppearance; at >= 0; at = appearances[at + NEXT]!) {
      const end = appearances[at + END_EVENT]!;
      for (let event = appearances[at + FIRST_EVENT]!; event < end; event++) {
        if (masks[event] !== 0) events.add(times[event]!, masks[event]!, isBrokenDown ? values[event]! : 0);
      }
    }
  }

  /** Adds the events of one second, and returns the place of the next one. */
  #addGroup(first: number): number {
    const { times, masks, values, count } = this.#events;
    const time = times[first]!;
    if (isOneBit(masks[first]!) && !(first + 1 < count && times[first + 1] === time)) {
      this.#progress.addAlone(masks[first]!, time, values[first]!);
      return first + 1;
    }
    let value = -1;
    let at = first;
    for (; at < count && times[at] === time; at++) {
      this.#progress.add(masks[at]!);
      const isFirstStep = (masks[at]! & FIRST_STEP) !== 0;
      if (isFirstStep && (value < 0 || this.#values[values[at]!]! < this.#values[value]!)) value = values[at]!;
    }
    this.#progress.endGroup(time, value);
    return at;
  }
}

/**
 * Adds the steps that events match to those of their visitors. `counts`: how many events each visitor of the run has. The visitor of a place of the
 * run is at this place plus `offset`.
 */
function addSteps(
  steps: Uint8Array,
  visitors: Int32Array,
  offset: number,
  counts: Uint8Array,
  firstPlace: number,
  endPlace: number,
  masks: Int32Array,
  firstEvent: number,
): void {
  let event = firstEvent;
  for (let place = firstPlace; place < endPlace; place++) {
    let own = 0;
    for (const end = event + counts[place]!; event < end; event++) own |= masks[event]!;
    steps[visitors[offset + place]!]! |= own;
  }
}

function isOneBit(mask: number): boolean {
  return (mask & (mask - 1)) === 0;
}

/** Steps are bits. */
const FIRST_STEP = 1;
const SECOND_STEP = 2;

const EVENTS_MIN = 1_024;

/** The events of a visitor that match a step. */
class VisitorEvents {
  count = 0;
  times = new Int32Array(EVENTS_MIN);
  /** The steps that each event matches, as bits. */
  masks = new Uint8Array(EVENTS_MIN);
  values = new Int32Array(EVENTS_MIN);
  #isSorted = true;

  clear(): void {
    this.count = 0;
    this.#isSorted = true;
  }

  add(time: number, mask: number, value: number): void {
    const at = this.count;
    if (at === this.times.length) this.#grow();
    if (at > 0 && this.times[at - 1]! > time) this.#isSorted = false;
    this.times[at] = time;
    this.masks[at] = mask;
    this.values[at] = value;
    this.count++;
  }

  /** By time. Events of the same time keep their order. */
  sort(): void {
    if (this.#isSorted) return;
    const order = Uint32Array.from({ length: this.count }, (_, at) => at);
    order.sort((a, b) => this.times[a]! - this.times[b]! || a - b);
    const { times, masks, values } = this;
    times.set(Int32Array.from(order, (at) => times[at]!));
    masks.set(Uint8Array.from(order, (at) => masks[at]!));
    values.set(Int32Array.from(order, (at) => values[at]!));
    this.#isSorted = true;
  }

  #grow(): void {
    const size = 2 * this.times.length;
    this.times = grown(this.times, new Int32Array(size));
    this.masks = grown(this.masks, new Uint8Array(size));
    this.values = grown(this.values, new Int32Array(size));
  }
}
