// Which days a timeframe means on a website, and which days it is compared with: the one rule of comparison, for every page and for the
// report on the websites of an account. Other reports have the same rule (src/core/answers/reports/windows.ts), and a test compares
// both. Days are dates of the website.
import { addDays, addMonths, countDays, type DayRange, startOfMonth, startOfQuarter, startOfWeek } from './days.ts';

/** What calendar and clock show there: the date, and the time as HH:MM. */
export interface LocalTime {
  readonly day: string;
  readonly time: string;
}

/**
 * previous: the day, week, month … before; other ranges with as many days, just before. A month that is not over is compared with as many
 * days of the month before. year: the same days a year before.
 */
export const COMPARISONS = ['previous', 'year', 'off'] as const;
export type Comparison = (typeof COMPARISONS)[number];

export type CalendarUnit = 'day' | 'week' | 'month' | 'quarter' | 'year';

interface UnitArithmetic {
  startOf(day: string): string;
  /** The start of another unit, from the start of one. */
  move(start: string, count: number): string;
}

const UNITS: Readonly<Record<CalendarUnit, UnitArithmetic>> = {
  day: { startOf: (day) => day, move: addDays },
  week: { startOf: startOfWeek, move: (start, count) => addDays(start, count * 7) },
  month: { startOf: startOfMonth, move: addMonths },
  quarter: { startOf: startOfQuarter, move: (start, count) => addMonths(start, count * 3) },
  year: { startOf: (day) => `${day.slice(0, 4)}-01-01`, move: (start, count) => addMonths(start, count * 12) },
};

const UNIT_BY_TIMEFRAME: Readonly<Record<string, CalendarUnit>> = {
  today: 'day',
  yesterday: 'day',
  this_week: 'week',
  last_week: 'week',
  this_month: 'month',
  last_month: 'month',
  this_quarter: 'quarter',
  last_quarter: 'quarter',
  this_year: 'year',
};

/** The last one that is over; of the others, what has passed. */
const WHOLE_UNITS: readonly string[] = ['yesterday', 'last_week', 'last_month', 'last_quarter'];

/** Days up to today. */
const ROLLING_DAYS: Readonly<Record<string, number>> = {
  last_24_hours: 2,
  last_7_days: 7,
  last_30_days: 30,
  last_90_days: 90,
  last_365_days: 365,
};

/** The API does not know earlier days. */
const FIRST_DAY = '0001-01-01';

/** Where it is this day. undefined: the days do not follow from the date, such as those of all time. */
export function timeframeRange(timeframe: string, today: string): DayRange | undefined {
  const [unit, days] = [UNIT_BY_TIMEFRAME[timeframe], ROLLING_DAYS[timeframe]];
  if (unit && WHOLE_UNITS.includes(timeframe)) return unitBefore(unit, UNITS[unit].startOf(today));
  if (unit) return { start: UNITS[unit].startOf(today), end: today };
  return days === undefined ? undefined : { start: addDays(today, 1 - days), end: today };
}

/** The unit that a timeframe counts in. A custom range has one if it is a whole day, week, month, quarter or year. */
export function calendarUnitOf(timeframe: string, range: DayRange | undefined): CalendarUnit | undefined {
  if (timeframe !== 'custom') return UNIT_BY_TIMEFRAME[timeframe];
  return range && (Object.keys(UNITS) as CalendarUnit[]).find((unit) => isWhole(unit, range));
}

export interface ComparedDays {
  /** The days that are compared. */
  readonly counted: DayRange;
  /** The days that they are compared with. */
  readonly before: DayRange;
  /** Set if the last day of `counted` is not over: so much of the last day of `before` is compared. */
  readonly until?: string;
  /** The period goes on after the days that are compared. */
  readonly isWithoutToday: boolean;
}

interface Situation {
  /** The time on the website. */
  readonly now: LocalTime;
  /** Days from this one on can be counted in part. undefined: none. */
  readonly keptFrom?: string | undefined;
}

/**
 * A day that is not over would look like a fall. So it is compared with the same part of a day before, if that can be counted in part; else
 * only whole days are compared. undefined: there are no days to compare, or to compare with.
 */
export function comparedDays(
  comparison: Comparison,
  timeframe: string,
  range: DayRange,
  { now, keptFrom }: Situation,
): ComparedDays | undefined {
  const unit = calendarUnitOf(timeframe, range);
  const beforeOf = (counted: DayRange) => {
    const before = rangeBefore(comparison, unit, counted, range.end < now.day);
    return before && before.start >= FIRST_DAY ? before : undefined;
  };
  if (range.end < now.day) {
    const before = beforeOf(range);
    return before && { counted: range, before, isWithoutToday: false };
  }
  if (range.start > now.day) return undefined;
  const soFar = { start: range.start, end: now.day };
  const sameDays = beforeOf(soFar);
  // A shorter month before has no such day.
  const hasDay = sameDays && (comparison === 'year' || countDays(sameDays) === countDays(soFar));
  if (hasDay && keptFrom !== undefined && sameDays.start >= keptFrom) {
    return { counted: soFar, before: sameDays, until: now.time > '00:00' ? now.time : '00:01', isWithoutToday: false };
  }
  const wholeDays = { start: range.start, end: addDays(now.day, -1) };
  const before = wholeDays.start > wholeDays.end ? undefined : beforeOf(wholeDays);
  return before && { counted: wholeDays, before, isWithoutToday: true };
}

function rangeBefore(
  comparison: Comparison,
  unit: CalendarUnit | undefined,
  range: DayRange,
  isOver: boolean,
): DayRange | undefined {
  if (comparison === 'off') return undefined;
  if (comparison === 'year') return { start: yearBefore(range.start), end: yearBefore(range.end) };
  if (!unit) {
    return { start: addDays(range.start, -countDays(range)), end: addDays(range.start, -1) };
  }
  const whole = unitBefore(unit, UNITS[unit].startOf(range.start));
  if (isOver && isWhole(unit, range)) return whole;
  const sameDays = addDays(whole.start, countDays(range) - 1);
  return { start: whole.start, end: sameDays < whole.end ? sameDays : whole.end };
}

function unitBefore(unit: CalendarUnit, start: string): DayRange {
  return { start: UNITS[unit].move(start, -1), end: addDays(start, -1) };
}

function isWhole(unit: CalendarUnit, { start, end }: DayRange): boolean {
  const { startOf, move } = UNITS[unit];
  return start === startOf(start) && end === addDays(move(start, 1), -1);
}

/** The 29th of February becomes the 28th. */
function yearBefore(day: string): string {
  const year = String(Number(day.slice(0, 4)) - 1).padStart(4, '0');
  const same = `${year}${day.slice(4)}`;
  return Number.isNaN(Date.parse(same)) || addDays(same, 0) !== same ? `${year}-02-28` : same;
}
