// The operations of the dashboard's page about sending events. Only the dashboard may call them.
import { z } from 'zod';
import { defineOperation } from '../../contract/operations/define-operation.ts';
import {
  type FieldRules,
  fieldCodes,
  fieldsBody,
  invalidField,
  JSON_BODY_ERRORS,
  readFields,
} from '../../contract/operations/json-body.ts';
import { parameterOrNotFound, websiteParameter } from '../../contract/operations/parameters.ts';
import { id, timestamp } from '../../contract/operations/schemas.ts';
import { SETTING_SCHEMAS } from '../../engine/catalog/setting-schemas.ts';
import { DEFAULT_SETTINGS, SETTING_RULES } from '../../engine/catalog/settings.ts';
import { Problem } from '../../foundation/problem/problem.ts';
import { isOneLine, ONE_LINE_RULE } from '../../foundation/text/one-line.ts';
import { KEY_NAME_LENGTH_MAX } from '../ingest-keys/ingest-keys.ts';
import { normalizeOrigin, ORIGIN_RULE, ORIGINS_MAX } from './origins.ts';
import type { KeyRequest, Sending } from './sending.ts';

const exampleKey = {
  id: 7,
  website_id: 1,
  name: 'Shop',
  public: true,
  key: 'fpk_…',
  origins: ['https://www.acme.example'],
  created_at: '2026-03-10T12:00:00Z',
};

const KEYS_PATH = '/dashboard/ingest-keys';
const SETTINGS_PATH = '/dashboard/website-settings';
const BODY_BYTES_MAX = 64 * 1024;

export interface SendingServices {
  readonly sending: Sending;
}

export const ingestKey = z.strictObject({
  id,
  website_id: id,
  name: z.string().nullable().describe('What it is for. null: an operator created it without a name.'),
  public: z.boolean().describe('true: for browsers, and no secret. false: for servers.'),
  key: z.string().nullable().describe('null: a secret key, which is shown once.'),
  origins: z.array(z.string()).describe('Where a public key may be used.'),
  created_at: timestamp,
});

export const listIngestKeys = defineOperation({
  name: 'list_ingest_keys',
  tag: 'Events',
  method: 'GET',
  path: KEYS_PATH,
  title: 'List ingest keys',
  description: 'The valid keys of a website, newest first.',
  credential: 'dashboard',
  scope: 'reports',
  role: 'editor',
  website: 'chosen',
  input: z.object({ ...websiteParameter }),
  csv: { keys: 'keys' },
  output: z.strictObject({ keys: z.array(ingestKey) }),
  example: { keys: [exampleKey] },
  responses: { 200: { description: 'The keys, without secrets.' } },
  async act(_query, { websiteId }, { sending }: SendingServices) {
    return { status: 200, body: { keys: await sending.keys(websiteId) } };
  },
});

export const newIngestKey = z.strictObject({
  public: z.boolean(),
  name: z
    .string()
    .trim()
    .min(1)
    .max(KEY_NAME_LENGTH_MAX)
    .refine(isOneLine)
    .describe('What it is for, without control characters.'),
  origins: z
    .array(z.string())
    .max(ORIGINS_MAX)
    .optional()
    .describe('Required for a public key: `https://www.example.com`, or `https://*.example.com` for all subdomains.'),
});

export const createdIngestKey = ingestKey.extend({ key: z.string().describe('A secret key cannot be shown again.') });

const KEY_RULES: FieldRules = {
  public: 'must be true or false',
  name: `must be a string of 1 to ${KEY_NAME_LENGTH_MAX} characters, ${ONE_LINE_RULE}`,
  origins: `must be a list of at most ${ORIGINS_MAX} origins`,
};

export const createIngestKey = defineOperation({
  name: 'create_ingest_key',
  tag: 'Events',
  method: 'POST',
  path: KEYS_PATH,
  title: 'Create an ingest key',
  description: 'Creates a key for sending events of a website. Only this response contains the key of a server.',
  credential: 'dashboard',
  scope: 'reports',
  role: 'editor',
  website: 'chosen',
  input: z.object({ ...websiteParameter }),
  body: { kind: 'json', bytesMax: BODY_BYTES_MAX, schema: newIngestKey, read: readNewKey },
  output: createdIngestKey,
  example: exampleKey,
  bodyExample: { public: true, name: 'Shop', origins: ['https://www.acme.example'] },
  responses: { 201: { description: 'The key.' } },
  errors: {
    ...JSON_BODY_ERRORS,
    422: [...fieldCodes(KEY_RULES), 'too_many_keys'],
  },
  async act(_query, { websiteId, body, actor }, { sending }: SendingServices) {
    return { status: 201, body: await sending.createKey(websiteId, body, actor) };
  },
});

function readNewKey(body: unknown): KeyRequest {
  const { origins = [], ...key } = readFields(newIngestKey, body, KEY_RULES);
  if (key.public && origins.length === 0)
    throw invalidField('origins', 'must name at least one origin for a public key');
  if (!key.public && origins.length > 0) throw invalidField('origins', 'are for public keys');
  return { ...key, origins: requireOrigins(origins) };
}

/** Returns the normalized origins, each once. Throws a problem of status 422. */
export function requireOrigins(origins: readonly string[]): string[] {
  return [...new Set(origins.map(requireOrigin))];
}

/** Returns the normalized origin. Throws a problem of status 422. */
export function requireOrigin(text: string): string {
  const origin = normalizeOrigin(text);
  if (origin !== undefined) return origin;
  throw new Problem(422, `Each of the origins ${ORIGIN_RULE}.`, { code: 'invalid_origins', param: 'origins' });
}

export const revokeIngestKey = defineOperation({
  name: 'revoke_ingest_key',
  tag: 'Events',
  method: 'DELETE',
  path: `${KEYS_PATH}/{id}`,
  title: 'Revoke an ingest key',
  description: 'Revokes a key: the next request with it is answered with 401.',
  credential: 'dashboard',
  scope: 'reports',
  role: 'editor',
  website: 'all',
  input: z.object({
    id: parameterOrNotFound(id.describe("The key's id, from list_ingest_keys."), noSuchKey),
  }),
  output: z.undefined(),
  responses: { 204: { description: 'The key is revoked.' } },
  errors: { 404: [] },
  async act({ id: keyId }, { websiteIds, actor }, { sending }: SendingServices) {
    if (!(await sending.revokeKey(keyId, websiteIds, actor))) throw noSuchKey();
    return { status: 204, body: undefined };
  },
});

function noSuchKey(): Problem {
  return new Problem(404, 'There is no such key.');
}

export const websiteSettings = z.strictObject(SETTING_SCHEMAS);

export const getWebsiteSettings = defineOperation({
  name: 'get_website_settings',
  tag: 'Events',
  method: 'GET',
  path: SETTINGS_PATH,
  title: 'Settings of a website',
  description: 'What is allowed on a website.',
  credential: 'dashboard',
  scope: 'reports',
  role: 'editor',
  website: 'chosen',
  input: z.object({ ...websiteParameter }),
  output: websiteSettings,
  example: { ...DEFAULT_SETTINGS, register_keys: true },
  responses: { 200: { description: 'The settings.' } },
  async act(_query, { websiteId }, { sending }: SendingServices) {
    return { status: 200, body: await sending.settings(websiteId) };
  },
});

const changedSettings = websiteSettings.partial();

export const changeWebsiteSettings = defineOperation({
  name: 'change_website_settings',
  tag: 'Events',
  method: 'POST',
  path: SETTINGS_PATH,
  title: 'Change the settings of a website',
  description: 'Changes the settings that are given.',
  credential: 'dashboard',
  scope: 'reports',
  role: 'editor',
  website: 'chosen',
  input: z.object({ ...websiteParameter }),
  body: fieldsBody(changedSettings, SETTING_RULES, BODY_BYTES_MAX),
  output: websiteSettings,
  example: { ...DEFAULT_SETTINGS, register_keys: true, browser_orders: true },
  bodyExample: { browser_orders: true },
  responses: { 200: { description: 'The settings after the change.' } },
  errors: { ...JSON_BODY_ERRORS, 422: fieldCodes(SETTING_RULES) },
  async act(_query, { websiteId, body, actor }, { sending }: SendingServices) {
    return { status: 200, body: await sending.changeSettings(websiteId, body, actor) };
  },
});
