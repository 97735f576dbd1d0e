import { z } from 'zod';
import { contactParameters, noSuchContact } from '../../contract/operations/contact-parameters.ts';
import { defineOperation } from '../../contract/operations/define-operation.ts';
import { JSON_BODY_ERRORS } from '../../contract/operations/json-body.ts';
import { contact, exampleContact } from './contact.ts';
import type { ContactServices } from './contact-store.ts';
import { readFields } from './read-changes.ts';
import { CONTACT_BODY_BYTES_MAX, contactBody, FIELD_CODES } from './upsert-contact.ts';

export const changeContact = defineOperation({
  name: 'change_contact',
  tag: 'Contacts',
  method: 'PATCH',
  path: '/api/v1/contacts/{id}',
  title: 'Change a contact',
  description:
    'Changes the fields that are sent, by the same rules as upsert_contact. The email can be changed, too, unless another contact has it.',
  credential: 'token',
  scope: 'contacts:write',
  website: 'chosen',
  input: z.object(contactParameters),
  body: { kind: 'json', bytesMax: CONTACT_BODY_BYTES_MAX, schema: contactBody, read: readFields },
  output: contact,
  example: exampleContact,
  bodyExample: { email: 'ada@example.com', city: 'Berlin' },
  responses: { 200: { description: 'The changed contact.' } },
  errors: { ...JSON_BODY_ERRORS, 404: [], 409: ['email_in_use'], 422: ['invalid_body', ...FIELD_CODES] },
  async act({ id: contactId }, { websiteId, body }, { contacts }: ContactServices) {
    const changed = await contacts.change(websiteId, contactId, body);
    if (!changed) throw noSuchContact();
    return { status: 200, body: changed };
  },
});
