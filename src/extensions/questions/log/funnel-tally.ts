// The counts of a funnel in one window, while its visitors are counted one after the other.
import { numberOf } from '../../../core/engine/event-log/counting/write-numbers.ts';
import { grown } from '../../../core/engine/event-log/format/event-table.ts';
import type { FunnelCounts, Quartiles } from './funnel-question.ts';

export class FunnelTally {
  readonly #stepCount: number;
  readonly #values = new Map<string, number>();
  /** How many visitors of each value, by its number, have each step as their furthest one. */
  readonly #ends: number[][] = [];
  /** The times of each step but the first. */
  readonly #times: readonly StepTimes[];

  constructor(stepCount: number) {
    this.#stepCount = stepCount;
    this.#times = Array.from({ length: stepCount - 1 }, () => new StepTimes());
  }

  /** How many visitors each value has. Only values that have some. */
  get visitorsByValue(): ReadonlyMap<string, number> {
    return new Map(Array.from(this.#values, ([value, number]) => [value, sumOf(this.#ends[number]!)]));
  }

  /** A visitor: when the first steps were reached, so many, and the value. */
  count(times: ArrayLike<number>, reached: number, value: string): void {
    const number = this.#endAt(reached, value, 1);
    for (let step = 1; step < reached; step++) this.#times[step - 1]!.add(times[step]! - times[step - 1]!, number);
  }

  /** Visitors who reach the first step alone. */
  countFirstStep(visitors: number, value: string): void {
    if (visitors > 0) this.#endAt(1, value, visitors);
  }

  #endAt(step: number, value: string, visitors: number): number {
    const number = numberOf(this.#values, value);
    this.#ends[number] ??= new Array<number>(this.#stepCount).fill(0);
    this.#ends[number][step - 1]! += visitors;
    return number;
  }

  /** The counts of groups of values. */
  counts(groupOf: (value: string) => number, groupCount: number): FunnelCounts[] {
    const groups = Array.from(this.#values.keys(), groupOf);
    const ends = Array.from({ length: groupCount }, () => new Array<number>(this.#stepCount).fill(0));
    for (const [number, own] of this.#ends.entries()) {
      for (const [step, count] of own.entries()) ends[groups[number]!]![step]! += count;
    }
    const quartiles = this.#times.map((ofStep) => ofStep.quartilesByGroup((number) => groups[number]!, groupCount));
    return ends.map((own, group) => ({
      visitors: own.map((_, step) => sumOf(own.slice(step))),
      times: [undefined, ...quartiles.map((byGroup) => byGroup[group])],
    }));
  }
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
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
