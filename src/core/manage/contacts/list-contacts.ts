import { z } from 'zod';
import { defineOperation } from '../../contract/operations/define-operation.ts';
import { pageParameter, parameter, positiveInteger, websiteParameter } from '../../contract/operations/parameters.ts';
import { contact, exampleContact } from './contact.ts';
import type { ContactServices } from './contact-store.ts';
import { type ContactPage, type ContactStore, PAGE_SIZE } from './contact-store.ts';
import { contactsFile } from './contacts-file.ts';
import { emailKey } from './match-keys.ts';

const input = z.object({
  email: parameter(
    z.string().trim().min(1).optional().describe('Only the contact with this email (case-insensitive).'),
    'invalid_email',
    'must be a single email address',
  ),
  id: positiveInteger(z.int().positive().optional().describe('Only the contact with this id.'), 'invalid_id'),
  ...pageParameter(`The page number, from 1. A page has ${PAGE_SIZE} contacts.`),
  ...websiteParameter,
});

export const listContacts = defineOperation({
  name: 'list_contacts',
  tag: 'Contacts',
  method: 'GET',
  path: '/api/v1/contacts',
  title: 'List contacts',
  description: `The contacts of a website, newest first, ${PAGE_SIZE} per page. A page after the last one is empty.`,
  credential: 'token',
  scope: 'contacts:read',
  website: 'chosen',
  input,
  csv: { contacts: { fileOf: contactsFile } },
  output: z.array(contact).max(PAGE_SIZE),
  example: [exampleContact],
  responses: {
    200: {
      description: 'The contacts of the page.',
      headers: {
        Link: 'RFC 8288 links to the first, prev, next and last page, where they exist.',
        'X-Total-Count': 'Total number of contacts.',
      },
    },
  },
  async act(query, { websiteId }, { contacts: store }: ContactServices) {
    const { total, contacts } = await readPage(store, websiteId, query);
    return {
      status: 200,
      body: contacts,
      headers: { 'x-total-count': String(total) },
      page: { number: query.page, count: Math.ceil(total / PAGE_SIZE) },
    };
  },
});

async function readPage(
  store: ContactStore,
  websiteId: number,
  { id, email, page }: Pick<z.output<typeof input>, 'id' | 'email' | 'page'>,
): Promise<ContactPage> {
  if (id === undefined && email === undefined) return store.page(websiteId, page);
  const key = email === undefined ? undefined : emailKey(email);
  // No contact has such an email.
  if (email !== undefined && key === undefined) return { total: 0, contacts: [] };
  const found = await store.find(websiteId, { id, emailKey: key });
  return { total: found.length, contacts: page === 1 ? found : [] };
}
