// The demo's smaller website: a coffee roaster that sells in euros, mostly on working days.
import {
  button,
  CAMPAIGN_DEFAULTS,
  type CampaignPlan,
  type Field,
  form,
  type Product,
  picker,
  question,
  type WebsitePlan,
} from './plan.ts';

const brewMethod: Field = {
  name: 'brew_method',
  answers: ['Filter', 'Espresso machine', 'French press', 'Moka pot', 'Cold brew'],
};
const cupsPerDay: Field = { name: 'cups_per_day', answers: ['2 to 3', '1', '4 to 5', 'More than 5'] };

const coffees: readonly Product[] = [
  { sku: 'house-blend-1kg', priceCents: 2690 },
  { sku: 'dark-roast-500g', priceCents: 1490 },
  { sku: 'single-origin-500g', priceCents: 1850 },
  { sku: 'decaf-500g', priceCents: 1590 },
  { sku: 'tasting-set', priceCents: 3240 },
];

const subscriptions: readonly Product[] = [
  { sku: 'plan-monthly-1kg', priceCents: 2390 },
  { sku: 'plan-monthly-500g', priceCents: 1350 },
  { sku: 'plan-quarterly-3kg', priceCents: 6990 },
];

const matchQuiz: CampaignPlan = {
  ...CAMPAIGN_DEFAULTS,
  name: 'Coffee match quiz',
  ctaType: 'quiz',
  pagePath: '/find-your-coffee',
  createdDaysAgo: 448,
  publishedDaysAgo: 441,
  traffic: 27,
  orderRate: 0.24,
  steps: [
    { actRate: 0.27, elements: [question('brew_method', ...brewMethod.answers)] },
    { actRate: 0.86, elements: [question('taste', 'Chocolate and nuts', 'Fruity', 'Caramel', 'Floral')] },
    { actRate: 0.63, elements: [picker(coffees), button] },
    { actRate: 0.57, elements: [form(0.66, cupsPerDay)] },
  ],
};

const firstOrderPopup: CampaignPlan = {
  ...CAMPAIGN_DEFAULTS,
  name: 'First order popup',
  ctaType: 'overlay',
  pagePath: '/',
  createdDaysAgo: 462,
  publishedDaysAgo: 461,
  traffic: 32,
  orderRate: 0.26,
  // Its server names the variant with every order, so that the holdout tells what the popup really brings.
  anywayRate: 0.012,
  // The loser of the finished experiment no longer gets traffic.
  variants: [
    { name: 'Photo', trafficPercentage: 70, lift: 1 },
    { name: 'Plain', trafficPercentage: 0, lift: 1 },
    { name: 'No popup', trafficPercentage: 30, lift: 1, isHoldout: true },
  ],
  steps: [
    { actRate: 0.083, elements: [form(0.81, brewMethod)] },
    { actRate: 0.66, elements: [button] },
  ],
};

const subscriptionPage: CampaignPlan = {
  ...CAMPAIGN_DEFAULTS,
  name: 'Subscription landing page',
  ctaType: 'landing_page',
  pagePath: '/subscription',
  createdDaysAgo: 419,
  publishedDaysAgo: 412,
  traffic: 19,
  seenRate: 0.67,
  orderRate: 0.52,
  steps: [
    { actRate: 0.13, elements: [picker(subscriptions), button] },
    { actRate: 0.61, elements: [form(0.74, cupsPerDay, brewMethod)] },
    { actRate: 0.78, elements: [button] },
  ],
};

const brewGuideForm: CampaignPlan = {
  ...CAMPAIGN_DEFAULTS,
  name: 'Brew guide download',
  ctaType: 'embed',
  pagePath: '/guides',
  createdDaysAgo: 404,
  publishedDaysAgo: 288,
  traffic: 14,
  seenRate: 0.55,
  orderRate: 0.04,
  steps: [
    { actRate: 0.118, elements: [form(0.77, brewMethod)] },
    { actRate: 0.73, elements: [button] },
  ],
};

const giftBar: CampaignPlan = {
  ...CAMPAIGN_DEFAULTS,
  name: 'Gift box bar',
  ctaType: 'bar',
  pagePath: '/*',
  createdDaysAgo: 424,
  publishedDaysAgo: 424,
  archivedDaysAgo: 66,
  traffic: 16,
  orderRate: 0.36,
  steps: [
    { actRate: 0.037, elements: [button] },
    { actRate: 0.31, elements: [picker(coffees)] },
  ],
};

export const coffeeShop: WebsitePlan = {
  id: 2,
  domain: 'kaffinto.example',
  brand: 'Kaffinto',
  planType: 'starter',
  currency: 'EUR',
  timezone: 'Europe/Berlin',
  createdDaysAgo: 475,
  visits: 94_000,
  weekendFactor: 0.68,
  orderPrefix: 'KF',
  orderMedianCents: 3600,
  // A kilo of coffee lasts for about a month.
  repeatOrders: { share: 0.42, daysMin: 18, daysMax: 45 },
  outage: null,
  areas: ['Shop header', 'Guide sidebar'],
  campaigns: [matchQuiz, firstOrderPopup, subscriptionPage, brewGuideForm, giftBar],
  separateCampaigns: [],
};
