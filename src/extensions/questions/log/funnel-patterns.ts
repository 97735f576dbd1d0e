// The fast form of funnels (log-question.ts).
//
// Most visitors get no further than the first step, which their patterns show (pattern-ranges.ts). Most of the others do the same as many
// others, in the same order (funnel-paths.ts). The events of the rest are put in the order of time, and the plain form says how far they
// get (funnel-sequence.ts).
import { dimensionsOf, isInside, type LogEvents } from '../../../core/engine/event-log/counting/log-question.ts';
import { type OpenRun, openRuns } from '../../../core/engine/event-log/counting/open-runs.ts';
import { placeRuns } from '../../../core/engine/event-log/counting/pattern-ranges.ts';
import { APPEARANCE } from '../../../core/engine/event-log/counting/visitor-ranges.ts';
import { FunnelMasks } from './funnel-masks.ts';
import { FunnelPaths, NO_EVENTS, NO_PATH, PATH_LENGTH_MAX } from './funnel-paths.ts';
import type { FunnelQuestion } from './funnel-question.ts';
import { furthestSequence, type StepEvent } from './funnel-sequence.ts';
import { FunnelTally } from './funnel-tally.ts';

/** The tally of each window. undefined: it depends on more than kinds and times, or visitors have nearly the same hash. */
export function countFunnelPatterns({ runs }: LogEvents, question: FunnelQuestion): FunnelTally[] | undefined {
  const { steps, windows, timeSpan, breakDown } = question;
  const by = breakDown?.by;
  const filtered = dimensionsOf(steps.flatMap(({ filters }) => filters));
  if (!runs || timeSpan || by === 'visitor_type' || !filtered.every((dimension) => dimension !== 'visitor_type')) {
    return undefined;
  }
  const { all, threshold } = runs;
  let events: FunnelMasks | undefined;
  const opened = openRuns(all, {
    windows,
    threshold,
    collect: (eventCount) => (events = new FunnelMasks(question, { filtered, by }, eventCount)),
  });
  // All steps of a visitor are in the same window, so each window is counted apart from the others.
  const tallies: FunnelTally[] = [];
  for (const window of windows) {
    const inside = opened.filter(({ day }) => isInside(day, window));
    const tally = countWindow(inside, threshold, question, events!);
    if (!tally) return undefined;
    tallies.push(tally);
  }
  return tallies;
}

/**
 * The kind of an event says which of the first five steps it matches, a bit for each: there are 32 kinds. An event with an odd kind matches
 * the first step. These are the kinds that match the first step and the second one, as bits of a pattern.
 */
const FIRST_STEP_KINDS = 0xaaaaaaaa;
const SECOND_STEP_KINDS = 0xcccccccc;

function countWindow(
  runs: readonly OpenRun[],
  threshold: number,
  question: FunnelQuestion,
  events: FunnelMasks,
): FunnelTally | undefined {
  const counter = new FunnelCounter(question, events);
  const placed = placeRuns(runs, threshold, (to, { firstEvent, endEvent }) => {
    to.set(events.masks.subarray(firstEvent, endEvent));
  });
  // The value of a breakdown is that of an event, so there everybody's events are looked at.
  const others = question.breakDown ? FIRST_STEP_KINDS : SECOND_STEP_KINDS;
  const isDone = placed.countRanges((range) => {
    counter.tally.countFirstStep(range.countVisitorsWith(FIRST_STEP_KINDS, others), NO_BREAKDOWN);
    const linked = range.linkAppearances(FIRST_STEP_KINDS, others);
    if (linked) counter.countVisitors(linked.appearances, linked.first);
    return linked !== undefined;
  });
  return isDone ? counter.tally : undefined;
}

/** The value of all visitors without a breakdown. */
const NO_BREAKDOWN = '';
/** It is earlier than any event. */
const BEFORE_ALL = -(2 ** 31);

/** Counts one window. */
class FunnelCounter {
  readonly tally: FunnelTally;
  readonly #asked: FunnelMasks;
  readonly #values: readonly string[];
  readonly #stepCount: number;
  readonly #within: number;
  readonly #paths: FunnelPaths;
  readonly #isBrokenDown: boolean;
  /** The events of the visitor's path. */
  readonly #ofPath = new Int32Array(PATH_LENGTH_MAX);
  /** How many steps the visitor reaches, when, and its value. */
  #reached = 0;
  readonly #times: Int32Array;
  #value = NO_BREAKDOWN;

  constructor({ steps, withinSeconds, breakDown }: FunnelQuestion, asked: FunnelMasks) {
    this.#values = asked.valueNames;
    this.tally = new FunnelTally(steps.length);
    this.#asked = asked;
    this.#stepCount = steps.length;
    this.#within = withinSeconds;
    this.#paths = new FunnelPaths(steps.length);
    this.#isBrokenDown = breakDown !== undefined;
    this.#times = new Int32Array(steps.length);
  }

  /** `first`: the first appearance of each visitor. */
  countVisitors(appearances: Int32Array, first: Int32Array): void {
    const { length } = first;
    for (let visitor = 0; visitor < length; visitor++) {
      if (!this.#follow(appearances, first[visitor]!)) this.#countOne(appearances, first[visitor]!);
      else if (this.#reached > 0) this.tally.count(this.#times, this.#reached, this.#value);
    }
  }

  /**
   * Finds out how far a visitor gets, by the path of each of its visits: a pause that is longer than the window of the funnel ends a visit.
   * Returns false if a path is not kept, if its best sequence is longer than the window, if events are not in the order of time, or if
   * values of the same second would have to be compared.
   */
  #follow(appearances: Int32Array, firstAppearance: number): boolean {
    const { firstEvent: FIRST_EVENT, endEvent: END_EVENT, next: NEXT } = APPEARANCE;
    const { masks, times } = this.#asked;
    const { next, width } = this.#paths;
    const sameSecond = width >> 1;
    const isBrokenDown = this.#isBrokenDown;
    const within = this.#within;
    const ofPath = this.#ofPath;
    this.#reached = 0;
    let path = NO_EVENTS;
    let length = 0;
    let last = BEFORE_ALL;
    for (let at = firstAppearance; at >= 0; at = appearances[at + NEXT]!) {
      const end = appearances[at + END_EVENT]!;
      for (let event = appearances[at + FIRST_EVENT]!; event < end; event++) {
        let own = masks[event]!;
        if (own === 0) continue;
        const time = times[event]!;
        if (time <= last) {
          if (time < last || isBrokenDown) return false;
          own |= sameSecond;
        } else if (path !== NO_EVENTS && time - last > within) {
          if (!this.#endPath(path)) return false;
          path = NO_EVENTS;
          length = 0;
        }
        last = time;
        path = next[path * width + own]! || this.#paths.grow(path, own);
        if (path === NO_PATH) return false;
        ofPath[length++] = event;
      }
    }
    return this.#endPath(path);
  }

  /**
   * Takes the best sequence of a path, if it gets further than those of the visits before. Returns false if it is not within the window of
   * the funnel.
   */
  #endPath(path: number): boolean {
    const { times: timesOfEvents, values } = this.#asked;
    const { reached: reachedBy, places } = this.#paths;
    const [ofPath, times] = [this.#ofPath, this.#times];
    const reached = reachedBy[path]!;
    if (reached <= this.#reached) return true;
    const first = path * this.#stepCount;
    for (let step = 0; step < reached; step++) times[step] = timesOfEvents[ofPath[places[first + step]!]!]!;
    if (times[reached - 1]! - times[0]! > this.#within) return false;
    this.#reached = reached;
    if (this.#isBrokenDown) this.#value = this.#values[values[ofPath[places[first]!]!]!]!;
    return true;
  }

  /** Uses the plain form. */
  #countOne(appearances: Int32Array, firstAppearance: number): void {
    const { firstEvent: FIRST_EVENT, endEvent: END_EVENT, next: NEXT } = APPEARANCE;
    const { masks, times, values } = this.#asked;
    const events: StepEvent[] = [];
    for (let at = firstAppearance; at >= 0; at = appearances[at + NEXT]!) {
      const end = appearances[at + END_EVENT]!;
      for (let event = appearances[at + FIRST_EVENT]!; event < end; event++) {
        const steps = masks[event]!;
        if (steps === 0) continue;
        const value = this.#isBrokenDown ? this.#values[values[event]!]! : NO_BREAKDOWN;
        events.push({ time: times[event]!, steps, value });
      }
    }
    events.sort((a, b) => a.time - b.time);
    const sequence = furthestSequence(events, this.#stepCount, this.#within);
    if (sequence) this.tally.count(sequence.times, sequence.times.length, sequence.value);
  }
}
