// A mail to a subscriber or to a recipient of reports, as the account wants it to look. Pure: what it needs was read before.
import type { Translate } from '../../../../languages/translate.ts';
import { textsIn } from '../../../core/foundation/text/translators.ts';
import type { Attachment, Delivery } from '../outbox/message.ts';
import type { Branding } from './branding.ts';
import { logoAttachment } from './logo.ts';
import { UNSUBSCRIBE_PATH } from './mail-paths.ts';
import { type Notification, notificationsUrl, quotedIn } from './notification.ts';
import { type MailContent, type MailFooter, renderMail } from './render-mail.ts';
import type { Subscriber } from './subscription-store.ts';

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
