// The lists of a website: campaigns with pagination, sorting and filters, and experiments.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { campaignsReport } from '../../../../src/core/answers/reports/subjects/campaigns.ts';
import { experimentsReport } from '../../../../src/core/answers/reports/subjects/experiments.ts';
import {
  APRIL,
  custom,
  LEAP_WEEK,
  MANY_CAMPAIGNS_COUNT,
  metrics,
  startCountedShop,
} from '../../../support/counted-shop.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import type { Parameters, TestService } from '../../../support/test-service.ts';

/** All were created at the same time, so the highest id comes first. */
const MANY_IDS = Array.from({ length: MANY_CAMPAIGNS_COUNT }, (_, index) => 459 - index);

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let service: TestService;
  let quizzes: string;
  let many: string;

  beforeAll(async () => {
    service = await startCountedShop(engine);
    quizzes = await service.token([2]);
    many = await service.token([4]);
  });

  afterAll(() => service.dispose());

  const list = async (parameters: Parameters, token = quizzes) =>
    (await service.report(campaignsReport, parameters, token)).data;
  const idsOf = async (parameters: Parameters, token = quizzes) =>
    (await list(parameters, token)).campaigns.map(({ id }) => id);

  describe('campaigns', () => {
    test('have metrics', async () => {
      expect(await service.report(campaignsReport, { ...APRIL, sort: 'views', per_page: 3 }, quizzes)).toEqual({
        report: 'campaigns',
        website: { id: 2, name: 'quizzes.example', currency: 'EUR' },
        timeframe: {
          selected: 'custom',
          range_start: '2024-04-01T00:00:00Z',
          range_end: '2024-04-30T23:59:59Z',
          timezone: 'UTC',
        },
        data: {
          campaigns: [
            {
              id: 21,
              name: 'Old popup',
              cta_type: 'overlay',
              status: 'archived',
              metrics: metrics({
                views: 4,
                conversions: 2,
                completions: 2,
                orders: 2,
                revenue: 10,
                conversion_rate: 50,
                completion_rate: 50,
                order_rate: 50,
                aov: 5,
              }),
            },
            {
              id: 20,
              name: 'Spring quiz',
              cta_type: 'quiz',
              status: 'live',
              metrics: metrics({
                views: 3,
                conversions: 1,
                completions: 1,
                orders: 1,
                revenue: 10,
                conversion_rate: 33.33,
                completion_rate: 33.33,
                order_rate: 33.33,
                aov: 10,
              }),
            },
            {
              id: 23,
              name: 'Split bar',
              cta_type: 'bar',
              status: 'live',
              metrics: metrics({
                views: 2,
                conversions: 2,
                completions: 1,
                orders: 1,
                revenue: 30,
                conversion_rate: 100,
                completion_rate: 50,
                order_rate: 50,
                aov: 30,
              }),
            },
          ],
          pagination: { page: 1, per_page: 3, total_entries: 5, total_pages: 2 },
        },
      });
    });

    test('compared with the period before', async () => {
      const { campaigns } = await list({ ...LEAP_WEEK, previous_period: true, cta_type: 'quiz' });
      expect(campaigns).toHaveLength(1);
      expect(campaigns[0]!.metrics).toMatchObject({
        views: 4,
        previous: { views: 2, submissions: 0 },
        changes: { views: 100, submissions: null },
      });
    });

    /** Ties: highest id first. */
    test.each([
      ['created_at', [23, 22, 20, 24, 21]],
      ['published_at', [23, 20, 21, 24, 22]],
      ['views', [21, 20, 23, 24, 22]],
      ['conversions', [23, 21, 20, 24, 22]],
      ['completions', [21, 23, 20, 24, 22]],
      ['conversion_rate', [23, 21, 20, 24, 22]],
      ['completion_rate', [23, 21, 20, 24, 22]],
      ['revenue', [23, 21, 20, 24, 22]],
      ['aov', [23, 20, 21, 24, 22]],
    ])('sorted by %s: %j', async (sort, ids) => {
      expect(await idsOf({ ...APRIL, sort })).toEqual(ids);
      const pages = [1, 2, 3].map((page) => idsOf({ ...APRIL, sort, page, per_page: 2 }));
      expect((await Promise.all(pages)).flat()).toEqual(ids);
    });

    test('sorted by the requested count type: raw events give another order', async () => {
      expect(await idsOf({ ...APRIL, sort: 'views', count_type: 'total' })).toEqual([20, 21, 23, 24, 22]);
    });

    test('sorted by the counts in the window', async () => {
      expect(await idsOf({ ...custom('2024-04-11', '2024-04-30'), sort: 'views' })).toEqual([23, 24, 22, 21, 20]);
    });

    test('sorted by creation by default', async () => {
      expect(await idsOf({})).toEqual([23, 22, 20, 24, 21]);
    });

    test.each([
      [{ status: 'live' }, [23, 22, 20, 24]],
      [{ status: 'archived' }, [21]],
      [{ cta_type: 'overlay' }, [24, 21]],
      [{ cta_type: 'overlay', status: 'live' }, [24]],
      [{ cta_type: 'Overlay' }, []],
      [{ cta_type: 'none' }, []],
    ])('filtered by %j: %j', async (filter, ids) => {
      const { campaigns, pagination } = await list(filter);
      expect(campaigns.map(({ id }) => id)).toEqual(ids);
      expect(pagination).toEqual({
        page: 1,
        per_page: 25,
        total_entries: ids.length,
        total_pages: ids.length > 0 ? 1 : 0,
      });
    });

    test.each([
      [{}, { page: 1, per_page: 25, total_pages: 3 }, MANY_IDS.slice(0, 25)],
      [{ page: 3 }, { page: 3, per_page: 25, total_pages: 3 }, MANY_IDS.slice(50)],
      [{ per_page: 50 }, { page: 1, per_page: 50, total_pages: 2 }, MANY_IDS.slice(0, 50)],
      [{ per_page: 51 }, { page: 1, per_page: 50, total_pages: 2 }, MANY_IDS.slice(0, 50)],
      [{ per_page: 9_007_199_254_740_991, page: 2 }, { page: 2, per_page: 50, total_pages: 2 }, MANY_IDS.slice(50)],
      [{ per_page: 30, page: 2 }, { page: 2, per_page: 30, total_pages: 2 }, MANY_IDS.slice(30)],
      [{ per_page: 1, page: 60 }, { page: 60, per_page: 1, total_pages: 60 }, [400]],
      [{ page: 4 }, { page: 4, per_page: 25, total_pages: 3 }, []],
      [
        { page: 9_007_199_254_740_991, per_page: 50 },
        { page: 9_007_199_254_740_991, per_page: 50, total_pages: 2 },
        [],
      ],
    ])('page %j: %j', async (asked, pagination, ids) => {
      const answer = await list(asked, many);
      expect(answer.pagination).toEqual({ total_entries: MANY_CAMPAIGNS_COUNT, ...pagination });
      expect(answer.campaigns.map(({ id }) => id)).toEqual(ids);
    });

    test('empty', async () => {
      expect(await list({ sort: 'views' }, await service.token([1]))).toEqual({
        campaigns: [],
        pagination: { page: 1, per_page: 25, total_entries: 0, total_pages: 0 },
      });
    });
  });

  describe('experiments', () => {
    const experimentIds = async (parameters: Parameters, token: string) =>
      (await service.report(experimentsReport, parameters, token)).data.experiments.map((one) => one.campaign_id);

    test('live campaigns that split their traffic, newest first, with all their variants', async () => {
      expect(await service.report(experimentsReport, LEAP_WEEK, quizzes)).toEqual({
        report: 'experiments',
        website: { id: 2, name: 'quizzes.example', currency: 'EUR' },
        timeframe: expect.objectContaining({ selected: 'custom' }),
        data: {
          experiments: [
            {
              campaign_id: 23,
              campaign_name: 'Split bar',
              cta_type: 'bar',
              variants: [
                { id: 231, name: null, variation: 'A', traffic_percentage: 50, metrics: metrics() },
                { id: 230, name: null, variation: 'B', traffic_percentage: 50, metrics: metrics() },
                { id: 232, name: null, variation: 'C', traffic_percentage: 0, metrics: metrics() },
              ],
            },
            {
              campaign_id: 20,
              campaign_name: 'Spring quiz',
              cta_type: 'quiz',
              variants: [
                expect.objectContaining({ id: 200, metrics: expect.objectContaining({ views: 3, submissions: 1 }) }),
                {
                  id: 201,
                  name: 'Short',
                  variation: 'B',
                  traffic_percentage: 40,
                  metrics: metrics({ views: 1, subscribes: 1, subscribe_rate: 100 }),
                },
              ],
            },
          ],
        },
      });
    });

    test('compared with the period before', async () => {
      const { data } = await service.report(experimentsReport, { ...LEAP_WEEK, previous_period: true }, quizzes);
      expect(data.experiments[1]!.variants[0]!.metrics).toMatchObject({
        previous: { views: 2 },
        changes: { views: 50 },
      });
    });

    test.each([
      [{}, 25],
      [{ limit: 1 }, 1],
      [{ limit: 50 }, 50],
      [{ limit: 51 }, 50],
      [{ limit: 9_007_199_254_740_991 }, 50],
    ])('limit %j gives %d', async (limit, count) => {
      expect(await experimentIds(limit, many)).toEqual(MANY_IDS.slice(0, count));
    });

    test('empty', async () => {
      expect(await experimentIds({}, await service.token([1]))).toEqual([]);
    });
  });
});
