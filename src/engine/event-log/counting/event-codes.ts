// What events count for: a number for each event, and one for its value. Subjects, filters and values are looked at once for each entry of a
// dictionary, not for each event.

import { NO_VALUE, type StoredDimension } from '../../../foundation/dimensions/dimension.ts';
import { SUBJECT_KIND, type SubjectKind, type SubjectReference } from '../../catalog/subject.ts';
import { METRIC } from '../../rollups/metric.ts';
import type { StoredNumbers } from '../format/bytes.ts';
import { RESTATED_ORDER, TYPES } from '../format/log-event.ts';
import {
  actionsOf,
  countedKinds,
  type DimensionColumn,
  dimensionColumn,
  eventsOf,
  outsideOfDictionary,
  type Revenue,
  type Run,
  type SubjectLines,
  secondsOf,
  type Visitors,
} from '../format/run.ts';
import {
  BYTE_PAIRS,
  lookUp,
  lookUpBytePairs,
  lookUpPairs,
  lookUpSelectedPairs,
  NO_PAIR,
  placesOf,
} from '../kernels/event-loops.ts';
import { keepWithin, valuesOfHours, writeHourNumbers } from './event-hours.ts';
import { type AskedEvents, isInside, type OpenRun } from './open-runs.ts';
import type { Question, TimeSpan } from './question.ts';
import {
  picked,
  revenueBefore,
  revenueOfSelected,
  type StoredFilter,
  selectEvents,
  selectVisitors,
  visitorsOfSelected,
} from './selected-events.ts';
import { VISITOR_TYPES } from './visitor-types.ts';

/** The types that count for a metric. */
const COUNTED_TYPES: readonly number[] = [...Object.values(METRIC), RESTATED_ORDER];

/** What events of a type count for: subjects and windows, by their indexes in the question. */
export interface CountedFor {
  readonly type: number;
  readonly subjects: readonly number[];
  readonly windows: readonly number[];
}

const NOTHING: CountedFor = { type: 0, subjects: [], windows: [] };

/** What the codes and values of a run's events follow from. */
interface AddedRun {
  readonly first: number;
  readonly end: number;
  readonly actions: StoredNumbers;
  /** By action. */
  readonly codes: Int32Array;
  /** undefined: no event has a value, or there is no breakdown. */
  readonly column: StoredNumbers | undefined;
  /** The number of each value of the column; without one, of no value. */
  readonly values: Int32Array;
  /** Which events of the run these are, a bit for each of the run; undefined: all. */
  readonly selected: Uint32Array | undefined;
  /** Of these events, by their places among them. */
  readonly revenue: Revenue;
}

/** By action times 256 plus value: the kind of such events. Most runs of a question have the same. */
interface KindsOfPairs extends Pick<AddedRun, 'codes' | 'values'> {
  readonly kinds: Uint8Array;
  readonly table: Uint8Array;
}

/** Codes and values of all events are only written if somebody asks for them: the fastest way to count looks up what it needs for each run (`writeKinds`). */
export class EventCodes implements AskedEvents {
  /** By code. */
  readonly countedFor: CountedFor[] = [NOTHING];
  readonly #subjects: Question['subjects'];
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
  readonly #eventCount: number;
  /** Runs that have events, by their first one. */
  readonly #added = new Map<number, AddedRun>();
  #written: { readonly codes: Int32Array; readonly values: Int32Array } | undefined;
  /** Of the last run. */
  #kindsOfPairs: KindsOfPairs | undefined;
  #count = 0;

  constructor({ subjects, windows, filters, timeSpan, breakDown }: Question, eventCount: number) {
    this.#eventCount = eventCount;
    this.#subjects = subjects;
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

  /** The code of each event; 0 if it counts for nothing that is asked for. */
  get codes(): Int32Array {
    return this.#write().codes;
  }

  /** The number of each event's value. Empty if there is no breakdown. */
  get values(): Int32Array {
    return this.#write().values;
  }

  get isBrokenDown(): boolean {
    return this.#breakDownBy !== undefined;
  }

  /** The values of the breakdown, by their numbers. */
  get valueNames(): readonly string[] {
    return [...this.#valueNumbers.keys()];
  }

  /** How many events have each value, by its number. */
  countByValue(): Int32Array {
    const counts = new Int32Array(this.#valueNumbers.size);
    for (const value of this.values.subarray(0, this.#count)) counts[value]!++;
    return counts;
  }

  add(run: Run, visitors: Visitors, eventCount: number): ReturnType<AskedEvents['add']> {
    const firstEvent = this.#count;
    if (this.#filters.length === 0) this.#addEvents(run, eventCount);
    else {
      const selected = selectEvents(run, this.#filters, eventCount);
      // The type of a visitor depends on all days, also on those without such events.
      const own = this.#needsTypes ? visitorsOfSelected(visitors, selected) : selectVisitors(run, visitors, selected);
      const count = eventsOf(own.counts);
      if (count > 0) this.#addEvents(run, count, selected);
      return { visitors: own, firstEvent, endEvent: this.#count };
    }
    return { visitors, firstEvent, endEvent: this.#count };
  }

  /** The first events of the run, so many; `selected`: only those whose bits are set, so many. */
  #addEvents(run: Run, eventCount: number, selected?: Uint32Array): void {
    const first = this.#count;
    this.#count += eventCount;
    const { numbers: actions, types, revenue, subjects } = actionsOf(run, this.#deepest);
    const codes = this.#codesOf(subjects, types, this.#windowListOf(run.day));
    const by = this.#breakDownBy;
    const column = isStored(by) ? dimensionColumn(run, by) : undefined;
    const values = isStored(by) ? (column?.dictionary ?? [NO_VALUE]) : [];
    const added = {
      first,
      end: this.#count,
      actions,
      codes,
      column: column?.indexes,
      values: new Int32Array(values.map((value) => numberOf(this.#valueNumbers, value))),
      selected,
      revenue: selected ? revenueOfSelected(revenue, selected) : revenueBefore(revenue, eventCount),
    };
    if (added.end > first) this.#added.set(first, added);
    // What depends on times or on other days is written at once.
    if (this.#timeSpan || typeof by === 'object') this.#writeTimes(run, added);
  }

  /** Writes the codes and values of all runs that were added. */
  #write(): { readonly codes: Int32Array; readonly values: Int32Array } {
    if (this.#written) return this.#written;
    const [codes, values] = [
      new Int32Array(this.#eventCount),
      new Int32Array(this.isBrokenDown ? this.#eventCount : 0),
    ];
    this.#written = { codes, values };
    for (const added of this.#added.values()) this.#writeRun(added);
    return this.#written;
  }

  #writeRun({ first, end, actions, codes, column, values, selected }: AddedRun): void {
    const written = this.#written!;
    const places = selected && placesOf(selected);
    const numbersOf = (stored: StoredNumbers) => (places ? stored.numbersAt(places) : stored.numbers(end - first));
    writeNumbers(written.codes.subarray(first, end), numbersOf(actions), codes);
    if (!isStored(this.#breakDownBy)) return;
    const to = written.values.subarray(first, end);
    if (column) writeNumbers(to, numbersOf(column), values);
    else to.fill(values[0]!);
  }

  #writeTimes(run: Run, added: AddedRun): void {
    const { first, end, selected } = added;
    // The first time, this writes all runs that were added, and this one, too.
    if (this.#written) this.#writeRun(added);
    const { codes, values } = this.#write();
    const seconds = picked(secondsOf(run), selected && placesOf(selected));
    const by = this.#breakDownBy;
    if (this.#timeSpan) keepWithin(codes.subarray(first, end), seconds, run.day, this.#timeSpan);
    if (typeof by === 'object') writeHourNumbers(values.subarray(first, end), seconds, run.day, by);
  }

  /**
   * Writes a byte for each event of a run, from `first` on: what `kinds` has for its code times `width` plus its value. Without a breakdown, values are 0. The bytes are
   * below 128.
   */
  writeKinds(to: Uint8Array, first: number, kinds: Uint8Array, width: number): void {
    // Nothing of the run is selected: the next one begins at the same place.
    if (to.length === 0) return;
    const added = this.#added.get(first);
    if (!added) return;
    if (!this.#written && this.#writeSmallKinds(to, added, kinds, width)) return;
    const codes = this.codes.subarray(first, added.end);
    const values = this.isBrokenDown ? this.values.subarray(first, added.end) : new Int32Array(codes.length);
    lookUpPairs(to, codes, values, width, kinds);
  }

  /** From the bytes of the run. Returns false if there are too many actions or values for that. */
  #writeSmallKinds(to: Uint8Array, added: AddedRun, kinds: Uint8Array, width: number): boolean {
    const { codes, column, values, selected } = added;
    if (codes.length * Math.max(1, values.length) > Math.min(BYTE_PAIRS, SMALL_TABLE_MIN + to.length)) return false;
    const table = this.#pairsOf(added, kinds, width);
    const eventCount = selected ? 32 * selected.length : to.length;
    const ofValues = column ? column.numbers() : new Uint8Array(eventCount);
    // Actions are never stored as bits, so bytes that were read from bits stay valid.
    const actions = added.actions.numbers();
    if (!(actions instanceof Uint8Array && ofValues instanceof Uint8Array)) return false;
    const isInside = selected
      ? lookUpSelectedPairs(to, selected, actions, ofValues, table)
      : lookUpBytePairs(to, actions, ofValues, table);
    return requireInside(isInside);
  }

  #pairsOf({ codes, values }: AddedRun, kinds: Uint8Array, width: number): Uint8Array {
    const last = this.#kindsOfPairs;
    if (last?.kinds === kinds && areEqual(last.codes, codes) && areEqual(last.values, values)) return last.table;
    const table = new Uint8Array(BYTE_PAIRS).fill(NO_PAIR);
    for (let action = 0; action < codes.length; action++) {
      for (let value = 0; value < Math.max(1, values.length); value++) {
        table[action * 256 + value] = kinds[codes[action]! * width + (values[value] ?? 0)]!;
      }
    }
    this.#kindsOfPairs = { codes, values, kinds, table };
    return table;
  }

  /** The events of a run that have revenue, by their places among those that were added of it. */
  revenueOf({ firstEvent, endEvent }: Pick<OpenRun, 'firstEvent' | 'endEvent'>): Revenue {
    const added = endEvent > firstEvent ? this.#added.get(firstEvent) : undefined;
    return added?.revenue ?? NO_REVENUE;
  }

  /** Events from `first` on and before `end` are of a visitor of this type. */
  setVisitorType(type: number, first: number, end: number): void {
    if (this.#breakDownBy === 'visitor_type') this.values.fill(type, first, end);
    if (!this.#isTypeCounted[type]) this.codes.fill(0, first, end);
  }

  /** The number of the list of windows that this day is in. */
  #windowListOf(day: number): number {
    const windows = this.#windows.flatMap((window, index) => (isInside(day, window) ? [index] : []));
    const known = this.#windowLists.findIndex((list) => list.windows.join() === windows.join());
    return known >= 0 ? known : this.#windowLists.push({ windows, codes: [] }) - 1;
  }

  /** For each subject and type of a run the code of such an event. */
  #codesOf(lines: SubjectLines, types: Uint8Array, windowList: number): Int32Array {
    const { heads } = lines;
    const { length: width } = types;
    const codes = new Int32Array(heads.length * width);
    // If only the website is asked for, subjects with the same head have the same codes.
    const known = new Map<number, number>();
    for (let subject = 0; subject < heads.length; subject++) {
      const head = heads[subject]!;
      const like = known.get(head);
      if (like !== undefined) codes.copyWithin(subject * width, like * width, (like + 1) * width);
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
    types: Uint8Array,
    windowList: number,
  ): void {
    const asked: number[] = [];
    /** How many of the subjects asked for a view counts for. */
    let views = 0;
    for (const { kind, withViews, isHeldOut } of countedKinds(heads[subject]!)) {
      const id = kind === SUBJECT_KIND.website ? websiteId : ids[kind]?.[subject];
      const indexes = id === undefined ? undefined : this.#asked[kind]!.get(id);
      if (indexes) for (const index of indexes) if (!isHeldOut || this.#subjects[index]!.withHoldout) asked.push(index);
      if (withViews) views = asked.length;
    }
    const ofOthers = this.#subjectListOf(asked);
    const ofViews = views === asked.length ? ofOthers : this.#subjectListOf(asked.slice(0, views));
    for (let place = 0; place < types.length; place++) {
      const type = types[place]!;
      const subjects = type === METRIC.views ? ofViews : ofOthers;
      if (subjects === 0 || !COUNTED_TYPES.includes(type)) continue;
      codes[subject * types.length + place] = this.#codeOf(type, subjects, windowList);
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

/** A table of so many pairs is made in no time. Larger ones are made for as many events. */
const SMALL_TABLE_MIN = 4_096;

function isStored(by: NonNullable<Question['breakDown']>['by'] | undefined): by is StoredDimension {
  return by !== undefined && by !== 'visitor_type' && typeof by !== 'object';
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

const NO_REVENUE: Revenue = { places: new Int32Array(0), amounts: new Float64Array(0) };

function requireInside(isInside: boolean): true {
  if (!isInside) throw outsideOfDictionary();
  return true;
}

function areEqual(some: Int32Array, others: Int32Array): boolean {
  return some === others || (some.length === others.length && some.every((number, i) => number === others[i]));
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

/** Writes a number for each event, by the value that it has of a dimension. */
export function writeValueNumbers(
  to: Int32Array,
  column: DimensionColumn | undefined,
  number: (value: string) => number,
): void {
  if (!column) {
    to.fill(number(NO_VALUE));
    return;
  }
  const { indexes, dictionary } = column;
  writeNumbers(to, indexes.numbers(to.length), Int32Array.from(dictionary, number));
}

/** Writes a number for each event: the one that `numbers` has for its index. */
export function writeNumbers(to: Int32Array, indexes: Uint8Array | Int32Array, numbers: Int32Array): void {
  requireInside(lookUp(to, indexes, numbers));
}
