import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayFromIso, firstDayOfMonth, isoOfDay, lastDayOfMonth } from '../../src/rollups/calendar.ts';
import { type InclusiveRange, type SplitWindow, splitWindow, type Window } from '../../src/rollups/split-window.ts';

fc.configureGlobal({ seed: 19700101, numRuns: 500 });

const startDay = fc.integer({ min: 0, max: dayFromIso('2100-12-31')! });

function windowOf(first: string, last: string): Window {
  return { firstDay: dayFromIso(first)!, lastDay: dayFromIso(last)! };
}

function numbersIn({ first, last }: InclusiveRange): number[] {
  return Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
}

function daysCovered({ months, days }: SplitWindow): number[] {
  const monthDays = months
    ? numbersIn({ first: firstDayOfMonth(months.first), last: lastDayOfMonth(months.last) })
    : [];
  return [...monthDays, ...days.flatMap(numbersIn)].sort((a, b) => a - b);
}

function inWords({ months, days }: SplitWindow) {
  return {
    months: months && [months.first, months.last].map((month) => isoOfDay(firstDayOfMonth(month)).slice(0, 7)),
    days: days.map(({ first, last }) => [isoOfDay(first), isoOfDay(last)]),
  };
}

describe('a window is cut into whole months and the days at its ends', () => {
  test.each([
    { first: '2024-02-01', last: '2024-02-29', months: ['2024-02', '2024-02'], days: [] },
    { first: '2024-02-01', last: '2024-02-28', months: null, days: [['2024-02-01', '2024-02-28']] },
    { first: '2024-02-02', last: '2024-02-29', months: null, days: [['2024-02-02', '2024-02-29']] },
    { first: '2023-02-01', last: '2023-02-28', months: ['2023-02', '2023-02'], days: [] },
    { first: '2024-05-15', last: '2024-05-15', months: null, days: [['2024-05-15', '2024-05-15']] },
    { first: '2024-01-02', last: '2024-02-28', months: null, days: [['2024-01-02', '2024-02-28']] },
    { first: '2024-01-01', last: '2024-12-31', months: ['2024-01', '2024-12'], days: [] },
    { first: '2024-01-31', last: '2024-02-29', months: ['2024-02', '2024-02'], days: [['2024-01-31', '2024-01-31']] },
    { first: '2024-12-01', last: '2025-01-01', months: ['2024-12', '2024-12'], days: [['2025-01-01', '2025-01-01']] },
    {
      first: '2023-05-17',
      last: '2024-05-15',
      months: ['2023-06', '2024-04'],
      days: [
        ['2023-05-17', '2023-05-31'],
        ['2024-05-01', '2024-05-15'],
      ],
    },
  ])('$first to $last', ({ first, last, months, days }) => {
    expect(inWords(splitWindow(windowOf(first, last)))).toEqual({ months, days });
  });

  test('every day is covered exactly once', () => {
    fc.assert(
      fc.property(startDay, fc.integer({ min: 1, max: 1000 }), (firstDay, length) => {
        const lastDay = firstDay + length - 1;
        const split = splitWindow({ firstDay, lastDay });
        expect(daysCovered(split)).toEqual(numbersIn({ first: firstDay, last: lastDay }));
      }),
    );
  });

  test('no whole month is left among the days', () => {
    fc.assert(
      fc.property(startDay, fc.integer({ min: 1, max: 1000 }), (firstDay, length) => {
        const { months, days } = splitWindow({ firstDay, lastDay: firstDay + length - 1 });
        expect(days.length).toBeLessThanOrEqual(months ? 2 : 1);
        for (const range of days) expect(splitWindow({ firstDay: range.first, lastDay: range.last }).months).toBeNull();
      }),
    );
  });

  test('365 days take at most 42 months and days', () => {
    fc.assert(
      fc.property(startDay, (firstDay) => {
        const { months, days } = splitWindow({ firstDay, lastDay: firstDay + 364 });
        const monthCount = months ? numbersIn(months).length : 0;
        expect(monthCount).toBeGreaterThanOrEqual(11);
        expect(monthCount + days.flatMap(numbersIn).length).toBeLessThanOrEqual(42);
      }),
    );
  });
});
