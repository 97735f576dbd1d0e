// A contact: its fields, and the record that the API shows.
import { hash } from 'node:crypto';
import { z } from 'zod';
import { id, timestamp } from '../operations/shapes.ts';

/** All plain text; null where nothing is known. */
export const TEXT_FIELDS = [
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
export type TextField = (typeof TEXT_FIELDS)[number];

export const OBJECT_FIELDS = ['extra', 'data'] as const;
export type ObjectField = (typeof OBJECT_FIELDS)[number];

/** Given by the service alone. */
export const FIXED_FIELDS = ['id', 'website_id', 'created_at', 'updated_at'] as const;

export type JsonObject = { readonly [key: string]: unknown };

/** What is stored of a contact besides its keys: only the fields that were given. */
export type ContactFields = { readonly [Name in TextField]?: string } & { readonly [Name in ObjectField]?: JsonObject };

export interface ContactRow {
  readonly id: number;
  readonly website_id: number;
  readonly fields: string;
  readonly created_at: string;
  readonly updated_at: string;
}

const text = z.string().nullable();
const freeForm = z.record(z.string(), z.unknown());

export const contact = z.strictObject({
  id,
  website_id: id,
  created_at: timestamp,
  updated_at: timestamp,
  ...(Object.fromEntries(TEXT_FIELDS.map((name) => [name, text])) as Record<TextField, typeof text>),
  visitor_token: z
    .string()
    .meta({ format: 'uuid' })
    .describe("The visitor's token: a UUID, made where none was given."),
  email: text.describe('In lower case; unique among the contacts of a website.'),
  name: text.describe('The first name.'),
  phone: text.describe('As it was given.'),
  extra: freeForm.describe('Custom fields, of any JSON type.'),
  data: freeForm.describe('Free-form.'),
});
export type Contact = z.output<typeof contact>;

export function contactRecord({ id, website_id, fields, created_at, updated_at }: ContactRow): Contact {
  const given: ContactFields = JSON.parse(fields);
  const texts = Object.fromEntries(TEXT_FIELDS.map((name) => [name, given[name] ?? null]));
  return {
    id,
    website_id,
    created_at,
    updated_at,
    ...(texts as Record<TextField, string | null>),
    visitor_token: given.visitor_token ?? derivedVisitorToken(website_id, id),
    extra: given.extra ?? {},
    data: given.data ?? {},
  };
}

/** For contacts from before tokens were made: always the same for one contact. A UUID of version 8 (RFC 9562). */
function derivedVisitorToken(websiteId: number, id: number): string {
  const hex = hash('sha256', `contact ${websiteId} ${id}`);
  const variant = '89ab'[Number.parseInt(hex[16]!, 16) % 4];
  const groups = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, variant + hex.slice(17, 20)];
  return [...groups, hex.slice(20, 32)].join('-');
}
