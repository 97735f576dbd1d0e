// Counts the events and visitors of a question that tells few kinds of events apart, such as the views, conversions … of three devices: the fastest
// way, for the most common questions.
//
// A kind is a code and a value of the breakdown. The kinds of events that a visitor has, in all runs, are a pattern: a number with a bit for each.
// Few patterns occur, so the loops over everything only count the visitors of each pattern, and the events of each kind. Which counters these
// count for is looked at once, in the end. The loops are in patterns.wat; where WebAssembly can't run, count-visitors.ts counts everything.
// Why: docs/decisions/reports.md, "Visitors are counted by the pattern of their events".
import { squaredRevenue } from '../../rollups/metric.ts';
import type { Revenue } from '../format/run.ts';
import type { RevenueSum } from './answer-cells.ts';
import type { Counters } from './counters.ts';
import type { EventCodes } from './event-codes.ts';
import type { OpenRun } from './open-runs.ts';
import { KINDS, patternRanges } from './pattern-ranges.ts';

/** Kinds are numbered from 1 on. 0: the event counts for nothing. */
class Kinds {
  /** By kind: the counters of its events. */
  readonly counters: (readonly number[])[] = [[]];
  readonly revenue = new RevenueByKind();
  readonly #events: EventCodes;
  readonly #valueCount: number;
  /** By code times the number of values, plus the value. */
  readonly #kinds: Uint8Array;

  constructor(counters: Counters, codes: readonly number[]) {
    const { events, valueNumbers } = counters;
    this.#events = events;
    this.#valueCount = valueNumbers.length;
    this.#kinds = new Uint8Array(events.countedFor.length * this.#valueCount);
    for (const code of codes) {
      const first = this.counters.length;
      for (let value = 0; value < counters.valueCount; value++) this.counters.push(counters.countersOf(code, value));
      for (const [value, number] of valueNumbers.entries()) {
        this.#kinds[code * this.#valueCount + value] = first + number;
      }
    }
  }

  /** Writes the kinds of the run's events, and adds up their revenue. */
  write(to: Uint8Array, run: OpenRun): void {
    this.#events.writeKinds(to, run.firstEvent, this.#kinds, this.#valueCount);
    this.revenue.add(to, this.#events.revenueOf(run));
  }
}

class RevenueByKind {
  readonly #amounts = new Float64Array(KINDS);
  readonly #squares = new Float64Array(KINDS);
  readonly #positive = new Int32Array(KINDS);

  add(kinds: Uint8Array, { places, amounts }: Revenue): void {
    const count = places.length;
    for (let i = 0; i < count; i++) {
      const [kind, amount] = [kinds[places[i]!]!, amounts[i]!];
      this.#amounts[kind]! += amount;
      this.#squares[kind]! += squaredRevenue(amount);
      if (amount > 0) this.#positive[kind]!++;
    }
  }

  of(kind: number): RevenueSum {
    return { amount: this.#amounts[kind]!, squared: this.#squares[kind]!, positive: this.#positive[kind]! };
  }
}

/**
 * Counts the runs of these codes. Returns false if there are too many kinds of events, or too many visitors with nearly the same hash, or WebAssembly
 * can't run.
 */
export function countPatterns(
  runs: readonly OpenRun[],
  codes: readonly number[],
  threshold: number,
  counters: Counters,
): boolean {
  if (codes.length * counters.valueCount >= KINDS) return false;
  const kinds = new Kinds(counters, codes);
  const ranges = patternRanges(runs, threshold);
  ranges?.place((to, run) => {
    kinds.write(to, run);
    ranges.countKinds(to);
  });
  if (!ranges?.countRanges(() => ranges.countPatterns())) return false;
  const { events, visitors } = counters.cells;
  const { kindCounts } = ranges;
  for (const [kind, own] of kinds.counters.entries()) {
    for (const counter of own) {
      events[counter]! += kindCounts[kind]!;
      counters.cells.addRevenue(counter, kinds.revenue.of(kind));
    }
  }
  for (const [pattern, count] of ranges.patterns) {
    const own = kinds.counters.filter((_, kind) => ((pattern >>> kind) & 1) === 1);
    for (const counter of new Set(own.flat())) visitors[counter]! += count;
  }
  return true;
}
