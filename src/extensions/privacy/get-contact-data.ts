import { z } from 'zod';
import { contactParameters, noSuchContact } from '../../core/contract/operations/contact-parameters.ts';
import { defineOperation } from '../../core/contract/operations/define-operation.ts';
import { languageParameter } from '../../core/contract/operations/parameters.ts';
import { timestamp } from '../../core/contract/operations/schemas.ts';
import { wordsIn } from '../../core/foundation/text/words.ts';
import { contact, exampleContact } from '../../core/manage/contacts/contact.ts';
import { type ContactData, EVENT_NAME_LIST } from './contact-data.ts';
import { NOTE_CODES } from './known-of-contact.ts';

export interface ContactDataServices {
  readonly contactData: ContactData;
}

const subject = z
  .array(z.string())
  .describe('The names from the campaign down to what it happened with. Empty: with the website.');

export const getContactData = defineOperation({
  name: 'get_contact_data',
  tag: 'Contacts',
  method: 'GET',
  path: '/api/v1/contacts/{id}/data',
  title: 'Everything that is stored about a contact',
  description:
    'The answer to a person who asks what is stored: the contact with its consents, forms that wait to be confirmed, the kept events, ' +
    'orders and touches of its visitor (`visitor_token`), reports that are mailed to its address, and who was sent it by webhook. ' +
    'Counted numbers are not in it: they are totals, and hashes that are mixed with those of others. It is in the audit log. ' +
    'While something of the website is erased, or another such answer is made, a request gets 429.',
  credential: 'token',
  scope: 'contacts:read',
  website: 'chosen',
  input: z.object({ ...contactParameters, ...languageParameter }),
  output: z.strictObject({
    contact,
    notes: z
      .array(z.strictObject({ code: z.enum(NOTE_CODES), message: z.string() }))
      .describe('What is not known of the contact, and why.'),
    unconfirmed: z
      .array(z.strictObject({ at: timestamp, fields: z.record(z.string(), z.string()) }))
      .describe('What forms said about the contact and waits to be confirmed.'),
    events: z.array(
      z.strictObject({
        at: timestamp,
        type: z.enum(EVENT_NAME_LIST).describe('restated_order: what a refund changed.'),
        subject,
        revenue: z.number(),
        dimensions: z.record(z.string(), z.string()),
      }),
    ),
    orders: z.array(
      z.strictObject({
        order_id: z.string(),
        at: timestamp,
        subject,
        revenue: z.number(),
        refunded: z.number(),
        products: z.array(z.string()),
      }),
    ),
    touches: z
      .array(z.strictObject({ at: timestamp, subject }))
      .describe('What the next order of the visitor may be credited to.'),
    recipients: z
      .array(
        z.strictObject({
          email: z.string(),
          language: z.string(),
          state: z.string(),
          created_at: timestamp,
          changed_at: timestamp,
        }),
      )
      .describe('Reports that are mailed to the address.'),
    webhooks: z
      .array(z.strictObject({ at: timestamp, host: z.string() }))
      .describe('Who was sent the contact in the last 30 days, by webhooks that are there still.'),
  }),
  csv: {
    events: 'events',
    orders: 'orders',
    touches: 'touches',
    unconfirmed: 'unconfirmed',
    recipients: 'recipients',
    webhooks: 'webhooks',
  },
  example: {
    contact: exampleContact,
    notes: [{ code: 'kept_from', message: 'Events before 2026-01-12 are not kept.' }],
    unconfirmed: [],
    events: [
      {
        at: '2026-03-10T07:58:21Z',
        type: 'view',
        subject: ['Spring popup'],
        revenue: 0,
        dimensions: { channel: 'email', page: '/pricing' },
      },
    ],
    orders: [],
    touches: [{ at: '2026-03-10T07:58:21Z', subject: ['Spring popup'] }],
    recipients: [],
    webhooks: [{ at: '2026-03-10T08:00:03Z', host: 'hooks.acme.example' }],
  },
  responses: { 200: { description: 'Everything that is stored.' } },
  errors: { 404: [], 429: ['rate_limited'] },
  async act({ id: contactId, language }, { websiteId, actor }, { contactData }: ContactDataServices) {
    const stored = await contactData.read({ websiteId, contactId, actor });
    if (!stored) throw noSuchContact();
    const say = wordsIn(language);
    const notes = stored.notes.map(({ code, says }) => ({ code, message: say([says]) }));
    return {
      status: 200,
      body: { ...stored, notes },
      headers: { 'content-disposition': `attachment; filename="contact-${contactId}.json"` },
    };
  },
});
