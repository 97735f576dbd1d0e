// Websites on which nothing happens: days and weeks vary, and so do rates and orders, but nothing changes. Simulates counts per day
// directly, without events, so that thousands of website-months are cheap.
import type { Counts } from '../../../../src/core/engine/rollups/counts.ts';
import { NO_COUNTS } from '../../../../src/core/engine/rollups/counts.ts';
import type { Random } from '../../../../src/core/foundation/statistics/random.ts';
import { gamma, poisson } from '../../../support/chance.ts';

export interface QuietWebsite {
  /** Viewers on a usual day. */
  readonly viewers: number;
  /** How much days vary beyond chance, relative. */
  readonly daySpread: number;
  /** The same of whole weeks: what makes a day busy makes the next days busy, too. */
  readonly weekSpread: number;
  /** The same of rates, from day to day. */
  readonly rateSpread: number;
  /** The standard deviation of the logarithm of order values. */
  readonly orderSigma: number;
  /** The part of a weekday's viewers that comes on Saturdays and Sundays. */
  readonly weekend: number;
  /** Relative, per week. Default: 0. */
  readonly growth?: number;
}

const RATES = { conversions: 0.05, completions: 0.03, submissions: 0.03, subscribes: 0.025, orders: 0.015 };
const ORDER_VALUE = 600_000;

/** Oldest first. The first one is a Monday. */
export function quietDays(website: QuietWebsite, count: number, random: Random): Counts[] {
  const persistence = 6 / 7;
  let mood = website.weekSpread * random.normal();
  return Array.from({ length: count }, (_, day) => {
    mood = persistence * mood + Math.sqrt(1 - persistence ** 2) * website.weekSpread * random.normal();
    const weekday = day % 7 < 5 ? 1 : website.weekend;
    const trend = (1 + (website.growth ?? 0)) ** (day / 7);
    const mean = website.viewers * weekday * trend * Math.exp(mood) * gamma(website.daySpread, random);
    const rate = gamma(website.rateSpread, random);
    const orders = poisson(mean * RATES.orders * rate, random);
    const visitors = poisson(mean * (1 - RATES.conversions * rate), random);
    const converted = poisson(mean * RATES.conversions * rate, random);
    const part = (share: number) => thinned(converted, share / RATES.conversions, random);
    let revenue = 0;
    for (let order = 0; order < orders; order++) revenue += random.logNormal(ORDER_VALUE, website.orderSigma);
    return {
      views: visitors + converted,
      conversions: converted,
      completions: part(RATES.completions),
      submissions: part(RATES.submissions),
      subscribes: part(RATES.subscribes),
      orders,
      revenue: Math.round(revenue),
    };
  });
}

/** As the visitors of a campaign are a part of those of its website. */
export function partOf(days: readonly Counts[], share: number, random: Random): Counts[] {
  return days.map((day) => {
    const orders = thinned(day.orders, share, random);
    const converted = thinned(day.conversions, share, random);
    const ofConverted = (count: number) =>
      day.conversions === 0 ? 0 : thinned(converted, count / day.conversions, random);
    return {
      views: converted + thinned(day.views - day.conversions, share, random),
      conversions: converted,
      completions: ofConverted(day.completions),
      submissions: ofConverted(day.submissions),
      subscribes: ofConverted(day.subscribes),
      orders,
      revenue: day.orders === 0 ? 0 : Math.round((day.revenue * orders) / day.orders),
    };
  });
}

function thinned(count: number, share: number, random: Random): number {
  if (count > 500) {
    const kept = count * share + Math.sqrt(count * share * (1 - share)) * random.normal();
    return Math.max(0, Math.min(count, Math.round(kept)));
  }
  let kept = 0;
  for (let one = 0; one < count; one++) if (random.chance(share)) kept++;
  return kept;
}

export function sumOfDays(days: readonly Counts[]): Counts {
  const sum = { ...NO_COUNTS } as Record<keyof Counts, number>;
  for (const day of days) for (const name of Object.keys(sum) as (keyof Counts)[]) sum[name] += day[name];
  return sum;
}
