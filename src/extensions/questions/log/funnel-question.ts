// What can be asked of the event log about visitors who take several steps, and its answer.

import type { SubjectReference } from '../../../core/engine/catalog/subject.ts';
import type { Filter, Sampled, TimeSpan } from '../../../core/engine/event-log/counting/log-question.ts';
import type { LogEventType } from '../../../core/engine/event-log/format/log-event.ts';
import type { Window } from '../../../core/engine/rollups/window.ts';
import type { Dimension } from '../../../core/foundation/dimensions/dimension.ts';

export interface FunnelStep {
  readonly type: LogEventType;
  /** The events of this subject match the step. An event counts for its subject and its ancestors, as in the rollups. */
  readonly subject: SubjectReference;
  /** Only events for which all of them hold match the step. */
  readonly filters: readonly Filter[];
}

export const FUNNEL_STEPS_MAX = 8;

export interface FunnelQuestion {
  /** The steps in order, at most `FUNNEL_STEPS_MAX`. */
  readonly steps: readonly FunnelStep[];
  /** A visitor's last step is at most so long after the first. */
  readonly withinSeconds: number;
  /** All steps of a visitor are in the same window. Windows don't overlap. */
  readonly windows: readonly Window[];
  /** Only events in this time are counted. Default: all of the windows. */
  readonly timeSpan?: TimeSpan | undefined;
  /** Reports on such windows have estimates of unique visitors: the funnel starts from the same number. */
  readonly isEstimated?: boolean;
  readonly breakDown?: {
    readonly by: Dimension;
    /** How many values, those with the most visitors, are counted one by one. All others are counted together as `(other)`. */
    readonly valuesMax: number;
  };
}

/** Whole seconds. A quarter, a half and three quarters of the visitors took at most so long. */
export interface Quartiles {
  readonly lower: number;
  readonly median: number;
  readonly upper: number;
}

export interface FunnelCounts {
  /** How many visitors reached each step. */
  readonly visitors: readonly number[];
  /** The time from the step before to each step. undefined: it is the first step, or nobody reached it. */
  readonly times: readonly (Quartiles | undefined)[];
}

export interface FunnelAnswer {
  readonly windows: readonly FunnelCounts[];
  /**
   * By the value that a visitor's first step has, for each window; those with the most visitors first, then `(other)`. A visitor has one
   * value, so the visitors of all values add up.
   */
  readonly values: readonly { readonly value: string; readonly windows: readonly FunnelCounts[] }[];
  readonly sampled: Sampled;
}
