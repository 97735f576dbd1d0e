// What can be asked of the event log about what visitors do after or before a step, and its answer.
import type { SubjectReference } from '../../../core/engine/catalog/subject.ts';
import type { Sampled } from '../../../core/engine/event-log/counting/log-question.ts';
import type { LogEventType } from '../../../core/engine/event-log/format/log-event.ts';
import type { Window } from '../../../core/engine/rollups/window.ts';
import type { FunnelStep } from './funnel-question.ts';

export const PATH_DEPTH_MAX = 4;
export const PATH_PAGES_MAX = 100_000;

export interface PathsQuestion {
  /** Whose events are the steps of paths, as in the rollups: the website. */
  readonly subject: SubjectReference;
  /** What paths begin with, or end with if they go backwards: the visitor's first event that matches. */
  readonly step: FunnelStep;
  readonly isBackwards: boolean;
  /** All events of a path are in these days. */
  readonly window: Window;
  /** All events of a path are at most so long after, or before, the one that matches. */
  readonly withinSeconds: number;
  /** How many events of a visitor are followed, at most `PATH_DEPTH_MAX`. */
  readonly depth: number;
  /** How many children of a node are shown, those with the most visitors. */
  readonly childrenMax: number;
  /** How many pages are told apart: see counting/pages-told-apart.ts. */
  readonly pagesMax: number;
}

export interface PathStep {
  readonly type: LogEventType;
  /** null: it counts for no campaign. */
  readonly campaignId: number | null;
  /** null: it is no page view, or has no page. */
  readonly page: string | null;
}

export interface PathNode {
  readonly visitors: number;
  /** The steps with the most visitors come first. Empty at the last depth. */
  readonly children: readonly (PathStep & PathNode)[];
  /** What is after a node of the last depth is not looked at. */
  readonly rest?: {
    /** How many visitors have no further event. */
    readonly ended: number;
    /** How many visitors go on with an event that is not among the children, or on a page that is not told apart. */
    readonly others: number;
  };
}

export interface PathsAnswer {
  /** The visitors with an event that matches. The visitors of a node are those of its children, with `ended` and `others`. */
  readonly root: PathNode;
  /** Visitors with an event that matches, by whether they can be followed to other days: see `RetentionAnswer`. */
  readonly followable: number;
  readonly unfollowable: number;
  readonly sampled: Sampled;
}
