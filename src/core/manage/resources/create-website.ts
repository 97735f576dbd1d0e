// Creating a website. Only the dashboard can do it: other tokens are bound to websites that exist.
// Why: docs/decisions/catalog.md, "Only the dashboard creates websites".
import { z } from 'zod';
import { defineOperation } from '../../contract/operations/define-operation.ts';
import { accountParameter } from '../../contract/operations/parameters.ts';
import { CURRENCY, NAME } from '../../engine/catalog/records/document.ts';
import { SETTING_SCHEMAS } from '../../engine/catalog/setting-schemas.ts';
import { ORIGINS_MAX } from '../../intake/collector/origins.ts';
import { requireOrigins } from '../../intake/collector/sending-operations.ts';
import { websiteRecord } from './catalog.ts';
import { BODY_ERRORS, bodyOf } from './catalog-body.ts';
import { exampleRecords } from './catalog-examples.ts';
import type { WebsiteCreatorServices } from './website-creator.ts';

export const newWebsite = z.strictObject({
  name: NAME.describe('The root domain name. Unique in the account.'),
  currency: CURRENCY.optional().describe(
    'An ISO 4217 code. Default: USD. It can only be changed before the first event.',
  ),
  timezone: SETTING_SCHEMAS.timezone.optional().describe('Of its days: an IANA name. Default: UTC.'),
  origins: z
    .array(z.string())
    .max(ORIGINS_MAX)
    .optional()
    .describe(
      'Where its pages are, such as `https://www.example.com`. The website gets a public key that works there.',
    ),
  register_keys: SETTING_SCHEMAS.register_keys
    .optional()
    .describe('Whether events add the campaigns, variants, steps and elements that they name. Default: false.'),
  campaign_name: NAME.optional().describe('The first campaign. Left out: none is created.'),
  cta_type: NAME.optional().describe('The type of the first campaign, such as overlay.'),
});

export const createWebsite = defineOperation({
  name: 'create_website',
  tag: 'Catalog',
  method: 'POST',
  path: '/dashboard/websites',
  title: 'Create a website',
  description:
    'Adds a website to an account. The current login shows it at once, and other logins after its websites are chosen again.',
  credential: 'dashboard',
  scope: 'reports',
  role: 'editor',
  website: 'account',
  input: z.object(accountParameter),
  body: bodyOf(newWebsite),
  output: websiteRecord,
  example: exampleRecords.website,
  bodyExample: {
    name: 'acme.example',
    currency: 'EUR',
    timezone: 'Europe/Berlin',
    origins: ['https://www.acme.example'],
    register_keys: true,
  },
  responses: { 201: { description: 'The new website.' } },
  errors: {
    ...BODY_ERRORS,
    409: ['name_taken'],
    422: [...BODY_ERRORS[422], 'too_many_records', 'invalid_origins'],
  },
  async act(_query, { accountId, user, actor, body }, { websites }: WebsiteCreatorServices) {
    const { origins = [], ...fields } = body;
    const created = await websites.create({ ...fields, accountId, origins: requireOrigins(origins) }, user, actor);
    return { status: 201, body: created };
  },
});
