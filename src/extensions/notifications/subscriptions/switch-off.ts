// Switches off a webhook that takes no messages any more, and tells whoever has subscribed by email. What is waiting is dropped: otherwise
// it would pile up, and be sent when nobody expects it.
import type { Sentence } from '../../../../languages/sentence.ts';
import { recordAudit } from '../../../core/contract/access/audit-log.ts';
import { BY_SERVICE } from '../../../core/contract/access/principal.ts';
import type { Queries } from '../../../core/foundation/database/database.ts';
import { wordsIn } from '../../../core/foundation/text/words.ts';
import { isoSeconds } from '../../../core/foundation/time/clock.ts';
import { HALTED_TOPIC } from '../outbox/message.ts';
import { addToOutbox, dropWaiting } from '../outbox/outbox.ts';
import type { ClaimedMessage } from '../outbox/queue.ts';
import { receiverWords } from './audited-receiver.ts';
import { readBranding } from './branding.ts';
import { notificationsUrl, oneLine, quotedIn } from './notification.ts';
import { emailOf } from './notification-mail.ts';
import { type NotifyOptions, readWebsite } from './notify.ts';
import { findSubscriber, lockSubscription, updateSubscription } from './subscription-store.ts';

/** `reason`: why it did not take the message, after which it is switched off. */
export async function switchOff(
  tx: Queries,
  { id: messageId, subscriptionId, websiteId, destination }: ClaimedMessage,
  reason: Sentence,
  { clock, baseUrl, hasMail }: NotifyOptions,
): Promise<void> {
  await lockSubscription(tx, subscriptionId);
  const found = await findSubscriber(tx, { subscriptionId, websiteId });
  // It may go to another URL by now.
  if (!found || found.subscription.haltedAt !== null || found.subscription.url !== destination) return;
  const now = clock();
  const { subscription } = found;
  await updateSubscription(tx, subscription, { ...subscription, haltedAt: isoSeconds(now) });
  await dropWaiting(tx, subscriptionId, messageId);
  const { account_id: accountId, ...website } = await readWebsite(tx, websiteId);
  if (hasMail) {
    const branding = await readBranding(tx, accountId);
    const { host } = new URL(destination);
    const delivery = emailOf(
      found,
      (t) => ({
        subject: t('mails.haltedSubject', { website: oneLine(website.name) }),
        heading: t('mails.haltedHeading', { website: quotedIn(t, website.name) }),
        text: t('mails.haltedText', { host, error: wordsIn(t.locale)(reason) }),
        figures: [],
        items: [],
        action: { label: t('mails.openNotifications'), url: notificationsUrl(baseUrl, websiteId) },
      }),
      { website, baseUrl, branding },
    );
    const message = { subscriptionId, websiteId, accountId, topic: HALTED_TOPIC, delivery, notBefore: now };
    await addToOutbox(tx, [{ key: `${HALTED_TOPIC}:${subscriptionId}:${isoSeconds(now)}`, ...message }], now);
  }
  const subject = receiverWords(subscription);
  await recordAudit(tx, { websiteId, actor: BY_SERVICE, action: 'subscription_halted', subject }, clock);
}
