// Weeks run from Monday to Sunday, UTC. They are identified by the day number of their Monday.
import type { Clock } from '../clock.ts';
import { dayOfTimestampMs, startOfWeek } from '../rollups/calendar.ts';
import { DAYS_PER_WEEK } from './website-week.ts';

/** On a Sunday it is the week before, because today is not over. */
export function lastCompleteWeek(clock: Clock): number {
  return startOfWeek(dayOfTimestampMs(clock().getTime())) - DAYS_PER_WEEK;
}
