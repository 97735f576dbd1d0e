// The saved funnels of a website. Everybody who may see the website sees them.
import type { Schemas } from '@funnel/api-client';
import { queryOptions } from '@tanstack/react-query';
import { type Funnel, writtenFunnel } from '../routing/funnel.ts';
import { type Api, unwrap } from './client.ts';

export type SavedFunnel = Schemas['SavedFunnel'];

export const SAVED_FUNNELS_KEY = ['saved-funnels'] as const;

export function savedFunnelsQuery(api: Api, websiteId: number) {
  return queryOptions({
    queryKey: [...SAVED_FUNNELS_KEY, websiteId],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/v1/funnels', { params: { query: { website_id: websiteId } }, signal })),
    select: ({ funnels }) => funnels,
  });
}

export function saveFunnel(api: Api, websiteId: number, name: string, funnel: Funnel): Promise<SavedFunnel> {
  const params = { query: { website_id: websiteId } };
  return unwrap(api.POST('/api/v1/funnels', { params, body: { name, ...writtenFunnel(funnel) } }));
}

interface FunnelId {
  readonly websiteId: number;
  readonly id: number;
}

function paramsOf({ websiteId, id }: FunnelId) {
  return { path: { id }, query: { website_id: websiteId } };
}

export function renameFunnel(api: Api, saved: FunnelId, name: string): Promise<SavedFunnel> {
  return unwrap(api.PATCH('/api/v1/funnels/{id}', { params: paramsOf(saved), body: { name } }));
}

export function replaceFunnel(api: Api, saved: FunnelId, funnel: Funnel): Promise<SavedFunnel> {
  return unwrap(api.PATCH('/api/v1/funnels/{id}', { params: paramsOf(saved), body: writtenFunnel(funnel) }));
}

export async function deleteFunnel(api: Api, saved: FunnelId): Promise<void> {
  await unwrap(api.DELETE('/api/v1/funnels/{id}', { params: paramsOf(saved) }));
}
