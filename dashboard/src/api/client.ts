// The typed client of the public REST API, with the session's token on every request.
import { createFunnelClient, type FunnelClient } from '@funnel/api-client';
import type { DownloadedFile } from '../csv/download.ts';
import { fileNameIn } from '../csv/file-name.ts';
import { t } from '../language/t.ts';
import { type Session, SessionEndedError } from '../session/session.ts';
import { problemOf } from './problem.ts';

export type Api = FunnelClient;

export function createApi(session: Session): Api {
  return createFunnelClient({
    baseUrl: window.location.origin,
    fetch: (request) => authorizedFetch(session, request),
  });
}

/** A token can expire or be revoked at any time: after a 401 the session is renewed and the request sent again, once. */
async function authorizedFetch(session: Session, request: Request): Promise<Response> {
  const retry = request.clone();
  const token = await session.accessToken();
  const first = await fetch(withToken(request, token));
  if (first.status !== 401) return first;
  await session.renew(token);
  const second = await fetch(withToken(retry, await session.accessToken()));
  if (second.status === 401) throw new SessionEndedError(t('common.sessionEnded'));
  return second;
}

function withToken(request: Request, token: string): Request {
  request.headers.set('authorization', `Bearer ${token}`);
  return request;
}

/** What a request for a CSV file has besides `format`: it is in the language of the page. */
export function fileOptions() {
  return { parseAs: 'blob' as const, headers: { 'accept-language': t.locale } };
}

/** A CSV file, with the name that the service gave it. */
export async function readFile(result: Promise<Result<Blob>>): Promise<DownloadedFile> {
  const { data, error, response } = await result;
  if (!response.ok) throw problemOf(response.status, error);
  return { name: fileNameIn(response.headers.get('content-disposition')), content: data! };
}

interface Result<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/** The data of a response; throws an ApiProblem if the request failed. */
export async function unwrap<Data>(result: Promise<Result<Data>>): Promise<Data> {
  const { data, error, response } = await result;
  if (!response.ok) throw problemOf(response.status, error);
  return data as Data;
}
