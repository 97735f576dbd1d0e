// What other tools have counted on a website, imported from the files that they export.
import type { Schemas } from '@funnel/api-client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { notesOfAnswers } from '../language/t.ts';
import type { View } from '../routing/view.ts';
import { effectiveComparison } from '../routing/view.ts';
import type { Session } from '../session/session.ts';
import { defaultGroupBy } from './buckets.ts';
import { type Api, unwrap } from './client.ts';
import { problemOf } from './problem.ts';

/** An import, or a file that is not imported. */
export type HistoryProgress = Schemas['HistoryProgress'];
export type HistoryTool = HistoryProgress['tool'];

export const HISTORY_TOOLS: Readonly<Record<HistoryTool, string>> = {
  plausible: 'Plausible',
  umami: 'Umami',
  ga4: 'Google Analytics 4',
};

export const HISTORY_DIMENSIONS = [
  ...(['channel', 'referrer', 'utm_source', 'utm_medium', 'utm_campaign', 'page', 'event'] as const),
  ...(['device', 'browser', 'os', 'country', 'language'] as const),
];
export type HistoryDimension = (typeof HISTORY_DIMENSIONS)[number];

export const HISTORY_KEY = ['history'] as const;
const IMPORTING_POLLED_EVERY_MS = 2_000;

export function historyQuery(api: Api, websiteId: number, view: View, by: HistoryDimension) {
  const { timeframe, rangeStart, rangeEnd } = view;
  const comparison = effectiveComparison(view);
  const query = {
    website_id: websiteId,
    timeframe,
    ...(rangeStart !== undefined && { range_start: rangeStart }),
    ...(rangeEnd !== undefined && { range_end: rangeEnd }),
    ...(comparison !== 'off' && { previous_period: true }),
    ...(comparison === 'year' && { compare: 'year' as const }),
    group_by:
      rangeStart !== undefined && rangeEnd !== undefined
        ? defaultGroupBy({ start: rangeStart, end: rangeEnd })
        : groupByOf(timeframe),
    by,
    ...notesOfAnswers(),
  };
  return queryOptions({
    queryKey: [...HISTORY_KEY, 'report', query],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/reports/website/history', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** Long periods by month: their days are too many for a chart. */
function groupByOf(timeframe: View['timeframe']): 'day' | 'week' | 'month' {
  if (timeframe === 'all_time') return 'month';
  return timeframe === 'this_year' || timeframe === 'last_365_days' ? 'week' : 'day';
}

/** Files that are not imported come first. */
export function historyImportsQuery(api: Api, websiteId: number) {
  const query = { website_id: websiteId, unfinished: true };
  return queryOptions({
    queryKey: [...HISTORY_KEY, 'imports', websiteId],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/history-imports', { params: { query }, signal })),
    select: ({ history_imports: imports, unfinished = [] }): HistoryProgress[] => [
      ...unfinished,
      ...imports.map((one) => ({ ...one, state: 'done' as const, progress: 100, skipped: null, problem: null })),
    ],
    refetchInterval: ({ state: { data } }) =>
      data?.unfinished?.some(({ state }) => state !== 'failed') ? IMPORTING_POLLED_EVERY_MS : false,
  });
}

export async function removeHistoryImport(api: Api, websiteId: number, id: number): Promise<void> {
  const params = { path: { id }, query: { website_id: websiteId } };
  await unwrap(api.DELETE('/api/v1/history-imports/{id}', { params }));
}

export interface SentHistory {
  readonly tool: HistoryTool;
  readonly file: File;
  readonly conversionEvent: string;
  readonly lastDay: string;
}

/** `onProgress`: the share of the file that was sent. Browsers say it only of a request of this kind. */
export async function importHistory(
  session: Pick<Session, 'accessToken'>,
  websiteId: number,
  { tool, file, conversionEvent, lastDay }: SentHistory,
  onProgress: (share: number) => void,
): Promise<Schemas['HistoryUpload']> {
  const query = new URLSearchParams({
    website_id: String(websiteId),
    tool,
    file_name: file.name,
    ...(conversionEvent !== '' && { conversion_event: conversionEvent }),
    ...(lastDay !== '' && { last_day: lastDay }),
  });
  const token = await session.accessToken();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/api/v1/history-imports?${query}`);
    request.setRequestHeader('authorization', `Bearer ${token}`);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 1));
    request.addEventListener('load', () => {
      const isOk = request.status >= 200 && request.status < 300;
      if (isOk) resolve(request.response as Schemas['HistoryUpload']);
      else reject(problemOf(request.status, request.response));
    });
    request.addEventListener('error', () => reject(problemOf(0, undefined)));
    request.send(file);
  });
}
