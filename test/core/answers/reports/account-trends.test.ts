// The visitors of many websites over time.

import { addDays } from '@funnel/report-files/days.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountTrendsReport } from '../../../../src/core/answers/reports/account/account-trends.ts';
import { websiteReport } from '../../../../src/core/answers/reports/subjects/website.ts';
import { custom, LEAP_WEEK, startCountedShop } from '../../../support/counted-shop.ts';
import { ANY_ENGINE, ENGINES } from '../../../support/databases.ts';
import type { Parameters, TestService } from '../../../support/test-service.ts';

describe.each(ENGINES)('on %s', (engine) => {
  /** The same numbers with other parameters. */
  const testOnce = test.runIf(ANY_ENGINE.includes(engine));
  let service: TestService;
  let token: string;

  beforeAll(async () => {
    service = await startCountedShop(engine);
    token = await service.token([1, 2]);
  });
  afterAll(() => service.dispose());

  const ask = (parameters: Parameters) => service.report(accountTrendsReport, parameters, token);
  const status = async (query: string) =>
    (
      await service.request(`/api/v1/reports/account/trends?${query}`, {
        headers: { authorization: `Bearer ${token}` },
      })
    ).status;

  test('every website, by day', async () => {
    expect(await ask(LEAP_WEEK)).toEqual({
      report: 'account_trends',
      timeframe: { selected: 'custom', range_start: '2024-02-26T00:00:00Z', range_end: '2024-03-03T23:59:59Z' },
      data: {
        group_by: 'day',
        dates: Array.from({ length: 7 }, (_, index) => addDays('2024-02-26', index)),
        websites: [
          { id: 1, name: 'shop.example', currency: 'USD', viewers: [0, 0, 0, 2, 0, 0, 0] },
          { id: 2, name: 'quizzes.example', currency: 'EUR', viewers: [1, 1, 0, 2, 1, 0, 0] },
        ],
      },
    });
  });

  testOnce('the same as the website reports', async () => {
    for (const range of [custom('2024-02-10', '2024-04-10'), custom('2024-02-07', '2024-05-08')]) {
      const { data } = await ask(range);
      for (const { id, viewers } of data.websites) {
        const report = await service.report(
          websiteReport,
          { ...range, website_id: id, group_by: data.group_by },
          token,
        );
        expect(report.data.timeseries!.points.map(({ date, views }) => [date, views])).toEqual(
          data.dates.map((date, index) => [date, viewers[index]]),
        );
      }
    }
  });

  testOnce('at most 60 points of each, by the smallest bucket that allows it', async () => {
    const lengths = fc.integer({ min: 1, max: 15_000 });
    await fc.assert(
      fc.asyncProperty(lengths, async (days) => {
        const { data } = await ask(custom(addDays('2024-05-15', 1 - days), '2024-05-15'));
        expect(data.dates.length).toBeLessThanOrEqual(60);
        if (days <= 60) expect(data.group_by).toBe('day');
        if (days > 60 && days <= 410) expect(data.group_by).toBe('week');
        for (const { viewers } of data.websites) expect(viewers).toHaveLength(data.dates.length);
      }),
      { numRuns: 12, seed: 18 },
    );
    expect(await status('timeframe=custom&range_start=1970-01-01&range_end=2029-12-31')).toBe(200);
    expect(await status('timeframe=custom&range_start=1970-01-01&range_end=2030-01-01')).toBe(422);
  });

  testOnce('only the websites that are named, and of those only the own', async () => {
    expect((await ask({ website_ids: [2] })).data.websites.map(({ id }) => id)).toEqual([2]);
    expect(await status('website_id=3')).toBe(404);
  });
});
