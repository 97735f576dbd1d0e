// Events as they arrive at a website, and how many there were.
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { DownloadedFile } from '../csv/download.ts';
import { type Api, fileOptions, readFile, unwrap } from './client.ts';
import type { Arrival } from './types.ts';

/** How often the page asks for new ones. */
const POLL_MS = 2_000;
const COUNTS_POLL_MS = 10_000;
/** How many the page keeps. */
const ARRIVALS_MAX = 500;

interface Arrivals {
  /** Newest first. */
  readonly arrivals: readonly Arrival[];
  readonly cursor: string;
}

/** Each answer is added to those before. */
export function arrivalsQuery(api: Api, client: QueryClient, websiteId: number, isPolling: boolean) {
  const queryKey = ['arrivals', websiteId];
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<Arrivals> => {
      const before = client.getQueryData<Arrivals>(queryKey);
      const query = { website_id: websiteId, ...(before && { after: before.cursor }) };
      const { arrivals, cursor } = await unwrap(api.GET('/dashboard/arrivals', { params: { query }, signal }));
      return { arrivals: [...arrivals.toReversed(), ...(before?.arrivals ?? [])].slice(0, ARRIVALS_MAX), cursor };
    },
    staleTime: 0,
    enabled: isPolling,
    refetchInterval: POLL_MS,
  });
}

export function arrivalCountsQuery(api: Api, websiteId: number, isPolling: boolean) {
  return queryOptions({
    queryKey: ['arrival-counts', websiteId],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/dashboard/arrival-counts', { params: { query: { website_id: websiteId } }, signal })),
    enabled: isPolling,
    refetchInterval: COUNTS_POLL_MS,
  });
}

/** Why events were not counted, by day, as a CSV file. */
export function readReasonsFile(api: Api, website_id: number): Promise<DownloadedFile> {
  const query = { website_id, format: 'csv', table: 'reasons' } as const;
  return readFile(api.GET('/dashboard/arrival-counts', { params: { query }, ...fileOptions() }));
}
