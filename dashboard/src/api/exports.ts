// The scheduled export, and what it has of the websites that the user owns.
import { queryOptions } from '@tanstack/react-query';
import { type Api, unwrap } from './client.ts';

export type ScheduledExport = Awaited<ReturnType<typeof readScheduledExport>>;
export type ExportedWebsite = ScheduledExport['websites'][number];

const RUNNING_POLLED_EVERY_MS = 5_000;
const POLLED_EVERY_MS = 60_000;

export function scheduledExportQuery(api: Api) {
  return queryOptions({
    queryKey: ['scheduled-export'],
    queryFn: ({ signal }) => readScheduledExport(api, signal),
    refetchInterval: ({ state: { data } }) => (data?.state === 'running' ? RUNNING_POLLED_EVERY_MS : POLLED_EVERY_MS),
  });
}

function readScheduledExport(api: Api, signal: AbortSignal) {
  return unwrap(api.GET('/api/v1/scheduled-export', { signal }));
}
