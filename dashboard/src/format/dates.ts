// Days: formatting and arithmetic. A day is a date, and the same in every time zone; which date an instant has, depends on the zone.
import { type DayRange, dateAt, isKnownZone } from '@funnel/report-files/days.ts';
import type { LocalTime } from '@funnel/report-files/periods.ts';
import { inLocale } from './locale.ts';

const DAY_MS = 86_400_000;

const dayAndMonth = dateFormat({ month: 'short', day: 'numeric' });
const fullDay = dateFormat({ month: 'short', day: 'numeric', year: 'numeric' });
const weekday = dateFormat({ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' });
const hour = dateFormat({ hour: 'numeric' });
const time = dateFormat({ hour: 'numeric', minute: '2-digit' });
const weekdayName = dateFormat({ weekday: 'long' });
const weekdayAlone = dateFormat({ weekday: 'short' });
const month = dateFormat({ month: 'short', year: 'numeric' });

const MOMENT = { dateStyle: 'medium', timeStyle: 'short' } as const;
const moment = inLocale((locale) => new Intl.DateTimeFormat(locale, MOMENT));
const dateOfMoment = inLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }));

function dateFormat(options: Intl.DateTimeFormatOptions) {
  return inLocale((locale) => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }));
}

/** Whether there is such a day, and reports can be asked for it: they begin with 1970. */
export function isDay(iso: string): boolean {
  const timeMs = /^\d{4}-\d{2}-\d{2}$/.test(iso) ? Date.parse(iso) : Number.NaN;
  // Some engines take the 30th of February for the 1st of March.
  return timeMs >= 0 && dayOf(new Date(timeMs).toISOString()) === iso;
}

/** What the API calls the time zone of websites that do not have the same. */
export const MIXED_ZONES = 'mixed';

/** Returns the day of the user if websites are in several zones. */
export function todayIn(timezone = 'UTC'): string {
  return dateAt(Date.now(), zoneOf(timezone));
}

/** undefined: that of the user. */
function zoneOf(timezone: string): string | undefined {
  if (timezone === MIXED_ZONES) return undefined;
  return isKnownZone(timezone) ? timezone : 'UTC';
}

export function localTimeAt(ms: number, timezone = 'UTC'): LocalTime {
  const timeZone = zoneOf(timezone);
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  return { day: dateAt(ms, timeZone), time: clock.format(ms) };
}

/** The UTC day. */
function dayOf(timestamp: string): string {
  return timestamp.slice(0, 10);
}

export function formatDay(iso: string): string {
  return fullDay().format(new Date(iso));
}

/** The time is in the zone of the user, unlike days, unless another one is given. */
export function formatTimestamp(iso: string, timezone?: string): string {
  if (timezone === undefined) return moment().format(new Date(iso));
  const { locale } = moment().resolvedOptions();
  return new Intl.DateTimeFormat(locale, { ...MOMENT, timeZone: zoneOf(timezone) }).format(new Date(iso));
}

/** The date of a timestamp, in the time zone of the user. */
export function formatDate(iso: string): string {
  return dateOfMoment().format(new Date(iso));
}

export function formatShortDay(iso: string): string {
  return dayAndMonth().format(new Date(iso));
}

export function formatWeekday(iso: string): string {
  return weekday().format(new Date(iso));
}

/** Formats a local time with its offset, such as 2026-11-16T09:00:00+11:00, as the clocks of the website show it, wherever the user is. */
export function formatHour(local: string): string {
  return (minuteOf(local) === '00' ? hour() : time()).format(clockTime(local));
}

export function formatTime(local: string): string {
  return time().format(clockTime(local));
}

function minuteOf(local: string): string {
  return local.slice(14, 16);
}

function clockTime(local: string): Date {
  return new Date(`${local.slice(0, 19)}Z`);
}

/** The names from Monday on. */
export function weekdayNames(): string[] {
  const monday = Date.UTC(2024, 0, 1);
  return Array.from({ length: 7 }, (_, index) => weekdayAlone().format(monday + index * DAY_MS));
}

/** `Monday`; 0 is Monday. */
export function formatWeekdayName(index: number): string {
  return weekdayName().format(Date.UTC(2024, 0, 1) + index * DAY_MS);
}

export function formatMonth(iso: string): string {
  return month().format(new Date(iso));
}

export function formatRange({ start, end }: DayRange): string {
  if (start === end) return formatDay(start);
  return fullDay().formatRange(new Date(start), new Date(end));
}
