import { z } from 'zod';
import { defineOperation } from '../operations/define-operation.ts';
import { websiteParameter } from '../operations/parameters.ts';
import { CONTACT_BYTES_MAX, KEYS_MAX } from './apply-changes.ts';
import { contact, TEXT_FIELDS, type TextField } from './contact.ts';
import type { ContactServices } from './contact-services.ts';
import { EMAIL_LENGTH_MAX, PHONE_LENGTH_MAX } from './match-keys.ts';
import { EXTRA_DEPTH_MAX, readChanges } from './read-changes.ts';

const BODY_BYTES_MAX = 64 * 1024;

const text = z.string().nullable().optional();
const freeForm = z.record(z.string(), z.unknown()).nullable().optional();

const schema = z
  .looseObject({
    ...(Object.fromEntries(TEXT_FIELDS.map((name) => [name, text])) as Record<TextField, typeof text>),
    email: text.describe(
      `At most ${EMAIL_LENGTH_MAX} characters. Kept in lower case. null or empty: the same as left out.`,
    ),
    phone: text.describe(
      `At most ${PHONE_LENGTH_MAX} characters, best with the country: +49 30 123456 and 0049 (0)30/123456 are the same. Kept as given. null or empty: the same as left out.`,
    ),
    first_name: text.describe('Kept as `name`, and goes before it.'),
    visitor_token: text.meta({ format: 'uuid' }).describe('Made where none is given. null: the same as left out.'),
    extra: freeForm.describe('Custom fields, merged key by key with those there are; null removes them all.'),
    data: freeForm.describe('Merged key by key with what there is; null removes all of it.'),
  })
  // Within allOf, because generators of types take a bare anyOf for the whole type.
  .meta({ allOf: [{ anyOf: [{ required: ['email'] }, { required: ['phone'] }] }] });

export const upsertContact = defineOperation({
  name: 'upsert_contact',
  tag: 'Contacts',
  method: 'POST',
  path: '/api/v1/contacts',
  title: 'Create or update a contact',
  description: [
    'Finds the contact by email, in whatever case; without a match, by phone, unless that contact has another email. Creates it where there is none. At least one of the two is required.',
    `Only what is given changes; null empties a field. A whole number whose digits can't be kept (beyond 2^53) is refused: send it as a string. A key that is not a field of a contact is a custom field: any JSON value, kept in \`extra\`, which may have ${KEYS_MAX} keys and nest ${EXTRA_DEPTH_MAX} levels deep. Texts are trimmed. \`id\`, \`website_id\`, \`created_at\` and \`updated_at\` are ignored, so that a contact can be sent back as it was read. A body may have ${BODY_BYTES_MAX / 1024} KiB, a contact ${CONTACT_BYTES_MAX / 1024} KiB in all.`,
    'Safe to repeat, and to send many times at once: one contact comes of it.',
  ].join('\n\n'),
  credential: 'token',
  scope: 'contacts:write',
  website: 'chosen',
  input: z.object(websiteParameter),
  body: { kind: 'json', bytesMax: BODY_BYTES_MAX, schema, read: readChanges },
  output: contact,
  responses: { 200: { description: 'The contact, updated.' }, 201: { description: 'The contact, created.' } },
  errors: {
    400: ['invalid_json'],
    413: [],
    415: [],
    422: [
      'invalid_body',
      'email_or_phone_required',
      'invalid_email',
      'invalid_phone',
      'invalid_field',
      'too_deep',
      'too_many_fields',
      'contact_too_large',
    ],
  },
  async act(_query, { websiteId, body: changes }, { contacts: store }: ContactServices) {
    const { contact, isNew } = await store.upsert(websiteId, changes);
    return { status: isNew ? 201 : 200, body: contact };
  },
});
