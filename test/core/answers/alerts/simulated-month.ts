// Months of websites on which nothing happens, with the weeks before them, for goals and their forecasts.
import { FORECAST_DAYS } from '../../../../src/core/answers/alerts/forecast.ts';
import type { Counts } from '../../../../src/core/engine/rollups/counts.ts';
import type { Random } from '../../../../src/core/foundation/statistics/random.ts';
import { type QuietWebsite, quietDays } from '../reports/simulated-quiet-website.ts';

export const DAYS_PER_MONTH = 30;

const SIZES = [100, 300, 1_000, 10_000];
const KINDS: readonly Omit<QuietWebsite, 'viewers'>[] = [
  { daySpread: 0.05, weekSpread: 0, rateSpread: 0, orderSigma: 0.6, weekend: 1 },
  { daySpread: 0.1, weekSpread: 0, rateSpread: 0.1, orderSigma: 0.6, weekend: 0.6, growth: 0.02 },
  { daySpread: 0.2, weekSpread: 0.05, rateSpread: 0.1, orderSigma: 1, weekend: 0.6, growth: -0.02 },
  { daySpread: 0.3, weekSpread: 0.05, rateSpread: 0.2, orderSigma: 0.6, weekend: 1.4 },
  { daySpread: 0.1, weekSpread: 0.1, rateSpread: 0.1, orderSigma: 0.6, weekend: 0.05 },
];

/** The days that a forecast knows, then those of the month. Websites of all sizes and kinds take turns. */
export function simulatedMonth(index: number, random: Random): Counts[] {
  const viewers = SIZES[index % SIZES.length]!;
  const kind = KINDS[Math.floor(index / SIZES.length) % KINDS.length]!;
  return quietDays({ viewers, ...kind }, FORECAST_DAYS + DAYS_PER_MONTH, random);
}

export function sum(days: readonly Counts[], metric: keyof Counts): number {
  return days.reduce((all, day) => all + day[metric], 0);
}
