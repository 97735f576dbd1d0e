import { z } from 'zod';
import { defineOperation } from '../../contract/operations/define-operation.ts';
import { parameter, websiteParameter } from '../../contract/operations/parameters.ts';
import { contact, exampleContact } from './contact.ts';
import { type ContactServices, EXPORT_SIZE } from './contact-store.ts';
import { contactsFile } from './contacts-file.ts';

const cursor = z.int().nonnegative();

export const exportContacts = defineOperation({
  name: 'export_contacts',
  tag: 'Contacts',
  method: 'GET',
  path: '/api/v1/contacts/export',
  title: 'Export contacts',
  description:
    `All contacts of a website, oldest first, in parts of at most ${EXPORT_SIZE}. ` +
    'Repeat with `after` set to `next` until that is null. ' +
    'Every contact that exists from the first part to the last is returned exactly once, whatever is added or deleted meanwhile.',
  credential: 'token',
  scope: 'contacts:read',
  website: 'chosen',
  input: z.object({
    after: parameter(
      cursor.default(0).describe('`next` of the part before; left out for the first part.'),
      'invalid_after',
      'must be the `next` of another part',
    ),
    ...websiteParameter,
  }),
  csv: { contacts: { fileOf: ({ contacts }) => contactsFile(contacts) } },
  nextPage: ({ next }) => (next === null ? undefined : { after: next }),
  output: z.strictObject({
    contacts: z.array(contact).max(EXPORT_SIZE),
    next: cursor.nullable().describe('null: this is the last part.'),
    total: z.int().nonnegative().describe('How many contacts there are now.'),
  }),
  example: { contacts: [exampleContact], next: null, total: 1 },
  responses: {
    200: { description: 'A part of the contacts.', headers: { 'X-Total-Count': 'Total number of contacts.' } },
  },
  async act({ after }, { websiteId }, { contacts }: ContactServices) {
    const part = await contacts.part(websiteId, after);
    return { status: 200, body: part, headers: { 'x-total-count': String(part.total) } };
  },
});
