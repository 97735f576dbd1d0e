import { z } from 'zod';
import { defineOperation } from '../../contract/operations/define-operation.ts';
import { parameter, websiteParameter } from '../../contract/operations/parameters.ts';
import { Problem } from '../../foundation/problem/problem.ts';
import type { ContactServices } from './contact-store.ts';
import { emailKey } from './match-keys.ts';

const MISSING = { code: 'email_required', detail: 'email is required: it names the contact to delete.' };

const input = z.object({
  email: parameter(
    z
      .string()
      .refine((email) => email.trim() !== '')
      .describe('Case-insensitive.'),
    'invalid_email',
    'must be a single email address',
    MISSING,
  ),
  ...websiteParameter,
});

export const deleteContact = defineOperation({
  name: 'delete_contact',
  tag: 'Contacts',
  method: 'DELETE',
  path: '/api/v1/contacts',
  title: 'Delete a contact',
  description: 'Permanently deletes the contact with this email.',
  credential: 'token',
  scope: 'contacts:write',
  website: 'chosen',
  input,
  output: z.strictObject({ message: z.string() }),
  example: { message: 'The contact was deleted.' },
  responses: { 200: { description: 'The contact was deleted.' } },
  errors: { 422: [MISSING.code] },
  async act({ email }, { websiteId }, { contacts: store }: ContactServices) {
    const key = emailKey(email);
    if (key !== undefined && (await store.remove(websiteId, key))) {
      return { status: 200, body: { message: 'The contact was deleted.' } };
    }
    throw new Problem(404, 'No contact with this email on this website.', { param: 'email' });
  },
});
