// The Prometheus metrics of alerts.
import { Counter, Gauge, type Registry } from 'prom-client';
import { ALERT_KINDS } from '../../../core/answers/alerts/alert.ts';
import { type AlertsObserver, LOOK_RESULTS } from './job.ts';

export function alertMetrics(registry: Registry): AlertsObserver {
  const registers = [registry];
  const websites = new Counter({
    name: 'funnel_alerts_websites_total',
    help: 'Websites with something to look at for which this process has looked for alerts, by result.',
    labelNames: ['result'],
    registers,
  });
  for (const result of LOOK_RESULTS) websites.inc({ result }, 0);
  const found = new Counter({
    name: 'funnel_alerts_found_total',
    help: 'Alerts that this process has found and stored, by kind.',
    labelNames: ['kind'],
    registers,
  });
  for (const kind of ALERT_KINDS) found.inc({ kind }, 0);
  const lastSuccess = new Gauge({
    name: 'funnel_alerts_last_success_timestamp_seconds',
    help: 'When this process last found that all websites were looked at in the hour, by any node; 0 if it has not yet.',
    registers,
  });
  return {
    website: (result) => websites.inc({ result }),
    found: (kind) => found.inc({ kind }),
    complete: (at) => lastSuccess.set(at.getTime() / 1000),
  };
}
