// The visitors of each cohort, and how many of them have come back, while visitors are counted one after the other.

import { isInside, type VisitorEvent } from '../../../core/engine/event-log/counting/log-question.ts';
import { OTHER_VALUES } from '../../../core/foundation/dimensions/dimension.ts';
import {
  type BuyersAfter,
  type Cohort,
  daysOf,
  RETENTION_PERIODS,
  type RetentionAnswer,
  type RetentionQuestion,
} from './retention-question.ts';

/** What is counted of the visitors with one value. */
interface Counts {
  /**
   * The key is the number of the cohort. Its visitors come first, then those who have come back in each period. Cohorts without visitors
   * are left out.
   */
  readonly cohorts: Map<number, number[]>;
  readonly buyers: Writable<BuyersAfter>[];
}

type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

/** What an event is to retention: one that a visitor begins with, one that a visitor comes back with, both, or neither: a refund. */
export interface RetentionMeaning {
  readonly isFirst: boolean;
  readonly isThen: boolean;
  readonly value: string;
}

interface FirstEvent {
  readonly day: number;
  readonly time: number;
  readonly value: string;
}

export class RetentionTally {
  readonly #asked: RetentionQuestion;
  /** The number of the first cohort. */
  readonly firstPeriod: number;
  readonly cohortCount: number;
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
    this.firstPeriod = this.periodOf(asked.window.firstDay);
    this.cohortCount = this.periodOf(asked.window.lastDay) - this.firstPeriod + 1;
  }

  /** The bit of the period of this day among those after the period of a first event; 0: it is before them, or too late. */
  bitOf(day: number, firstDay: number): number {
    const later = this.periodOf(day) - this.periodOf(firstDay);
    return later >= 0 && later <= this.#asked.periods ? 1 << later : 0;
  }

  /** `seen`: the bits of the periods in which the visitor came back. `events`: needed for buyers alone. */
  add(first: FirstEvent, isDaily: boolean, seen: number, events: readonly VisitorEvent<RetentionMeaning>[] = []): void {
    const { window, periods } = this.#asked;
    if (!isInside(first.day, window)) return;
    if (isDaily) {
      this.#unfollowable++;
      return;
    }
    this.#followable++;
    const ofValue = this.#countsOf(first.value);
    const counts = this.#cohortIn(ofValue, this.periodOf(first.day));
    counts[0]!++;
    for (let later = 0; later <= periods; later++) if ((seen & (1 << later)) !== 0) counts[1 + later]!++;
    for (const buyers of ofValue.buyers) this.#countBuyer(buyers, events, first);
  }

  /** Adds what was counted without values and buyers: of each cohort, the visitors, and those who have come back in each period. */
  addTable(
    table: Int32Array,
    { followable, unfollowable }: Pick<RetentionAnswer, 'followable' | 'unfollowable'>,
  ): void {
    this.#followable += followable;
    this.#unfollowable += unfollowable;
    const ofValue = this.#countsOf('');
    const size = this.#asked.periods + 2;
    for (let cohort = 0; cohort < this.cohortCount; cohort++) {
      const counts = this.#cohortIn(ofValue, this.firstPeriod + cohort);
      for (let place = 0; place < size; place++) counts[place]! += table[cohort * size + place]!;
    }
  }

  #countBuyer(
    counts: Writable<BuyersAfter>,
    events: readonly VisitorEvent<RetentionMeaning>[],
    first: FirstEvent,
  ): void {
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
    const sums = Array.from({ length: this.cohortCount }, () => this.#noCounts());
    for (const { cohorts } of some) {
      for (const [cohort, ofCohort] of cohorts) {
        const sum = sums[cohort - this.firstPeriod]!;
        for (const [place, count] of ofCohort.entries()) sum[place]! += count;
      }
    }
    return sums.map(([visitors, ...returned], place) => ({
      start: firstDayOf(this.firstPeriod + place),
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

  periodOf(day: number): number {
    return this.#periods[day - this.#daysFrom]!;
  }
}
