// The products of a whole website and of a campaign.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { elementReport } from '../../../src/core/answers/reports/subjects/element.ts';
import { campaignProductsReport, websiteProductsReport } from '../../../src/extensions/questions/products.ts';
import { custom, LEAP_WEEK, SHOP_CATALOG, SHOP_EVENTS, TODAY } from '../../support/counted-shop.ts';
import { ANY_ENGINE, ENGINES } from '../../support/databases.ts';
import { TestClock } from '../../support/test-clock.ts';
import { type Parameters, TestService } from '../../support/test-service.ts';

/** A second campaign of the quizzes that sells something. */
const SHELF = {
  id: 25,
  name: 'Shelf',
  variants: [{ id: 250, steps: [{ id: 2500, elements: [{ id: 25000, element_type: 'products' }] }] }],
};
const CATALOG = {
  accounts: SHOP_CATALOG.accounts.map((account) => ({
    ...account,
    websites: account.websites.map((website) =>
      website.id === 2 && 'campaigns' in website ? { ...website, campaigns: [...website.campaigns, SHELF] } : website,
    ),
  })),
};

const chosen = (product: string | null, fields: object = {}) => ({
  type: 'selection',
  website_id: 2,
  element_id: 25000,
  at: '2024-03-01T11:59:59Z',
  visitor: 's1',
  product,
  ...fields,
});
const MORE = [
  chosen('sku-2'),
  chosen('shelf'),
  chosen(null),
  chosen('later', { at: '2024-03-05T11:59:59Z' }),
  {
    ...chosen('sku-2'),
    type: 'order',
    product: undefined,
    order_id: 'shelf-1',
    revenue: 7,
    products: [{ value: 'sku-2', revenue: 7 }],
  },
];

describe.each(ENGINES)('on %s', (engine) => {
  /** The same numbers with other parameters. */
  const testOnce = test.runIf(ANY_ENGINE.includes(engine));
  let service: TestService;
  let token: string;

  beforeAll(async () => {
    service = await TestService.start(engine, {
      catalog: CATALOG,
      events: [...SHOP_EVENTS, ...MORE],
      clock: new TestClock(`${TODAY}T12:00:00Z`),
    });
    token = await service.token([2]);
  });
  afterAll(() => service.dispose());

  const ofWebsite = async (parameters: Parameters = LEAP_WEEK) =>
    (await service.report(websiteProductsReport, parameters, token)).data;
  const ofCampaign = async (id: number, parameters: Parameters = LEAP_WEEK) =>
    (await service.report(campaignProductsReport, { id, ...parameters }, token)).data;
  const status = async (path: string) =>
    (await service.request(`/api/v1/reports${path}`, { headers: { authorization: `Bearer ${token}` } })).status;

  test('a website has the products of all its elements, by revenue, with null last', async () => {
    expect(await service.report(websiteProductsReport, LEAP_WEEK, token)).toEqual({
      report: 'website_products',
      website: { id: 2, name: 'quizzes.example', currency: 'EUR' },
      timeframe: {
        selected: 'custom',
        range_start: '2024-02-26T00:00:00Z',
        range_end: '2024-03-03T23:59:59Z',
        timezone: 'UTC',
      },
      data: {
        product_count: 4,
        products: [
          { value: 'sku-1', selections: 2, orders: 2, revenue: 29.9001 },
          { value: 'sku-2', selections: 2, orders: 1, revenue: 7 },
          { value: 'shelf', selections: 1, orders: 0, revenue: 0 },
          { value: 'sku-3', selections: 1, orders: 0, revenue: 0 },
          { value: null, selections: 2, orders: 1, revenue: 20 },
        ],
      },
    });
  });

  testOnce('a campaign has those of its own elements, the same as the element report', async () => {
    const { data: element } = await service.report(elementReport, { id: 20011, ...LEAP_WEEK }, token);
    const { id, product_count, products } = await ofCampaign(20);
    expect({ id, product_count }).toEqual({ id: 20, product_count: 3 });
    expect(new Set(products)).toEqual(new Set(element.products));
    expect((await ofCampaign(25)).products).toEqual([
      { value: 'sku-2', selections: 1, orders: 1, revenue: 7 },
      { value: 'shelf', selections: 1, orders: 0, revenue: 0 },
      { value: null, selections: 1, orders: 0, revenue: 0 },
    ]);
    expect(await ofCampaign(21)).toEqual({ id: 21, product_count: 0, products: [] });
  });

  testOnce('products beyond the limit are combined under null, so that the sum stays', async () => {
    const { product_count, products } = await ofWebsite({ ...LEAP_WEEK, limit: 1 });
    expect(product_count).toBe(4);
    expect(products).toEqual([
      { value: 'sku-1', selections: 2, orders: 2, revenue: 29.9001 },
      { value: null, selections: 6, orders: 2, revenue: 27 },
    ]);
  });

  testOnce('only the days of the window count', async () => {
    expect((await ofWebsite(custom('2024-03-05'))).products).toEqual([
      { value: 'later', selections: 1, orders: 0, revenue: 0 },
    ]);
    expect((await ofWebsite(custom('2024-03-06'))).products).toEqual([]);
  });

  testOnce('at most 400 days, and a campaign of the website', async () => {
    expect(await status('/website/products?timeframe=custom&range_start=2023-01-01&range_end=2024-02-04')).toBe(200);
    expect(await status('/website/products?timeframe=custom&range_start=2023-01-01&range_end=2024-02-05')).toBe(422);
    expect(await status('/website/products?limit=0')).toBe(422);
    expect(await status('/campaigns/30/products')).toBe(404);
    expect(await status('/campaigns/999/products')).toBe(404);
  });
});
