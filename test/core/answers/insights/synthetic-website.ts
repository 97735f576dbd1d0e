// Weeks of events for a made-up website: visitors see a funnel, convert, complete and order by coin toss, at rates that a
// test may change for a week, a variant or a step. The same seed gives the same events.

import { isoOfDay } from '../../../../src/core/engine/rollups/calendar.ts';
import { Random } from '../../../../src/core/foundation/statistics/random.ts';
import { batchOf } from '../../../support/events.ts';
import type { TestStages } from '../../../support/test-stages.ts';

interface SyntheticCampaign {
  readonly name: string;
  readonly viewersPerDay: number;
  /** Traffic percentages; the variants are called A, B and so on. */
  readonly split?: readonly number[];
  /** The chance to pass a step, from the first to the last. */
  readonly passRates: readonly number[];
  /** The rate of those who complete. */
  readonly orderRate?: number;
  readonly orderMedian?: number;
  readonly ctaType?: string;
}

/** Where and when a coin is tossed. Week 0 is the last one, week 1 the one before. */
interface Place {
  readonly campaign: string;
  readonly variant: string;
  readonly step: number;
  readonly weeksAgo: number;
}

export interface SyntheticPlan {
  readonly websiteId: number;
  readonly seed: number;
  /** The Monday of the last week. */
  readonly monday: number;
  readonly weeks: number;
  readonly campaigns: readonly SyntheticCampaign[];
  /** Elements are seen with their steps, unless this is false. */
  readonly elementViews?: boolean;
  /** A factor on the chance to pass a step; 1 where nothing is planted. */
  planted?(place: Place): number;
  plantedTraffic?(campaign: string, weeksAgo: number): number;
  plantedOrderValue?(weeksAgo: number): number;
}

const RETURNING_SHARE = 0.15;
const WEEKDAY_TRAFFIC = [1.1, 1.05, 1, 1, 0.95, 0.9, 1];
const TRAFFIC_SWING = 0.05;

export function syntheticCatalog(plans: readonly SyntheticPlan[]): unknown {
  const websites = plans.map(({ websiteId, campaigns }) => ({
    id: websiteId,
    name: `site-${websiteId}.example`,
    currency: 'USD',
    campaigns: campaigns.map((campaign, index) => campaignRecord(campaign, websiteId * 10 + index)),
  }));
  return { accounts: [{ id: 1, name: 'Acme', websites }] };
}

function campaignRecord({ name, ctaType, split = [100], passRates }: SyntheticCampaign, id: number) {
  return {
    id,
    name,
    cta_type: ctaType ?? 'overlay',
    variants: split.map((percentage, arm) => ({
      id: id * 10 + arm,
      variation: 'ABCD'.charAt(arm),
      traffic_percentage: percentage,
      steps: passRates.map((_, index) => {
        const stepId = stepIdOf(id, arm, index);
        return { id: stepId, position: index + 1, elements: [{ id: stepId, element_type: 'form' }] };
      }),
    })),
  };
}

function stepIdOf(campaignId: number, arm: number, index: number): number {
  return campaignId * 100 + arm * 10 + index;
}

/** Commits the events in one batch. */
export async function countSyntheticWeeks(stages: TestStages, plan: SyntheticPlan): Promise<void> {
  const random = new Random(plan.seed);
  let visitors = 0;
  let orders = 0;
  const lines: string[] = [];
  for (let weeksAgo = plan.weeks - 1; weeksAgo >= 0; weeksAgo--) {
    for (let day = 0; day < 7; day++) {
      const date = isoOfDay(plan.monday - 7 * weeksAgo + day);
      for (const [index, campaign] of plan.campaigns.entries()) {
        const id = plan.websiteId * 10 + index;
        const planted = plan.plantedTraffic?.(campaign.name, weeksAgo) ?? 1;
        const swing = 1 + TRAFFIC_SWING * random.normal();
        const viewers = random.arrivals(campaign.viewersPerDay * WEEKDAY_TRAFFIC[day]! * swing * planted);
        for (let viewer = 0; viewer < viewers; viewer++) {
          const isNew = visitors === 0 || !random.chance(RETURNING_SHARE);
          const visitor = isNew ? ++visitors : random.between(Math.max(1, visitors - 500), visitors);
          orders = visit({ plan, campaign, id, visitor, weeksAgo, date, random, orders, lines });
        }
      }
    }
  }
  const [outcome] = await stages.commitSent([batchOf(lines.join(''))]);
  if (outcome!.rejected > 0) throw new Error(JSON.stringify(outcome!.rejections[0]));
}

interface Visit {
  readonly plan: SyntheticPlan;
  readonly campaign: SyntheticCampaign;
  readonly id: number;
  readonly visitor: number;
  readonly weeksAgo: number;
  readonly date: string;
  readonly random: Random;
  readonly orders: number;
  readonly lines: string[];
}

/** Gives back how many orders there are by now. */
function visit({ plan, campaign, id, visitor, weeksAgo, date, random, orders, lines }: Visit): number {
  const arm = armOf(visitor, campaign.split ?? [100]);
  const add = (type: string, subject: string, more = '') => {
    lines.push(
      `{"type":"${type}","website_id":${plan.websiteId},${subject},"visitor":"v${visitor}","at":"${date}T12:00:00Z"${more}}\n`,
    );
  };
  for (const [index, rate] of campaign.passRates.entries()) {
    const stepId = stepIdOf(id, arm, index);
    add('view', `"step_id":${stepId}`);
    if (plan.elementViews !== false) add('view', `"element_id":${stepId}`);
    const place = { campaign: campaign.name, variant: 'ABCD'.charAt(arm), step: index + 1, weeksAgo };
    if (!random.chance(rate * (plan.planted?.(place) ?? 1))) return orders;
    add('conversion', `"element_id":${stepId}`);
  }
  add('completion', `"variant_id":${id * 10 + arm}`);
  if (!random.chance(campaign.orderRate ?? 0)) return orders;
  const value = random.logNormal(campaign.orderMedian ?? 60, 0.5) * (plan.plantedOrderValue?.(weeksAgo) ?? 1);
  add('order', `"variant_id":${id * 10 + arm}`, `,"order_id":"o${orders}","revenue":${value.toFixed(2)}`);
  return orders + 1;
}

/** A visitor meets the same variant at every visit. */
function armOf(visitor: number, split: readonly number[]): number {
  let ticket = new Random(visitor).between(0, split.reduce((sum, part) => sum + part, 0) - 1);
  return split.findIndex((part) => {
    ticket -= part;
    return ticket < 0;
  });
}
