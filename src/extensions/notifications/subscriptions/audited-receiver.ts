// What the audit log calls the receiver of a subscription.
import { type Sentence, sentence } from '../../../../languages/sentence.ts';
import type { Subscription } from './subscription-store.ts';

/** Emails have no such words. */
export function receiverWords({ channel, url, topics }: Subscription): Sentence {
  const { host } = new URL(url!);
  if (channel === 'slack') return sentence('slackAt', { host });
  // Personal data leave the service.
  return sentence(topics.includes('new_contact') ? 'webhookWithContactsAt' : 'webhookAt', { host });
}
