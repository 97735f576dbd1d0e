// Runs as counting needs them: for each event, a number that says what it counts for. Subjects, filters and values are looked at once for
// each entry of a dictionary, not for each event.
import { SUBJECT_KIND } from '../catalog/subject.ts';
import { NO_VALUE, OTHER_VALUES, type StoredDimension } from '../dimensions/dimension.ts';
import { METRIC, METRIC_COUNT } from '../rollups/metric.ts';
import { type ByteReader, InvalidRunError } from './bytes.ts';
import type { Question } from './question.ts';
import {
  type DictionaryColumn,
  dimensionColumn,
  type Indexes,
  type RevenueBlock,
  type Run,
  readLine,
  revenueBlocks,
  subjectColumn,
  typeBlocks,
  type VisitorBlock,
  visitorBlocks,
} from './run.ts';

/** A code is the number of a list of subjects, and in its low bits the type of the event. */
export const TYPE_BITS = 3;
const TYPES = 1 << TYPE_BITS;

/** A number for each event of a block, by the entry that it has in a dictionary. */
export interface EntryNumbers {
  readonly numbers: Uint32Array;
  /** undefined: all events have the first entry. */
  readonly indexes: Indexes | undefined;
}

/** A block of a run: its visitors, in the order of their hashes, and what is asked for of their events. */
export interface Slice {
  readonly day: number;
  readonly visitors: VisitorBlock;
  /** undefined: only the visitors matter. */
  readonly events: SliceEvents | undefined;
}

export interface SliceEvents {
  readonly types: Uint8Array;
  readonly subjects: Indexes;
  /** For each subject and type the code of such an event. */
  readonly codes: Uint32Array;
  /** The numbers of entries for which a filter holds are 1. */
  readonly filters: readonly EntryNumbers[];
  readonly values: EntryNumbers | undefined;
  readonly revenue: RevenueBlock;
}

type StoredFilter = { readonly dimension: StoredDimension; readonly value: string };

export class SliceOpener {
  /** Lists of subjects, by their indexes in the question. The first one is empty. */
  readonly subjectLists: (readonly number[])[] = [[]];
  readonly #listNumbers = new Map<string, number>();
  /** The number of the list of each subject alone; 0: there is none yet. */
  readonly #ownLists: Uint32Array;
  readonly #asked: ReadonlyMap<number, readonly number[]>[];
  /** Used again for each subject. */
  readonly #ids: number[] = [];
  readonly #askedOnLine: number[] = [];
  readonly #filters: readonly StoredFilter[];
  readonly #breakDownBy: StoredDimension | undefined;
  /** undefined: all values are counted one by one. */
  readonly #wanted: ReadonlySet<string> | undefined;
  readonly #values = new Map<string, number>();
  /** For each run, the numbers of its values. */
  readonly #numbersOfValues: Uint32Array[] = [];

  constructor({ subjects, filters, breakDown }: Question) {
    this.#ownLists = new Uint32Array(subjects.length);
    this.#asked = indexesByKind(subjects);
    this.#filters = filters.filter((filter): filter is StoredFilter => filter.dimension !== 'visitor_type');
    this.#breakDownBy = breakDown && breakDown.by !== 'visitor_type' ? breakDown.by : undefined;
    this.#wanted = breakDown?.values;
  }

  /** The blocks of a run that have visitors below the threshold, without their events. */
  *openVisitors(run: Run, threshold: number): Generator<Slice> {
    for (const visitors of visitorsBelow(run, threshold)) yield { day: run.day, visitors, events: undefined };
  }

  /** The blocks of a run that have visitors below the threshold. */
  *open(run: Run, threshold: number): Generator<Slice> {
    const types = typeBlocks(run);
    const subjects = subjectColumn(run, (entries) => this.#codesOf(entries));
    const codes = codesByType(subjects.dictionary);
    const filters = this.#filters.map((filter) => openFilter(run, filter));
    const values = this.#breakDownBy && this.#openValues(run, this.#breakDownBy);
    const revenue = revenueBlocks(run);
    for (const visitors of visitorsBelow(run, threshold)) {
      const events = {
        types: types.next().value,
        subjects: subjects.blocks.next().value,
        codes,
        filters: filters.map((filter) => filter()),
        values: values?.(),
        revenue: revenue.next().value,
      };
      yield { day: run.day, visitors, events };
    }
  }

  /** The values by their numbers. If there are more than so many, those with the fewest events become `(other)`. */
  limitValues(slices: readonly Slice[], valuesMax: number): string[] {
    const values = [...this.#values.keys()];
    if (values.length <= valuesMax) return values;
    const events = countValues(slices, values.length);
    const byEvents = [...values.keys()].filter((number) => values[number] !== OTHER_VALUES);
    byEvents.sort((a, b) => events[b]! - events[a]! || (values[a]! < values[b]! ? -1 : 1));
    const kept = byEvents.slice(0, valuesMax - 1);
    const newNumbers = new Uint32Array(values.length).fill(kept.length);
    for (const [newNumber, number] of kept.entries()) newNumbers[number] = newNumber;
    for (const numbers of this.#numbersOfValues) {
      for (let i = 0; i < numbers.length; i++) numbers[i] = newNumbers[numbers[i]!]!;
    }
    return [...kept.map((number) => values[number]!), OTHER_VALUES];
  }

  /** The codes of a subject, without the type: that of views, and that of everything else. */
  #codesOf(entries: ByteReader): SubjectCodes {
    const asked = this.#askedOnLine;
    asked.length = 0;
    const { kind, viewsCount } = readLine(entries, this.#ids);
    /** How many of the subjects asked for a view counts for. */
    let views = 0;
    for (let index = 0, doViewsCount = true; index < kind; index++) {
      const indexes = this.#asked[kind - index]!.get(this.#ids[index]!);
      if (indexes) asked.push(...indexes);
      if (doViewsCount) views = asked.length;
      doViewsCount &&= ((viewsCount >> index) & 1) === 1;
    }
    const ofOthers = this.#listNumber(asked);
    const ofViews = views === asked.length ? ofOthers : this.#listNumber(asked.slice(0, views));
    return { ofViews: ofViews << TYPE_BITS, ofOthers: ofOthers << TYPE_BITS };
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

  #openValues(run: Run, dimension: StoredDimension): () => EntryNumbers {
    const next = openColumn(dimensionColumn(run, dimension), (own) => {
      const value = isWanted(own, this.#wanted) ? own : OTHER_VALUES;
      let number = this.#values.get(value);
      if (number === undefined) {
        number = this.#values.size;
        this.#values.set(value, number);
      }
      return number;
    });
    this.#numbersOfValues.push(next.numbers);
    return next;
  }
}

export function isWanted(value: string, wanted: ReadonlySet<string> | undefined): boolean {
  return !wanted || wanted.has(value);
}

/** For each kind, by id: the indexes of the subjects. */
function indexesByKind(subjects: Question['subjects']): Map<number, number[]>[] {
  const byKind = Array.from({ length: SUBJECT_KIND.element + 1 }, () => new Map<number, number[]>());
  for (const [index, { kind, id }] of subjects.entries()) {
    const indexes = byKind[kind]!.get(id);
    if (indexes) indexes.push(index);
    else byKind[kind]!.set(id, [index]);
  }
  return byKind;
}

/** Stops at the first block that has no visitors below the threshold. */
export function* visitorsBelow(run: Run, threshold: number): Generator<VisitorBlock> {
  for (const visitors of visitorBlocks(run)) {
    if (visitors.high[0]! >= threshold) return;
    yield visitors;
  }
}

interface SubjectCodes {
  readonly ofViews: number;
  readonly ofOthers: number;
}

function codesByType(subjects: readonly SubjectCodes[]): Uint32Array {
  const codes = new Uint32Array(subjects.length * TYPES);
  for (let subject = 0; subject < subjects.length; subject++) {
    const { ofViews, ofOthers } = subjects[subject]!;
    for (let type = 0; type < METRIC_COUNT; type++) {
      const code = type === METRIC.views ? ofViews : ofOthers;
      codes[subject * TYPES + type] = code === 0 ? 0 : code | type;
    }
  }
  return codes;
}

/** A function that gives the next block of a column. */
export function openColumn(
  column: DictionaryColumn<string> | undefined,
  numberOf: (value: string) => number,
): { (): EntryNumbers; numbers: Uint32Array } {
  const numbers = Uint32Array.from(column?.dictionary ?? [NO_VALUE], numberOf);
  return Object.assign(() => ({ numbers, indexes: column?.blocks.next().value }), { numbers });
}

function openFilter(run: Run, { dimension, value }: StoredFilter): () => EntryNumbers {
  return openColumn(dimensionColumn(run, dimension), (entry) => Number(entry === value));
}

function countValues(slices: readonly Slice[], size: number): Uint32Array {
  const counts = new Uint32Array(size);
  for (const { events } of slices) {
    if (!events?.values) continue;
    const numbers = new Uint32Array(events.types.length);
    writeNumbers(numbers, 0, events.values, 0, numbers.length);
    for (const number of numbers) counts[number]!++;
  }
  return counts;
}

/** Writes the codes of the events from `first` on and before `end`. 0: the event counts for nothing that is asked for. */
export function writeCodes(to: Uint32Array, at: number, slice: SliceEvents, first: number, end: number): void {
  const { types, subjects, codes, filters } = slice;
  for (let i = first; i < end; i++) {
    const entry = subjects[i]! * TYPES + types[i]!;
    if (entry >= codes.length) throw outsideOfDictionary();
    to[at + i - first] = codes[entry]!;
  }
  for (const filter of filters) applyFilter(to, at, filter, first, end);
}

function applyFilter(
  to: Uint32Array,
  at: number,
  { numbers, indexes }: EntryNumbers,
  first: number,
  end: number,
): void {
  if (!indexes) {
    if (numbers[0] === 0) to.fill(0, at, at + end - first);
    return;
  }
  for (let i = first; i < end; i++) {
    const entry = indexes[i]!;
    if (entry >= numbers.length) throw outsideOfDictionary();
    if (numbers[entry] === 0) to[at + i - first] = 0;
  }
}

/** Writes the numbers of the values of the events from `first` on and before `end`. */
export function writeNumbers(
  to: Uint32Array,
  at: number,
  { numbers, indexes }: EntryNumbers,
  first: number,
  end: number,
): void {
  if (!indexes) {
    to.fill(numbers[0]!, at, at + end - first);
    return;
  }
  for (let i = first; i < end; i++) {
    const entry = indexes[i]!;
    if (entry >= numbers.length) throw outsideOfDictionary();
    to[at + i - first] = numbers[entry]!;
  }
}

export function outsideOfDictionary(): InvalidRunError {
  return new InvalidRunError('an index is not in its dictionary');
}
