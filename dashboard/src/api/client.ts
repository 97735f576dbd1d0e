// The typed client of the public REST API, with the session's token on every request.
import { createFunnelClient, type FunnelClient } from '@funnel/api-client';
import { type Session, SessionEndedError } from '../session/session.ts';
import { problemOf } from './problem.ts';

export type Api = FunnelClient;

export function createApi(session: Session): Api {
  return createFunnelClient({
    baseUrl: window.location.origin,
    fetch: (request) => authorizedFetch(session, request),
  });
}

/** A token may be revoked or expire under way: the first 401 is answered by one renewal and one more try. */
export async function authorizedFetch(session: Session, request: Request): Promise<Response> {
  const again = request.clone();
  const first = await fetch(withToken(request, await session.accessToken()));
  if (first.status !== 401) return first;
  await session.renew();
  const second = await fetch(withToken(again, await session.accessToken()));
  if (second.status === 401) throw new SessionEndedError('The session has ended.');
  return second;
}

function withToken(request: Request, token: string): Request {
  request.headers.set('authorization', `Bearer ${token}`);
  return request;
}

interface Outcome<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/** The answer, or the API's problem thrown as an error. */
export async function answerOf<Data>(outcome: Promise<Outcome<Data>>): Promise<Data> {
  const { data, error, response } = await outcome;
  if (!response.ok) throw problemOf(response.status, error);
  return data as Data;
}
