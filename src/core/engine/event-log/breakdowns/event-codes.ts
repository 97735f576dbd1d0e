// What events count for: a code for each event, and a number for its value. Subjects, filters and values are looked at once for each entry
// of a dictionary, not for each event.
//
// A code stands for a type of events, and for the subjects and windows that such events count for.
// Why: docs/decisions/reports.md, "A logged event keeps its line of subjects".

import { type Dimension, NO_VALUE, type StoredDimension } from '../../../foundation/dimensions/dimension.ts';
import { SUBJECT_KIND, type SubjectKind } from '../../catalog/subject.ts';
import { METRIC } from '../../rollups/metric.ts';
import { type AskedSubject, askedIds, isInside, secondsWithin } from '../counting/log-question.ts';
import type { AskedEvents, OpenRun } from '../counting/open-runs.ts';
import { deepestOf, numberOf, writeNumbers } from '../counting/write-numbers.ts';
import type { StoredNumbers } from '../format/bytes.ts';
import { TYPES } from '../format/log-event.ts';
import {
  actionsOf,
  countedKinds,
  dimensionColumn,
  eventsOf,
  outsideOfDictionary,
  type Revenue,
  type Run,
  type SubjectLines,
  type Visitors,
} from '../format/run.ts';
import {
  BYTE_PAIRS,
  lookUpBytePairs,
  lookUpPairs,
  lookUpSelectedPairs,
  NO_PAIR,
  placesOf,
} from '../kernels/event-loops.ts';
import {
  revenueBefore,
  revenueOfSelected,
  type StoredFilter,
  selectEvents,
  selectVisitors,
  selectWithin,
} from './selected-events.ts';
import { type CountedFor, type CountedInTime, isCounted } from './subject-counts.ts';

/** What a code stands for: subjects and windows by their places in the question. */
export interface CodedFor extends CountedFor {
  readonly windows: readonly number[];
}

const NOTHING: CodedFor = { type: 0, subjects: [], windows: [] };

/** What the kinds of a run's events follow from. */
interface AddedRun {
  readonly eventCount: number;
  readonly actions: StoredNumbers;
  /** The code of each action. */
  readonly codes: Int32Array;
  /** undefined: no event has a value, or there is no breakdown. */
  readonly column: StoredNumbers | undefined;
  /** The number of each value of the column; without one, of no value; without a breakdown, 0. */
  readonly values: Int32Array;
  /** Which events of the run these are, a bit for each of the run; undefined: all. */
  readonly selected: Uint32Array | undefined;
  /** The revenue of these events, by their places among them. */
  readonly revenue: Revenue;
}

/** The kind of events. The index is the action times 256 plus the value. Most runs of a question have the same. */
interface KindsOfPairs extends Pick<AddedRun, 'codes' | 'values'> {
  readonly kinds: Uint8Array;
  readonly table: Uint8Array;
}

/** A question that can be answered without looking at other days of a visitor. */
export interface CodedQuestion extends Omit<CountedInTime, 'filters'> {
  readonly filters: readonly StoredFilter[];
  readonly by: StoredDimension | undefined;
}

/** undefined: it can't be. */
export function codedQuestion(
  { filters, ...asked }: CountedInTime,
  by: Dimension | undefined,
): CodedQuestion | undefined {
  const stored = filters.filter((filter): filter is StoredFilter => filter.dimension !== 'visitor_type');
  if (by === 'visitor_type' || stored.length < filters.length) return undefined;
  return { ...asked, filters: stored, by };
}

/**
 * Codes and values of all events are only written if somebody asks for them: the fastest way to count looks up what it needs for each run
 * (`writeKinds`).
 */
export class EventCodes implements AskedEvents {
  /** What events of each code are counted for. */
  readonly codedFor: CodedFor[] = [NOTHING];
  readonly #question: CodedQuestion;
  /** Lists of windows that days are in. For each of them: the codes, by the number of a list of subjects times `TYPES`, plus the type. */
  readonly #windowLists: { readonly windows: readonly number[]; readonly codes: number[] }[] = [];
  /** Lists of subjects, by their indexes in the question. The first one is empty. */
  readonly #subjectLists: (readonly number[])[] = [[]];
  readonly #listNumbers = new Map<string, number>();
  readonly #windowListNumbers = new Map<string, number>();
  /** The number of the list of each subject alone; 0: there is none yet. */
  readonly #ownLists: Int32Array;
  readonly #asked: readonly ReadonlyMap<number, readonly number[]>[];
  readonly #deepest: SubjectKind;
  readonly #valueNumbers = new Map<string, number>();
  /** Runs that have events, by their first one. */
  readonly #added = new Map<number, AddedRun>();
  #written: { readonly codes: Int32Array; readonly values: Int32Array } | undefined;
  /** The kinds of the last run. */
  #kindsOfPairs: KindsOfPairs | undefined;
  #count = 0;

  constructor(question: CodedQuestion) {
    this.#question = question;
    this.#ownLists = new Int32Array(question.subjects.length);
    this.#asked = indexesByKind(question.subjects);
    this.#deepest = deepestOf(question.subjects);
  }

  /** The values of the breakdown, by their numbers. */
  get valueNames(): readonly string[] {
    return [...this.#valueNumbers.keys()];
  }

  /** The code of each event; 0 if it counts for nothing that is asked for. */
  get codes(): Int32Array {
    return this.#write().codes;
  }

  /** The number of each event's value; without a breakdown 0. */
  get values(): Int32Array {
    return this.#write().values;
  }

  add(run: Run, visitors: Visitors, eventCount: number): ReturnType<AskedEvents['add']> {
    const firstEvent = this.#count;
    const { filters, timeSpan } = this.#question;
    const seconds = secondsWithin(timeSpan, run.day);
    if (filters.length === 0 && !seconds) {
      this.#addEvents(run, eventCount);
      return { visitors, firstEvent, endEvent: this.#count };
    }
    const selected = selectEvents(run, filters, eventCount);
    if (seconds) selectWithin(selected, run, eventCount, seconds);
    const own = selectVisitors(run, visitors, selected);
    const count = eventsOf(own.counts);
    if (count > 0) this.#addEvents(run, count, selected);
    return { visitors: own, firstEvent, endEvent: this.#count };
  }

  /** The first events of the run, so many; `selected`: only those whose bits are set, so many. */
  #addEvents(run: Run, eventCount: number, selected?: Uint32Array): void {
    const { by } = this.#question;
    const { numbers: actions, types, revenue, subjects } = actionsOf(run, this.#deepest);
    const codes = this.#codesOf(subjects, types, this.#windowListOf(run.day));
    const column = by && dimensionColumn(run, by);
    const values = by ? (column?.dictionary ?? [NO_VALUE]) : [];
    this.#added.set(this.#count, {
      eventCount,
      actions,
      codes,
      column: column?.indexes,
      values: by ? Int32Array.from(values, (value) => numberOf(this.#valueNumbers, value)) : Int32Array.of(0),
      selected,
      revenue: selected ? revenueOfSelected(revenue, selected) : revenueBefore(revenue, eventCount),
    });
    this.#count += eventCount;
  }

  /** Writes the codes and values of all runs that were added. */
  #write(): { readonly codes: Int32Array; readonly values: Int32Array } {
    if (this.#written) return this.#written;
    const written = { codes: new Int32Array(this.#count), values: new Int32Array(this.#count) };
    for (const [first, added] of this.#added) {
      const end = first + added.eventCount;
      writeRun(written.codes.subarray(first, end), written.values.subarray(first, end), added);
    }
    this.#written = written;
    return written;
  }

  /**
   * Writes a byte for each event of a run: what `kinds` has for its code times `width` plus its value. Without a breakdown, values are 0.
   * The bytes are below 128.
   */
  writeKinds(to: Uint8Array, { firstEvent }: OpenRun, kinds: Uint8Array, width: number): void {
    // Nothing of the run is selected: the next one begins at the same place.
    if (to.length === 0) return;
    const added = this.#added.get(firstEvent)!;
    if (this.#writeSmallKinds(to, added, kinds, width)) return;
    const [codes, values] = [new Int32Array(added.eventCount), new Int32Array(added.eventCount)];
    writeRun(codes, values, added);
    lookUpPairs(to, codes, values, width, kinds);
  }

  /** Reads the bytes of the run. Returns false if there are too many actions or values for that. */
  #writeSmallKinds(to: Uint8Array, added: AddedRun, kinds: Uint8Array, width: number): boolean {
    const { codes, column, values, selected } = added;
    if (codes.length * values.length > Math.min(BYTE_PAIRS, SMALL_TABLE_MIN + to.length)) return false;
    const table = this.#pairsOf(added, kinds, width);
    const eventCount = selected ? 32 * selected.length : to.length;
    const ofValues = column ? column.numbers() : new Uint8Array(eventCount);
    const actions = added.actions.numbers();
    if (!(actions instanceof Uint8Array && ofValues instanceof Uint8Array)) return false;
    const isInDictionary = selected
      ? lookUpSelectedPairs(to, selected, actions, ofValues, table)
      : lookUpBytePairs(to, actions, ofValues, table);
    if (!isInDictionary) throw outsideOfDictionary();
    return true;
  }

  #pairsOf({ codes, values }: AddedRun, kinds: Uint8Array, width: number): Uint8Array {
    const last = this.#kindsOfPairs;
    if (last?.kinds === kinds && areEqual(last.codes, codes) && areEqual(last.values, values)) return last.table;
    const table = new Uint8Array(BYTE_PAIRS).fill(NO_PAIR);
    for (let action = 0; action < codes.length; action++) {
      for (let value = 0; value < values.length; value++) {
        table[action * 256 + value] = kinds[codes[action]! * width + values[value]!]!;
      }
    }
    this.#kindsOfPairs = { codes, values, kinds, table };
    return table;
  }

  /** The events of a run that have revenue, by their places among those that were added of it. */
  revenueOf({ firstEvent, endEvent }: OpenRun): Revenue {
    return endEvent > firstEvent ? this.#added.get(firstEvent)!.revenue : NO_REVENUE;
  }

  /** The number of the list of windows that this day is in. */
  #windowListOf(day: number): number {
    const windows = this.#question.windows.flatMap((window, index) => (isInside(day, window) ? [index] : []));
    const number = numberOf(this.#windowListNumbers, windows.join());
    this.#windowLists[number] ??= { windows, codes: [] };
    return number;
  }

  /** The code of an event of each subject and type of a run. */
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
      if (indexes)
        for (const index of indexes) if (!isHeldOut || this.#question.subjects[index]!.withHoldout) asked.push(index);
      if (withViews) views = asked.length;
    }
    const ofOthers = this.#subjectListOf(asked);
    const ofViews = views === asked.length ? ofOthers : this.#subjectListOf(asked.slice(0, views));
    for (let place = 0; place < types.length; place++) {
      const type = types[place]!;
      const subjects = type === METRIC.views ? ofViews : ofOthers;
      if (subjects === 0 || !isCounted(type)) continue;
      codes[subject * types.length + place] = this.#codeOf(type, subjects, windowList);
    }
  }

  #codeOf(type: number, subjects: number, windowList: number): number {
    const { windows, codes } = this.#windowLists[windowList]!;
    const at = subjects * TYPES + type;
    codes[at] ??= this.codedFor.push({ type, subjects: this.#subjectLists[subjects]!, windows }) - 1;
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

/** Writes the codes and the values of the events of a run. */
function writeRun(
  toCodes: Int32Array,
  toValues: Int32Array,
  { eventCount, actions, codes, column, values, selected }: AddedRun,
): void {
  const places = selected && placesOf(selected);
  const numbersOf = (stored: StoredNumbers) => (places ? stored.numbersAt(places) : stored.numbers(eventCount));
  writeNumbers(toCodes, numbersOf(actions), codes);
  if (column) writeNumbers(toValues, numbersOf(column), values);
  else toValues.fill(values[0]!);
}

/** A table of so many pairs is made in no time. Larger ones are made for as many events. */
const SMALL_TABLE_MIN = 4_096;

/** The indexes of the subjects of each kind, by id. */
function indexesByKind(subjects: readonly AskedSubject[]): Map<number, number[]>[] {
  const byKind = Array.from({ length: SUBJECT_KIND.element + 1 }, () => new Map<number, number[]>());
  for (const [index, subject] of subjects.entries()) {
    const ofKind = byKind[subject.kind]!;
    for (const id of askedIds(subject)) {
      const indexes = ofKind.get(id);
      if (indexes) indexes.push(index);
      else ofKind.set(id, [index]);
    }
  }
  return byKind;
}

const NO_REVENUE: Revenue = { places: new Int32Array(0), amounts: new Float64Array(0) };

function areEqual(some: Int32Array, others: Int32Array): boolean {
  return some === others || (some.length === others.length && some.every((number, i) => number === others[i]));
}
