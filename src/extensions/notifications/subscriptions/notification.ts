// What a notification says, before it is rendered for a channel. Plain data and pure functions.
import type { Sentence } from '../../../../languages/sentence.ts';
import type { Translate } from '../../../../languages/translate.ts';
import type { Alert } from '../../../core/answers/alerts/alert.ts';
import { percentChange } from '../../../core/answers/reports/metrics.ts';
import { dimensionWords, type MovedSegment, segmentValueWords } from '../../../core/answers/segments/moved-segment.ts';
import { isoOfDay } from '../../../core/engine/rollups/calendar.ts';
import { exactMoney, number, plainName, signedPercent } from '../../../core/foundation/text/wording.ts';
import { wordsIn } from '../../../core/foundation/text/words.ts';

export interface NotifiedWebsite {
  readonly id: number;
  readonly name: string;
  readonly currency: string;
}

interface WeekFigures {
  readonly revenue: number;
  readonly viewers: number;
}

export interface Digest {
  /** The Monday, YYYY-MM-DD. */
  readonly week: string;
  readonly figures: WeekFigures;
  /** null: the week before was not written. */
  readonly previous: WeekFigures | null;
  readonly items: readonly DigestItem[];
}

export interface DigestItem {
  readonly sentences: readonly Sentence[];
  readonly campaigns: readonly { readonly id: number; readonly name: string }[];
  /** The one that explains it. */
  readonly segment?: MovedSegment;
}

/** What happened, by topic. */
export type Occasion =
  | { readonly type: 'digest'; readonly digest: Digest }
  | { readonly type: 'alert'; readonly alert: Alert }
  | { readonly type: 'test' };

/** An occasion of a website, with what is needed to render it. */
export interface Notification {
  readonly occasion: Occasion;
  readonly website: NotifiedWebsite;
  readonly baseUrl: string;
  readonly at: Date;
}

export interface LinkTo {
  readonly label: string;
  readonly url: string;
}

/** What people read, in any channel and language. Nothing in it is escaped. */
export interface Content {
  readonly subject: string;
  readonly heading: string;
  readonly text: string;
  readonly figures: readonly {
    readonly label: string;
    readonly value: string;
    readonly change: string | null;
    /** Whether random variation explains the change. */
    readonly isNoise?: boolean;
  }[];
  /** What the figures are compared with: the one before. Default: a week. */
  readonly period?: 'week' | 'month';
  readonly items: readonly { readonly text: string; readonly links: readonly LinkTo[] }[];
  readonly action: LinkTo;
}

/** More would make an item unreadable. */
const CAMPAIGN_LINKS_MAX = 5;
const SUNDAY = 6;
/** That a day differs is seen among others. */
const ALERT_CHART_DAYS = 28;
const URL_LENGTH_MAX = 2_000;
const DAY_MS = 86_400_000;

export function contentOf(notification: Notification, t: Translate): Content {
  const { occasion } = notification;
  if (occasion.type === 'digest') return digestContent(notification, occasion.digest, t);
  return occasion.type === 'alert' ? alertContent(notification, occasion.alert, t) : testContent(notification, t);
}

function digestContent({ website, baseUrl }: Notification, digest: Digest, t: Translate): Content {
  const days = weekText(digest.week, t);
  return {
    subject: t('mails.digestSubject', { website: oneLine(website.name), days }),
    heading: t('mails.digestHeading', { website: quotedIn(t, website.name) }),
    text: days,
    figures: figuresOf(digest, website.currency, t),
    items: digest.items.map((item) => ({
      text: wordsIn(t.locale)(item.sentences),
      links: linksOf(item, { website, baseUrl, digest, t }),
    })),
    action: { label: t('mails.openInsights'), url: insightsUrl(baseUrl, website.id, digest.week) },
  };
}

/** A name in the quotation marks of the language. */
export function quotedIn(t: Translate, name: string): string {
  return wordsIn(t.locale)({ code: 'quoted', values: { name: plainName(name) } });
}

interface OfDigest extends Pick<Notification, 'website' | 'baseUrl'> {
  readonly digest: Digest;
  readonly t: Translate;
}

function linksOf(item: DigestItem, { website, baseUrl, digest, t }: OfDigest): LinkTo[] {
  const { campaigns, segment } = item;
  if (segment) {
    const [campaign] = campaigns;
    const label = t('mails.openFiltered', {
      name: quotedIn(t, campaign?.name ?? website.name),
      dimension: wordsIn(t.locale)(dimensionWords(segment.dimension)),
      value: wordsIn(t.locale)(segmentValueWords(segment)),
    });
    return [{ label, url: itemSegmentUrl(baseUrl, website.id, digest.week, { campaigns, segment }) }];
  }
  return campaigns.slice(0, CAMPAIGN_LINKS_MAX).map(({ id, name }) => ({
    label: t('mails.openNamed', { name: quotedIn(t, name) }),
    url: campaignUrl(baseUrl, website.id, id),
  }));
}

function figuresOf({ figures, previous }: Digest, currency: string, t: Translate): Content['figures'] {
  const change = (name: keyof WeekFigures) => {
    const percent = previous && percentChange(figures[name], previous[name]);
    return percent === null ? null : signedPercent(percent / 100, t.locale);
  };
  return [
    {
      label: t('definitions.revenue_name'),
      value: exactMoney(figures.revenue, currency, t.locale),
      change: change('revenue'),
    },
    { label: t('definitions.visitors_name'), value: number(figures.viewers, t.locale), change: change('viewers') },
  ];
}

function alertContent({ website, baseUrl }: Notification, alert: Alert, t: Translate): Content {
  const say = wordsIn(t.locale);
  const subject = t('mails.alertSubject', { website: oneLine(website.name), title: oneLine(say([alert.title])) });
  return {
    subject,
    // A Slack channel may get the alerts of several websites.
    heading: subject,
    text: say(alert.text),
    figures: [],
    items: [],
    action: { label: t('mails.openInDashboard'), url: alertUrl(baseUrl, alert) },
  };
}

function testContent({ website, baseUrl }: Notification, t: Translate): Content {
  return {
    subject: t('mails.testSubject', { website: oneLine(website.name) }),
    heading: t('mails.testHeading', { website: quotedIn(t, website.name) }),
    text: t('mails.testText'),
    figures: [],
    items: [],
    action: { label: t('mails.openNotifications'), url: notificationsUrl(baseUrl, website.id) },
  };
}

export function campaignUrl(baseUrl: string, websiteId: number, campaignId: number): string {
  return `${baseUrl}/websites/${websiteId}/campaigns/${campaignId}`;
}

/** Its campaign, or the website, in that week, with the events of the segment alone. */
export function itemSegmentUrl(
  baseUrl: string,
  websiteId: number,
  week: string,
  { campaigns: [campaign], segment }: Pick<DigestItem, 'campaigns'> & { readonly segment: MovedSegment },
): string {
  const page = campaign ? campaignUrl(baseUrl, websiteId, campaign.id) : websiteUrl(baseUrl, websiteId);
  const sunday = new Date(Date.parse(week) + SUNDAY * DAY_MS).toISOString().slice(0, 10);
  return filteredUrl(page, segment, { range_start: week, range_end: sunday });
}

/** Where to look. With a segment, the page has its events alone, in the four weeks through the day. */
export function alertUrl(baseUrl: string, { path, day, segment }: Alert): string {
  const page = baseUrl + path;
  if (!segment) return page;
  const range = { range_start: isoOfDay(day - ALERT_CHART_DAYS + 1), range_end: isoOfDay(day) };
  return filteredUrl(page, segment, { ...range, compare: 'off' });
}

/** The parameters are those of the dashboard's pages. Programs cut off or refuse a URL that is too long: then without them. */
function filteredUrl(page: string, { dimension, value }: MovedSegment, view: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams({ timeframe: 'custom', ...view, filter: `${dimension}:${value}` });
  const url = `${page}?${query}`;
  return url.length > URL_LENGTH_MAX ? page : url;
}

export function websiteUrl(baseUrl: string, websiteId: number): string {
  return `${baseUrl}/websites/${websiteId}`;
}

export function insightsUrl(baseUrl: string, websiteId: number, week: string): string {
  return `${baseUrl}/websites/${websiteId}/insights?week=${week}`;
}

export function notificationsUrl(baseUrl: string, websiteId: number): string {
  return `${baseUrl}/websites/${websiteId}/notifications`;
}

function weekText(monday: string, t: Translate): string {
  const first = Date.parse(monday);
  return daysText(first, first + SUNDAY * DAY_MS, t);
}

/** `November 2 to November 8, 2026` */
export function daysText(firstMs: number, lastMs: number, t: Translate): string {
  const day = new Intl.DateTimeFormat(t.locale, { timeZone: 'UTC', month: 'long', day: 'numeric' });
  const dayOfYear = new Intl.DateTimeFormat(t.locale, { timeZone: 'UTC', dateStyle: 'long' });
  return t('mails.days', { first: day.format(firstMs), last: dayOfYear.format(lastMs) });
}

/** The subject of an email is a header. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{C}\s]+/gu, ' ').trim();
}
