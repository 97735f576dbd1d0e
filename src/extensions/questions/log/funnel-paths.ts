/**
 * How far visitors get who do the same in the same order: few paths occur, so each is looked at once, and not for each visitor.
 *
 * A path is the sequence of a visitor's events that match steps, in one visit: without a pause that is longer than the window of the
 * funnel. Of each event it has the steps, and whether it is in the same second as the one before. Paths are a tree, which grows while
 * visitors are followed: `next` has the path that is one event longer.
 *
 * WHY IT IS RIGHT. Which of two sequences of events is better does not depend on the window of the funnel: the one that gets further, then
 * the one that ends first, then the one that began last, then the one with earlier steps (THE TIMES in funnel-sequence.ts). The window only
 * says which sequences count. A path is looked at as if all of them did, and which one is then the best depends only on what the path has.
 * If this one is within the window, it is also the best of those that are. If it is not, the visitor has to be looked at. A sequence that
 * goes on from one visit to the next is never within the window.
 *
 * Why: docs/decisions/reports.md, "A funnel looks at few visitors, and at each path once".
 */
import { furthestSequence } from './funnel-sequence.ts';

/** Two visitors hardly ever have the same path that is longer. */
export const PATH_LENGTH_MAX = 32;
const PATHS_MAX = 4_096;
/** How many numbers `next` has: it limits the paths if there are many steps. */
const NUMBERS_MAX = 2 ** 17;

/** The path without events. */
export const NO_EVENTS = 0;
/** There are too many paths, or this one is too long. */
export const NO_PATH = -1;

export class FunnelPaths {
  /**
   * How many different events there are: the steps that one matches, as bits, and a higher bit if it is in the same second as the one
   * before.
   */
  readonly width: number;
  /** The next path. The index is the number of a path times `width`, plus that of an event. 0: look at `grow`. */
  readonly next: Int16Array;
  /** The furthest step of each path, from 1. 0: there is none. */
  readonly reached: Uint8Array;
  /** Which event of the path each step is. The index is the path times the number of steps, plus the step. */
  readonly places: Uint8Array;
  readonly #stepCount: number;
  /** The path of each path without its last event, this event, and how many events it has. */
  readonly #before: Int16Array;
  readonly #lastEvents: Int16Array;
  readonly #lengths: Uint8Array;
  #count = 1;

  constructor(stepCount: number) {
    this.width = 2 << stepCount;
    const pathsMax = Math.min(PATHS_MAX, NUMBERS_MAX / this.width);
    this.next = new Int16Array(pathsMax * this.width);
    this.reached = new Uint8Array(pathsMax);
    this.places = new Uint8Array(pathsMax * stepCount);
    this.#stepCount = stepCount;
    this.#before = new Int16Array(pathsMax);
    this.#lastEvents = new Int16Array(pathsMax);
    this.#lengths = new Uint8Array(pathsMax);
  }

  /** The path that is one event longer, or NO_PATH. */
  grow(path: number, event: number): number {
    const length = this.#lengths[path]! + 1;
    const longer = length > PATH_LENGTH_MAX || this.#count === this.reached.length ? NO_PATH : this.#count++;
    this.next[path * this.width + event] = longer;
    if (longer === NO_PATH) return NO_PATH;
    this.#before[longer] = path;
    this.#lastEvents[longer] = event;
    this.#lengths[longer] = length;
    this.#lookAt(longer);
    return longer;
  }

  #lookAt(path: number): void {
    const isSameSecond = 1 << this.#stepCount;
    let second = 0;
    const events = this.#eventsOf(path).map((event, place) => {
      if ((event & isSameSecond) === 0) second = place;
      return { time: second, steps: event & (isSameSecond - 1), value: '' };
    });
    const places = furthestSequence(events, this.#stepCount, Number.POSITIVE_INFINITY)?.times ?? [];
    this.reached[path] = places.length;
    this.places.set(places, path * this.#stepCount);
  }

  #eventsOf(path: number): number[] {
    const events: number[] = [];
    for (let at = path; at !== NO_EVENTS; at = this.#before[at]!) events.push(this.#lastEvents[at]!);
    return events.reverse();
  }
}
