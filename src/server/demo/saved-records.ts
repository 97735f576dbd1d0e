// What people have kept on the larger website of the demo: an annotation that explains a fall, goals of the month, a view of it, and what
// its visits cost.
import type { Cost, CostDimension } from '../../answers/reports/attribution/costs.ts';
import { isoOfDay, monthOfDay } from '../../engine/rollups/calendar.ts';
import { REVENUE_SCALE } from '../../engine/rollups/metric.ts';
import { brokenSince } from './events.ts';

export function demoRecords(today: number) {
  return {
    annotation: { name: 'New forms on the website', date: isoOfDay(brokenSince(today)) },
    goals: [
      { name: 'Newsletter', metric: 'subscribes', target: 600, campaign_id: null },
      { name: 'Revenue of campaigns', metric: 'revenue', target: 40_000, campaign_id: null },
    ] as const,
    view: { name: 'Phones, last 7 days', path: '/websites/1?timeframe=last_7_days&filter=device%3Amobile' },
    costs: demoCosts(today),
  };
}

/** In units of the currency, for each month. Nobody has ordered anything after a visit from a banner. */
const MONTHLY_COSTS: readonly (readonly [CostDimension, string, number])[] = [
  ['channel', 'paid_social', 2_600],
  ['channel', 'paid_search', 1_150],
  ['channel', 'email', 240],
  ['channel', 'display', 380],
  ['utm_campaign', 'autumn', 2_600],
  ['utm_campaign', 'brand', 1_150],
  ['utm_campaign', 'weekly', 240],
  ['utm_campaign', 'banners', 380],
];
const MONTHS_WITH_COSTS = 6;

function demoCosts(today: number): Cost[] {
  const months = Array.from({ length: MONTHS_WITH_COSTS }, (_, back) => monthOfDay(today) - back);
  return months.flatMap((month, back) =>
    MONTHLY_COSTS.map(([dimension, value, units]) => {
      // A little more every month.
      return { dimension, value, month, amount: Math.round(units * (1 - back * 0.04)) * REVENUE_SCALE };
    }),
  );
}
