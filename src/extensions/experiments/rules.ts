// How much evidence a verdict needs.
//
// A segment, such as the visitors with a mobile device, is one of many that somebody may look at, one after the other, until one of them
// shows a winner by chance. Which ones are looked at is not known here. So the error budget of all segments of an experiment is divided
// over all segments that it can have, once and for all:
//
// - Half of it is for segments of one dimension, a quarter for those of two, an eighth for those of three, and so on.
// - Among these, every set of so many dimensions gets the same part. There are 12 dimensions, so `device` has 1/24 of the budget, and
//   `device` with `country` 1/264.
// - Among the segments of a set, it is divided by their views, week by week: the first week of the test has half of it to give away, the
//   second one a sixth, the third one a twelfth, and the n-th one 1 / (n (n + 1)). In each week, a segment gets as much as its
//   share of the views. A view has one value of each dimension, so these shares add up to 1.
//
// So all segments together have at most the whole budget, whichever of them are looked at (the union bound). A week gives when it is over.
// What a segment has got never becomes less, and it does not depend on who converts. A segment that appears late gets its part, too: a
// smaller one, for which it needs a little more evidence.
// Why: docs/decisions/insights.md, "All segments of an experiment share one error budget".
// Why: docs/decisions/insights.md, "When a test begins, and what a verdict needs".
import type { ExperimentMetric } from '../../core/answers/experiments/experiment-names.ts';
import { DIMENSIONS, type Dimension } from '../../core/foundation/dimensions/dimension.ts';

export interface Rules {
  /** The part of the error budget that these verdicts may use. 0: there are none. */
  readonly budget: number;
  readonly daysMin: number;
  /** How many visitors each variant needs. */
  readonly visitorsMin: number;
  /** Expected in each variant if all were equal: of those who convert, and of those who don't. */
  readonly eventsMin: number;
  /** The same for revenue: a few large orders decide about it. */
  readonly ordersMin: number;
  readonly isSegment: boolean;
  /** The first variant is a holdout. */
  readonly hasHoldout?: boolean;
}

/** A full week, so that every weekday counts, and a sample for which the approximation by the normal distribution is good. */
export const WHOLE_TEST: Rules = {
  budget: 1,
  daysMin: 7,
  visitorsMin: 100,
  eventsMin: 12,
  ordersMin: 50,
  isSegment: false,
};

export const DAYS_PER_WEEK = 7;
/** Later ones have nearly nothing to give. */
const WEEKS_MAX = 60;

/** How many weeks of a test are over. The first one counts from its beginning, for intervals: there are no verdicts before its end. */
export function weeksOver(days: number): number {
  return Math.min(WEEKS_MAX, Math.max(1, Math.floor((days - 1) / DAYS_PER_WEEK)));
}

/** A small budget needs a better approximation: an interval of five standard errors is far out in the tails. */
export function segmentRules(budget: number): Rules {
  return { ...WHOLE_TEST, budget, daysMin: DAYS_PER_WEEK + 1, eventsMin: 50, ordersMin: 200, isSegment: true };
}

export function eventsMinOf({ eventsMin, ordersMin }: Rules, metric: ExperimentMetric): number {
  return metric === 'revenue_per_visitor' ? ordersMin : eventsMin;
}

/** `shares`: for each week that is over, the part of the views of all variants that is in the segment. */
export function budgetOfSegment(dimensions: ReadonlySet<Dimension>, shares: readonly number[]): number {
  const { size } = dimensions;
  const given = shares.reduce((sum, share, week) => sum + Math.min(1, share) / ((week + 1) * (week + 2)), 0);
  return (0.5 ** size / combinations(DIMENSIONS.length, size)) * given;
}

/** How many sets of `chosen` things there are among `all`. */
function combinations(all: number, chosen: number): number {
  let sets = 1;
  for (let one = 1; one <= chosen; one++) sets = (sets * (all - chosen + one)) / one;
  return sets;
}
