// The counts of a funnel in one window, while its visitors are counted one after the other.
import { grown } from '../format/event-table.ts';
import type { FunnelCounts, Quartiles } from './funnel-question.ts';

export class FunnelTally {
  readonly #stepCount: number;
  /** For each value, by its number: how many visitors have each step as their furthest one. */
  readonly #ends: Int32Array;
  /** For each step but the first. */
  readonly #times: readonly StepTimes[];

  /** Without a breakdown there are no values, and everybody has the value 0. */
  constructor(stepCount: number, valueCount: number) {
    this.#stepCount = stepCount;
    this.#ends = new Int32Array(stepCount * Math.max(1, valueCount));
    this.#times = Array.from({ length: stepCount - 1 }, () => new StepTimes());
  }

  /** By the number of the value: how many visitors it has. Only values that have some. */
  get visitorsByValue(): ReadonlyMap<number, number> {
    const visitors = new Map<number, number>();
    for (const [at, count] of this.#ends.entries()) {
      const value = Math.floor(at / this.#stepCount);
      if (count > 0) visitors.set(value, (visitors.get(value) ?? 0) + count);
    }
    return visitors;
  }

  /** A visitor: the furthest step, from 1, the value, and when each step up to that one was reached. */
  count(reached: number, value: number, times: Int32Array): void {
    if (reached === 0) return;
    this.#ends[value * this.#stepCount + reached - 1]!++;
    for (let step = 1; step < reached; step++) this.#times[step - 1]!.add(times[step]! - times[step - 1]!, value);
  }

  /** Visitors without a value who reach the first step alone. */
  countFirstStep(visitors: number): void {
    this.#ends[0]! += visitors;
  }

  /** The counts of groups of values. `groupOf` has the group of each value, by its number. */
  counts(groupOf: (value: number) => number, groupCount: number): FunnelCounts[] {
    const ends = Array.from({ length: groupCount }, () => new Array<number>(this.#stepCount).fill(0));
    for (const [at, count] of this.#ends.entries()) {
      if (count > 0) ends[groupOf(Math.floor(at / this.#stepCount))]![at % this.#stepCount]! += count;
    }
    const quartiles = this.#times.map((ofStep) => ofStep.quartilesByGroup(groupOf, groupCount));
    return ends.map((own, group) => ({
      visitors: own.map((_, step) => own.slice(step).reduce((sum, count) => sum + count, 0)),
      times: [undefined, ...quartiles.map((byGroup) => byGroup[group])],
    }));
  }
}

const SIZE_MIN = 1_024;
/** Seconds of a funnel are below it; with the number of a group above, they make a number that is exact. */
const SECONDS_MAX = 2 ** 32;

/** The seconds that visitors took from one step to the next. */
class StepTimes {
  #count = 0;
  #seconds = new Int32Array(SIZE_MIN);
  #values = new Int32Array(SIZE_MIN);

  add(seconds: number, value: number): void {
    if (this.#count === this.#seconds.length) {
      this.#seconds = grown(this.#seconds, new Int32Array(2 * this.#count));
      this.#values = grown(this.#values, new Int32Array(2 * this.#count));
    }
    this.#seconds[this.#count] = seconds;
    this.#values[this.#count] = value;
    this.#count++;
  }

  quartilesByGroup(groupOf: (value: number) => number, groupCount: number): (Quartiles | undefined)[] {
    const seconds = this.#seconds.subarray(0, this.#count);
    if (groupCount === 1) return [quartilesOf(sortedSeconds(seconds))];
    // Numbers are sorted much faster than with a function that compares.
    const values = this.#values;
    const keys = Float64Array.from(seconds, (time, at) => groupOf(values[at]!) * SECONDS_MAX + time).sort();
    let first = 0;
    return Array.from({ length: groupCount }, (_, group) => {
      let end = first;
      while (end < keys.length && keys[end]! < (group + 1) * SECONDS_MAX) end++;
      const sorted = keys.subarray(first, end).map((key) => key % SECONDS_MAX);
      first = end;
      return quartilesOf(sorted);
    });
  }
}

/** A number of seconds above it is rare, if there are many visitors. */
const COUNTED_SECONDS = 2 ** 16;

/** Most visitors take seconds or minutes, and small numbers are sorted by counting them, in one pass. */
function sortedSeconds(seconds: Int32Array): Int32Array {
  const { length } = seconds;
  if (length < COUNTED_SECONDS / 16) return seconds.toSorted();
  const counts = new Int32Array(COUNTED_SECONDS);
  const to = new Int32Array(length);
  let first = length;
  for (let i = 0; i < length; i++) {
    const number = seconds[i]!;
    if (number < COUNTED_SECONDS) counts[number]!++;
    else to[--first] = number;
  }
  to.subarray(first).sort();
  let at = 0;
  for (let number = 0; at < first; number++) {
    for (const end = at + counts[number]!; at < end; at++) to[at] = number;
  }
  return to;
}

function quartilesOf(sorted: Float64Array | Int32Array): Quartiles | undefined {
  if (sorted.length === 0) return undefined;
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1]!;
  return { lower: at(0.25), median: at(0.5), upper: at(0.75) };
}
