// Setting up the service with a one-time link, before anybody can log in.
import { createFunnelClient, type Schemas } from '@funnel/api-client';
import { queryOptions } from '@tanstack/react-query';
import { unwrap } from './client.ts';

export type Setup = Omit<Schemas['NewSetup'], 'secret'>;

/** Sends no token: nobody is logged in. */
function client() {
  return createFunnelClient({ baseUrl: window.location.origin });
}

/** Fails with 401 if the link can't be used. */
export function setupLinkQuery(secret: string) {
  return queryOptions({
    queryKey: ['setup-link', secret],
    queryFn: () => checkSetup(secret, {}),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Checks the fields that are filled in so far, and creates nothing. */
export function checkSetup(secret: string, fields: Partial<Setup>) {
  return unwrap(client().POST('/dashboard/setup/check', { body: { secret, ...fields } }));
}

/** Creates everything at once. The browser is logged in with the next login. */
export function finishSetup(secret: string, setup: Setup) {
  return unwrap(client().POST('/dashboard/setup', { body: { secret, ...setup } }));
}
