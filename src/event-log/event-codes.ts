// What events count for: a number for each event, and one for its value. Subjects, filters and values are looked at once for each entry of a
// dictionary, not for each event.
import { SUBJECT_KIND, type SubjectKind, type SubjectReference } from '../catalog/subject.ts';
import { NO_VALUE, type StoredDimension } from '../dimensions/dimension.ts';
import { METRIC, METRIC_COUNT } from '../rollups/metric.ts';
import { valuesOfHours, writeHourNumbers } from './event-hours.ts';
import type { AskedEvents } from './open-runs.ts';
import type { Hours, Question } from './question.ts';
import {
  type Actions,
  actionsOf,
  dimensionColumn,
  kindIn,
  outsideOfDictionary,
  type Run,
  type SubjectLines,
  viewsCountIn,
} from './run.ts';

/** A code is the number of a list of subjects, and in its low bits the type of the event. */
export const TYPE_BITS = 3;
const TYPES = 1 << TYPE_BITS;

type StoredFilter = { readonly dimension: StoredDimension; readonly value: string };

export class EventCodes implements AskedEvents {
  /** Two for each event: its code, 0 if it counts for nothing that is asked for; and the number of its value, if there is a breakdown. */
  readonly numbers: Int32Array;
  /** By event. */
  readonly revenue = new Map<number, number>();
  /** Lists of subjects, by their indexes in the question. The first one is empty. */
  readonly subjectLists: (readonly number[])[] = [[]];
  readonly #listNumbers = new Map<string, number>();
  /** The number of the list of each subject alone; 0: there is none yet. */
  readonly #ownLists: Int32Array;
  readonly #asked: readonly ReadonlyMap<number, readonly number[]>[];
  readonly #deepest: SubjectKind;
  readonly #filters: readonly StoredFilter[];
  readonly #breakDownBy: StoredDimension | Hours | undefined;
  readonly #values: Map<string, number>;
  #count = 0;

  constructor({ subjects, filters, breakDown }: Question, eventCount: number) {
    this.numbers = new Int32Array(2 * eventCount);
    this.#ownLists = new Int32Array(subjects.length);
    this.#asked = indexesByKind(subjects);
    this.#deepest = deepestOf(subjects);
    this.#filters = filters.filter((filter): filter is StoredFilter => filter.dimension !== 'visitor_type');
    this.#breakDownBy = breakDown && breakDown.by !== 'visitor_type' ? breakDown.by : undefined;
    const hours = typeof this.#breakDownBy === 'object' ? valuesOfHours(this.#breakDownBy) : [];
    this.#values = new Map(hours.map((value, number) => [value, number]));
  }

  /** The values of the breakdown, by their numbers. */
  get values(): readonly string[] {
    return [...this.#values.keys()];
  }

  /** How many events have each value. */
  countByValue(): ReadonlyMap<string, number> {
    const counts = new Int32Array(this.#values.size);
    for (let event = 0; event < this.#count; event++) counts[this.numbers[2 * event + 1]!]!++;
    return new Map(this.values.map((name, value) => [name, counts[value]!]));
  }

  add(run: Run): number {
    const first = this.#count;
    this.#count += run.eventCount;
    const numbers = this.numbers.subarray(2 * first, 2 * this.#count);
    const actions = actionsOf(run, this.#deepest);
    writeActionNumbers(numbers, 2, actions, this.#codesOf(actions.subjects));
    for (const { dimension, value } of this.#filters) {
      const holds = new Int32Array(run.eventCount);
      writeValueNumbers(holds, 1, run, dimension, (entry) => Number(entry === value));
      for (let i = 0; i < holds.length; i++) if (holds[i] === 0) numbers[2 * i] = 0;
    }
    if (typeof this.#breakDownBy === 'object') writeHourNumbers(numbers.subarray(1), 2, run, this.#breakDownBy);
    else if (this.#breakDownBy) {
      const numberOfValue = (value: string) => numberOf(this.#values, value);
      writeValueNumbers(numbers.subarray(1), 2, run, this.#breakDownBy, numberOfValue);
    }
    const { places, amounts } = actions.revenue;
    for (let i = 0; i < places.length; i++) this.revenue.set(first + places[i]!, amounts[i]!);
    return first;
  }

  /** For each subject and type the code of such an event. */
  #codesOf(lines: SubjectLines): Int32Array {
    const { heads } = lines;
    const codes = new Int32Array(heads.length * TYPES);
    // If only the website is asked for, subjects with the same head have the same codes.
    const known = new Map<number, number>();
    for (let subject = 0; subject < heads.length; subject++) {
      const head = heads[subject]!;
      const like = known.get(head);
      if (like !== undefined) codes.copyWithin(subject * TYPES, like * TYPES, (like + 1) * TYPES);
      else {
        this.#writeCodes(codes, lines, subject);
        if (this.#deepest === SUBJECT_KIND.website) known.set(head, subject);
      }
    }
    return codes;
  }

  #writeCodes(codes: Int32Array, { heads, websiteId, ids }: SubjectLines, subject: number): void {
    const head = heads[subject]!;
    const asked: number[] = [];
    /** How many of the subjects asked for a view counts for. */
    let views = 0;
    let doViewsCount = true;
    for (let kind = kindIn(head), place = 0; kind >= SUBJECT_KIND.website; kind--, place++) {
      const id = kind === SUBJECT_KIND.website ? websiteId : ids[kind]?.[subject];
      const indexes = id === undefined ? undefined : this.#asked[kind]!.get(id);
      if (indexes) for (const index of indexes) asked.push(index);
      if (doViewsCount) views = asked.length;
      doViewsCount &&= viewsCountIn(head, place);
    }
    const ofOthers = this.#listNumber(asked);
    const ofViews = views === asked.length ? ofOthers : this.#listNumber(asked.slice(0, views));
    for (let type = 0; type < METRIC_COUNT; type++) {
      const list = type === METRIC.views ? ofViews : ofOthers;
      if (list > 0) codes[subject * TYPES + type] = (list << TYPE_BITS) | type;
    }
  }

  #listNumber(subjects: readonly number[]): number {
    const [only] = subjects;
    if (only === undefined) return 0;
    if (subjects.length === 1) {
      this.#ownLists[only] ||= this.subjectLists.push([only]) - 1;
      return this.#ownLists[only]!;
    }
    const key = subjects.join();
    let number = this.#listNumbers.get(key);
    if (number === undefined) {
      number = this.subjectLists.push([...subjects]) - 1;
      this.#listNumbers.set(key, number);
    }
    return number;
  }
}

/** For each kind, by id: the indexes of the subjects. */
function indexesByKind(subjects: readonly SubjectReference[]): Map<number, number[]>[] {
  const byKind = Array.from({ length: SUBJECT_KIND.element + 1 }, () => new Map<number, number[]>());
  for (const [index, { kind, id }] of subjects.entries()) {
    const indexes = byKind[kind]!.get(id);
    if (indexes) indexes.push(index);
    else byKind[kind]!.set(id, [index]);
  }
  return byKind;
}

export function deepestOf(subjects: readonly SubjectReference[]): SubjectKind {
  return subjects.reduce<SubjectKind>((deepest, { kind }) => (kind > deepest ? kind : deepest), SUBJECT_KIND.website);
}

/** The number of a value; a new one has the next number. */
export function numberOf(numbers: Map<string, number>, value: string): number {
  let number = numbers.get(value);
  if (number === undefined) {
    number = numbers.size;
    numbers.set(value, number);
  }
  return number;
}

/** Writes a number for each event of a run, by the value that it has of a dimension, to every so many places. */
export function writeValueNumbers(
  to: Int32Array,
  every: number,
  run: Run,
  dimension: StoredDimension,
  number: (value: string) => number,
): void {
  const column = dimensionColumn(run, dimension);
  const numbers = Int32Array.from(column?.dictionary ?? [NO_VALUE], number);
  const indexes = scratch(run.eventCount);
  if (column) column.indexes.read(indexes);
  else indexes.fill(0);
  for (let i = 0; i < indexes.length; i++) {
    const entry = indexes[i]!;
    if (entry >= numbers.length) throw outsideOfDictionary();
    to[every * i] = numbers[entry]!;
  }
}

/** The same by the subject and the type: `numbers` has a number for each pair. */
export function writeActionNumbers(
  to: Int32Array,
  every: number,
  { types, indexes: stored }: Actions,
  numbers: Int32Array,
): void {
  const typeBits = TYPE_BITS;
  const indexes = scratch(types.length);
  stored.read(indexes);
  for (let i = 0; i < indexes.length; i++) {
    const entry = (indexes[i]! << typeBits) | types[i]!;
    if (entry >= numbers.length) throw outsideOfDictionary();
    to[every * i] = numbers[entry]!;
  }
}

/** Used again for each column. */
let scratchNumbers = new Int32Array(0);

function scratch(count: number): Int32Array {
  if (scratchNumbers.length < count) scratchNumbers = new Int32Array(2 * count);
  return scratchNumbers.subarray(0, count);
}
