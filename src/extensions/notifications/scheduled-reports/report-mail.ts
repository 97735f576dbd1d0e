// The email with a report: its numbers, the picture of the page, and the files.
import type { Translate } from '../../../../languages/translate.ts';
import { textsIn } from '../../../core/foundation/text/translators.ts';
import type { Attachment, Delivery } from '../outbox/message.ts';
import type { Recipient } from '../recipients/recipient-store.ts';
import type { Branding } from '../subscriptions/branding.ts';
import { RECIPIENT_UNSUBSCRIBE_PATH } from '../subscriptions/mail-paths.ts';
import { daysText, oneLine, quotedIn, websiteUrl } from '../subscriptions/notification.ts';
import { emailOf, mailTo } from '../subscriptions/notification-mail.ts';
import type { MailContent } from '../subscriptions/render-mail.ts';
import type { ReportFormat } from '../subscriptions/schedule.ts';
import type { Subscriber } from '../subscriptions/subscription-store.ts';
import type { BuiltReport } from './build-report.ts';
import { periodText, type ReportPage, rangeOf, tilesOf } from './report-page.ts';
import { pictureOf } from './report-picture.ts';

interface MailOptions {
  readonly baseUrl: string;
  readonly branding: Branding;
  readonly formats: readonly ReportFormat[];
}

export function reportMail(subscriber: Subscriber, report: BuiltReport, options: MailOptions): Delivery {
  const { baseUrl, branding } = options;
  const { attachments, notes } = filesOf(report, options);
  const action = (t: Translate) => ({ label: t('mails.openInDashboard'), url: pageUrl(report.page, baseUrl) });
  return emailOf(subscriber, (t) => ({ ...contentOf(report.page, notes, t), action: action(t) }), {
    ...{ website: report.page.website, baseUrl, branding, attachments },
  });
}

interface ToRecipient {
  readonly recipient: Recipient;
  /** The email address of whoever sends the report. */
  readonly sender: string;
  /** What the URL that unsubscribes ends with. */
  readonly token: string;
}

/** Has no link that needs a login: a recipient has none. */
export function recipientReportMail(
  { recipient: { email, language }, sender, token }: ToRecipient,
  report: BuiltReport,
  options: MailOptions,
): Delivery {
  const t = textsIn(language);
  const { attachments, notes } = filesOf(report, options);
  const unsubscribeUrl = `${options.baseUrl}${RECIPIENT_UNSUBSCRIBE_PATH}/${token}`;
  const footer = { reason: t('mails.recipientOf', { person: sender }), unsubscribeUrl };
  const content = { ...contentOf(report.page, notes, t), action: null };
  return mailTo(email, content, { t, branding: options.branding, footer, attachments });
}

interface MailedFiles {
  readonly attachments: readonly Attachment[];
  /** What they do not have. */
  readonly notes: readonly string[];
}

function filesOf({ files }: BuiltReport, { formats }: MailOptions): MailedFiles {
  const attached = files.filter(({ format }) => formats.includes(format));
  return {
    attachments: attached.map(({ fileName, contentType, base64 }) => ({ fileName, contentType, base64 })),
    notes: attached.flatMap(({ leftOut }) => leftOut),
  };
}

function contentOf(page: ReportPage, notes: readonly string[], t: Translate): Omit<MailContent, 'action'> {
  const { website, window, unit } = page;
  const { start, end } = rangeOf(window);
  return {
    subject: t('mails.reportSubject', {
      ...{ website: oneLine(website.name), unit },
      days: daysText(Date.parse(start), Date.parse(end), t),
    }),
    heading: t('mails.reportHeading', { website: quotedIn(t, website.name), unit }),
    text: [periodText(page, t), ...notes].join(' '),
    period: unit,
    figures: tilesOf(page, t).map(({ label, value, change }) => {
      const shown = { label, value, change: change?.noise ?? change?.text ?? null };
      return change?.noise === undefined ? shown : { ...shown, isNoise: true };
    }),
    body: pictureOf(page, t),
    items: [],
  };
}

/** The page of the website with the same days, compared in the same way. */
function pageUrl({ website, window, previous }: ReportPage, baseUrl: string): string {
  const { start, end } = rangeOf(window);
  const query = new URLSearchParams({
    ...{ timeframe: 'custom', range_start: start, range_end: end },
    ...(!previous && { compare: 'off' }),
  });
  return `${websiteUrl(baseUrl, website.id)}?${query}`;
}
