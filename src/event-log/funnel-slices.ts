// Runs as a funnel needs them: for each event, the steps that it matches, as bits. Subjects, filters and values are looked at once for each
// entry of a dictionary, not for each event.
import { STORED_DIMENSIONS, type StoredDimension } from '../dimensions/dimension.ts';
import { METRIC } from '../rollups/metric.ts';
import type { ByteReader } from './bytes.ts';
import type { FunnelQuestion, FunnelStep } from './funnel-question.ts';
import {
  dimensionColumn,
  type Indexes,
  type Run,
  readLine,
  secondBlocks,
  subjectColumn,
  typeBlocks,
  type VisitorBlock,
} from './run.ts';
import { type EntryNumbers, openColumn, outsideOfDictionary, TYPE_BITS, visitorsBelow } from './slices.ts';

const TYPES = 1 << TYPE_BITS;

/** A block of a run. */
export interface FunnelSlice {
  readonly day: number;
  readonly visitors: VisitorBlock;
  /** undefined: only the visitors matter. */
  readonly events: FunnelEvents | undefined;
}

interface FunnelEvents {
  /** The steps that each event matches, but for filters by `visitor_type`. */
  readonly masks: Uint8Array;
  readonly seconds: Uint32Array;
  /** The numbers of the values of the breakdown. */
  readonly values: EntryNumbers | undefined;
}

export class FunnelSliceOpener {
  readonly #steps: readonly FunnelStep[];
  readonly #filtered: readonly StoredDimension[];
  readonly #breakDownBy: StoredDimension | undefined;
  readonly #values = new Map<string, number>();
  /** Used again for each subject. */
  readonly #ids: number[] = [];

  constructor({ steps, breakDown }: FunnelQuestion) {
    this.#steps = steps;
    const dimensions = new Set(steps.flatMap(({ filters }) => filters.map(({ dimension }) => dimension)));
    this.#filtered = STORED_DIMENSIONS.filter((dimension) => dimensions.has(dimension));
    this.#breakDownBy = breakDown && breakDown.by !== 'visitor_type' ? breakDown.by : undefined;
  }

  /** The values of the breakdown, by their numbers. */
  get values(): readonly string[] {
    return [...this.#values.keys()];
  }

  /** The blocks of a run that have visitors below the threshold, without their events. */
  *openVisitors(run: Run, threshold: number): Generator<FunnelSlice> {
    for (const visitors of visitorsBelow(run, threshold)) yield { day: run.day, visitors, events: undefined };
  }

  /** The blocks of a run that have visitors below the threshold. */
  *open(run: Run, threshold: number): Generator<FunnelSlice> {
    const types = typeBlocks(run);
    const seconds = secondBlocks(run);
    const subjects = subjectColumn(run, (entries) => this.#masksOfSubject(entries));
    const masksByType = Uint8Array.from(subjects.dictionary.flat());
    const filters = this.#filtered.map((dimension) =>
      openColumn(dimensionColumn(run, dimension), (value) => maskOf(this.#steps, dimension, value)),
    );
    const values =
      this.#breakDownBy && openColumn(dimensionColumn(run, this.#breakDownBy), (value) => this.#numberOf(value));
    for (const visitors of visitorsBelow(run, threshold)) {
      const masks = masksOfBlock(types.next().value, subjects.blocks.next().value, masksByType);
      for (const filter of filters) applyMasks(masks, filter());
      yield { day: run.day, visitors, events: { masks, seconds: seconds.next().value, values: values?.() } };
    }
  }

  /** For each type: the steps that an event of this type and subject matches. As in the rollups, it counts for all ancestors, too. */
  #masksOfSubject(entries: ByteReader): number[] {
    const masks = new Array<number>(TYPES).fill(0);
    const { kind, viewsCount } = readLine(entries, this.#ids);
    for (let index = 0, doViewsCount = true; index < kind; index++) {
      for (const [step, { type, subject }] of this.#steps.entries()) {
        const isAskedFor = subject.kind === kind - index && subject.id === this.#ids[index];
        if (isAskedFor && (type !== METRIC.views || doViewsCount)) masks[type]! |= 1 << step;
      }
      doViewsCount &&= ((viewsCount >> index) & 1) === 1;
    }
    return masks;
  }

  #numberOf(value: string): number {
    const known = this.#values.get(value);
    if (known !== undefined) return known;
    this.#values.set(value, this.#values.size);
    return this.#values.size - 1;
  }
}

/** The steps whose filters let this value of a dimension through. */
export function maskOf(steps: readonly FunnelStep[], dimension: string, value: string): number {
  return steps.reduce((mask, { filters }, step) => {
    const holds = filters.every((filter) => filter.dimension !== dimension || filter.value === value);
    return holds ? mask | (1 << step) : mask;
  }, 0);
}

function masksOfBlock(types: Uint8Array, subjects: Indexes, masksByType: Uint8Array): Uint8Array {
  const masks = new Uint8Array(types.length);
  for (let i = 0; i < masks.length; i++) {
    const entry = subjects[i]! * TYPES + types[i]!;
    if (entry >= masksByType.length) throw outsideOfDictionary();
    masks[i] = masksByType[entry]!;
  }
  return masks;
}

function applyMasks(masks: Uint8Array, { numbers, indexes }: EntryNumbers): void {
  for (let i = 0; i < masks.length; i++) {
    const entry = indexes ? indexes[i]! : 0;
    if (entry >= numbers.length) throw outsideOfDictionary();
    masks[i]! &= numbers[entry]!;
  }
}
