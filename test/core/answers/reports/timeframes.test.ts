// Which days each timeframe covers, what is echoed, and the previous period: over HTTP, with numbers counted by hand.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { websiteReport } from '../../../../src/core/answers/reports/subjects/website.ts';
import { custom, startCountedShop } from '../../../support/counted-shop.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import type { Parameters, TestService } from '../../../support/test-service.ts';

interface Expected {
  readonly range: readonly [string, string];
  /** Views of the shop: events, and unique visitors. */
  readonly total: number;
  readonly distinct: number;
  readonly previous?: readonly [string, string];
  readonly previousTotal?: number;
}

const TIMEFRAMES: Readonly<Record<string, Expected>> = {
  today: {
    range: ['2024-05-15', '2024-05-15'],
    total: 3,
    distinct: 2,
    previous: ['2024-05-14', '2024-05-14'],
    previousTotal: 2,
  },
  this_week: {
    range: ['2024-05-13', '2024-05-15'],
    total: 6,
    distinct: 4,
    previous: ['2024-05-10', '2024-05-12'],
    previousTotal: 1,
  },
  this_month: {
    range: ['2024-05-01', '2024-05-15'],
    total: 13,
    distinct: 7,
    previous: ['2024-04-16', '2024-04-30'],
    previousTotal: 2,
  },
  this_quarter: {
    range: ['2024-04-01', '2024-05-15'],
    total: 17,
    distinct: 9,
    previous: ['2024-02-16', '2024-03-31'],
    previousTotal: 4,
  },
  this_year: {
    range: ['2024-01-01', '2024-05-15'],
    total: 23,
    distinct: 11,
    previous: ['2023-08-18', '2023-12-31'],
    previousTotal: 1,
  },
  last_24_hours: {
    range: ['2024-05-14', '2024-05-15'],
    total: 5,
    distinct: 3,
    previous: ['2024-05-12', '2024-05-13'],
    previousTotal: 2,
  },
  last_7_days: {
    range: ['2024-05-09', '2024-05-15'],
    total: 8,
    distinct: 5,
    previous: ['2024-05-02', '2024-05-08'],
    previousTotal: 4,
  },
  last_30_days: {
    range: ['2024-04-16', '2024-05-15'],
    total: 15,
    distinct: 8,
    previous: ['2024-03-17', '2024-04-15'],
    previousTotal: 3,
  },
  last_90_days: {
    range: ['2024-02-16', '2024-05-15'],
    total: 21,
    distinct: 10,
    previous: ['2023-11-18', '2024-02-15'],
    previousTotal: 3,
  },
  last_365_days: {
    range: ['2023-05-17', '2024-05-15'],
    total: 25,
    distinct: 12,
    previous: ['2022-05-17', '2023-05-16'],
    previousTotal: 1,
  },
  all_time: { range: ['2023-05-16', '2024-05-15'], total: 26, distinct: 13 },
  // It is always of unique visitors.
  insights_week: { range: ['2024-05-06', '2024-05-12'], total: 3, distinct: 3 },
  custom: {
    range: ['2024-02-29', '2024-03-31'],
    total: 3,
    distinct: 3,
    previous: ['2024-01-28', '2024-02-28'],
    previousTotal: 2,
  },
  yesterday: {
    range: ['2024-05-14', '2024-05-14'],
    total: 2,
    distinct: 2,
    previous: ['2024-05-13', '2024-05-13'],
    previousTotal: 1,
  },
  last_week: {
    range: ['2024-05-06', '2024-05-12'],
    total: 5,
    distinct: 3,
    previous: ['2024-04-29', '2024-05-05'],
    previousTotal: 3,
  },
  last_month: {
    range: ['2024-04-01', '2024-04-30'],
    total: 4,
    distinct: 4,
    previous: ['2024-03-01', '2024-03-31'],
    previousTotal: 1,
  },
  last_quarter: {
    range: ['2024-01-01', '2024-03-31'],
    total: 6,
    distinct: 4,
    previous: ['2023-10-01', '2023-12-31'],
    previousTotal: 1,
  },
};

const CHOSEN_RANGE = { range_start: '2024-02-29', range_end: '2024-03-31' };

function startOf(date: string): string {
  return `${date}T00:00:00Z`;
}

function endOf(date: string): string {
  return `${date}T23:59:59Z`;
}

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let service: TestService;
  let token: string;

  beforeAll(async () => {
    service = await startCountedShop(engine);
    token = await service.token([1]);
  });

  afterAll(() => service.dispose());

  const ask = (parameters: Parameters) => service.report(websiteReport, parameters, token);

  describe.each(Object.entries(TIMEFRAMES))('%s', (timeframe, expected) => {
    const parameters = { timeframe, ...(timeframe === 'custom' && CHOSEN_RANGE) };
    const [first, last] = expected.range;

    test('covers its days and echoes them', async () => {
      const answer = await ask({ ...parameters, count_type: 'total' });
      expect(answer.data.metrics.views).toBe(expected.total);
      expect(answer.timeframe).toEqual({
        selected: timeframe,
        range_start: startOf(first),
        range_end: endOf(last),
        timezone: 'UTC',
      });
      expect(answer.data.metrics).not.toHaveProperty('previous');
      expect(answer.data.metrics).not.toHaveProperty('changes');
    });

    test('counts a visitor once in all its days', async () => {
      expect((await ask({ ...parameters, count_type: 'distinct' })).data.metrics.views).toBe(expected.distinct);
    });

    test('compares with the previous period, if there is one', async () => {
      const answer = await ask({ ...parameters, count_type: 'total', previous_period: true });
      const { previous } = expected;
      expect(answer.timeframe.previous_range_start).toBe(previous && startOf(previous[0]));
      expect(answer.timeframe.previous_range_end).toBe(previous && endOf(previous[1]));
      expect(answer.data.metrics.previous?.views).toBe(expected.previousTotal);
      expect('changes' in answer.data.metrics).toBe(previous !== undefined);
    });
  });

  test('the default is the last 30 days, of unique visitors, without a comparison', async () => {
    expect(await ask({})).toEqual(
      await ask({ timeframe: 'last_30_days', count_type: 'distinct', previous_period: false }),
    );
  });

  test.each([
    ['2024-02-29', 2],
    ['2024-03-01', 0],
    ['2023-12-31', 1],
    // Tomorrow, and a day in the far future.
    ['2024-05-16', 1],
    ['9999-12-31', 0],
    ['1970-01-01', 0],
  ])('a single day: %s has %d views', async (date, views) => {
    const answer = await ask({ ...custom(date), count_type: 'total' });
    expect(answer.data.metrics.views).toBe(views);
    expect(answer.timeframe).toMatchObject({ range_start: startOf(date), range_end: endOf(date) });
  });

  test('all time starts with the creation of the website if no event is older', async () => {
    const answer = await service.report(websiteReport, { timeframe: 'all_time' }, await service.token([2]));
    expect(answer.timeframe.range_start).toBe('2024-01-01T00:00:00Z');
    const empty = await service.report(websiteReport, { timeframe: 'all_time' }, await service.token([3]));
    expect(empty.timeframe.range_start).toBe('2024-03-01T00:00:00Z');
  });

  describe('the widest range', () => {
    const widest = custom('1970-01-01', '9999-12-31');

    test('counts everything', async () => {
      const answer = await ask({ ...widest, count_type: 'total' });
      expect(answer.data.metrics.views).toBe(27);
      expect(answer.timeframe).toMatchObject({
        range_start: '1970-01-01T00:00:00Z',
        range_end: '9999-12-31T23:59:59Z',
      });
    });

    test('has no previous period, because that would start before the calendar', async () => {
      expect(await ask({ ...widest, previous_period: true })).toEqual(await ask(widest));
    });

    test('the previous period may start on the first day of year 1, not earlier', async () => {
      // From 0001-01-01 to 1969-12-31 are 719,162 days, and as many from 1970-01-01 to 3938-12-31.
      const asLongAsPossible = await ask({ ...custom('1970-01-01', '3938-12-31'), previous_period: true });
      expect(asLongAsPossible.timeframe).toMatchObject({
        previous_range_start: '0001-01-01T00:00:00Z',
        previous_range_end: '1969-12-31T23:59:59Z',
      });
      const tooLong = await ask({ ...custom('1970-01-01', '3939-01-01'), previous_period: true });
      expect(tooLong.timeframe).not.toHaveProperty('previous_range_start');
    });
  });
});
