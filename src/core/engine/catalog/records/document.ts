// The schema of the JSON document that `import catalog` reads. It may contain every field of the public records, even
// computed counts and rates: their types are checked, then they are ignored.
import { z } from 'zod';
import { isOneLine, NAME_LENGTH_MAX, oneLineAdvice } from '../../../foundation/text/one-line.ts';
import { areDifferentRates, isRate, RATE_RULE, RATES_MAX } from '../exchange-rates.ts';
import { SETTING_FIELDS } from '../setting-schemas.ts';
import { namesInDocument } from '../settings.ts';
import { isKey, KEY_RULE } from '../subject-key.ts';

/** The service numbers records of its own from the largest id on, and has to stay within exact numbers. */
const ID_MAX = 2 ** 52;
const TEXT_LENGTH_MAX = 1_000;

const id = z.int().positive().max(ID_MAX);
const timestamp = z.iso.datetime({ offset: true });
const string = z
  .string()
  .max(TEXT_LENGTH_MAX)
  // The databases can't store these unchanged.
  .refine((value) => !value.includes('\u0000') && value.isWellFormed(), 'must not contain U+0000 or a lone surrogate');
/** The rule for names that people choose, and for short words such as types. */
const label = oneLine(NAME_LENGTH_MAX);
export const NAME = label.min(1);
export const PATH = oneLine(TEXT_LENGTH_MAX).min(1);

function oneLine(lengthMax: number) {
  return z
    .string()
    .max(lengthMax)
    .refine(isOneLine, { error: ({ input }) => oneLineAdvice(String(input)) });
}

export const POSITION = z.int32();
export const SHARE = z.int().min(0).max(100);
export const CURRENCY = z.string().regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code such as USD');
export const EXCHANGE_RATES = z
  .array(z.strictObject({ currency: CURRENCY, date: z.iso.date(), rate: z.number().refine(isRate, RATE_RULE) }))
  .max(RATES_MAX, `must be at most ${RATES_MAX} rates`)
  .refine(areDifferentRates, 'must have one rate for a currency and a date');
export const STATUS = z.enum(['live', 'archived']);
const position = POSITION;
const count = z.int().nonnegative();
const rate = z.union([z.string(), z.number()]);
const anyJson = z.json();
const status = STATUS.optional();
export const KEY = z.string().refine(isKey, `must be ${KEY_RULE}`);
const key = KEY.nullable().optional();
const optionalName = NAME.nullable().optional();

const timestamps = { created_at: timestamp.optional(), updated_at: timestamp.optional() };
const computed = {
  views: count.optional(),
  conversions: count.optional(),
  completions: count.optional(),
  conversion_rate: rate.optional(),
  completion_rate: rate.optional(),
};

const element = z.strictObject({
  id,
  key,
  name: optionalName,
  element_type: NAME,
  position: position.optional(),
  status,
});

const step = z.strictObject({
  id,
  key,
  name: optionalName,
  position: position.optional(),
  status,
  elements: z.array(element).optional(),
});

const variant = z.strictObject({
  id,
  website_id: id.optional(),
  key,
  name: label.nullable().optional(),
  variation: NAME.optional(),
  traffic_percentage: SHARE.optional(),
  percentage: SHARE.optional(),
  screenshot: string.nullable().optional(),
  is_holdout: z.boolean().optional(),
  status,
  ...timestamps,
  ...computed,
  steps: z.array(step).optional(),
});

const campaign = z.strictObject({
  id,
  website_id: id.optional(),
  key,
  name: NAME,
  cta_type: NAME.optional(),
  test_type: string.optional(),
  page_path: string.optional(),
  status,
  published_at: timestamp.nullable().optional(),
  ...timestamps,
  ...computed,
  variants: z.array(variant).optional(),
});

const area = z.strictObject({ id, website_id: id.optional(), name: NAME, status, ...timestamps });

/** Fields of the website record that are stored and returned as they are. `archived` is also its status. */
const websiteFields = {
  listener: z.boolean(),
  active: z.boolean(),
  test: z.boolean(),
  blacklisted: z.boolean(),
  powered_by: z.boolean(),
  archived: z.boolean(),
  premium: z.boolean(),
  support: z.boolean(),
  script_type: string,
  brand: string,
  sub_domain: string,
  plan_type: string,
  data: z.record(z.string(), z.string()),
  user_id: anyJson,
  url: anyJson,
  published: anyJson,
  visitors_count: anyJson,
  screenshot: anyJson,
  context: anyJson,
  research: anyJson,
  context_last_updated: anyJson,
};
export type WebsiteFields = z.infer<z.ZodObject<typeof websiteFields>>;

export const DEFAULT_WEBSITE_FIELDS: WebsiteFields = {
  listener: true,
  active: true,
  test: false,
  blacklisted: false,
  powered_by: true,
  archived: false,
  premium: false,
  support: false,
  script_type: 'async',
  brand: '',
  sub_domain: '',
  plan_type: 'free',
  data: { 'form-tracking': '', last_published: '', 'url-identification': '', 'google-analytics-track': '' },
  user_id: null,
  url: null,
  published: null,
  visitors_count: null,
  screenshot: null,
  context: null,
  research: null,
  context_last_updated: null,
};

const website = z.strictObject({
  id,
  account_id: id.optional(),
  name: NAME,
  currency: CURRENCY.optional(),
  api_key: string.min(16).max(200).optional(),
  ...timestamps,
  conversions: count.optional(),
  completions: count.optional(),
  settings: z.partialRecord(z.enum(namesInDocument('settings')), z.boolean()).optional(),
  ...SETTING_FIELDS,
  exchange_rates: EXCHANGE_RATES.optional(),
  ...z.object(websiteFields).partial().shape,
  areas: z.array(area).optional(),
  campaigns: z.array(campaign).optional(),
});

const account = z.strictObject({
  id,
  name: NAME,
  created_at: timestamp.optional(),
  websites: z.array(website).optional(),
});

export const catalogDocument = z.strictObject({ accounts: z.array(account) });
export type CatalogDocument = z.infer<typeof catalogDocument>;
