import { z } from 'zod';
import { contactParameters, noSuchContact } from '../../contract/operations/contact-parameters.ts';
import { defineOperation } from '../../contract/operations/define-operation.ts';
import type { ContactServices } from './contact-store.ts';

export const removeContact = defineOperation({
  name: 'remove_contact',
  tag: 'Contacts',
  method: 'DELETE',
  path: '/api/v1/contacts/{id}',
  title: 'Delete a contact by its id',
  description: 'Permanently deletes the contact, which need not have an email.',
  credential: 'token',
  scope: 'contacts:write',
  website: 'chosen',
  input: z.object(contactParameters),
  output: z.undefined(),
  responses: { 204: { description: 'The contact is deleted.' } },
  errors: { 404: [] },
  async act({ id }, { websiteId }, { contacts }: ContactServices) {
    if (!(await contacts.removeById(websiteId, id))) throw noSuchContact();
    return { status: 204, body: undefined };
  },
});
