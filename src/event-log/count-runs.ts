// Counts the events of runs: totals, and distinct visitors exactly, by subject, window and value of a dimension.
//
// Visitors are counted one after the other (visitor-ranges.ts), each with its events in all runs. A cell remembers the last visitor that it has
// counted, so it counts each visitor once. Beside what is asked for of the events, this takes the memory of the cells.
//
// `visitor_type` is a property of a visitor's day: `new` on the first day that the runs have of the visitor, `returning` on later ones. So
// it is the same in every window, and the values of a breakdown add up. The caller also gives the runs of earlier days, as far
// as the log goes back, with the column of visitors alone (`needsEarlierDays`). They count as events that are read: like
// everything that a question reads, they are limited by sampling.
import { OTHER_VALUES } from '../dimensions/dimension.ts';
import { METRIC } from '../rollups/metric.ts';
import { AnswerCells } from './answer-cells.ts';
import { EventCodes, TYPE_BITS } from './event-codes.ts';
import { VALUES_MAX } from './kept-values.ts';
import { isInside, type OpenRun, openRuns } from './open-runs.ts';
import type { Answer, Question } from './question.ts';
import { ALL_VISITORS, type Run, type RunColumn } from './run.ts';
import { APPEARANCE, countRanges, type VisitorRange } from './visitor-ranges.ts';

/** Values that are counted one by one: all that a day can have. If there are more, those with the fewest events become `(other)`. */
const VALUES_COUNTED_MAX = VALUES_MAX + 2;
/** Of all subjects, windows and values: it limits the memory. */
const CELLS_MAX = 2 ** 20;

export const VISITOR_TYPES = ['new', 'returning'];

/** The columns that a question needs of the days in its windows. */
export function columnsOf({ filters, breakDown }: Question): RunColumn[] {
  const by = breakDown ? [typeof breakDown.by === 'object' ? ('second' as const) : breakDown.by] : [];
  const asked = [...filters.map(({ dimension }) => dimension), ...by];
  const columns = new Set(asked.filter((column) => column !== 'visitor_type'));
  return ['visitor', 'action', ...columns];
}

/** Whether a question also needs the visitors (this column alone) of all days of the log before the end of its windows. */
export function needsEarlierDays({ filters, breakDown }: Question): boolean {
  return breakDown?.by === 'visitor_type' || filters.some(({ dimension }) => dimension === 'visitor_type');
}

/** The runs may be of any days and in any order; several may be of the same day. */
export function countRuns(runs: Iterable<Run>, question: Question): Answer {
  return new RunCounter(runs, question).count(question.breakDown?.values);
}

/** Below it, every run has all visitors. */
export function thresholdOf(runs: readonly Run[], { sampleRate = 1 }: Pick<Question, 'sampleRate'>): number {
  const asked = Math.max(1, Math.round(sampleRate * ALL_VISITORS));
  return runs.reduce((lowest, run) => Math.min(lowest, run.threshold), asked);
}

/** Opens runs once, and counts them as often as needed. */
export class RunCounter {
  readonly #question: Question;
  readonly #threshold: number;
  readonly #runs: readonly OpenRun[];
  readonly #events: EventCodes;

  constructor(runs: Iterable<Run>, question: Question) {
    const given = [...runs];
    let events: EventCodes | undefined;
    const collect = (eventCount: number) => (events = new EventCodes(question, eventCount));
    this.#question = question;
    this.#threshold = thresholdOf(given, question);
    this.#runs = openRuns(given, {
      windows: question.windows,
      needsEarlierDays: needsEarlierDays(question),
      collect,
    });
    this.#events = events!;
  }

  /** `values`: only these values are counted one by one, and all others together as `(other)`. */
  count(values?: ReadonlySet<string>): Answer {
    const counted = this.#chooseValues(values);
    const cells = new AnswerCells(this.#question, this.#brokenDown, counted.names);
    const counter = new VisitorCounter(this.#question, this.#runs, this.#events, cells, counted.numbers);
    countRanges(this.#runs, this.#threshold, (range) => counter.countVisitors(range));
    const rate = this.#threshold / ALL_VISITORS;
    return { subjects: cells.answer(), sampled: rate === 1 ? false : { rate } };
  }

  get #brokenDown(): number {
    const { breakDown, windows } = this.#question;
    return Math.min(breakDown?.windows ?? 0, windows.length);
  }

  #chooseValues(wanted: ReadonlySet<string> | undefined): CountedValues {
    const { breakDown, subjects } = this.#question;
    const all = breakDown?.by === 'visitor_type' ? VISITOR_TYPES : this.#events.values;
    const chosen = wanted ? all.filter((value) => wanted.has(value)) : all;
    const valuesMax = Math.floor(CELLS_MAX / Math.max(1, subjects.length * this.#brokenDown));
    const max = Math.max(2, Math.min(VALUES_COUNTED_MAX, valuesMax));
    if (all.length === 0) return { names: [], numbers: new Int32Array(1) };
    if (chosen.length <= max) return countedValues(all, chosen);
    const events = this.#events.countByValue();
    const byEvents = chosen.filter((value) => value !== OTHER_VALUES);
    byEvents.sort((a, b) => events.get(b)! - events.get(a)! || (a < b ? -1 : 1));
    return countedValues(all, byEvents.slice(0, max - 1));
  }
}

interface CountedValues {
  readonly names: readonly string[];
  /** For each value of the events, or each type of visitors: its place among the names. Without a breakdown, all events have the value 0. */
  readonly numbers: Int32Array;
}

/** All but the chosen ones are `(other)`. */
function countedValues(all: readonly string[], chosen: readonly string[]): CountedValues {
  const places = new Map(chosen.map((name, place) => [name, place]));
  if (chosen.length < all.length && !places.has(OTHER_VALUES)) places.set(OTHER_VALUES, places.size);
  const numbers = Int32Array.from(all, (value) => places.get(value) ?? places.get(OTHER_VALUES)!);
  return { names: [...places.keys()], numbers };
}

class VisitorCounter {
  readonly #events: EventCodes;
  readonly #cells: AnswerCells;
  readonly #valueNumbers: Int32Array;
  readonly #days: Int32Array;
  /** Lists of windows, and for each run the number of the list of those that its day is in; none if only its visitors matter. */
  readonly #windowLists: readonly (readonly number[])[];
  readonly #listOfRun: Int32Array;
  /** For each list of subjects and list of windows the cells that an event counts for, one after the other; and where those of each begin. */
  readonly #targets: Int32Array;
  readonly #firstTargets: Int32Array;
  /** For each of `VISITOR_TYPES`: whether the filters let them through. */
  readonly #isTypeCounted: readonly boolean[];
  readonly #isByType: boolean;

  constructor(
    { windows, filters, breakDown }: Question,
    runs: readonly OpenRun[],
    events: EventCodes,
    cells: AnswerCells,
    valueNumbers: Int32Array,
  ) {
    this.#events = events;
    this.#cells = cells;
    this.#valueNumbers = valueNumbers;
    this.#days = Int32Array.from(runs, ({ day }) => day);
    const listsOfDays = new Map<string, { readonly number: number; readonly windows: readonly number[] }>();
    this.#listOfRun = Int32Array.from(runs, ({ day }) => {
      const inside = windows.flatMap((window, index) => (isInside(day, window) ? [index] : []));
      const key = inside.join();
      if (!listsOfDays.has(key)) listsOfDays.set(key, { number: listsOfDays.size, windows: inside });
      return listsOfDays.get(key)!.number;
    });
    this.#windowLists = Array.from(listsOfDays.values(), (list) => list.windows);
    const targets = events.subjectLists.flatMap((subjects) =>
      this.#windowLists.map((ofDay) => cells.targetsOf(subjects, ofDay)),
    );
    let count = 0;
    this.#targets = Int32Array.from(targets.flat());
    this.#firstTargets = Int32Array.from([0, ...targets.map(({ length }) => (count += length))]);
    this.#isTypeCounted = VISITOR_TYPES.map((type) =>
      filters.every(({ dimension, value }) => dimension !== 'visitor_type' || value === type),
    );
    this.#isByType = breakDown?.by === 'visitor_type';
  }

  /** The loop over everything: what it reads has local names, because reading fields, constants and imports takes longer than counting. */
  countVisitors(range: VisitorRange): void {
    const { appearances } = range;
    const { run: RUN, firstEvent: FIRST_EVENT, endEvent: END_EVENT, next: NEXT } = APPEARANCE;
    const { numbers, revenue } = this.#events;
    const { counters } = this.#cells;
    const [days, listOfRun, isTypeCounted] = [this.#days, this.#listOfRun, this.#isTypeCounted];
    const [targets, firstTargets] = [this.#targets, this.#firstTargets];
    const [valueNumbers, isByType, typeBits, orders] = [this.#valueNumbers, this.#isByType, TYPE_BITS, METRIC.orders];
    const typeMask = (1 << typeBits) - 1;
    const windowLists = this.#windowLists.length;
    for (let visitor = range.first; visitor < range.end; visitor++) {
      const first = range.firstAppearance(visitor);
      const firstDay = days[appearances[first + RUN]!]!;
      for (let at = first; at >= 0; at = appearances[at + NEXT]!) {
        const run = appearances[at + RUN]!;
        const visitorType = days[run]! > firstDay ? 1 : 0;
        if (!isTypeCounted[visitorType]) continue;
        const end = appearances[at + END_EVENT]!;
        for (let event = appearances[at + FIRST_EVENT]!; event < end; event++) {
          const code = numbers[2 * event]!;
          if (code === 0) continue;
          const type = code & typeMask;
          const value = valueNumbers[isByType ? visitorType : numbers[2 * event + 1]!]!;
          const list = (code >> typeBits) * windowLists + listOfRun[run]!;
          const amount = type === orders ? (revenue.get(event) ?? 0) : 0;
          const endTarget = firstTargets[list + 1]!;
          for (let i = firstTargets[list]!; i < endTarget; i += 2) {
            const cell = targets[i]! + targets[i + 1]! * value;
            const counter = ((cell << typeBits) | type) * 3;
            counters[counter]!++;
            if (counters[counter + 1] !== visitor) {
              counters[counter + 1] = visitor;
              counters[counter + 2]!++;
            }
            if (amount !== 0) this.#cells.addRevenue(cell, amount);
          }
        }
      }
    }
  }
}
