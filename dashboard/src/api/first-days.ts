// Since when there is data of each website: nothing is compared with earlier days.

import { rangeOf } from '@funnel/report-files/timeframe.ts';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { type Api, unwrap } from './client.ts';
import { useApi } from './context.tsx';
import { KEPT_EVENTS_KEY } from './kept-events.ts';
import { ApiProblem } from './problem.ts';
import type { FirstDays } from './types.ts';

/** No day is before it. */
const OF_ALL_DAYS = '0000-01-01';

/** The first days of each website. */
export function firstDaysQuery(api: Api) {
  return queryOptions({
    queryKey: [KEPT_EVENTS_KEY, 'first-days'],
    queryFn: async ({ signal }): Promise<ReadonlyMap<number, FirstDays>> => {
      try {
        const { websites } = await unwrap(api.GET('/api/v1/reports/websites/first-days', { signal }));
        return new Map(
          websites.map(({ id, first_day: firstDay, kept_from: keptFrom, insights_from: insightsFrom }) => [
            id,
            {
              ...(firstDay !== null && { firstDay }),
              ...(keptFrom !== null && { keptFrom: keptFrom > (firstDay ?? keptFrom) ? keptFrom : OF_ALL_DAYS }),
              ...(insightsFrom !== null && { insightsFrom }),
            },
          ]),
        );
      } catch (error) {
        // A chat does not have it: see `readFirstDays`.
        if (error instanceof ApiProblem && error.status === 404) return new Map();
        throw error;
      }
    },
  });
}

export const NOT_KNOWN: FirstDays = {};

/**
 * The first days of one website. In a chat, it is the first day of all time: that of the first event, or the one on which the website was
 * created if that is earlier.
 */
export async function readFirstDays(api: Api, client: QueryClient, websiteId: number): Promise<FirstDays> {
  const known = await client.fetchQuery(firstDaysQuery(api));
  return known.size > 0 ? (known.get(websiteId) ?? NOT_KNOWN) : client.fetchQuery(allTimeQuery(api, websiteId));
}

function allTimeQuery(api: Api, websiteId: number) {
  const query = { website_id: websiteId, timeframe: 'all_time' as const };
  return queryOptions({
    queryKey: ['all-time', websiteId],
    queryFn: async ({ signal }): Promise<FirstDays> => {
      const { timeframe } = await unwrap(api.GET('/api/v1/reports/website', { params: { query }, signal }));
      return { firstDay: rangeOf(timeframe).start };
    },
  });
}

/** Whether weekly insights have been written, or it is not known. undefined while it is loading. */
export function useHasInsights(websiteId: number): boolean | undefined {
  const { data, isError } = useQuery(firstDaysQuery(useApi()));
  if (isError) return true;
  const days = data?.get(websiteId);
  return days ? days.insightsFrom !== undefined : data && true;
}
