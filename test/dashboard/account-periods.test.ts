// The overview compares each website by the rule of the website's own page, in the website's own days.

import { comparedDays } from '@funnel/report-files/periods.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { accountTimeframe, accountTotals, websitePeriods } from '../../dashboard/src/api/account-periods.ts';
import type { View } from '../../dashboard/src/routing/view.ts';

/** The 16th in Los Angeles (noon) and in UTC, the 17th in Tokyo. */
const NOW = '2026-11-16T20:00:00Z';
const [LOS_ANGELES, TOKYO] = ['America/Los_Angeles', 'Asia/Tokyo'];
const NUMBERS = { viewers: 10, conversions: 5, subscribes: 0, orders: 2, revenue: 20 };

const viewOf = (timeframe: View['timeframe']): View => ({
  ...{ timeframe, compare: 'previous', countType: 'distinct', filters: [] },
});

type Report = Parameters<typeof websitePeriods>[1];

/** Has the websites 1, 2 … */
function reportOf(count: number, timeframe: object, numbers = NUMBERS): Report {
  const websites = Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    name: `Shop ${index + 1}`,
    ...numbers,
  }));
  return { timeframe, data: { aggregate: { ...numbers, website_count: count }, websites } } as unknown as Report;
}

const MIXED = {
  ...{ range_start: '2026-11-16T08:00:00Z', range_end: '2026-11-17T14:59:59Z', timezone: 'mixed' },
  ...{ first_date: '2026-11-16', last_date: '2026-11-17' },
};
const known = (zones: readonly string[], keptFrom: string | undefined = '2026-01-01', firstDay = '2026-01-01') => ({
  firstDays: new Map(zones.map((_, index) => [index + 1, { firstDay, ...(keptFrom && { keptFrom }) }])),
  timezones: new Map(zones.map((zone, index) => [index + 1, zone])),
});

describe('the websites of an account', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(NOW) });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('are compared in their own days, where it is another date on each', () => {
    const periods = websitePeriods(viewOf('today'), reportOf(2, MIXED), known([LOS_ANGELES, TOKYO]));
    expect(periods.map(({ days }) => days)).toEqual([
      {
        counted: { start: '2026-11-16', end: '2026-11-16' },
        before: { start: '2026-11-15', end: '2026-11-15' },
        until: '12:00',
        isWithoutToday: false,
      },
      {
        counted: { start: '2026-11-17', end: '2026-11-17' },
        before: { start: '2026-11-16', end: '2026-11-16' },
        until: '05:00',
        isWithoutToday: false,
      },
    ]);
    expect(accountTimeframe(MIXED, periods)).toMatchObject({
      comparedDays: { start: '2026-11-15', end: '2026-11-16' },
      isComparedByWebsite: true,
    });
  });

  it.each(['today', 'last_7_days', 'last_30_days', 'this_month', 'last_month'] as const)(
    'have the days of their own pages: %s',
    (timeframe) => {
      const range = { this_month: '2026-11-01', last_month: '2026-10-01', today: '2026-11-16' };
      const start = { ...range, last_7_days: '2026-11-10', last_30_days: '2026-10-18' }[timeframe];
      const end = timeframe === 'last_month' ? '2026-10-31' : '2026-11-16';
      const window = { range_start: `${start}T00:00:00Z`, range_end: `${end}T23:59:59Z` };
      const periods = websitePeriods(viewOf(timeframe), reportOf(3, window), known(['UTC', 'UTC', 'UTC']));
      const situation = { now: { day: '2026-11-16', time: '20:00' }, keptFrom: '2026-01-01' };
      const days = comparedDays('previous', timeframe, { start, end }, situation);
      expect(periods.map((period) => period.days)).toEqual([days, days, days]);
      expect(accountTimeframe(window, periods)).toMatchObject({ comparedDays: days!.before });
    },
  );

  it('are not compared if no day is over and events are not kept, and then neither is the account', () => {
    const zones = [LOS_ANGELES, LOS_ANGELES];
    const day = { range_start: '2026-11-16T08:00:00Z', range_end: '2026-11-17T07:59:59Z', timezone: LOS_ANGELES };
    const { firstDays, timezones } = known(zones);
    firstDays.set(2, { firstDay: '2026-01-01' });
    const report = reportOf(2, day);
    const periods = websitePeriods(viewOf('today'), report, { firstDays, timezones });
    expect(periods.map(({ timeframe }) => timeframe.notCompared)).toEqual([undefined, 'running']);
    const one = new Map([[1, { before: NUMBERS }]]);
    expect(accountTotals(report.data, { websites: one })).toBeUndefined();
  });

  it('say since when there is data, if there is none of the days before', () => {
    const week = { range_start: '2026-11-10T00:00:00Z', range_end: '2026-11-16T23:59:59Z' };
    const isNew = known(['UTC', 'UTC'], '2026-11-08', '2026-11-08');
    const periods = websitePeriods(viewOf('last_7_days'), reportOf(2, week), isNew);
    expect(accountTimeframe(week, periods).notCompared).toEqual({ noDataBefore: '2026-11-08' });
    // One that has no events at all says nothing.
    isNew.firstDays.set(1, {} as { firstDay: string });
    const [first] = websitePeriods(viewOf('last_7_days'), reportOf(2, week), isNew);
    expect([first!.days, first!.timeframe.notCompared]).toEqual([undefined, undefined]);
  });

  it('of an account with very many are compared by whole days, which one report knows', () => {
    const week = { range_start: '2026-11-10T00:00:00Z', range_end: '2026-11-16T23:59:59Z' };
    const daysOf = (count: number) =>
      websitePeriods(viewOf('last_7_days'), reportOf(count, week), known(Array(count).fill('UTC')))[0]!.days;
    expect(daysOf(20)).toMatchObject({ until: '20:00', isWithoutToday: false });
    expect(daysOf(21)).toMatchObject({ isWithoutToday: true });
  });
});

describe('the changes of an account', () => {
  const { data } = reportOf(2, MIXED);
  const before = { viewers: 4, conversions: 5, subscribes: 1, orders: 1, revenue: 8 };

  it('come from the websites together where these are known', () => {
    const websites = new Map([1, 2].map((id) => [id, { before }]));
    expect(accountTotals(data, { websites, together: { before } })).toEqual({
      counted: { ...NUMBERS, website_count: 2 },
      before,
      isSum: false,
    });
  });

  it('else from the sums of what each website compares', () => {
    const counted = { ...NUMBERS, viewers: 9, revenue: 15 };
    const websites = new Map([
      [1, { before }],
      [2, { before, counted }],
    ]);
    expect(accountTotals(data, { websites })).toEqual({
      counted: { viewers: 19, conversions: 10, subscribes: 0, orders: 4, revenue: 35 },
      before: { viewers: 8, conversions: 10, subscribes: 2, orders: 2, revenue: 16 },
      isSum: true,
    });
  });
});
