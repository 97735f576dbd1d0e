// What forms have said about contacts, for people to accept or dismiss: see unconfirmed.ts.
import { z } from 'zod';
import { defineOperation } from '../../contract/operations/define-operation.ts';
import { parameterOrNotFound, positiveInteger, websiteParameter } from '../../contract/operations/parameters.ts';
import { id, timestamp } from '../../contract/operations/schemas.ts';
import { Problem } from '../../foundation/problem/problem.ts';
import { contact, exampleContact } from './contact.ts';
import { type ContactServices, PAGE_SIZE } from './contact-store.ts';
import { CONFIRMED_FIELDS } from './unconfirmed.ts';

const PATH = '/api/v1/contacts/unconfirmed';

const unconfirmed = z.strictObject({
  id,
  contact,
  fields: z
    .strictObject(
      Object.fromEntries(CONFIRMED_FIELDS.map((name) => [name, z.string().optional()])) as Record<
        (typeof CONFIRMED_FIELDS)[number],
        z.ZodOptional<z.ZodString>
      >,
    )
    .describe('What a form said about the contact.'),
  source_url: z.string().nullable().describe('The page of the form.'),
  campaign: z.string().nullable().describe('The campaign of the form.'),
  created_at: timestamp.describe('When the form was sent.'),
});

const nothingToConfirm = () =>
  new Problem(404, 'Nothing with this id waits to be confirmed on this website.', { param: 'id' });

const parameters = {
  id: parameterOrNotFound(id.describe('The id of what waits, from list_unconfirmed.'), nothingToConfirm),
  ...websiteParameter,
};

export const listUnconfirmed = defineOperation({
  name: 'list_unconfirmed',
  tag: 'Contacts',
  method: 'GET',
  path: PATH,
  title: 'List what forms have said about contacts',
  description:
    'Anybody can send a form with the address or phone number of somebody else. ' +
    'So a form does not add an email, a phone or a consent to a contact that exists already: ' +
    `that waits here until it is accepted or dismissed, newest first. These are the ${PAGE_SIZE} newest ones.`,
  credential: 'token',
  scope: 'contacts:read',
  website: 'chosen',
  input: z.object({
    contact_id: positiveInteger(id.optional().describe('Only of this contact.'), 'invalid_contact_id'),
    ...websiteParameter,
  }),
  csv: { unconfirmed: 'unconfirmed' },
  output: z.strictObject({
    unconfirmed: z.array(unconfirmed).max(PAGE_SIZE),
    total: z.int().nonnegative().describe('How many there are.'),
  }),
  example: {
    unconfirmed: [
      {
        id: 42,
        contact: exampleContact,
        fields: { phone: '+49 30 123456', marketing_consent: 'yes' },
        source_url: 'https://shop.example/pricing',
        campaign: 'Spring popup',
        created_at: '2026-03-10T12:00:00Z',
      },
    ],
    total: 1,
  },
  responses: { 200: { description: 'What waits to be confirmed.' } },
  async act({ contact_id: contactId }, { websiteId }, { contacts }: ContactServices) {
    return { status: 200, body: await contacts.unconfirmed(websiteId, contactId) };
  },
});

export const acceptUnconfirmed = defineOperation({
  name: 'accept_unconfirmed',
  tag: 'Contacts',
  method: 'POST',
  path: `${PATH}/{id}/accept`,
  title: 'Accept what a form has said about a contact',
  description: 'Adds it to the contact, and replaces what the contact has in these fields.',
  credential: 'token',
  scope: 'contacts:write',
  website: 'chosen',
  input: z.object(parameters),
  output: contact,
  example: exampleContact,
  responses: { 200: { description: 'The changed contact.' } },
  errors: { 404: [], 409: ['email_in_use'], 422: ['contact_too_large'] },
  async act({ id: unconfirmedId }, { websiteId, actor }, { contacts }: ContactServices) {
    const changed = await contacts.accept({ websiteId, id: unconfirmedId, actor });
    if (!changed) throw nothingToConfirm();
    return { status: 200, body: changed };
  },
});

export const dismissUnconfirmed = defineOperation({
  name: 'dismiss_unconfirmed',
  tag: 'Contacts',
  method: 'DELETE',
  path: `${PATH}/{id}`,
  title: 'Dismiss what a form has said about a contact',
  description: 'Deletes it. The contact stays as it is.',
  credential: 'token',
  scope: 'contacts:write',
  website: 'chosen',
  input: z.object(parameters),
  output: z.undefined(),
  responses: { 204: { description: 'It is dismissed.' } },
  errors: { 404: [] },
  async act({ id: unconfirmedId }, { websiteId, actor }, { contacts }: ContactServices) {
    if (!(await contacts.dismiss({ websiteId, id: unconfirmedId, actor }))) throw nothingToConfirm();
    return { status: 204, body: undefined };
  },
});
