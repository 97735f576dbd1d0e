// The buckets of a series: which size suits a range, and how a long range is split for the website report.
import type { PARAMETER_VALUES } from '@funnel/api-client/constants';
import { addDays, addMonths, countDays, type DayRange, startOfMonth, startOfWeek } from '@funnel/report-files/days.ts';

/** The bucket sizes that the dashboard offers. */
export const GROUP_BYS = [
  'day',
  'week',
  'month',
] as const satisfies readonly (typeof PARAMETER_VALUES.group_by)[number][];
export type GroupBy = (typeof GROUP_BYS)[number];

/** The limits of the API: points of a series, and days of a website's series. */
const POINTS_MAX = 400;
const WEBSITE_DAYS_MAX = 92;
const DAYS_BY_DAY_MAX = 45;
const DAYS_BY_WEEK_MAX = 184;

export function defaultGroupBy(range: DayRange): GroupBy {
  const days = countDays(range);
  if (days <= DAYS_BY_DAY_MAX) return 'day';
  return days <= DAYS_BY_WEEK_MAX ? 'week' : 'month';
}

/** Serves to find a day. */
export function finestGroupBy(range: DayRange): GroupBy {
  return isTooFine('day', range) ? 'week' : 'day';
}

export function isTooFine(groupBy: GroupBy, range: DayRange): boolean {
  const daysInBucket = { day: 1, week: 7, month: 28 }[groupBy];
  return countDays(range) / daysInBucket > POINTS_MAX;
}

/** The place of the bucket that a day is in, if each bucket begins on its date. undefined: the day is not in the range. */
export function placeOfDay(dates: readonly string[], { start, end }: DayRange, day: string): number | undefined {
  const place = dates.findLastIndex((date) => date <= day);
  return place < 0 || day < start || day > end ? undefined : place;
}

/** Consecutive pieces of at most 92 days, each starting where a bucket starts. */
export function splitRange({ start, end }: DayRange, groupBy: GroupBy): DayRange[] {
  const pieces: DayRange[] = [];
  for (let from = start; from <= end; ) {
    const next = startOfNextPiece(from, groupBy);
    pieces.push({ start: from, end: next <= end ? addDays(next, -1) : end });
    from = next;
  }
  return pieces;
}

function startOfNextPiece(from: string, groupBy: GroupBy): string {
  if (groupBy === 'day') return addDays(from, WEBSITE_DAYS_MAX);
  // Thirteen weeks have 91 days, and no three months have more than 92.
  if (groupBy === 'week') return addDays(startOfWeek(from), 13 * 7);
  return addMonths(startOfMonth(from), 3);
}
