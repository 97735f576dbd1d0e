// Resolves a timeframe to the days that it covers and to the days that these are compared with, and formats them for a report.
// Why: docs/decisions/reports.md, "Corner cases follow what a reader expects".

import {
  dayFromIso,
  FIRST_DAY_OF_YEAR_1,
  isoOfDay,
  startOfMonth,
  startOfQuarter,
  startOfWeek,
  startOfYear,
} from '../../engine/rollups/calendar.ts';
import type { Window } from '../../engine/rollups/window.ts';
import type { Zone } from '../../foundation/time/zone.ts';

export const TIMEFRAMES = [
  'today',
  'this_week',
  'this_month',
  'this_quarter',
  'this_year',
  'last_24_hours',
  'last_7_days',
  'last_30_days',
  'last_90_days',
  'last_365_days',
  'all_time',
  'insights_week',
  'custom',
  'yesterday',
  'last_week',
  'last_month',
  'last_quarter',
] as const;

export type Timeframe = (typeof TIMEFRAMES)[number];
type NamedTimeframe = Exclude<Timeframe, 'custom'>;

/** The requested period: a named timeframe or a custom range. */
export type RequestedPeriod =
  | { readonly timeframe: NamedTimeframe }
  | { readonly timeframe: 'custom'; readonly range: Window };

export interface WindowContext {
  readonly today: number;
  /** The earlier of the website's creation and its first recorded day. */
  readonly earliestDay: number;
  /** The Monday of the latest insights snapshot, if there is one. */
  readonly insightsWeek: number | undefined;
}

const SECOND_MS = 1_000;

const LABELS: Readonly<Record<NamedTimeframe, string>> = {
  today: 'Today',
  this_week: 'This week',
  this_month: 'This month',
  this_quarter: 'This quarter',
  this_year: 'This year',
  last_24_hours: 'Last 24 hours',
  last_7_days: 'Last 7 days',
  last_30_days: 'Last 30 days',
  last_90_days: 'Last 90 days',
  last_365_days: 'Last 365 days',
  all_time: 'All time',
  insights_week: 'Insights week',
  yesterday: 'Yesterday',
  last_week: 'Last week',
  last_month: 'Last month',
  last_quarter: 'Last quarter',
};

const UNITS = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type CalendarUnit = (typeof UNITS)[number];

const STARTS: Readonly<Record<CalendarUnit, (day: number) => number>> = {
  day: (day) => day,
  week: startOfWeek,
  month: startOfMonth,
  quarter: startOfQuarter,
  year: startOfYear,
};

/** The timeframes that are one unit of the calendar: what has passed of it, or the last whole one. */
const UNIT_SO_FAR = {
  today: 'day',
  this_week: 'week',
  this_month: 'month',
  this_quarter: 'quarter',
  this_year: 'year',
} as const;
const LAST_UNIT = { yesterday: 'day', last_week: 'week', last_month: 'month', last_quarter: 'quarter' } as const;

/** Days up to today. Metrics are stored per day, and the last 24 hours span two days. */
const ROLLING_DAYS = {
  last_24_hours: 2,
  last_7_days: 7,
  last_30_days: 30,
  last_90_days: 90,
  last_365_days: 365,
} as const;

export function resolveWindow(period: RequestedPeriod, context: WindowContext): Window {
  const { timeframe } = period;
  const { today, earliestDay } = context;
  if (timeframe === 'custom') return period.range;
  if (timeframe === 'insights_week') return insightsWindow(context);
  if (isIn(LAST_UNIT, timeframe)) return unitBefore(LAST_UNIT[timeframe], today);
  return { firstDay: firstDayUpToToday(timeframe, today, earliestDay), lastDay: today };
}

function insightsWindow({ today, insightsWeek }: WindowContext): Window {
  // Today is not complete, so even on a Sunday the last complete week is the previous one.
  const monday = insightsWeek ?? startOfWeek(today) - 7;
  return { firstDay: monday, lastDay: monday + 6 };
}

function firstDayUpToToday(
  timeframe: keyof typeof UNIT_SO_FAR | keyof typeof ROLLING_DAYS | 'all_time',
  today: number,
  earliestDay: number,
): number {
  if (timeframe === 'all_time') return Math.min(earliestDay, today);
  if (isIn(UNIT_SO_FAR, timeframe)) return STARTS[UNIT_SO_FAR[timeframe]](today);
  return today - ROLLING_DAYS[timeframe] + 1;
}

function isIn<Names extends object>(names: Names, name: PropertyKey): name is keyof Names {
  return Object.hasOwn(names, name);
}

/** The last whole one that is over on this day. */
export function unitBefore(unit: CalendarUnit, day: number): Window {
  const lastDay = STARTS[unit](day) - 1;
  return { firstDay: STARTS[unit](lastDay), lastDay };
}

export function dayCount({ firstDay, lastDay }: Window): number {
  return lastDay - firstDay + 1;
}

/**
 * The days that a window is compared with.
 * previous: the same number of days, ending the day before; of yesterday, last_week, last_month and last_quarter the whole one before.
 * same_part: see `samePartBefore`.
 * year: the same dates a year before; of the 29th of February the 28th. With the same part of the day, too, if today is among them.
 */
export const COMPARISONS = ['previous', 'same_part', 'year'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** What a period is asked to be compared with. */
export interface AskedComparison {
  readonly compare?: Comparison | undefined;
  readonly same_part?: boolean | undefined;
}

/** Whether only as much of the other period is compared as has passed of this one. */
export function comparesSamePart({ compare, same_part }: AskedComparison): boolean {
  return compare === 'same_part' || same_part === true;
}

export interface ComparedWindow extends Window {
  /** The last day counts only until the time that it is now. */
  readonly isUntilNow: boolean;
}

interface Compared extends AskedComparison {
  readonly timeframe: Timeframe;
  readonly window: Window;
  readonly today: number;
}

/** undefined if there is no such period. */
export function comparedWindow(compared: Compared): ComparedWindow | undefined {
  const { timeframe } = compared;
  // Nothing comes before all_time, and an insights snapshot covers only its own week.
  if (timeframe === 'all_time' || timeframe === 'insights_week') return undefined;
  const before = windowBefore(compared);
  return before && before.firstDay >= FIRST_DAY_OF_YEAR_1 ? before : undefined;
}

function windowBefore({ timeframe, window, today, ...asked }: Compared): ComparedWindow | undefined {
  const isSamePart = comparesSamePart(asked);
  if (asked.compare === 'year') return isSamePart ? samePartOfYearBefore(window, today) : windowOfYearBefore(window);
  return isSamePart
    ? samePartBefore(timeframe, window, today)
    : { ...previousWindow(timeframe, window), isUntilNow: false };
}

function windowOfYearBefore({ firstDay, lastDay }: Window): ComparedWindow {
  return { firstDay: yearBefore(firstDay), lastDay: yearBefore(lastDay), isUntilNow: false };
}

/** undefined: nothing of the window has passed. */
function samePartOfYearBefore(window: Window, today: number): ComparedWindow | undefined {
  if (window.firstDay > today) return undefined;
  const passed = windowOfYearBefore({ ...window, lastDay: Math.min(window.lastDay, today) });
  return { ...passed, isUntilNow: window.lastDay >= today };
}

function previousWindow(timeframe: Timeframe, window: Window): Window {
  if (isIn(LAST_UNIT, timeframe)) return unitBefore(LAST_UNIT[timeframe], window.firstDay);
  return { firstDay: window.firstDay - dayCount(window), lastDay: window.firstDay - 1 };
}

/**
 * A period that is not over would look like a fall beside one that is. So as much of the period before is compared as has passed of this
 * one. The period before is a unit of the calendar if this one is, also where a custom range is exactly one; else it has as many days.
 * A month that is shorter than what has passed of this one is compared as a whole. undefined: nothing of the window has passed.
 */
function samePartBefore(timeframe: Timeframe, window: Window, today: number): ComparedWindow | undefined {
  const { firstDay } = window;
  if (firstDay > today) return undefined;
  const unit = unitOf(timeframe, window);
  const isOver = window.lastDay < today;
  const passed = dayCount({ firstDay, lastDay: Math.min(window.lastDay, today) });
  if (unit === undefined) return { firstDay: firstDay - passed, lastDay: firstDay - 1, isUntilNow: !isOver };
  const whole = unitBefore(unit, firstDay);
  const lastDay = whole.firstDay + passed - 1;
  return isOver || lastDay > whole.lastDay
    ? { ...whole, isUntilNow: false }
    : { firstDay: whole.firstDay, lastDay, isUntilNow: true };
}

/** The unit of the calendar that a window is, or is a beginning of. undefined: other days, such as the last 30. */
function unitOf(timeframe: Timeframe, window: Window): CalendarUnit | undefined {
  if (isIn(LAST_UNIT, timeframe)) return LAST_UNIT[timeframe];
  if (isIn(UNIT_SO_FAR, timeframe)) return UNIT_SO_FAR[timeframe];
  return timeframe === 'custom' ? UNITS.find((unit) => isWhole(unit, window)) : undefined;
}

function isWhole(unit: CalendarUnit, { firstDay, lastDay }: Window): boolean {
  const before = unitBefore(unit, lastDay + 1);
  return before.firstDay === firstDay && before.lastDay === lastDay;
}

function yearBefore(day: number): number {
  const [year, month, dayOfMonth] = isoOfDay(day).split('-');
  const before = String(Number(year) - 1).padStart(4, '0');
  // Only the 29th of February has no such date. Before the year 1 there are no days to compare with.
  return dayFromIso(`${before}-${month}-${dayOfMonth}`) ?? dayFromIso(`${before}-02-28`) ?? FIRST_DAY_OF_YEAR_1 - 1;
}

export function windowLabel(timeframe: Timeframe, { firstDay, lastDay }: Window): string {
  if (timeframe === 'custom') return `Custom: ${isoOfDay(firstDay)} to ${isoOfDay(lastDay)}`;
  return LABELS[timeframe];
}

/** The first second of the window. */
export function rangeStartTimestamp({ firstDay }: Window, zone: Zone): string {
  return timestampOf(zone.startOfDay(firstDay));
}

/** The last second of the window. */
export function rangeEndTimestamp({ lastDay }: Window, zone: Zone): string {
  return timestampOf(zone.startOfDay(lastDay + 1) - SECOND_MS);
}

/** The last hours of 9999 in the west are in the year 10000, which is written +010000. */
export function timestampOf(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');
}
