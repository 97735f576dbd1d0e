// Renders a notification for the channel of a subscription.
import type { Translate } from '../../../languages/translate.ts';
import { ENGLISH, textsIn } from '../../foundation/text/translators.ts';
import type { Attachment, Delivery } from '../outbox/message.ts';
import { type Branding, logoAttachment } from './branding.ts';
import { contentOf, type Notification, notificationsUrl, quotedIn } from './notification.ts';
import { type MailContent, type MailFooter, renderMail } from './render-mail.ts';
import { renderSlack } from './render-slack.ts';
import type { Subscriber } from './subscription-store.ts';
import { webhookBodyOf } from './webhook-body.ts';

/** Followed by the token of the subscription. */
export const UNSUBSCRIBE_PATH = '/unsubscribe';

export function deliveryOf(subscriber: Subscriber, notification: Notification, branding: Branding): Delivery {
  const { channel, url, secret } = subscriber.subscription;
  if (channel === 'email') return emailOf(subscriber, (t) => contentOf(notification, t), { ...notification, branding });
  // A Slack channel has many readers.
  if (channel === 'slack') return { channel, url: url!, body: renderSlack(contentOf(notification, ENGLISH)) };
  return { channel, url: url!, secret: secret!, body: webhookBodyOf(notification) };
}

interface MailContext extends Pick<Notification, 'website' | 'baseUrl'> {
  readonly branding: Branding;
  readonly attachments?: readonly Attachment[];
}

/** Is in the language of the subscriber. */
export function emailOf(
  { subscription, email, language }: Subscriber,
  contentIn: (t: Translate) => MailContent,
  { website, baseUrl, branding, attachments }: MailContext,
): Delivery {
  const t = textsIn(language ?? 'en');
  const footer = {
    reason: t('mails.subscribedTo', { website: quotedIn(t, website.name) }),
    settingsUrl: notificationsUrl(baseUrl, website.id),
    unsubscribeUrl: `${baseUrl}${UNSUBSCRIBE_PATH}/${subscription.unsubscribeToken}`,
  };
  return mailTo(email, contentIn(t), { t, branding, footer, ...(attachments && { attachments }) });
}

interface MailOptions {
  /** The texts that the content was written with. */
  readonly t: Translate;
  readonly branding: Branding;
  readonly footer: MailFooter;
  readonly attachments?: readonly Attachment[];
}

/** A mail as the account wants it to look. */
export function mailTo(
  to: string,
  content: MailContent,
  { t, branding: { senderName, logo }, footer, attachments }: MailOptions,
): Delivery {
  return {
    channel: 'email',
    to,
    ...renderMail(content, { senderName, hasLogo: logo !== null, footer }, t),
    ...(footer.unsubscribeUrl !== undefined && { unsubscribeUrl: footer.unsubscribeUrl }),
    ...(senderName !== null && { fromName: senderName }),
    ...(logo !== null && { logo: logoAttachment(logo) }),
    ...(attachments && { attachments }),
  };
}
