// Counts the events and visitors of a breakdown that tells few kinds of events apart: the fastest way, for the most common questions.
//
// A kind is a code (event-codes.ts) and a value of the breakdown. The kinds of events that a visitor has, in all runs, are a pattern: a
// number with a bit for each. Few patterns occur, so the loops over everything only count the visitors of each pattern, and the events of
// each kind. Which counters these count for is looked at once, in the end.
// Why: docs/decisions/reports.md, "Visitors are counted by the pattern of their events".
import { squaredRevenue } from '../../rollups/metric.ts';
import type { OpenRun } from '../counting/open-runs.ts';
import { KINDS, placeRuns } from '../counting/pattern-ranges.ts';
import type { Revenue } from '../format/run.ts';
import type { EventCodes } from './event-codes.ts';
import type { CountedValues, RevenueSum, SubjectCounts } from './subject-counts.ts';

/** Kinds are numbered from 1 on. 0: the event counts for nothing. */
class Kinds {
  /** The counters of events of each kind. */
  readonly counters: (readonly number[])[] = [[]];
  readonly revenue = new RevenueByKind();
  readonly #events: EventCodes;
  readonly #valueCount: number;
  /** The kind of each code and value. The index is the code times the number of values, plus the value. */
  readonly #kinds: Uint8Array;

  constructor(events: EventCodes, codes: readonly number[], counts: SubjectCounts, { names, numbers }: CountedValues) {
    this.#events = events;
    this.#valueCount = numbers.length;
    this.#kinds = new Uint8Array(events.codedFor.length * numbers.length);
    for (const code of codes) {
      const first = this.counters.length;
      const coded = events.codedFor[code]!;
      const own = counts.countersOf(coded, coded.windows);
      for (let place = 0; place < names.length; place++) {
        this.counters.push(own.flatMap((counter, at) => (at % 2 === 0 ? [counter + own[at + 1]! * place] : [])));
      }
      for (const [value, place] of numbers.entries()) this.#kinds[code * numbers.length + value] = first + place;
    }
  }

  /** Writes the kinds of the run's events, and adds up their revenue. */
  write(to: Uint8Array, run: OpenRun): void {
    this.#events.writeKinds(to, run, this.#kinds, this.#valueCount);
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

/** Runs that can be counted apart from the others, and the codes of their events. */
export interface CodedRuns {
  readonly runs: readonly OpenRun[];
  readonly codes: readonly number[];
  readonly threshold: number;
}

/** Returns false if there are too many kinds of events, or too many visitors with nearly the same hash. */
export function countPatterns(
  { runs, codes, threshold }: CodedRuns,
  events: EventCodes,
  counts: SubjectCounts,
  values: CountedValues,
): boolean {
  if (codes.length * values.names.length >= KINDS) return false;
  const kinds = new Kinds(events, codes, counts, values);
  const placed = placeRuns(runs, threshold, (to, run) => kinds.write(to, run));
  const patterns = placed.countPatterns();
  if (!patterns) return false;
  const kindCounts = placed.countKinds();
  for (const [kind, own] of kinds.counters.entries()) {
    for (const counter of own) {
      counts.events[counter]! += kindCounts[kind]!;
      counts.addRevenue(counter, kinds.revenue.of(kind));
    }
  }
  for (const [pattern, count] of patterns) {
    const own = kinds.counters.filter((_, kind) => ((pattern >>> kind) & 1) === 1);
    for (const counter of new Set(own.flat())) counts.visitors[counter]! += count;
  }
  return true;
}
