// The reports on one subject, from the website down to the element: every number of one week, counted by hand.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { campaignReport } from '../../../../src/core/answers/reports/subjects/campaign.ts';
import { elementReport } from '../../../../src/core/answers/reports/subjects/element.ts';
import { stepReport } from '../../../../src/core/answers/reports/subjects/step.ts';
import { variantReport } from '../../../../src/core/answers/reports/subjects/variant.ts';
import { websiteReport } from '../../../../src/core/answers/reports/subjects/website.ts';
import { websitesReport } from '../../../../src/core/answers/reports/subjects/websites.ts';
import { custom, LEAP_WEEK, metrics, startCountedShop } from '../../../support/counted-shop.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import type { TestService } from '../../../support/test-service.ts';

const HEAD = {
  website: { id: 2, name: 'quizzes.example', currency: 'EUR' },
  timeframe: {
    selected: 'custom',
    range_start: '2024-02-26T00:00:00Z',
    range_end: '2024-03-03T23:59:59Z',
    timezone: 'UTC',
  },
};

/** Unique visitors, in the week of leap day. */
const CAMPAIGN = metrics({
  views: 4,
  conversions: 2,
  completions: 1,
  submissions: 1,
  subscribes: 1,
  orders: 3,
  revenue: 149.9001,
  conversion_rate: 50,
  completion_rate: 25,
  subscribe_rate: 25,
  order_rate: 75,
  aov: 49.97,
});
const VARIANT_A = metrics({
  views: 3,
  conversions: 2,
  completions: 1,
  submissions: 1,
  orders: 2,
  revenue: 49.9001,
  conversion_rate: 66.67,
  completion_rate: 33.33,
  order_rate: 66.67,
  aov: 24.95,
});
const VARIANT_B = metrics({ views: 1, subscribes: 1, subscribe_rate: 100 });
const FIRST_STEP = { ...VARIANT_A, completions: 0, completion_rate: 0 };
const SECOND_STEP = metrics({ views: 1, completions: 1, completion_rate: 100 });
const FORM = metrics({ views: 1, conversions: 2, submissions: 1, conversion_rate: 200 });
const PRODUCTS = metrics({ orders: 2, revenue: 49.9001, aov: 24.95 });

/** The week before, for the campaign and so for its website. */
const CAMPAIGN_BEFORE = metrics({
  views: 2,
  conversions: 1,
  orders: 1,
  revenue: 25,
  conversion_rate: 50,
  order_rate: 50,
  aov: 25,
});
const CAMPAIGN_CHANGES = {
  views: 100,
  conversions: 100,
  completions: null,
  submissions: null,
  subscribes: null,
  orders: 200,
  revenue: 499.6,
  conversion_rate: 0,
  completion_rate: null,
  subscribe_rate: null,
  order_rate: 50,
  // 149.9001 / 3 after 25, not the 49.97 that is shown.
  aov: 99.87,
};

function withoutSubmissions<Values extends { submissions: unknown }>({ submissions: _, ...rest }: Values) {
  return rest;
}

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let service: TestService;
  let token: string;

  beforeAll(async () => {
    service = await startCountedShop(engine);
    token = await service.token([2]);
  });

  afterAll(() => service.dispose());

  test('websites: those of the token, with their accounts, by id', async () => {
    expect(await service.report(websitesReport, {}, await service.token([3, 1, 2]))).toEqual({
      websites: [
        { id: 1, account_id: 1, name: 'shop.example', account_name: 'Tenant', created_at: '2023-11-20T08:00:00Z' },
        { id: 2, account_id: 1, name: 'quizzes.example', account_name: 'Tenant', created_at: '2024-01-01T00:00:00Z' },
        { id: 3, account_id: 2, name: 'foreign.example', account_name: 'Stranger', created_at: '2024-03-01T00:00:00Z' },
      ],
    });
  });

  test('website: no submissions in its metrics', async () => {
    expect(await service.report(websiteReport, LEAP_WEEK, token)).toEqual({
      report: 'website',
      ...HEAD,
      data: { metrics: withoutSubmissions(CAMPAIGN) },
    });
  });

  test('website, compared: no submissions in the previous period or the changes', async () => {
    const answer = await service.report(websiteReport, { ...LEAP_WEEK, previous_period: true }, token);
    expect(answer.timeframe).toEqual({
      ...HEAD.timeframe,
      previous_range_start: '2024-02-19T00:00:00Z',
      previous_range_end: '2024-02-25T23:59:59Z',
    });
    expect(answer.data.metrics).toEqual({
      ...withoutSubmissions(CAMPAIGN),
      previous: withoutSubmissions(CAMPAIGN_BEFORE),
      changes: withoutSubmissions(CAMPAIGN_CHANGES),
    });
  });

  test('website, raw events', async () => {
    const { data } = await service.report(websiteReport, { ...LEAP_WEEK, count_type: 'total' }, token);
    expect(data.metrics).toEqual({
      ...withoutSubmissions(CAMPAIGN),
      views: 5,
      conversions: 3,
      conversion_rate: 60,
      completion_rate: 20,
      subscribe_rate: 20,
      order_rate: 60,
    });
  });

  test('campaign: its variants by their letters', async () => {
    expect(await service.report(campaignReport, { id: 20, ...LEAP_WEEK }, token)).toEqual({
      report: 'campaign',
      ...HEAD,
      data: {
        id: 20,
        name: 'Spring quiz',
        cta_type: 'quiz',
        status: 'live',
        metrics: CAMPAIGN,
        variants: [
          { id: 200, name: null, variation: 'A', traffic_percentage: 60, metrics: VARIANT_A },
          { id: 201, name: 'Short', variation: 'B', traffic_percentage: 40, metrics: VARIANT_B },
        ],
      },
    });
  });

  test('campaign, compared: so are its variants', async () => {
    const { data } = await service.report(campaignReport, { id: 20, ...LEAP_WEEK, previous_period: true }, token);
    expect(data.metrics).toEqual({ ...CAMPAIGN, previous: CAMPAIGN_BEFORE, changes: CAMPAIGN_CHANGES });
    const [variantA, variantB] = data.variants;
    expect(variantA!.metrics).toMatchObject({ previous: CAMPAIGN_BEFORE, changes: { views: 50, revenue: 99.6 } });
    expect(variantB!.metrics.previous).toEqual(metrics());
    expect(new Set(Object.values(variantB!.metrics.changes!))).toEqual(new Set([null]));
  });

  test('an archived campaign, on a day without events', async () => {
    const { data } = await service.report(campaignReport, { id: 21, ...custom('2024-01-01') }, token);
    expect(data).toMatchObject({ id: 21, status: 'archived', metrics: metrics() });
    expect(data.variants.map((variant) => [variant.id, variant.metrics])).toEqual([
      [210, metrics()],
      [211, metrics()],
    ]);
  });

  test('variant: the steps of its funnel by position', async () => {
    expect(await service.report(variantReport, { id: 200, ...LEAP_WEEK }, token)).toEqual({
      report: 'variant',
      ...HEAD,
      data: {
        id: 200,
        name: null,
        variation: 'A',
        traffic_percentage: 60,
        metrics: VARIANT_A,
        funnel_steps: [
          { id: 2001, position: 1, metrics: FIRST_STEP },
          { id: 2002, position: 2, metrics: SECOND_STEP },
        ],
      },
    });
  });

  test('step: its elements by position, then by id', async () => {
    expect(await service.report(stepReport, { id: 2001, ...LEAP_WEEK }, token)).toEqual({
      report: 'step',
      ...HEAD,
      data: {
        id: 2001,
        position: 1,
        metrics: FIRST_STEP,
        elements: [
          { id: 20012, element_type: 'form', position: 1, metrics: FORM },
          { id: 20010, element_type: 'button', position: 2, metrics: metrics() },
          { id: 20011, element_type: 'products', position: 2, metrics: PRODUCTS },
        ],
      },
    });
  });

  test('element with fields: the answers, most frequent first, equal ones by name', async () => {
    expect(await service.report(elementReport, { id: 20012, ...LEAP_WEEK }, token)).toEqual({
      report: 'element',
      ...HEAD,
      data: {
        id: 20012,
        element_type: 'form',
        position: 1,
        metrics: FORM,
        fields: [
          { name: 'Size', values: [{ value: '7', count: 1 }] },
          {
            name: 'color',
            values: [
              { value: null, count: 3 },
              { value: 'green', count: 2 },
              { value: 'red', count: 2 },
              { value: 'blue', count: 1 },
            ],
          },
        ],
        products: [],
      },
    });
  });

  test('element with products: by revenue, then by how often they were chosen, then by name', async () => {
    const { data } = await service.report(elementReport, { id: 20011, ...LEAP_WEEK }, token);
    expect(data).toEqual({
      id: 20011,
      element_type: 'products',
      position: 2,
      metrics: PRODUCTS,
      fields: [],
      products: [
        { value: 'sku-1', selections: 2, orders: 2, revenue: 29.9001 },
        { value: null, selections: 1, orders: 1, revenue: 20 },
        { value: 'sku-2', selections: 1, orders: 0, revenue: 0 },
        { value: 'sku-3', selections: 1, orders: 0, revenue: 0 },
      ],
    });
  });

  test('fields and products are those of the window', async () => {
    const before = await service.report(elementReport, { id: 20012, ...custom('2024-02-19', '2024-02-25') }, token);
    expect(before.data.fields).toEqual([{ name: 'color', values: [{ value: 'red', count: 1 }] }]);
    const lastDay = await service.report(elementReport, { id: 20011, ...custom('2024-03-02') }, token);
    expect(lastDay.data.products).toEqual([{ value: 'sku-1', selections: 0, orders: 1, revenue: 0.0001 }]);
  });

  test('raw events on every level', async () => {
    const total = { ...LEAP_WEEK, count_type: 'total' };
    const { variants } = (await service.report(campaignReport, { id: 20, ...total }, token)).data;
    expect(variants[0]!.metrics).toMatchObject({ views: 4, conversions: 3, submissions: 2, conversion_rate: 75 });
    const { funnel_steps } = (await service.report(variantReport, { id: 200, ...total }, token)).data;
    expect(funnel_steps.map((step) => step.metrics.views)).toEqual([4, 1]);
    const { elements } = (await service.report(stepReport, { id: 2001, ...total }, token)).data;
    expect(elements[0]!.metrics).toMatchObject({ views: 2, conversions: 3, submissions: 2, conversion_rate: 150 });
    const { data } = await service.report(elementReport, { id: 20012, ...total }, token);
    expect(data.metrics).toEqual(elements[0]!.metrics);
  });
});
