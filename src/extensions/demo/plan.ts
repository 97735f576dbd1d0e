// The types of the demo's plan: which websites and campaigns exist, and how their visitors behave.

export interface Field {
  readonly name: string;
  /** Most popular first. */
  readonly answers: readonly string[];
}

export interface Product {
  readonly sku: string;
  readonly priceCents: number;
}

export interface ElementPlan {
  readonly type: 'form' | 'quiz_question' | 'product_picker' | 'button';
  readonly fields: readonly Field[];
  /** Most popular first. */
  readonly products: readonly Product[];
  /** Share of a form's senders who subscribe with it. */
  readonly subscribeRate: number;
}

export interface StepPlan {
  /** Share of the step's viewers who act on it and so continue. */
  readonly actRate: number;
  /** The one that most visitors act on comes first. */
  readonly elements: readonly ElementPlan[];
}

export interface VariantPlan {
  readonly name: string | null;
  readonly trafficPercentage: number;
  /** Factor on the first step's act rate. */
  readonly lift: number;
  /** It shows nothing, and has no steps. */
  readonly isHoldout?: boolean;
}

export interface CampaignPlan {
  readonly name: string;
  readonly ctaType: 'overlay' | 'bar' | 'embed' | 'quiz' | 'landing_page';
  readonly pagePath: string;
  readonly createdDaysAgo: number;
  readonly publishedDaysAgo: number;
  readonly archivedDaysAgo: number | null;
  /** Visits, relative to the website's other campaigns. */
  readonly traffic: number;
  /** Share of a step's viewers who see an element that they don't use: all on an overlay, fewer on a long page. */
  readonly seenRate: number;
  /** Share of those who complete the funnel and then buy. */
  readonly orderRate: number;
  /** Share of all others who buy in the same visit anyway, also of those who are shown nothing. */
  readonly anywayRate: number;
  /** Since the last complete week began, hardly anybody has converted on a phone. */
  readonly brokenOnPhones: boolean;
  readonly variants: readonly VariantPlan[];
  /** The index of the variant that has got all the traffic since the experiment ended (`experimentEnd`). null: none has ended. */
  readonly keptVariant: number | null;
  readonly steps: readonly StepPlan[];
}

export interface WebsitePlan {
  readonly id: number;
  readonly domain: string;
  readonly brand: string;
  readonly planType: string;
  readonly currency: string;
  readonly timezone: string;
  readonly createdDaysAgo: number;
  /** Visits over the whole demo. */
  readonly visits: number;
  /** Weekend traffic, relative to a weekday. */
  readonly weekendFactor: number;
  readonly orderPrefix: string;
  readonly orderMedianCents: number;
  /** The share of the orders after which the buyer orders again, and how many days later. */
  readonly repeatOrders: { readonly share: number; readonly daysMin: number; readonly daysMax: number };
  readonly areas: readonly string[];
  /** Between these hours of a day nobody could visit the website: there is an alert about it. */
  readonly outage: { readonly daysAgo: number; readonly fromHour: number; readonly toHour: number } | null;
  readonly campaigns: readonly CampaignPlan[];
  /** These visits come on top of `visits`, each with random numbers of its own: nothing else of the demo depends on these campaigns. */
  readonly separateCampaigns: readonly { readonly plan: CampaignPlan; readonly visits: number }[];
}

export const CAMPAIGN_DEFAULTS = {
  archivedDaysAgo: null,
  seenRate: 1,
  anywayRate: 0,
  brokenOnPhones: false,
  variants: [{ name: null, trafficPercentage: 100, lift: 1 }],
  keptVariant: null,
} satisfies Partial<CampaignPlan>;

const NOTHING = { fields: [], products: [], subscribeRate: 0 } as const;

export const button: ElementPlan = { ...NOTHING, type: 'button' };

export function form(subscribeRate: number, ...fields: Field[]): ElementPlan {
  return { ...NOTHING, type: 'form', subscribeRate, fields };
}

export function question(name: string, ...answers: string[]): ElementPlan {
  return { ...NOTHING, type: 'quiz_question', fields: [{ name, answers }] };
}

export function picker(products: readonly Product[]): ElementPlan {
  return { ...NOTHING, type: 'product_picker', products };
}

/**
 * The id of a child. Its digits are the path: 1234 is step 4 of variant 3 of campaign 2 of website 1. Unique within a
 * kind, because no parent in the demo has more than nine children of one kind.
 */
export function childId(parentId: number, index: number): number {
  return parentId * 10 + index + 1;
}

/** The campaigns of a website with their ids. */
export function campaignsOf(website: WebsitePlan): { readonly id: number; readonly plan: CampaignPlan }[] {
  const plans = [...website.campaigns, ...website.separateCampaigns.map(({ plan }) => plan)];
  return plans.map((plan, index) => ({ id: childId(website.id, index), plan }));
}

/** Campaigns are live on the full days between publishing and archiving. */
export function isLive(campaign: CampaignPlan, daysAgo: number): boolean {
  return (
    daysAgo < campaign.publishedDaysAgo && (campaign.archivedDaysAgo === null || daysAgo > campaign.archivedDaysAgo)
  );
}
