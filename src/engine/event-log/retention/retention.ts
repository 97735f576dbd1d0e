/**
 * Retention: the visitors whose first event is in the same week or month, and how many of them come back in the same and in each later one.
 *
 * A visitor comes back with an event that is at least a second after the first one: otherwise one action that is two events would count.
 * Of several first events in the same second, the one of the first day and of the smallest value is the first. Nobody's events are of no
 * visitor, and a visitor whose id is for one day only can't be seen coming back: both are in no cohort.
 */
import { OTHER_VALUES } from '../../../foundation/dimensions/dimension.ts';
import {
  countsFor,
  dimensionsOf,
  type EventKind,
  holdFor,
  isInside,
  type LogQuestion,
  type Sampled,
  type VisitorEvent,
} from '../counting/log-question.ts';
import { type Cohort, RETENTION_PERIODS, type RetentionAnswer, type RetentionQuestion } from './retention-question.ts';

/** What an event is to retention. It can be both. */
interface Meaning {
  readonly isFirst: boolean;
  readonly isThen: boolean;
  readonly value: string;
}

/** Of a sample, as many visitors are expected as its rate says. */
export function retention(asked: RetentionQuestion): LogQuestion<RetentionAnswer, RetentionAnswer> {
  const { window, logFrom, filters, breakDown } = asked;
  const lastDay = lastDayOf(asked);
  return {
    reads: {
      windows: [{ firstDay: Math.min(logFrom, window.firstDay), lastDay }],
      dimensions: dimensionsOf(filters, breakDown?.by),
      needsTimes: true,
    },
    count(log) {
      const tally = new RetentionTally(asked);
      log
        .visitors((kind) => meaningOf(kind, asked))
        .each(({ isNobody, isDaily, events }) => {
          if (!isNobody) tally.countVisitor(events, isDaily);
        });
      return { ...tally.answer(), sampled: log.sampled };
    },
    rollups: () => [],
    answer(answer) {
      const { cohorts, values, sampled } = answer;
      if (!sampled) return answer;
      const scaled = scaledBy(sampled);
      return {
        ...answer,
        cohorts: cohorts.map(scaled),
        values: values.map(({ value, cohorts: ofValue }) => ({ value, cohorts: ofValue.map(scaled) })),
      };
    },
  };
}

/** The last day on which a visitor of the last cohort can come back. */
function lastDayOf({ window, by, periods }: RetentionQuestion): number {
  const { numberOf, firstDayOf } = RETENTION_PERIODS[by];
  return firstDayOf(numberOf(window.lastDay) + periods + 1) - 1;
}

function meaningOf(kind: EventKind, asked: RetentionQuestion): Meaning | undefined {
  const { subject, firstType, thenType, filters, breakDown } = asked;
  const isFirst = kind.type === firstType;
  const isThen = kind.type === thenType;
  if ((!isFirst && !isThen) || !countsFor(kind, subject) || !holdFor(filters, kind)) return undefined;
  return { isFirst, isThen, value: breakDown ? kind.valueOf(breakDown.by) : '' };
}

function scaledBy({ rate }: Exclude<Sampled, false>) {
  const all = (count: number) => Math.round(count / rate);
  return ({ start, visitors, returned }: Cohort): Cohort => ({
    start,
    visitors: all(visitors),
    returned: returned.map(all),
  });
}

/** By the number of the cohort: the visitors, then those who have come back in each period. Cohorts without visitors are left out. */
type Counts = Map<number, number[]>;

class RetentionTally {
  readonly #asked: RetentionQuestion;
  readonly #firstPeriod: number;
  readonly #cohortCount: number;
  readonly #byValue = new Map<string, Counts>();
  /** The periods of days. Finding the month of a day takes long, and events are of few days. */
  readonly #periods = new Map<number, number>();
  #followable = 0;
  #unfollowable = 0;

  constructor(asked: RetentionQuestion) {
    this.#asked = asked;
    this.#firstPeriod = this.#periodOf(asked.window.firstDay);
    this.#cohortCount = this.#periodOf(asked.window.lastDay) - this.#firstPeriod + 1;
  }

  /** The events are in the order of time. */
  countVisitor(events: readonly VisitorEvent<Meaning>[], isDaily: boolean): void {
    const { window, periods } = this.#asked;
    const first = firstOf(events);
    if (!first || !isInside(first.day, window)) return;
    if (isDaily) {
      this.#unfollowable++;
      return;
    }
    this.#followable++;
    const cohort = this.#periodOf(first.day);
    const counts = this.#countsOf(first.meaning.value, cohort);
    let seen = 0;
    for (const { day, time, meaning } of events) {
      if (!meaning.isThen || time <= first.time) continue;
      const later = this.#periodOf(day) - cohort;
      if (later >= 0 && later <= periods) seen |= 1 << later;
    }
    counts[0]!++;
    for (let later = 0; later <= periods; later++) if ((seen & (1 << later)) !== 0) counts[1 + later]!++;
  }

  answer(): Omit<RetentionAnswer, 'sampled'> {
    return {
      cohorts: this.#cohortsOf([...this.#byValue.values()]),
      values: this.#asked.breakDown ? this.#shownValues(this.#asked.breakDown.valuesMax) : [],
      followable: this.#followable,
      unfollowable: this.#unfollowable,
    };
  }

  #shownValues(valuesMax: number): RetentionAnswer['values'] {
    const named = [...this.#byValue]
      .filter(([value]) => value !== OTHER_VALUES)
      .map(([value, counts]) => ({ value, visitors: [...counts.values()].reduce((sum, [own]) => sum + own!, 0) }))
      .sort((a, b) => b.visitors - a.visitors || (a.value < b.value ? -1 : 1))
      .slice(0, valuesMax);
    const shown = new Set(named.map(({ value }) => value));
    const others = [...this.#byValue].flatMap(([value, counts]) => (shown.has(value) ? [] : [counts]));
    const rows = named.map(({ value }) => ({ value, cohorts: this.#cohortsOf([this.#byValue.get(value)!]) }));
    return others.length > 0 ? [...rows, { value: OTHER_VALUES, cohorts: this.#cohortsOf(others) }] : rows;
  }

  #countsOf(value: string, cohort: number): number[] {
    let ofValue = this.#byValue.get(value);
    if (!ofValue) {
      ofValue = new Map();
      this.#byValue.set(value, ofValue);
    }
    let counts = ofValue.get(cohort);
    if (!counts) {
      counts = this.#noCounts();
      ofValue.set(cohort, counts);
    }
    return counts;
  }

  #noCounts(): number[] {
    return Array.from({ length: this.#asked.periods + 2 }, () => 0);
  }

  /** All cohorts of the window, with the sums of these counts. */
  #cohortsOf(some: readonly Counts[]): Cohort[] {
    const { firstDayOf } = RETENTION_PERIODS[this.#asked.by];
    const sums = Array.from({ length: this.#cohortCount }, () => this.#noCounts());
    for (const counts of some) {
      for (const [cohort, ofCohort] of counts) {
        const sum = sums[cohort - this.#firstPeriod]!;
        for (const [place, count] of ofCohort.entries()) sum[place]! += count;
      }
    }
    return sums.map(([visitors, ...returned], place) => ({
      start: firstDayOf(this.#firstPeriod + place),
      visitors: visitors!,
      returned,
    }));
  }

  #periodOf(day: number): number {
    let period = this.#periods.get(day);
    if (period === undefined) {
      period = RETENTION_PERIODS[this.#asked.by].numberOf(day);
      this.#periods.set(day, period);
    }
    return period;
  }
}

function firstOf(events: readonly VisitorEvent<Meaning>[]): VisitorEvent<Meaning> | undefined {
  let first: VisitorEvent<Meaning> | undefined;
  for (const event of events) {
    if (!event.meaning.isFirst) continue;
    if (first && event.time > first.time) break;
    if (!first || event.day < first.day || (event.day === first.day && event.meaning.value < first.meaning.value)) {
      first = event;
    }
  }
  return first;
}
