// Weeks run from Monday to Sunday, in the days of the website. They are identified by the day number of their Monday.
import { startOfWeek } from '../../engine/rollups/calendar.ts';
import type { Zone } from '../../foundation/time/zone.ts';

export const DAYS_PER_WEEK = 7;

/** On a Sunday it is the week before, because today is not over. */
export function lastCompleteWeek(now: Date, zone: Zone): number {
  return startOfWeek(zone.dayAt(now.getTime())) - DAYS_PER_WEEK;
}

export interface KnownWeek {
  /** The day number of its Monday. */
  readonly monday: number;
  /** The website's first day; undefined: it has no events. */
  readonly firstDay: number | undefined;
}

/**
 * Whether the website has data of all days of so many weeks before this one. Compared with weeks that were counted in part, any number
 * looks like a rise.
 */
export function hasWeeksBefore({ monday, firstDay }: KnownWeek, count: number): boolean {
  return firstDay !== undefined && firstDay <= monday - count * DAYS_PER_WEEK;
}
