// Folds events in memory into counters and visitor sketches, per subject and UTC day.
//
// Each event is counted for the one subject that it names. `rollUp` then adds every child to its parent, level by level, and a holdout
// to its website. Because counters add up and sketches unite, the result is the same as counting each event for every ancestor, for a
// fifth of the work.
// Why: docs/decisions/reports.md, "Events are folded at the subject they name".
// Why: docs/decisions/insights.md, "Squares of order values are doubles".

import { Sketch } from '../../foundation/sketches/hyperloglog.ts';
import { countedAbove, SUBJECT_KIND, type Subject, type SubjectKind } from '../catalog/subject.ts';
import { METRIC, METRIC_COUNT, type Metric, squaredRevenue, VISITOR_METRICS } from './metric.ts';

export class DayCell {
  readonly counts: number[] = new Array(METRIC_COUNT).fill(0);
  /** Amounts are in 1/10,000 of a currency unit. */
  revenue = 0;
  /** The sum of the squared order values, in 1/10,000 of a squared currency unit. */
  revenueSquared = 0;
  /** Sketches, indexed by visitor metric. */
  readonly visitors: (Sketch | undefined)[] = new Array(VISITOR_METRICS.length).fill(undefined);

  sketchOf(metric: number): Sketch {
    let sketch = this.visitors[metric];
    if (!sketch) {
      sketch = new Sketch();
      this.visitors[metric] = sketch;
    }
    return sketch;
  }

  merge(other: DayCell, withViews: boolean): void {
    for (let metric = withViews ? METRIC.views : METRIC.views + 1; metric < METRIC_COUNT; metric++) {
      this.counts[metric]! += other.counts[metric]!;
      const visitors = other.visitors[metric];
      if (visitors) this.sketchOf(metric).merge(visitors);
    }
    this.revenue += other.revenue;
    this.revenueSquared += other.revenueSquared;
  }
}

/** How often a value was chosen or bought, for an element and day. */
export interface ValueCell {
  selections: number;
  orders: number;
  revenue: number;
}

/** The values of an element on a day: of its products (`list` is empty), or of the form field or quiz question `list`. */
export interface ValueList {
  readonly websiteId: number;
  readonly elementId: number;
  readonly day: number;
  readonly list: string;
  readonly values: Map<string | null, ValueCell>;
}

export const PRODUCT_LIST = '';

const CHILDREN_FIRST = [SUBJECT_KIND.element, SUBJECT_KIND.step, SUBJECT_KIND.variant, SUBJECT_KIND.campaign];

type Days = Map<number, DayCell>;

export class Fold {
  /** The days of each subject of each kind. */
  readonly #subjects: Record<SubjectKind, Map<Subject, Days>> = {
    1: new Map(),
    2: new Map(),
    3: new Map(),
    4: new Map(),
    5: new Map(),
  };
  readonly #values = new Map<string, ValueList>();
  #lastSubject: Subject | undefined;
  #lastDay = 0;
  #lastCell = new DayCell();

  /** Counts an event of any metric but orders. */
  count(subject: Subject, day: number, metric: Metric, visitorLow: number, visitorHigh: number): void {
    const cell = this.#cell(subject, day);
    cell.counts[metric]!++;
    cell.sketchOf(metric).add(visitorLow, visitorHigh);
  }

  /** `sign`: -1 takes back an order that was counted. */
  countOrder(subject: Subject, day: number, revenue: number, sign: 1 | -1 = 1): void {
    const cell = this.#cell(subject, day);
    cell.counts[METRIC.orders]! += sign;
    cell.revenue += sign * revenue;
    cell.revenueSquared += squaredRevenue(sign * revenue);
  }

  valueCell({ websiteId, id }: Subject, day: number, list: string, value: string | null): ValueCell {
    const key = `${websiteId}/${id}/${day}/${list}`;
    let values = this.#values.get(key);
    if (!values) {
      values = { websiteId, elementId: id, day, list, values: new Map() };
      this.#values.set(key, values);
    }
    let cell = values.values.get(value);
    if (!cell) {
      cell = { selections: 0, orders: 0, revenue: 0 };
      values.values.set(value, cell);
    }
    return cell;
  }

  /** Adds children to their parents. Call it once, after the last event. */
  rollUp(): void {
    for (const kind of CHILDREN_FIRST) {
      for (const [subject, days] of this.#subjects[kind]) {
        for (const [day, cell] of days) this.#rollUpCell(subject, day, cell);
      }
    }
  }

  *subjects(): Generator<[Subject, ReadonlyMap<number, DayCell>]> {
    for (const kind of Object.values(SUBJECT_KIND)) yield* this.#subjects[kind];
  }

  valueLists(): Iterable<ValueList> {
    return this.#values.values();
  }

  #rollUpCell(subject: Subject, day: number, cell: DayCell): void {
    const above = countedAbove(subject);
    const hasNothingForAbove = !subject.viewsCountForParent && cell.revenue === 0 && hasOnlyViews(cell);
    if (above && !hasNothingForAbove) this.#cell(above, day).merge(cell, subject.viewsCountForParent);
  }

  /** Remembers the last cell, because consecutive events often have the same subject and day. */
  #cell(subject: Subject, day: number): DayCell {
    if (subject !== this.#lastSubject || day !== this.#lastDay) {
      this.#lastCell = this.#findCell(subject, day);
      this.#lastSubject = subject;
      this.#lastDay = day;
    }
    return this.#lastCell;
  }

  #findCell(subject: Subject, day: number): DayCell {
    const subjects = this.#subjects[subject.kind];
    let days = subjects.get(subject);
    if (!days) {
      days = new Map();
      subjects.set(subject, days);
    }
    let cell = days.get(day);
    if (!cell) {
      cell = new DayCell();
      days.set(day, cell);
    }
    return cell;
  }
}

function hasOnlyViews(cell: DayCell): boolean {
  return cell.counts.every((count, metric) => metric === METRIC.views || count === 0);
}
