import { z } from 'zod';
import { contactParameters, noSuchContact } from '../../core/contract/operations/contact-parameters.ts';
import { defineOperation } from '../../core/contract/operations/define-operation.ts';
import type { ContactErasure } from '../../core/manage/erasure/forget-contact.ts';

export interface ErasureServices {
  readonly erasure: ContactErasure;
}

const count = z.int().nonnegative();

export const forgetContact = defineOperation({
  name: 'forget_contact',
  tag: 'Contacts',
  method: 'POST',
  path: '/api/v1/contacts/{id}/forget',
  title: 'Delete a contact and erase what the person did',
  description:
    'Permanently deletes the contact, like remove_contact, and erases what is stored about single events of its visitor ' +
    "(visitor_token): the visitor's touches, and visitor, time and dimensions of the visitor's events in the event log and of orders " +
    'that can be refunded. ' +
    'These events then belong to nobody in breakdowns, filters, funnels and attribution. Numbers that were counted stay: ' +
    'reports are made of totals and of hashes that are mixed with those of other visitors. ' +
    'Contacts of a website are erased one after the other: while one is, a request for another gets 429. ' +
    'If the request is interrupted, send it again.',
  credential: 'token',
  scope: 'contacts:write',
  website: 'chosen',
  input: z.object(contactParameters),
  output: z.strictObject({
    touches: count.describe('Erased touches that orders could be credited to.'),
    orders: count.describe('Orders that can be refunded and no longer tell whose they were.'),
    logged_events: count.describe('Events in the event log that no longer tell whose they were, nor when.'),
  }),
  example: { touches: 1, orders: 1, logged_events: 5 },
  responses: { 200: { description: 'The contact is deleted, and how much was erased besides it.' } },
  errors: { 404: [] },
  async act({ id }, { websiteId, actor }, { erasure }: ErasureServices) {
    const forgotten = await erasure.forget({ websiteId, filter: { id }, actor, isErasing: true });
    if (!forgotten) throw noSuchContact();
    return { status: 200, body: { touches: 0, orders: 0, logged_events: 0, ...forgotten.traces } };
  },
});
