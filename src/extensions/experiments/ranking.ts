// Which variant leads, and what is proven against the others.
import type { ExperimentMetric } from '../../core/answers/experiments/experiment-names.ts';
import { type ArmCounts, cautiousSpread, convertersOf, eventsOf, meanOf, sumOfArms } from './arm.ts';
import { type Level, type LiftInterval, lift, type Mean } from './compare.ts';
import { eventsMinOf, type Rules } from './rules.ts';

/**
 * The error budget: the probability that any interval of an experiment ever misses its true value, over all looks and pairs of variants.
 * All its segments together have the same budget once more.
 */
const ALPHA = 0.05;

export interface Rival {
  /** The index of the variant. */
  readonly arm: number;
  /** The lift of the leader over this variant. */
  readonly lift: LiftInterval;
}

export interface Ranking {
  readonly leader: number;
  readonly means: readonly Mean[];
  /** All other variants, the best first. */
  readonly rivals: readonly Rival[];
}

/** Bonferroni: with k variants, each of the k (k - 1) / 2 pairs gets the same share. */
export function levelOfPair(arms: number, { budget }: Rules): Level {
  const pairs = Math.max(1, (arms * (arms - 1)) / 2);
  return { alpha: (ALPHA * budget) / pairs, tunedFor: ALPHA / pairs };
}

/**
 * The mean of each variant. A holdout is often small. If it has few orders by chance, they also seem to vary little, and the difference
 * would look more certain than it is. So no variant of a test with a holdout varies less than all its visitors together do.
 */
export function meansOf(metric: ExperimentMetric, counts: readonly ArmCounts[], { hasHoldout }: Rules): Mean[] {
  const spreadMin = hasHoldout ? cautiousSpread(metric, sumOfArms(counts)) : 0;
  return counts.map((arm) => meanOf(metric, arm, spreadMin));
}

export function rank(metric: ExperimentMetric, counts: readonly ArmCounts[], rules: Rules): Ranking {
  const means = meansOf(metric, counts, rules);
  const order = [...means.keys()].sort((a, b) => means[b]!.value - means[a]!.value);
  const leader = order[0]!;
  const level = levelOfPair(means.length, rules);
  const rivals = order.slice(1).map((arm) => ({ arm, lift: lift(means[arm]!, means[leader]!, level) }));
  return { leader, means, rivals };
}

export function hasEnoughData(
  metric: ExperimentMetric,
  counts: readonly ArmCounts[],
  days: number,
  rules: Rules,
): boolean {
  const visitors = counts.map((arm) => arm.visitors.count);
  const smallest = Math.min(...visitors);
  const total = visitors.reduce((sum, count) => sum + count, 0);
  const events = counts.reduce((sum, arm) => sum + eventsOf(metric, arm), 0);
  const rarer = counts.every((arm) => convertersOf(metric, arm)) ? Math.min(events, total - events) : events;
  const expected = (smallest * rarer) / total;
  return days >= rules.daysMin && smallest >= rules.visitorsMin && expected >= eventsMinOf(rules, metric);
}

type Standing = 'no_difference' | 'winner' | 'loser' | 'undecided';

/** What is proven. The first that applies. */
export function standingOf(ranking: Ranking, smallestLift: number, rules: Rules): Standing {
  const { rivals } = ranking;
  if (rivals.every((rival) => isAsGood(rival, smallestLift))) return 'no_difference';
  if (rivals.every(isBeaten)) return 'winner';
  const last = lastOf(ranking, rules);
  return last && isBeaten(last) ? 'loser' : 'undecided';
}

/**
 * The one that loses, if any does. A holdout that is beaten is no loser: it shows that the campaign works. undefined: it is the only rival.
 */
export function lastOf({ rivals }: Ranking, rules: Rules): Rival | undefined {
  return rivals.findLast(({ arm }) => !isHoldout(arm, rules));
}

/** `arm`: the index of a variant. */
export function isHoldout(arm: number, { hasHoldout }: Rules): boolean {
  return arm === 0 && hasHoldout === true;
}

export function isBeaten({ lift }: Rival): boolean {
  return lift.low > 0;
}

/** The lift is smaller than the smallest one that matters, whichever of the two is ahead. */
function isAsGood({ lift }: Rival, smallestLift: number): boolean {
  return lift.high !== null && lift.high < smallestLift && lift.low > -smallestLift;
}
