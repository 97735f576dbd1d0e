/**
 * Retention: the visitors whose first event is in the same week or month, and how many of them come back in the same and in each later one.
 *
 * A visitor comes back with an event that is at least a second after the first one: otherwise one action that is two events would count.
 * Of several first events in the same second, the one of the first day and of the smallest value is the first. Nobody's events are of no
 * visitor, and a visitor whose id is for one day only can't be seen coming back: both are in no cohort. A refund lowers what a buyer has
 * bought, and changes nothing else: the visitor has ordered.
 */

import { OTHER_VALUES } from '../../../foundation/dimensions/dimension.ts';
import type { Window } from '../../rollups/window.ts';
import {
  countsFor,
  dimensionsOf,
  type EventKind,
  holdFor,
  isInside,
  type LogQuestion,
  type LogVisitors,
  type Sampled,
  type VisitorEvent,
} from '../counting/log-question.ts';
import { RESTATED_ORDER } from '../format/log-event.ts';
import {
  type BuyersAfter,
  type Cohort,
  RETENTION_PERIODS,
  type RetentionAnswer,
  type RetentionQuestion,
} from './retention-question.ts';

/** What an event is to retention. It can be both, or neither: a refund. */
interface Meaning {
  readonly isFirst: boolean;
  readonly isThen: boolean;
  readonly value: string;
}

/** Of a sample, as many visitors are expected as its rate says. */
export function retention(asked: RetentionQuestion): LogQuestion<RetentionAnswer, RetentionAnswer> {
  const { filters, breakDown } = asked;
  return {
    reads: {
      windows: [daysOf(asked)],
      dimensions: dimensionsOf(filters, breakDown?.by),
      needsTimes: true,
    },
    count(log) {
      const tally = new RetentionTally(asked);
      const hasOthers = asked.firstType !== asked.thenType;
      const onlyNeeded = hasOthers ? { isNeeded: ({ isFirst }: Meaning) => isFirst } : {};
      const visitors = log.visitors((kind) => meaningOf(kind, asked), onlyNeeded);
      // The fast form does not see what orders are worth. Buyers are few.
      if (visitors.ranges && !asked.buyersAfter) countRanges(visitors.ranges, tally);
      else {
        visitors.each(({ isNobody, isDaily, events }) => {
          if (!isNobody) countVisitor(events, isDaily, tally);
        });
      }
      return { ...tally.answer(), sampled: log.sampled };
    },
    rollups: () => [],
    answer(answer) {
      const { cohorts, buyers, values, sampled } = answer;
      if (!sampled) return answer;
      const scaled = { cohort: scaledCohort(sampled), buyers: scaledBuyers(sampled) };
      return {
        ...answer,
        cohorts: cohorts.map(scaled.cohort),
        buyers: buyers.map(scaled.buyers),
        values: values.map((ofValue) => ({
          value: ofValue.value,
          cohorts: ofValue.cohorts.map(scaled.cohort),
          buyers: ofValue.buyers.map(scaled.buyers),
        })),
      };
    },
  };
}

function daysOf(asked: RetentionQuestion): Window {
  return { firstDay: Math.min(asked.logFrom, asked.window.firstDay), lastDay: lastDayOf(asked) };
}

type Days = Pick<RetentionQuestion, 'window' | 'by' | 'periods' | 'buyersAfter'>;

/** The last day on which a visitor of the last cohort can come back. */
export function lastDayOf({ window, by, periods, buyersAfter }: Days): number {
  const { numberOf, firstDayOf } = RETENTION_PERIODS[by];
  const lastOfPeriods = firstDayOf(numberOf(window.lastDay) + periods + 1) - 1;
  return Math.max(lastOfPeriods, window.lastDay + Math.max(0, ...(buyersAfter?.days ?? [])));
}

function meaningOf(kind: EventKind, asked: RetentionQuestion): Meaning | undefined {
  const { subject, firstType, thenType, filters, breakDown, buyersAfter } = asked;
  const isFirst = kind.type === firstType;
  const isThen = kind.type === thenType;
  const isRefund = buyersAfter !== undefined && kind.type === RESTATED_ORDER;
  if ((!isFirst && !isThen && !isRefund) || !countsFor(kind, subject) || !holdFor(filters, kind)) return undefined;
  return { isFirst, isThen, value: breakDown ? kind.valueOf(breakDown.by) : '' };
}

type Sample = Exclude<Sampled, false>;

function scaledCohort({ rate }: Sample) {
  const all = (count: number) => Math.round(count / rate);
  return ({ start, visitors, returned }: Cohort): Cohort => ({
    start,
    visitors: all(visitors),
    returned: returned.map(all),
  });
}

function scaledBuyers({ rate }: Sample) {
  const all = (count: number) => Math.round(count / rate);
  return ({ days, buyers, repeatBuyers, revenue }: BuyersAfter): BuyersAfter => ({
    days,
    buyers: all(buyers),
    repeatBuyers: all(repeatBuyers),
    revenue: all(revenue),
  });
}

/** What is counted of the visitors with one value. */
interface Counts {
  /** By the number of the cohort: the visitors, then those who have come back in each period. Cohorts without visitors are left out. */
  readonly cohorts: Map<number, number[]>;
  readonly buyers: Writable<BuyersAfter>[];
}

type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

class RetentionTally {
  readonly #asked: RetentionQuestion;
  readonly #firstPeriod: number;
  readonly #cohortCount: number;
  readonly #byValue = new Map<string, Counts>();
  readonly #daysFrom: number;
  /** The period of each day. Finding the month of a day takes long. */
  readonly #periods: Int32Array;
  #followable = 0;
  #unfollowable = 0;

  constructor(asked: RetentionQuestion) {
    this.#asked = asked;
    const { firstDay, lastDay } = daysOf(asked);
    this.#daysFrom = firstDay;
    this.#periods = Int32Array.from({ length: lastDay - firstDay + 1 }, (_, place) =>
      RETENTION_PERIODS[asked.by].numberOf(firstDay + place),
    );
    this.#firstPeriod = this.#periodOf(asked.window.firstDay);
    this.#cohortCount = this.#periodOf(asked.window.lastDay) - this.#firstPeriod + 1;
  }

  /** The bit of the period of this day among those after the period of a first event; 0: it is before them, or too late. */
  bitOf(day: number, firstDay: number): number {
    const later = this.#periodOf(day) - this.#periodOf(firstDay);
    return later >= 0 && later <= this.#asked.periods ? 1 << later : 0;
  }

  /** `seen`: the bits of the periods in which the visitor came back. `events`: needed for buyers alone. */
  add(first: FirstEvent, isDaily: boolean, seen: number, events: readonly VisitorEvent<Meaning>[] = []): void {
    const { window, periods } = this.#asked;
    if (!isInside(first.day, window)) return;
    if (isDaily) {
      this.#unfollowable++;
      return;
    }
    this.#followable++;
    const ofValue = this.#countsOf(first.meaning.value);
    const counts = this.#cohortIn(ofValue, this.#periodOf(first.day));
    counts[0]!++;
    for (let later = 0; later <= periods; later++) if ((seen & (1 << later)) !== 0) counts[1 + later]!++;
    for (const buyers of ofValue.buyers) this.#countBuyer(buyers, events, first);
  }

  #countBuyer(counts: Writable<BuyersAfter>, events: readonly VisitorEvent<Meaning>[], first: FirstEvent): void {
    const lastDay = first.day + counts.days;
    if (lastDay >= this.#asked.buyersAfter!.today) return;
    counts.buyers++;
    let isRepeated = false;
    for (const { day, time, revenue, meaning } of events) {
      if (time < first.time || day > lastDay) continue;
      isRepeated ||= meaning.isFirst && time > first.time;
      // All other types have none. What a refund takes back is negative.
      counts.revenue += revenue;
    }
    if (isRepeated) counts.repeatBuyers++;
  }

  answer(): Omit<RetentionAnswer, 'sampled'> {
    return {
      ...this.#sumOf([...this.#byValue.values()]),
      values: this.#asked.breakDown ? this.#shownValues(this.#asked.breakDown.valuesMax) : [],
      followable: this.#followable,
      unfollowable: this.#unfollowable,
    };
  }

  #shownValues(valuesMax: number): RetentionAnswer['values'] {
    const named = [...this.#byValue]
      .filter(([value]) => value !== OTHER_VALUES)
      .map(([value, { cohorts }]) => ({ value, visitors: [...cohorts.values()].reduce((sum, [own]) => sum + own!, 0) }))
      .sort((a, b) => b.visitors - a.visitors || (a.value < b.value ? -1 : 1))
      .slice(0, valuesMax);
    const shown = new Set(named.map(({ value }) => value));
    const others = [...this.#byValue].flatMap(([value, counts]) => (shown.has(value) ? [] : [counts]));
    const rows = named.map(({ value }) => ({ value, ...this.#sumOf([this.#byValue.get(value)!]) }));
    return others.length > 0 ? [...rows, { value: OTHER_VALUES, ...this.#sumOf(others) }] : rows;
  }

  #countsOf(value: string): Counts {
    let ofValue = this.#byValue.get(value);
    if (!ofValue) {
      ofValue = { cohorts: new Map(), buyers: this.#noBuyers() };
      this.#byValue.set(value, ofValue);
    }
    return ofValue;
  }

  #cohortIn({ cohorts }: Counts, cohort: number): number[] {
    let counts = cohorts.get(cohort);
    if (!counts) {
      counts = this.#noCounts();
      cohorts.set(cohort, counts);
    }
    return counts;
  }

  #noBuyers(): Writable<BuyersAfter>[] {
    const { days = [] } = this.#asked.buyersAfter ?? {};
    return days.map((each) => ({ days: each, buyers: 0, repeatBuyers: 0, revenue: 0 }));
  }

  #noCounts(): number[] {
    return Array.from({ length: this.#asked.periods + 2 }, () => 0);
  }

  #sumOf(some: readonly Counts[]) {
    return { cohorts: this.#cohortsOf(some), buyers: this.#buyersOf(some) };
  }

  /** All cohorts of the window, with the sums of these counts. */
  #cohortsOf(some: readonly Counts[]): Cohort[] {
    const { firstDayOf } = RETENTION_PERIODS[this.#asked.by];
    const sums = Array.from({ length: this.#cohortCount }, () => this.#noCounts());
    for (const { cohorts } of some) {
      for (const [cohort, ofCohort] of cohorts) {
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

  #buyersOf(some: readonly Counts[]): BuyersAfter[] {
    const sums = this.#noBuyers();
    for (const { buyers } of some) {
      for (const [place, own] of buyers.entries()) {
        const sum = sums[place]!;
        sum.buyers += own.buyers;
        sum.repeatBuyers += own.repeatBuyers;
        sum.revenue += own.revenue;
      }
    }
    return sums;
  }

  #periodOf(day: number): number {
    return this.#periods[day - this.#daysFrom]!;
  }
}

type FirstEvent = Pick<VisitorEvent<Meaning>, 'day' | 'time' | 'meaning'>;

/** The plain form. The events are in the order of time. */
function countVisitor(events: readonly VisitorEvent<Meaning>[], isDaily: boolean, tally: RetentionTally): void {
  let first: FirstEvent | undefined;
  for (const event of events) if (event.meaning.isFirst && (!first || isBefore(event, first))) first = event;
  if (!first) return;
  let seen = 0;
  for (const { day, time, meaning } of events) {
    if (meaning.isThen && time > first.time) seen |= tally.bitOf(day, first.day);
  }
  tally.add(first, isDaily, seen, events);
}

function isBefore(a: FirstEvent, b: FirstEvent): boolean {
  return (
    a.time < b.time || (a.time === b.time && (a.day < b.day || (a.day === b.day && a.meaning.value < b.meaning.value)))
  );
}

/** The fast form: the first events of all visitors of a range, then what came later. */
function countRanges(ranges: NonNullable<LogVisitors<Meaning>['ranges']>, tally: RetentionTally): void {
  const firsts = new FirstEvents();
  ranges((range) => {
    firsts.reset(range.visitorCount);
    range.each((visitor, day, time, meaning) => {
      if (meaning.isFirst) firsts.see(visitor, day, time, meaning);
    });
    const { days, times, seen } = firsts;
    range.each((visitor, day, time, meaning) => {
      if (meaning.isThen && time > times[visitor]!) seen[visitor]! |= tally.bitOf(day, days[visitor]!);
    });
    for (let visitor = 0; visitor < range.visitorCount; visitor++) {
      if (times[visitor] !== NEVER) tally.add(firsts.of(visitor), range.isDaily(visitor), seen[visitor]!);
    }
  });
}

const NEVER = Number.POSITIVE_INFINITY;

/** The first event of each visitor, and the periods in which the visitor came back. */
class FirstEvents {
  days = new Int32Array(0);
  times = new Float64Array(0);
  seen = new Int32Array(0);
  readonly #meanings: Meaning[] = [];

  /** For so many visitors, none of whom has an event yet. */
  reset(visitorCount: number): void {
    if (this.times.length < visitorCount) {
      this.days = new Int32Array(2 * visitorCount);
      this.times = new Float64Array(2 * visitorCount);
      this.seen = new Int32Array(2 * visitorCount);
    }
    this.times.fill(NEVER, 0, visitorCount);
    this.seen.fill(0, 0, visitorCount);
  }

  see(visitor: number, day: number, time: number, meaning: Meaning): void {
    const before = this.times[visitor]!;
    if (time > before || (time === before && !isBefore({ day, time, meaning }, this.of(visitor)))) return;
    this.days[visitor] = day;
    this.times[visitor] = time;
    this.#meanings[visitor] = meaning;
  }

  of(visitor: number): FirstEvent {
    return { day: this.days[visitor]!, time: this.times[visitor]!, meaning: this.#meanings[visitor]! };
  }
}
