// Renders a notification for the channel of a subscription.
import { ENGLISH } from '../../../core/foundation/text/translators.ts';
import type { Delivery } from '../outbox/message.ts';
import type { Branding } from './branding.ts';
import { contentOf, type Notification } from './notification.ts';
import { emailOf } from './notification-mail.ts';
import { renderSlack } from './render-slack.ts';
import type { Subscriber } from './subscription-store.ts';
import { webhookBodyOf } from './webhook-body.ts';

export function deliveryOf(subscriber: Subscriber, notification: Notification, branding: Branding): Delivery {
  const { channel, url, secret } = subscriber.subscription;
  if (channel === 'email') return emailOf(subscriber, (t) => contentOf(notification, t), { ...notification, branding });
  // A Slack channel has many readers.
  if (channel === 'slack') return { channel, url: url!, body: renderSlack(contentOf(notification, ENGLISH)) };
  return { channel, url: url!, secret: secret!, body: webhookBodyOf(notification) };
}
