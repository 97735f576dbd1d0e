// Reads with a share link: its secret, which is in the URL of the page, is the credential of every request.
import { problemOf } from '../api/problem.ts';
import type { SharedPage } from './shared-page.ts';

/** The last part of the path. */
export function secretOf(pathname: string): string {
  return pathname.split('/').at(-1) ?? '';
}

interface Ends {
  /** The link was revoked, has expired, or its creator has left. */
  onEnded(): void;
  /** The password has to be entered again. */
  onLocked(): void;
}

export function sharedFetch(credential: string, { onEnded, onLocked }: Ends): (request: Request) => Promise<Response> {
  return async (request) => {
    request.headers.set('authorization', `Bearer ${credential}`);
    const response = await fetch(request);
    if (response.status === 410) onEnded();
    if (response.status === 401) onLocked();
    return response;
  };
}

/** Throws an ApiProblem if it is not the password. */
export async function unlock(url: string, password: string): Promise<SharedPage & { readonly pass: string }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password }),
  });
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw problemOf(response.status, body);
  return body as SharedPage & { readonly pass: string };
}
