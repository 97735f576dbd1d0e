// The names of timeframes and comparisons.

import type { CalendarUnit, Comparison } from '@funnel/report-files/periods.ts';
import { previousRangeOf } from '@funnel/report-files/timeframe.ts';
import type { TimeframeBlock } from '../api/types.ts';
import { t } from '../language/t.ts';
import type { Timeframe, View } from '../routing/view.ts';
import { formatDay, formatRange, formatTime } from './dates.ts';

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

/** Which days a report is compared with, or why nothing is. undefined: nothing was to be. */
export function comparisonText(timeframe: TimeframeBlock): string | undefined {
  const { comparedThrough, comparedUntil: until, isComparedByWebsite, notCompared } = timeframe;
  const previous = previousRangeOf(timeframe);
  if (notCompared) {
    const reason = notCompared === 'running' ? t('report.todayNotOver') : noDataText(notCompared.noDataBefore);
    return t('report.notComparedBecause', { reason });
  }
  if (!previous) return undefined;
  const days = formatRange(previous);
  if (isComparedByWebsite) return t('report.comparedByWebsite', { days });
  if (until !== undefined) {
    return t('report.comparedUntilTime', { days, time: formatTime(`${previous.end}T${until}`) });
  }
  const text = t('report.comparedWithDays', { days });
  return comparedThrough === undefined ? text : `${text} (${t('report.withoutToday')})`;
}

/** What a period is compared with, for texts that name it, such as "vs. the previous month". */
export function comparisonBasis(comparison: Exclude<Comparison, 'off'>, unit: CalendarUnit | undefined): string {
  return comparison === 'year' ? 'same_days' : (unit ?? 'previous');
}
