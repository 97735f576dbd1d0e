// A campaign's numbers are those of visitors who were shown it, in every report. A holdout has its own, and the website has all.
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { campaignReport } from '../../../../src/core/answers/reports/subjects/campaign.ts';
import { campaignsReport } from '../../../../src/core/answers/reports/subjects/campaigns.ts';
import { variantReport } from '../../../../src/core/answers/reports/subjects/variant.ts';
import { websiteReport } from '../../../../src/core/answers/reports/subjects/website.ts';
import { changeWebsiteSettings } from '../../../../src/core/engine/catalog/website-settings.ts';
import { checkLog } from '../../../../src/core/engine/event-log/upkeep/check-log.ts';
import { attributionReport } from '../../../../src/extensions/questions/attribution.ts';
import { campaignOrdersReport } from '../../../../src/extensions/questions/campaign-orders.ts';
import { funnelReport } from '../../../../src/extensions/questions/funnel.ts';
import { campaignProductsReport, websiteProductsReport } from '../../../../src/extensions/questions/products.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import { mergeLog } from '../../../support/event-log.ts';
import type { SentEvent } from '../../../support/events.ts';
import { restoreOf } from '../../../support/restore.ts';
import { createTestIngestion } from '../../../support/test-ingestion.ts';
import { type Parameters, TestService } from '../../../support/test-service.ts';

const POPUP = 10;
const SHOWN = 100;
const HOLDOUT = 101;
const BAR = 11;
const DAY = { timeframe: 'custom', range_start: '2025-03-10', range_end: '2025-03-10' };

const CATALOG = {
  accounts: [
    {
      id: 1,
      name: 'Acme',
      websites: [
        {
          id: 1,
          name: 'acme.example',
          currency: 'USD',
          campaigns: [
            {
              id: POPUP,
              name: 'Popup',
              variants: [
                {
                  id: SHOWN,
                  traffic_percentage: 50,
                  steps: [{ id: 1000, elements: [{ id: 10000, element_type: 'product_picker' }] }],
                },
                {
                  id: HOLDOUT,
                  traffic_percentage: 50,
                  is_holdout: true,
                  steps: [{ id: 1010, elements: [{ id: 10100, element_type: 'product_picker' }] }],
                },
              ],
            },
            { id: BAR, name: 'Bar', variants: [{ id: 110 }] },
          ],
        },
      ],
    },
  ],
};

const event = (type: string, visitor: string, hour: number, fields: SentEvent = {}): SentEvent => {
  return { type, website_id: 1, visitor, at: `2025-03-10T${String(hour).padStart(2, '0')}:00:00Z`, ...fields };
};
const order = (visitor: string, hour: number, revenue: number, fields: SentEvent = {}) =>
  event('order', visitor, hour, { order_id: `${visitor} ${hour}`, revenue, ...fields });
const bought = (element_id: number, revenue: number): SentEvent => ({
  element_id,
  products: [{ value: 'mug', revenue }],
});

/**
 * Two of three who were shown the popup convert; one of three of the holdout buys, and d has seen the bar before. Orders without a subject
 * are credited by view.
 */
const EVENTS = [
  ...['a', 'b', 'c'].map((visitor) => event('view', visitor, 8, { variant_id: SHOWN, device: 'mobile' })),
  ...['a', 'b'].map((visitor) => event('conversion', visitor, 9, { element_id: 10000 })),
  order('a', 10, 40, { variant_id: SHOWN, device: 'mobile' }),
  order('b', 10, 20),
  event('view', 'd', 7, { campaign_id: BAR }),
  ...['d', 'e', 'f'].map((visitor) => event('view', visitor, 8, { variant_id: HOLDOUT, device: 'mobile' })),
  event('submission', 'e', 9, { step_id: 1010 }),
  order('d', 10, 30),
  order('e', 10, 8, { ...bought(10100, 8), device: 'mobile' }),
  order('c', 11, 5, bought(10000, 5)),
  order('nobody', 11, 1),
];

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let service: TestService;
  let token: string;

  beforeAll(async () => {
    const ingestion = await createTestIngestion(engine, CATALOG);
    const settings = { event_log: true, credit_window_days: 7, credit_by: 'view' } as const;
    await changeWebsiteSettings(ingestion.database, 1, settings);
    expect((await ingestion.count(...EVENTS.slice(0, 8))).accepted).toBe(8);
    await mergeLog(ingestion.database, ingestion.clock);
    expect((await ingestion.count(...EVENTS.slice(8))).accepted).toBe(EVENTS.length - 8);
    service = await TestService.over(ingestion);
    token = await service.token([1], { scopes: ['reports', 'ctas:read'] });
  });
  afterAll(() => service.dispose());

  const campaign = (parameters: Parameters = {}) =>
    service.report(campaignReport, { id: POPUP, ...DAY, ...parameters }, token);
  const website = (parameters: Parameters = {}) => service.report(websiteReport, { ...DAY, ...parameters }, token);

  test('campaign, its variants and the website, and their sums', async () => {
    const { data } = await campaign();
    expect(data.metrics).toMatchObject({ views: 3, conversions: 2, conversion_rate: 66.67, orders: 3, revenue: 65 });
    expect(data.metrics.submissions).toBe(0);
    const [shown, holdout] = data.variants;
    expect(shown).toMatchObject({ id: SHOWN, metrics: data.metrics });
    expect(holdout).toMatchObject({ id: HOLDOUT, metrics: { views: 3, submissions: 1, orders: 2, revenue: 38 } });
    const { metrics } = (await website()).data;
    expect(metrics).toMatchObject({ views: 6, orders: 6, revenue: 104 });
    const bar = (await campaign({ id: BAR })).data.metrics;
    // All orders of the website: of its campaigns, of their holdouts, and of none.
    expect(data.metrics.revenue + bar.revenue + holdout!.metrics.revenue + 1).toBe(metrics.revenue);
    expect((await service.report(variantReport, { id: HOLDOUT, ...DAY }, token)).data.metrics).toEqual(
      holdout!.metrics,
    );
  });

  test('the lists of campaigns', async () => {
    const { campaigns } = (await service.report(campaignsReport, { ...DAY, sort: 'revenue' }, token)).data;
    expect(campaigns.map(({ id, metrics }) => [id, metrics.views, metrics.revenue])).toEqual([
      [POPUP, 3, 65],
      [BAR, 1, 0],
    ]);
    const records = (await service.get('/cta', token)).body as { id: number; views: number; conversion_rate: string }[];
    expect(records.find(({ id }) => id === POPUP)).toMatchObject({
      ...{ views: 3, conversions: 2, conversion_rate: '66.67' },
      variants: [
        { id: SHOWN, views: 3 },
        { id: HOLDOUT, views: 3 },
      ],
    });
  });

  test.each([
    ['a filter', { filter: 'device:mobile' }, { views: 3, orders: 1, revenue: 40 }],
    ['a filter of the rest', { filter: 'device:(none)' }, { views: 0, orders: 2, revenue: 25 }],
  ])('with %s', async (_, parameters, expected) => {
    expect((await campaign(parameters)).data.metrics).toMatchObject(expected);
  });

  test('by device, by day and by hour', async () => {
    const { breakdown, metrics } = (await campaign({ break_down_by: 'device' })).data;
    expect(breakdown!.values.map(({ value, metrics: { views, revenue } }) => [value, views, revenue])).toEqual([
      ['mobile', 3, 40],
      ['(none)', 0, 25],
    ]);
    for (const group_by of ['day', 'hour']) {
      const { points } = (await campaign({ group_by, count_type: 'total' })).data.timeseries!;
      const sum = (name: 'views' | 'orders' | 'revenue') => points.reduce((total, point) => total + point[name], 0);
      expect([sum('views'), sum('orders'), sum('revenue')]).toEqual([metrics.views, metrics.orders, metrics.revenue]);
    }
  });

  test('a funnel: who was shown nothing has not seen the campaign', async () => {
    const visitors = async (...step: string[]) =>
      (await service.report(funnelReport, { ...DAY, step }, token)).data.steps.map((reached) => reached.visitors);
    expect(await visitors(`view;campaign:${POPUP}`, 'order')).toEqual([3, 3]);
    expect(await visitors(`view;variant:${HOLDOUT}`, 'order')).toEqual([3, 2]);
    expect(await visitors('view', 'order')).toEqual([6, 5]);
  });

  test('attribution: a holdout is no touch, and what was credited to it is no campaign’s', async () => {
    const { campaigns } = (await service.report(attributionReport, DAY, token)).data;
    const credits = campaigns!.map(({ id, stored, last, any }) => [id, stored.revenue, last!.revenue, any!.revenue]);
    expect(credits).toEqual([
      [POPUP, 65, 65, 65],
      // It is the only campaign that d has seen.
      [BAR, 0, 30, 30],
      [null, 39, 9, 9],
    ]);
  });

  test('products, and where orders come from', async () => {
    const products = await service.report(campaignProductsReport, { id: POPUP, ...DAY }, token);
    expect(products.data.products).toMatchObject([{ value: 'mug', orders: 1, revenue: 5 }]);
    const all = await service.report(websiteProductsReport, DAY, token);
    expect(all.data.products).toMatchObject([{ value: 'mug', orders: 2, revenue: 13 }]);
    const { data } = await service.report(campaignOrdersReport, { id: POPUP, ...DAY }, token);
    expect(data).toMatchObject({ credited: { orders: 1, revenue: 20 } });
  });

  test('a refund of an order of the holdout leaves the campaign as it is, and the log agrees', async () => {
    onTestFinished(await restoreOf(service.database));
    const before = (await campaign()).data;
    await service.ingestion.count({ type: 'refund', website_id: 1, order_id: 'd 10', revenue: 10 });
    const { data } = await campaign();
    expect(data.metrics).toEqual(before.metrics);
    expect(data.variants[1]!.metrics).toMatchObject({ orders: 2, revenue: 28 });
    expect((await website()).data.metrics.revenue).toBe(94);
    expect((await checkLog(service.database)).differences).toEqual([]);
  });
});
