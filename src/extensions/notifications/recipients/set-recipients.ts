// Adds and removes recipients of the reports of a subscription. Whoever is added is asked first: nobody gets a report who has not confirmed
// that they want it. An address that has unsubscribed stays as it is, unless it is removed and added again: then it is asked again.
import { recordAudit } from '../../../core/contract/access/audit-log.ts';
import type { Actor } from '../../../core/contract/access/principal.ts';
import type { Queries } from '../../../core/foundation/database/database.ts';
import { nextIds } from '../../../core/foundation/database/next-id.ts';
import { Problem } from '../../../core/foundation/problem/problem.ts';
import { type Clock, isoSeconds } from '../../../core/foundation/time/clock.ts';
import { removeFromOutbox } from '../outbox/outbox.ts';
import { mailLanguageOf, type Subscription } from '../subscriptions/subscription-store.ts';
import { type AskOptions, askToConfirm } from './ask-to-confirm.ts';
import {
  deleteRecipient,
  insertRecipients,
  maySend,
  RECIPIENT_IDS,
  type Recipient,
  readRole,
  recipientsOf,
} from './recipient-store.ts';

/** How many a report can have. */
export const RECIPIENTS_MAX = 20;

interface Wanted {
  readonly subscription: Subscription;
  readonly emails: readonly string[];
  /** The email address of whoever has subscribed. */
  readonly sender: string;
  readonly actor: Actor;
}

/** Call it last in the transaction, as `recordAudit`. Throws a problem of status 403 or 429. */
export async function setRecipients(tx: Queries, wanted: Wanted, options: AskOptions): Promise<void> {
  const { subscription, emails, actor } = wanted;
  const { websiteId } = subscription;
  const before = await recipientsOf(tx, [subscription.id]);
  const removed = before.filter(({ email }) => !emails.includes(email));
  const added = emails.filter((email) => !before.some((recipient) => recipient.email === email));
  if (added.length > 0) await add(tx, added, wanted, options);
  await removeRecipients(tx, removed, actor, options.clock);
  for (const subject of added) {
    await recordAudit(tx, { websiteId, actor, action: 'recipient_added', subject }, options.clock);
  }
}

/** Call it last in the transaction, as `recordAudit`. They may have been deleted with their subscription already. */
export async function removeRecipients(
  tx: Queries,
  recipients: readonly Recipient[],
  actor: Actor,
  clock: Clock,
): Promise<void> {
  for (const { id, websiteId } of recipients) {
    await deleteRecipient(tx, id, [websiteId]);
    await removeFromOutbox(tx, { recipientId: id });
  }
  for (const { websiteId, email: subject } of recipients) {
    await recordAudit(tx, { websiteId, actor, action: 'recipient_removed', subject }, clock);
  }
}

async function add(
  tx: Queries,
  emails: readonly string[],
  { subscription, sender }: Wanted,
  options: AskOptions,
): Promise<void> {
  const { id: subscriptionId, userId, websiteId } = subscription;
  const role = await readRole(tx, userId, websiteId);
  if (!maySend(role)) {
    const detail = `Your role on website ${websiteId} is ${role ?? 'none'}. Sending its reports to others needs editor.`;
    throw new Problem(403, detail);
  }
  const firstId = await nextIds(tx, RECIPIENT_IDS, emails.length);
  const language = (await mailLanguageOf(tx, userId)) ?? 'en';
  const at = isoSeconds(options.clock());
  const recipients = emails.map((email, index): Recipient => {
    const times = { createdAt: at, changedAt: at };
    return { id: firstId + index, subscriptionId, websiteId, email, language, state: 'waiting', ...times };
  });
  await insertRecipients(tx, recipients);
  await askToConfirm(tx, recipients, { websiteId, sender, sentOn: subscription.report!.sentOn }, options);
}
