// Points over time. A website report gives them for at most 92 days at once; a longer window is asked in pieces that
// end where a bucket ends, so no bucket is cut and every point is exactly what the API counts for it.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { countDays, type DayRange, dayOf } from '../format/dates.ts';
import type { CountType } from '../routing/view.ts';
import { type Api, answerOf } from './client.ts';
import { type GroupBy, splitRange } from './split-range.ts';
import type { Point, TimeframeBlock } from './types.ts';

export const POINTS_MAX = 400;
const DAYS_BY_DAY_MAX = 45;
const DAYS_BY_WEEK_MAX = 184;

export type SeriesSubject =
  | { readonly kind: 'website'; readonly websiteId: number }
  | {
      readonly kind: 'campaigns' | 'variants' | 'steps' | 'elements';
      readonly websiteId: number;
      readonly id: number;
    };

export function rangeOf({ range_start, range_end }: TimeframeBlock): DayRange {
  return { start: dayOf(range_start), end: dayOf(range_end) };
}

export function previousRangeOf({ previous_range_start, previous_range_end }: TimeframeBlock): DayRange | undefined {
  if (!previous_range_start || !previous_range_end) return undefined;
  return { start: dayOf(previous_range_start), end: dayOf(previous_range_end) };
}

export function defaultGroupBy(range: DayRange): GroupBy {
  const days = countDays(range);
  if (days <= DAYS_BY_DAY_MAX) return 'day';
  return days <= DAYS_BY_WEEK_MAX ? 'week' : 'month';
}

export function isTooFine(groupBy: GroupBy, range: DayRange): boolean {
  const daysInBucket = { day: 1, week: 7, month: 28 }[groupBy];
  return countDays(range) / daysInBucket > POINTS_MAX;
}

export function seriesQuery(api: Api, subject: SeriesSubject, range: DayRange, groupBy: GroupBy, countType: CountType) {
  return queryOptions({
    queryKey: ['series', subject, range, groupBy, countType],
    queryFn: async ({ signal }): Promise<readonly Point[]> => {
      const pieces = subject.kind === 'website' ? splitRange(range, groupBy) : [range];
      const answers = await Promise.all(
        pieces.map((piece) => readPoints(api, subject, piece, groupBy, countType, signal)),
      );
      return answers.flat();
    },
    placeholderData: keepPreviousData,
  });
}

async function readPoints(
  api: Api,
  subject: SeriesSubject,
  { start, end }: DayRange,
  groupBy: GroupBy,
  countType: CountType,
  signal: AbortSignal,
): Promise<readonly Point[]> {
  const query = {
    website_id: subject.websiteId,
    timeframe: 'custom' as const,
    range_start: start,
    range_end: end,
    group_by: groupBy,
    count_type: countType,
  };
  if (subject.kind === 'website') {
    const report = await answerOf(api.GET('/api/v1/reports/website', { params: { query }, signal }));
    return report.data.timeseries?.points ?? [];
  }
  const path = `/api/v1/reports/${subject.kind}/{id}` as const;
  const report = await answerOf(api.GET(path, { params: { path: { id: subject.id }, query }, signal }));
  return report.data.timeseries?.points ?? [];
}
