// The kinds of the events of runs. A kind is what a run has in its dictionaries: a type, a subject, and values of dimensions. Of many
// events, few kinds occur, so what they mean is looked up once for each kind. The same kind has the same number in all runs.
import {
  type Dimension,
  NO_VALUE,
  OTHER_VALUES,
  type StoredDimension,
} from '../../../foundation/dimensions/dimension.ts';
import type { StoredNumbers } from '../format/bytes.ts';
import { type LogEventType, type LogSubject, PAGE_VIEW } from '../format/log-event.ts';
import {
  type Actions,
  actionsOf,
  type DimensionColumn,
  dimensionColumn,
  entriesOf,
  outsideOfDictionary,
  type Run,
  subjectsOf,
} from '../format/run.ts';
import { pairsOf } from '../kernels/event-loops.ts';
import type { AskedPages, EventKind, LogReads } from './log-question.ts';
import { numberOf, writeNumbers } from './write-numbers.ts';

/** A value for each of the dimensions, in their order. */
interface StoredKind {
  readonly type: LogEventType;
  readonly subject: LogSubject;
  readonly values: readonly string[];
}

/** For each event the place of its kind among `kinds`, which has numbers of kinds. undefined: no event has the place. */
export interface KindsOfRun {
  readonly places: Uint8Array | Int32Array;
  readonly kinds: readonly (number | undefined)[];
}

/** The value of each of some events. */
interface ValuesOfRun {
  readonly indexes: Uint8Array | Int32Array;
  /** Indexes are less. */
  readonly size: number;
  textAt(index: number): string;
}

export class EventKinds {
  readonly #dimensions: readonly StoredDimension[];
  readonly #pages: AskedPages | undefined;
  readonly #toldApart: ReadonlySet<string> | undefined;
  readonly #kinds: StoredKind[] = [];
  readonly #subjects = new Map<string, number>();
  #last: { readonly actions: Actions; readonly kinds: readonly number[] } | undefined;
  readonly #values = new Map<string, number>();
  /** The kinds of each dimension, by a kind without it and a value. */
  readonly #pairs: readonly Map<number, number>[];

  /**
   * Events are told apart by these dimensions. The type of the visitor is not of an event alone: see `kindOf`. `toldApart`: the pages of
   * page views that are; undefined: all are.
   */
  constructor({ dimensions, pages }: Pick<LogReads, 'dimensions' | 'pages'>, toldApart?: ReadonlySet<string>) {
    this.#pages = pages;
    this.#toldApart = toldApart;
    this.#dimensions = dimensions.filter((dimension) => dimension !== 'visitor_type');
    this.#pairs = this.#dimensions.map(() => new Map());
  }

  kindOf(number: number, visitorType = NO_VALUE): EventKind {
    const { type, subject, values } = this.#kinds[number]!;
    const valueIn = (dimension: Dimension) =>
      dimension === 'visitor_type' ? visitorType : values[this.#dimensions.indexOf(dimension)]!;
    return { type, subject, valueOf: valueIn };
  }

  /** The kinds of the first events of a run, so many, or of these events. */
  ofRun(
    run: Run,
    events: number | Int32Array,
    actions = actionsOf(run),
    ofActions: readonly number[] = this.ofActions(run, actions),
  ): KindsOfRun {
    let kinds: KindsOfRun = { places: numbersOf(actions.numbers, events), kinds: ofActions };
    for (const [index, dimension] of this.#dimensions.entries()) {
      const pages = dimension === 'page' ? this.#pages : undefined;
      const column = this.#isLookedAt(dimension, actions) ? dimensionColumn(run, dimension) : undefined;
      const isLast = index === this.#dimensions.length - 1;
      kinds = this.#paired(kinds, column && this.#valuesOf(column, events, kinds, pages), index, isLast);
    }
    return kinds;
  }

  /** Whether the subject and the type of an event do not say what kind it is. */
  haveValues(actions: Actions): boolean {
    return this.#dimensions.some((dimension) => this.#isLookedAt(dimension, actions));
  }

  #isLookedAt(dimension: StoredDimension, { types }: Actions): boolean {
    const pages = dimension === 'page' ? this.#pages : undefined;
    return !pages || pages.always.length > 0 || types.includes(PAGE_VIEW);
  }

  /** The number of the kind of each subject and type of a run, without dimensions. */
  ofActions(run: Run, actions: Actions): readonly number[] {
    // Most runs have the subjects and types of the run before.
    if (this.#last && areOfSameKinds(this.#last.actions, actions)) return this.#last.kinds;
    const kinds = this.#kindsOf(run, actions);
    this.#last = { actions, kinds };
    return kinds;
  }

  #kindsOf(run: Run, { types, subjects }: Actions): number[] {
    let ofRun: LogSubject[] | undefined;
    return entriesOf(subjects).flatMap((entry, index) =>
      Array.from(types, (type) => {
        const key = `${type} ${entry}`;
        let kind = this.#subjects.get(key);
        if (kind === undefined) {
          ofRun ??= subjectsOf(run);
          kind = this.#kinds.push({ type: type as LogEventType, subject: ofRun[index]!, values: [] }) - 1;
          this.#subjects.set(key, kind);
        }
        return kind;
      }),
    );
  }

  /** The values of these events, of which some events may need not all. */
  #valuesOf(
    { dictionary, indexes: stored }: DimensionColumn,
    events: number | Int32Array,
    { places, kinds }: KindsOfRun,
    pages: AskedPages | undefined,
  ): ValuesOfRun {
    const indexes = numbersOf(stored, events);
    if (!pages) return { indexes, size: dictionary.length, textAt: (index) => dictionary[index]! };
    const { length } = dictionary;
    const { always } = pages;
    const [other, notAsked] = [length, length + 1];
    const ofPageViews = this.#toldApart;
    const indexFor = [
      Int32Array.from(dictionary, (page, index) => (always.includes(page) ? index : notAsked)),
      Int32Array.from(dictionary, (page, index) => (!ofPageViews || ofPageViews.has(page) ? index : other)),
    ];
    const arePageViews = kinds.map((kind) => Number(kind !== undefined && this.#kinds[kind]!.type === PAGE_VIEW));
    const own = new Int32Array(indexes.length);
    for (let event = 0; event < own.length; event++) {
      const ofKind = indexFor[arePageViews[places[event]!]!];
      const index = ofKind?.[indexes[event]!];
      if (index === undefined) throw outsideOfDictionary();
      own[event] = index;
    }
    // No step asks for it.
    const textOfNotAsked = always.includes(NO_VALUE) ? OTHER_VALUES : NO_VALUE;
    const textAt = (index: number) => dictionary[index] ?? (index === other ? OTHER_VALUES : textOfNotAsked);
    return { indexes: own, size: length + 2, textAt };
  }

  /** The kinds with one more dimension. `isLast`: no other one follows, so some kinds may be undefined. */
  #paired(
    { places, kinds }: KindsOfRun,
    values: ValuesOfRun | undefined,
    dimension: number,
    isLast: boolean,
  ): KindsOfRun {
    if (!values) {
      const none = numberOf(this.#values, NO_VALUE);
      const pairOf = (kind: number | undefined) =>
        kind === undefined ? undefined : this.#pairOf(kind, dimension, none, NO_VALUE);
      return { places, kinds: kinds.map(pairOf) };
    }
    const { indexes, size: width, textAt } = values;
    const eventCount = indexes.length;
    const numbers = new Int32Array(width).fill(-1);
    const kindOf = (place: number, index: number) => {
      if (numbers[index]! < 0) numbers[index] = numberOf(this.#values, textAt(index));
      return this.#pairOf(kinds[place]!, dimension, numbers[index]!, textAt(index));
    };
    const size = kinds.length * width;
    if (size > TABLE_MIN + TABLE_PER_EVENT * eventCount) return pairedOneByOne(places, values, kinds.length, kindOf);
    const occur = new Uint8Array(size);
    const paired = pairsOf(places, indexes, width, occur);
    if (!paired) throw outsideOfDictionary();
    const kindsOfPairs = new Array<number | undefined>(size).fill(undefined);
    for (let pair = occur.indexOf(1); pair >= 0; pair = occur.indexOf(1, pair + 1)) {
      kindsOfPairs[pair] = kindOf(Math.floor(pair / width), pair % width);
    }
    const ofPairs = { places: paired, kinds: kindsOfPairs };
    return isLast && size <= eventCount ? ofPairs : compacted(ofPairs);
  }

  #pairOf(kind: number, dimension: number, number: number, value: string): number {
    const key = kind * VALUES_MAX + number;
    let pair = this.#pairs[dimension]!.get(key);
    if (pair === undefined) {
      const { type, subject, values } = this.#kinds[kind]!;
      pair = this.#kinds.push({ type, subject, values: [...values, value] }) - 1;
      this.#pairs[dimension]!.set(key, pair);
    }
    return pair;
  }
}

/** Without places that no event has: pairs with another dimension would be too many. */
function compacted({ places, kinds }: KindsOfRun): KindsOfRun {
  const occurring: number[] = [];
  const placesOfKinds = Int32Array.from(kinds, (kind) => (kind === undefined ? 0 : occurring.push(kind) - 1));
  const compact = new Int32Array(places.length);
  writeNumbers(compact, places, placesOfKinds);
  return { places: compact, kinds: occurring };
}

/** Looks up a kind for each event, because most pairs of dictionaries do not occur. */
function pairedOneByOne(
  places: Uint8Array | Int32Array,
  { indexes, size: width }: ValuesOfRun,
  kindCount: number,
  kindOf: (place: number, index: number) => number,
): KindsOfRun {
  const kinds: number[] = [];
  const paired = new Int32Array(indexes.length);
  for (let event = 0; event < paired.length; event++) {
    const place = places[event]!;
    const index = indexes[event]!;
    if (place >= kindCount || index >= width) throw outsideOfDictionary();
    paired[event] = kinds.push(kindOf(place, index)) - 1;
  }
  return { places: paired, kinds };
}

function areOfSameKinds(a: Actions, b: Actions): boolean {
  const [ofA, ofB] = [a.subjects, b.subjects];
  return (
    ofA.websiteId === ofB.websiteId &&
    areEqual(a.types, b.types) &&
    areEqual(ofA.heads, ofB.heads) &&
    ofA.ids.length === ofB.ids.length &&
    ofA.ids.every((ids, kind) => areEqual(ids, ofB.ids[kind]!))
  );
}

function areEqual<Element>(a: ArrayLike<Element>, b: ArrayLike<Element>): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function numbersOf(stored: StoredNumbers, events: number | Int32Array): Uint8Array | Int32Array {
  return typeof events === 'number' ? stored.numbers(events) : stored.numbersAt(events);
}

/** More values than all runs of a question have; times more kinds than these have, it is an exact number. */
const VALUES_MAX = 2 ** 25;
/** A table of so many pairs, or of so many for each event, is made in no time. */
const TABLE_MIN = 4_096;
const TABLE_PER_EVENT = 8;
