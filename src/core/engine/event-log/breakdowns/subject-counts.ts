/**
 * Counts of subjects in windows, also by value of a dimension or by hour: the plain form of breakdowns and hours (log-question.ts).
 *
 * An event counts for each subject that it is about, in each window that its day is in; and there for its value, if the window is broken
 * down. A visitor counts once for each of these and each type of events, however many such events it has. What nobody did counts as events,
 * orders and revenue.
 *
 * Counts are in cells: one for each subject and window; then one for each subject, window that is broken down, and value.
 */
import type { SubjectReference } from '../../catalog/subject.ts';
import { type Counts, NO_TOTALS, type Totals } from '../../rollups/counts.ts';
import { METRIC, squaredRevenue, VISITOR_METRICS } from '../../rollups/metric.ts';
import type { Window } from '../../rollups/window.ts';
import {
  type AskedSubject,
  askedIds,
  countedSubjects,
  type EventKind,
  type Filter,
  holdFor,
  isInside,
  type Sampled,
  type TimeSpan,
  type Visitor,
  type VisitorEvent,
} from '../counting/log-question.ts';
import { type LogSubject, RESTATED_ORDER, TYPES } from '../format/log-event.ts';

export interface WindowCounts {
  readonly total: Totals;
  /** Unique visitors, exactly. Orders and revenue are sums. */
  readonly distinct: Counts;
}

export interface WindowAnswer {
  readonly all: WindowCounts;
  /** The counts of each value with events. There are none if the window is not broken down. */
  readonly values: ReadonlyMap<string, WindowCounts>;
}

export interface Answer {
  /** The answers of each subject of the question, for each of its windows, in their order. */
  readonly subjects: readonly (readonly WindowAnswer[])[];
  /** If there is a rate, no count has been scaled. */
  readonly sampled: Sampled;
}

/** What is counted: such events of these subjects in these windows. */
export interface CountedSubjects {
  readonly subjects: readonly AskedSubject[];
  /** They may overlap: a window, the one before it, and its buckets. */
  readonly windows: readonly Window[];
  /** Only events for which all of them hold are counted. */
  readonly filters: readonly Filter[];
}

export interface CountedInTime extends CountedSubjects {
  /** Only events in this time are counted. Default: all of the windows. */
  readonly timeSpan?: TimeSpan | undefined;
}

/** What events count for: subjects, by their places in the question. */
export interface CountedFor {
  readonly type: number;
  readonly subjects: readonly number[];
}

/** The types that count for a metric. */
const COUNTED_TYPES: readonly number[] = [...Object.values(METRIC), RESTATED_ORDER];

export function isCounted(type: number): boolean {
  return COUNTED_TYPES.includes(type);
}

/** Says what events count for. undefined: for nothing that is asked for. */
export function countingOf({ subjects, filters }: CountedSubjects): (kind: EventKind) => CountedFor | undefined {
  const keyOf = ({ kind, id }: SubjectReference) => `${kind} ${id}`;
  const places = new Map<string, number[]>();
  for (const [place, subject] of subjects.entries()) {
    for (const id of askedIds(subject)) {
      const key = keyOf({ kind: subject.kind, id });
      places.set(key, [...(places.get(key) ?? []), place]);
    }
  }
  const placesFor = (kind: EventKind) =>
    [...countedSubjects(kind)].flatMap((counted) => {
      const asked = places.get(keyOf(counted)) ?? [];
      return counted.isHeldOut ? asked.filter((place) => subjects[place]!.withHoldout) : asked;
    });
  // Many kinds of events differ by their values alone.
  const known = new Map<LogSubject, (readonly number[])[]>();
  return (kind) => {
    const { type, subject } = kind;
    if (!isCounted(type) || !holdFor(filters, kind)) return undefined;
    if (!known.has(subject)) known.set(subject, []);
    const ofSubject = known.get(subject)!;
    ofSubject[type] ??= placesFor(kind);
    return ofSubject[type].length === 0 ? undefined : { type, subjects: ofSubject[type] };
  };
}

/** The revenue of some events, which are of one type. */
export interface RevenueSum {
  readonly amount: number;
  /** The sum of what `squaredRevenue` gives for each of them. */
  readonly squared: number;
  /** How many of the events have more than 0. */
  readonly positive: number;
}

export class SubjectCounts {
  /**
   * Counters: how many events of a type a cell has, and how many visitors. The number of a counter is that of its cell times `TYPES`, plus
   * the type.
   */
  readonly events: Int32Array;
  readonly visitors: Int32Array;
  readonly #windows: readonly Window[];
  readonly #subjectCount: number;
  /** How many windows, from the first one on, are broken down. */
  readonly #brokenDown: number;
  readonly #values: readonly string[];
  readonly #firstOfValues: number;
  readonly #revenue: Float64Array;
  readonly #revenueSquared: Float64Array;
  /** Orders of which something is left after a refund. */
  readonly #countedAgain: Int32Array;
  /** The last visitor that each counter has counted. */
  #lastVisitors = new Int32Array(0);
  #visitor = 0;
  readonly #windowsOfDays: (readonly number[])[] = [];
  readonly #firstDay: number;

  constructor({ subjects, windows }: CountedSubjects, brokenDown: number, values: readonly string[]) {
    this.#windows = windows;
    this.#firstDay = Math.min(...windows.map(({ firstDay }) => firstDay));
    this.#subjectCount = subjects.length;
    this.#brokenDown = brokenDown;
    this.#values = values;
    this.#firstOfValues = subjects.length * windows.length;
    const size = this.#firstOfValues + subjects.length * brokenDown * values.length;
    this.events = new Int32Array(size * TYPES);
    this.visitors = new Int32Array(size * TYPES);
    this.#revenue = new Float64Array(size);
    this.#revenueSquared = new Float64Array(size);
    this.#countedAgain = new Int32Array(size);
  }

  /** `placeOf`: the place of an event's value among the values. */
  countVisitor<Meaning extends CountedFor>(
    { isNobody, events }: Visitor<Meaning>,
    placeOf: (event: VisitorEvent<Meaning>) => number,
  ): void {
    if (this.#lastVisitors.length === 0) this.#lastVisitors = new Int32Array(this.events.length);
    this.#visitor++;
    const brokenDown = this.#brokenDown;
    for (let i = 0; i < events.length; i++) {
      const event = events[i]!;
      const { type, subjects } = event.meaning;
      const windows = this.#windowsOf(event.day);
      const value = brokenDown > 0 ? placeOf(event) : 0;
      for (let at = 0; at < windows.length; at++) {
        const window = windows[at]!;
        for (let s = 0; s < subjects.length; s++) {
          const subject = subjects[s]!;
          this.#count((subject * this.#windows.length + window) * TYPES + type, event.revenue, isNobody);
          if (window >= brokenDown) continue;
          this.#count((this.#firstOfValuesOf(subject, window) + value) * TYPES + type, event.revenue, isNobody);
        }
      }
    }
  }

  #count(counter: number, amount: number, isNobody: boolean): void {
    this.events[counter]!++;
    if (amount !== 0) {
      this.addRevenue(counter, { amount, squared: squaredRevenue(amount), positive: Number(amount > 0) });
    }
    if (isNobody || this.#lastVisitors[counter] === this.#visitor) return;
    this.#lastVisitors[counter] = this.#visitor;
    this.visitors[counter]!++;
  }

  /** The windows that a day is in. */
  #windowsOf(day: number): readonly number[] {
    const known = this.#windowsOfDays[day - this.#firstDay];
    if (known) return known;
    const windows = [...this.#windows.keys()].filter((window) => isInside(day, this.#windows[window]!));
    this.#windowsOfDays[day - this.#firstDay] = windows;
    return windows;
  }

  /**
   * The counters of such events in these windows, as pairs of numbers: the first one plus the second one times the place of the event's
   * value.
   */
  countersOf({ type, subjects }: CountedFor, windows: readonly number[]): number[] {
    const counters: number[] = [];
    for (const subject of subjects) {
      for (const window of windows) {
        counters.push((subject * this.#windows.length + window) * TYPES + type, 0);
        if (window < this.#brokenDown) counters.push(this.#firstOfValuesOf(subject, window) * TYPES + type, TYPES);
      }
    }
    return counters;
  }

  addRevenue(counter: number, { amount, squared, positive }: RevenueSum): void {
    const cell = Math.floor(counter / TYPES);
    this.#revenue[cell]! += amount;
    this.#revenueSquared[cell]! += squared;
    if (counter % TYPES === RESTATED_ORDER) this.#countedAgain[cell]! += positive;
  }

  /** The answer of each window of each subject. */
  answer(): WindowAnswer[][] {
    return Array.from({ length: this.#subjectCount }, (_, subject) =>
      this.#windows.map((_, window) => ({
        all: this.#counts(subject * this.#windows.length + window),
        values: window < this.#brokenDown ? this.#valuesOf(subject, window) : new Map(),
      })),
    );
  }

  #firstOfValuesOf(subject: number, window: number): number {
    return this.#firstOfValues + (subject * this.#brokenDown + window) * this.#values.length;
  }

  #valuesOf(subject: number, window: number): Map<string, WindowCounts> {
    const first = this.#firstOfValuesOf(subject, window);
    const counts = new Map<string, WindowCounts>();
    for (const [number, value] of this.#values.entries()) {
      if (!this.#isEmpty(first + number)) counts.set(value, this.#counts(first + number));
    }
    return counts;
  }

  #counts(cell: number): WindowCounts {
    const sums = { orders: this.#ordersIn(cell), revenue: this.#revenue[cell]! };
    const total: Record<keyof Totals, number> = { ...NO_TOTALS, ...sums, revenue_squared: this.#revenueSquared[cell]! };
    const distinct = { ...NO_TOTALS, ...sums };
    for (const [type, metric] of VISITOR_METRICS.entries()) {
      total[metric] = this.#eventsIn(cell, type);
      distinct[metric] = this.visitors[cell * TYPES + type]!;
    }
    const { revenue_squared: _, ...counts } = distinct;
    return { total, distinct: counts };
  }

  /** A restated order counts one order, or takes one back. */
  #ordersIn(cell: number): number {
    const [restated, again] = [this.#eventsIn(cell, RESTATED_ORDER), this.#countedAgain[cell]!];
    return this.#eventsIn(cell, METRIC.orders) + again - (restated - again);
  }

  #isEmpty(cell: number): boolean {
    for (let type = 0; type < TYPES; type++) if (this.#eventsIn(cell, type) > 0) return false;
    return true;
  }

  #eventsIn(cell: number, type: number): number {
    return this.events[cell * TYPES + type]!;
  }
}

/** The values of a breakdown that are counted one by one. */
export interface CountedValues {
  readonly names: readonly string[];
  /** The place of each value of the events among the names, by its number. */
  readonly numbers: Int32Array;
}

/** Counts the events of subjects, as often as needed. */
export interface SubjectCounter {
  /** The values of the breakdown, by their numbers. Without a breakdown, all events have the value 0. */
  readonly values: readonly string[];
  /** How many events have each value, by its number. */
  eventsByValue(): Int32Array;
  count(counts: SubjectCounts, values: CountedValues): void;
}
