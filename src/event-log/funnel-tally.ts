// The counts of a funnel in one window, while its visitors are counted one after the other.
import type { FunnelProgress } from './funnel-progress.ts';
import type { FunnelCounts, Quartiles } from './funnel-question.ts';

interface StepTimes {
  readonly values: number[];
  readonly seconds: number[];
}

export class FunnelTally {
  readonly #stepCount: number;
  /** For each value, by its number: how many visitors have each step as their furthest one. */
  readonly #ends = new Map<number, number[]>();
  /** For each step but the first. */
  readonly #times: readonly StepTimes[];

  constructor(stepCount: number) {
    this.#stepCount = stepCount;
    this.#times = Array.from({ length: stepCount - 1 }, () => ({ values: [], seconds: [] }));
  }

  /** The numbers of all values, and how many visitors each has. */
  get visitorsByValue(): ReadonlyMap<number, number> {
    return new Map([...this.#ends].map(([value, ends]) => [value, ends.reduce((sum, count) => sum + count, 0)]));
  }

  count({ reached, value, times }: FunnelProgress): void {
    if (reached === 0) return;
    const ends = this.#ends.get(value);
    if (ends) ends[reached - 1]!++;
    else
      this.#ends.set(
        value,
        Array.from({ length: this.#stepCount }, (_, step) => (step === reached - 1 ? 1 : 0)),
      );
    for (let step = 1; step < reached; step++) {
      const ofStep = this.#times[step - 1]!;
      ofStep.values.push(value);
      ofStep.seconds.push(times[step]! - times[step - 1]!);
    }
  }

  /** The counts of groups of values. `groupOf` has the group of each value, by its number. */
  counts(groupOf: (value: number) => number, groupCount: number): FunnelCounts[] {
    const ends = Array.from({ length: groupCount }, () => new Array<number>(this.#stepCount).fill(0));
    for (const [value, own] of this.#ends) {
      for (const [step, count] of own.entries()) ends[groupOf(value)]![step]! += count;
    }
    const quartiles = this.#times.map((ofStep) => quartilesByGroup(ofStep, groupOf, groupCount));
    return ends.map((own, group) => ({
      visitors: own.map((_, step) => own.slice(step).reduce((sum, count) => sum + count, 0)),
      times: [undefined, ...quartiles.map((byGroup) => byGroup[group])],
    }));
  }
}

/** Seconds of a funnel are below it; with the number of a group above, they make a number that is exact. */
const SECONDS_MAX = 2 ** 32;

function quartilesByGroup(
  { values, seconds }: StepTimes,
  groupOf: (value: number) => number,
  groupCount: number,
): (Quartiles | undefined)[] {
  // Numbers are sorted much faster than with a function that compares.
  const keys = Float64Array.from(seconds, (time, index) => groupOf(values[index]!) * SECONDS_MAX + time).sort();
  let first = 0;
  return Array.from({ length: groupCount }, (_, group) => {
    let end = first;
    while (end < keys.length && keys[end]! < (group + 1) * SECONDS_MAX) end++;
    const sorted = keys.subarray(first, end).map((key) => key % SECONDS_MAX);
    first = end;
    return quartilesOf(sorted);
  });
}

function quartilesOf(sorted: Float64Array): Quartiles | undefined {
  if (sorted.length === 0) return undefined;
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1]!;
  return { lower: at(0.25), median: at(0.5), upper: at(0.75) };
}
