// A person's own tokens. Not part of the public API: only the dashboard may make them, for whoever is signed in.
import { queryOptions } from '@tanstack/react-query';
import type { Session } from '../session/session.ts';
import { authorizedFetch } from './client.ts';
import { problemOf } from './problem.ts';

const PATH = '/oauth/tokens';

export interface Token {
  readonly id: number;
  readonly name: string | null;
  readonly audience: 'rest' | 'tools';
  readonly scopes: readonly string[];
  readonly website_ids: readonly number[];
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
  /** Of the user who made it; null: an operator. */
  readonly user_id: number | null;
  /** null: an operator, or a user who is gone. */
  readonly user_email: string | null;
}

/** With the token itself, this one time. */
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
    queryKey: ['tokens'],
    queryFn: async ({ signal }): Promise<readonly Token[]> => {
      const answer = await send(session, new Request(PATH, { signal }));
      return ((await answer.json()) as { tokens: Token[] }).tokens;
    },
  });
}

export async function createToken(session: Session, token: NewToken): Promise<CreatedToken> {
  const headers = { 'content-type': 'application/json' };
  const answer = await send(session, new Request(PATH, { method: 'POST', headers, body: JSON.stringify(token) }));
  return (await answer.json()) as CreatedToken;
}

export async function revokeToken(session: Session, id: number): Promise<void> {
  await send(session, new Request(`${PATH}/${id}`, { method: 'DELETE' }));
}

async function send(session: Session, request: Request): Promise<Response> {
  const response = await authorizedFetch(session, request);
  if (response.ok) return response;
  throw problemOf(response.status, await response.json().catch(() => undefined));
}
