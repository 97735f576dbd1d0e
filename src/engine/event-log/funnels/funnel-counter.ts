// Finds out how far visitors get in a funnel, and counts them.
//
// Most visitors do the same as many others, in the same order (funnel-paths.ts). For the rest, one pass over the visitor's events in the order of time shows how far it
// gets (funnel-progress.ts, where the proof is). Visitors with many events are among the rest, so this pass copies and sorts them only if it has to, and ends with the last step.

import { APPEARANCE } from '../counting/visitor-ranges.ts';
import { grown } from '../format/event-table.ts';
import type { FunnelMasks } from './funnel-masks.ts';
import { FunnelPaths, NO_EVENTS, NO_PATH, PATH_LENGTH_MAX } from './funnel-paths.ts';
import { FunnelProgress } from './funnel-progress.ts';
import type { FunnelQuestion } from './funnel-question.ts';
import { FunnelTally } from './funnel-tally.ts';

/** Steps are bits. */
const FIRST_STEP = 1;
/** Earlier than any event. */
const BEFORE_ALL = -(2 ** 31);

/** Of one window. */
export class FunnelCounter {
  readonly tally: FunnelTally;
  readonly #asked: FunnelMasks;
  readonly #values: readonly string[];
  readonly #stepCount: number;
  readonly #within: number;
  readonly #paths: FunnelPaths;
  readonly #progress: FunnelProgress;
  readonly #isBrokenDown: boolean;
  /** The events of the visitor's path. */
  readonly #ofPath = new Int32Array(PATH_LENGTH_MAX);
  /** How far the visitor gets, as in FunnelProgress. */
  #reached = 0;
  #value = 0;
  readonly #times: Int32Array;
  readonly #events = new VisitorEvents();

  constructor({ steps, withinSeconds, breakDown }: FunnelQuestion, asked: FunnelMasks) {
    this.#values = asked.valueNames;
    this.tally = new FunnelTally(steps.length, this.#values.length);
    this.#asked = asked;
    this.#stepCount = steps.length;
    this.#within = withinSeconds;
    this.#paths = new FunnelPaths(steps.length);
    this.#progress = new FunnelProgress(steps.length, withinSeconds);
    this.#isBrokenDown = breakDown !== undefined;
    this.#times = new Int32Array(steps.length);
  }

  /** `first`: the first appearance of each visitor. */
  countVisitors(appearances: Int32Array, first: Int32Array): void {
    const { length } = first;
    for (let visitor = 0; visitor < length; visitor++) {
      if (this.#follow(appearances, first[visitor]!)) this.tally.count(this.#reached, this.#value, this.#times);
      else this.#countProgress(appearances, first[visitor]!);
    }
  }

  /**
   * Finds out how far a visitor gets, by the path of each of its visits: a pause that is longer than the window of the funnel ends a visit. Returns false if a path is not kept, if its best
   * sequence is longer than the window, if events are not in the order of time, or if values of the same second would have to be compared.
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

  /** Takes the best sequence of a path, if it gets further than those of the visits before. Returns false if it is not within the window of the funnel. */
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
    this.#value = this.#isBrokenDown ? values[ofPath[places[first]!]!]! : 0;
    return true;
  }

  #countProgress(appearances: Int32Array, firstAppearance: number): void {
    const { firstEvent: FIRST_EVENT, endEvent: END_EVENT, next: NEXT } = APPEARANCE;
    const progress = this.#progress;
    progress.restart();
    if (this.#areInOrder(appearances, firstAppearance)) {
      for (let at = firstAppearance; at >= 0 && !progress.isComplete; at = appearances[at + NEXT]!) {
        this.#addEvents(this.#asked, appearances[at + FIRST_EVENT]!, appearances[at + END_EVENT]!);
      }
    } else {
      this.#collect(appearances, firstAppearance);
      this.#events.sort();
      this.#addEvents(this.#events, 0, this.#events.count);
    }
    this.tally.count(progress.reached, progress.value, progress.times);
  }

  /** Whether each appearance is later than the one before. The events of an appearance are in the order of time, but two runs of a day, or of days that follow each other, may not be. */
  #areInOrder(appearances: Int32Array, firstAppearance: number): boolean {
    const { firstEvent: FIRST_EVENT, endEvent: END_EVENT, next: NEXT } = APPEARANCE;
    const { times } = this.#asked;
    let last = BEFORE_ALL;
    for (let at = firstAppearance; at >= 0; at = appearances[at + NEXT]!) {
      if (times[appearances[at + FIRST_EVENT]!]! <= last) return false;
      last = times[appearances[at + END_EVENT]! - 1]!;
    }
    return true;
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

  /** Adds events from `first` on and before `end`, which are in the order of time, second by second, until all steps are reached. */
  #addEvents({ times, masks, values }: EventArrays, first: number, end: number): void {
    const [progress, names, isBrokenDown] = [this.#progress, this.#values, this.#isBrokenDown];
    for (let at = first; at < end && !progress.isComplete; ) {
      if (masks[at] === 0) {
        at++;
        continue;
      }
      const time = times[at]!;
      if (isOneBit(masks[at]!) && !(at + 1 < end && times[at + 1] === time)) {
        progress.addAlone(masks[at]!, time, isBrokenDown ? values[at]! : 0);
        at++;
        continue;
      }
      let value = -1;
      for (; at < end && times[at] === time; at++) {
        const mask = masks[at]!;
        if (mask === 0) continue;
        progress.add(mask);
        const own = isBrokenDown ? values[at]! : 0;
        if ((mask & FIRST_STEP) !== 0 && (value < 0 || names[own]! < names[value]!)) value = own;
      }
      progress.endGroup(time, value);
    }
  }
}

/** By event: its time, the steps that it matches, as bits, and its value. */
type EventArrays = Pick<FunnelMasks, 'times' | 'masks' | 'values'>;

function isOneBit(mask: number): boolean {
  return (mask & (mask - 1)) === 0;
}

const EVENTS_MIN = 1_024;

/** The events of a visitor that match a step. */
class VisitorEvents {
  count = 0;
  times = new Int32Array(EVENTS_MIN);
  /** The steps that each event matches, as bits. */
  masks = new Int32Array(EVENTS_MIN);
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
    masks.set(Int32Array.from(order, (at) => masks[at]!));
    values.set(Int32Array.from(order, (at) => values[at]!));
    this.#isSorted = true;
  }

  #grow(): void {
    const size = 2 * this.times.length;
    this.times = grown(this.times, new Int32Array(size));
    this.masks = grown(this.masks, new Int32Array(size));
    this.values = grown(this.values, new Int32Array(size));
  }
}
