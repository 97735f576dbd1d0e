// The Prometheus metrics of notifications and of scheduled reports.
import { Counter, Gauge, type Registry } from 'prom-client';
import { CHANNELS } from './outbox/message.ts';
import type { OutboxObserver } from './outbox/outbox-job.ts';
import { type ReportsObserver, STORE_RESULTS } from './scheduled-reports/job.ts';

const NOTIFICATION_RESULTS = ['sent', 'retry', 'failed', 'unwanted'] as const;

export function outboxMetrics(registry: Registry): OutboxObserver {
  const registers = [registry];
  const attempts = new Counter({
    name: 'funnel_notifications_attempts_total',
    help: 'Attempts of this process to send a notification, by channel and result.',
    labelNames: ['channel', 'result'],
    registers,
  });
  for (const channel of CHANNELS) for (const result of NOTIFICATION_RESULTS) attempts.inc({ channel, result }, 0);
  const limited = new Counter({
    name: 'funnel_notifications_limited_total',
    help: 'Emails that had to wait until the next day, because their account had sent as many as it may.',
    registers,
  });
  const waiting = new Gauge({
    name: 'funnel_notifications_waiting',
    help: 'Notifications that are to be sent, those of quiet hours included.',
    registers,
  });
  const oldest = new Gauge({
    name: 'funnel_notifications_oldest_seconds',
    help: 'How long the oldest notification could have been sent already; 0: none waits.',
    registers,
  });
  return {
    attempted: (channel, result) => attempts.inc({ channel, result }),
    waiting: (messages, oldestSeconds) => {
      waiting.set(messages);
      oldest.set(oldestSeconds);
    },
    limited: (messages) => limited.inc(messages),
  };
}

export function scheduledReportsMetrics(registry: Registry): ReportsObserver {
  const registers = [registry];
  const websites = new Counter({
    name: 'funnel_scheduled_reports_websites_total',
    help: 'Websites whose scheduled reports were due and that this process has tried to write, by result.',
    labelNames: ['result'],
    registers,
  });
  for (const result of STORE_RESULTS) websites.inc({ result }, 0);
  const lastSuccess = new Gauge({
    name: 'funnel_scheduled_reports_last_success_timestamp_seconds',
    help: 'When this process last found that no scheduled report is due, or has written all that were; 0 if it has not yet.',
    registers,
  });
  return {
    website: (result) => websites.inc({ result }),
    complete: (at) => lastSuccess.set(at.getTime() / 1000),
  };
}
