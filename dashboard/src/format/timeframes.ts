// The names of timeframes and comparisons.
import type { CalendarUnit, Comparison } from '../periods.ts';
import type { Timeframe, View } from '../routing/view.ts';
import { formatDay, formatRange } from './dates.ts';

export const TIMEFRAME_NAMES: Readonly<Record<Timeframe, string>> = {
  today: 'Today',
  yesterday: 'Yesterday',
  last_24_hours: 'Yesterday and today',
  last_7_days: 'Last 7 days',
  last_30_days: 'Last 30 days',
  last_90_days: 'Last 90 days',
  last_365_days: 'Last 365 days',
  last_week: 'Last week',
  last_month: 'Last month',
  last_quarter: 'Last quarter',
  this_week: 'This week',
  this_month: 'This month',
  this_quarter: 'This quarter',
  this_year: 'This year',
  insights_week: 'Insights week',
  all_time: 'All time',
  custom: 'Custom range',
};

export function timeframeName({ timeframe, rangeStart, rangeEnd }: View): string {
  if (timeframe !== 'custom' || rangeStart === undefined || rangeEnd === undefined) return TIMEFRAME_NAMES[timeframe];
  return formatRange({ start: rangeStart, end: rangeEnd });
}

/** Why nothing is compared with days before the first one of a website. */
export function noDataText(firstDay: string): string {
  return `no data before ${formatDay(firstDay)}`;
}

/** What a period is compared with, such as "the previous month". */
export function comparedWith(comparison: Exclude<Comparison, 'off'>, unit: CalendarUnit | undefined): string {
  if (comparison === 'year') return 'the same days a year before';
  return comparison === 'calendar' ? `the previous ${unit ?? 'calendar period'}` : 'the previous period';
}
