import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  dayCount,
  previousWindow,
  type RequestedPeriod,
  rangeEndTimestamp,
  rangeStartTimestamp,
  resolveWindow,
  TIMEFRAMES,
  type Timeframe,
  type WindowContext,
  windowLabel,
} from '../../../src/answers/reports/windows.ts';
import { dayFromIso, isoOfDay } from '../../../src/engine/rollups/calendar.ts';
import type { Window } from '../../../src/engine/rollups/window.ts';
import { UTC, zoneOf } from '../../../src/foundation/time/zone.ts';

fc.configureGlobal({ seed: 19700101, numRuns: 500 });

function windowOf(first: string, last: string): Window {
  return { firstDay: dayFromIso(first)!, lastDay: dayFromIso(last)! };
}

function daysOf({ firstDay, lastDay }: Window): string[] {
  return [isoOfDay(firstDay), isoOfDay(lastDay)];
}

function contextOn(today: string, { earliest = '2022-11-30', insightsWeek = '' } = {}): WindowContext {
  return {
    today: dayFromIso(today)!,
    earliestDay: dayFromIso(earliest)!,
    insightsWeek: insightsWeek === '' ? undefined : dayFromIso(insightsWeek)!,
  };
}

function requested(timeframe: Timeframe): RequestedPeriod {
  return timeframe === 'custom' ? { timeframe, range: windowOf('2024-02-29', '2024-03-01') } : { timeframe };
}

/** As of Wednesday, 15 May 2024, a leap year. */
const EXPECTED: Record<Timeframe, { days: [string, string]; label: string; compares: boolean }> = {
  today: { days: ['2024-05-15', '2024-05-15'], label: 'Today', compares: true },
  this_week: { days: ['2024-05-13', '2024-05-15'], label: 'This week', compares: true },
  this_month: { days: ['2024-05-01', '2024-05-15'], label: 'This month', compares: true },
  this_quarter: { days: ['2024-04-01', '2024-05-15'], label: 'This quarter', compares: true },
  this_year: { days: ['2024-01-01', '2024-05-15'], label: 'This year', compares: true },
  last_24_hours: { days: ['2024-05-14', '2024-05-15'], label: 'Last 24 hours', compares: true },
  last_7_days: { days: ['2024-05-09', '2024-05-15'], label: 'Last 7 days', compares: true },
  last_30_days: { days: ['2024-04-16', '2024-05-15'], label: 'Last 30 days', compares: true },
  last_90_days: { days: ['2024-02-16', '2024-05-15'], label: 'Last 90 days', compares: true },
  last_365_days: { days: ['2023-05-17', '2024-05-15'], label: 'Last 365 days', compares: true },
  all_time: { days: ['2022-11-30', '2024-05-15'], label: 'All time', compares: false },
  insights_week: { days: ['2024-05-06', '2024-05-12'], label: 'Insights week', compares: false },
  custom: { days: ['2024-02-29', '2024-03-01'], label: 'Custom: 2024-02-29 to 2024-03-01', compares: true },
};

describe('timeframes', () => {
  test('are the thirteen of the specification', () => {
    expect(TIMEFRAMES).toEqual(Object.keys(EXPECTED));
    expect(TIMEFRAMES).toHaveLength(13);
  });

  test.each(TIMEFRAMES)('%s', (timeframe) => {
    const { days, label, compares } = EXPECTED[timeframe];
    const window = resolveWindow(requested(timeframe), contextOn('2024-05-15'));
    expect(daysOf(window)).toEqual(days);
    expect(windowLabel(timeframe, window)).toBe(label);
    expect(previousWindow(timeframe, window) !== undefined).toBe(compares);
  });

  test.each([
    ['2024-05-13', 'this_week', '2024-05-13'],
    ['2024-05-12', 'this_week', '2024-05-06'],
    ['2025-01-01', 'this_week', '2024-12-30'],
    ['2025-01-01', 'last_24_hours', '2024-12-31'],
    ['2025-01-01', 'this_month', '2025-01-01'],
    ['2025-01-01', 'this_quarter', '2025-01-01'],
    ['2025-01-01', 'this_year', '2025-01-01'],
    ['2024-12-31', 'this_quarter', '2024-10-01'],
    ['2024-12-31', 'last_365_days', '2024-01-02'],
    ['2023-12-31', 'last_365_days', '2023-01-01'],
    ['2024-03-01', 'last_24_hours', '2024-02-29'],
    ['2023-03-01', 'last_24_hours', '2023-02-28'],
  ] as const)('on %s, %s starts on %s', (today, timeframe, first) => {
    expect(daysOf(resolveWindow({ timeframe }, contextOn(today)))).toEqual([first, today]);
  });

  test('all_time is today alone for a website dated in the future', () => {
    const window = resolveWindow({ timeframe: 'all_time' }, contextOn('2024-05-15', { earliest: '2024-06-01' }));
    expect(daysOf(window)).toEqual(['2024-05-15', '2024-05-15']);
  });

  test('insights_week is the week of the newest snapshot', () => {
    const context = contextOn('2024-05-15', { insightsWeek: '2024-04-22' });
    expect(daysOf(resolveWindow({ timeframe: 'insights_week' }, context))).toEqual(['2024-04-22', '2024-04-28']);
  });

  test('insights_week takes a snapshot at day 0 for one, not for none', () => {
    const context = { ...contextOn('2024-05-15'), insightsWeek: 0 };
    expect(resolveWindow({ timeframe: 'insights_week' }, context)).toEqual({ firstDay: 0, lastDay: 6 });
  });

  test.each([
    ['2024-05-12', '2024-04-29', '2024-05-05'],
    ['2024-05-13', '2024-05-06', '2024-05-12'],
    ['2025-01-06', '2024-12-30', '2025-01-05'],
  ])('without a snapshot on %s, insights_week is %s to %s', (today, first, last) => {
    expect(daysOf(resolveWindow({ timeframe: 'insights_week' }, contextOn(today)))).toEqual([first, last]);
  });

  test('a custom range may reach into the future', () => {
    const range = windowOf('2024-05-10', '2031-01-01');
    expect(resolveWindow({ timeframe: 'custom', range }, contextOn('2024-05-15'))).toEqual(range);
  });
});

describe('the previous window', () => {
  test.each([
    ['2024-05-15', '2024-05-15', '2024-05-14', '2024-05-14'],
    ['2024-05-13', '2024-05-15', '2024-05-10', '2024-05-12'],
    ['2024-03-01', '2024-03-31', '2024-01-30', '2024-02-29'],
    ['2023-03-01', '2023-03-31', '2023-01-29', '2023-02-28'],
    ['2025-01-01', '2025-12-31', '2024-01-02', '2024-12-31'],
  ])('of %s to %s is %s to %s', (first, last, previousFirst, previousLast) => {
    expect(daysOf(previousWindow('custom', windowOf(first, last))!)).toEqual([previousFirst, previousLast]);
  });

  test('is none where it would begin before the year 1', () => {
    const widest = { firstDay: dayFromIso('1970-01-01')!, lastDay: dayFromIso('3938-12-31')! };
    expect(daysOf(previousWindow('custom', widest)!)).toEqual(['0001-01-01', '1969-12-31']);
    expect(previousWindow('custom', { ...widest, lastDay: widest.lastDay + 1 })).toBeUndefined();
  });

  test('touches the window and has its length', () => {
    fc.assert(
      fc.property(fc.nat(50_000), fc.nat(5_000), (firstDay, more) => {
        const window = { firstDay, lastDay: firstDay + more };
        const previous = previousWindow('custom', window)!;
        expect(previous.lastDay).toBe(firstDay - 1);
        expect(dayCount(previous)).toBe(more + 1);
        expect(dayCount(window)).toBe(more + 1);
      }),
    );
  });
});

test('a range is written from the first second of its first day to the last second of its last', () => {
  const window = windowOf('2024-02-29', '2024-12-31');
  expect(rangeStartTimestamp(window, UTC)).toBe('2024-02-29T00:00:00Z');
  expect(rangeEndTimestamp(window, UTC)).toBe('2024-12-31T23:59:59Z');
});

test('of a website in another time zone, these are instants in UTC', () => {
  const window = windowOf('2026-11-16', '2026-11-16');
  expect(rangeStartTimestamp(window, zoneOf('Australia/Sydney'))).toBe('2026-11-15T13:00:00Z');
  expect(rangeEndTimestamp(window, zoneOf('Australia/Sydney'))).toBe('2026-11-16T12:59:59Z');
});
