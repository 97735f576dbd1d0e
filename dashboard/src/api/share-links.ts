// The links with which people without a login read one page of a website.
import type { Schemas } from '@funnel/api-client';
import { queryOptions } from '@tanstack/react-query';
import { type Api, unwrap } from './client.ts';

export type ShareLink = Schemas['ShareLink'];
export type NewShareLink = Schemas['NewShareLink'];
/** Has the URL, which is returned only once. */
export type CreatedShareLink = Schemas['CreatedShareLink'];

export const SHARE_LINKS_KEY = ['share-links'] as const;

export function shareLinksQuery(api: Api, websiteId: number) {
  return queryOptions({
    queryKey: [...SHARE_LINKS_KEY, websiteId],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/v1/share-links', { params: { query: { website_id: websiteId } }, signal })),
    select: ({ share_links: links }) => links,
  });
}

export function createShareLink(api: Api, websiteId: number, link: NewShareLink): Promise<CreatedShareLink> {
  return unwrap(api.POST('/api/v1/share-links', { params: { query: { website_id: websiteId } }, body: link }));
}

export async function revokeShareLink(api: Api, websiteId: number, id: number): Promise<void> {
  const params = { path: { id }, query: { website_id: websiteId } };
  await unwrap(api.DELETE('/api/v1/share-links/{id}', { params }));
}
