// Counts the events of runs: totals, and distinct visitors exactly, by subject, window and value of a dimension.
//
// Runs are opened first: what each event counts for becomes a number (event-codes.ts). Then visitors are counted range by range of their hashes
// (visitor-ranges.ts), in one of two ways (count-patterns.ts, count-visitors.ts). Beside the numbers of the events, this takes the memory of the cells.
import { OTHER_VALUES } from '../../../foundation/dimensions/dimension.ts';
import { VALUES_MAX } from '../format/kept-values.ts';
import { ALL_VISITORS, type Run, type RunColumn, visitorsBefore } from '../format/run.ts';
import { AnswerCells } from './answer-cells.ts';
import { countPatterns } from './count-patterns.ts';
import { countVisitors } from './count-visitors.ts';
import { Counters } from './counters.ts';
import { EventCodes } from './event-codes.ts';
import { isInside, type OpenRun, openRuns } from './open-runs.ts';
import type { Answer, Question } from './question.ts';
import { findVisitorTypes } from './visitor-types.ts';

/** Values that are counted one by one: all that a day can have. If there are more, those with the fewest events become `(other)`. */
const VALUES_COUNTED_MAX = VALUES_MAX + 2;
/** Of all subjects, windows and values: it limits the memory. */
const CELLS_MAX = 2 ** 20;

/** The columns that a question needs of the days in its windows. */
export function columnsOf({ filters, timeSpan, breakDown }: Question): RunColumn[] {
  const by = breakDown ? [typeof breakDown.by === 'object' ? ('second' as const) : breakDown.by] : [];
  const asked = [...filters.map(({ dimension }) => dimension), ...(timeSpan ? (['second'] as const) : []), ...by];
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
  return runs.reduce((lowest, run) => Math.min(lowest, run.threshold), visitorsBefore(sampleRate));
}

/** Opens runs once, and counts them as often as needed. */
export class RunCounter {
  readonly #question: Question;
  readonly #threshold: number;
  readonly #runs: readonly OpenRun[];
  readonly #events: EventCodes;

  constructor(runs: Iterable<Run>, question: Question) {
    const given = [...runs];
    const threshold = thresholdOf(given, question);
    let events: EventCodes | undefined;
    const opened = openRuns(given, {
      windows: question.windows,
      threshold,
      needsEarlierDays: needsEarlierDays(question),
      collect: (eventCount) => (events = new EventCodes(question, eventCount)),
    });
    this.#question = question;
    this.#threshold = threshold;
    this.#runs = opened.filter(({ isEarlier }) => !isEarlier);
    this.#events = events!;
    if (needsEarlierDays(question)) {
      findVisitorTypes(opened, threshold, (type, first, end) => events!.setVisitorType(type, first, end));
    }
  }

  /** `values`: only these values are counted one by one, and all others together as `(other)`. */
  count(values?: ReadonlySet<string>): Answer {
    const counted = this.#chooseValues(values);
    const cells = new AnswerCells(this.#question, this.#brokenDown, counted.names);
    const counters = new Counters(this.#events, cells, counted.numbers);
    for (const { runs, codes } of this.#groups()) {
      if (countPatterns(runs, codes, this.#threshold, counters)) continue;
      countVisitors(runs, this.#threshold, counters);
      counters.addRevenue(runs);
    }
    const rate = this.#threshold / ALL_VISITORS;
    return { subjects: cells.answer(), sampled: rate === 1 ? false : { rate } };
  }

  /** Runs that can be counted apart from the others, and the codes of their events: if no windows overlap, those of each window. */
  #groups(): { readonly runs: readonly OpenRun[]; readonly codes: readonly number[] }[] {
    const { windows } = this.#question;
    const { countedFor } = this.#events;
    const codes = [...countedFor.keys()].slice(1);
    if (countedFor.some((own) => own.windows.length > 1)) return [{ runs: this.#runs, codes }];
    return windows.map((window, index) => ({
      runs: this.#runs.filter(({ day }) => isInside(day, window)),
      codes: codes.filter((code) => countedFor[code]!.windows[0] === index),
    }));
  }

  get #brokenDown(): number {
    const { breakDown, windows } = this.#question;
    return Math.min(breakDown?.windows ?? 0, windows.length);
  }

  #chooseValues(wanted: ReadonlySet<string> | undefined): CountedValues {
    const { subjects } = this.#question;
    const all = this.#events.valueNames;
    const chosen = wanted ? all.filter((value) => wanted.has(value)) : all;
    const valuesMax = Math.floor(CELLS_MAX / Math.max(1, subjects.length * this.#brokenDown));
    const max = Math.max(2, Math.min(VALUES_COUNTED_MAX, valuesMax));
    if (chosen.length <= max) return countedValues(all, chosen);
    const events = this.#events.countByValue();
    const candidates = [...all.keys()].filter(
      (number) => all[number] !== OTHER_VALUES && (wanted?.has(all[number]!) ?? true),
    );
    return countedValues(all, mostFrequent(candidates, all, events, max - 1));
  }
}

/**
 * The names of the values with the most events, so many; of those with equally many, the first ones by name. There may be a million values, most of them
 * with one event: so only names of values that are tied for the last places are compared.
 */
export function mostFrequent(
  numbers: readonly number[],
  names: readonly string[],
  events: Int32Array,
  count: number,
): readonly string[] {
  const least =
    Int32Array.from(numbers, (number) => events[number]!)
      .sort()
      .at(-count) ?? 0;
  const above = numbers.filter((number) => events[number]! > least).map((number) => names[number]!);
  const tied = numbers.filter((number) => events[number] === least).map((number) => names[number]!);
  return [...above, ...tied.sort().slice(0, count - above.length)];
}

interface CountedValues {
  readonly names: readonly string[];
  /** For each value of the events: its place among the names. */
  readonly numbers: Int32Array;
}

/** All but the chosen ones are `(other)`. */
function countedValues(all: readonly string[], chosen: readonly string[]): CountedValues {
  const places = new Map(chosen.map((name, place) => [name, place]));
  if (chosen.length < all.length && !places.has(OTHER_VALUES)) places.set(OTHER_VALUES, places.size);
  const numbers = Int32Array.from(all, (value) => places.get(value) ?? places.get(OTHER_VALUES)!);
  return { names: [...places.keys()], numbers };
}
