// A day is a fold: events are folded in memory into counters and visitor sketches, per subject and UTC day.
//
// While events come in, each is folded into the one subject that it names. `rollUp` then folds every child into its
// parent, level by level. Counters add up and sketches unite, so the outcome is the same as if each event had been
// counted on every ancestor at once, for a fifth of the work.
import { SUBJECT_KIND, type Subject, type SubjectKind } from '../catalog/subject.ts';
import { Sketch } from '../sketches/hyperloglog.ts';
import { METRIC, METRIC_COUNT, type Metric, VISITOR_METRICS } from './metric.ts';

export class DayCell {
  readonly counts: number[] = new Array(METRIC_COUNT).fill(0);
  /** In 1/10,000 of a currency unit. */
  revenue = 0;
  /** By visitor metric. */
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
  }
}

/** How often a value was chosen or bought, on an element and day. */
export interface ValueCell {
  selections: number;
  orders: number;
  revenue: number;
}

/** Of an element: the list of products (its name is empty), or a form field or quiz question with its name. */
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
  /** By kind of subject, then subject, then day. */
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

  /** A metric other than orders. */
  count(subject: Subject, day: number, metric: Metric, visitorLow: number, visitorHigh: number): void {
    const cell = this.#cell(subject, day);
    cell.counts[metric]!++;
    cell.sketchOf(metric).add(visitorLow, visitorHigh);
  }

  countOrder(subject: Subject, day: number, revenue: number): void {
    const cell = this.#cell(subject, day);
    cell.counts[METRIC.orders]!++;
    cell.revenue += revenue;
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

  /** Folds children into parents. Once, when all events are in. */
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
    const onlyViewsOfItsOwn = !subject.viewsCountForParent && cell.revenue === 0 && hasOnlyViews(cell);
    if (subject.parent && !onlyViewsOfItsOwn) this.#cell(subject.parent, day).merge(cell, subject.viewsCountForParent);
  }

  /** Events of one subject and day often come in a row. */
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
