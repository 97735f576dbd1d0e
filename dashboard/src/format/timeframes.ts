// The names of timeframes and comparisons.
import { t } from '../language/t.ts';
import type { CalendarUnit, Comparison } from '../periods.ts';
import type { Timeframe, View } from '../routing/view.ts';
import { formatDay, formatRange } from './dates.ts';

export const TIMEFRAME_NAMES: Readonly<Record<Timeframe, string>> = {
  today: t('common.today'),
  yesterday: t('common.yesterday'),
  last_24_hours: t('numbers.yesterdayAndToday'),
  last_7_days: t('numbers.last7Days'),
  last_30_days: t('numbers.last30Days'),
  last_90_days: t('numbers.last90Days'),
  last_365_days: t('numbers.last365Days'),
  last_week: t('numbers.lastWeek'),
  last_month: t('numbers.lastMonth'),
  last_quarter: t('numbers.lastQuarter'),
  this_week: t('numbers.thisWeek'),
  this_month: t('numbers.thisMonth'),
  this_quarter: t('numbers.thisQuarter'),
  this_year: t('numbers.thisYear'),
  insights_week: t('numbers.insightsWeek'),
  all_time: t('numbers.allTime'),
  custom: t('numbers.customRange'),
};

export function timeframeName({ timeframe, rangeStart, rangeEnd }: View): string {
  if (timeframe !== 'custom' || rangeStart === undefined || rangeEnd === undefined) return TIMEFRAME_NAMES[timeframe];
  return formatRange({ start: rangeStart, end: rangeEnd });
}

/** Why nothing is compared with days before the first one of a website. */
export function noDataText(firstDay: string): string {
  return t('numbers.noDataBefore', { day: formatDay(firstDay) });
}

/** What a period is compared with, for texts that name it, such as "vs. the previous month". */
export function comparisonBasis(comparison: Exclude<Comparison, 'off'>, unit: CalendarUnit | undefined): string {
  if (comparison === 'year') return 'same_days';
  return comparison === 'calendar' ? (unit ?? 'calendar') : 'previous';
}
