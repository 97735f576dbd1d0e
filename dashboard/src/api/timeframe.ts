// The days of a report, as its timeframe says them.
import type { DayRange } from '@funnel/report-files/days.ts';
import { daysBetween } from '../format/dates.ts';
import type { TimeframeBlock } from './types.ts';

export function rangeOf(timeframe: TimeframeBlock): DayRange {
  const { range_start, range_end, timezone, first_date: start, last_date: end } = timeframe;
  return start !== undefined && end !== undefined ? { start, end } : daysBetween(range_start, range_end, timezone);
}

export function previousRangeOf(timeframe: TimeframeBlock): DayRange | undefined {
  const { previous_range_start: start, previous_range_end: end, timezone, comparedDays } = timeframe;
  if (comparedDays) return comparedDays;
  return start && end ? daysBetween(start, end, timezone) : undefined;
}
