// The user's own tokens. Only the dashboard can create them, for the logged-in user.
import type { Schemas } from '@funnel/api-client';
import { queryOptions } from '@tanstack/react-query';
import { type Api, unwrap } from './client.ts';

export const TOKENS_KEY = ['tokens'] as const;

export type Token = Schemas['Token'];
/** Has the token itself, which is returned only once. */
export type CreatedToken = Schemas['CreatedToken'];
export type NewToken = Schemas['NewToken'];

export function tokensQuery(api: Api) {
  return queryOptions({
    queryKey: TOKENS_KEY,
    queryFn: async ({ signal }) => (await unwrap(api.GET('/oauth/tokens', { signal }))).tokens,
  });
}

export function createToken(api: Api, token: NewToken): Promise<CreatedToken> {
  return unwrap(api.POST('/oauth/tokens', { body: token }));
}

export async function revokeToken(api: Api, id: number): Promise<void> {
  await unwrap(api.DELETE('/oauth/tokens/{id}', { params: { path: { id } } }));
}
