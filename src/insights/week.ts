// Weeks run from Monday to Sunday, UTC, and are known by their Monday's day number.
import type { Clock } from '../clock.ts';
import { dayOfTimestampMs, startOfWeek } from '../rollups/calendar.ts';
import { DAYS_PER_WEEK } from './website-week.ts';

/** Today is not over, so even on a Sunday it is the week before. */
export function lastCompleteWeek(clock: Clock): number {
  return startOfWeek(dayOfTimestampMs(clock().getTime())) - DAYS_PER_WEEK;
}
