// The breakdown: what is counted of subjects in windows, also by value of a dimension, or of events for which filters hold.
//
// Its plain form is in subject-counts.ts, and the fast one in count-codes.ts.
// Why: docs/decisions/reports.md, "A breakdown changes no number that was there without it".
import { type Dimension, OTHER_VALUES } from '../../../foundation/dimensions/dimension.ts';
import type { Counts } from '../../rollups/counts.ts';
import type { CountType } from '../../rollups/read-counts.ts';
import { VISITOR_TYPES } from '../counting/log-of-runs.ts';
import { dimensionsOf, type LogEvents, type LogQuestion, type LogVisitors } from '../counting/log-question.ts';
import { numberOf } from '../counting/write-numbers.ts';
import { VALUES_MAX } from '../format/kept-values.ts';
import { openCodes } from './count-codes.ts';
import { shareOf } from './divide.ts';
import {
  type Answer,
  type CountedFor,
  type CountedInTime,
  type CountedValues,
  countingOf,
  type SubjectCounter,
  SubjectCounts,
  type WindowAnswer,
} from './subject-counts.ts';

export interface BreakdownQuestion extends CountedInTime {
  readonly countType: CountType;
  readonly breakDown?: BreakDown;
  /** The counts of a sample become shares of what the rollups have: such events of the sample, among all events of the sample. */
  readonly isScaled?: boolean;
}

interface BreakDown {
  readonly by: Dimension;
  /** How many windows, from the first one on, are broken down: the others are buckets. */
  readonly windows: number;
  /** How many values, those with the most views, are counted one by one. All others are counted together as `(other)`. */
  readonly valuesMax: number;
  /**
   * The first subject and the first window alone decide which values these are: many windows of thousands of values would take a lot of
   * memory. Default: all windows of the first subject do.
   */
  readonly isByFirstWindow?: boolean;
}

export interface BreakdownAnswer extends Answer {
  /** What `readCounts` gives for each window of each subject, of events that are counted; scaled if that was asked for. */
  readonly counts: readonly (readonly Counts[])[];
}

interface Counted extends Answer {
  /** All events of the subjects, whatever the filters are. undefined: nothing is scaled. */
  readonly everything: readonly (readonly WindowAnswer[])[] | undefined;
}

export function breakdown(asked: BreakdownQuestion): LogQuestion<Counted, BreakdownAnswer> {
  const { subjects, windows, filters, timeSpan, countType, breakDown, isScaled } = asked;
  const kinds = [...new Set(subjects.map(({ kind }) => kind))];
  const idsOf = (kind: number) => subjects.filter((subject) => subject.kind === kind).map(({ id }) => id);
  return {
    reads: {
      windows: subjects.length === 0 ? [] : windows,
      dimensions: dimensionsOf(filters, breakDown?.by),
      needsTimes: timeSpan !== undefined,
    },
    count(log) {
      const all = { subjects, windows, filters: [] };
      const everything = isScaled && log.sampled ? new BreakdownCounter(log, all).count() : undefined;
      return { subjects: countShown(log, asked), sampled: log.sampled, everything };
    },
    rollups({ everything }, websiteId) {
      if (!everything) return [];
      return kinds.map((kind) => ({ websiteId, kind, subjectIds: idsOf(kind), windows, countType }));
    },
    answer({ everything, ...answer }, rollups) {
      const wholeOf = (subject: number, window: number) =>
        rollups[kinds.indexOf(subjects[subject]!.kind)]!.get(subjects[subject]!.id)![window]!;
      const counts = answer.subjects.map((ofWindows, subject) =>
        ofWindows.map(({ all }, window): Counts => {
          if (!everything) return all[countType];
          return sharesOf(wholeOf(subject, window), all[countType], everything[subject]![window]!.all[countType]);
        }),
      );
      return { ...answer, counts };
    },
  };
}

function sharesOf(whole: Counts, part: Counts, all: Counts): Counts {
  const shares = (Object.keys(whole) as (keyof Counts)[]).map((metric) => [
    metric,
    shareOf(whole[metric], part[metric], all[metric]),
  ]);
  return Object.fromEntries(shares) as unknown as Counts;
}

function countShown(log: LogEvents, asked: BreakdownQuestion): WindowAnswer[][] {
  const { subjects, windows, breakDown, countType } = asked;
  const counter = new BreakdownCounter(log, asked);
  if (!breakDown) return counter.count();
  if (breakDown.isByFirstWindow) {
    const first = { ...asked, subjects: subjects.slice(0, 1), windows: windows.slice(0, 1) };
    const answer = new BreakdownCounter(log, { ...first, breakDown: { ...breakDown, windows: 1 } }).count();
    return counter.count(shownValues(answer, countType, breakDown.valuesMax) ?? new Set(answer[0]![0]!.values.keys()));
  }
  const answer = counter.count();
  const values = shownValues(answer, countType, breakDown.valuesMax);
  // A visitor of several of the other values is one visitor of `(other)`: so they are counted again, together.
  return values ? counter.count(values) : answer;
}

/** Those with the most views, in the first window above all. undefined: there are not more than may be shown. */
function shownValues(
  [windows = []]: readonly (readonly WindowAnswer[])[],
  countType: CountType,
  valuesMax: number,
): ReadonlySet<string> | undefined {
  const names = [...new Set(windows.flatMap(({ values }) => [...values.keys()]))].filter(
    (name) => name !== OTHER_VALUES,
  );
  if (names.length <= valuesMax) return undefined;
  const views = new Map(
    names.map((name) => [name, windows.map(({ values }) => values.get(name)?.[countType].views ?? 0)]),
  );
  names.sort((a, b) => compareViews(views.get(a)!, views.get(b)!) || (a < b ? -1 : 1));
  return new Set(names.slice(0, valuesMax));
}

/** Most views first; where windows are equal, the next one decides. */
export function compareViews(a: readonly number[], b: readonly number[]): number {
  const different = a.findIndex((views, window) => views !== b[window]);
  return different < 0 ? 0 : b[different]! - a[different]!;
}

/** Values that are counted one by one: all that a day can have. If there are more, those with the fewest events become `(other)`. */
const VALUES_COUNTED_MAX = VALUES_MAX + 2;
/** How many cells all subjects, windows and values have: it limits the memory. */
const CELLS_MAX = 2 ** 20;

/** Counts subjects in any number of ways: the fast form, or if there is none the plain one. */
class BreakdownCounter {
  readonly #asked: CountedInTime;
  readonly #by: Dimension | undefined;
  readonly #brokenDown: number;
  readonly #counter: SubjectCounter;

  constructor(log: LogEvents, asked: CountedInTime & { readonly breakDown?: Pick<BreakDown, 'by' | 'windows'> }) {
    this.#asked = asked;
    this.#by = asked.breakDown?.by;
    this.#brokenDown = Math.min(asked.breakDown?.windows ?? 0, asked.windows.length);
    const fast = log.runs && openCodes(log.runs, asked, this.#by);
    this.#counter = fast ?? new VisitorCounter(log, asked, this.#by);
  }

  /** `wanted`: only these values are counted one by one, and all others together as `(other)`. */
  count(wanted?: ReadonlySet<string>): WindowAnswer[][] {
    const values = this.#by === undefined ? NO_BREAKDOWN : this.#chooseValues(wanted);
    const counts = new SubjectCounts(this.#asked, this.#brokenDown, values.names);
    this.#counter.count(counts, values);
    return counts.answer();
  }

  #chooseValues(wanted: ReadonlySet<string> | undefined): CountedValues {
    const all = this.#counter.values;
    const chosen = inOrder(wanted ? all.filter((value) => wanted.has(value)) : all, this.#by);
    const valuesMax = Math.floor(CELLS_MAX / Math.max(1, this.#asked.subjects.length * this.#brokenDown));
    const max = Math.max(2, Math.min(VALUES_COUNTED_MAX, valuesMax));
    if (chosen.length <= max) return countedValues(all, chosen);
    const events = this.#counter.eventsByValue();
    const numbers = [...all.keys()].filter(
      (number) => all[number] !== OTHER_VALUES && (wanted?.has(all[number]!) ?? true),
    );
    return countedValues(all, mostFrequent(numbers, all, events, max - 1));
  }
}

const NO_BREAKDOWN: CountedValues = { names: [''], numbers: new Int32Array(1) };

/** The plain form: see subject-counts.ts. */
class VisitorCounter implements SubjectCounter {
  readonly #visitors: LogVisitors<CountedFor & { readonly value: number }>;
  readonly #numbers = new Map<string, number>();

  constructor(log: LogEvents, asked: CountedInTime, by: Dimension | undefined) {
    const countedFor = countingOf(asked);
    this.#visitors = log.visitors(
      (kind) => {
        const counted = countedFor(kind);
        return counted && { ...counted, value: by ? numberOf(this.#numbers, kind.valueOf(by)) : 0 };
      },
      { timeSpan: asked.timeSpan },
    );
  }

  get values(): readonly string[] {
    return [...this.#numbers.keys()];
  }

  eventsByValue(): Int32Array {
    const counts = new Int32Array(this.#numbers.size);
    this.#visitors.each(({ events }) => {
      for (const { meaning } of events) counts[meaning.value]!++;
    });
    return counts;
  }

  count(counts: SubjectCounts, { numbers }: CountedValues): void {
    this.#visitors.each((visitor) => counts.countVisitor(visitor, ({ meaning }) => numbers[meaning.value]!));
  }
}

/** The order does not depend on the events. */
function inOrder(values: readonly string[], by: Dimension | undefined): string[] {
  return by === 'visitor_type' ? VISITOR_TYPES.filter((type) => values.includes(type)) : values.toSorted();
}

/** All but the chosen ones are `(other)`. */
function countedValues(all: readonly string[], chosen: readonly string[]): CountedValues {
  const places = new Map(chosen.map((name, place) => [name, place]));
  if (chosen.length < all.length && !places.has(OTHER_VALUES)) places.set(OTHER_VALUES, places.size);
  const numbers = Int32Array.from(all, (value) => places.get(value) ?? places.get(OTHER_VALUES)!);
  return { names: [...places.keys()], numbers };
}

/**
 * The names of the values with the most events, so many; of those with equally many, the first ones by name. There may be a million values,
 * most of them with one event: so only names of values that are tied for the last places are compared.
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
