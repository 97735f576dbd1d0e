// Weeks run from Monday to Sunday, in the days of the website. They are identified by the day number of their Monday.
import { startOfWeek } from '../../engine/rollups/calendar.ts';
import type { Zone } from '../../foundation/time/zone.ts';
import { DAYS_PER_WEEK } from './rules/website-week.ts';

/** On a Sunday it is the week before, because today is not over. */
export function lastCompleteWeek(now: Date, zone: Zone): number {
  return startOfWeek(zone.dayAt(now.getTime())) - DAYS_PER_WEEK;
}
