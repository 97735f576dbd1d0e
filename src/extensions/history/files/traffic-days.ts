// Adds up what a file says about each day, within limits.

import { dayFromIso, isoOfDay } from '../../../core/engine/rollups/calendar.ts';
import { NO_VALUE, OTHER_VALUES } from '../../../core/foundation/dimensions/dimension.ts';
import {
  addCounts,
  type DayTotals,
  type HistoryDimension,
  mostVisitorsFirst,
  NO_TRAFFIC,
  type TrafficCounts,
  type TrafficDay,
  type ValueCounts,
} from '../days/traffic-day.ts';
import { HistoryFileError, HistoryFileTooLargeError, shown } from './file-error.ts';

/** How many values of a dimension a day keeps. The others are added up. */
const VALUES_KEPT = 100;
/** Before so many are there, nothing is added up: each value can still grow. */
const VALUES_OPEN = 1_000;
const FIRST_DAY = dayFromIso('2000-01-01')!;
const DAYS_MAX = 5_000;
/** Reports add up thousands of days, and the sum must be a number that is exact: 2 ** 53 is 90,000 times as much. */
const COUNT_MAX = 100_000_000_000;

interface TrafficDaysOptions {
  /** The name of the file, for errors. */
  readonly file: string;
  /** The current day of the website: it is not over, so it and later days are left out. */
  readonly today: number;
  /** The last day that is read. */
  readonly lastDay?: number | undefined;
  /** How many values all days may have together. */
  readonly valuesMax: number;
  /** Such events count as conversions. */
  readonly conversionEvent?: string | undefined;
}

/** What is wrong with a date; a number: the day. */
type DayOrError = number | string;

export class TrafficDays {
  readonly #options: TrafficDaysOptions;
  readonly #days = new Map<number, OpenDay>();
  readonly #eventNames = new Set<string>();
  #valueCount = 0;

  constructor(options: TrafficDaysOptions) {
    this.#options = options;
  }

  /** Takes a date such as 2026-01-31 or 20260131. */
  dayOf(date: string): DayOrError {
    const iso = date.trim().replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
    const day = /^\d{4}-\d\d-\d\d$/.test(iso) ? dayFromIso(iso) : undefined;
    return day === undefined ? `must be a date such as 2026-01-31, not ${shown(date)}` : this.checked(day);
  }

  /** The day, or what is wrong with it. */
  checked(day: number): DayOrError {
    if (day < FIRST_DAY) return `must not be before ${isoOfDay(FIRST_DAY)}`;
    // In another time zone, it may be tomorrow already.
    return day > this.#options.today + 1 ? `is in the future: today is ${isoOfDay(this.#options.today)}` : day;
  }

  /** Whether the day is read. */
  isWanted(day: number): boolean {
    const { today, lastDay = today } = this.#options;
    return day < today && day <= lastDay;
  }

  /** What is left out is not known of the day yet. */
  addTotals(day: number, counts: Partial<TrafficCounts>): void {
    const { totals } = this.#at(day);
    for (const [name, count] of Object.entries(counts) as [keyof TrafficCounts, number][]) {
      totals[name] = (totals[name] ?? 0) + count;
    }
  }

  totalOf(day: number, name: keyof TrafficCounts): number | undefined {
    return this.#days.get(day)?.totals[name];
  }

  /** undefined: the value is not known. */
  addValue(day: number, dimension: HistoryDimension, value: string | undefined, counts: TrafficCounts): void {
    const { values } = this.#at(day);
    const sums = values.get(dimension) ?? new ValueSums();
    values.set(dimension, sums);
    const before = sums.size;
    sums.add(value ?? NO_VALUE, counts);
    this.#valueCount += sums.size - before;
    if (this.#valueCount > this.#options.valuesMax) throw this.#tooLarge();
  }

  /** `count`: how many of these events there were. */
  addEvent(
    day: number,
    name: string,
    { visitors, count }: { readonly visitors: number | null; readonly count: number },
  ): void {
    this.addValue(day, 'event', name, { visitors, visits: null, pageViews: count });
    if (this.#eventNames.size < VALUES_OPEN) this.#eventNames.add(name);
    if (name === this.#options.conversionEvent) this.#at(day).conversions += count;
  }

  /** All names of events that were seen, in the order of text. */
  get eventNames(): string[] {
    return [...this.#eventNames].sort();
  }

  get hasTotals(): boolean {
    return [...this.#days.values()].some(({ totals }) => Object.keys(totals).length > 0);
  }

  /** Yields the days in the order of time, without those on which nothing happened. */
  *finish(): Generator<TrafficDay> {
    const hasConversions = this.#options.conversionEvent !== undefined;
    for (const [day, open] of [...this.#days].sort(([one], [other]) => one - other)) {
      const totals = { ...UNKNOWN, ...open.totals, conversions: hasConversions ? open.conversions : null };
      if (isEmpty(totals)) continue;
      const values = new Map(Array.from(open.values, ([dimension, sums]) => [dimension, sums.largest()]));
      this.#requireCounts(day, totals);
      for (const [dimension, largest] of values) {
        for (const { value, ...counts } of largest) {
          this.#requireCounts(day, counts, ` with the ${dimension} ${shown(value)}`);
        }
      }
      yield { day, totals, values };
    }
  }

  #at(day: number): OpenDay {
    let open = this.#days.get(day);
    if (!open) {
      if (this.#days.size >= DAYS_MAX) throw this.#tooLarge();
      open = { totals: {}, conversions: 0, values: new Map() };
      this.#days.set(day, open);
    }
    return open;
  }

  /** `of`: what the counts are about, for the error. */
  #requireCounts(day: number, counts: Partial<DayTotals>, of = ''): void {
    const tooMany = COUNTS.find(([name]) => (counts[name] ?? 0) > COUNT_MAX);
    if (!tooMany) return;
    const { file } = this.#options;
    const most = COUNT_MAX.toLocaleString('en');
    throw new HistoryFileError({ file }, `${isoOfDay(day)} has more than ${most} ${tooMany[1]}${of}`);
  }

  #tooLarge(): HistoryFileTooLargeError {
    const { file } = this.#options;
    return new HistoryFileTooLargeError({ file }, 'it has too many days and values: export fewer days at once');
  }
}

interface OpenDay {
  readonly totals: Partial<Record<keyof TrafficCounts, number>>;
  conversions: number;
  readonly values: Map<HistoryDimension, ValueSums>;
}

/** The name of each of them in errors. */
const COUNTS = [
  ['visitors', 'visitors'],
  ['visits', 'visits'],
  ['pageViews', 'page views'],
  ['conversions', 'conversions'],
] as const satisfies readonly (readonly [keyof DayTotals, string])[];

const UNKNOWN: TrafficCounts = { visitors: null, visits: null, pageViews: null };

function isEmpty({ visitors, visits, pageViews, conversions }: DayTotals): boolean {
  return !(visitors || visits || pageViews || conversions);
}

/** The counts of the values of one dimension on one day. */
class ValueSums {
  #counts = new Map<string, TrafficCounts>();

  get size(): number {
    return this.#counts.size;
  }

  add(value: string, counts: TrafficCounts): void {
    const before = this.#counts.get(value);
    this.#counts.set(value, before ? addCounts(before, counts) : counts);
    if (this.#counts.size > VALUES_OPEN) {
      this.#counts = new Map(this.largest().map(({ value: name, ...kept }) => [name, kept]));
    }
  }

  largest(): ValueCounts[] {
    const others = this.#counts.get(OTHER_VALUES);
    const sorted = Array.from(this.#counts, ([value, counts]) => ({ value, ...counts }))
      .filter(({ value }) => value !== OTHER_VALUES)
      .sort(mostVisitorsFirst);
    const rest = sorted.slice(VALUES_KEPT);
    if (rest.length === 0 && !others) return sorted;
    const sum = rest.reduce<TrafficCounts>(addCounts, others ?? NO_TRAFFIC);
    return [...sorted.slice(0, VALUES_KEPT), { value: OTHER_VALUES, ...sum }];
  }
}
