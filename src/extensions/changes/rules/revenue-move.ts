// Revenue that changed, and why: the number of viewers, the share of converted visitors who ordered, or the value of an
// order. The fourth cause, the conversion rate, is reported per campaign.

import { type BatchMean, batchMeansP, predictionP, twoSidedP } from '@funnel/report-files/statistics.ts';
import { type Code, type Sentence, sentence, type Value } from '../../../../languages/sentence.ts';
import { DAYS_PER_WEEK } from '../../../core/answers/insights/week.ts';
import { SUBJECT_KIND } from '../../../core/engine/catalog/subject.ts';
import type { Counts } from '../../../core/engine/rollups/counts.ts';
import { money } from '../../../core/engine/rollups/money.ts';
import type { Measure, Move } from '../segments/move.ts';
import { overdispersionOf, RELEVANT_CHANGE, relativeChange } from './compare-shares.ts';
import { type Finding, PRECEDENCE, type TestedFinding } from './finding.ts';
import {
  BASELINE_WEEKS,
  baseline,
  type CampaignWeek,
  comparedWeeks,
  thisWeek,
  type WebsiteWeek,
} from './website-week.ts';

const HISTORY_WEEKS_MIN = 4;
const VIEWERS_MIN = 100;
const ORDERS_MIN = 20;
const ORDER_DAYS_MIN = 4;

export function revenueMoves(week: WebsiteWeek): Finding[] {
  return [...trafficMove(week), ...orderingMove(week), ...orderValueMove(week)];
}

/** Compares the logarithm of the week's viewers with its usual variation, because no model predicts the traffic. */
function trafficMove(week: WebsiteWeek): Finding[] {
  const [now, ...earlier] = week.weeks.map(({ views }) => views);
  const firstQuiet = earlier.findIndex((views) => views < VIEWERS_MIN);
  const history = firstQuiet < 0 ? earlier : earlier.slice(0, firstQuiet);
  if (now === undefined || now === 0 || history.length < HISTORY_WEEKS_MIN) return [];
  const usual = baseline(week.weeks).views / BASELINE_WEEKS;
  const change = relativeChange(now, usual);
  // Even if all weeks were equal, the number of viewers has at least the variance of a count.
  const pValue = predictionP(Math.log(now), history.map(Math.log), Math.sqrt(1 / usual));
  const source = largestMove(week, ({ views }) => views);
  const hasRevenue = thisWeek(week.weeks).revenue > 0 || baseline(week.weeks).revenue > 0;
  return [
    {
      ...claim(change, pValue),
      move: {
        hits: measureOf(week, 'views'),
        expected: usual,
        noun: 'visitors',
        ...comparedWeeks(week.monday),
      },
      stake: {
        revenue: Math.abs(baseline(week.weeks).revenue / BASELINE_WEEKS) * Math.abs(change),
        conversions: (baseline(week.weeks).conversions / BASELINE_WEEKS) * Math.abs(change),
      },
      sentences: () => {
        const viewers = { visitors: now, usual };
        const code = change < 0 ? 'trafficFell' : 'trafficRose';
        return hasRevenue
          ? [revenueOf(week), mostlyIn(source, 'causeTraffic', 'causeTrafficIn', viewers)]
          : [mostlyIn(source, code, `${code}In`, viewers)];
      },
    },
  ];
}

/** Compares the orders with those that the same conversions would have brought before, campaign by campaign. */
function orderingMove(week: WebsiteWeek): Finding[] {
  const moves = week.campaigns.map((campaign) => ({ campaign, ...ordersExpected(campaign) }));
  const expected = moves.reduce((sum, move) => sum + move.expected, 0);
  const observed = moves.reduce((sum, move) => sum + move.observed, 0);
  if (expected < ORDERS_MIN) return [];
  const chance = moves.reduce((sum, move) => sum + move.variance, 0);
  const variance = chance + expected ** 2 * overdispersionOf(week) * (1 + 1 / BASELINE_WEEKS);
  const change = relativeChange(observed, expected);
  const largest = moves.toSorted((a, b) => Math.abs(b.observed - b.expected) - Math.abs(a.observed - a.expected))[0];
  return [
    {
      ...claim(change, twoSidedP((observed - expected) / Math.sqrt(variance))),
      move: orderMove(week),
      stake: { conversions: 0, revenue: Math.abs(observed - expected) * usualOrderValue(week) },
      sentences: () => [
        revenueOf(week),
        sentence('causeOrdering', { orders: observed, expected, name: { name: largest!.campaign.name } }),
        sentence(change < 0 ? 'tryToOrder' : 'findCauseAndKeep'),
      ],
    },
  ];
}

function orderMove(week: WebsiteWeek): Move {
  return {
    hits: measureOf(week, 'orders'),
    trials: measureOf(week, chancesOf(baseline(week.weeks))),
    noun: 'orders',
    ...comparedWeeks(week.monday),
  };
}

function measureOf({ websiteId }: WebsiteWeek, metric: Measure['metric']): Measure {
  return { subject: { kind: SUBJECT_KIND.website, id: websiteId }, metric };
}

function ordersExpected({ weeks }: CampaignWeek): { expected: number; observed: number; variance: number } {
  const [now, before] = [thisWeek(weeks), baseline(weeks)];
  const chances = chancesOf(before);
  if (before[chances] === 0) return { expected: 0, observed: 0, variance: 0 };
  const ratio = now[chances] / before[chances];
  // Orders of both periods have the variance of counts; those of the baseline are scaled.
  return {
    expected: ratio * before.orders,
    observed: now.orders,
    variance: ratio * before.orders + ratio ** 2 * before.orders,
  };
}

/** What orders are expected in proportion to. */
function chancesOf({ conversions }: Counts): 'conversions' | 'views' {
  return conversions > 0 ? 'conversions' : 'views';
}

/** Uses the daily averages, because single orders are not stored. */
function orderValueMove(week: WebsiteWeek): Finding[] {
  const days = week.days.map(({ orders, revenue }) => ({ size: orders, mean: orders === 0 ? 0 : revenue / orders }));
  const [before, now] = [days.slice(0, -DAYS_PER_WEEK), days.slice(-DAYS_PER_WEEK)].map(withOrders) as [
    BatchMean[],
    BatchMean[],
  ];
  const enough = (batches: BatchMean[]) =>
    batches.length >= ORDER_DAYS_MIN && batches.reduce((sum, { size }) => sum + size, 0) >= ORDERS_MIN;
  if (!enough(before) || !enough(now)) return [];
  const value = orderValue(thisWeek(week.weeks));
  const usual = usualOrderValue(week);
  const change = relativeChange(value, usual);
  return [
    {
      ...claim(change, batchMeansP(now, before)),
      stake: { conversions: 0, revenue: thisWeek(week.weeks).orders * Math.abs(value - usual) },
      sentences: () => [
        revenueOf(week),
        mostlyIn(
          largestMove(week, ({ revenue }) => revenue),
          'causeOrderValue',
          'causeOrderValueIn',
          { average: money(value, week.currency), usual: money(usual, week.currency), weeks: BASELINE_WEEKS },
        ),
      ],
    },
  ];
}

function withOrders(days: readonly BatchMean[]): BatchMean[] {
  return days.filter(({ size }) => size > 0);
}

function claim(change: number, pValue: number): Omit<TestedFinding, 'stake' | 'sentences'> {
  return {
    kind: 'claim',
    question: 'revenue',
    // NaN if all orders are equal: then nothing is claimed.
    pValue: Math.abs(change) < RELEVANT_CHANGE || Number.isNaN(pValue) ? 1 : pValue,
    about: ['revenue'],
    campaignId: null,
    precedence: PRECEDENCE.revenue,
  };
}

function revenueOf(week: WebsiteWeek): Sentence {
  const now = thisWeek(week.weeks).revenue;
  const usual = baseline(week.weeks).revenue / BASELINE_WEEKS;
  const change = relativeChange(now, usual);
  return sentence(change < 0 ? 'revenueBelow' : 'revenueAbove', {
    revenue: money(now, week.currency),
    change: { percent: Math.abs(change) },
    weeks: BASELINE_WEEKS,
    usual: money(usual, week.currency),
  });
}

function orderValue({ revenue, orders }: Counts): number {
  return orders === 0 ? 0 : revenue / orders;
}

function usualOrderValue(week: WebsiteWeek): number {
  return orderValue(baseline(week.weeks));
}

/** The campaign that changed most compared with its usual week. */
function largestMove(week: WebsiteWeek, metric: (counts: Counts) => number): CampaignWeek | undefined {
  const move = ({ weeks }: CampaignWeek) =>
    Math.abs(metric(thisWeek(weeks)) - metric(baseline(weeks)) / BASELINE_WEEKS);
  return week.campaigns.toSorted((a, b) => move(b) - move(a))[0];
}

/** `inCampaign`: the same, with the name of the campaign that changed most. */
function mostlyIn<Anywhere extends Code, InCampaign extends Code>(
  campaign: CampaignWeek | undefined,
  anywhere: Anywhere,
  inCampaign: InCampaign,
  values: Readonly<Record<string, Value>>,
): Sentence {
  return campaign
    ? { code: inCampaign, values: { ...values, name: { name: campaign.name } } }
    : { code: anywhere, values };
}
