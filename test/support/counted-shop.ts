// A small dataset counted by hand: the report tests contain its numbers literally. Ids show their position, as in the
// sample catalog. Today is Wednesday, 15 May 2024.
import type { Engine } from '../../src/core/foundation/database/database.ts';
import type { SentEvent } from './events.ts';
import { TestClock } from './test-clock.ts';
import { type Parameters, TestService } from './test-service.ts';

export const TODAY = '2024-05-15';

/** Created after its first event: all time begins with that event, on 2023-05-16. */
const SHOP = { id: 1, name: 'shop.example', currency: 'USD', created_at: '2023-11-20T08:00:00Z' };

/** Created before its first event: all time begins on 2024-01-01. */
const QUIZZES = {
  id: 2,
  name: 'quizzes.example',
  currency: 'EUR',
  created_at: '2024-01-01T00:00:00Z',
  campaigns: [
    {
      id: 20,
      name: 'Spring quiz',
      cta_type: 'quiz',
      status: 'live',
      created_at: '2024-02-01T00:00:00Z',
      published_at: '2024-02-02T00:00:00Z',
      variants: [
        {
          id: 201,
          name: 'Short',
          variation: 'B',
          traffic_percentage: 40,
          steps: [{ id: 2010, position: 1 }],
        },
        {
          id: 200,
          name: null,
          variation: 'A',
          traffic_percentage: 60,
          // Nothing in this document is sorted by position.
          steps: [
            { id: 2002, position: 2, elements: [{ id: 20020, element_type: 'quiz', position: 1 }] },
            {
              id: 2001,
              position: 1,
              elements: [
                { id: 20011, element_type: 'products', position: 2 },
                { id: 20012, element_type: 'form', position: 1 },
                { id: 20010, element_type: 'button', position: 2 },
              ],
            },
          ],
        },
      ],
    },
    {
      id: 21,
      name: 'Old popup',
      cta_type: 'overlay',
      status: 'archived',
      created_at: '2024-01-10T00:00:00Z',
      published_at: '2024-01-11T00:00:00Z',
      variants: [
        { id: 210, variation: 'A', traffic_percentage: 50 },
        { id: 211, variation: 'B', traffic_percentage: 50 },
      ],
    },
    {
      id: 22,
      name: 'Draft bar',
      cta_type: 'bar',
      status: 'live',
      created_at: '2024-03-01T00:00:00Z',
      variants: [{ id: 220, variation: 'A', traffic_percentage: 100 }],
    },
    {
      id: 23,
      name: 'Split bar',
      cta_type: 'bar',
      status: 'live',
      created_at: '2024-03-01T00:00:00Z',
      published_at: '2024-02-02T00:00:00Z',
      variants: [
        { id: 230, variation: 'B', traffic_percentage: 50 },
        { id: 231, variation: 'A', traffic_percentage: 50 },
        { id: 232, variation: 'C', traffic_percentage: 0 },
      ],
    },
    {
      id: 24,
      name: 'Decided popup',
      cta_type: 'overlay',
      status: 'live',
      created_at: '2024-01-10T00:00:00Z',
      variants: [
        { id: 240, variation: 'A', traffic_percentage: 100 },
        { id: 241, variation: 'B', traffic_percentage: 0 },
      ],
    },
  ],
};

export const FOREIGN_API_KEY = 'legacy-key-of-the-foreign-website';

/** The catalog of another tenant, without events. */
const FOREIGN = {
  id: 3,
  name: 'foreign.example',
  api_key: FOREIGN_API_KEY,
  currency: 'GBP',
  created_at: '2024-03-01T00:00:00Z',
  campaigns: [
    {
      id: 30,
      name: 'Secret',
      variants: [{ id: 300, steps: [{ id: 3000, elements: [{ id: 30000, element_type: 'form' }] }] }],
    },
  ],
};

export const MANY_CAMPAIGNS_COUNT = 60;

/** These are more campaigns and experiments than fit into a response, all created at the same time: 400, 401 … 459. */
const MANY = {
  id: 4,
  name: 'many.example',
  created_at: '2024-03-01T00:00:00Z',
  campaigns: Array.from({ length: MANY_CAMPAIGNS_COUNT }, (_, index) => ({
    id: 400 + index,
    name: `Campaign ${index}`,
    created_at: '2024-03-02T00:00:00Z',
    variants: [
      { id: 4000 + 2 * index, traffic_percentage: 50 },
      { id: 4001 + 2 * index, traffic_percentage: 50 },
    ],
  })),
};

export const SHOP_CATALOG = {
  accounts: [
    { id: 1, name: 'Tenant', websites: [SHOP, QUIZZES] },
    { id: 2, name: 'Stranger', websites: [FOREIGN, MANY] },
  ],
};

/** Views of the shop, by day: at the first day of every timeframe, and on the day before it. */
const SHOP_VISITORS: Readonly<Record<string, string>> = {
  '2023-05-16': 'm',
  '2023-05-17': 'l',
  '2023-12-31': 'c',
  '2024-01-01': 'a',
  '2024-02-15': 'd',
  '2024-02-16': 'a',
  '2024-02-29': 'a e',
  '2024-03-31': 'b',
  '2024-04-01': 'f',
  '2024-04-15': 'a',
  '2024-04-16': 'b',
  '2024-04-30': 'g',
  '2024-05-01': 'a',
  '2024-05-05': 'c',
  '2024-05-06': 'a h',
  '2024-05-08': 'a',
  '2024-05-09': 'i',
  '2024-05-12': 'a',
  '2024-05-13': 'j',
  '2024-05-14': 'a b',
  '2024-05-15': 'a a k',
  // Tomorrow: up to 24 hours ahead are accepted, but no current window includes them.
  '2024-05-16': 'z',
};

const shopViews = Object.entries(SHOP_VISITORS).flatMap(([date, visitors]) =>
  visitors.split(' ').map((visitor) => event('view', date, { website_id: 1, visitor })),
);

/** On leap day, by visitor e, who is a visitor of the quizzes as well. */
const shopSales = [
  event('conversion', '2024-02-29', { website_id: 1, visitor: 'e' }),
  event('order', '2024-02-29', { website_id: 1, revenue: '50.0999' }),
];

const FORM = { element_id: 20012 };
const PRODUCTS = { element_id: 20011 };
const QUIZ = { element_id: 20020 };

/** The week of leap day, 2024-02-26 to 2024-03-03. */
const leapWeek = [
  event('view', '2024-02-26', { step_id: 2001, visitor: 'v1' }),
  event('view', '2024-02-27', { step_id: 2001, visitor: 'v1' }),
  event('view', '2024-02-29', { step_id: 2001, visitor: 'e' }),
  event('view', '2024-03-01', { step_id: 2001, visitor: 'v3' }),
  event('view', '2024-02-29', { step_id: 2002, visitor: 'e' }),
  event('view', '2024-02-29', { ...FORM, visitor: 'e' }),
  event('view', '2024-02-29', { ...FORM, visitor: 'e' }),
  event('view', '2024-02-29', { variant_id: 201, visitor: 'v4' }),
  event('conversion', '2024-02-29', { ...FORM, visitor: 'e' }),
  event('conversion', '2024-03-01', { ...FORM, visitor: 'v3' }),
  event('conversion', '2024-03-01', { ...FORM, visitor: 'v3' }),
  event('submission', '2024-02-29', { ...FORM, visitor: 'e' }),
  event('submission', '2024-02-29', { ...FORM, visitor: 'e' }),
  event('completion', '2024-03-01', { ...QUIZ, visitor: 'v3' }),
  event('subscribe', '2024-03-03', { variant_id: 201, visitor: 'v4' }),
  event('order', '2024-03-01', {
    ...PRODUCTS,
    visitor: 'v3',
    order_id: 'o1',
    revenue: '49.90',
    products: [
      { value: 'sku-1', revenue: '29.90' },
      { value: null, revenue: 20 },
    ],
  }),
  event('order', '2024-03-02', {
    ...PRODUCTS,
    order_id: 'o2',
    revenue: '0.0001',
    products: [{ value: 'sku-1', revenue: '0.0001' }],
  }),
  event('order', '2024-03-03', { campaign_id: 20, order_id: 'o3', revenue: 100 }),
  ...['sku-1', 'sku-1', 'sku-2', 'sku-3', null].map((product) =>
    event('selection', '2024-03-01', { ...PRODUCTS, visitor: 'v3', product }),
  ),
  ...['green', 'red', 'red', 'green', 'blue', null, null, null].map((value) =>
    event('selection', '2024-02-29', { ...FORM, visitor: 'e', field: 'color', value }),
  ),
  event('selection', '2024-03-03', { ...FORM, visitor: 'e', field: 'Size', value: 7 }),
];

/** The week before, 2024-02-19 to 2024-02-25. */
const weekBefore = [
  event('view', '2024-02-19', { step_id: 2001, visitor: 'v1' }),
  event('view', '2024-02-25', { step_id: 2001, visitor: 'v5' }),
  event('conversion', '2024-02-25', { ...FORM, visitor: 'v5' }),
  event('order', '2024-02-20', { variant_id: 200, order_id: 'o4', revenue: 25 }),
  event('selection', '2024-02-25', { ...FORM, visitor: 'v5', field: 'color', value: 'red' }),
];

/** These days are just outside those two weeks. */
const outsideTheWeeks = [
  event('view', '2024-02-18', { campaign_id: 20, visitor: 'v9' }),
  event('view', '2024-03-04', { campaign_id: 20, visitor: 'v9' }),
];

/** April, for the sorting of campaigns. */
const april = [
  ...['w1', 'w1', 'w1', 'w2', 'w3'].map((visitor) => event('view', '2024-04-10', { campaign_id: 20, visitor })),
  ...['w1', 'w2', 'w3', 'w4'].map((visitor) => event('view', '2024-04-10', { campaign_id: 21, visitor })),
  ...['w1', 'w2'].map((visitor) => event('view', '2024-04-30', { campaign_id: 23, visitor })),
  ...['w1'].map((visitor) => event('conversion', '2024-04-10', { campaign_id: 20, visitor })),
  ...['w1', 'w2'].map((visitor) => event('conversion', '2024-04-10', { campaign_id: 21, visitor })),
  ...['w1', 'w2'].map((visitor) => event('conversion', '2024-04-10', { campaign_id: 23, visitor })),
  ...['w1'].map((visitor) => event('completion', '2024-04-10', { campaign_id: 20, visitor })),
  ...['w1', 'w2'].map((visitor) => event('completion', '2024-04-10', { campaign_id: 21, visitor })),
  ...['w1'].map((visitor) => event('completion', '2024-04-01', { campaign_id: 23, visitor })),
  event('order', '2024-04-10', { campaign_id: 20, revenue: 10 }),
  event('order', '2024-04-10', { campaign_id: 21, revenue: 4 }),
  event('order', '2024-04-10', { campaign_id: 21, revenue: 6 }),
  event('order', '2024-04-10', { campaign_id: 23, revenue: 30 }),
];

export const SHOP_EVENTS: readonly SentEvent[] = [
  ...shopViews,
  ...shopSales,
  ...leapWeek,
  ...weekBefore,
  ...outsideTheWeeks,
  ...april,
];

/** An event of the quizzes, unless the fields say otherwise. */
function event(type: string, date: string, fields: SentEvent): SentEvent {
  return { type, website_id: 2, at: `${date}T11:59:59Z`, ...fields };
}

export function startCountedShop(engine: Engine): Promise<TestService> {
  return TestService.start(engine, {
    catalog: SHOP_CATALOG,
    events: SHOP_EVENTS,
    clock: new TestClock(`${TODAY}T12:00:00Z`),
  });
}

/** An id of the quizzes, for each report with an id. */
export const QUIZ_IDS: Readonly<Record<string, number>> = {
  get_campaign_report: 20,
  get_variant_report: 200,
  get_step_report: 2001,
  get_element_report: 20012,
  get_experiment: 20,
  list_campaign_products: 20,
  get_campaign_orders: 20,
};

const NEEDED: Readonly<Record<string, Parameters>> = {
  explain_change: { metric: 'orders' },
  search: { query: 'quiz' },
};

/** The required parameters of a report with a token for the quizzes only. */
export function leastParameters({ name }: { readonly name: string }): Parameters {
  return { ...NEEDED[name], ...(name in QUIZ_IDS && { id: QUIZ_IDS[name] }) };
}

/** The parameters of a custom window. */
export function custom(rangeStart: string, rangeEnd = rangeStart) {
  return { timeframe: 'custom', range_start: rangeStart, range_end: rangeEnd } as const;
}

export const LEAP_WEEK = custom('2024-02-26', '2024-03-03');
export const APRIL = custom('2024-04-01', '2024-04-30');

const NO_METRICS = {
  views: 0,
  conversions: 0,
  completions: 0,
  submissions: 0,
  subscribes: 0,
  orders: 0,
  revenue: 0,
  conversion_rate: 0,
  completion_rate: 0,
  subscribe_rate: 0,
  order_rate: 0,
  aov: 0,
};

/** A complete metrics block. Missing values are 0. */
export function metrics(given: Partial<typeof NO_METRICS> = {}): typeof NO_METRICS {
  return { ...NO_METRICS, ...given };
}

const NO_POINT = {
  views: 0,
  conversions: 0,
  completions: 0,
  subscribes: 0,
  submissions: 0,
  orders: 0,
  revenue: 0,
};

/** A complete point of a timeseries. Missing values are 0. */
export function point(date: string, given: Partial<typeof NO_POINT> = {}): typeof NO_POINT & { date: string } {
  return { date, ...NO_POINT, ...given };
}
