// The email with a report: its tiles, and the files.
import type { Translate } from '../../../../languages/translate.ts';
import type { Delivery } from '../../outbox/message.ts';
import type { Branding } from '../branding.ts';
import { emailOf } from '../delivery-of.ts';
import type { Content } from '../notification.ts';
import { daysText, oneLine, quotedIn, websiteUrl } from '../notification.ts';
import type { ReportFormat } from '../schedule.ts';
import type { Subscriber } from '../subscription-store.ts';
import type { BuiltReport } from './build-report.ts';
import { periodText, type ReportSummary, rangeOf, tilesOf } from './report-page.ts';

interface MailOptions {
  readonly baseUrl: string;
  readonly branding: Branding;
  readonly formats: readonly ReportFormat[];
}

export function reportMail(
  subscriber: Subscriber,
  { summary, files }: BuiltReport,
  { baseUrl, branding, formats }: MailOptions,
): Delivery {
  const attached = files.filter(({ format }) => formats.includes(format));
  const notes = attached.flatMap(({ leftOut }) => leftOut);
  return emailOf(subscriber, (t) => contentOf(summary, notes, baseUrl, t), {
    ...{ website: summary.website, baseUrl, branding },
    attachments: attached.map(({ fileName, contentType, base64 }) => ({ fileName, contentType, base64 })),
  });
}

function contentOf(summary: ReportSummary, notes: readonly string[], baseUrl: string, t: Translate): Content {
  const { website, window, unit } = summary;
  const { start, end } = rangeOf(window);
  return {
    subject: t('mails.reportSubject', {
      ...{ website: oneLine(website.name), unit },
      days: daysText(Date.parse(start), Date.parse(end), t),
    }),
    heading: t('mails.reportHeading', { website: quotedIn(t, website.name), unit }),
    text: [periodText(summary, t), ...notes].join(' '),
    period: unit,
    figures: tilesOf(summary, t).map(({ label, value, change }) => ({ label, value, change: change?.text ?? null })),
    items: [],
    action: { label: t('mails.openInDashboard'), url: pageUrl(summary, baseUrl) },
  };
}

/** The page of the website with the same days, compared in the same way. */
function pageUrl({ website, window, previous }: ReportSummary, baseUrl: string): string {
  const { start, end } = rangeOf(window);
  const query = new URLSearchParams({
    ...{ timeframe: 'custom', range_start: start, range_end: end },
    ...(!previous && { compare: 'off' }),
  });
  return `${websiteUrl(baseUrl, website.id)}?${query}`;
}
