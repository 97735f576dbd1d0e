// The keys and settings of a website, for sending events. Only the dashboard can change them, for the logged-in user.
import type { Schemas } from '@funnel/api-client';
import { queryOptions } from '@tanstack/react-query';
import { type Api, unwrap } from './client.ts';

export type IngestKey = Schemas['IngestKey'];
/** Has the key itself, which is returned only once if it is secret. */
export type CreatedIngestKey = Schemas['CreatedIngestKey'];
export type NewIngestKey = Schemas['NewIngestKey'];
export type WebsiteSettings = Schemas['WebsiteSettings'];

export const KEYS_KEY = ['ingest-keys'] as const;
export const SETTINGS_KEY = ['website-settings'] as const;

export function ingestKeysQuery(api: Api, websiteId: number) {
  return queryOptions({
    queryKey: [...KEYS_KEY, websiteId],
    queryFn: async ({ signal }) => {
      const params = { query: { website_id: websiteId } };
      return (await unwrap(api.GET('/dashboard/ingest-keys', { params, signal }))).keys;
    },
  });
}

export function createIngestKey(api: Api, websiteId: number, key: NewIngestKey): Promise<CreatedIngestKey> {
  return unwrap(api.POST('/dashboard/ingest-keys', { params: { query: { website_id: websiteId } }, body: key }));
}

export async function revokeIngestKey(api: Api, id: number): Promise<void> {
  await unwrap(api.DELETE('/dashboard/ingest-keys/{id}', { params: { path: { id } } }));
}

export function websiteSettingsQuery(api: Api, websiteId: number) {
  return queryOptions({
    queryKey: [...SETTINGS_KEY, websiteId],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/dashboard/website-settings', { params: { query: { website_id: websiteId } }, signal })),
  });
}

export function changeWebsiteSettings(
  api: Api,
  websiteId: number,
  changes: Partial<WebsiteSettings>,
): Promise<WebsiteSettings> {
  const params = { query: { website_id: websiteId } };
  return unwrap(api.POST('/dashboard/website-settings', { params, body: changes }));
}
