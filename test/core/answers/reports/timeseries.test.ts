// The points of a report with group_by: complete, dated by the calendar, consistent with the total, and limited in number.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { campaignReport } from '../../../../src/core/answers/reports/subjects/campaign.ts';
import { campaignsReport } from '../../../../src/core/answers/reports/subjects/campaigns.ts';
import { elementReport } from '../../../../src/core/answers/reports/subjects/element.ts';
import { stepReport } from '../../../../src/core/answers/reports/subjects/step.ts';
import { variantReport } from '../../../../src/core/answers/reports/subjects/variant.ts';
import { websiteReport } from '../../../../src/core/answers/reports/subjects/website.ts';
import { custom, point, startCountedShop } from '../../../support/counted-shop.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import type { Parameters, TestService } from '../../../support/test-service.ts';

const GROUP_BYS = ['day', 'week', 'month', 'quarter', 'year'] as const;

/** 92 days over the turn of the year, up to the day after leap day. */
const WINTER = custom('2023-12-01', '2024-03-01');

/** Sums of the points, to be compared with the headline; money is added up in whole ten-thousandths. */
function sumsOf(points: readonly Readonly<Record<string, number | string>>[]) {
  const sums: Record<string, number> = {};
  for (const { date: _, ...counts } of points) {
    for (const [name, count] of Object.entries(counts)) {
      sums[name] = Math.round(10_000 * ((sums[name] ?? 0) + Number(count))) / 10_000;
    }
  }
  return sums;
}

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let service: TestService;
  let shop: string;
  let quizzes: string;

  beforeAll(async () => {
    service = await startCountedShop(engine);
    shop = await service.token([1]);
    quizzes = await service.token([2]);
  });

  afterAll(() => service.dispose());

  const variantPoints = async (parameters: Parameters) =>
    (await service.report(variantReport, { id: 200, ...parameters }, quizzes)).data.timeseries;

  test('by day: every day, with its visitors', async () => {
    expect(await variantPoints({ ...custom('2024-02-25', '2024-03-03'), group_by: 'day' })).toEqual({
      group_by: 'day',
      points: [
        point('2024-02-25', { views: 1, conversions: 1 }),
        point('2024-02-26', { views: 1 }),
        point('2024-02-27', { views: 1 }),
        point('2024-02-28'),
        point('2024-02-29', { views: 1, conversions: 1, submissions: 1 }),
        point('2024-03-01', { views: 1, conversions: 1, completions: 1, orders: 1, revenue: 49.9 }),
        point('2024-03-02', { orders: 1, revenue: 0.0001 }),
        point('2024-03-03'),
      ],
    });
  });

  test('by week: starts on Monday, also before the window; only days in the window count', async () => {
    expect(
      await variantPoints({ ...custom('2024-02-20', '2024-03-05'), group_by: 'week', count_type: 'total' }),
    ).toEqual({
      group_by: 'week',
      points: [
        point('2024-02-19', { views: 1, conversions: 1, orders: 1, revenue: 25 }),
        point('2024-02-26', {
          views: 4,
          conversions: 3,
          completions: 1,
          submissions: 2,
          orders: 2,
          revenue: 49.9001,
        }),
        point('2024-03-04'),
      ],
    });
  });

  test('by month: visitors are unique within each month', async () => {
    const window = custom('2024-02-10', '2024-03-02');
    expect((await variantPoints({ ...window, group_by: 'month' }))?.points).toEqual([
      point('2024-02-01', { views: 3, conversions: 2, submissions: 1, orders: 1, revenue: 25 }),
      point('2024-03-01', { views: 1, conversions: 1, completions: 1, orders: 2, revenue: 49.9001 }),
    ]);
  });

  test.each([
    ['quarter', '2023-10-01'],
    ['year', '2023-01-01'],
  ])('by %s over New Year', async (groupBy, firstDate) => {
    const { data } = await service.report(websiteReport, { ...WINTER, group_by: groupBy }, shop);
    expect(data.timeseries).toEqual({
      group_by: groupBy,
      points: [
        point(firstDate, { views: 1 }),
        point('2024-01-01', { views: 3, conversions: 1, orders: 1, revenue: 50.0999 }),
      ],
    });
  });

  test('by week over New Year', async () => {
    const answer = await service.report(
      websiteReport,
      { ...custom('2023-12-30', '2024-01-02'), group_by: 'week' },
      shop,
    );
    expect(answer.data.timeseries?.points).toEqual([
      point('2023-12-25', { views: 1 }),
      point('2024-01-01', { views: 1 }),
    ]);
  });

  test('points have submissions, also those of the website report', async () => {
    const { data } = await service.report(websiteReport, { ...custom('2024-02-29'), group_by: 'day' }, quizzes);
    expect(data.timeseries?.points).toEqual([point('2024-02-29', { views: 2, conversions: 1, submissions: 1 })]);
    expect(data.metrics).not.toHaveProperty('submissions');
  });

  test.each(GROUP_BYS)('totals by %s add up to the headline, in every report', async (groupBy) => {
    const window = { ...custom('2023-12-03', '2024-03-03'), group_by: groupBy, count_type: 'total' };
    const answers = [
      await service.report(websiteReport, window, quizzes),
      await service.report(campaignReport, { id: 20, ...window }, quizzes),
      await service.report(variantReport, { id: 200, ...window }, quizzes),
      await service.report(stepReport, { id: 2001, ...window }, quizzes),
      await service.report(elementReport, { id: 20012, ...window }, quizzes),
    ];
    for (const { data } of answers) {
      expect(sumsOf(data.timeseries!.points)).toMatchObject({
        views: data.metrics.views,
        conversions: data.metrics.conversions,
        completions: data.metrics.completions,
        // The headline of a website has none.
        ...('submissions' in data.metrics && { submissions: data.metrics.submissions }),
        subscribes: data.metrics.subscribes,
        orders: data.metrics.orders,
        revenue: data.metrics.revenue,
      });
      expect(data.metrics.views).toBeGreaterThan(0);
    }
  });

  test('unique visitors by day do not add up to the headline: a returning visitor counts once', async () => {
    const { data } = await service.report(
      variantReport,
      { id: 200, ...custom('2024-02-26', '2024-03-03'), group_by: 'day' },
      quizzes,
    );
    expect(data.metrics.views).toBe(3);
    expect(sumsOf(data.timeseries!.points).views).toBe(4);
  });

  test('only the headline is compared', async () => {
    const parameters = { id: 200, ...custom('2024-02-26', '2024-03-03'), group_by: 'week' };
    const plain = await service.report(variantReport, parameters, quizzes);
    const compared = await service.report(variantReport, { ...parameters, previous_period: true }, quizzes);
    expect(compared.data.timeseries).toEqual(plain.data.timeseries);
    expect(compared.data.metrics.previous?.views).toBe(2);
  });

  test('the insights week has seven points, always of unique visitors', async () => {
    const parameters = { timeframe: 'insights_week', group_by: 'day', count_type: 'total' };
    const { data } = await service.report(websiteReport, parameters, shop);
    expect(data.timeseries?.points.map(({ date, views }) => [date, views])).toEqual([
      ['2024-05-06', 2],
      ['2024-05-07', 0],
      ['2024-05-08', 1],
      ['2024-05-09', 1],
      ['2024-05-10', 0],
      ['2024-05-11', 0],
      ['2024-05-12', 1],
    ]);
    expect(data.metrics.views).toBe(3);
  });

  test('without group_by there is no timeseries, and lists never have one', async () => {
    expect((await service.report(websiteReport, {}, shop)).data).not.toHaveProperty('timeseries');
    expect(await service.report(campaignsReport, { group_by: 'day' }, quizzes)).toEqual(
      await service.report(campaignsReport, {}, quizzes),
    );
  });

  describe('limits', () => {
    const tooWide = { status: 422, body: { code: 'range_too_wide', param: 'group_by' } };

    test.each(GROUP_BYS)('the website report by %s: 92 days, not 93', async (groupBy) => {
      const longest = await service.ask(websiteReport, { ...WINTER, group_by: groupBy }, shop);
      expect(longest.status).toBe(200);
      const window = custom('2023-11-30', '2024-03-01');
      expect(await service.ask(websiteReport, { ...window, group_by: groupBy }, shop)).toMatchObject(tooWide);
    });

    test.each(['last_90_days', 'this_month', 'insights_week'])('the website report accepts %s', async (timeframe) => {
      expect((await service.ask(websiteReport, { timeframe, group_by: 'week' }, shop)).status).toBe(200);
    });

    test.each(['last_365_days', 'this_year', 'all_time'])('the website report rejects %s', async (timeframe) => {
      const answer = await service.ask(websiteReport, { timeframe, group_by: 'year' }, shop);
      expect(answer).toMatchObject(tooWide);
    });

    /** The last range of 400 points and the first of 401, by bucket; all of them end or begin inside a bucket. */
    const EDGES = [
      ['day', custom('2023-01-30', '2024-03-04'), custom('2023-01-29', '2024-03-04')],
      ['week', custom('2016-07-17', '2024-03-04'), custom('2016-07-10', '2024-03-04')],
      ['month', custom('1990-12-31', '2024-03-04'), custom('1990-11-30', '2024-03-04')],
      ['quarter', custom('1970-02-01', '2069-12-31'), custom('1970-02-01', '2070-01-01')],
      ['year', custom('1970-12-31', '2369-01-01'), custom('1970-12-31', '2370-01-01')],
    ] as const;
    const SUBJECTS = [
      [campaignReport, 20],
      [variantReport, 200],
      [stepReport, 2001],
      [elementReport, 20012],
    ] as const;

    test.each(EDGES)('other reports by %s: 400 points, not 401', async (groupBy, widest, wider) => {
      for (const [report, id] of SUBJECTS) {
        const parameters = { id, group_by: groupBy, count_type: 'distinct' };
        const answer = await service.ask(report, { ...parameters, ...widest }, quizzes);
        const { data } = report.output.parse(answer.body);
        expect(data.timeseries?.points).toHaveLength(400);
        expect(sumsOf(data.timeseries!.points).orders).toBe(data.metrics.orders);
        expect(await service.ask(report, { ...parameters, ...wider }, quizzes)).toMatchObject(tooWide);
      }
    });

    test('any range is fine without group_by', async () => {
      const everything = custom('1970-01-01', '9999-12-31');
      expect((await service.ask(websiteReport, everything, shop)).status).toBe(200);
      expect((await service.ask(campaignReport, { id: 20, ...everything }, quizzes)).status).toBe(200);
    });
  });
});
