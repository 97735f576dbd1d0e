import { z } from 'zod';
import { Problem } from '../problem.ts';
import { parseInput, websiteParameter } from '../reports/parameters.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { emailKey } from './match-keys.ts';

const query = z.object({ email: z.string().describe('In whatever case.'), ...websiteParameter });

export const deleteContact = defineEndpoint({
  name: 'delete_contact',
  method: 'DELETE',
  path: '/contacts',
  title: 'Delete a contact',
  description: 'Deletes the contact with this email, for good.',
  scope: 'contacts:write',
  query,
  output: z.strictObject({ message: z.string() }),
  answers: { 200: { description: 'The contact is gone.' } },
  problems: { 422: ['email_required'] },
  read(given) {
    if (given.email === undefined || String(given.email).trim() === '') {
      throw new Problem(422, 'Name the contact to delete by its email.', { code: 'email_required', param: 'email' });
    }
    return parseInput(query, given);
  },
  async run({ email }, websiteId, { store }) {
    const key = emailKey(email);
    if (key !== undefined && (await store.remove(websiteId, key))) {
      return { status: 200, body: { message: 'The contact was deleted.' } };
    }
    throw new Problem(404, 'There is no contact with this email on this website.', { param: 'email' });
  },
});
