// The demo's events: every visit to two websites over more than a year, as NDJSON, one day at a time.
import { startOfWeek } from '../../core/engine/rollups/calendar.ts';
import { EvenOdds, Random, scramble, seedOf } from '../../core/foundation/statistics/random.ts';
import { isOnPhone } from './audience.ts';
import { coffeeShop } from './coffee-shop.ts';
import { homeShop } from './home-shop.ts';
import { DAYS_WITH_PAGES, PageViews } from './page-views.ts';
import { type CampaignPlan, campaignsOf, childId, isLive, type WebsitePlan } from './plan.ts';
import { refundLines } from './refunds.ts';
import { RepeatOrders } from './repeat-orders.ts';
import { dailyTraffic } from './traffic.ts';
import { type OrderBook, type StagedStep, type StagedVariant, visitLines } from './visit.ts';
import { nextVisitor, VisitorPool } from './visitors.ts';

export const DEMO_DAYS = 400;

const WEBSITES = [homeShop, coffeeShop];
const CAMPAIGN_IDS = new Map(WEBSITES.flatMap(campaignsOf).map(({ id, plan }) => [plan, id]));

const DAY_MS = 86_400_000;
const DAYS_PER_WEEK = 7;
const DAYS_UNTIL_REFUND = 3;
const DAILY_VARIATION = 0.07;
/** Earlier events say nothing about their visits: with it, the demo would take half as long again to build. */
const DAYS_WITH_VISITS = 100;
/** What is left of the rate of a campaign that is broken on phones. */
const BROKEN_FACTOR = 0.1;

interface StagedCampaign {
  readonly id: number;
  readonly plan: CampaignPlan;
  readonly variants: readonly AudienceOfVariant[];
  readonly visitors: VisitorPool;
}

/** Both convert evenly, so that their rates are what was planned. */
interface AudienceOfVariant {
  readonly onPhones: StagedVariant;
  readonly elsewhere: StagedVariant;
}

interface StagedWebsite {
  readonly campaigns: readonly StagedCampaign[];
  readonly pools: readonly VisitorPool[];
  /** The expected visits of a campaign with traffic 1, by day from the first. */
  readonly traffic: readonly number[];
  readonly orders: OrderBook;
  readonly repeatOrders: RepeatOrders;
  readonly outage: WebsitePlan['outage'];
  /** When campaigns broke that are broken on phones: with the last complete week, which the weekly insights are about. */
  readonly brokenDaysAgo: number;
  /** The first day on which the kept variant of an experiment that ended got all the traffic. */
  readonly endedDaysAgo: number;
}

/**
 * One chunk per UTC day, oldest first. The same `today` (a UTC day number) gives the same events. Those of today end at `nowMs`; by
 * default, today is a full day. `days`: only the last ones, with the same events as among all.
 */
export function* demoEventChunks(today: number, nowMs = Number.POSITIVE_INFINITY, days = DEMO_DAYS): Generator<string> {
  const separate = separateEventChunks(today);
  const pageViews = new PageViews();
  let day = today - DEMO_DAYS;
  /** Of the days whose orders may still be refunded, oldest first. */
  const recent: string[] = [];
  for (const chunk of chunksOf(today, WEBSITES, new Random(today))) {
    day++;
    recent.push(chunk);
    const refunded = recent.length > DAYS_UNTIL_REFUND ? recent.shift()! : '';
    const visits = chunk + separate.next().value;
    if (day <= today - days) continue;
    const pages = today - day < DAYS_WITH_PAGES ? pageViews.linesOf(visits, dateOf(day)) : '';
    const lines = visits + pages + refundLines(refunded, dateOf(day));
    yield day === today ? linesUpTo(lines, nowMs) : lines;
  }
}

/** The events of the separate campaigns alone, which are a part of the others' chunks. */
export function* separateEventChunks(today: number): Generator<string, string> {
  const campaigns = WEBSITES.flatMap((website) => {
    return website.separateCampaigns.map(({ plan, visits }) => {
      // The ids of its orders are its own, too.
      const orderPrefix = `${website.orderPrefix}${CAMPAIGN_IDS.get(plan)}`;
      return chunksOf(
        today,
        [{ ...website, campaigns: [plan], visits, orderPrefix }],
        new Random(today ^ seedOf(plan.name)),
      );
    });
  });
  for (let day = 0; day < DEMO_DAYS; day++) yield campaigns.map((chunks) => chunks.next().value).join('');
  return '';
}

function* chunksOf(today: number, plans: readonly WebsitePlan[], random: Random): Generator<string, string> {
  const firstDay = today - DEMO_DAYS + 1;
  const websites = plans.map((plan) => stageWebsite(plan, firstDay, today, random));
  for (let day = firstDay; day <= today; day++) {
    let chunk = '';
    for (const website of websites) chunk += websiteDay(website, day, today - day, random);
    yield chunk;
  }
  return '';
}

function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

function linesUpTo(chunk: string, nowMs: number): string {
  return chunk.replaceAll(/.*"at":"([^"]+)".*\n/g, (line, at: string) => (Date.parse(at) <= nowMs ? line : ''));
}

function websiteDay(website: StagedWebsite, day: number, daysAgo: number, random: Random): string {
  const date = dateOf(day);
  const traffic = website.traffic[DEMO_DAYS - 1 - daysAgo]!;
  let lines = '';
  for (const campaign of website.campaigns) {
    if (isLive(campaign.plan, daysAgo)) lines += campaignDay(website, campaign, date, daysAgo, traffic, random);
  }
  for (const line of website.repeatOrders.linesOf(day, date, daysAgo < DAYS_WITH_VISITS)) {
    if (!isInOutage(line, website.outage, daysAgo)) lines += line;
  }
  return lines;
}

function campaignDay(
  website: StagedWebsite,
  campaign: StagedCampaign,
  date: string,
  daysAgo: number,
  traffic: number,
  random: Random,
): string {
  const { seenRate, orderRate, anywayRate, brokenOnPhones } = campaign.plan;
  // A campaign that is on every page is seen on the first one.
  const page = daysAgo < DAYS_WITH_VISITS ? campaign.plan.pagePath.replace('*', '') : undefined;
  const rateFactor = 1 + DAILY_VARIATION * random.normal();
  const occasion = { date, page, random, seenRate, orderRate, anywayRate, rateFactor, orders: website.orders };
  const broken = { ...occasion, rateFactor: rateFactor * BROKEN_FACTOR };
  const isBroken = brokenOnPhones && daysAgo <= website.brokenDaysAgo;
  const visitsExpected = traffic * campaign.plan.traffic;
  let lines = '';
  for (let visits = random.arrivals(visitsExpected); visits > 0; visits--) {
    const visitor = nextVisitor(campaign.visitors, website.pools, visitsExpected, random);
    const { onPhones, elsewhere } = variantFor(visitor, campaign, daysAgo <= website.endedDaysAgo);
    const visit = isOnPhone(visitor)
      ? visitLines(onPhones, visitor, isBroken ? broken : occasion)
      : visitLines(elsewhere, visitor, occasion);
    if (!isInOutage(visit, website.outage, daysAgo)) lines += visit;
  }
  return lines;
}

/** Such a visit is left out as a whole, so that all others are what they would have been. */
function isInOutage(visit: string, outage: WebsitePlan['outage'], daysAgo: number): boolean {
  if (outage?.daysAgo !== daysAgo) return false;
  const hour = Number(/"at":"[^"]+T(\d\d)/.exec(visit)?.[1]);
  return hour >= outage.fromHour && hour < outage.toHour;
}

/** A visitor sees the same variant on every visit, as with a cookie, until the experiment ends. */
function variantFor(visitor: number, campaign: StagedCampaign, hasEnded: boolean): AudienceOfVariant {
  const { keptVariant } = campaign.plan;
  if (keptVariant !== null && hasEnded) return campaign.variants[keptVariant]!;
  let ticket = scramble(visitor ^ scramble(campaign.id)) % 100;
  const index = campaign.plan.variants.findIndex(({ trafficPercentage }) => {
    ticket -= trafficPercentage;
    return ticket < 0;
  });
  return campaign.variants[index]!;
}

function stageWebsite(plan: WebsitePlan, firstDay: number, today: number, random: Random): StagedWebsite {
  const campaigns = plan.campaigns.map((campaign) => stageCampaign(campaign, plan.id, random));
  const orders: OrderBook = {
    prefix: plan.orderPrefix,
    currency: plan.currency,
    medianCents: plan.orderMedianCents,
    nextNumber: 10_001,
    bought: [],
  };
  return {
    campaigns,
    pools: campaigns.map((campaign) => campaign.visitors),
    traffic: dailyTraffic(plan, firstDay, today, random),
    outage: plan.outage,
    brokenDaysAgo: today - brokenSince(today),
    endedDaysAgo: today - experimentEnd(today) - 1,
    orders,
    repeatOrders: new RepeatOrders(plan, orders),
  };
}

function stageCampaign(plan: CampaignPlan, websiteId: number, random: Random): StagedCampaign {
  const id = CAMPAIGN_IDS.get(plan)!;
  const variants = plan.variants.map(({ lift, isHoldout }, variantIndex) => {
    const variantId = childId(id, variantIndex);
    const staged = {
      subject: `"website_id":${websiteId},"variant_id":${variantId}`,
      steps: isHoldout ? [] : stageSteps(plan, websiteId, variantId, lift),
    };
    return {
      onPhones: { ...staged, firstAct: new EvenOdds(random) },
      elsewhere: { ...staged, firstAct: new EvenOdds(random) },
    };
  });
  return { id, plan, variants, visitors: new VisitorPool(id) };
}

function stageSteps(plan: CampaignPlan, websiteId: number, variantId: number, lift: number): StagedStep[] {
  return plan.steps.map(({ actRate, elements }, stepIndex) => {
    const stepId = childId(variantId, stepIndex);
    return {
      subject: `"website_id":${websiteId},"step_id":${stepId}`,
      actRate: stepIndex === 0 ? actRate * lift : actRate,
      elements: elements.map((element, elementIndex) => ({
        subject: `"website_id":${websiteId},"element_id":${childId(stepId, elementIndex)}`,
        plan: element,
      })),
    };
  });
}

/** The first day on which a form does not work on phones: the Monday of the last whole week, which insights are about. */
export function brokenSince(today: number): number {
  return startOfWeek(today) - DAYS_PER_WEEK;
}

/**
 * The day on which somebody gives all the traffic of a decided experiment to its winner: the Tuesday of the week before the last whole one.
 */
export function experimentEnd(today: number): number {
  return startOfWeek(today) - 2 * DAYS_PER_WEEK + 1;
}
