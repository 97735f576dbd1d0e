// Inviting people to an account by a link, and what the invited do with it.
import { z } from 'zod';
import { defineOperation } from '../../contract/operations/define-operation.ts';
import { JSON_BODY_ERRORS } from '../../contract/operations/json-body.ts';
import { accountParameter, parameterOrNotFound } from '../../contract/operations/parameters.ts';
import { id, timestamp } from '../../contract/operations/schemas.ts';
import { EMAIL_LENGTH_MAX } from '../../foundation/mail/email-address.ts';
import { Problem } from '../../foundation/problem/problem.ts';
import { DELIVERIES, type PeopleServices } from './people.ts';
import { jsonBody, membershipOf, newWebsiteIds, role, secret, secretBody, websiteIds } from './people-schemas.ts';

const exampleInvitation = {
  id: 5,
  email: 'ben@example.com',
  role: 'viewer',
  website_ids: [1],
  invited_by: 'ada@example.com',
  created_at: '2026-03-10T12:00:00Z',
  expires_at: '2026-03-17T12:00:00Z',
};

const PATH = '/dashboard/invitations';

export const invitation = z.strictObject({
  id,
  email: z.string(),
  role,
  website_ids: websiteIds,
  invited_by: z.string().describe('The email address of whoever invited.'),
  created_at: timestamp,
  expires_at: timestamp,
});

export const listInvitations = defineOperation({
  name: 'list_invitations',
  tag: 'People',
  method: 'GET',
  path: PATH,
  title: 'List open invitations',
  description: 'The invitations to the account that can still be accepted, newest first.',
  credential: 'dashboard',
  scope: 'reports',
  role: 'owner',
  website: 'account',
  input: z.object(accountParameter),
  csv: { invitations: 'invitations' },
  output: z.strictObject({ invitations: z.array(invitation) }),
  example: { invitations: [exampleInvitation] },
  responses: { 200: { description: 'The invitations, without their links.' } },
  async act(_query, { accountId }, { invitations }: PeopleServices) {
    return { status: 200, body: { invitations: await invitations.list(accountId) } };
  },
});

export const newInvitation = z.strictObject({
  email: z.string().max(EMAIL_LENGTH_MAX),
  role,
  website_ids: newWebsiteIds.optional(),
});

export const createdInvitation = invitation.extend({
  delivery: z.enum(DELIVERIES).describe('mailed: the link was sent. mail_failed, not_configured: pass it on yourself.'),
  url: z.string().nullable().describe('The link. It cannot be shown again. null: it was mailed.'),
});

const invitationBody = jsonBody(newInvitation);

export const createInvitation = defineOperation({
  name: 'create_invitation',
  tag: 'People',
  method: 'POST',
  path: PATH,
  title: 'Invite a person',
  description:
    'Invites an email address to the account by a link that works once, for 7 days, as long as the inviting owner is one. ' +
    'It is mailed if the service has a mail server. It replaces an earlier invitation of the same address.',
  credential: 'dashboard',
  scope: 'reports',
  role: 'owner',
  website: 'account',
  input: z.object(accountParameter),
  body: invitationBody,
  output: createdInvitation,
  example: { ...exampleInvitation, delivery: 'not_configured', url: 'https://funnel.example/invitation#…' },
  bodyExample: { email: 'ben@example.com', role: 'viewer', website_ids: [1] },
  responses: { 201: { description: 'The invitation.' } },
  errors: {
    ...JSON_BODY_ERRORS,
    409: ['already_member', 'too_many_invitations'],
    404: [],
    422: ['invalid_email', 'invalid_role', 'invalid_website_ids', 'invalid_body'],
  },
  async act(_query, { accountId, actor, body }, { invitations }: PeopleServices) {
    const { role: invitedRole, websiteIds: chosen = null } = membershipOf(body);
    const wanted = { accountId, email: body.email, role: invitedRole, websiteIds: chosen };
    return { status: 201, body: await invitations.create(wanted, actor) };
  },
});

export const withdrawInvitation = defineOperation({
  name: 'withdraw_invitation',
  tag: 'People',
  method: 'DELETE',
  path: `${PATH}/{id}`,
  title: 'Withdraw an invitation',
  description: 'The link stops working immediately.',
  credential: 'dashboard',
  scope: 'reports',
  role: 'owner',
  website: 'account',
  input: z.object({
    ...accountParameter,
    id: parameterOrNotFound(
      id.describe("The invitation's id, from list_invitations."),
      () => new Problem(404, 'There is no such open invitation.'),
    ),
  }),
  output: z.undefined(),
  responses: { 204: { description: 'The invitation is withdrawn.' } },
  errors: { 404: [] },
  async act({ id: invitationId }, { accountId, actor }, { invitations }: PeopleServices) {
    await invitations.withdraw({ accountId, id: invitationId }, actor);
    return { status: 204, body: undefined };
  },
});

export const shownInvitation = z.strictObject({
  account_name: z.string(),
  email: z.string(),
  role,
  website_names: z.array(z.string()).nullable().describe('Where the role holds. null: in the whole account.'),
  invited_by: z.string(),
  expires_at: timestamp,
});

export const showInvitation = defineOperation({
  name: 'show_invitation',
  tag: 'People',
  method: 'POST',
  path: '/dashboard/invitation',
  title: 'Show an invitation',
  description: 'What an invitation is for. It does not say whether the email address has a login already.',
  credential: 'one_time_link',
  linkKind: 'invitation',
  scope: null,
  website: 'none',
  input: z.object({}),
  body: secretBody,
  output: shownInvitation,
  example: {
    account_name: 'Acme',
    email: 'ben@example.com',
    role: 'viewer',
    website_names: ['acme.example'],
    invited_by: 'ada@example.com',
    expires_at: '2026-03-17T12:00:00Z',
  },
  bodyExample: { secret: '…' },
  responses: { 200: { description: 'The invitation.' } },
  errors: { ...JSON_BODY_ERRORS, 401: ['link_not_valid'], 422: ['invalid_body'] },
  async act(_query, { link }, { invitations }: PeopleServices) {
    return { status: 200, body: await invitations.show(link) };
  },
});

export const acceptance = z.strictObject({
  secret,
  login: z.enum(['new', 'existing']).describe('new: choose a password. existing: confirm with the password.'),
  password: z.string(),
});

const acceptanceBody = jsonBody(acceptance);

export const acceptInvitation = defineOperation({
  name: 'accept_invitation',
  tag: 'People',
  method: 'POST',
  path: '/dashboard/invitation/accept',
  title: 'Accept an invitation',
  description:
    'Adds the account to the login of the email address. Somebody who has none yet chooses a password. ' +
    'Sets a cookie that logs the browser in to the dashboard, once. ' +
    'Where passwords are switched off, logging in with single sign-on accepts it.',
  credential: 'one_time_link',
  linkKind: 'invitation',
  scope: null,
  website: 'none',
  input: z.object({}),
  body: acceptanceBody,
  output: z.undefined(),
  bodyExample: { secret: '…', login: 'new', password: 'four random words here' },
  responses: { 204: { description: 'The person belongs to the account, and can log in.' } },
  errors: {
    ...JSON_BODY_ERRORS,
    401: ['link_not_valid'],
    409: ['login_exists', 'passwords_off'],
    422: ['invalid_body', 'invalid_login', 'invalid_password', 'wrong_password'],
  },
  async act(_query, { link, requestOrigin, body }, { invitations }: PeopleServices) {
    const loginCookie = await invitations.accept(body, link, requestOrigin.ipAddress);
    return { status: 204, body: undefined, headers: { 'set-cookie': loginCookie } };
  },
});

export const joinAccount = defineOperation({
  name: 'join_account',
  tag: 'People',
  method: 'POST',
  path: '/dashboard/membership',
  title: 'Accept an invitation while logged in',
  description: 'Adds the account of an invitation to the user who is logged in, if it is for their email address.',
  credential: 'dashboard',
  scope: 'reports',
  role: 'viewer',
  website: 'none',
  input: z.object({}),
  body: secretBody,
  output: z.undefined(),
  bodyExample: { secret: '…' },
  responses: { 204: { description: 'The user belongs to the account.' } },
  errors: { ...JSON_BODY_ERRORS, 403: ['other_email'], 404: ['link_not_valid'], 422: ['invalid_body'] },
  async act(_query, { user, body }, { invitations }: PeopleServices) {
    await invitations.join(body.secret, user);
    return { status: 204, body: undefined };
  },
});
