// The user's own tokens. Not part of the public API: only the dashboard can create them, for the logged-in user.
import { queryOptions } from '@tanstack/react-query';
import type { Session } from '../session/session.ts';
import { authorizedFetch } from './client.ts';
import { problemOf } from './problem.ts';

const PATH = '/oauth/tokens';
export const TOKENS_KEY = ['tokens'] as const;

export interface Token {
  readonly id: number;
  readonly name: string | null;
  readonly audience: 'rest' | 'tools';
  readonly scopes: readonly string[];
  readonly website_ids: readonly number[];
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
  /** The user who created it; null for an operator. */
  readonly user_id: number | null;
  /** null for an operator or a deleted user. */
  readonly user_email: string | null;
}

/** With the token itself, which is returned only once. */
export interface CreatedToken extends Token {
  readonly token: string;
}

export interface NewToken {
  readonly name: string;
  readonly audience: Token['audience'];
  readonly scopes: readonly string[];
  readonly website_ids: readonly number[];
  readonly expires_in_days?: number;
}

export function tokensQuery(session: Session) {
  return queryOptions({
    queryKey: TOKENS_KEY,
    queryFn: async ({ signal }): Promise<readonly Token[]> => {
      const response = await send(session, new Request(PATH, { signal }));
      return ((await response.json()) as { tokens: Token[] }).tokens;
    },
  });
}

export async function createToken(session: Session, token: NewToken): Promise<CreatedToken> {
  const headers = { 'content-type': 'application/json' };
  const response = await send(session, new Request(PATH, { method: 'POST', headers, body: JSON.stringify(token) }));
  return (await response.json()) as CreatedToken;
}

export async function revokeToken(session: Session, id: number): Promise<void> {
  await send(session, new Request(`${PATH}/${id}`, { method: 'DELETE' }));
}

async function send(session: Session, request: Request): Promise<Response> {
  const response = await authorizedFetch(session, request);
  if (response.ok) return response;
  throw problemOf(response.status, await response.json().catch(() => undefined));
}
