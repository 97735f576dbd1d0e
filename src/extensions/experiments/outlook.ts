// How long an experiment has to go on at the present traffic.
import type { ExperimentMetric } from '../../core/answers/experiments/experiment-names.ts';
import { type ArmCounts, extrapolated } from './arm.ts';
import { type Level, type Mean, reachOf } from './compare.ts';
import { hasEnoughData, levelOfPair, meansOf } from './ranking.ts';
import type { Rules } from './rules.ts';

/** Whoever would have to wait longer is told that it will not be settled. */
export const WAIT_DAYS_MAX = 180;

interface OutlookQuestion {
  readonly metric: ExperimentMetric;
  readonly counts: readonly ArmCounts[];
  readonly days: number;
  /** New visitors per day, by variant. */
  readonly dailyVisitors: readonly number[];
  readonly smallestLift: number;
  readonly rules: Rules;
}

/**
 * In how many days the leader will be settled against every other variant, if the traffic goes on: because the interval has
 * become narrower than the present difference, or so narrow that it tells no lift from the smallest one that matters whatever
 * the true lift is. undefined: not within `WAIT_DAYS_MAX`.
 */
export function daysLeft(question: OutlookQuestion): number | undefined {
  const { metric, counts, days, dailyVisitors, rules } = question;
  for (let wait = 1; wait <= WAIT_DAYS_MAX; wait++) {
    const later = counts.map((arm, index) => {
      const factor = 1 + (wait * Math.max(0, dailyVisitors[index]!)) / Math.max(1, arm.visitors.count);
      return extrapolated(arm, factor);
    });
    if (hasEnoughData(metric, later, days + wait, rules) && isSettled(later, question)) return wait;
  }
  return undefined;
}

function isSettled(counts: readonly ArmCounts[], { metric, smallestLift, rules }: OutlookQuestion): boolean {
  const means = meansOf(metric, counts, rules).sort((a, b) => b.value - a.value);
  const [leader, ...rivals] = means;
  const level = levelOfPair(means.length, rules);
  return rivals.every((rival) => isPairSettled(rival, leader!, level, smallestLift));
}

function isPairSettled(rival: Mean, leader: Mean, level: Level, smallestLift: number): boolean {
  const reach = reachOf(rival, leader, level) * Math.sqrt(rival.variance + leader.variance);
  // An interval of half the smallest lift to each side excludes either no lift or the smallest one.
  return reach < Math.max(leader.value - rival.value, (smallestLift / 2) * rival.value);
}
