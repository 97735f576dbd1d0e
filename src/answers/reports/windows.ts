// Resolves a timeframe to the days that it covers, and formats those days for a report.

import {
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
};

export function resolveWindow(period: RequestedPeriod, context: WindowContext): Window {
  if (period.timeframe === 'custom') return period.range;
  if (period.timeframe === 'insights_week') return insightsWindow(context);
  return { firstDay: firstDayUpToToday(period.timeframe, context), lastDay: context.today };
}

function insightsWindow({ today, insightsWeek }: WindowContext): Window {
  // Today is not complete, so even on a Sunday the last complete week is the previous one.
  const monday = insightsWeek ?? startOfWeek(today) - 7;
  return { firstDay: monday, lastDay: monday + 6 };
}

function firstDayUpToToday(
  timeframe: Exclude<NamedTimeframe, 'insights_week'>,
  { today, earliestDay }: WindowContext,
): number {
  switch (timeframe) {
    case 'today':
      return today;
    case 'this_week':
      return startOfWeek(today);
    case 'this_month':
      return startOfMonth(today);
    case 'this_quarter':
      return startOfQuarter(today);
    case 'this_year':
      return startOfYear(today);
    case 'last_24_hours':
      // Metrics are stored per day, and the last 24 hours span two days.
      return today - 1;
    case 'last_7_days':
      return today - 6;
    case 'last_30_days':
      return today - 29;
    case 'last_90_days':
      return today - 89;
    case 'last_365_days':
      return today - 364;
    case 'all_time':
      return Math.min(earliestDay, today);
  }
}

export function dayCount({ firstDay, lastDay }: Window): number {
  return lastDay - firstDay + 1;
}

/** The same number of days, ending the day before. undefined if there is no such period. */
export function previousWindow(timeframe: Timeframe, window: Window): Window | undefined {
  // Nothing comes before all_time, and an insights snapshot covers only its own week.
  if (timeframe === 'all_time' || timeframe === 'insights_week') return undefined;
  const firstDay = window.firstDay - dayCount(window);
  return firstDay < FIRST_DAY_OF_YEAR_1 ? undefined : { firstDay, lastDay: window.firstDay - 1 };
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
