// The operations on the user's own profile: language, password, sessions, connected applications, and the websites of the current login.
// Only the dashboard may call them, and none of them needs a role.
import { z } from 'zod';
import { LANGUAGES } from '../../../../languages/language.ts';
import { AUDIENCES, SCOPES } from '../../contract/access/principal.ts';
import { ROLES } from '../../contract/access/role.ts';
import { defineOperation } from '../../contract/operations/define-operation.ts';
import {
  type FieldRules,
  fieldCodes,
  fieldsBody,
  JSON_BODY_ERRORS,
  readFields,
} from '../../contract/operations/json-body.ts';
import { parameterOrNotFound } from '../../contract/operations/parameters.ts';
import { id, timestamp } from '../../contract/operations/schemas.ts';
import { Problem } from '../../foundation/problem/problem.ts';
import { websiteIds } from './people-schemas.ts';
import type { BrowserSession, ConnectedApplication, OwnWebsite, Profile, Profiles, WebsiteChoice } from './profile.ts';

const EXAMPLE_HASH = '3f786850e387550fdab836ed7e6dc881de23001b3f786850e387550fdab836ed';
const exampleWebsite = { id: 1, name: 'acme.example', account_id: 1 };

const exampleProfile = {
  email: 'ada@example.com',
  language: null,
  can_change_password: true,
  accounts: [{ id: 1, name: 'Acme', role: 'owner', website_ids: null }],
  websites: [exampleWebsite],
};

const PATH = '/dashboard/profile';
const BODY_BYTES_MAX = 64 * 1024;
const WEBSITES_MAX = 1_000;
/** Longer ones are cut off before they are compared. */
const PASSWORD_LENGTH_MAX = 1_000;

export interface ProfileServices {
  readonly profiles: Profiles;
}

/** What all of them share. */
const OWN = { tag: 'Profile', credential: 'dashboard', scope: 'reports', role: 'viewer', website: 'none' } as const;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const lastActive = timestamp.describe(
  'When it last got a token: while it is in use, a session gets one every hour, and an application when its token expires.',
);

const ownWebsite = z.strictObject({ id, name: z.string(), account_id: id });

const language = z
  .enum(LANGUAGES)
  .nullable()
  .describe('Of the dashboard and of emails to the user. null: the language of the browser.');

export const profile = z.strictObject({
  email: z.string(),
  language,
  can_change_password: z
    .boolean()
    .describe('false: the user has no password, or passwords are switched off in favor of single sign-on.'),
  accounts: z.array(z.strictObject({ id, name: z.string(), role: z.enum(ROLES), website_ids: websiteIds })),
  websites: z.array(ownWebsite).describe('The websites of the current login.'),
});

export const getProfile = defineOperation({
  ...OWN,
  name: 'get_profile',
  method: 'GET',
  path: PATH,
  title: 'Read the own profile',
  description:
    'Who is logged in, the accounts of the user with the role in each, and the websites of the current login.',
  input: z.object({}),
  csv: { websites: 'websites', accounts: 'accounts' },
  output: profile,
  example: exampleProfile,
  responses: { 200: { description: 'The profile.' } },
  async act(_query, { user }, { profiles }: ProfileServices) {
    return { status: 200, body: profileBody(await profiles.find(user)) };
  },
});

function profileBody({ canChangePassword, websites, ...rest }: Profile) {
  return { ...rest, can_change_password: canChangePassword, websites: websites.map(websiteBody) };
}

export const profileChange = z.strictObject({ language });

const PROFILE_RULES: FieldRules = { language: `must be null or one of ${LANGUAGES.join(', ')}` };

export const changeProfile = defineOperation({
  ...OWN,
  name: 'change_profile',
  method: 'PATCH',
  path: PATH,
  title: 'Change the own profile',
  description: 'Chooses the language of the dashboard and of emails to the user.',
  input: z.object({}),
  body: fieldsBody(profileChange, PROFILE_RULES, BODY_BYTES_MAX),
  output: profile,
  example: { ...exampleProfile, language: 'de' },
  bodyExample: { language: 'de' },
  responses: { 200: { description: 'The changed profile.' } },
  errors: { ...JSON_BODY_ERRORS, 422: fieldCodes(PROFILE_RULES) },
  async act(_query, { user, body }, { profiles }: ProfileServices) {
    return { status: 200, body: profileBody(await profiles.chooseLanguage(user, body.language)) };
  },
});

function websiteBody({ id: websiteId, name, accountId }: OwnWebsite) {
  return { id: websiteId, name, account_id: accountId };
}

export const newPassword = z.strictObject({
  current_password: z.string().max(PASSWORD_LENGTH_MAX),
  new_password: z.string().max(PASSWORD_LENGTH_MAX),
});

const PASSWORDS_RULE = 'is not valid: send current_password and new_password as strings';
const PASSWORD_RULES: FieldRules = {
  current_password: PASSWORDS_RULE,
  new_password: PASSWORDS_RULE,
  body: PASSWORDS_RULE,
};

const endedAccess = z.strictObject({
  ended_sessions: z.int(),
  revoked_applications: z.int(),
  revoked_tokens: z.int(),
  revoked_share_links: z.int(),
});

export const changeOwnPassword = defineOperation({
  ...OWN,
  name: 'change_own_password',
  method: 'POST',
  path: `${PATH}/password`,
  title: 'Change the own password',
  description:
    'Also ends the other sessions of the user, and revokes connected applications, and the tokens and share links that the user ' +
    'created. The current login stays.',
  input: z.object({}),
  body: { kind: 'json', bytesMax: BODY_BYTES_MAX, schema: newPassword, read: readNewPassword },
  output: endedAccess,
  example: { ended_sessions: 1, revoked_applications: 2, revoked_tokens: 0, revoked_share_links: 0 },
  bodyExample: { current_password: 'correct horse battery staple', new_password: 'a better passphrase' },
  responses: { 200: { description: 'The password is changed. Says what was ended.' } },
  errors: {
    ...JSON_BODY_ERRORS,
    409: ['no_password'],
    422: fieldCodes(PASSWORD_RULES),
  },
  async act(_query, { user, actor, body }, { profiles }: ProfileServices) {
    const { sessions, applications, tokens, shareLinks } = await profiles.changePassword(user, body, actor);
    return {
      status: 200,
      body: {
        ended_sessions: sessions,
        revoked_applications: applications,
        revoked_tokens: tokens,
        revoked_share_links: shareLinks,
      },
    };
  },
});

function readNewPassword(json: unknown) {
  const { current_password: currentPassword, new_password: chosen } = readFields(newPassword, json, PASSWORD_RULES);
  return { currentPassword, newPassword: chosen };
}

export const browserSession = z.strictObject({
  id: hash,
  browser: z.string().nullable().describe('Such as Firefox on Windows. null: not known.'),
  logged_in_at: timestamp,
  last_active_at: lastActive,
  is_current: z.boolean(),
});

export const listSessions = defineOperation({
  ...OWN,
  name: 'list_own_sessions',
  method: 'GET',
  path: `${PATH}/sessions`,
  title: 'List the own sessions',
  description: 'The browsers in which the user is logged in, the current one first.',
  input: z.object({}),
  csv: { sessions: 'sessions' },
  output: z.strictObject({ sessions: z.array(browserSession) }),
  example: {
    sessions: [
      {
        id: EXAMPLE_HASH,
        browser: 'Firefox on Windows',
        logged_in_at: '2026-03-09T08:00:00Z',
        last_active_at: '2026-03-10T08:00:00Z',
        is_current: true,
      },
    ],
  },
  responses: { 200: { description: 'The sessions.' } },
  async act(_query, { user }, { profiles }: ProfileServices) {
    return { status: 200, body: { sessions: (await profiles.sessions(user)).map(sessionBody) } };
  },
});

function sessionBody({ id: sessionId, browser, loggedInAt, lastActiveAt, isCurrent }: BrowserSession) {
  return {
    id: sessionId,
    browser,
    logged_in_at: loggedInAt,
    last_active_at: lastActiveAt,
    is_current: isCurrent,
  };
}

export const endSession = defineOperation({
  ...OWN,
  name: 'end_own_session',
  method: 'DELETE',
  path: `${PATH}/sessions/{id}`,
  title: 'End a session',
  description: 'Logs the user out in that browser: the next call of its dashboard is answered with 401.',
  input: z.object({
    id: parameterOrNotFound(
      hash.describe("The session's id, from list_own_sessions."),
      () => new Problem(404, 'You have no such session.'),
    ),
  }),
  output: z.undefined(),
  responses: { 204: { description: 'The session has ended.' } },
  errors: { 404: [] },
  async act({ id: sessionId }, { user, actor }, { profiles }: ProfileServices) {
    await profiles.endSession(user, sessionId, actor);
    return { status: 204, body: undefined };
  },
});

export const connectedApplication = z.strictObject({
  id: hash,
  name: z.string().describe('Chosen by the application.'),
  host: z
    .string()
    .nullable()
    .describe('The host that publishes the description of the application. null: nobody does.'),
  audience: z.enum(AUDIENCES).describe('rest: for the REST API. tools: for the tool server.'),
  scopes: z.array(z.enum(SCOPES)),
  websites: z.array(z.strictObject({ id, name: z.string() })),
  connected_at: timestamp,
  last_active_at: lastActive,
  expires_at: timestamp.describe('Then the user has to give access again.'),
});

export const listApplications = defineOperation({
  ...OWN,
  name: 'list_connected_applications',
  method: 'GET',
  path: `${PATH}/applications`,
  title: 'List connected applications',
  description: 'The applications that the user has given access to, the newest first.',
  input: z.object({}),
  csv: { applications: 'applications' },
  output: z.strictObject({ applications: z.array(connectedApplication) }),
  example: {
    applications: [
      {
        id: EXAMPLE_HASH,
        name: 'Assistant',
        host: 'assistant.example',
        audience: 'tools',
        scopes: ['reports'],
        websites: [{ id: 1, name: 'acme.example' }],
        connected_at: '2026-03-09T08:00:00Z',
        last_active_at: '2026-03-10T08:00:00Z',
        expires_at: '2027-03-09T08:00:00Z',
      },
    ],
  },
  responses: { 200: { description: 'The applications.' } },
  async act(_query, { user }, { profiles }: ProfileServices) {
    return { status: 200, body: { applications: (await profiles.applications(user)).map(applicationBody) } };
  },
});

function applicationBody({ connectedAt, lastActiveAt, expiresAt, ...application }: ConnectedApplication) {
  return { ...application, connected_at: connectedAt, last_active_at: lastActiveAt, expires_at: expiresAt };
}

export const revokeApplication = defineOperation({
  ...OWN,
  name: 'revoke_connected_application',
  method: 'DELETE',
  path: `${PATH}/applications/{id}`,
  title: 'Revoke the access of an application',
  description: 'Ends the access that the user gave: the next call with any of its tokens is answered with 401.',
  input: z.object({
    id: parameterOrNotFound(
      hash.describe("The application's id, from list_connected_applications."),
      () => new Problem(404, 'You have not connected such an application.'),
    ),
  }),
  output: z.undefined(),
  responses: { 204: { description: 'The access is revoked.' } },
  errors: { 404: [] },
  async act({ id: applicationId }, { user, actor }, { profiles }: ProfileServices) {
    await profiles.revokeApplication(user, applicationId, actor);
    return { status: 204, body: undefined };
  },
});

export const websiteChoice = ownWebsite.extend({
  is_chosen: z.boolean().describe('Whether the current login shows it.'),
});
const websiteChoices = z.strictObject({ websites: z.array(websiteChoice) });

export const listOwnWebsites = defineOperation({
  ...OWN,
  name: 'list_own_websites',
  method: 'GET',
  path: `${PATH}/websites`,
  title: 'List the websites to choose from',
  description: 'All websites that the user may see, by name, and whether the current login shows them.',
  input: z.object({}),
  csv: { websites: 'websites' },
  output: websiteChoices,
  example: { websites: [{ ...exampleWebsite, is_chosen: true }] },
  responses: { 200: { description: 'The websites.' } },
  async act(_query, { user }, { profiles }: ProfileServices) {
    return { status: 200, body: { websites: (await profiles.websites(user)).map(choiceBody) } };
  },
});

function choiceBody({ isChosen, ...website }: WebsiteChoice) {
  return { ...websiteBody(website), is_chosen: isChosen };
}

const chosenWebsites = z.strictObject({
  website_ids: z.array(z.int().positive()).min(1).max(WEBSITES_MAX).describe('All that the login is to show.'),
});

const WEBSITES_RULES: FieldRules = {
  website_ids: 'must be a list of at least one website id',
  body: 'must be an object with website_ids: a list of at least one website id',
};

export const chooseWebsites = defineOperation({
  ...OWN,
  name: 'choose_own_websites',
  method: 'PATCH',
  path: `${PATH}/websites`,
  title: 'Choose the websites of the current login',
  description: 'Changes which websites the current login shows, from the next call on, without logging in again.',
  input: z.object({}),
  body: { kind: 'json', bytesMax: BODY_BYTES_MAX, schema: chosenWebsites, read: readChosenWebsites },
  output: websiteChoices,
  example: { websites: [{ ...exampleWebsite, is_chosen: true }] },
  bodyExample: { website_ids: [1, 2] },
  responses: { 200: { description: 'All websites, and whether the login shows them.' } },
  errors: { ...JSON_BODY_ERRORS, 404: [], 422: fieldCodes(WEBSITES_RULES) },
  async act(_query, { user, body }, { profiles }: ProfileServices) {
    return { status: 200, body: { websites: (await profiles.chooseWebsites(user, body)).map(choiceBody) } };
  },
});

function readChosenWebsites(json: unknown): readonly number[] {
  return [...new Set(readFields(chosenWebsites, json, WEBSITES_RULES).website_ids)];
}
