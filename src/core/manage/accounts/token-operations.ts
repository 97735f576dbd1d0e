// The operations on a user's own tokens. Only the dashboard may call them.
import { z } from 'zod';
import { AUDIENCES, type DashboardUser, SCOPES, type Scope } from '../../contract/access/principal.ts';
import type { NewToken } from '../../contract/access/tokens.ts';
import { defineOperation } from '../../contract/operations/define-operation.ts';
import { type FieldRules, fieldCodes, JSON_BODY_ERRORS, readFields } from '../../contract/operations/json-body.ts';
import { parameterOrNotFound } from '../../contract/operations/parameters.ts';
import { id, timestamp } from '../../contract/operations/schemas.ts';
import { Problem } from '../../foundation/problem/problem.ts';
import { isOneLine, ONE_LINE_RULE } from '../../foundation/text/one-line.ts';
import type { WebsiteTokens } from './website-tokens.ts';

const exampleToken = {
  id: 12,
  name: 'Monthly export',
  audience: 'rest',
  scopes: ['reports'],
  website_ids: [1],
  created_at: '2026-03-10T09:30:00Z',
  expires_at: '2026-06-08T09:30:00Z',
  last_used_at: null,
  user_id: 3,
  user_email: 'ada@example.com',
};

const PATH = '/oauth/tokens';
const BODY_BYTES_MAX = 64 * 1024;
const DAYS_MAX = 3_650;
const NAME_LENGTH_MAX = 100;
const WEBSITES_MAX = 1_000;

export interface TokenServices {
  readonly tokens: WebsiteTokens;
}

export const token = z.strictObject({
  id,
  name: z.string().nullable().describe('What it is for. null: an operator created it without a name.'),
  audience: z.enum(AUDIENCES).describe('rest: for the REST API. tools: for the tool server.'),
  scopes: z.array(z.enum(SCOPES)),
  website_ids: z.array(id),
  created_at: timestamp,
  expires_at: timestamp.nullable().describe('null: it is valid until it is revoked.'),
  last_used_at: timestamp.nullable(),
  user_id: id.nullable().describe('The user who created it. null: an operator.'),
  user_email: z.string().nullable().describe('null: created by an operator, or by a user who was deleted.'),
});

export const listTokens = defineOperation({
  name: 'list_tokens',
  tag: 'Tokens',
  method: 'GET',
  path: PATH,
  title: 'List tokens',
  description: 'The valid tokens for the websites of the user, newest first.',
  credential: 'dashboard',
  scope: 'reports',
  role: 'editor',
  website: 'all',
  input: z.object({}),
  csv: { tokens: 'tokens' },
  output: z.strictObject({ tokens: z.array(token) }),
  example: { tokens: [exampleToken] },
  responses: { 200: { description: 'The tokens, without their secrets.' } },
  async act(_query, { websiteIds }, { tokens }: TokenServices) {
    return { status: 200, body: { tokens: await tokens.list(websiteIds) } };
  },
});

export const newToken = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .max(NAME_LENGTH_MAX)
    .refine(isOneLine)
    .describe('What it is for, without control characters.'),
  audience: z.enum(AUDIENCES),
  scopes: z
    .array(z.enum(SCOPES))
    .min(1)
    .describe(
      'Only scopes that the login has and the role of the user allows on each of the websites. ' +
        'A token for the tool server has the scope reports only.',
    ),
  website_ids: z.array(z.int().positive()).min(1).max(WEBSITES_MAX),
  expires_in_days: z.int().positive().max(DAYS_MAX).optional().describe('Default: valid until it is revoked.'),
});

const RULES: FieldRules = {
  name: `must be a string of 1 to ${NAME_LENGTH_MAX} characters, ${ONE_LINE_RULE}`,
  audience: `must be one of ${AUDIENCES.join(', ')}`,
  scopes: `must be a list of at least one of ${SCOPES.join(', ')}`,
  website_ids: 'must be a list of at least one website id',
  expires_in_days: `must be a number of days from 1 to ${DAYS_MAX}`,
  body: 'is not valid',
};

export const createdToken = token.extend({ token: z.string().describe('The secret. It cannot be shown again.') });

export const createToken = defineOperation({
  name: 'create_token',
  tag: 'Tokens',
  method: 'POST',
  path: PATH,
  title: 'Create a token',
  description: 'Creates a token that can do no more than the user. Only this response contains the secret.',
  credential: 'dashboard',
  scope: 'reports',
  role: 'editor',
  website: 'all',
  input: z.object({}),
  body: { kind: 'json', bytesMax: BODY_BYTES_MAX, schema: newToken, read: readNewToken },
  output: createdToken,
  example: { ...exampleToken, token: 'fat_…' },
  bodyExample: {
    name: 'Monthly export',
    audience: 'rest',
    scopes: ['reports'],
    website_ids: [1],
    expires_in_days: 90,
  },
  responses: { 201: { description: 'The token, with its secret.' } },
  errors: {
    ...JSON_BODY_ERRORS,
    404: [],
    422: fieldCodes(RULES),
  },
  async act(_query, { websiteIds, user, body: request }, { tokens }: TokenServices) {
    requireOwnScopes(user, request.scopes);
    requireOwnWebsites(websiteIds, request.websiteIds);
    return { status: 201, body: await tokens.create(request, user) };
  },
});

function readNewToken(body: unknown): NewToken {
  const read = readFields(newToken, body, RULES);
  const { name, audience, scopes, website_ids: websiteIds, expires_in_days: expiresInDays } = read;
  if (audience === 'tools' && scopes.some((scope) => scope !== 'reports')) {
    throw new Problem(422, 'A token for the tool server can only have the scope reports.', {
      code: 'invalid_scopes',
      param: 'scopes',
    });
  }
  return {
    name,
    audience,
    scopes: [...new Set(scopes)],
    websiteIds,
    ...(expiresInDays !== undefined && { expiresInDays }),
  };
}

function requireOwnScopes({ scopes: userScopes }: DashboardUser, scopes: readonly Scope[]): void {
  const missing = userScopes === 'all' ? undefined : scopes.find((scope) => !userScopes.has(scope));
  if (missing === undefined) return;
  throw new Problem(403, `You do not have the scope ${missing} yourself.`, { param: 'scopes' });
}

function requireOwnWebsites(userWebsiteIds: readonly number[], websiteIds: readonly number[]): void {
  const missing = websiteIds.find((websiteId) => !userWebsiteIds.includes(websiteId));
  if (missing === undefined) return;
  throw new Problem(404, `There is no website ${missing}.`, { param: 'website_ids' });
}

export const revokeToken = defineOperation({
  name: 'revoke_token',
  tag: 'Tokens',
  method: 'DELETE',
  path: `${PATH}/{id}`,
  title: 'Revoke a token',
  description: 'Revokes a token: the next call with it is answered with 401.',
  credential: 'dashboard',
  scope: 'reports',
  role: 'editor',
  website: 'all',
  input: z.object({
    id: parameterOrNotFound(
      id.describe("The token's id, from list_tokens."),
      () => new Problem(404, 'There is no such token.'),
    ),
  }),
  output: z.undefined(),
  responses: { 204: { description: 'The token is revoked.' } },
  errors: { 404: [] },
  async act({ id: tokenId }, { websiteIds, actor }, { tokens }: TokenServices) {
    await tokens.revoke(tokenId, websiteIds, actor);
    return { status: 204, body: undefined };
  },
});
