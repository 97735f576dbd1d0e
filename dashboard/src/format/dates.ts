// UTC days: formatting and arithmetic.
import { inLocale } from './locale.ts';

const DAY_MS = 86_400_000;

const dayAndMonth = dateFormat({ month: 'short', day: 'numeric' });
const fullDay = dateFormat({ month: 'short', day: 'numeric', year: 'numeric' });
const weekday = dateFormat({ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' });
const month = dateFormat({ month: 'short', year: 'numeric' });

const moment = inLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }));

function dateFormat(options: Intl.DateTimeFormatOptions) {
  return inLocale((locale) => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }));
}

/** Days as YYYY-MM-DD, both inclusive. */
export interface DayRange {
  readonly start: string;
  readonly end: string;
}

/** Whether there is such a day, and reports can be asked for it: they begin with 1970. */
export function isDay(iso: string): boolean {
  const timeMs = /^\d{4}-\d{2}-\d{2}$/.test(iso) ? Date.parse(iso) : Number.NaN;
  // Some engines take the 30th of February for the 1st of March.
  return timeMs >= 0 && dayOf(new Date(timeMs).toISOString()) === iso;
}

export function todayUtc(): string {
  return dayOf(new Date().toISOString());
}

export function dayOf(timestamp: string): string {
  return timestamp.slice(0, 10);
}

export function formatDay(iso: string): string {
  return fullDay().format(new Date(iso));
}

/** In the time zone of the user, unlike days. */
export function formatTimestamp(iso: string): string {
  return moment().format(new Date(iso));
}

export function formatShortDay(iso: string): string {
  return dayAndMonth().format(new Date(iso));
}

export function formatWeekday(iso: string): string {
  return weekday().format(new Date(iso));
}

export function formatMonth(iso: string): string {
  return month().format(new Date(iso));
}

export function formatRange({ start, end }: DayRange): string {
  if (start === end) return formatDay(start);
  return fullDay().formatRange(new Date(start), new Date(end));
}

export function countDays({ start, end }: DayRange): number {
  return Math.round((Date.parse(end) - Date.parse(start)) / DAY_MS) + 1;
}

export function addDays(iso: string, days: number): string {
  return new Date(Date.parse(iso) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The Monday on or before the day. */
export function startOfWeek(iso: string): string {
  return addDays(iso, -((new Date(iso).getUTCDay() + 6) % 7));
}

export function startOfMonth(iso: string): string {
  return `${iso.slice(0, 7)}-01`;
}

export function startOfQuarter(iso: string): string {
  const month = Math.floor((Number(iso.slice(5, 7)) - 1) / 3) * 3 + 1;
  return `${iso.slice(0, 4)}-${String(month).padStart(2, '0')}-01`;
}

export function addMonths(iso: string, months: number): string {
  const date = new Date(startOfMonth(iso));
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 10);
}
