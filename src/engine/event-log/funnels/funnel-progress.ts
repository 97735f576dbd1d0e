/**
 * How far one visitor gets in a funnel.
 *
 * THE QUESTION. A visitor reaches step k if k different events match the steps 1 to k, each not earlier than the one before, and the last
 * one not later than the window of the funnel after the first. Times are whole seconds. The log does not know the order of
 * events in the same second, so they may stand in any order: a click and the page that it opens may have the same second.
 *
 * THE ALGORITHM. Events come as groups of the same second, in the order of time. An attempt is a second in which step 1 is matched, and the
 * number of steps that it has reached. With each group, an attempt whose window has not passed goes on as far as it can: from step k to
 * the last step q for which different events of the group match the steps k+1 to q. Then a new attempt begins, if the group matches
 * step 1. Of the attempts that have reached the same step, only the one that began last is kept. So there are never more
 * attempts than steps.
 *
 * WHY IT IS RIGHT.
 * 1. For an attempt, further is always better: if a group leads from step j to step q, its events match the steps j+1 to q, so they also
 *    match the steps k+1 to q for any k from j to q. So an attempt that goes as far as it can reaches each step as early as
 *    any sequence that begins in the same second.
 * 2. What an attempt can still reach depends only on the step that it has reached and on its beginning, and a later beginning leaves
 *    more time. So of two attempts at the same step, the one that began first never gets further than the other one.
 * By (1) and (2), after each group the furthest step of the attempts ever kept is the furthest one that any sequence has reached.
 *
 * How many steps a group matches is a matching of steps and events. It is found step by step: if the steps k+1 to q can be matched, any
 * matching of the steps k+1 to q-1 can be changed into one by an augmenting path.
 *
 * THE TIMES of a visitor are those of one sequence: of all that lead to the furthest step, the first one to get there; of several in the same
 * second, the one that began last. It has each step as early as possible (1).
 *
 * Why: docs/decisions/reports.md, "A visitor reaches a step of a funnel by any sequence".
 */
export class FunnelProgress {
  /** The furthest step, from 1; 0: none. */
  reached = 0;
  /** When the steps up to that one were reached. */
  readonly times: Int32Array;
  /** The value that the first event of this sequence has. */
  value = 0;
  readonly #stepCount: number;
  readonly #within: number;
  /** Of the attempt at each step: when it began, or NONE; the value of its first event; and when it reached its steps, so many numbers for each attempt. */
  readonly #starts: Int32Array;
  readonly #values: Int32Array;
  readonly #times: Int32Array;
  /** No attempt has reached a later step. */
  #top = 0;
  /** The steps that each event of the group matches, as bits, and the step that it is matched with. */
  readonly #masks: Uint8Array;
  #eventCount = 0;
  readonly #owners: number[] = [];
  readonly #tried: boolean[] = [];
  /** How many events of the group have the same steps. */
  readonly #alike: Uint8Array;

  constructor(stepCount: number, withinSeconds: number) {
    this.#stepCount = stepCount;
    this.#within = withinSeconds;
    this.times = new Int32Array(stepCount);
    this.#starts = new Int32Array(stepCount + 1).fill(NONE);
    this.#values = new Int32Array(stepCount + 1);
    this.#times = new Int32Array((stepCount + 1) * stepCount);
    this.#masks = new Uint8Array(stepCount << stepCount);
    this.#alike = new Uint8Array(1 << stepCount);
  }

  get isComplete(): boolean {
    return this.reached === this.#stepCount;
  }

  /** The next visitor. */
  restart(): void {
    this.reached = 0;
    for (let step = this.#top; step > 0; step--) this.#starts[step] = NONE;
    this.#top = 0;
  }

  /** Adds an event to the group. More events of the same steps than there are steps make no difference. */
  add(mask: number): void {
    if (this.#alike[mask] === this.#stepCount) return;
    this.#alike[mask]!++;
    this.#masks[this.#eventCount++] = mask;
  }

  /** Ends the group, which is later than those before. `value` is that of an event for step 1, if there is one. */
  endGroup(time: number, value: number): void {
    for (let step = Math.min(this.#top, this.#stepCount - 1); step > 0; step--) {
      const start = this.#starts[step]!;
      if (start === NONE) continue;
      if (time - start > this.#within) this.#starts[step] = NONE;
      else this.#goOn(step, this.#furthestFrom(step), time);
    }
    const first = this.#furthestFrom(0);
    if (first > 0) {
      this.#starts[first] = time;
      this.#values[first] = value;
      this.#reach(first, 0, time);
    }
    this.#note();
    for (let event = 0; event < this.#eventCount; event++) this.#alike[this.#masks[event]!] = 0;
    this.#eventCount = 0;
  }

  /**
   * A group of one event that matches one step, given by its bit, which is what most groups are: only the attempt that has reached the step before can go on. Attempts whose window
   * has passed may stay until they could go on.
   */
  addAlone(mask: number, time: number, value: number): void {
    const step = 31 - Math.clz32(mask);
    if (step === 0) {
      this.#starts[1] = time;
      this.#values[1] = value;
      this.#reach(1, 0, time);
    } else {
      const start = this.#starts[step]!;
      if (start === NONE) return;
      if (time - start > this.#within) {
        this.#starts[step] = NONE;
        return;
      }
      this.#goOn(step, step + 1, time);
    }
    this.#note();
  }

  #goOn(from: number, to: number, time: number): void {
    if (to === from) return;
    const start = this.#starts[from]!;
    this.#starts[from] = NONE;
    if (start < this.#starts[to]!) return;
    this.#starts[to] = start;
    this.#values[to] = this.#values[from]!;
    const stepCount = this.#stepCount;
    for (let step = 0; step < from; step++) this.#times[to * stepCount + step] = this.#times[from * stepCount + step]!;
    this.#reach(to, from, time);
  }

  /** The attempt at the step `to` has just come there from another one. */
  #reach(to: number, from: number, time: number): void {
    for (let step = from; step < to; step++) this.#times[to * this.#stepCount + step] = time;
    if (to > this.#top) this.#top = to;
  }

  #note(): void {
    let step = this.#top;
    while (step > this.reached && this.#starts[step] === NONE) step--;
    if (step <= this.reached) return;
    this.reached = step;
    this.value = this.#values[step]!;
    for (let i = 0; i < step; i++) this.times[i] = this.#times[step * this.#stepCount + i]!;
  }

  /** The last step q for which different events of the group match the steps after `step` up to q. */
  #furthestFrom(step: number): number {
    if (this.#eventCount === 1) return step + ((this.#masks[0]! >> step) & 1);
    this.#owners.length = 0;
    let reached = step;
    while (reached < this.#stepCount && this.#match(reached)) reached++;
    return reached;
  }

  /** Matches one more step (its bit), if there is an augmenting path. */
  #match(step: number): boolean {
    this.#tried.length = 0;
    return this.#findEvent(step);
  }

  #findEvent(step: number): boolean {
    for (let event = 0; event < this.#eventCount; event++) {
      if (this.#tried[event] || ((this.#masks[event]! >> step) & 1) === 0) continue;
      this.#tried[event] = true;
      const owner = this.#owners[event];
      if (owner !== undefined && !this.#findEvent(owner)) continue;
      this.#owners[event] = step;
      return true;
    }
    return false;
  }
}

/** Earlier than any attempt. */
const NONE = -(2 ** 31);
