// The counts of an answer while they are counted: a cell for each subject and window, and one for each of its values.
import { NO_TOTALS, type Totals } from '../rollups/counts.ts';
import { METRIC, REVENUE_SCALE, VISITOR_METRICS } from '../rollups/metric.ts';
import type { Question, WindowAnswer, WindowCounts } from './question.ts';

/** A cell has so many counters, one for each type of events. */
const TYPES = 8;
/** A counter is three numbers: events; the number of the visitor who was counted last, 0 for nobody; and visitors. */
const NUMBERS = 3;

export class AnswerCells {
  /**
   * Of a cell for each subject and window; then of one for each subject, window that is broken down, and value. All events of a visitor
   * must be counted before those of the next one.
   */
  readonly counters: Int32Array;
  readonly #firstOfValues: number;
  readonly #windowCount: number;
  readonly #valueCount: number;
  /** How many windows, from the first one on, are broken down. */
  readonly #brokenDown: number;
  readonly #revenue: Float64Array;
  readonly #revenueSquared: Float64Array;
  readonly #subjectCount: number;
  readonly #values: readonly string[];

  constructor({ subjects, windows }: Question, brokenDown: number, values: readonly string[]) {
    this.#firstOfValues = subjects.length * windows.length;
    const size = this.#firstOfValues + subjects.length * brokenDown * values.length;
    this.counters = new Int32Array(size * TYPES * NUMBERS);
    this.#revenue = new Float64Array(size);
    this.#revenueSquared = new Float64Array(size);
    this.#windowCount = windows.length;
    this.#valueCount = values.length;
    this.#brokenDown = brokenDown;
    this.#subjectCount = subjects.length;
    this.#values = values;
  }

  /** The cells that an event counts for, as pairs of numbers: the first one plus the second one times the number of the event's value. */
  targetsOf(subjects: readonly number[], windows: readonly number[]): readonly number[] {
    const targets: number[] = [];
    for (const subject of subjects) {
      for (const window of windows) {
        targets.push(subject * this.#windowCount + window, 0);
        if (window < this.#brokenDown) targets.push(this.#firstOfValuesOf(subject, window), 1);
      }
    }
    return targets;
  }

  addRevenue(cell: number, amount: number): void {
    this.#revenue[cell]! += amount;
    // As in rollups/fold.ts.
    this.#revenueSquared[cell]! += Math.round(amount ** 2 / REVENUE_SCALE);
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
    const sums = { orders: this.#eventsIn(cell, METRIC.orders), revenue: this.#revenue[cell]! };
    const total: Record<keyof Totals, number> = { ...NO_TOTALS, ...sums, revenue_squared: this.#revenueSquared[cell]! };
    const distinct = { ...NO_TOTALS, ...sums };
    for (const [type, metric] of VISITOR_METRICS.entries()) {
      total[metric] = this.#eventsIn(cell, type);
      distinct[metric] = this.counters[(cell * TYPES + type) * NUMBERS + 2]!;
    }
    const { revenue_squared: _, ...counts } = distinct;
    return { total, distinct: counts };
  }

  #isEmpty(cell: number): boolean {
    for (let type = 0; type < TYPES; type++) if (this.#eventsIn(cell, type) > 0) return false;
    return true;
  }

  #eventsIn(cell: number, type: number): number {
    return this.counters[(cell * TYPES + type) * NUMBERS]!;
  }
}
