// The operations of the setup. Whoever has the setup link may call them.
import { z } from 'zod';
import { defineOperation } from '../../contract/operations/define-operation.ts';
import {
  type FieldRules,
  invalidFieldOrBody,
  JSON_BODY_ERRORS,
  readFields,
} from '../../contract/operations/json-body.ts';
import { id, timestamp } from '../../contract/operations/schemas.ts';
import { CURRENCY, NAME } from '../../engine/catalog/records/document.ts';
import { SETTING_SCHEMAS } from '../../engine/catalog/setting-schemas.ts';
import { SETTING_RULES } from '../../engine/catalog/settings.ts';
import { NAME_RULE } from '../../foundation/text/one-line.ts';
import { ORIGINS_MAX } from '../../intake/collector/origins.ts';
import { requireOrigin } from '../../intake/collector/sending-operations.ts';
import type { ChosenLogin, Setup, SetupFields } from './setup.ts';

const BODY_BYTES_MAX = 32 * 1024;

export interface SetupServices {
  readonly setup: Setup;
}

const secret = z.string().describe('From the setup link: what follows the #.');

const fields = z.strictObject({
  account_name: NAME.describe('The company or team that the websites belong to.'),
  email: z.string().describe('What the user logs in with.'),
  password: z
    .string()
    .optional()
    .describe(
      '10 to 200 characters, and not a common one. Left out if passwords are switched off: the user then logs in with single sign-on.',
    ),
  website_name: NAME.describe('Usually its domain.'),
  currency: CURRENCY.describe('Of the orders of the website: an ISO 4217 code such as USD.'),
  timezone: SETTING_SCHEMAS.timezone
    .optional()
    .describe('Of the days of the website: an IANA name such as Europe/Berlin. Default: UTC.'),
  origins: z
    .array(z.string())
    .min(1)
    .max(ORIGINS_MAX)
    .describe('Where its pages are: `https://www.example.com`, or `https://*.example.com` for all subdomains.'),
  register_keys: z.boolean().describe('Whether events add the campaigns, variants, steps and elements that they name.'),
  campaign_name: NAME.optional().describe('The first campaign. Left out: none is created.'),
  cta_type: NAME.optional().describe('The type of the first campaign, such as overlay.'),
});

export const newSetup = fields.extend({ secret });
const checkedSetup = fields.partial().extend({ secret });

const RULES: FieldRules = {
  secret: 'must be a string',
  account_name: NAME_RULE,
  email: 'must be a string',
  password: 'must be a string',
  website_name: NAME_RULE,
  currency: 'must be an ISO 4217 code such as USD',
  timezone: SETTING_RULES.timezone,
  origins: `must be a list of 1 to ${ORIGINS_MAX} origins`,
  register_keys: 'must be true or false',
  campaign_name: NAME_RULE,
  cta_type: NAME_RULE,
};

const errors = {
  ...JSON_BODY_ERRORS,
  422: ['invalid_body', 'invalid_field', 'invalid_origins'],
};

function readSetup(body: unknown): SetupFields & { readonly secret: string } {
  const setup = readFields(newSetup, body, RULES, invalidFieldOrBody);
  return { ...setup, origins: setup.origins.map(requireOrigin) };
}

/** The other fields have no rules but those of the schema. */
function readPart(body: unknown): ChosenLogin {
  const { email, password, origins = [] } = readFields(checkedSetup, body, RULES, invalidFieldOrBody);
  origins.forEach(requireOrigin);
  return { email, password };
}

export const checkSetup = defineOperation({
  name: 'check_setup',
  tag: 'Setup',
  method: 'POST',
  path: '/dashboard/setup/check',
  title: 'Check the setup',
  description: 'Whether the setup link can be used, and the given fields are valid. Creates nothing.',
  credential: 'one_time_link',
  linkKind: 'setup',
  scope: null,
  website: 'none',
  input: z.object({}),
  body: { kind: 'json', bytesMax: BODY_BYTES_MAX, schema: checkedSetup, read: readPart },
  output: z.strictObject({ expires_at: timestamp.describe('Until when the link can be used.') }),
  example: { expires_at: '2026-03-10T13:00:00Z' },
  bodyExample: { secret: 'cmFuZG9t…', email: 'ada@example.com', password: 'correct horse battery staple' },
  responses: { 200: { description: 'The link can be used, and the fields are valid.' } },
  errors,
  async act(_query, { body, link }, { setup }: SetupServices) {
    await setup.check(body);
    return { status: 200, body: { expires_at: link.expiresAt } };
  },
});

export const finishSetup = defineOperation({
  name: 'finish_setup',
  tag: 'Setup',
  method: 'POST',
  path: '/dashboard/setup',
  title: 'Set up the service',
  description:
    'Creates the first account, its owner, and a website with a public key. The link can then no longer be used. ' +
    'Sets a cookie that logs the browser in to the dashboard, once.',
  credential: 'one_time_link',
  linkKind: 'setup',
  scope: null,
  website: 'none',
  input: z.object({}),
  body: { kind: 'json', bytesMax: BODY_BYTES_MAX, schema: newSetup, read: readSetup },
  output: z.strictObject({ website_id: id }),
  example: { website_id: 1 },
  bodyExample: {
    secret: 'cmFuZG9t…',
    account_name: 'Acme',
    email: 'ada@example.com',
    password: 'correct horse battery staple',
    website_name: 'acme.example',
    currency: 'USD',
    origins: ['https://www.acme.example'],
    register_keys: true,
  },
  responses: { 201: { description: 'Everything is created.' } },
  errors,
  async act(_query, { body: { secret: used, ...chosen } }, { setup }: SetupServices) {
    const { websiteId, loginCookie } = await setup.finish(used, chosen);
    return { status: 201, body: { website_id: websiteId }, headers: { 'set-cookie': loginCookie } };
  },
});
