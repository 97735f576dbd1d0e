import { z } from 'zod';
import { parseInput, websiteParameter } from '../reports/parameters.ts';
import { contact } from './contact.ts';
import { type ContactPage, type ContactStore, PAGE_SIZE } from './contact-store.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { emailKey } from './match-keys.ts';
import { pageLinks } from './page-links.ts';

const query = z.object({
  email: z.string().optional().describe('Only the contact with this address, in whatever case.'),
  id: z.int().positive().optional().describe('Only the contact with this id.'),
  page: z.int().positive().default(1).describe(`The page, from 1, of ${PAGE_SIZE} contacts each.`),
  ...websiteParameter,
});

export const listContacts = defineEndpoint({
  name: 'list_contacts',
  method: 'GET',
  path: '/contacts',
  title: 'List contacts',
  description: `The contacts of a website, newest first, ${PAGE_SIZE} on a page. A page after the last is empty.`,
  scope: 'contacts:read',
  query,
  output: z.array(contact).max(PAGE_SIZE),
  answers: {
    200: {
      description: 'The contacts of the page.',
      headers: {
        Link: 'RFC 8288: the first, previous, next and last page, as far as there are any.',
        'X-Total-Count': 'How many contacts there are on all pages.',
      },
    },
  },
  problems: {},
  read: (given) => parseInput(query, given),
  async run(request, websiteId, { store, apiUrl }) {
    const { total, contacts } = await readPage(store, websiteId, request);
    const { page, ...others } = request;
    const pageCount = Math.ceil(total / PAGE_SIZE);
    return {
      status: 200,
      body: contacts,
      headers: {
        link: pageLinks(`${apiUrl}/contacts`, others, page, pageCount),
        'x-total-count': String(total),
      },
    };
  },
});

async function readPage(
  store: ContactStore,
  websiteId: number,
  { id, email, page }: z.output<typeof query>,
): Promise<ContactPage> {
  if (id === undefined && email === undefined) return store.page(websiteId, page);
  const key = email === undefined ? undefined : emailKey(email);
  // What is no address is nobody's.
  if (email !== undefined && key === undefined) return { total: 0, contacts: [] };
  const found = await store.find(websiteId, { id, emailKey: key });
  return { total: found.length, contacts: page === 1 ? found : [] };
}
