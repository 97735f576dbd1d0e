// Names of what somebody can subscribe to, and where it is sent.
import type { Channel, QuietHours, Report, ReportFormat, SentOn, Subscription, Topic } from '../api/notifications.ts';
import { formatDay } from './dates.ts';

export const CHANNEL_NAMES: Readonly<Record<Channel, string>> = {
  email: 'Email',
  slack: 'Slack',
  webhook: 'Webhook',
};

export const TOPIC_NAMES: Readonly<Record<Topic, string>> = {
  digest: 'Weekly insights',
  events_stopped: 'Events stopped',
  drop: 'Drop',
  spike: 'Spike',
  experiment_decided: 'Experiment decided',
  experiment_unhealthy: 'Experiment unhealthy',
};

export const TOPIC_DETAILS: Readonly<Record<Topic, string>> = {
  digest: 'Every Monday: the numbers of the past week and what to do next.',
  events_stopped: 'No events arrive at a time when there are usually some.',
  drop: 'Far fewer visitors, conversions or orders in a day than usual.',
  spike: 'Far more visitors, conversions or orders in a day than usual.',
  experiment_decided: 'There is a winner, a loser, or no difference worth having.',
  experiment_unhealthy: "Its numbers can't be trusted, for example because the traffic is not split as it should be.",
};

export const TOPICS = Object.keys(TOPIC_NAMES) as Topic[];

export const REPORT_FORMAT_NAMES: Readonly<Record<ReportFormat, string>> = { csv: 'CSV', pdf: 'PDF' };

export const REPORT_FORMAT_DETAILS: Readonly<Record<ReportFormat, string>> = {
  csv: 'The campaigns with all their metrics, for spreadsheets.',
  pdf: 'The numbers of the website, a chart by day, and the campaigns, to read and to pass on.',
};

export const SENT_ON_NAMES: Readonly<Record<SentOn, string>> = {
  monday: 'Every Monday',
  tuesday: 'Every Tuesday',
  wednesday: 'Every Wednesday',
  thursday: 'Every Thursday',
  friday: 'Every Friday',
  saturday: 'Every Saturday',
  sunday: 'Every Sunday',
  first_of_month: 'On the first of every month',
};

/** What a subscription gets. */
export function contentText({ topics, report }: Pick<Subscription, 'topics' | 'report'>): string {
  return [topics.length > 0 && topicsText(topics), report && reportText(report)].filter(Boolean).join('. ');
}

/** `Report as CSV and PDF every Monday, next on Nov 23, 2026` */
function reportText({ formats, sent_on: sentOn, next_on: next }: Report): string {
  const files = formats.map((format) => REPORT_FORMAT_NAMES[format]).join(' and ');
  return `Report as ${files} ${SENT_ON_NAMES[sentOn].replace(/^./, (first) => first.toLowerCase())}, next on ${formatDay(next)}`;
}

function topicsText(topics: readonly Topic[]): string {
  if (topics.length === TOPICS.length) return 'Everything';
  if (topics.length === TOPICS.length - 1 && !topics.includes('digest')) return 'All alerts';
  return topics.map((topic) => TOPIC_NAMES[topic]).join(', ');
}

export function quietHoursText(quietHours: QuietHours | null): string {
  if (quietHours === null) return 'None';
  return `${quietHours.from} to ${quietHours.to}, ${quietHours.time_zone.replaceAll('_', ' ')}`;
}
