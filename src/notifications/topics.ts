// What somebody can subscribe to.
import { ALERT_KINDS, type AlertKind } from '../alerts/alert.ts';

export const TOPICS = ['digest', ...ALERT_KINDS] as const;
export type Topic = 'digest' | AlertKind;

/** Shown in the dashboard. */
export const TOPIC_LABELS: Readonly<Record<Topic, string>> = {
  digest: 'Weekly insights',
  events_stopped: 'Events have stopped',
  drop: 'Fewer events than usual',
  spike: 'More events than usual',
  experiment_decided: 'An experiment is decided',
  experiment_unhealthy: 'An experiment is unhealthy',
};
