// What the websites of an account are compared with: each one by the rule of its own page, in its own days. So a row of the overview has
// the changes that the page of its website has.
import type { DayRange } from '@funnel/report-files/days.ts';
import { type ComparedDays, timeframeRange } from '@funnel/report-files/periods.ts';
import { rangeOf } from '@funnel/report-files/timeframe.ts';
import { todayIn } from '../format/dates.ts';
import type { View } from '../routing/view.ts';
import { daysToCompare, withComparedDays, withReason } from './compared-timeframe.ts';
import type { AccountPerformance, FirstDays, TimeframeBlock } from './types.ts';

/** Each of them is a request. Above, whole days are compared, which the report of the account knows. */
const WEBSITES_SO_FAR_MAX = 20;

const NUMBERS = ['viewers', 'conversions', 'subscribes', 'orders', 'revenue'] as const;
export type NumberName = (typeof NUMBERS)[number];
export type Numbers = Readonly<Record<NumberName, number>>;

/** A website of the account: its own days of the period, and those that it is compared with. */
export interface WebsitePeriod {
  readonly id: number;
  /** Says why nothing is compared, if something was to be. */
  readonly timeframe: TimeframeBlock;
  /** undefined: there are none. A website that has no data of all of them counts in the changes of the account, but has none of its own. */
  readonly days: ComparedDays | undefined;
}

interface KnownWebsites {
  readonly firstDays: ReadonlyMap<number, FirstDays>;
  /** The zone of each website. Those that are missing are in UTC. */
  readonly timezones: ReadonlyMap<number, string>;
}

export function websitePeriods(
  view: View,
  { timeframe, data: { websites } }: AccountPerformance,
  { firstDays, timezones }: KnownWebsites,
): WebsitePeriod[] {
  const isInParts = websites.length <= WEBSITES_SO_FAR_MAX;
  return websites.map(({ id }) => {
    const known = firstDays.get(id);
    const own = ownTimeframe(view, timeframe, timezones.get(id));
    const hasNoEvents = known !== undefined && known.firstDay === undefined;
    if (hasNoEvents) return { id, timeframe: own, days: undefined };
    const days = daysToCompare(view, own, isInParts ? known?.keptFrom : undefined);
    const explained = withReason(view, own, days, known?.firstDay);
    return { id, timeframe: days && !explained.notCompared ? withComparedDays(explained, days) : explained, days };
  });
}

/** The report knows the days of all websites together. Where they have several time zones, "today" may be another date on each. */
function ownTimeframe(view: View, timeframe: TimeframeBlock, timezone = 'UTC'): TimeframeBlock {
  const { previous_range_start: _, previous_range_end: __, first_date, last_date, ...own } = timeframe;
  const isSameForAll = first_date === undefined || view.timeframe === 'custom';
  const named = isSameForAll ? undefined : timeframeRange(view.timeframe, todayIn(timezone));
  const { start, end } = named ?? rangeOf(timeframe);
  return { ...own, timezone, first_date: start, last_date: end };
}

/** The timeframe of the websites together. If they are compared with the same days, these are those of the account. */
export function accountTimeframe(timeframe: TimeframeBlock, periods: readonly WebsitePeriod[]): TimeframeBlock {
  const { previous_range_start: _, previous_range_end: __, ...own } = timeframe;
  const compared = periods.filter((period) => period.days !== undefined && !period.timeframe.notCompared);
  if (compared.length === 0) return { ...own, ...reasonIn(periods) };
  const same = sameDays(compared);
  if (same) return withComparedDays(own, same);
  return { ...own, comparedDays: unitedDays(compared.map(({ days }) => days!.before)), isComparedByWebsite: true };
}

/** A website that begins later has the earliest reason. */
function reasonIn(periods: readonly WebsitePeriod[]): Pick<TimeframeBlock, 'notCompared'> {
  const reasons = periods.flatMap(({ timeframe: { notCompared } }) => notCompared ?? []);
  const firstDays = reasons.flatMap((reason) => (reason === 'running' ? [] : reason.noDataBefore)).sort();
  const [noDataBefore] = firstDays;
  if (reasons.includes('running')) return { notCompared: 'running' };
  return noDataBefore === undefined ? {} : { notCompared: { noDataBefore } };
}

function unitedDays(ranges: readonly DayRange[]): DayRange {
  return {
    start: ranges.map(({ start }) => start).sort()[0]!,
    end: ranges
      .map(({ end }) => end)
      .sort()
      .at(-1)!,
  };
}

/** undefined: there are no websites, or not all have the same days. */
export function sameDays(websites: readonly { readonly days: ComparedDays | undefined }[]): ComparedDays | undefined {
  const kinds = new Map(websites.map(({ days }) => [JSON.stringify(days), days]));
  const [first] = kinds.values();
  return kinds.size === 1 ? first : undefined;
}

export interface ComparedNumbers {
  /** The numbers of the days that are compared. undefined: the report has them. */
  readonly counted?: Numbers;
  readonly before: Numbers;
}

export interface AccountComparison {
  readonly websites: ReadonlyMap<number, ComparedNumbers>;
  /**
   * The numbers of all websites, where a visitor of several counts once. Only whole days that are the same for all websites are known like
   * this.
   */
  readonly together?: ComparedNumbers;
}

/** What the changes of the account come from. */
export interface AccountTotals {
  readonly counted: Numbers;
  readonly before: Numbers;
  /** Added up: a visitor of several websites counts on each of them. */
  readonly isSum: boolean;
}

/** undefined: some website with numbers is not compared, so a change would not be one of the numbers that are shown. */
export function accountTotals(
  { aggregate, websites }: AccountPerformance['data'],
  comparison: AccountComparison,
): AccountTotals | undefined {
  const { together, websites: compared } = comparison;
  const withNumbers = websites.filter((website) => compared.has(website.id) || hasNumbers(website));
  if (withNumbers.length === 0 || !withNumbers.every(({ id }) => compared.has(id))) return undefined;
  if (together) return { counted: together.counted ?? aggregate, before: together.before, isSum: false };
  return {
    counted: sumOf(withNumbers.map((website) => compared.get(website.id)!.counted ?? website)),
    before: sumOf(withNumbers.map(({ id }) => compared.get(id)!.before)),
    isSum: withNumbers.length > 1,
  };
}

function hasNumbers(website: Numbers): boolean {
  return NUMBERS.some((name) => website[name] !== 0);
}

function sumOf(all: readonly Numbers[]): Numbers {
  const sum = (name: NumberName) => all.reduce((total, numbers) => total + numbers[name], 0);
  return Object.fromEntries(NUMBERS.map((name) => [name, sum(name)])) as Record<NumberName, number>;
}
