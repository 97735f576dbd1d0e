// Asks people without a login whether they want a report: each gets a mail with a link of its own.
import type { Queries } from '../../../core/foundation/database/database.ts';
import { lockIds } from '../../../core/foundation/database/next-id.ts';
import type { Clock } from '../../../core/foundation/time/clock.ts';
import type { NewMessage } from '../outbox/message.ts';
import { addToOutbox } from '../outbox/outbox.ts';
import { readBranding } from '../subscriptions/branding.ts';
import { readWebsite } from '../subscriptions/notify.ts';
import type { SentOn } from '../subscriptions/schedule.ts';
import { confirmationMail } from './confirmation-mail.ts';
import { createLink, requireFewConfirmations } from './recipient-links.ts';
import { RECIPIENT_IDS, type Recipient } from './recipient-store.ts';

export interface AskOptions {
  readonly clock: Clock;
  readonly baseUrl: string;
}

interface AskedFor {
  readonly websiteId: number;
  /** The email address of whoever sends the report. */
  readonly sender: string;
  readonly sentOn: SentOn;
}

/** Throws a problem of status 429. */
export async function askToConfirm(
  tx: Queries,
  recipients: readonly Recipient[],
  { websiteId, sender, sentOn }: AskedFor,
  { clock, baseUrl }: AskOptions,
): Promise<void> {
  const now = clock();
  const { account_id: accountId, ...website } = await readWebsite(tx, websiteId);
  const emails = recipients.map(({ email }) => email);
  // Requests that come at the same time would all find that few were asked.
  await lockIds(tx, RECIPIENT_IDS);
  await requireFewConfirmations(tx, accountId, emails, now);
  const branding = await readBranding(tx, accountId);
  const messages: NewMessage[] = [];
  for (const recipient of recipients) {
    const { id: recipientId, subscriptionId } = recipient;
    const token = await createLink(tx, 'confirm', recipient, { accountId, now });
    messages.push({
      key: `confirm:${recipientId}:${token}`,
      ...{ subscriptionId, recipientId, websiteId, accountId, topic: 'confirmation' },
      delivery: confirmationMail(recipient, token, { website, sender, sentOn, branding, baseUrl, now }),
      notBefore: now,
    });
  }
  await addToOutbox(tx, messages, now);
}
