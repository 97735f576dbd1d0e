// Splits a long range into pieces that the website report accepts, without splitting a bucket.
import type { PARAMETER_VALUES } from '@funnel/api-client/constants';
import { addDays, addMonths, type DayRange, startOfMonth, startOfWeek } from '../format/dates.ts';

/** The bucket sizes that the dashboard offers. */
export const GROUP_BYS = [
  'day',
  'week',
  'month',
] as const satisfies readonly (typeof PARAMETER_VALUES.group_by)[number][];
export type GroupBy = (typeof GROUP_BYS)[number];

const WEBSITE_DAYS_MAX = 92;

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
