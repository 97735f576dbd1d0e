// The UTC calendar in integers. Days are numbered from 1970-01-01, weeks from the week of that day; months, quarters and
// years are numbered from year 0 (a month is year * 12 + month - 1).
// Why: docs/decisions/reports.md, "A day is the date of its website".

const MS_PER_DAY = 86_400_000;

/** 1970-01-01 was a Thursday, three days after the start of its week. */
const DAYS_INTO_FIRST_WEEK = 3;

/** Many date parsers do not support year 0 or earlier. */
export const FIRST_DAY_OF_YEAR_1 = firstDayOfYear(1);

export function dayOfTimestampMs(timestampMs: number): number {
  return Math.floor(timestampMs / MS_PER_DAY);
}

/** The day of a `YYYY-MM-DD` string; undefined if it is not a valid date from 0001-01-01 to 9999-12-31. */
export function dayFromIso(date: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return undefined;
  const [year, month, dayOfMonth] = date.split('-');
  const day = firstDayOfMonth(Number(year) * 12 + Number(month) - 1) + Number(dayOfMonth) - 1;
  // An invalid date, such as 02-30, becomes another day, which formats differently.
  return day >= FIRST_DAY_OF_YEAR_1 && isoOfDay(day) === date ? day : undefined;
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
  // Date.UTC maps the years 0 to 99 to 1900 to 1999. The comparison period of a very long window reaches them.
  return new Date(0).setUTCFullYear(0, month, 1) / MS_PER_DAY;
}

/** The month of a `YYYY-MM` string; undefined if it is not a valid month from 0001-01 to 9999-12. */
export function monthFromIso(text: string): number | undefined {
  const day = dayFromIso(`${text}-01`);
  return day === undefined ? undefined : monthOfDay(day);
}

export function isoOfMonth(month: number): string {
  return isoOfDay(firstDayOfMonth(month)).slice(0, -'-01'.length);
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
