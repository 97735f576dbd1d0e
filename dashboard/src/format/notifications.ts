// Names of what somebody can subscribe to, and where it is sent.
import type { Channel, QuietHours, Report, ReportFormat, SentOn, Subscription, Topic } from '../api/notifications.ts';
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
};

export const TOPICS = Object.keys(TOPIC_NAMES) as Topic[];

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
  if (topics.length === TOPICS.length) return t('notifications.everything');
  if (topics.length === TOPICS.length - 1 && !topics.includes('digest')) return t('notifications.allAlerts');
  return topics.map((topic) => TOPIC_NAMES[topic]).join(', ');
}

export function quietHoursText(quietHours: QuietHours | null): string {
  if (quietHours === null) return t('notifications.none');
  const { from, to, time_zone: zone } = quietHours;
  return t('notifications.quietHoursOf', { from, to, zone: zone.replaceAll('_', ' ') });
}
