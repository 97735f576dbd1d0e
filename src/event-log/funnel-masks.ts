// What a funnel needs of events: the steps that each one matches, as bits, its time, and its value. Subjects, filters and values are looked at
// once for each entry of a dictionary, not for each event.
import { SUBJECT_KIND } from '../catalog/subject.ts';
import { STORED_DIMENSIONS, type StoredDimension } from '../dimensions/dimension.ts';
import { METRIC } from '../rollups/metric.ts';
import { deepestOf, numberOf, TYPE_BITS, writeActionNumbers, writeValueNumbers } from './event-codes.ts';
import type { FunnelQuestion, FunnelStep } from './funnel-question.ts';
import type { AskedEvents } from './open-runs.ts';
import { actionsOf, kindIn, type Run, type SubjectLines, secondsOf, viewsCountIn } from './run.ts';

const TYPES = 1 << TYPE_BITS;
const DAY_SECONDS = 86_400;

export class FunnelMasks implements AskedEvents {
  /** The steps that each event matches, but for filters by `visitor_type`. */
  readonly masks: Uint8Array;
  /** In seconds since 1970. */
  readonly times: Float64Array;
  /** The number of each event's value; 0 if there is no breakdown. */
  readonly values: Int32Array;
  readonly #steps: readonly FunnelStep[];
  readonly #filtered: readonly StoredDimension[];
  readonly #breakDownBy: StoredDimension | undefined;
  readonly #numbers = new Map<string, number>();
  #count = 0;

  constructor({ steps, breakDown }: FunnelQuestion, eventCount: number) {
    this.masks = new Uint8Array(eventCount);
    this.times = new Float64Array(eventCount);
    this.values = new Int32Array(eventCount);
    this.#steps = steps;
    const dimensions = new Set(steps.flatMap(({ filters }) => filters.map(({ dimension }) => dimension)));
    this.#filtered = STORED_DIMENSIONS.filter((dimension) => dimensions.has(dimension));
    this.#breakDownBy = breakDown && breakDown.by !== 'visitor_type' ? breakDown.by : undefined;
  }

  /** The values of the breakdown, by their numbers. */
  get valueNames(): readonly string[] {
    return [...this.#numbers.keys()];
  }

  add(run: Run): number {
    const first = this.#count;
    this.#count += run.eventCount;
    const masks = this.masks.subarray(first, this.#count);
    const actions = actionsOf(run, deepestOf(this.#steps.map(({ subject }) => subject)));
    const numbers = new Int32Array(run.eventCount);
    writeActionNumbers(numbers, 1, actions, this.#masksOf(actions.subjects));
    masks.set(numbers);
    for (const dimension of this.#filtered) {
      writeValueNumbers(numbers, 1, run, dimension, (value) => maskOf(this.#steps, dimension, value));
      for (let i = 0; i < masks.length; i++) masks[i]! &= numbers[i]!;
    }
    const seconds = secondsOf(run);
    for (let i = 0; i < seconds.length; i++) this.times[first + i] = run.day * DAY_SECONDS + seconds[i]!;
    if (this.#breakDownBy) {
      const values = this.values.subarray(first, this.#count);
      writeValueNumbers(values, 1, run, this.#breakDownBy, (value) => numberOf(this.#numbers, value));
    }
    return first;
  }

  /** For each subject and type: the steps that such an event matches. As in the rollups, it counts for all ancestors, too. */
  #masksOf({ heads, websiteId, ids }: SubjectLines): Int32Array {
    const masks = new Int32Array(heads.length * TYPES);
    for (let index = 0; index < heads.length; index++) {
      const head = heads[index]!;
      let doViewsCount = true;
      for (let kind = kindIn(head), place = 0; kind >= SUBJECT_KIND.website; kind--, place++) {
        const id = kind === SUBJECT_KIND.website ? websiteId : ids[kind]?.[index];
        for (const [step, { type, subject }] of this.#steps.entries()) {
          const isAskedFor = subject.kind === kind && subject.id === id;
          if (isAskedFor && (type !== METRIC.views || doViewsCount)) masks[index * TYPES + type]! |= 1 << step;
        }
        doViewsCount &&= viewsCountIn(head, place);
      }
    }
    return masks;
  }
}

/** The steps whose filters let this value of a dimension through. */
export function maskOf(steps: readonly FunnelStep[], dimension: string, value: string): number {
  return steps.reduce((mask, { filters }, step) => {
    const holds = filters.every((filter) => filter.dimension !== dimension || filter.value === value);
    return holds ? mask | (1 << step) : mask;
  }, 0);
}
