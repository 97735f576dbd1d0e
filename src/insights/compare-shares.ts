// Compares shares that were counted by sketches, in a world that is less calm than independent coin tosses.
import { differenceZ, pooledVariance, rateOf, type Share, twoProportionZ, twoSidedP } from './statistics.ts';
import { BASELINE_WEEKS, conversionShare, type WebsiteWeek } from './website-week.ts';

const TRIALS_MIN = 100;
/** Expected hits, and misses, on each side: the normal approximation needs them, in its tails above all. */
const EXPECTED_MIN = 12;
/** A smaller move is not worth anybody's week, however sure it is. */
export const RELEVANT_CHANGE = 0.1;

/** Up to here unique visitors are counted exactly, and beyond with this standard error. */
const EXACT_VISITORS_MAX = 1_280;
const SKETCH_ERROR = 0.0081;

const PAIR_TRIALS_MIN = 50;
const PAIRS_MIN = 3;

/** By sample size alone, never by outcome: otherwise the choice of tests would itself be a test. */
export function canCompare(a: Share, b: Share): boolean {
  const pooled = (a.hits + b.hits) / (a.trials + b.trials);
  const expected = Math.min(a.trials, b.trials) * Math.min(pooled, 1 - pooled);
  return Math.min(a.trials, b.trials) >= TRIALS_MIN && expected >= EXPECTED_MIN;
}

/** The z of the difference, positive where `a` is higher. `unrest` is for a week against the baseline. */
export function compareShares(a: Share, b: Share, unrest = 0): number {
  const pooled = (a.hits + b.hits) / (a.trials + b.trials);
  const moods = pooled ** 2 * unrest * (1 + 1 / BASELINE_WEEKS);
  return differenceZ(a, b, pooledVariance(a, b) + moods + sketchVariance(a) + sketchVariance(b));
}

export function differenceP(a: Share, b: Share, unrest = 0): number {
  return twoSidedP(compareShares(a, b, unrest));
}

/** Hits and trials are two estimates, each with its own error. */
function sketchVariance(share: Share): number {
  const estimates = [share.hits, share.trials].filter((count) => count > EXACT_VISITORS_MAX).length;
  return estimates * (rateOf(share) * SKETCH_ERROR) ** 2;
}

export function relativeChange(now: number, before: number): number {
  return before === 0 ? 0 : now / before - 1;
}

/**
 * How much the campaigns' conversion rates swing from week to week beyond chance: the variance of a rate relative to it,
 * 0 where they don't. By neighbouring weeks, so that a slow trend is not taken for unrest; each pair counts by how much
 * it can tell. It is an estimate, so one standard error is added.
 */
export function unrestOf(week: WebsiteWeek): number {
  const pairs = week.campaigns.flatMap(({ weeks }) => {
    const shares = weeks.slice(1).map(conversionShare);
    return shares.slice(1).flatMap((older, index) => swing(shares[index]!, older));
  });
  if (pairs.length < PAIRS_MIN) return 0;
  const excess = pairs.reduce((sum, { squaredZ }) => sum + squaredZ - 1, 0);
  const precision = pairs.reduce((sum, { chanceVariance }) => sum + 1 / chanceVariance, 0);
  return Math.max(0, (excess + Math.sqrt(2 * pairs.length)) / (2 * precision));
}

/** The difference of two weeks, and the relative variance that chance alone gives it. */
function swing(newer: Share, older: Share): { squaredZ: number; chanceVariance: number }[] {
  const pooled = (newer.hits + older.hits) / (newer.trials + older.trials);
  const isTelling = Math.min(newer.trials, older.trials) >= PAIR_TRIALS_MIN && pooled > 0 && pooled < 1;
  if (!isTelling) return [];
  return [{ squaredZ: twoProportionZ(newer, older) ** 2, chanceVariance: pooledVariance(newer, older) / pooled ** 2 }];
}
