// Renders a notification for the channel of a subscription.
import type { Delivery } from '../outbox/message.ts';
import { type Branding, logoAttachment } from './branding.ts';
import { contentOf, type Notification, notificationsUrl } from './notification.ts';
import { renderMail } from './render-mail.ts';
import { renderSlack } from './render-slack.ts';
import type { Subscriber } from './subscription-store.ts';
import { webhookBodyOf } from './webhook-body.ts';

/** Followed by the token of the subscription. */
export const UNSUBSCRIBE_PATH = '/unsubscribe';

export function deliveryOf(subscriber: Subscriber, notification: Notification, branding: Branding): Delivery {
  const { channel, url, secret } = subscriber.subscription;
  if (channel === 'email') return emailOf(subscriber, notification, branding);
  if (channel === 'slack') return { channel, url: url!, body: renderSlack(contentOf(notification)) };
  return { channel, url: url!, secret: secret!, body: webhookBodyOf(notification) };
}

function emailOf({ subscription, email }: Subscriber, notification: Notification, branding: Branding): Delivery {
  const { website, baseUrl } = notification;
  const { senderName, logo } = branding;
  const unsubscribeUrl = `${baseUrl}${UNSUBSCRIBE_PATH}/${subscription.unsubscribeToken}`;
  const mail = renderMail(contentOf(notification), {
    senderName,
    hasLogo: logo !== null,
    websiteName: website.name,
    settingsUrl: notificationsUrl(baseUrl, website.id),
    unsubscribeUrl,
  });
  return {
    channel: 'email',
    to: email,
    ...mail,
    unsubscribeUrl,
    ...(senderName !== null && { fromName: senderName }),
    ...(logo !== null && { logo: logoAttachment(logo) }),
  };
}
