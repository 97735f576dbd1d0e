import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { previousTimeSpan } from '../../../../src/core/answers/reports/open-report.ts';
import {
  type Comparison,
  comparedWindow,
  dayCount,
  type RequestedPeriod,
  rangeEndTimestamp,
  rangeStartTimestamp,
  resolveWindow,
  TIMEFRAMES,
  type Timeframe,
  type WindowContext,
  windowLabel,
} from '../../../../src/core/answers/reports/windows.ts';
import { dayFromIso, isoOfDay } from '../../../../src/core/engine/rollups/calendar.ts';
import type { Window } from '../../../../src/core/engine/rollups/window.ts';
import { UTC, zoneOf } from '../../../../src/core/foundation/time/zone.ts';
import { examples } from '../../../support/long.ts';

fc.configureGlobal({ seed: 19700101, numRuns: examples(500) });

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
  yesterday: { days: ['2024-05-14', '2024-05-14'], label: 'Yesterday', compares: true },
  last_week: { days: ['2024-05-06', '2024-05-12'], label: 'Last week', compares: true },
  last_month: { days: ['2024-04-01', '2024-04-30'], label: 'Last month', compares: true },
  last_quarter: { days: ['2024-01-01', '2024-03-31'], label: 'Last quarter', compares: true },
};

const FAR_AHEAD = '2100-01-01';

/** What a period is compared with; by default one that is over. */
function compared(
  window: Window,
  { compare = 'previous', timeframe = 'custom', today = FAR_AHEAD }: Readonly<Partial<Record<string, string>>> = {},
  same_part?: boolean,
) {
  return comparedWindow({
    ...{ compare: compare as Comparison, timeframe: timeframe as Timeframe, window, today: dayFromIso(today)! },
    same_part,
  });
}

describe('timeframes', () => {
  test('are the thirteen of the specification, and four that are over', () => {
    expect(TIMEFRAMES).toEqual(Object.keys(EXPECTED));
    expect(TIMEFRAMES).toHaveLength(17);
  });

  test.each(TIMEFRAMES)('%s', (timeframe) => {
    const { days, label, compares } = EXPECTED[timeframe];
    const window = resolveWindow(requested(timeframe), contextOn('2024-05-15'));
    expect(daysOf(window)).toEqual(days);
    expect(windowLabel(timeframe, window)).toBe(label);
    expect(compared(window, { timeframe }) !== undefined).toBe(compares);
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

  test.each([
    ['yesterday', '2024-03-01', '2024-02-29', '2024-02-29'],
    ['last_week', '2024-05-12', '2024-04-29', '2024-05-05'],
    ['last_week', '2024-05-13', '2024-05-06', '2024-05-12'],
    ['last_month', '2024-03-31', '2024-02-01', '2024-02-29'],
    ['last_month', '2025-01-01', '2024-12-01', '2024-12-31'],
    ['last_quarter', '2025-01-01', '2024-10-01', '2024-12-31'],
  ] as const)('%s on %s is %s to %s', (timeframe, today, first, last) => {
    expect(daysOf(resolveWindow({ timeframe }, contextOn(today)))).toEqual([first, last]);
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
    expect(daysOf(compared(windowOf(first, last))!)).toEqual([previousFirst, previousLast]);
  });

  test('is none where it would begin before the year 1', () => {
    const widest = { firstDay: dayFromIso('1970-01-01')!, lastDay: dayFromIso('3938-12-31')! };
    expect(daysOf(compared(widest)!)).toEqual(['0001-01-01', '1969-12-31']);
    expect(compared({ ...widest, lastDay: widest.lastDay + 1 })).toBeUndefined();
    for (const compare of ['year', 'same_part']) {
      expect(compared(windowOf('0001-01-01', '0001-01-31'), { compare })).toBeUndefined();
    }
  });

  test('touches the window and has its length', () => {
    fc.assert(
      fc.property(fc.nat(50_000), fc.nat(5_000), (firstDay, more) => {
        const window = { firstDay, lastDay: firstDay + more };
        const previous = compared(window)!;
        expect(previous.lastDay).toBe(firstDay - 1);
        expect(dayCount(previous)).toBe(more + 1);
        expect(dayCount(window)).toBe(more + 1);
      }),
    );
  });
});

/** Dates as texts: another way to all of this than day numbers. */
const dates = fc.nat(40_000).map(isoOfDay);
const moved = (date: string, days: number) => new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
const STARTS: Readonly<Record<string, (date: string) => string>> = {
  day: (date) => date,
  week: (date) => (new Date(date).getUTCDay() === 1 ? date : STARTS.week!(moved(date, -1))),
  month: (date) => `${date.slice(0, 8)}01`,
  quarter: (date) => (/-(01|04|07|10)-01$/.test(date) ? date : STARTS.quarter!(moved(date, -1))),
  year: (date) => `${date.slice(0, 5)}01-01`,
};
const SO_FAR = { day: 'today', week: 'this_week', month: 'this_month', quarter: 'this_quarter', year: 'this_year' };
const LAST = { day: 'yesterday', week: 'last_week', month: 'last_month', quarter: 'last_quarter' };

describe('a whole day, week, month or quarter', () => {
  test('is the last one that is over, and is compared with the whole one before it', () => {
    fc.assert(
      fc.property(dates, fc.constantFrom(...(Object.keys(LAST) as (keyof typeof LAST)[])), (today, unit) => {
        const timeframe = LAST[unit] as 'yesterday';
        const start = STARTS[unit]!;
        const window = resolveWindow({ timeframe }, contextOn(today));
        const [first, last] = daysOf(window) as [string, string];
        expect([start(first), moved(last, 1)]).toEqual([first, start(today)]);
        for (const compare of ['previous', 'same_part']) {
          const before = compared(window, { compare, timeframe, today })!;
          expect(daysOf(before)).toEqual([start(moved(first, -1)), moved(first, -1)]);
          expect(before.isUntilNow).toBe(false);
        }
      }),
    );
  });
});

describe('the same part of the period before', () => {
  test.each([
    ['this_month', '2026-11-01', '2026-11-16', '2026-10-01', '2026-10-16', '2026-11-16', true],
    ['this_week', '2026-11-16', '2026-11-18', '2026-11-09', '2026-11-11', '2026-11-18', true],
    ['this_year', '2026-01-01', '2026-11-16', '2025-01-01', '2025-11-16', '2026-11-16', true],
    ['last_7_days', '2026-11-10', '2026-11-16', '2026-11-03', '2026-11-09', '2026-11-16', true],
    // February is over before the 31st of March, so all of it is compared.
    ['this_month', '2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28', '2026-03-31', false],
    // A custom range that is a month of the calendar, before it ends and after.
    ['custom', '2026-11-01', '2026-11-30', '2026-10-01', '2026-10-16', '2026-11-16', true],
    ['custom', '2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31', '2026-11-16', false],
    ['custom', '2026-02-02', '2026-02-28', '2026-01-06', '2026-02-01', '2026-11-16', false],
  ] as const)('of %s, %s to %s, is %s to %s', (timeframe, first, last, firstBefore, lastBefore, today, isUntilNow) => {
    const before = compared(windowOf(first, last), { compare: 'same_part', timeframe, today })!;
    expect([...daysOf(before), before.isUntilNow]).toEqual([firstBefore, lastBefore, isUntilNow]);
  });

  test('begins with the unit before, and has as many days as have passed, if it has so many', () => {
    fc.assert(
      fc.property(dates, fc.constantFrom(...(Object.keys(SO_FAR) as (keyof typeof SO_FAR)[])), (today, unit) => {
        const timeframe = SO_FAR[unit] as 'today';
        const start = STARTS[unit]!;
        const window = resolveWindow({ timeframe }, contextOn(today));
        const before = compared(window, { compare: 'same_part', timeframe, today })!;
        const [first, last] = daysOf(before) as [string, string];
        expect(first).toBe(start(moved(start(today), -1)));
        expect(last < start(today)).toBe(true);
        if (before.isUntilNow) expect(dayCount(before)).toBe(dayCount(window));
        else expect([moved(last, 1), dayCount(before) < dayCount(window)]).toEqual([start(today), true]);
      }),
    );
  });

  test('is none of a range that has not begun', () => {
    const asked = { compare: 'same_part', today: '2026-11-16' };
    expect(compared(windowOf('2026-11-17', '2026-11-20'), asked)).toBeUndefined();
  });

  test('ends at the time of the website that it is now, whatever its clocks do on either day', () => {
    const zones = [
      'UTC',
      'America/New_York',
      'Europe/Berlin',
      'Australia/Lord_Howe',
      'America/St_Johns',
      'Asia/Kathmandu',
    ];
    fc.assert(
      // Around the days on which clocks change, and a minute of the day.
      fc.property(
        fc.constantFrom(...zones),
        fc.constantFrom('2025-03-09', '2025-03-30', '2025-04-06', '2025-10-05', '2025-10-26', '2025-11-02'),
        fc.integer({ min: -1, max: 1 }),
        fc.nat(24 * 60 - 1),
        (name, change, days, minute) => {
          const zone = zoneOf(name);
          const nowMs = Date.parse('2025-12-10') + minute * 60_000;
          const lastDay = dayFromIso(change)! + days;
          const previous = { firstDay: lastDay, lastDay, isUntilNow: true };
          const { end } = previousTimeSpan(previous, zone, { currentMinuteMs: () => nowMs })!;
          const time = clockOf(name, nowMs).slice(11);
          const wanted = `${isoOfDay(lastDay)} ${time === '00:00' ? '00:01' : time}`;
          // Clocks may skip this time; then it is the first one after it. If they show it twice, it is the first.
          expect(clockOf(name, end * 1_000) >= wanted).toBe(true);
          for (const minutes of [1, 30, 60]) expect(clockOf(name, (end - minutes * 60) * 1_000) < wanted).toBe(true);
        },
      ),
    );
  });
});

/** What a clock in this zone shows: 2025-03-09 14:35. */
function clockOf(timeZone: string, ms: number): string {
  const format = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return format.format(ms);
}

describe('the year before', () => {
  test.each([
    ['2026-10-17', '2026-11-15', '2025-10-17', '2025-11-15'],
    ['2024-02-01', '2024-02-29', '2023-02-01', '2023-02-28'],
    ['2025-02-01', '2025-02-28', '2024-02-01', '2024-02-28'],
    ['2024-02-29', '2024-02-29', '2023-02-28', '2023-02-28'],
  ])('of %s to %s is %s to %s', (first, last, firstBefore, lastBefore) => {
    expect(daysOf(compared(windowOf(first, last), { compare: 'year' })!)).toEqual([firstBefore, lastBefore]);
  });

  test('has the same dates, whatever the timeframe', () => {
    fc.assert(
      fc.property(dates, fc.nat(800), (first, more) => {
        const before = compared(windowOf(first, moved(first, more)), { compare: 'year', today: first })!;
        const yearBefore = (date: string) =>
          `${Number(date.slice(0, 4)) - 1}${date.endsWith('02-29') ? '-02-28' : date.slice(4)}`;
        expect(daysOf(before)).toEqual([yearBefore(first), yearBefore(moved(first, more))]);
        expect(before.isUntilNow).toBe(false);
      }),
    );
  });
});

describe('the same part of the year before', () => {
  const samePart = (first: string, last: string, today: string) =>
    compared(windowOf(first, last), { compare: 'year', today }, true);

  test.each([
    ['2026-11-01', '2026-11-16', '2026-11-16', '2025-11-01', '2025-11-16', true],
    // Days to come are not compared.
    ['2026-11-01', '2026-11-30', '2026-11-16', '2025-11-01', '2025-11-16', true],
    ['2026-11-01', '2026-11-15', '2026-11-16', '2025-11-01', '2025-11-15', false],
    ['2024-02-01', '2024-02-29', '2024-02-29', '2023-02-01', '2023-02-28', true],
  ] as const)('of %s to %s on %s is %s to %s', (first, last, today, firstBefore, lastBefore, isUntilNow) => {
    const before = samePart(first, last, today)!;
    expect([...daysOf(before), before.isUntilNow]).toEqual([firstBefore, lastBefore, isUntilNow]);
  });

  test('is none of a range that has not begun', () => {
    expect(samePart('2026-11-17', '2026-11-20', '2026-11-16')).toBeUndefined();
  });
});

test('same_part with the period before is compare=same_part', () => {
  const window = windowOf('2026-11-01', '2026-11-30');
  const asked = { timeframe: 'this_month', today: '2026-11-16' };
  expect(compared(window, asked, true)).toEqual(compared(window, { ...asked, compare: 'same_part' }));
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
