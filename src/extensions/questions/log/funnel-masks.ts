// What a funnel needs of events: the steps that each one matches, as bits, its time, and its value. Subjects, filters and values are looked
// at once for each entry of a dictionary, not for each event.

import { SUBJECT_KIND } from '../../../core/engine/catalog/subject.ts';
import type { AskedEvents } from '../../../core/engine/event-log/counting/open-runs.ts';
import {
  deepestOf,
  numberOf,
  writeNumbers,
  writeValueNumbers,
} from '../../../core/engine/event-log/counting/write-numbers.ts';
import {
  type Actions,
  actionsOf,
  countedKinds,
  dimensionColumn,
  type Run,
  type Visitors,
  writeTimes,
} from '../../../core/engine/event-log/format/run.ts';
import { METRIC } from '../../../core/engine/rollups/metric.ts';
import type { StoredDimension } from '../../../core/foundation/dimensions/dimension.ts';
import type { FunnelQuestion, FunnelStep } from './funnel-question.ts';

const DAY_SECONDS = 86_400;

export class FunnelMasks implements AskedEvents {
  /** The steps that each event matches. */
  readonly masks: Int32Array;
  /** The seconds since the beginning of the first window, or since 1970. */
  readonly times: Int32Array;
  /** The number of each event's value. Empty if there is no breakdown. */
  readonly values: Int32Array;
  readonly #steps: readonly FunnelStep[];
  readonly #firstDay: number;
  readonly #filtered: readonly StoredDimension[];
  readonly #by: StoredDimension | undefined;
  readonly #numbers = new Map<string, number>();
  #count = 0;

  /** `filtered`: the dimensions of filters. `by`: that of the breakdown. */
  constructor(
    { steps, windows }: FunnelQuestion,
    { filtered, by }: { readonly filtered: readonly StoredDimension[]; readonly by: StoredDimension | undefined },
    eventCount: number,
  ) {
    this.masks = new Int32Array(eventCount);
    this.times = new Int32Array(eventCount);
    this.values = new Int32Array(by ? eventCount : 0);
    this.#steps = steps;
    // There are no events before 1970, and a longer time does not fit into 32 bits.
    this.#firstDay = Math.max(0, Math.min(...windows.map(({ firstDay }) => firstDay)));
    this.#filtered = filtered;
    this.#by = by;
  }

  /** The values of the breakdown, by their numbers. */
  get valueNames(): readonly string[] {
    return [...this.#numbers.keys()];
  }

  add(run: Run, visitors: Visitors, eventCount: number): ReturnType<AskedEvents['add']> {
    const first = this.#count;
    this.#count += eventCount;
    const masks = this.masks.subarray(first, this.#count);
    const actions = actionsOf(run, deepestOf(this.#steps.map(({ subject }) => subject)));
    writeNumbers(masks, actions.numbers.numbers(eventCount), this.#masksOf(actions));
    for (const dimension of this.#filtered) this.#filter(masks, run, dimension);
    writeTimes(this.times.subarray(first, this.#count), run, (run.day - this.#firstDay) * DAY_SECONDS);
    if (this.#by) {
      const values = this.values.subarray(first, this.#count);
      writeValueNumbers(values, dimensionColumn(run, this.#by), (value) => numberOf(this.#numbers, value));
    }
    return { visitors, firstEvent: first, endEvent: this.#count };
  }

  #filter(masks: Int32Array, run: Run, dimension: StoredDimension): void {
    const allowed = new Int32Array(masks.length);
    writeValueNumbers(allowed, dimensionColumn(run, dimension), (value) => maskOf(this.#steps, dimension, value));
    for (let i = 0; i < masks.length; i++) masks[i]! &= allowed[i]!;
  }

  /** The steps that an event of each subject and type matches, those for its ancestors too. */
  #masksOf({ types, subjects: { heads, websiteId, ids } }: Actions): Int32Array {
    const masks = new Int32Array(heads.length * types.length);
    const places = this.#steps.map(({ type }) => types.indexOf(type));
    for (let index = 0; index < heads.length; index++) {
      for (const { kind, withViews, isHeldOut } of countedKinds(heads[index]!)) {
        if (isHeldOut) continue;
        const id = kind === SUBJECT_KIND.website ? websiteId : ids[kind]?.[index];
        for (const [step, { type, subject }] of this.#steps.entries()) {
          const isAskedFor = places[step]! >= 0 && subject.kind === kind && subject.id === id;
          if (isAskedFor && (type !== METRIC.views || withViews)) {
            masks[index * types.length + places[step]!]! |= 1 << step;
          }
        }
      }
    }
    return masks;
  }
}

/** The steps whose filters let this value of a dimension through. */
function maskOf(steps: readonly FunnelStep[], dimension: string, value: string): number {
  return steps.reduce((mask, { filters }, step) => {
    const holds = filters.every((filter) => filter.dimension !== dimension || filter.value === value);
    return holds ? mask | (1 << step) : mask;
  }, 0);
}
