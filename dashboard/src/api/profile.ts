// Who is logged in.
import type { Schemas } from '@funnel/api-client';
import { queryOptions } from '@tanstack/react-query';
import { type Api, unwrap } from './client.ts';

export type Profile = Schemas['Profile'];
/** An account of the user, with their role in it. */
export type OwnAccount = Profile['accounts'][number];

export const PROFILE_KEY = ['profile'] as const;

export function profileQuery(api: Api) {
  return queryOptions({
    queryKey: PROFILE_KEY,
    queryFn: ({ signal }) => unwrap(api.GET('/dashboard/profile', { signal })),
  });
}
