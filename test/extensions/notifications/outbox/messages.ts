// Messages for the tests of the outbox.
import type { Delivery, NewMessage } from '../../../../src/extensions/notifications/outbox/message.ts';

type Given = Partial<Omit<NewMessage, 'delivery'>>;

export function messageWith(delivery: Delivery, given: Given = {}): NewMessage {
  const { subscriptionId = 1, websiteId = 1 } = given;
  const key = `digest:${subscriptionId}:${websiteId}:2026-11-09`;
  return { key, subscriptionId, websiteId, accountId: 1, topic: 'digest', notBefore: new Date(0), ...given, delivery };
}

export function slackMessage(given: Given & { url?: string } = {}): NewMessage {
  const { url = 'https://hooks.example/T1', ...others } = given;
  return messageWith({ channel: 'slack', url, body: { text: 'Hello' } }, others);
}
