// An alert: something unusual that was found on a website.

import type { Sentence } from '../../../../languages/sentence.ts';
import type { ExperimentMetric, VerdictKind } from '../experiments/experiment-names.ts';
import type { MovedSegment } from '../segments/moved-segment.ts';

export const ALERT_KINDS = [
  'events_stopped',
  'drop',
  'spike',
  'experiment_decided',
  'experiment_unhealthy',
  'goal_at_risk',
] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

export interface Alert {
  readonly id: number;
  readonly websiteId: number;
  readonly kind: AlertKind;
  /** The day that it is about. */
  readonly day: number;
  /** Has the numbers. */
  readonly title: Sentence;
  /** What was expected, what to check. */
  readonly text: readonly Sentence[];
  /** Where to look in the dashboard: starts with '/'. */
  readonly path: string;
  /** The segment that explains a drop or a spike. */
  readonly segment?: MovedSegment;
  /** What an alert about an experiment has, for its messages: it is not stored. */
  readonly experiment?: AlertedExperiment;
  readonly at: Date;
}

/** What is said of an experiment, for programs. */
interface AlertedExperiment {
  readonly campaign: { readonly id: number; readonly name: string };
  readonly metric: ExperimentMetric;
  readonly verdict: VerdictKind;
  /** The winner or the loser. */
  readonly variantId: number | null;
}

/** An alert before it is stored. */
export interface NewAlert extends Pick<Alert, 'kind' | 'day' | 'title' | 'text' | 'path' | 'segment' | 'experiment'> {
  /** One alert of a website with the same cause is stored. */
  readonly cause: string;
}
