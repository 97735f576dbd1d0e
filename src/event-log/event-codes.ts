// What events count for: a number for each event, and one for its value. Subjects, filters and values are looked at once for each entry of a
// dictionary, not for each event.
import { SUBJECT_KIND, type SubjectKind, type SubjectReference } from '../catalog/subject.ts';
import { NO_VALUE } from '../dimensions/dimension.ts';
import { METRIC } from '../rollups/metric.ts';
import { keepWithin, valuesOfHours, writeHourNumbers } from './event-hours.ts';
import { lookUp, selectVisitors } from './event-loops.ts';
import { RESTATED_ORDER, TYPES } from './log-event.ts';
import { type AskedEvents, isInside } from './open-runs.ts';
import type { Question, TimeSpan } from './question.ts';
import {
  actionsOf,
  type DimensionColumn,
  dimensionColumn,
  kindIn,
  outsideOfDictionary,
  type Revenue,
  type Run,
  type SubjectLines,
  secondsOf,
  type Visitors,
  viewsCountIn,
} from './run.ts';
import { picked, revenueOfSelected, type StoredFilter, selectEvents, visitorsOfSelected } from './selected-events.ts';
import { VISITOR_TYPES } from './visitor-types.ts';

const METRICS: readonly number[] = Object.values(METRIC);
/** Most runs have no restated orders: one code less for each subject. */
const METRICS_AND_RESTATED = [...METRICS, RESTATED_ORDER];

/** What events of a type count for: subjects and windows, by their indexes in the question. */
export interface CountedFor {
  readonly type: number;
  readonly subjects: readonly number[];
  readonly windows: readonly number[];
}

const NOTHING: CountedFor = { type: 0, subjects: [], windows: [] };

export class EventCodes implements AskedEvents {
  /** The code of each event; 0 if it counts for nothing that is asked for. */
  readonly codes: Int32Array;
  /** The number of each event's value. Empty if there is no breakdown. */
  readonly values: Int32Array;
  /** The events that have revenue, and their amounts. */
  readonly paidEvents: number[] = [];
  readonly amounts: number[] = [];
  /** By code. */
  readonly countedFor: CountedFor[] = [NOTHING];
  readonly #windows: Question['windows'];
  /** Lists of windows that days are in. For each of them: the codes, by the number of a list of subjects times `TYPES`, plus the type. */
  readonly #windowLists: { readonly windows: readonly number[]; readonly codes: number[] }[] = [];
  /** Lists of subjects, by their indexes in the question. The first one is empty. */
  readonly #subjectLists: (readonly number[])[] = [[]];
  readonly #listNumbers = new Map<string, number>();
  /** The number of the list of each subject alone; 0: there is none yet. */
  readonly #ownLists: Int32Array;
  readonly #asked: readonly ReadonlyMap<number, readonly number[]>[];
  readonly #deepest: SubjectKind;
  readonly #filters: readonly StoredFilter[];
  readonly #timeSpan: TimeSpan | undefined;
  readonly #needsTypes: boolean;
  /** For each of `VISITOR_TYPES`: whether the filters let them through. */
  readonly #isTypeCounted: readonly boolean[];
  readonly #breakDownBy: NonNullable<Question['breakDown']>['by'] | undefined;
  readonly #valueNumbers: Map<string, number>;
  #count = 0;

  constructor({ subjects, windows, filters, timeSpan, breakDown }: Question, eventCount: number) {
    this.codes = new Int32Array(eventCount);
    this.values = new Int32Array(breakDown ? eventCount : 0);
    this.#windows = windows;
    this.#ownLists = new Int32Array(subjects.length);
    this.#asked = indexesByKind(subjects);
    this.#deepest = deepestOf(subjects);
    this.#filters = filters.filter((filter): filter is StoredFilter => filter.dimension !== 'visitor_type');
    this.#timeSpan = timeSpan;
    this.#needsTypes = breakDown?.by === 'visitor_type' || this.#filters.length < filters.length;
    this.#isTypeCounted = VISITOR_TYPES.map((type) =>
      filters.every(({ dimension, value }) => dimension !== 'visitor_type' || value === type),
    );
    this.#breakDownBy = breakDown?.by;
    this.#valueNumbers = new Map(knownValues(this.#breakDownBy).map((value, number) => [value, number]));
  }

  /** The values of the breakdown, by their numbers. */
  get valueNames(): readonly string[] {
    return [...this.#valueNumbers.keys()];
  }

  /** How many events have each value. */
  countByValue(): ReadonlyMap<string, number> {
    const counts = new Int32Array(this.#valueNumbers.size);
    for (let event = 0; event < this.#count; event++) counts[this.values[event]!]!++;
    return new Map(this.valueNames.map((name, value) => [name, counts[value]!]));
  }

  add(run: Run, visitors: Visitors, eventCount: number): ReturnType<AskedEvents['add']> {
    const firstEvent = this.#count;
    if (this.#filters.length === 0) this.#addEvents(run, eventCount);
    else {
      const { bits, places } = selectEvents(run, this.#filters, eventCount);
      if (places.length > 0) this.#addEvents(run, eventCount, places);
      // The type of a visitor depends on all days, also on those without such events.
      const own = this.#needsTypes ? visitorsOfSelected(visitors, places) : selectVisitors(visitors, bits);
      return { visitors: own, firstEvent, endEvent: this.#count };
    }
    return { visitors, firstEvent, endEvent: this.#count };
  }

  /** `selected`: only these of the first events of the run. */
  #addEvents(run: Run, eventCount: number, selected?: Int32Array): void {
    const first = this.#count;
    this.#count += selected ? selected.length : eventCount;
    const { numbers, types, revenue, subjects } = actionsOf(run, this.#deepest);
    const codes = this.codes.subarray(first, this.#count);
    const counted = (types >> RESTATED_ORDER) & 1 ? METRICS_AND_RESTATED : METRICS;
    const codesOfSubjects = this.#codesOf(subjects, counted, this.#windowListOf(run.day));
    writeNumbers(codes, selected ? numbers.numbersAt(selected) : numbers.numbers(eventCount), codesOfSubjects);
    if (this.#timeSpan) keepWithin(codes, picked(secondsOf(run), selected), run.day, this.#timeSpan);
    this.#addValues(this.values.subarray(first, this.#count), run, selected);
    this.#addRevenue(selected ? revenueOfSelected(revenue, selected) : revenue, codes.length, first);
  }

  /** Events from `first` on and before `end` are of a visitor of this type. */
  setVisitorType(type: number, first: number, end: number): void {
    if (this.#breakDownBy === 'visitor_type') this.values.fill(type, first, end);
    if (!this.#isTypeCounted[type]) this.codes.fill(0, first, end);
  }

  #addValues(values: Int32Array, run: Run, selected: Int32Array | undefined): void {
    const by = this.#breakDownBy;
    if (by === undefined || by === 'visitor_type') return;
    if (typeof by === 'object') writeHourNumbers(values, picked(secondsOf(run), selected), run.day, by);
    else writeValueNumbers(values, dimensionColumn(run, by), (value) => numberOf(this.#valueNumbers, value), selected);
  }

  #addRevenue({ places, amounts }: Revenue, eventCount: number, first: number): void {
    for (let i = 0; i < places.length && places[i]! < eventCount; i++) {
      this.paidEvents.push(first + places[i]!);
      this.amounts.push(amounts[i]!);
    }
  }

  /** The number of the list of windows that this day is in. */
  #windowListOf(day: number): number {
    const windows = this.#windows.flatMap((window, index) => (isInside(day, window) ? [index] : []));
    const known = this.#windowLists.findIndex((list) => list.windows.join() === windows.join());
    return known >= 0 ? known : this.#windowLists.push({ windows, codes: [] }) - 1;
  }

  /** For each subject and type the code of such an event. */
  #codesOf(lines: SubjectLines, types: readonly number[], windowList: number): Int32Array {
    const { heads } = lines;
    const codes = new Int32Array(heads.length * TYPES);
    // If only the website is asked for, subjects with the same head have the same codes.
    const known = new Map<number, number>();
    for (let subject = 0; subject < heads.length; subject++) {
      const head = heads[subject]!;
      const like = known.get(head);
      if (like !== undefined) codes.copyWithin(subject * TYPES, like * TYPES, (like + 1) * TYPES);
      else {
        this.#writeCodes(codes, lines, subject, types, windowList);
        if (this.#deepest === SUBJECT_KIND.website) known.set(head, subject);
      }
    }
    return codes;
  }

  #writeCodes(
    codes: Int32Array,
    { heads, websiteId, ids }: SubjectLines,
    subject: number,
    types: readonly number[],
    windowList: number,
  ): void {
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
    const ofOthers = this.#subjectListOf(asked);
    const ofViews = views === asked.length ? ofOthers : this.#subjectListOf(asked.slice(0, views));
    for (const type of types) {
      const subjects = type === METRIC.views ? ofViews : ofOthers;
      if (subjects > 0) codes[subject * TYPES + type] = this.#codeOf(type, subjects, windowList);
    }
  }

  #codeOf(type: number, subjects: number, windowList: number): number {
    const { windows, codes } = this.#windowLists[windowList]!;
    const at = subjects * TYPES + type;
    codes[at] ??= this.countedFor.push({ type, subjects: this.#subjectLists[subjects]!, windows }) - 1;
    return codes[at]!;
  }

  /** The number of a list; 0 if it is empty. */
  #subjectListOf(subjects: readonly number[]): number {
    const [only] = subjects;
    if (only === undefined) return 0;
    if (subjects.length === 1) {
      this.#ownLists[only] ||= this.#subjectLists.push([only]) - 1;
      return this.#ownLists[only]!;
    }
    const key = subjects.join();
    let number = this.#listNumbers.get(key);
    if (number === undefined) {
      number = this.#subjectLists.push([...subjects]) - 1;
      this.#listNumbers.set(key, number);
    }
    return number;
  }
}

/** Values whose numbers do not depend on the events. */
function knownValues(by: NonNullable<Question['breakDown']>['by'] | undefined): readonly string[] {
  if (by === 'visitor_type') return VISITOR_TYPES;
  return typeof by === 'object' ? valuesOfHours(by) : [];
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

/** Writes a number for each event, by the value that it has of a dimension; only for those that are selected. */
export function writeValueNumbers(
  to: Int32Array,
  column: DimensionColumn | undefined,
  number: (value: string) => number,
  selected?: Int32Array,
): void {
  if (!column) {
    to.fill(number(NO_VALUE));
    return;
  }
  const { indexes, dictionary } = column;
  writeNumbers(
    to,
    selected ? indexes.numbersAt(selected) : indexes.numbers(to.length),
    Int32Array.from(dictionary, number),
  );
}

/** Writes a number for each event: the one that `numbers` has for its index. */
export function writeNumbers(to: Int32Array, indexes: Uint8Array | Int32Array, numbers: Int32Array): void {
  if (!lookUp(to, indexes, numbers)) throw outsideOfDictionary();
}
