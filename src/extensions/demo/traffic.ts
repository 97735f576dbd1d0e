// The traffic of each day: weekends, slow growth, the holiday season, and some noise.

import type { Random } from '../../core/foundation/statistics/random.ts';
import { isLive, type WebsitePlan } from './plan.ts';

const DAY_MS = 86_400_000;
const GROWTH = 0.4;
const DAILY_NOISE = 0.05;
const SEASON_LIFT = 0.85;
const SEASON_WIDTH_DAYS = 6;

/**
 * The expected visits of a campaign with traffic 1 on each day from `firstDay` to `today`. The sum is scaled to the
 * planned visits, so the size of the demo does not depend on the number of holiday seasons in it.
 */
export function dailyTraffic(website: WebsitePlan, firstDay: number, today: number, random: Random): number[] {
  const weights: number[] = [];
  let plannedTraffic = 0;
  for (let day = firstDay; day <= today; day++) {
    const growth = 1 + (GROWTH * (day - firstDay)) / (today - firstDay);
    const weather = 1 + DAILY_NOISE * random.normal();
    const weight = growth * weekdayFactor(day, website.weekendFactor) * seasonFactor(day) * weather;
    const live = website.campaigns.filter((campaign) => isLive(campaign, today - day));
    plannedTraffic += weight * live.reduce((sum, campaign) => sum + campaign.traffic, 0);
    weights.push(weight);
  }
  return weights.map((weight) => (weight * website.visits) / plannedTraffic);
}

function weekdayFactor(day: number, weekendFactor: number): number {
  const weekday = new Date(day * DAY_MS).getUTCDay();
  return weekday === 0 || weekday === 6 ? weekendFactor : 1;
}

function seasonFactor(day: number): number {
  const year = new Date(day * DAY_MS).getUTCFullYear();
  const peakDay = Date.UTC(year, 10, 27) / DAY_MS;
  return 1 + SEASON_LIFT * Math.exp(-(((day - peakDay) / SEASON_WIDTH_DAYS) ** 2) / 2);
}
