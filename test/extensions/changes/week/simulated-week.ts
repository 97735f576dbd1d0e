// Weeks in which only chance varies: visitors convert at constant rates. Simulates counts directly,
// without events, so that thousands of weeks are cheap.

import { DAYS_PER_WEEK } from '../../../../src/core/answers/insights/week.ts';
import type { Counts } from '../../../../src/core/engine/rollups/counts.ts';
import { Random } from '../../../../src/core/foundation/statistics/random.ts';
import {
  type CampaignWeek,
  HISTORY_WEEKS,
  sumOf,
  type WebsiteWeek,
} from '../../../../src/extensions/changes/rules/website-week.ts';
import { counts, judgement, MONDAY } from './sample-week.ts';

const WEEKS = HISTORY_WEEKS + 1;
const DAYS = 35;
const ORDER_VALUE = 600_000;
const ORDER_SIGMA = 0.6;

interface SimulationOptions {
  readonly seed: number;
  /** The viewers of each campaign, in a usual week. */
  readonly viewersMin: number;
  readonly viewersMax: number;
  /** How much a campaign's rate itself swings from week to week, relative; 0: it stays the same. */
  readonly rateSwing: number;
  readonly trafficSwing: number;
}

export function simulatedWeek(options: SimulationOptions): WebsiteWeek {
  const random = new Random(options.seed);
  const campaigns = Array.from({ length: random.between(1, 6) }, (_, index) =>
    simulatedCampaign(index, options, random),
  );
  const weeks = Array.from({ length: WEEKS }, (_, week) => sumOf(campaigns.map(({ weeks: own }) => own[week]!)));
  const firstDay = MONDAY - 7 * (WEEKS - 1);
  return {
    websiteId: 1,
    currency: 'USD',
    monday: MONDAY,
    firstDay,
    weeks,
    days: spreadOverDays(weeks, random),
    campaigns,
  };
}

function simulatedCampaign(index: number, options: SimulationOptions, random: Random): CampaignWeek {
  const id = 10 + index;
  const arms = random.between(1, 3);
  const usualViewers = random.between(options.viewersMin, options.viewersMax);
  const rate = 0.08 + 0.06 * random.next();
  const passRate = 0.5 + 0.3 * random.next();
  const orderRate = 0.1 + 0.4 * random.next();
  const moods = Array.from({ length: WEEKS }, () => ({
    viewers: (usualViewers * Math.max(0.2, 1 + options.trafficSwing * random.normal())) / arms,
    rate: rate * Math.max(0.2, 1 + options.rateSwing * random.normal()),
  }));
  const variants = Array.from({ length: arms }, (_, arm) => {
    const perWeek = moods.map((mood) =>
      funnelWeek(random.arrivals(mood.viewers), mood.rate, passRate, orderRate, random),
    );
    const weeks = perWeek.map(({ total }) => total);
    return {
      id: id * 10 + arm,
      name: null,
      variation: 'ABC'.charAt(arm),
      trafficPercentage: Math.floor(100 / arms),
      weeks,
      steps: [0, 1].map((place) => ({
        id: id * 100 + arm * 10 + place,
        weeks: perWeek.map(({ steps }) => steps[place]!),
        elements: [],
      })),
    };
  });
  const weeks = Array.from({ length: WEEKS }, (_, week) => sumOf(variants.map(({ weeks: own }) => own[week]!)));
  const run = variants.map(({ weeks: own }) => sumOf(own.slice(0, HISTORY_WEEKS)));
  const experiment =
    arms > 1 ? judgement(run.map(({ views, conversions }) => [views, conversions] as const)) : undefined;
  return { id, name: `Campaign ${id}`, ctaType: 'overlay', isLive: true, weeks, variants, experiment };
}

function funnelWeek(viewers: number, rate: number, passRate: number, orderRate: number, random: Random) {
  const hits = (trials: number, chance: number) => {
    let count = 0;
    for (let trial = 0; trial < trials; trial++) if (random.chance(chance)) count++;
    return count;
  };
  const conversions = hits(viewers, rate);
  const completions = hits(conversions, passRate);
  const orders = hits(completions, orderRate);
  let revenue = 0;
  for (let order = 0; order < orders; order++) revenue += Math.round(random.logNormal(ORDER_VALUE, ORDER_SIGMA));
  const total = counts({ views: viewers, conversions, completions, orders, revenue });
  return { total, steps: [counts({ views: viewers, conversions }), counts({ views: conversions })] };
}

/** Orders fall on any day of their week, with values of their own; the sums stay those of the week. */
function spreadOverDays(weeks: readonly Counts[], random: Random): Counts[] {
  const days: Counts[] = [];
  for (let week = DAYS / DAYS_PER_WEEK - 1; week >= 0; week--) {
    const { orders, revenue, views } = weeks[week]!;
    const perDay = Array.from({ length: DAYS_PER_WEEK }, () => ({ orders: 0, weight: 0 }));
    for (let order = 0; order < orders; order++) {
      const day = perDay[random.between(0, DAYS_PER_WEEK - 1)]!;
      day.orders++;
      day.weight += random.logNormal(1, ORDER_SIGMA);
    }
    const weights = perDay.reduce((sum, { weight }) => sum + weight, 0);
    for (const day of perDay) {
      days.push(
        counts({ orders: day.orders, revenue: weights === 0 ? 0 : (revenue * day.weight) / weights, views: views / 7 }),
      );
    }
  }
  return days;
}
