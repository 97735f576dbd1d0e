// The rhythm of a website: what the weeks before lead to expect of a period, and how much the website varies. With it, changes that random
// variation explains are told from news.

import type { DayRange } from '@funnel/report-files/days.ts';
import type { MetricName, Metrics } from '@funnel/report-files/metrics.ts';
import {
  type News,
  newsAmong,
  newsAmongWebsites,
  UNKNOWN_VARIATION,
  type Variation,
} from '@funnel/report-files/noise.ts';
import { previousRangeOf, rangeOf } from '@funnel/report-files/timeframe.ts';
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { usePage, useView } from '../routing/router.tsx';
import { type CountType, effectiveCountType } from '../routing/view.ts';
import { type Api, unwrap } from './client.ts';
import { useApi, useIsChat, useSharedPage } from './context.tsx';
import type { SeriesSubject } from './series.ts';
import type { RhythmReport, TimeframeBlock } from './types.ts';

type Rhythm = RhythmReport['data'];

interface RhythmOptions {
  readonly groupBy: 'day' | 'hour';
  readonly countType: CountType;
}

/** Only websites and campaigns have expectations. */
export function hasRhythm(subject: SeriesSubject): boolean {
  return subject.kind === 'website' || subject.kind === 'campaigns';
}

function rhythmQuery(api: Api, subject: SeriesSubject, { start, end }: DayRange, options: RhythmOptions) {
  const id = subject.kind === 'campaigns' ? { id: subject.id } : {};
  const query = {
    website_id: subject.websiteId,
    ...id,
    timeframe: 'custom' as const,
    range_start: start,
    range_end: end,
    group_by: options.groupBy,
    count_type: options.countType,
  };
  return queryOptions({
    queryKey: ['rhythm', query],
    queryFn: async ({ signal }): Promise<Rhythm> =>
      (await unwrap(api.GET('/api/v1/reports/website/rhythm', { params: { query }, signal }))).data,
  });
}

/**
 * undefined: it is not known yet, or there is none. A chat has none: there, each report is a call of a tool. A link to another page than
 * that of the website does not say what is expected of the whole website, and a locked one nothing of the weeks before.
 */
export function useRhythm(
  subject: SeriesSubject,
  range: DayRange | undefined,
  options: RhythmOptions,
  isEnabled = true,
): Rhythm | undefined {
  const isChat = useIsChat();
  const shared = useSharedPage();
  const isWebsitePage = usePage().name === 'website';
  const isKnown = !shared || (isWebsitePage && !shared.locked);
  const query = rhythmQuery(useApi(), subject, range ?? { start: '', end: '' }, options);
  return useQuery({ ...query, enabled: isEnabled && !isChat && isKnown && range !== undefined }).data;
}

/** Which of the changes that are shown together are news. Until it is known how much the website varies, that is assumed. */
export function useNews(
  websiteId: number,
  timeframe: TimeframeBlock | undefined,
  rows: readonly Metrics[],
  names: readonly MetricName[],
): News {
  const countType = effectiveCountType(useView());
  const before = timeframe && previousRangeOf(timeframe);
  const range = timeframe && rangeOf(timeframe);
  const options = { groupBy: 'day', countType } as const;
  const rhythm = useRhythm({ kind: 'website', websiteId }, range, options, before !== undefined);
  if (!before || !range) return () => undefined;
  const now = { start: range.start, end: timeframe.comparedThrough ?? range.end };
  return newsAmong(rows, names, { now, before, countType }, variationIn(rhythm));
}

/** The changes of a website in a table of several. */
export interface ComparedWebsite {
  readonly id: number;
  readonly timeframe: TimeframeBlock;
  readonly metrics: Metrics;
}

/** How much each website varies is a request: above so many, that is assumed. */
const MEASURED_WEBSITES_MAX = 20;

/** Which changes of the websites of a table are news: each by its own days and its own variation, and all together by one budget. */
export function useWebsitesNews(websites: readonly ComparedWebsite[], names: readonly MetricName[]): News {
  const api = useApi();
  const compared = websites.flatMap(({ id, timeframe, metrics }) => {
    const before = previousRangeOf(timeframe);
    const range = rangeOf(timeframe);
    const now = { start: range.start, end: timeframe.comparedThrough ?? range.end };
    return before ? [{ id, range, metrics, periods: { now, before, countType: 'distinct' as const } }] : [];
  });
  const isMeasured = !useIsChat() && compared.length <= MEASURED_WEBSITES_MAX;
  const rhythms = useQueries({
    queries: compared.map(({ id, range }) => ({
      ...rhythmQuery(api, { kind: 'website', websiteId: id }, range, { groupBy: 'day', countType: 'distinct' }),
      enabled: isMeasured,
    })),
  });
  return newsAmongWebsites(
    compared.map((row, index) => ({ ...row, variation: variationIn(rhythms[index]?.data) })),
    names,
  );
}

function variationIn(rhythm: Rhythm | undefined): Variation {
  if (!rhythm) return UNKNOWN_VARIATION;
  const { metrics, order_value: orderValue } = rhythm.variation;
  return { metrics, orderValue };
}
