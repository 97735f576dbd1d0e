// What somebody does with a link to an invitation or to a new password, without being logged in.
import { createFunnelClient, type Schemas } from '@funnel/api-client';
import { queryOptions } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { type Api, unwrap } from './client.ts';

export type ShownInvitation = Schemas['ShownInvitation'];
export type Acceptance = Omit<Schemas['Acceptance'], 'secret'>;

/** Sends no token: nobody is logged in. */
function client() {
  return createFunnelClient({ baseUrl: window.location.origin });
}

/** The secret is in the fragment of the URL, which browsers send nowhere. It changes if another link is opened on the same page. */
export function useLinkSecret(): string {
  return useSyncExternalStore(watchFragment, () => window.location.hash.slice(1));
}

function watchFragment(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

/** Fails with 401 if the link can't be used. */
export function invitationQuery(secret: string) {
  return queryOptions({
    queryKey: ['invitation', secret],
    queryFn: () => unwrap(client().POST('/dashboard/invitation', { body: { secret } })),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export async function acceptInvitation(secret: string, acceptance: Acceptance): Promise<void> {
  await unwrap(client().POST('/dashboard/invitation/accept', { body: { secret, ...acceptance } }));
}

/** Called by somebody who is logged in with the email address of the invitation. */
export async function joinAccount(api: Api, secret: string): Promise<void> {
  await unwrap(api.POST('/dashboard/membership', { body: { secret } }));
}

/** Fails with 401 if the link can't be used. */
export function passwordResetQuery(secret: string) {
  return queryOptions({
    queryKey: ['password-reset', secret],
    queryFn: () => unwrap(client().POST('/dashboard/password-reset', { body: { secret } })),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export async function resetPassword(secret: string, password: string): Promise<void> {
  await unwrap(client().POST('/dashboard/password-reset/use', { body: { secret, password } }));
}
