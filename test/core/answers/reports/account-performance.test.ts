// All websites of a token together: a visitor of two websites is one viewer.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountPerformanceReport } from '../../../../src/core/answers/reports/account/account-performance.ts';
import { custom, LEAP_WEEK, startCountedShop } from '../../../support/counted-shop.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import type { Parameters, TestService } from '../../../support/test-service.ts';

const SHOP = {
  id: 1,
  name: 'shop.example',
  viewers: 2,
  conversions: 1,
  conversion_rate: 50,
  conversions_change: null,
  revenue_change: null,
  subscribes: 0,
  orders: 1,
  revenue: 50.0999,
  aov: 50.1,
  currency: 'USD',
};
const QUIZZES = {
  id: 2,
  name: 'quizzes.example',
  viewers: 4,
  conversions: 2,
  conversion_rate: 50,
  conversions_change: 100,
  revenue_change: 499.6,
  subscribes: 1,
  orders: 3,
  revenue: 149.9001,
  aov: 49.97,
  currency: 'EUR',
};

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let service: TestService;
  let token: string;

  beforeAll(async () => {
    service = await startCountedShop(engine);
    token = await service.token([1, 2]);
  });

  afterAll(() => service.dispose());

  const ask = (parameters: Parameters, bearer = token) => service.report(accountPerformanceReport, parameters, bearer);
  const websiteIdsOf = async (parameters: Parameters) => (await ask(parameters)).data.websites.map(({ id }) => id);

  test('every website, and all of them together', async () => {
    expect(await ask(LEAP_WEEK)).toEqual({
      report: 'account_performance',
      timeframe: {
        selected: 'custom',
        label: 'Custom: 2024-02-26 to 2024-03-03',
        range_start: '2024-02-26T00:00:00Z',
        range_end: '2024-03-03T23:59:59Z',
        previous_range_start: '2024-02-19T00:00:00Z',
        previous_range_end: '2024-02-25T23:59:59Z',
      },
      data: {
        // Visitor e has seen both websites and converted on both.
        aggregate: {
          website_count: 2,
          viewers: 5,
          conversions: 2,
          conversion_rate: 40,
          subscribes: 1,
          subscribe_rate: 20,
          orders: 4,
          order_rate: 80,
          revenue: 200,
          aov: 50,
          currency: null,
          revenue_by_currency: { EUR: 149.9001, USD: 50.0999 },
        },
        websites: [SHOP, QUIZZES],
      },
    });
  });

  test('the fields of a website are in the order of the specification', async () => {
    const { text } = await service.ask(accountPerformanceReport, LEAP_WEEK, token);
    expect(Object.keys(JSON.parse(text).data.websites[0])).toEqual([
      ...['id', 'name', 'viewers', 'conversions', 'conversion_rate', 'conversions_change', 'revenue_change'],
      ...['subscribes', 'orders', 'revenue', 'aov', 'currency'],
    ]);
  });

  test('a single website equals the total', async () => {
    const { data } = await ask({ ...LEAP_WEEK, website_id: 2 });
    expect(data.websites).toEqual([QUIZZES]);
    expect(data.aggregate).toEqual({
      website_count: 1,
      viewers: 4,
      conversions: 2,
      conversion_rate: 50,
      subscribes: 1,
      subscribe_rate: 25,
      orders: 3,
      order_rate: 75,
      revenue: 149.9001,
      aov: 49.97,
      currency: 'EUR',
    });
    expect(await ask(LEAP_WEEK, await service.token([2]))).toEqual(await ask({ ...LEAP_WEEK, website_id: 2 }));
  });

  test('by default the last 30 days, in the order of the ids', async () => {
    const { timeframe, data } = await ask({});
    expect(timeframe).toEqual({
      selected: 'last_30_days',
      label: 'Last 30 days',
      range_start: '2024-04-16T00:00:00Z',
      range_end: '2024-05-15T23:59:59Z',
      previous_range_start: '2024-03-17T00:00:00Z',
      previous_range_end: '2024-04-15T23:59:59Z',
    });
    expect(data.aggregate).toMatchObject({ website_count: 2, viewers: 8 + 2 });
    expect(data.websites.map(({ id, viewers, conversions_change }) => [id, viewers, conversions_change])).toEqual([
      [1, 8, null],
      [2, 2, -100],
    ]);
  });

  test('all time has no previous period and starts with the oldest website', async () => {
    const { timeframe, data } = await ask({ timeframe: 'all_time' });
    expect(timeframe).toEqual({
      selected: 'all_time',
      label: 'All time',
      range_start: '2023-05-16T00:00:00Z',
      range_end: '2024-05-15T23:59:59Z',
      previous_range_start: null,
      previous_range_end: null,
    });
    for (const row of data.websites) expect(row).toMatchObject({ conversions_change: null, revenue_change: null });
    const quizzesAlone = await ask({ timeframe: 'all_time', website_id: 2 });
    expect(quizzesAlone.timeframe.range_start).toBe('2024-01-01T00:00:00Z');
  });

  test('the insights week has no previous period either', async () => {
    const { timeframe } = await ask({ timeframe: 'insights_week' });
    expect(timeframe).toMatchObject({
      label: 'Insights week',
      range_start: '2024-05-06T00:00:00Z',
      range_end: '2024-05-12T23:59:59Z',
      previous_range_start: null,
    });
  });

  test('a range so wide that it has no previous period', async () => {
    const { timeframe, data } = await ask(custom('1970-01-01', '9999-12-31'));
    expect(timeframe).toMatchObject({ previous_range_start: null, previous_range_end: null });
    expect(data.websites[0]).toMatchObject({ viewers: 14, revenue_change: null });
  });

  test.each([
    ['website_ids=1&website_ids=2', [1, 2]],
    ['website_ids=2,1', [1, 2]],
    ['website_ids[]=1&website_ids[]=2', [1, 2]],
    ['website_ids%5B%5D=2', [2]],
    ['website_ids[0]=2&website_ids[1]=1', [1, 2]],
    ['website_ids=2&website_ids=2,2', [2]],
    ['website_ids=1', [1]],
    ['website_id=1', [1]],
    ['', [1, 2]],
  ])('?%s chooses %j', async (query, ids) => {
    const { status, body } = await service.get(`/reports/account/performance?${query}`, token);
    expect(status).toBe(200);
    expect(accountPerformanceReport.output.parse(body).data.websites.map(({ id }) => id)).toEqual(ids);
  });

  test.each(['website_ids[first]', 'website_ids[x][0]'])('?%s is another parameter', async (name) => {
    const { body } = await service.get(`/reports/account/performance?${name}=3`, token);
    expect(body).toMatchObject({ code: 'unknown_parameter', param: name });
  });

  test('website_id limits the report to that website, which has to be one of website_ids', async () => {
    expect(await websiteIdsOf({ website_id: 2, website_ids: [1, 2] })).toEqual([2]);
    const answer = await service.ask(accountPerformanceReport, { website_id: 2, website_ids: [2, 3] }, token);
    expect(answer).toMatchObject({ status: 404, body: { param: 'website_ids' } });
  });

  test.each([
    ['website_id=3', 'website_id'],
    ['website_id=999', 'website_id'],
    ['website_ids=1,3', 'website_ids'],
    ['website_ids=1&website_ids=999', 'website_ids'],
  ])('?%s is not the token’s: 404', async (query, param) => {
    const answer = await service.get(`/reports/account/performance?${query}`, token);
    expect(answer).toMatchObject({ status: 404, body: { status: 404, param } });
    expect(answer.body).not.toHaveProperty('code');
  });

  test.each([
    ['website_id=0', 'website_id'],
    ['website_id=-1', 'website_id'],
    ['website_id=abc', 'website_id'],
    ['website_id=1.5', 'website_id'],
    ['website_id=', 'website_id'],
    ['website_id=1&website_id=2', 'website_id'],
    ['website_id=99999999999999999999', 'website_id'],
    ['website_ids=', 'website_ids'],
    ['website_ids[]=', 'website_ids'],
    ['website_ids=1,', 'website_ids'],
    ['website_ids=1,zwei', 'website_ids'],
    ['website_ids=0', 'website_ids'],
    ['website_ids[]=-2', 'website_ids'],
    // 422 before 404: nothing is looked up for an invalid request.
    ['website_ids=3,x', 'website_ids'],
    ['website_id=3&website_ids=x', 'website_ids'],
    ['website_id=1&website_ids=2', 'website_id'],
  ])('?%s is not a website: 422', async (query, param) => {
    const answer = await service.get(`/reports/account/performance?${query}`, token);
    expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_website_id', param } });
  });

  test.each([
    ['website_id=1&website_id=1', 'website_id', 'twice'],
    ['timeframe=today&timeframe=today&timeframe=today', 'timeframe', '3 times'],
  ])('?%s gives a parameter more than once: 422', async (query, param, times) => {
    const { status, body } = await service.get(`/reports/account/performance?${query}`, token);
    const code = `invalid_${param}`;
    expect([status, body]).toEqual([
      422,
      expect.objectContaining({ code, param, detail: `${param} is given ${times}: send it once.` }),
    ]);
  });
});
