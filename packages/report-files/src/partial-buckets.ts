// The buckets of a series that have fewer days than their calendar says.
import { addDays, addMonths, type DayRange } from './days.ts';

type GroupBy = 'day' | 'week' | 'month' | 'quarter' | 'year';

/** What is missing in a bucket that has fewer days than its calendar says. */
export interface PartialBucket {
  /** The days that it counts. */
  readonly days: DayRange;
  /** It is still filling up. */
  readonly isRunning: boolean;
}

/** undefined: the bucket that starts at `date` is complete. */
export function partialBucket(
  date: string,
  groupBy: GroupBy,
  range: DayRange,
  today: string,
): PartialBucket | undefined {
  const end = addDays(startOfNextBucket(date, groupBy), -1);
  const days = { start: later(date, range.start), end: earlier(end, range.end) };
  const isRunning = days.end >= today;
  return isRunning || days.start !== date || days.end !== end ? { days, isRunning } : undefined;
}

function later(a: string, b: string): string {
  return a > b ? a : b;
}

function earlier(a: string, b: string): string {
  return a < b ? a : b;
}

function startOfNextBucket(date: string, groupBy: GroupBy): string {
  if (groupBy === 'day') return addDays(date, 1);
  if (groupBy === 'week') return addDays(date, 7);
  return addMonths(date, { month: 1, quarter: 3, year: 12 }[groupBy]);
}
