// What people have kept on the websites of the demo: annotations that explain a fall, goals of the month, funnels, a view, and what their
// visits cost.

import type { GoalFields } from '../../core/answers/alerts/goal-progress.ts';
import { isoOfDay, monthOfDay } from '../../core/engine/rollups/calendar.ts';
import { REVENUE_SCALE } from '../../core/engine/rollups/metric.ts';
import type { FunnelFields } from '../../core/manage/resources/saved-records.ts';
import type { Cost, CostDimension } from '../questions/index.ts';
import { coffeeShop } from './coffee-shop.ts';
import { brokenSince, DEMO_DAYS, experimentEnd } from './events.ts';
import { homeShop } from './home-shop.ts';

interface DemoRecords {
  readonly annotations: readonly { readonly name: string; readonly date: string }[];
  readonly goals: readonly GoalFields[];
  readonly funnels: readonly FunnelFields[];
  readonly views: readonly { readonly name: string; readonly path: string }[];
  readonly costs: readonly Cost[];
}

/** The keys are the ids of the websites. */
export function demoRecords(today: number): ReadonlyMap<number, DemoRecords> {
  return new Map([
    [homeShop.id, homeShopRecords(today)],
    [coffeeShop.id, coffeeShopRecords(today)],
  ]);
}

function homeShopRecords(today: number): DemoRecords {
  return {
    annotations: [
      { name: 'New forms on the website', date: isoOfDay(brokenSince(today)) },
      { name: 'Exit popup: plain text for all', date: isoOfDay(experimentEnd(today)) },
      { name: 'Website was down', date: isoOfDay(today - homeShop.outage!.daysAgo) },
    ],
    goals: [
      { name: 'Newsletter', metric: 'subscribes', target: 1_000, campaign_id: null },
      { name: 'Revenue', metric: 'revenue', target: 40_000, campaign_id: null },
    ],
    funnels: [
      // Hardly anybody converts on a phone.
      funnel('Cart reminder to order', 'view;campaign:14', 'conversion;campaign:14', 'order'),
      funnel('Style finder, question by question', ...[1311, 1312, 1313, 1314].map((id) => `view;step:${id}`), 'order'),
    ],
    views: [{ name: 'Phones, last 7 days', path: '/websites/1?timeframe=last_7_days&filter=device%3Amobile' }],
    costs: demoCosts(today),
  };
}

function coffeeShopRecords(today: number): DemoRecords {
  return {
    annotations: [{ name: 'New season: coffee from Kenya', date: isoOfDay(today - 12) }],
    goals: [{ name: 'Orders', metric: 'orders', target: 350, campaign_id: null }],
    funnels: [funnel('Subscription page to order', 'view;campaign:23', 'conversion;campaign:23', 'order')],
    views: [],
    costs: demoCosts(today, 0.3),
  };
}

function funnel(name: string, ...step: string[]): FunnelFields {
  return { name, step, within_minutes: 7 * 24 * 60, break_down_by: null };
}

/** The costs of each month, in units of the currency. Nobody has ordered anything after a visit from a banner. */
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

/** `share`: how much smaller the website is. */
function demoCosts(today: number, share = 1): Cost[] {
  const months = Array.from({ length: MONTHS_WITH_COSTS }, (_, back) => monthOfDay(today) - back);
  return months.flatMap((month, back) =>
    MONTHLY_COSTS.map(([dimension, value, units]) => {
      // A little more every month.
      return { dimension, value, month, amount: Math.round(units * share * (1 - back * 0.04)) * REVENUE_SCALE };
    }),
  );
}

/** The overview adds the euros of one website to the dollars of the other. */
export function demoReportingCurrency(today: number) {
  const date = isoOfDay(today - DEMO_DAYS);
  return { currency: homeShop.currency, rates: [{ currency: coffeeShop.currency, date, rate: 1.08 }] };
}
