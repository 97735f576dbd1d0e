// The history of a website: the traffic of days on which another tool counted it. It is a series of its own. Page views of that tool are
// no views of campaigns, so no metric of ours has them; and its visitors are numbers, not sketches, so those of several days can only
// be added.
// Why: docs/decisions/imports.md, "History of other tools is a series of its own".
import { STORED_DIMENSIONS } from '../../../core/foundation/dimensions/dimension.ts';

export const HISTORY_TOOLS = ['plausible', 'umami', 'ga4'] as const;
export type HistoryTool = (typeof HISTORY_TOOLS)[number];

/** `event`: the name of an event that the tool counted. Its page views are the number of these events. */
export const HISTORY_DIMENSIONS = [...STORED_DIMENSIONS, 'event'] as const;
export type HistoryDimension = (typeof HISTORY_DIMENSIONS)[number];

/** null: the tool did not say. */
export interface TrafficCounts {
  readonly visitors: number | null;
  readonly visits: number | null;
  readonly pageViews: number | null;
}

export interface DayTotals extends TrafficCounts {
  readonly conversions: number | null;
}

export interface TrafficDay {
  readonly day: number;
  readonly totals: DayTotals;
  /** The values with the most visitors come first. */
  readonly values: ReadonlyMap<HistoryDimension, readonly ValueCounts[]>;
}

export interface ValueCounts extends TrafficCounts {
  readonly value: string;
}

/** Adds up. What one of them does not say is not known of the sum, either. */
export function addCounts(one: TrafficCounts, other: TrafficCounts): TrafficCounts {
  return {
    visitors: addKnown(one.visitors, other.visitors),
    visits: addKnown(one.visits, other.visits),
    pageViews: addKnown(one.pageViews, other.pageViews),
  };
}

export function addKnown(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : one + other;
}

export const NO_TRAFFIC: TrafficCounts = { visitors: 0, visits: 0, pageViews: 0 };

/** Those with the most visitors first; then by the other counts, and in the order of text, so that it is always the same order. */
export function mostVisitorsFirst(one: ValueCounts, other: ValueCounts): number {
  return (
    (other.visitors ?? 0) - (one.visitors ?? 0) ||
    (other.visits ?? 0) - (one.visits ?? 0) ||
    (other.pageViews ?? 0) - (one.pageViews ?? 0) ||
    (one.value < other.value ? -1 : 1)
  );
}
