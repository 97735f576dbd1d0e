// Websites with a weekly rhythm on which nothing happens but what is planted. Simulates counts per day directly, without
// events, so that thousands of website-months are cheap.

import type { Random } from '../../../../src/core/foundation/statistics/random.ts';
import type { WebsiteDays } from '../../../../src/extensions/changes/alerts/website-days.ts';
import { gamma, poisson } from '../../../support/chance.ts';

export interface SimulatedWebsite {
  /** Viewers on a usual day. */
  readonly viewers: number;
  /** How much its days vary beyond chance, relative: of 0.1, two of three days are within 10 %. */
  readonly spread: number;
  /** Relative, per week. */
  readonly growth: number;
  /** The part of a weekday's viewers that comes on Saturdays and Sundays; undefined: weekdays vary at random. */
  readonly weekend?: number;
}

const CONVERSION_RATE = 0.05;
const ORDER_RATE = 0.015;
const WEEKDAY_SPREAD = 0.15;
/** From here on viewers are estimated by a sketch. */
const EXACT_MAX = 1_280;
const SKETCH_ERROR = 0.0081;

/** Oldest first. */
export function simulateDays(website: SimulatedWebsite, days: number, random: Random): WebsiteDays {
  const weekdays = Array.from({ length: 7 }, (_, weekday) => {
    const usual = Math.exp(WEEKDAY_SPREAD * random.normal());
    return website.weekend !== undefined && weekday >= 5 ? usual * website.weekend : usual;
  });
  const viewers: number[] = [];
  const converters: number[] = [];
  const orders: number[] = [];
  for (let day = 0; day < days; day++) {
    const level = website.viewers * weekdays[day % 7]! * (1 + website.growth) ** ((day - days) / 7);
    // A gamma distribution, as the sum of counts of visitors that come in groups has.
    const mean = level * gamma(website.spread, random);
    const count = poisson(mean, random);
    viewers.push(count <= EXACT_MAX ? count : Math.round(count * (1 + SKETCH_ERROR * random.normal())));
    converters.push(poisson(mean * CONVERSION_RATE, random));
    orders.push(poisson(mean * ORDER_RATE, random));
  }
  return { viewers, converters, orders };
}

/** From this day on, so much of the usual comes. */
export function changed(days: WebsiteDays, from: number, factor: number, random: Random): WebsiteDays {
  const change = (counts: readonly number[]) =>
    counts.map((count, day) => {
      if (day < from) return count;
      return factor > 1 ? count + poisson(count * (factor - 1), random) : thinned(count, factor, random);
    });
  return { viewers: change(days.viewers), converters: change(days.converters), orders: change(days.orders) };
}

function thinned(count: number, share: number, random: Random): number {
  if (count > 1_000) return Math.round(count * share + Math.sqrt(count * share * (1 - share)) * random.normal());
  let kept = 0;
  for (let one = 0; one < count; one++) if (random.chance(share)) kept++;
  return kept;
}
