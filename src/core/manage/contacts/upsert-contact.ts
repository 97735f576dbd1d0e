import { z } from 'zod';
import { defineOperation } from '../../contract/operations/define-operation.ts';
import { JSON_BODY_ERRORS } from '../../contract/operations/json-body.ts';
import { websiteParameter } from '../../contract/operations/parameters.ts';
import { EMAIL_LENGTH_MAX } from '../../foundation/mail/email-address.ts';
import { CONTACT_BYTES_MAX, KEYS_MAX } from './apply-changes.ts';
import { contact, exampleContact, STRING_FIELDS, type StringField } from './contact.ts';
import type { ContactServices } from './contact-store.ts';
import { PHONE_LENGTH_MAX } from './match-keys.ts';
import { EXTRA_DEPTH_MAX, readChanges } from './read-changes.ts';

export const CONTACT_BODY_BYTES_MAX = 64 * 1024;

/** The codes of errors about the fields of a contact. */
export const FIELD_CODES = [
  ...['invalid_email', 'invalid_phone', 'invalid_field', 'too_deep', 'too_many_fields'],
  'contact_too_large',
];

const nullableString = z.string().nullable().optional();
const freeForm = z.record(z.string(), z.unknown()).nullable().optional();

/** This schema is for the documentation. `readFields` does the validation. */
export const contactBody = z.looseObject({
  ...(Object.fromEntries(STRING_FIELDS.map((name) => [name, nullableString])) as Record<
    StringField,
    typeof nullableString
  >),
  email: nullableString.describe(
    `At most ${EMAIL_LENGTH_MAX} characters. Stored in lower case. null or an empty string is ignored.`,
  ),
  phone: nullableString.describe(
    `At most ${PHONE_LENGTH_MAX} characters, preferably with country code: +49 30 123456 and 0049 (0)30/123456 match. ` +
      'Stored as sent. null or an empty string is ignored.',
  ),
  first_name: nullableString.describe('Stored as `name`, and takes precedence over it.'),
  visitor_token: nullableString.meta({ format: 'uuid' }).describe('Generated if none is sent. null is ignored.'),
  extra: freeForm.describe('Custom fields, merged key by key with the existing ones; null removes all of them.'),
  data: freeForm.describe('Merged key by key with the existing object; null clears it.'),
});
// Type generators would replace the whole type by a bare anyOf, so it is inside allOf.
const schema = contactBody.meta({ allOf: [{ anyOf: [{ required: ['email'] }, { required: ['phone'] }] }] });

export const upsertContact = defineOperation({
  name: 'upsert_contact',
  tag: 'Contacts',
  method: 'POST',
  path: '/api/v1/contacts',
  title: 'Create or update a contact',
  description: [
    'Finds the contact by email (case-insensitive); without a match, by phone, unless that contact has another email. ' +
      'Creates the contact if there is none. email or phone is required.',
    'Only fields in the body change; null clears a field. Integers beyond 2^53 are rejected: send them as strings. ' +
      `A key that is not a field of a contact is a custom field with any JSON value, stored in \`extra\`, which may have ${KEYS_MAX} ` +
      `keys and nest ${EXTRA_DEPTH_MAX} levels deep. Strings are trimmed. ` +
      '`id`, `website_id`, `created_at` and `updated_at` are ignored, so that a contact can be sent back as it was read. ' +
      `A body may have at most ${CONTACT_BODY_BYTES_MAX / 1024} KiB, a contact ${CONTACT_BYTES_MAX / 1024} KiB.`,
    'Safe to repeat, even concurrently: it creates one contact.',
  ].join('\n\n'),
  credential: 'token',
  scope: 'contacts:write',
  website: 'chosen',
  input: z.object(websiteParameter),
  body: { kind: 'json', bytesMax: CONTACT_BODY_BYTES_MAX, schema, read: readChanges },
  output: contact,
  example: exampleContact,
  bodyExample: {
    email: 'ada@example.com',
    phone: '+49 30 123456',
    first_name: 'Ada',
    city: 'Berlin',
    utm_source: 'newsletter',
    marketing_consent: 'yes',
    shoe_size: 42,
    interests: ['coffee', 'tea'],
  },
  responses: { 200: { description: 'The updated contact.' }, 201: { description: 'The created contact.' } },
  errors: {
    ...JSON_BODY_ERRORS,
    422: ['invalid_body', 'email_or_phone_required', ...FIELD_CODES],
  },
  async act(_query, { websiteId, body: changes }, { contacts: store }: ContactServices) {
    const { contact, isNew } = await store.upsert(websiteId, changes);
    return { status: isNew ? 201 : 200, body: contact };
  },
});
