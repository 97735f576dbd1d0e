// The counts of an answer while they are counted: a cell for each subject and window, and one for each of its values.
import { NO_TOTALS, type Totals } from '../rollups/counts.ts';
import { METRIC, REVENUE_SCALE, VISITOR_METRICS } from '../rollups/metric.ts';
import type { Question, WindowAnswer, WindowCounts } from './question.ts';

/** Numbers of a cell, by the type of the event. */
const TYPES = 8;

class Cells {
  readonly #totals: Int32Array;
  readonly #distinct: Int32Array;
  /** The number of the visitor who was counted last; 0: nobody. */
  readonly #lastVisitors: Int32Array;
  readonly #revenue: Float64Array;
  readonly #revenueSquared: Float64Array;

  constructor(size: number) {
    this.#totals = new Int32Array(size * TYPES);
    this.#distinct = new Int32Array(size * TYPES);
    this.#lastVisitors = new Int32Array(size * TYPES);
    this.#revenue = new Float64Array(size);
    this.#revenueSquared = new Float64Array(size);
  }

  /** All events of a visitor must be counted before those of the next one. */
  count(cell: number, type: number, visitor: number): void {
    const at = cell * TYPES + type;
    this.#totals[at]!++;
    if (this.#lastVisitors[at] === visitor) return;
    this.#lastVisitors[at] = visitor;
    this.#distinct[at]!++;
  }

  addRevenue(cell: number, amount: number): void {
    this.#revenue[cell]! += amount;
    // As in rollups/fold.ts.
    this.#revenueSquared[cell]! += Math.round(amount ** 2 / REVENUE_SCALE);
  }

  counts(cell: number): WindowCounts {
    const orders = this.#totals[cell * TYPES + METRIC.orders]!;
    const sums = { orders, revenue: this.#revenue[cell]! };
    const total: Record<keyof Totals, number> = { ...NO_TOTALS, ...sums, revenue_squared: this.#revenueSquared[cell]! };
    const distinct = { ...NO_TOTALS, ...sums };
    for (const [type, metric] of VISITOR_METRICS.entries()) {
      total[metric] = this.#totals[cell * TYPES + type]!;
      distinct[metric] = this.#distinct[cell * TYPES + type]!;
    }
    const { revenue_squared: _, ...counts } = distinct;
    return { total, distinct: counts };
  }

  isEmpty(cell: number): boolean {
    return this.#totals.subarray(cell * TYPES, (cell + 1) * TYPES).every((total) => total === 0);
  }
}

export class AnswerCells {
  /** A cell for each subject and window. */
  readonly all: Cells;
  /** A cell for each subject, window that is broken down, and value. */
  readonly byValue: Cells;
  readonly windowCount: number;
  readonly valueCount: number;
  /** How many windows, from the first one on, are broken down. */
  readonly brokenDown: number;
  readonly #subjectCount: number;
  readonly #values: readonly string[];

  constructor({ subjects, windows }: Question, brokenDown: number, values: readonly string[]) {
    this.all = new Cells(subjects.length * windows.length);
    this.byValue = new Cells(subjects.length * brokenDown * values.length);
    this.windowCount = windows.length;
    this.valueCount = values.length;
    this.brokenDown = brokenDown;
    this.#subjectCount = subjects.length;
    this.#values = values;
  }

  /** For each subject, for each window. */
  answer(): WindowAnswer[][] {
    return Array.from({ length: this.#subjectCount }, (_, subject) =>
      Array.from({ length: this.windowCount }, (_, window) => ({
        all: this.all.counts(subject * this.windowCount + window),
        values: window < this.brokenDown ? this.#valuesOf(subject, window) : new Map(),
      })),
    );
  }

  #valuesOf(subject: number, window: number): Map<string, WindowCounts> {
    const first = (subject * this.brokenDown + window) * this.valueCount;
    const counts = new Map<string, WindowCounts>();
    for (const [number, value] of this.#values.entries()) {
      if (!this.byValue.isEmpty(first + number)) counts.set(value, this.byValue.counts(first + number));
    }
    return counts;
  }
}
