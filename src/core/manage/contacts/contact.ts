// A contact: its fields, and the record that the API returns.
// Why: docs/decisions/contacts.md, "Fields are one JSON text".
import { z } from 'zod';
import { id, timestamp } from '../../contract/operations/schemas.ts';

/** Nullable string fields. */
export const STRING_FIELDS = [
  'visitor_token',
  'email',
  'name',
  'last_name',
  'phone',
  'city',
  'avatar_url',
  'company_name',
  'company_title',
  'url',
  'state',
  'address',
  'zip_code',
  'country',
  'source_url',
  'bio',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'referral_source',
  'first_visit',
  'privacy_consent',
  'marketing_consent',
  'sms_consent',
  'ip_address',
  'latest_score',
  'tags',
  'link',
] as const;
export type StringField = (typeof STRING_FIELDS)[number];

export const OBJECT_FIELDS = ['extra', 'data'] as const;
export type ObjectField = (typeof OBJECT_FIELDS)[number];

/** Where a contact came from, besides `data.source`. */
export const SOURCE_FIELDS: readonly StringField[] = [
  ...(['source_url', 'referral_source', 'utm_source', 'utm_medium', 'utm_campaign'] as const),
];

/** The key of `data` that has the campaign whose form the contact came from. */
export const SOURCE = 'source';

/** The key of `data` that has what was answered before forms were sent: a list of `FormAnswers`. */
export const ANSWERS = 'answers';
/** The answers of so many forms are kept, and no later ones. */
export const ANSWERED_FORMS_MAX = 20;

export interface FormAnswers extends Partial<ContactSource> {
  readonly at: string;
  readonly answers: Readonly<Record<string, string>>;
}

export interface ContactSource {
  /** Left out if the catalog does not have the campaign. */
  readonly campaign_id?: number;
  /** Its name at that time. */
  readonly campaign: string;
}

/** Set by the service; a client cannot change them. */
export const READ_ONLY_FIELDS = ['id', 'website_id', 'created_at', 'updated_at'] as const;

export type JsonObject = { readonly [key: string]: unknown };

/** The stored JSON of a contact: only the fields that were set. */
export type ContactFields = { readonly [Name in StringField]?: string } & {
  readonly [Name in ObjectField]?: JsonObject;
};

export interface ContactRow {
  readonly id: number;
  readonly website_id: number;
  readonly fields: string;
  readonly created_at: string;
  readonly updated_at: string;
}

const nullableString = z.string().nullable();
const freeForm = z.record(z.string(), z.unknown());

export const contact = z.strictObject({
  id,
  website_id: id,
  created_at: timestamp,
  updated_at: timestamp,
  ...(Object.fromEntries(STRING_FIELDS.map((name) => [name, nullableString])) as Record<
    StringField,
    typeof nullableString
  >),
  visitor_token: z.string().meta({ format: 'uuid' }).describe('The visitor token: a UUID, generated if none was sent.'),
  email: nullableString.describe('In lower case; unique among the contacts of a website.'),
  name: nullableString.describe('First name.'),
  phone: nullableString.describe('As it was sent.'),
  extra: freeForm.describe('Custom fields, with any JSON values.'),
  data: freeForm.describe('Any JSON object.'),
});
export type Contact = z.output<typeof contact>;

export function contactRecord({ id, website_id, fields, created_at, updated_at }: ContactRow): Contact {
  const stored: ContactFields = JSON.parse(fields);
  const strings = Object.fromEntries(STRING_FIELDS.map((name) => [name, stored[name] ?? null]));
  return {
    id,
    website_id,
    created_at,
    updated_at,
    ...(strings as Record<StringField, string | null>),
    visitor_token: stored.visitor_token!,
    extra: stored.extra ?? {},
    data: stored.data ?? {},
  };
}

export const exampleContact = {
  id: 7,
  website_id: 1,
  created_at: '2026-03-10T08:00:00Z',
  updated_at: '2026-03-10T08:00:00Z',
  visitor_token: '6f1c1d5e-8f5f-4b6a-9c57-2f8c35a3d1b0',
  email: 'ada@example.com',
  name: 'Ada',
  last_name: null,
  phone: '+49 30 123456',
  city: 'Berlin',
  avatar_url: null,
  company_name: null,
  company_title: null,
  url: null,
  state: null,
  address: null,
  zip_code: null,
  country: null,
  source_url: null,
  bio: null,
  utm_source: 'newsletter',
  utm_medium: null,
  utm_campaign: null,
  utm_term: null,
  utm_content: null,
  referral_source: null,
  first_visit: null,
  privacy_consent: null,
  marketing_consent: 'yes',
  sms_consent: null,
  ip_address: null,
  latest_score: null,
  tags: null,
  link: null,
  extra: { shoe_size: 42, interests: ['coffee', 'tea'] },
  data: {},
};
