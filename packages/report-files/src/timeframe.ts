// The days of a report, as its timeframe says them.
import { type DayRange, daysBetween } from './days.ts';

/** The timeframe of any report. */
export interface Timeframe {
  readonly range_start: string;
  readonly range_end: string;
  /** The default is UTC. */
  readonly timezone?: string | undefined;
  /** The dates of the window, where websites are in several zones. */
  readonly first_date?: string | undefined;
  readonly last_date?: string | undefined;
  readonly previous_range_start?: string | null | undefined;
  readonly previous_range_end?: string | null | undefined;
  /** The dashboard has compared with these days. */
  readonly comparedDays?: DayRange | undefined;
  /** The last day that is in the changes, if later ones are in the numbers. */
  readonly comparedThrough?: string | undefined;
  /** The period is not over: of the last compared day, only what happened before this time counts. */
  readonly comparedUntil?: string | undefined;
}

export function rangeOf({ range_start, range_end, timezone, first_date, last_date }: Timeframe): DayRange {
  return first_date !== undefined && last_date !== undefined
    ? { start: first_date, end: last_date }
    : daysBetween(range_start, range_end, timezone);
}

export function previousRangeOf(timeframe: Timeframe): DayRange | undefined {
  const { previous_range_start: start, previous_range_end: end, timezone, comparedDays } = timeframe;
  if (comparedDays) return comparedDays;
  return start && end ? daysBetween(start, end, timezone) : undefined;
}
