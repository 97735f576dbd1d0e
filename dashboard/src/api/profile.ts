// What users see and change about themselves.
import type { Schemas } from '@funnel/api-client';
import { queryOptions } from '@tanstack/react-query';
import { type Api, unwrap } from './client.ts';

export type Profile = Schemas['Profile'];
/** An account of the user, with their role in it. */
export type OwnAccount = Profile['accounts'][number];
export type BrowserSession = Schemas['BrowserSession'];
export type ConnectedApplication = Schemas['ConnectedApplication'];
export type WebsiteChoice = Schemas['WebsiteChoice'];
export type NewPassword = Schemas['NewPassword'];

export const PROFILE_KEY = ['profile'] as const;

export function profileQuery(api: Api) {
  return queryOptions({
    queryKey: [...PROFILE_KEY, 'user'],
    queryFn: ({ signal }) => unwrap(api.GET('/dashboard/profile', { signal })),
  });
}

export function sessionsQuery(api: Api) {
  return queryOptions({
    queryKey: [...PROFILE_KEY, 'sessions'],
    queryFn: async ({ signal }) => (await unwrap(api.GET('/dashboard/profile/sessions', { signal }))).sessions,
  });
}

export function applicationsQuery(api: Api) {
  return queryOptions({
    queryKey: [...PROFILE_KEY, 'applications'],
    queryFn: async ({ signal }) => (await unwrap(api.GET('/dashboard/profile/applications', { signal }))).applications,
  });
}

export function ownWebsitesQuery(api: Api) {
  return queryOptions({
    queryKey: [...PROFILE_KEY, 'websites'],
    queryFn: async ({ signal }) => (await unwrap(api.GET('/dashboard/profile/websites', { signal }))).websites,
  });
}

export function chooseLanguage(api: Api, language: Profile['language']) {
  return unwrap(api.PATCH('/dashboard/profile', { body: { language } }));
}

export function changePassword(api: Api, password: NewPassword) {
  return unwrap(api.POST('/dashboard/profile/password', { body: password }));
}

export async function endSession(api: Api, id: string): Promise<void> {
  await unwrap(api.DELETE('/dashboard/profile/sessions/{id}', { params: { path: { id } } }));
}

export async function revokeApplication(api: Api, id: string): Promise<void> {
  await unwrap(api.DELETE('/dashboard/profile/applications/{id}', { params: { path: { id } } }));
}

export async function chooseWebsites(api: Api, websiteIds: number[]): Promise<readonly WebsiteChoice[]> {
  return (await unwrap(api.PATCH('/dashboard/profile/websites', { body: { website_ids: websiteIds } }))).websites;
}
