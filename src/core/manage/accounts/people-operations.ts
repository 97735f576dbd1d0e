// The operations on people of an account, for its owners in the dashboard.
import { z } from 'zod';
import { defineOperation } from '../../contract/operations/define-operation.ts';
import { JSON_BODY_ERRORS } from '../../contract/operations/json-body.ts';
import { accountParameter, parameterOrNotFound } from '../../contract/operations/parameters.ts';
import { id, timestamp } from '../../contract/operations/schemas.ts';
import { Problem } from '../../foundation/problem/problem.ts';
import type { PeopleServices } from './people.ts';
import { jsonBody, membershipOf, newWebsiteIds, role, websiteIds } from './people-schemas.ts';

const examplePerson = { id: 2, email: 'ben@example.com', role: 'viewer', website_ids: [1] };

const PATH = '/dashboard/people';

export const person = z.strictObject({
  id: id.describe('Of the user.'),
  email: z.string(),
  role,
  website_ids: websiteIds,
});

const personParameters = {
  ...accountParameter,
  id: parameterOrNotFound(
    id.describe("The user's id, from list_people."),
    () => new Problem(404, 'There is no such person in this account.'),
  ),
};

export const listPeople = defineOperation({
  name: 'list_people',
  tag: 'People',
  method: 'GET',
  path: PATH,
  title: 'List people',
  description: 'The people of the account with their roles, by email address.',
  credential: 'dashboard',
  scope: 'reports',
  role: 'owner',
  website: 'account',
  input: z.object(accountParameter),
  csv: { people: 'people' },
  output: z.strictObject({ people: z.array(person) }),
  example: { people: [{ id: 1, email: 'ada@example.com', role: 'owner', website_ids: null }, examplePerson] },
  responses: { 200: { description: 'The people.' } },
  async act(_query, { accountId }, { people }: PeopleServices) {
    return { status: 200, body: { people: await people.list(accountId) } };
  },
});

const newRole = z.strictObject({ role, website_ids: newWebsiteIds.optional() });

const roleBody = jsonBody(newRole);

export const changeRole = defineOperation({
  name: 'change_role',
  tag: 'People',
  method: 'PATCH',
  path: `${PATH}/{id}`,
  title: 'Change a role',
  description:
    'Changes what a person may do, in the account or on chosen websites, from their next call on. Without website_ids, those stay. ' +
    'Tokens and applications of the person lose websites that are taken away. An account always has an owner.',
  credential: 'dashboard',
  scope: 'reports',
  role: 'owner',
  website: 'account',
  input: z.object(personParameters),
  body: roleBody,
  output: person,
  example: { ...examplePerson, role: 'editor' },
  bodyExample: { role: 'editor', website_ids: [1] },
  responses: { 200: { description: 'The person.' } },
  errors: {
    ...JSON_BODY_ERRORS,
    404: [],
    409: ['last_owner'],
    422: ['invalid_role', 'invalid_website_ids', 'invalid_body'],
  },
  async act({ id: userId }, { accountId, actor, body }, { people }: PeopleServices) {
    return { status: 200, body: await people.changeRole({ accountId, userId }, membershipOf(body), actor) };
  },
});

export const removePerson = defineOperation({
  name: 'remove_person',
  tag: 'People',
  method: 'DELETE',
  path: `${PATH}/{id}`,
  title: 'Remove a person',
  description:
    'Removes a person from the account. Their tokens, applications and logins for the account end: ' +
    'the next call is answered with 401 or 404.',
  credential: 'dashboard',
  scope: 'reports',
  role: 'owner',
  website: 'account',
  input: z.object(personParameters),
  output: z.undefined(),
  responses: { 204: { description: 'The person is removed.' } },
  errors: { 404: [], 409: ['last_owner'] },
  async act({ id: userId }, { accountId, actor }, { people }: PeopleServices) {
    await people.remove({ accountId, userId }, actor);
    return { status: 204, body: undefined };
  },
});

export const leaveAccount = defineOperation({
  name: 'leave_account',
  tag: 'People',
  method: 'DELETE',
  path: '/dashboard/membership',
  title: 'Leave an account',
  description: 'The user leaves the account, with the same consequences as being removed. The last owner cannot leave.',
  credential: 'dashboard',
  scope: 'reports',
  role: 'viewer',
  website: 'account',
  input: z.object(accountParameter),
  output: z.undefined(),
  responses: { 204: { description: 'The user has left the account.' } },
  errors: { 409: ['last_owner'] },
  async act(_query, { accountId, actor, user }, { people }: PeopleServices) {
    await people.remove({ accountId, userId: user.id }, actor);
    return { status: 204, body: undefined };
  },
});

export const resetLink = z.strictObject({
  url: z.string().describe('Leads to the page where the person chooses a new password. It cannot be shown again.'),
  expires_at: timestamp,
});

export const createResetLink = defineOperation({
  name: 'create_reset_link',
  tag: 'People',
  method: 'POST',
  path: `${PATH}/{id}/reset-link`,
  title: 'Create a link to reset a password',
  description:
    'A link with which a person of the account chooses a new password. It works once, for 24 hours, and replaces an earlier one. ' +
    'Only for people of whom the caller owns every account and who have never logged in with single sign-on; ' +
    'for others, the operator creates it.',
  credential: 'dashboard',
  scope: 'reports',
  role: 'owner',
  website: 'account',
  input: z.object(personParameters),
  output: resetLink,
  example: { url: 'https://funnel.example/reset-password#…', expires_at: '2026-03-11T12:00:00Z' },
  responses: { 201: { description: 'The link.' } },
  errors: { 404: [], 409: ['no_password', 'own_password', 'passwords_off'] },
  async act({ id: userId }, { accountId, actor }, { passwordResets }: PeopleServices) {
    return { status: 201, body: await passwordResets.create({ accountId, userId }, actor) };
  },
});
