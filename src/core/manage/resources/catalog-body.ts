// The fields of the requests that change the catalog. The rules for each are those of the import (engine/catalog/records/document.ts).
// Why: docs/decisions/catalog.md, "Types of campaigns and elements are free text".
import { z } from 'zod';
import type { JsonBody } from '../../contract/operations/define-operation.ts';
import {
  type FieldRules,
  fieldsBody,
  invalidFieldOrBody,
  JSON_BODY_ERRORS,
} from '../../contract/operations/json-body.ts';
import { parameter } from '../../contract/operations/parameters.ts';
import { id } from '../../contract/operations/schemas.ts';
import { RATE_RULE, RATES_MAX } from '../../engine/catalog/exchange-rates.ts';
import type { RecordTable } from '../../engine/catalog/records/catalog-records.ts';
import {
  CURRENCY,
  EXCHANGE_RATES,
  KEY,
  NAME,
  PATH,
  POSITION,
  SHARE,
  STATUS,
} from '../../engine/catalog/records/document.ts';
import { SETTING_SCHEMAS } from '../../engine/catalog/setting-schemas.ts';
import { SETTING_RULES } from '../../engine/catalog/settings.ts';
import { KEY_RULE } from '../../engine/catalog/subject-key.ts';
import { Problem } from '../../foundation/problem/problem.ts';
import { NAME_RULE, ONE_LINE_RULE } from '../../foundation/text/one-line.ts';

/** It has room for a list of all elements of a step. */
const BODY_BYTES_MAX = 64 * 1024;
/** It has room for all exchange rates. */
export const WEBSITE_BYTES_MAX = 256 * 1024;
const LIST_LENGTH_MAX = 5_000;

const name = NAME.nullable().describe('For people. null: none.');
const key = KEY.nullable().describe(`How events name it: ${KEY_RULE}. null: none.`);
const ctaType = NAME.describe('Usually `overlay`, `bar`, `embed`, `quiz` or `landing_page`. Free text.');
const elementType = NAME.describe('Usually `form`, `quiz_question`, `product_picker`, `button` or `other`. Free text.');
const currency = CURRENCY.describe('An ISO 4217 code. It can only be changed before the first event.');
const isHoldout = z
  .boolean()
  .describe(
    'It shows nothing, and the other variants are compared with it. A campaign has at most one. ' +
      'It can only be changed before the first event of the variant.',
  );
const exchangeRates = EXCHANGE_RATES.describe(
  'Replaces all rates: what a unit of another currency is worth in that of the website, from a date on. ' +
    'Orders are converted when they arrive, at the last rate on or before their day.',
);
const isNew = z.literal(false).describe('Marks it as seen. Any other change does so too.');

/** What a new record of each kind may have. */
export const NEW_RECORD = {
  area: z.strictObject({ name: NAME, status: STATUS.optional() }),
  campaign: z.strictObject({
    name: NAME,
    key: key.optional(),
    status: STATUS.optional(),
    cta_type: ctaType.optional(),
    page_path: PATH.optional(),
  }),
  variant: z.strictObject({
    name: name.optional(),
    key: key.optional(),
    status: STATUS.optional(),
    is_holdout: isHoldout.optional(),
  }),
  step: z.strictObject({ name: name.optional(), key: key.optional(), status: STATUS.optional() }),
  element: z.strictObject({
    name: name.optional(),
    key: key.optional(),
    status: STATUS.optional(),
    element_type: elementType.optional(),
  }),
} as const;

const SETTINGS = {
  event_log: SETTING_SCHEMAS.event_log,
  timezone: SETTING_SCHEMAS.timezone,
  credit_window_days: SETTING_SCHEMAS.credit_window_days,
  credit_by: SETTING_SCHEMAS.credit_by,
  group_name: SETTING_SCHEMAS.group_name,
};
const position = POSITION.describe('Lower ones come first.');
const seen = { is_new: isNew };

/** What can be changed in a record of each kind. */
export const CHANGES = {
  website: z
    .strictObject({ name: NAME, currency, status: STATUS, ...SETTINGS, exchange_rates: exchangeRates })
    .partial(),
  area: z.strictObject({ name: NAME, status: STATUS }).partial(),
  campaign: z.strictObject({ name: NAME, key, status: STATUS, ...seen, cta_type: ctaType, page_path: PATH }).partial(),
  variant: z
    .strictObject({ name, key, status: STATUS, ...seen, traffic_percentage: SHARE, is_holdout: isHoldout })
    .partial(),
  step: z.strictObject({ name, key, status: STATUS, ...seen, position }).partial(),
  element: z.strictObject({ name, key, status: STATUS, ...seen, element_type: elementType, position }).partial(),
} as const;

export const newOrder = z.strictObject({
  order: z.array(id).max(LIST_LENGTH_MAX).describe('The ids of all of them, archived ones too, in the new order.'),
});

export const newShares = z.strictObject({
  shares: z
    .array(z.strictObject({ id: id.describe('Of the variant.'), traffic_percentage: SHARE }))
    .max(LIST_LENGTH_MAX)
    .describe('One for each variant that is not archived. They add up to 100.'),
});

const RULES: FieldRules = {
  name: NAME_RULE,
  key: `must be ${KEY_RULE}, or null`,
  status: 'must be live or archived',
  is_new: 'can only be set to false',
  currency: 'must be an ISO 4217 code such as USD',
  event_log: SETTING_RULES.event_log,
  timezone: SETTING_RULES.timezone,
  credit_window_days: SETTING_RULES.credit_window_days,
  credit_by: SETTING_RULES.credit_by,
  group_name: SETTING_RULES.group_name,
  exchange_rates:
    `must be a list of at most ${RATES_MAX} {"currency": …, "date": …, "rate": …}, each currency once for a date; currency: ` +
    `an ISO 4217 code such as EUR; date: such as 2026-01-31; rate ${RATE_RULE}`,
  cta_type: NAME_RULE,
  page_path: `must be a string of 1 to 1,000 characters, ${ONE_LINE_RULE}`,
  element_type: NAME_RULE,
  traffic_percentage: 'must be a whole number from 0 to 100',
  is_holdout: 'must be true or false',
  position: 'must be a whole number',
  origins: 'must be a list of origins such as https://www.example.com',
  register_keys: SETTING_RULES.register_keys,
  campaign_name: NAME_RULE,
  order: 'must be a list of ids',
  shares: 'must be a list of {"id": …, "traffic_percentage": …} with whole numbers from 0 to 100',
  body: 'must be a JSON object',
};

export const BODY_ERRORS = {
  ...JSON_BODY_ERRORS,
  422: ['invalid_body', 'invalid_field', 'unknown_field'],
} as const;

/** What another record of the table may have already. */
export const TAKEN: Readonly<Record<RecordTable, readonly string[]>> = {
  areas: ['name_taken'],
  campaigns: ['key_taken'],
  variants: ['key_taken', 'holdout_taken'],
  steps: ['key_taken'],
  elements: ['key_taken'],
};

export function bodyOf<Schema extends z.ZodObject>(
  schema: Schema,
  bytesMax = BODY_BYTES_MAX,
): JsonBody<z.output<Schema>> {
  return fieldsBody(schema, RULES, bytesMax, (param, rule, unknown) => {
    if (unknown === undefined) return invalidFieldOrBody(param, rule);
    const detail = `There is no field ${JSON.stringify(unknown.slice(0, 50))}: send some of ${Object.keys(schema.shape).join(', ')}.`;
    return new Problem(422, detail, { code: 'unknown_field' });
  });
}

export const ifMatchParameter = {
  'If-Match': parameter(
    z.string().max(1_000).optional().describe('The etag in quotes, as in the ETag header.'),
    'invalid_if_match',
    'must have at most 1,000 characters',
  ),
};

export function withArticle(kind: string): string {
  return /^[aeiou]/.test(kind) ? `an ${kind}` : `a ${kind}`;
}
