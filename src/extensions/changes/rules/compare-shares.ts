// Compares shares that were counted by sketches. Real conversion rates vary more than independent coin tosses do.
import {
  differenceZ,
  pooledVariance,
  rateOf,
  type Share,
  twoProportionZ,
  twoSidedP,
} from '@funnel/report-files/statistics.ts';
import { BASELINE_WEEKS, conversionShare, type WebsiteWeek } from './website-week.ts';

const TRIALS_MIN = 100;
/** The expected hits, and misses, on each side. The normal approximation needs them, above all in its tails. */
const EXPECTED_MIN = 12;
/** A smaller change is not worth reporting, however significant it is. */
export const RELEVANT_CHANGE = 0.1;

/** The largest number of unique visitors that is counted exactly. A larger one has this standard error. */
const EXACT_VISITORS_MAX = 1_280;
const SKETCH_ERROR = 0.0081;

const PAIR_TRIALS_MIN = 50;
const PAIRS_MIN = 3;

/** Decides by sample size only, never by outcome: otherwise choosing the tests would itself be a test. */
export function canCompare(a: Share, b: Share): boolean {
  const pooled = (a.hits + b.hits) / (a.trials + b.trials);
  const expected = Math.min(a.trials, b.trials) * Math.min(pooled, 1 - pooled);
  return Math.min(a.trials, b.trials) >= TRIALS_MIN && expected >= EXPECTED_MIN;
}

/** The z-score of the difference, positive if `a` is higher. `overdispersion` is for a week against the baseline. */
function compareShares(a: Share, b: Share, overdispersion = 0): number {
  const pooled = (a.hits + b.hits) / (a.trials + b.trials);
  const extraVariance = pooled ** 2 * overdispersion * (1 + 1 / BASELINE_WEEKS);
  return differenceZ(a, b, pooledVariance(a, b) + extraVariance + sketchVariance(a) + sketchVariance(b));
}

export function differenceP(a: Share, b: Share, overdispersion = 0): number {
  return twoSidedP(compareShares(a, b, overdispersion));
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
 * How much more the campaigns' conversion rates vary from week to week than chance explains: the variance of a rate,
 * relative to the rate squared. Compares neighbouring weeks, so that a slow trend does not count. Each pair is weighted
 * by its precision. One standard error is added, because this is an estimate.
 */
export function overdispersionOf(week: WebsiteWeek): number {
  const pairs = week.campaigns.flatMap(({ weeks }) => {
    const shares = weeks.slice(1).map(conversionShare);
    return shares.slice(1).flatMap((older, index) => weekToWeek(shares[index]!, older));
  });
  if (pairs.length < PAIRS_MIN) return 0;
  const excess = pairs.reduce((sum, { squaredZ }) => sum + squaredZ - 1, 0);
  const precision = pairs.reduce((sum, { chanceVariance }) => sum + 1 / chanceVariance, 0);
  return Math.max(0, (excess + Math.sqrt(2 * pairs.length)) / (2 * precision));
}

/** The squared z-score of two weeks, and the relative variance that chance alone explains. Empty without enough data. */
function weekToWeek(newer: Share, older: Share): { squaredZ: number; chanceVariance: number }[] {
  const pooled = (newer.hits + older.hits) / (newer.trials + older.trials);
  const isInformative = Math.min(newer.trials, older.trials) >= PAIR_TRIALS_MIN && pooled > 0 && pooled < 1;
  if (!isInformative) return [];
  return [{ squaredZ: twoProportionZ(newer, older) ** 2, chanceVariance: pooledVariance(newer, older) / pooled ** 2 }];
}
