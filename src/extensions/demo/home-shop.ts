// The demo's larger website: a home goods shop with two experiments that run, one that has ended, and the campaign that is broken on
// phones.
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

const room: Field = { name: 'room', answers: ['Living room', 'Bedroom', 'Kitchen', 'Home office', 'Hallway'] };
const heardFrom: Field = { name: 'heard_from', answers: ['Search', 'Social media', 'A friend', 'Magazine', 'Other'] };

const bestSellers: readonly Product[] = [
  { sku: 'linen-throw', priceCents: 5900 },
  { sku: 'oak-side-table', priceCents: 14900 },
  { sku: 'stoneware-set', priceCents: 8450 },
  { sku: 'wool-rug-small', priceCents: 11900 },
  { sku: 'glass-lamp', priceCents: 7995 },
  { sku: 'beeswax-candles', priceCents: 2450 },
];

const saleItems: readonly Product[] = [
  { sku: 'cotton-cushion', priceCents: 1990 },
  { sku: 'rattan-basket', priceCents: 3475 },
  { sku: 'wall-mirror-round', priceCents: 6900 },
  { sku: 'bath-towel-set', priceCents: 4250 },
];

const welcomePopup: CampaignPlan = {
  ...CAMPAIGN_DEFAULTS,
  name: 'Welcome offer popup',
  ctaType: 'overlay',
  pagePath: '/',
  createdDaysAgo: 431,
  publishedDaysAgo: 429,
  traffic: 28,
  orderRate: 0.22,
  // The decided experiment.
  variants: [
    { name: 'Ten percent off', trafficPercentage: 50, lift: 1 },
    { name: 'Free delivery', trafficPercentage: 50, lift: 1.75 },
  ],
  steps: [
    { actRate: 0.09, elements: [form(0.86, room)] },
    { actRate: 0.71, elements: [button] },
  ],
};

const deliveryBar: CampaignPlan = {
  ...CAMPAIGN_DEFAULTS,
  name: 'Free delivery bar',
  ctaType: 'bar',
  pagePath: '/*',
  createdDaysAgo: 518,
  publishedDaysAgo: 518,
  traffic: 22,
  orderRate: 0.38,
  steps: [
    { actRate: 0.042, elements: [button] },
    { actRate: 0.34, elements: [picker(bestSellers), button] },
  ],
};

const styleQuiz: CampaignPlan = {
  ...CAMPAIGN_DEFAULTS,
  name: 'Style finder quiz',
  ctaType: 'quiz',
  pagePath: '/style-finder',
  createdDaysAgo: 466,
  publishedDaysAgo: 452,
  traffic: 12,
  orderRate: 0.19,
  steps: [
    { actRate: 0.31, elements: [question('room', ...room.answers)] },
    { actRate: 0.84, elements: [question('colours', 'Warm neutrals', 'Greens', 'Black and white', 'Bright')] },
    { actRate: 0.88, elements: [question('budget', '50 to 150', 'Under 50', '150 to 400', 'Over 400')] },
    { actRate: 0.52, elements: [picker(bestSellers), form(0.7)] },
  ],
};

const cartPopup: CampaignPlan = {
  ...CAMPAIGN_DEFAULTS,
  name: 'Cart reminder popup',
  ctaType: 'overlay',
  pagePath: '/cart',
  createdDaysAgo: 445,
  publishedDaysAgo: 444,
  traffic: 15,
  orderRate: 0.41,
  brokenOnPhones: true,
  steps: [
    { actRate: 0.14, elements: [button] },
    { actRate: 0.58, elements: [form(0.62, heardFrom), button] },
  ],
};

const salePage: CampaignPlan = {
  ...CAMPAIGN_DEFAULTS,
  name: 'Sale landing page',
  ctaType: 'landing_page',
  pagePath: '/sale',
  createdDaysAgo: 407,
  publishedDaysAgo: 403,
  traffic: 11,
  seenRate: 0.64,
  orderRate: 0.46,
  steps: [
    { actRate: 0.17, elements: [picker(saleItems), button] },
    { actRate: 0.55, elements: [form(0.48, room, heardFrom)] },
    { actRate: 0.82, elements: [button] },
  ],
};

const journalForm: CampaignPlan = {
  ...CAMPAIGN_DEFAULTS,
  name: 'Journal sign-up',
  ctaType: 'embed',
  pagePath: '/journal',
  createdDaysAgo: 402,
  publishedDaysAgo: 210,
  traffic: 9,
  seenRate: 0.58,
  orderRate: 0.05,
  // The undecided experiment: the difference is too small for its traffic.
  variants: [
    { name: 'Short text', trafficPercentage: 50, lift: 1 },
    { name: 'Long text', trafficPercentage: 50, lift: 1.06 },
  ],
  steps: [
    { actRate: 0.064, elements: [form(0.93, heardFrom)] },
    { actRate: 0.44, elements: [button] },
  ],
};

const clearancePopup: CampaignPlan = {
  ...CAMPAIGN_DEFAULTS,
  name: 'Outlet clearance popup',
  ctaType: 'overlay',
  pagePath: '/outlet',
  createdDaysAgo: 489,
  publishedDaysAgo: 480,
  archivedDaysAgo: 131,
  traffic: 13,
  orderRate: 0.33,
  steps: [
    { actRate: 0.078, elements: [picker(saleItems)] },
    { actRate: 0.61, elements: [form(0.55, heardFrom)] },
  ],
};

const exitPopup: CampaignPlan = {
  ...CAMPAIGN_DEFAULTS,
  name: 'Exit offer popup',
  ctaType: 'overlay',
  pagePath: '/*',
  createdDaysAgo: 401,
  publishedDaysAgo: 70,
  traffic: 1,
  orderRate: 0.2,
  // The experiment that has ended: it was decided, and the winner is shown to everybody since then.
  variants: [
    { name: 'Countdown', trafficPercentage: 50, lift: 1 },
    { name: 'Plain text', trafficPercentage: 50, lift: 1.6 },
  ],
  keptVariant: 1,
  steps: [
    { actRate: 0.1, elements: [form(0.8)] },
    { actRate: 0.6, elements: [button] },
  ],
};

export const homeShop: WebsitePlan = {
  id: 1,
  domain: 'ravelmoor.example',
  brand: 'Ravelmoor',
  planType: 'growth',
  currency: 'USD',
  timezone: 'UTC',
  createdDaysAgo: 540,
  visits: 224_000,
  weekendFactor: 1.24,
  orderPrefix: 'RM',
  orderMedianCents: 6800,
  // Furniture lasts: few buyers come back, and late.
  repeatOrders: { share: 0.16, daysMin: 12, daysMax: 80 },
  // The last two complete weeks, which the insights compare, come after it.
  outage: { daysAgo: 23, fromHour: 7, toHour: 21 },
  areas: ['Product page sidebar', 'Journal footer', 'Cart summary'],
  campaigns: [welcomePopup, deliveryBar, styleQuiz, cartPopup, salePage, journalForm, clearancePopup],
  separateCampaigns: [{ plan: exitPopup, visits: 4400 }],
};
