import { z } from 'zod';
import { defineOperation } from '../../contract/operations/define-operation.ts';
import { parameter, positiveInteger, websiteParameter } from '../../contract/operations/parameters.ts';
import { id } from '../../contract/operations/schemas.ts';
import { contact, exampleContact } from './contact.ts';
import { type ContactServices, PAGE_SIZE, SEARCHED_MAX } from './contact-store.ts';
import { contactsFile } from './contacts-file.ts';

const QUERY_LENGTH_MAX = 100;
const cursor = z.int().positive();

export const searchContacts = defineOperation({
  name: 'search_contacts',
  tag: 'Contacts',
  method: 'GET',
  path: '/api/v1/contacts/search',
  title: 'Search contacts',
  description: [
    `The contacts of a website whose names, email or phone have all words of \`query\` in them, newest first, at most ${PAGE_SIZE} ` +
      'at once. Upper and lower case and accents do not matter. `campaign_id` finds those that came from a form of this campaign: ' +
      '`data.source.campaign_id`.',
    'Repeat with `after` set to `next` until that is null. ' +
      `A request with words looks through ${SEARCHED_MAX.toLocaleString('en')} contacts: so there may be more even if none was found.`,
  ].join('\n\n'),
  credential: 'token',
  scope: 'contacts:read',
  website: 'chosen',
  input: z.object({
    query: parameter(
      z.string().max(QUERY_LENGTH_MAX).default('').describe('Parts of names, email or phone, separated by spaces.'),
      'invalid_query',
      `must be a single text of at most ${QUERY_LENGTH_MAX} characters`,
    ),
    campaign_id: positiveInteger(
      id.optional().describe('Only contacts that came from a form of this campaign.'),
      'invalid_campaign_id',
    ),
    after: parameter(
      cursor.optional().describe('`next` of the answer before; left out for the first one.'),
      'invalid_after',
      'must be the `next` of another answer',
    ),
    ...websiteParameter,
  }),
  csv: { contacts: { fileOf: ({ contacts }) => contactsFile(contacts) } },
  nextPage: ({ next }) => (next === null ? undefined : { after: next }),
  output: z.strictObject({
    contacts: z.array(contact).max(PAGE_SIZE),
    next: cursor.nullable().describe('null: there are no more.'),
  }),
  example: { contacts: [exampleContact], next: null },
  responses: { 200: { description: 'The contacts that were found.' } },
  async act({ query, campaign_id: campaignId, after: before }, { websiteId }, { contacts }: ContactServices) {
    return { status: 200, body: await contacts.search(websiteId, { query, campaignId, before }) };
  },
});
