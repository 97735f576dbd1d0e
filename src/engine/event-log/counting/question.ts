// What can be asked of the event log, and its answer.

import type { Dimension } from '../../../foundation/dimensions/dimension.ts';
import type { SubjectReference } from '../../catalog/subject.ts';
import type { Counts, Totals } from '../../rollups/counts.ts';
import type { Window } from '../../rollups/window.ts';

export interface Filter {
  readonly dimension: Dimension;
  readonly value: string;
}

/** Hours in the order of time, in seconds since 1970. There may be gaps between them. */
export interface Hours {
  readonly starts: readonly number[];
  /** Exclusive. */
  readonly ends: readonly number[];
}

/** In seconds since 1970. */
export interface TimeSpan {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** An event counts for its subject and its ancestors, as in the rollups: what belongs to a holdout, not for its campaign. */
export interface AskedSubject extends SubjectReference {
  /** Of a campaign: what belongs to its holdout counts, too. For experiments, which compare both. */
  readonly withHoldout?: boolean;
}

export interface Question {
  readonly subjects: readonly AskedSubject[];
  /** They may overlap: a window, the one before it, and its buckets. */
  readonly windows: readonly Window[];
  /** Only events for which all of them hold are counted. */
  readonly filters: readonly Filter[];
  /** Only events in this time are counted. Default: all of the windows. */
  readonly timeSpan?: TimeSpan;
  readonly breakDown?: {
    /** By hour, the value of an event is the place of its hour among these, as text; and `(other)` if it is in none of them. */
    readonly by: Dimension | Hours;
    /** So many windows, from the first one on, are broken down: the others are buckets. */
    readonly windows: number;
    /** Only these values are counted one by one, and all others together as `(other)`. Default: all values. */
    readonly values?: ReadonlySet<string>;
  };
  /** Count only this share of the visitors, above 0 and at most 1: the same ones on every day. Default: all. */
  readonly sampleRate?: number;
}

export interface WindowCounts {
  readonly total: Totals;
  /** Unique visitors, exactly. Orders and revenue are sums. */
  readonly distinct: Counts;
}

export interface WindowAnswer {
  readonly all: WindowCounts;
  /** By value; empty if the window is not broken down. Only values with events. */
  readonly values: ReadonlyMap<string, WindowCounts>;
}

export interface Answer {
  /** For each subject of the question, for each of its windows, in their order. */
  readonly subjects: readonly (readonly WindowAnswer[])[];
  /** With a rate: only this share of the visitors was counted, and no count has been scaled. */
  readonly sampled: false | { readonly rate: number };
}
