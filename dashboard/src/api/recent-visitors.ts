// The visitors of the last minutes, from the kept events: so they are those of all nodes of the service.
import { queryOptions } from '@tanstack/react-query';
import { localTimeAt, todayIn } from '../format/dates.ts';
import { type Api, unwrap } from './client.ts';
import { KEPT_EVENTS_KEY, notKeptIn } from './kept-events.ts';

export const RECENT_MINUTES = 30;
const MINUTE_MS = 60_000;
export const RECENT_POLL_SECONDS = 30;

export function recentVisitorsQuery(api: Api, websiteId: number, timezone: string | undefined, isPolling: boolean) {
  return queryOptions({
    queryKey: [KEPT_EVENTS_KEY, 'recent-visitors', websiteId, timezone],
    queryFn: ({ signal }) => {
      const { day, time } = localTimeAt(Date.now() - RECENT_MINUTES * MINUTE_MS, timezone);
      const range = { range_start: day, range_end: todayIn(timezone) };
      const query = { website_id: websiteId, timeframe: 'custom' as const, ...range, since: time };
      return unwrap(api.GET('/api/v1/reports/website', { params: { query }, signal }));
    },
    enabled: isPolling,
    refetchInterval: ({ state }) => (notKeptIn(state.error) ? false : RECENT_POLL_SECONDS * 1_000),
  });
}
