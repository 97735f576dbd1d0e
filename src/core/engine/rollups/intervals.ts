// Which intervals of days cover a window. Beside the visitor sketches of days, those of longer intervals are stored, so that
// any window can be read as a few sketches. An interval starts at a multiple of its length and consists of four of the next
// shorter length. Up to which day a website has intervals is stored with the website: see build-intervals.ts.
// Why: docs/decisions/reports.md, "Visitors of 4, 16, 64 and 256 days are stored, too".
import { DAY_PERIOD } from './metric.ts';
import type { Window } from './window.ts';

/** Shortest first; each is a multiple of the one before. */
export const INTERVAL_LENGTHS = [4, 16, 64, 256] as const;
export const SHORTEST_INTERVAL = INTERVAL_LENGTHS[0];
export const LONGEST_INTERVAL = INTERVAL_LENGTHS[INTERVAL_LENGTHS.length - 1]!;

/** Consecutive periods of one kind (see `DAY_PERIOD`), by the first days of the first and the last one. */
export interface PeriodRange {
  readonly kind: number;
  readonly first: number;
  readonly last: number;
}

/**
 * `builtThrough`: the website has the intervals that end before this day. Each day of the window is covered once. Only days
 * without intervals are in ranges of several periods.
 */
export function coverWindow({ firstDay, lastDay }: Window, builtThrough: number): PeriodRange[] {
  const end = Math.min(lastDay + 1, builtThrough);
  const ranges: PeriodRange[] = [];
  let day = Math.min(Math.max(firstDay, 0), lastDay + 1);
  if (firstDay < day) ranges.push({ kind: DAY_PERIOD, first: firstDay, last: day - 1 });
  while (day < end) {
    const length = INTERVAL_LENGTHS.findLast((days) => day % days === 0 && day + days <= end);
    ranges.push({ kind: length ?? DAY_PERIOD, first: day, last: day });
    day += length ?? 1;
  }
  if (day <= lastDay) ranges.push({ kind: DAY_PERIOD, first: day, last: lastDay });
  return ranges;
}

/** The intervals of one length that end in a range of days, if there are any. */
export function intervalsEndingIn(length: number, after: number, through: number): PeriodRange | undefined {
  const first = startOfInterval(after, length);
  const last = startOfInterval(through, length) - length;
  return first <= last ? { kind: length, first, last } : undefined;
}

/** The intervals of one length that contain a day of the window and end by `through`, if there are any. */
export function intervalsOver(length: number, { firstDay, lastDay }: Window, through: number): PeriodRange | undefined {
  const first = startOfInterval(Math.max(firstDay, 0), length);
  const last = Math.min(startOfInterval(lastDay, length), startOfInterval(through, length) - length);
  return first <= last ? { kind: length, first, last } : undefined;
}

export function startOfInterval(day: number, length: number): number {
  return Math.floor(day / length) * length;
}
