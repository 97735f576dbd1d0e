// Names of what somebody can subscribe to, and where it is sent.
import type {
  Channel,
  QuietHours,
  RecordTopic,
  Report,
  ReportFormat,
  SentOn,
  Subscription,
  Topic,
} from '../api/notifications.ts';
import { t } from '../language/t.ts';
import { formatDay, formatWeekdayName } from './dates.ts';

export const CHANNEL_NAMES: Readonly<Record<Channel, string>> = {
  email: t('common.email'),
  slack: 'Slack',
  webhook: t('common.webhook'),
};

export const TOPIC_NAMES: Readonly<Record<Topic, string>> = {
  digest: t('common.weeklyInsights'),
  events_stopped: t('notifications.events_stopped'),
  drop: t('notifications.drop'),
  spike: t('notifications.spike'),
  experiment_decided: t('notifications.experiment_decided'),
  experiment_unhealthy: t('notifications.experiment_unhealthy'),
  goal_at_risk: t('notifications.goal_at_risk'),
  new_contact: t('notifications.new_contact'),
  order: t('notifications.order'),
  refund: t('notifications.refund'),
};

export const RECORD_TOPICS: readonly RecordTopic[] = ['new_contact', 'order', 'refund'];

/** What people subscribe to, and programs, too. */
export const NEWS_TOPICS = (Object.keys(TOPIC_NAMES) as Topic[]).filter((topic) => !isRecordTopic(topic));

export function isRecordTopic(topic: Topic): topic is RecordTopic {
  return RECORD_TOPICS.some((known) => known === topic);
}

export function topicDetail(topic: Topic): string {
  return t(`notifications.${topic}Detail`);
}

export const REPORT_FORMAT_NAMES: Readonly<Record<ReportFormat, string>> = { csv: 'CSV', pdf: 'PDF' };

export function reportFormatDetail(format: ReportFormat): string {
  return t(`notifications.${format}Detail`);
}

const WEEKDAYS: readonly SentOn[] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
export const SENT_ON: readonly SentOn[] = [...WEEKDAYS, 'first_of_month'];

export function sentOnName(sentOn: SentOn): string {
  if (sentOn === 'first_of_month') return t('notifications.sentMonthly');
  return t('notifications.sentOn', { weekday: formatWeekdayName(WEEKDAYS.indexOf(sentOn)) });
}

/** What a subscription gets. */
export function contentText({ topics, report }: Pick<Subscription, 'topics' | 'report'>): string {
  if (!report) return topicsText(topics);
  if (topics.length === 0) return reportText(report);
  return t('notifications.topicsAndReport', { topics: topicsText(topics), report: reportText(report) });
}

/** `Report as CSV and PDF every Monday, next on Nov 23, 2026` */
function reportText({ formats, sent_on: sentOn, next_on: next, recipients = [] }: Report): string {
  const [first, second] = formats.map((format) => REPORT_FORMAT_NAMES[format]);
  const files = second === undefined ? first! : t('notifications.twoFormats', { first: first!, second });
  const report =
    sentOn === 'first_of_month'
      ? t('notifications.reportMonthly', { files })
      : t('notifications.reportOn', { files, weekday: formatWeekdayName(WEEKDAYS.indexOf(sentOn)) });
  const sent = t('notifications.nextOn', { report, day: formatDay(next) });
  if (recipients.length === 0) return sent;
  return t('notifications.withRecipients', { report: sent, count: recipients.length });
}

function topicsText(topics: readonly Topic[]): string {
  const records = topics.filter(isRecordTopic);
  const news = topics.filter((topic) => !isRecordTopic(topic));
  if (records.length > 0) return [...newsNames(news), ...records.map((topic) => TOPIC_NAMES[topic])].join(', ');
  return news.length === NEWS_TOPICS.length ? t('notifications.everything') : newsNames(news).join(', ');
}

function newsNames(topics: readonly Topic[]): string[] {
  const alerts = topics.filter((topic) => topic !== 'digest');
  if (alerts.length < NEWS_TOPICS.length - 1) return topics.map((topic) => TOPIC_NAMES[topic]);
  return [...(topics.includes('digest') ? [TOPIC_NAMES.digest] : []), t('notifications.allAlerts')];
}

export function quietHoursText(quietHours: QuietHours | null): string {
  if (quietHours === null) return t('notifications.none');
  const { from, to, time_zone: zone } = quietHours;
  return t('notifications.quietHoursOf', { from, to, zone: zone.replaceAll('_', ' ') });
}
