import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buckets, countBuckets, GROUP_BYS, type GroupBy } from '../../../../src/core/answers/reports/buckets.ts';
import { dayFromIso, isoOfDay } from '../../../../src/core/engine/rollups/calendar.ts';
import type { Window } from '../../../../src/core/engine/rollups/window.ts';
import { examples } from '../../../support/long.ts';

fc.configureGlobal({ seed: 19700101, numRuns: examples(200) });

const MS_PER_DAY = 86_400_000;

const anyWindow = fc
  .tuple(fc.integer({ min: 0, max: dayFromIso('2100-12-31')! }), fc.nat(1500))
  .map(([firstDay, more]): Window => ({ firstDay, lastDay: firstDay + more }));

function windowOf(first: string, last: string): Window {
  return { firstDay: dayFromIso(first)!, lastDay: dayFromIso(last)! };
}

/** The calendar start of a day's bucket, computed independently with Date. */
function calendarStart(day: number, groupBy: GroupBy): string {
  const date = new Date(day * MS_PER_DAY);
  const isStart = (): boolean => {
    const firstOfMonth = date.getUTCDate() === 1;
    switch (groupBy) {
      case 'day':
        return true;
      case 'week':
        return date.getUTCDay() === 1;
      case 'month':
        return firstOfMonth;
      case 'quarter':
        return firstOfMonth && date.getUTCMonth() % 3 === 0;
      case 'year':
        return firstOfMonth && date.getUTCMonth() === 0;
    }
  };
  while (!isStart()) date.setUTCDate(date.getUTCDate() - 1);
  return date.toISOString().slice(0, 10);
}

function inWords(window: Window, groupBy: GroupBy): string[][] {
  return buckets(window, groupBy).map(({ date, firstDay, lastDay }) => [date, isoOfDay(firstDay), isoOfDay(lastDay)]);
}

test('the buckets are those of the specification', () => {
  expect(GROUP_BYS).toEqual(['day', 'week', 'month', 'quarter', 'year']);
});

describe('a bucket is dated by its calendar start and counts its days inside the window', () => {
  test('days across a leap day', () => {
    expect(inWords(windowOf('2024-02-28', '2024-03-01'), 'day')).toEqual([
      ['2024-02-28', '2024-02-28', '2024-02-28'],
      ['2024-02-29', '2024-02-29', '2024-02-29'],
      ['2024-03-01', '2024-03-01', '2024-03-01'],
    ]);
  });

  test('weeks across the end of a year', () => {
    expect(inWords(windowOf('2024-12-28', '2025-01-07'), 'week')).toEqual([
      ['2024-12-23', '2024-12-28', '2024-12-29'],
      ['2024-12-30', '2024-12-30', '2025-01-05'],
      ['2025-01-06', '2025-01-06', '2025-01-07'],
    ]);
  });

  test('weeks at the end of a year of 53 weeks', () => {
    expect(inWords(windowOf('2020-12-31', '2021-01-04'), 'week')).toEqual([
      ['2020-12-28', '2020-12-31', '2021-01-03'],
      ['2021-01-04', '2021-01-04', '2021-01-04'],
    ]);
  });

  test('months across a leap February', () => {
    expect(inWords(windowOf('2024-01-15', '2024-03-10'), 'month')).toEqual([
      ['2024-01-01', '2024-01-15', '2024-01-31'],
      ['2024-02-01', '2024-02-01', '2024-02-29'],
      ['2024-03-01', '2024-03-01', '2024-03-10'],
    ]);
  });

  test('quarters across the end of a year', () => {
    expect(inWords(windowOf('2023-09-30', '2024-01-01'), 'quarter')).toEqual([
      ['2023-07-01', '2023-09-30', '2023-09-30'],
      ['2023-10-01', '2023-10-01', '2023-12-31'],
      ['2024-01-01', '2024-01-01', '2024-01-01'],
    ]);
  });

  test('years', () => {
    expect(inWords(windowOf('2022-12-31', '2024-05-15'), 'year')).toEqual([
      ['2022-01-01', '2022-12-31', '2022-12-31'],
      ['2023-01-01', '2023-01-01', '2023-12-31'],
      ['2024-01-01', '2024-01-01', '2024-05-15'],
    ]);
  });

  test('the first week of all begins before 1970', () => {
    expect(inWords(windowOf('1970-01-01', '1970-01-02'), 'week')).toEqual([['1969-12-29', '1970-01-01', '1970-01-02']]);
  });
});

describe.each(GROUP_BYS)('by %s', (groupBy) => {
  test('buckets tile the window without gap or overlap', () => {
    fc.assert(
      fc.property(anyWindow, (window) => {
        const all = buckets(window, groupBy);
        const starts = [...all.map(({ firstDay }) => firstDay), window.lastDay + 1];
        const daysAfterEnds = all.map(({ lastDay }) => lastDay + 1);
        expect(starts).toEqual([window.firstDay, ...daysAfterEnds]);
        expect(all.every(({ firstDay, lastDay }) => firstDay <= lastDay)).toBe(true);
      }),
    );
  });

  test('the days of a bucket share its calendar start, and no other bucket has it', () => {
    fc.assert(
      fc.property(anyWindow, (window) => {
        const all = buckets(window, groupBy);
        for (const { date, firstDay, lastDay } of all) {
          expect(calendarStart(firstDay, groupBy)).toBe(date);
          expect(calendarStart(lastDay, groupBy)).toBe(date);
        }
        expect(new Set(all.map(({ date }) => date)).size).toBe(all.length);
      }),
      { numRuns: examples(50) },
    );
  });

  test('counting needs no building', () => {
    fc.assert(
      fc.property(anyWindow, (window) => {
        expect(countBuckets(window, groupBy)).toBe(buckets(window, groupBy).length);
      }),
    );
  });
});

test.each([
  ['day', 2_932_897],
  ['week', 418_986],
  ['month', 96_360],
  ['quarter', 32_120],
  ['year', 8_030],
] as const)('the longest window of all has %s buckets: %d', (groupBy, expected) => {
  expect(countBuckets(windowOf('1970-01-01', '9999-12-31'), groupBy)).toBe(expected);
});
