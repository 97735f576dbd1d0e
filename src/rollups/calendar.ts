// The UTC calendar in integers, the only file that knows Date. A day counts from 1970-01-01, a week from the one that
// holds that day; months, quarters and years count from year 0 (a month is year * 12 + month - 1).

const MS_PER_DAY = 86_400_000;

/** 1970-01-01 was a Thursday: its week had begun three days before. */
const DAYS_INTO_FIRST_WEEK = 3;

export function dayOfTimestampMs(timestampMs: number): number {
  return Math.floor(timestampMs / MS_PER_DAY);
}

/** The day of a `YYYY-MM-DD` text, or undefined where it is not a real date from 1970-01-01 to 9999-12-31. */
export function dayFromIso(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const [year, month, dayOfMonth] = text.split('-');
  const day = firstDayOfMonth(Number(year) * 12 + Number(month) - 1) + Number(dayOfMonth) - 1;
  // A date that does not exist, such as 02-30, lands on another day and so reads back differently.
  return day >= 0 && isoOfDay(day) === text ? day : undefined;
}

export function isoOfDay(day: number): string {
  return new Date(day * MS_PER_DAY).toISOString().slice(0, -'T00:00:00.000Z'.length);
}

export function weekOfDay(day: number): number {
  return Math.floor((day + DAYS_INTO_FIRST_WEEK) / 7);
}

/** The week's Monday. */
export function firstDayOfWeek(week: number): number {
  return week * 7 - DAYS_INTO_FIRST_WEEK;
}

export function monthOfDay(day: number): number {
  const date = new Date(day * MS_PER_DAY);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

export function firstDayOfMonth(month: number): number {
  // Not Date.UTC, which takes the years 0 to 99 for 1900 to 1999: the period before a very long one reaches them.
  return new Date(0).setUTCFullYear(0, month, 1) / MS_PER_DAY;
}

export function lastDayOfMonth(month: number): number {
  return firstDayOfMonth(month + 1) - 1;
}

export function quarterOfDay(day: number): number {
  return Math.floor(monthOfDay(day) / 3);
}

export function firstDayOfQuarter(quarter: number): number {
  return firstDayOfMonth(quarter * 3);
}

export function yearOfDay(day: number): number {
  return Math.floor(monthOfDay(day) / 12);
}

export function firstDayOfYear(year: number): number {
  return firstDayOfMonth(year * 12);
}

/** The Monday on or before the day. */
export function startOfWeek(day: number): number {
  return firstDayOfWeek(weekOfDay(day));
}

export function startOfMonth(day: number): number {
  return firstDayOfMonth(monthOfDay(day));
}

export function startOfQuarter(day: number): number {
  return firstDayOfQuarter(quarterOfDay(day));
}

export function startOfYear(day: number): number {
  return firstDayOfYear(yearOfDay(day));
}
