// The people of an account and its open invitations. Only owners can see and change them.
import type { Schemas } from '@funnel/api-client';
import { queryOptions } from '@tanstack/react-query';
import { type Api, unwrap } from './client.ts';

export type Person = Schemas['Person'];
export type Role = Person['role'];
/** A role, and where it holds. `website_ids`: null for the whole account. */
export type Membership = Pick<Person, 'role' | 'website_ids'>;
export type Invitation = Schemas['Invitation'];
export type NewInvitation = Schemas['NewInvitation'];
/** Has the link, unless it was mailed. It is returned only once. */
export type CreatedInvitation = Schemas['CreatedInvitation'];
export type ResetLink = Schemas['ResetLink'];

export const PEOPLE_KEY = ['people'] as const;

const of = (accountId: number) => ({ account_id: accountId });

export function peopleQuery(api: Api, accountId: number) {
  return queryOptions({
    queryKey: [...PEOPLE_KEY, accountId],
    queryFn: async ({ signal }) =>
      (await unwrap(api.GET('/dashboard/people', { params: { query: of(accountId) }, signal }))).people,
  });
}

export function invitationsQuery(api: Api, accountId: number) {
  return queryOptions({
    queryKey: [...PEOPLE_KEY, accountId, 'invitations'],
    queryFn: async ({ signal }) =>
      (await unwrap(api.GET('/dashboard/invitations', { params: { query: of(accountId) }, signal }))).invitations,
  });
}

export function changeRole(api: Api, accountId: number, id: number, membership: Membership): Promise<Person> {
  const params = { query: of(accountId), path: { id } };
  return unwrap(api.PATCH('/dashboard/people/{id}', { params, body: membership }));
}

export async function removePerson(api: Api, accountId: number, id: number): Promise<void> {
  await unwrap(api.DELETE('/dashboard/people/{id}', { params: { query: of(accountId), path: { id } } }));
}

export async function leaveAccount(api: Api, accountId: number): Promise<void> {
  await unwrap(api.DELETE('/dashboard/membership', { params: { query: of(accountId) } }));
}

export function createResetLink(api: Api, accountId: number, id: number): Promise<ResetLink> {
  return unwrap(api.POST('/dashboard/people/{id}/reset-link', { params: { query: of(accountId), path: { id } } }));
}

export function invite(api: Api, accountId: number, invitation: NewInvitation): Promise<CreatedInvitation> {
  return unwrap(api.POST('/dashboard/invitations', { params: { query: of(accountId) }, body: invitation }));
}

export async function withdrawInvitation(api: Api, accountId: number, id: number): Promise<void> {
  await unwrap(api.DELETE('/dashboard/invitations/{id}', { params: { query: of(accountId), path: { id } } }));
}
