// Cuts a long window into pieces that the website report takes, without cutting a bucket.
import { addDays, addMonths, type DayRange, startOfMonth, startOfWeek } from '../format/dates.ts';

export const GROUP_BYS = ['day', 'week', 'month'] as const;
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
