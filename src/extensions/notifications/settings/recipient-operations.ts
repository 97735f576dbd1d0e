// The operations about people without a login who get reports of a website. Only the dashboard may call them.
import { z } from 'zod';
import { LANGUAGES } from '../../../../languages/language.ts';
import { defineOperation } from '../../../core/contract/operations/define-operation.ts';
import {
  languageParameter,
  parameterOrNotFound,
  websiteParameter,
} from '../../../core/contract/operations/parameters.ts';
import { id, timestamp } from '../../../core/contract/operations/schemas.ts';
import { RECIPIENT_STATES } from '../recipients/recipient-store.ts';
import { noSuchRecipient, type Recipients } from '../recipients/recipients.ts';
import { lastMessage, saidLast } from './notification-operations.ts';

const PATH = '/dashboard/recipients';

export interface RecipientServices {
  readonly recipients: Recipients;
}

export const reportRecipient = z.strictObject({
  id,
  email: z.string(),
  state: z
    .enum(RECIPIENT_STATES)
    .describe(
      'waiting: was asked whether they want the report. unsubscribed: gets nothing, unless removed and added again.',
    ),
  changed_at: timestamp.describe('Since when.'),
  language: z.enum(LANGUAGES).describe('Of the report.'),
  subscription_id: id.describe('The subscription of whoever sends the report.'),
  sender: z.string().describe('The email address of whoever sends the report.'),
  is_halted: z.boolean().describe('The sender may no longer change the website, so nothing is sent.'),
  last_message: lastMessage,
});

export const listRecipients = defineOperation({
  name: 'list_recipients',
  tag: 'Notifications',
  method: 'GET',
  path: PATH,
  title: 'List recipients of reports',
  description: 'People without a login to whom anybody sends reports of a website, newest first.',
  credential: 'dashboard',
  scope: 'reports',
  role: 'editor',
  website: 'chosen',
  input: z.object({ ...websiteParameter, ...languageParameter }),
  csv: { recipients: 'recipients' },
  output: z.strictObject({ recipients: z.array(reportRecipient) }),
  example: {
    recipients: [
      {
        id: 5,
        email: 'client@acme.example',
        state: 'confirmed',
        changed_at: '2026-03-10T09:30:00Z',
        language: 'de',
        subscription_id: 3,
        sender: 'ada@example.com',
        is_halted: false,
        last_message: { state: 'sent', at: '2026-03-16T00:30:32Z', error: null },
      },
    ],
  },
  responses: { 200: { description: 'The recipients.' } },
  async act({ language }, { websiteId }, { recipients }: RecipientServices) {
    const listed = await recipients.list(websiteId);
    return {
      status: 200,
      body: {
        recipients: listed.map((each) => ({
          ...{ id: each.id, email: each.email, state: each.state, changed_at: each.changedAt, language: each.language },
          ...{ subscription_id: each.subscriptionId, sender: each.sender, is_halted: each.isHalted },
          last_message: saidLast(each.lastMessage, language),
        })),
      },
    };
  },
});

const recipientParameter = {
  id: parameterOrNotFound(id.describe("The recipient's id, from list_recipients."), noSuchRecipient),
};

export const askRecipient = defineOperation({
  name: 'ask_recipient',
  tag: 'Notifications',
  method: 'POST',
  path: `${PATH}/{id}/ask`,
  title: 'Ask a recipient again',
  description:
    'Sends another link to somebody who has not confirmed yet that they want the report. Links from before work until they expire.',
  credential: 'dashboard',
  scope: 'reports',
  role: 'editor',
  website: 'all',
  input: z.object(recipientParameter),
  output: z.undefined(),
  responses: { 204: { description: 'The email with the link will be sent.' } },
  errors: { 404: [], 409: ['not_waiting'], 429: ['too_many_confirmations'] },
  async act({ id: recipientId }, { websiteIds, actor }, { recipients }: RecipientServices) {
    await recipients.askAgain(recipientId, websiteIds, actor);
    return { status: 204, body: undefined };
  },
});

export const removeRecipient = defineOperation({
  name: 'remove_recipient',
  tag: 'Notifications',
  method: 'DELETE',
  path: `${PATH}/{id}`,
  title: 'Remove a recipient',
  description: 'Sends nothing more to this person, not even what is waiting.',
  credential: 'dashboard',
  scope: 'reports',
  role: 'editor',
  website: 'all',
  input: z.object(recipientParameter),
  output: z.undefined(),
  responses: { 204: { description: 'The recipient is removed.' } },
  errors: { 404: [] },
  async act({ id: recipientId }, { websiteIds, actor }, { recipients }: RecipientServices) {
    await recipients.remove(recipientId, websiteIds, actor);
    return { status: 204, body: undefined };
  },
});
