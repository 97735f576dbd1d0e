// Metrics over time. A website report has them for at most 92 days; a longer range is requested in pieces that end where a
// bucket ends, so that every point is exactly what the API counts.

import type { DayRange } from '@funnel/report-files/days.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Filter, filterParameter } from '../routing/filters.ts';
import type { CountType } from '../routing/view.ts';
import { type GroupBy, splitRange } from './buckets.ts';
import { type Api, unwrap } from './client.ts';
import type { Point, Series } from './types.ts';

interface WebsiteSubject {
  readonly kind: 'website';
  readonly websiteId: number;
}
interface RecordSubject<Kind> {
  readonly kind: Kind;
  readonly websiteId: number;
  readonly id: number;
}

/** What a report can be broken down for, and filtered. */
export type BrokenDownSubject = WebsiteSubject | RecordSubject<'campaigns' | 'variants' | 'steps'>;
export type SeriesSubject = BrokenDownSubject | RecordSubject<'elements'>;

export interface SeriesOptions {
  readonly groupBy: GroupBy;
  readonly countType: CountType;
  readonly filters: readonly Filter[];
}

export function seriesQuery(api: Api, subject: SeriesSubject, range: DayRange, options: SeriesOptions) {
  return queryOptions({
    queryKey: ['series', subject, range, options],
    queryFn: async ({ signal }): Promise<readonly Point[]> => {
      const pieces = subject.kind === 'website' ? splitRange(range, options.groupBy) : [range];
      const points = await Promise.all(pieces.map((piece) => readSeries(api, subject, piece, options, signal)));
      return points.flatMap((series) => series.points);
    },
    placeholderData: keepPreviousData,
  });
}

/** By hour, a range has at most 14 days. */
export async function readSeries(
  api: Api,
  subject: SeriesSubject,
  { start, end }: DayRange,
  { groupBy, countType, filters }: Omit<SeriesOptions, 'groupBy'> & { readonly groupBy: GroupBy | 'hour' },
  signal: AbortSignal,
): Promise<Series> {
  const query = {
    website_id: subject.websiteId,
    timeframe: 'custom' as const,
    range_start: start,
    range_end: end,
    group_by: groupBy,
    count_type: countType,
    ...filterParameter(filters),
  };
  if (subject.kind === 'website') {
    const report = await unwrap(api.GET('/api/v1/reports/website', { params: { query }, signal }));
    return report.data.timeseries!;
  }
  const path = `/api/v1/reports/${subject.kind}/{id}` as const;
  const report = await unwrap(api.GET(path, { params: { path: { id: subject.id }, query }, signal }));
  return report.data.timeseries!;
}
