// The counts of an answer while they are counted: a cell for each subject and window; then one for each subject, window that is broken down, and value.
import { NO_TOTALS, type Totals } from '../../rollups/counts.ts';
import { METRIC, VISITOR_METRICS } from '../../rollups/metric.ts';
import { RESTATED_ORDER, TYPES } from '../format/log-event.ts';
import type { CountedFor } from './event-codes.ts';
import type { Question, WindowAnswer, WindowCounts } from './question.ts';

/** The revenue of some events, which are of one type. */
export interface RevenueSum {
  readonly amount: number;
  /** The sum of what `squaredRevenue` gives for each of them. */
  readonly squared: number;
  /** How many of the events have more than 0. */
  readonly positive: number;
}

export class AnswerCells {
  /** Counters: how many events of a type a cell has, and how many visitors. The number of a counter is that of its cell times `TYPES`, plus the type. */
  readonly events: Int32Array;
  readonly visitors: Int32Array;
  readonly #firstOfValues: number;
  readonly #windowCount: number;
  readonly #valueCount: number;
  /** How many windows, from the first one on, are broken down. */
  readonly #brokenDown: number;
  readonly #revenue: Float64Array;
  readonly #revenueSquared: Float64Array;
  /** Orders of which something is left after a refund. */
  readonly #countedAgain: Int32Array;
  readonly #subjectCount: number;
  readonly #values: readonly string[];

  constructor({ subjects, windows }: Question, brokenDown: number, values: readonly string[]) {
    this.#firstOfValues = subjects.length * windows.length;
    const size = this.#firstOfValues + subjects.length * brokenDown * values.length;
    this.events = new Int32Array(size * TYPES);
    this.visitors = new Int32Array(size * TYPES);
    this.#revenue = new Float64Array(size);
    this.#revenueSquared = new Float64Array(size);
    this.#countedAgain = new Int32Array(size);
    this.#windowCount = windows.length;
    this.#valueCount = values.length;
    this.#brokenDown = brokenDown;
    this.#subjectCount = subjects.length;
    this.#values = values;
  }

  /** The counters of such events, as pairs of numbers: the first one plus the second one times the number of the event's value. */
  countersOf({ type, subjects, windows }: CountedFor): readonly number[] {
    const counters: number[] = [];
    for (const subject of subjects) {
      for (const window of windows) {
        counters.push((subject * this.#windowCount + window) * TYPES + type, 0);
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

  /** For each subject, for each window. */
  answer(): WindowAnswer[][] {
    return Array.from({ length: this.#subjectCount }, (_, subject) =>
      Array.from({ length: this.#windowCount }, (_, window) => ({
        all: this.#counts(subject * this.#windowCount + window),
        values: window < this.#brokenDown ? this.#valuesOf(subject, window) : new Map(),
      })),
    );
  }

  #firstOfValuesOf(subject: number, window: number): number {
    return this.#firstOfValues + (subject * this.#brokenDown + window) * this.#valueCount;
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
