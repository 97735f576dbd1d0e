// The mail that asks somebody without a login whether they want a report.
import { textsIn } from '../../../core/foundation/text/translators.ts';
import type { Delivery } from '../outbox/message.ts';
import type { Branding } from '../subscriptions/branding.ts';
import { CONFIRM_PATH } from '../subscriptions/mail-paths.ts';
import { type NotifiedWebsite, oneLine, quotedIn } from '../subscriptions/notification.ts';
import { mailTo } from '../subscriptions/notification-mail.ts';
import { type SentOn, unitOf } from '../subscriptions/schedule.ts';
import { CONFIRM_DAYS } from './recipient-links.ts';
import type { Recipient } from './recipient-store.ts';

interface AskedReport {
  readonly website: NotifiedWebsite;
  readonly sender: string;
  readonly sentOn: SentOn;
  readonly branding: Branding;
  readonly baseUrl: string;
  readonly now: Date;
}

const DAY_MS = 86_400_000;

export function confirmationMail(
  { email, language }: Recipient,
  token: string,
  { website, sender, sentOn, branding, baseUrl, now }: AskedReport,
): Delivery {
  const t = textsIn(language);
  const unit = unitOf(sentOn);
  const until = new Intl.DateTimeFormat(t.locale, { dateStyle: 'long', timeZone: 'UTC' });
  const date = until.format(now.getTime() + CONFIRM_DAYS * DAY_MS);
  return mailTo(
    email,
    {
      subject: t('mails.confirmSubject', { website: oneLine(website.name), unit }),
      heading: t('mails.confirmHeading', { website: quotedIn(t, website.name), unit }),
      text: t('mails.confirmText', { person: sender }),
      figures: [],
      items: [],
      action: { label: t('mails.confirmAction'), url: `${baseUrl}${CONFIRM_PATH}/${token}` },
    },
    { t, branding, footer: { reason: t('mails.confirmIgnore', { date }) } },
  );
}
