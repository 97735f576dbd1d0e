// The demo's catalog: one account with two websites, in the format that `import catalog` reads.

import { scramble } from '../../core/foundation/statistics/random.ts';
import { coffeeShop } from './coffee-shop.ts';
import { homeShop } from './home-shop.ts';
import { type CampaignPlan, campaignsOf, childId, type StepPlan, type VariantPlan, type WebsitePlan } from './plan.ts';

export interface DemoCatalog {
  accounts: DemoAccount[];
}

interface DemoAccount {
  id: number;
  name: string;
  websites: DemoWebsite[];
}

interface DemoWebsite {
  id: number;
  name: string;
  currency: string;
  timezone: string;
  event_log: boolean;
  created_at: string;
  listener: boolean;
  active: boolean;
  premium: boolean;
  brand: string;
  sub_domain: string;
  plan_type: string;
  areas: DemoArea[];
  campaigns: DemoCampaign[];
}

interface DemoArea {
  id: number;
  name: string;
  created_at: string;
}

interface DemoCampaign {
  id: number;
  name: string;
  cta_type: string;
  test_type: string;
  page_path: string;
  status: 'live' | 'archived';
  created_at: string;
  updated_at: string;
  published_at: string;
  variants: DemoVariant[];
}

interface DemoVariant {
  id: number;
  name: string | null;
  variation: string;
  traffic_percentage: number;
  is_holdout?: true;
  created_at: string;
  steps: DemoStep[];
}

interface DemoStep {
  id: number;
  position: number;
  elements: DemoElement[];
}

interface DemoElement {
  id: number;
  element_type: string;
  position: number;
}

const DAY_MS = 86_400_000;
const OFFICE_OPENS_SECOND = 8 * 3600;
const OFFICE_SECONDS = 9 * 3600;

/**
 * All dates are before `today` (a UTC day number). The same day gives the same catalog. An experiment that ends still divides its traffic
 * here: see `endExperiments`.
 */
export function demoCatalog(today: number): DemoCatalog {
  const websites = [homeShop, coffeeShop].map((plan) => website(plan, today));
  return { accounts: [{ id: 1, name: 'Ravelmoor Trading', websites }] };
}

function website(plan: WebsitePlan, today: number): DemoWebsite {
  const createdDay = today - plan.createdDaysAgo;
  return {
    id: plan.id,
    name: plan.domain,
    currency: plan.currency,
    timezone: plan.timezone,
    event_log: true,
    created_at: officeTime(createdDay, plan.id),
    listener: true,
    active: true,
    premium: plan.planType !== 'starter',
    brand: plan.brand,
    sub_domain: plan.brand.toLowerCase(),
    plan_type: plan.planType,
    areas: plan.areas.map((name, index) => {
      const id = childId(plan.id, index);
      return { id, name, created_at: officeTime(createdDay + 1 + index, id) };
    }),
    campaigns: campaignsOf(plan).map(({ id, plan: campaignPlan }) => campaign(campaignPlan, id, today)),
  };
}

function campaign(plan: CampaignPlan, id: number, today: number): DemoCampaign {
  const createdAt = officeTime(today - plan.createdDaysAgo, id);
  // An hour between creating and publishing, for campaigns that went live on the day they were created.
  const publishedAt = officeTime(today - plan.publishedDaysAgo, id, 3600);
  return {
    id,
    name: plan.name,
    cta_type: plan.ctaType,
    test_type: 'cookie',
    page_path: plan.pagePath,
    status: plan.archivedDaysAgo === null ? 'live' : 'archived',
    created_at: createdAt,
    updated_at: plan.archivedDaysAgo === null ? publishedAt : officeTime(today - plan.archivedDaysAgo, id),
    published_at: publishedAt,
    variants: plan.variants.map((variantPlan, index) => variant(variantPlan, plan.steps, id, index, createdAt)),
  };
}

function variant(
  plan: VariantPlan,
  steps: readonly StepPlan[],
  campaignId: number,
  index: number,
  createdAt: string,
): DemoVariant {
  const id = childId(campaignId, index);
  return {
    id,
    name: plan.name,
    variation: 'ABCDEFGHI'.charAt(index),
    traffic_percentage: plan.trafficPercentage,
    ...(plan.isHoldout && { is_holdout: true }),
    created_at: createdAt,
    steps: plan.isHoldout ? [] : steps.map((stepPlan, stepIndex) => step(stepPlan, id, stepIndex)),
  };
}

function step(plan: StepPlan, variantId: number, index: number): DemoStep {
  const id = childId(variantId, index);
  return {
    id,
    position: index + 1,
    elements: plan.elements.map((element, elementIndex) => ({
      id: childId(id, elementIndex),
      element_type: element.type,
      position: elementIndex + 1,
    })),
  };
}

/** A time in the working hours of that day. It depends on the id, so that not everything happens at nine o'clock. */
function officeTime(day: number, id: number, laterSeconds = 0): string {
  const second = OFFICE_OPENS_SECOND + (scramble(id) % OFFICE_SECONDS) + laterSeconds;
  return new Date(day * DAY_MS + second * 1000).toISOString();
}
