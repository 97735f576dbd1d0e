// The catalog as a JSON document: what `import catalog` reads. Every field of the public records may be given, also
// the counts and rates that are computed here (they are checked for their type and then ignored).
import { z } from 'zod';

const id = z.int().positive();
const timestamp = z.iso.datetime({ offset: true });
const text = z
  .string()
  .max(1_000)
  // What the databases can't keep, or would not give back as it was.
  .refine((value) => !value.includes('\u0000') && value.isWellFormed(), 'must not contain U+0000 or half a character');
const requiredText = text.min(1);
const position = z.int32();
const count = z.int().nonnegative();
const rate = z.union([z.string(), z.number()]);
const anything = z.json();

const timestamps = { created_at: timestamp.optional(), updated_at: timestamp.optional() };
const computed = {
  views: count.optional(),
  conversions: count.optional(),
  completions: count.optional(),
  conversion_rate: rate.optional(),
  completion_rate: rate.optional(),
};

const element = z.strictObject({ id, element_type: requiredText, position: position.optional() });

const step = z.strictObject({ id, position: position.optional(), elements: z.array(element).optional() });

const variant = z.strictObject({
  id,
  website_id: id.optional(),
  name: text.nullable().optional(),
  variation: requiredText.optional(),
  traffic_percentage: z.int().min(0).max(100).optional(),
  percentage: z.int().min(0).max(100).optional(),
  screenshot: text.nullable().optional(),
  ...timestamps,
  ...computed,
  steps: z.array(step).optional(),
});

const campaign = z.strictObject({
  id,
  website_id: id.optional(),
  name: requiredText,
  cta_type: requiredText.optional(),
  test_type: text.optional(),
  page_path: text.optional(),
  status: z.enum(['live', 'archived']).optional(),
  published_at: timestamp.nullable().optional(),
  ...timestamps,
  ...computed,
  variants: z.array(variant).optional(),
});

const area = z.strictObject({ id, website_id: id.optional(), name: requiredText, ...timestamps });

/** The fields of the website record that are stored as they are and never looked into. */
const websiteSettings = {
  listener: z.boolean(),
  active: z.boolean(),
  test: z.boolean(),
  blacklisted: z.boolean(),
  powered_by: z.boolean(),
  archived: z.boolean(),
  premium: z.boolean(),
  support: z.boolean(),
  script_type: text,
  brand: text,
  sub_domain: text,
  plan_type: text,
  data: z.record(z.string(), z.string()),
  user_id: anything,
  url: anything,
  published: anything,
  visitors_count: anything,
  screenshot: anything,
  context: anything,
  research: anything,
  context_last_updated: anything,
};
export type WebsiteSettings = z.infer<z.ZodObject<typeof websiteSettings>>;

export const DEFAULT_WEBSITE_SETTINGS: WebsiteSettings = {
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
  name: requiredText,
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code such as USD')
    .optional(),
  api_key: text.min(16).max(200).optional(),
  ...timestamps,
  conversions: count.optional(),
  completions: count.optional(),
  ...z.object(websiteSettings).partial().shape,
  areas: z.array(area).optional(),
  campaigns: z.array(campaign).optional(),
});

const account = z.strictObject({
  id,
  name: requiredText,
  created_at: timestamp.optional(),
  websites: z.array(website).optional(),
});

export const catalogDocument = z.strictObject({ accounts: z.array(account) });
export type CatalogDocument = z.infer<typeof catalogDocument>;
