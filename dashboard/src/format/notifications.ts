// Names of what somebody can subscribe to, and where it is sent.
import type { Channel, QuietHours, Topic } from '../api/notifications.ts';

export const CHANNEL_NAMES: Readonly<Record<Channel, string>> = {
  email: 'Email',
  slack: 'Slack',
  webhook: 'Webhook',
};

export const TOPIC_NAMES: Readonly<Record<Topic, string>> = {
  digest: 'Weekly insights',
  events_stopped: 'Events have stopped',
  drop: 'Less than usual',
  spike: 'More than usual',
  experiment_decided: 'Experiment decided',
  experiment_unhealthy: 'Experiment unhealthy',
};

export const TOPIC_DETAILS: Readonly<Record<Topic, string>> = {
  digest: 'Every Monday: the numbers of the week and what to do next.',
  events_stopped: 'No events arrive where there usually are some.',
  drop: 'A drop that the usual rhythm of the website does not explain.',
  spike: 'A rise that the usual rhythm of the website does not explain.',
  experiment_decided: 'There is a winner, or no difference worth having.',
  experiment_unhealthy: 'The traffic is not split as it should be.',
};

export const TOPICS = Object.keys(TOPIC_NAMES) as Topic[];

export function topicsText(topics: readonly Topic[]): string {
  if (topics.length === TOPICS.length) return 'Everything';
  if (topics.length === TOPICS.length - 1 && !topics.includes('digest')) return 'All alerts';
  return topics.map((topic) => TOPIC_NAMES[topic]).join(', ');
}

export function quietHoursText(quietHours: QuietHours | null): string {
  if (quietHours === null) return 'None';
  return `${quietHours.from} to ${quietHours.to}, ${quietHours.time_zone.replaceAll('_', ' ')}`;
}
