// The webhooks of shops whose orders are counted for a website. Only the dashboard can change them, for the logged-in user.
import type { Schemas } from '@funnel/api-client';
import { queryOptions } from '@tanstack/react-query';
import { type Api, unwrap } from './client.ts';

export type Webhook = Schemas['Webhook'];
export type NewWebhook = Schemas['NewWebhook'];
/** Has the secret, if one was generated. It is returned only once. */
export type CreatedWebhook = Schemas['CreatedWebhook'];

export const WEBHOOKS_KEY = ['webhooks'] as const;

export function webhooksQuery(api: Api, websiteId: number) {
  return queryOptions({
    queryKey: [...WEBHOOKS_KEY, websiteId],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/dashboard/webhooks', { params: { query: { website_id: websiteId } }, signal })),
  });
}

export function createWebhook(api: Api, websiteId: number, webhook: NewWebhook): Promise<CreatedWebhook> {
  return unwrap(api.POST('/dashboard/webhooks', { params: { query: { website_id: websiteId } }, body: webhook }));
}

export async function revokeWebhook(api: Api, id: number): Promise<void> {
  await unwrap(api.DELETE('/dashboard/webhooks/{id}', { params: { path: { id } } }));
}
