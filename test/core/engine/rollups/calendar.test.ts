import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  dayFromIso,
  dayOfTimestampMs,
  firstDayOfMonth,
  firstDayOfQuarter,
  firstDayOfWeek,
  firstDayOfYear,
  isoOfDay,
  monthOfDay,
  quarterOfDay,
  startOfMonth,
  startOfQuarter,
  startOfWeek,
  startOfYear,
  weekOfDay,
  yearOfDay,
} from '../../../../src/core/engine/rollups/calendar.ts';

fc.configureGlobal({ seed: 19700101, numRuns: 500 });

const MS_PER_DAY = 86_400_000;
const LAST_DAY = Date.UTC(9999, 11, 31) / MS_PER_DAY;
const anyDay = fc.integer({ min: 0, max: LAST_DAY });
/** Also the years before 1970, where the period before a very long one may lie. */
const anyDayOrEarlier = fc.integer({ min: -LAST_DAY, max: LAST_DAY });

function day(iso: string): number {
  const parsed = dayFromIso(iso);
  if (parsed === undefined) throw new Error(`not a day: ${iso}`);
  return parsed;
}

describe('days', () => {
  test.each([
    [0, 0],
    [MS_PER_DAY - 1, 0],
    [MS_PER_DAY, 1],
    [-1, -1],
    [Date.UTC(2024, 1, 29, 23, 59, 59, 999), 19_782],
  ])('timestamp %d lies in day %d', (timestampMs, expected) => {
    expect(dayOfTimestampMs(timestampMs)).toBe(expected);
  });

  test.each([
    ['0001-01-01', -719_162],
    ['1969-12-31', -1],
    ['1970-01-01', 0],
    ['1970-02-01', 31],
    ['2000-02-29', 11_016],
    ['2024-02-29', 19_782],
    ['2024-12-31', 20_088],
    ['9999-12-31', LAST_DAY],
  ])('%s is day %d, and back', (iso, expected) => {
    expect(dayFromIso(iso)).toBe(expected);
    expect(isoOfDay(expected)).toBe(iso);
  });

  test.each([
    '',
    'today',
    '2024-1-01',
    '2024-01-1',
    '24-01-01',
    '02024-01-01',
    '2024/01/01',
    '2024-01-01T00:00:00Z',
    ' 2024-01-01',
    '2024-01-01\n',
    '2024-00-10',
    '2024-13-01',
    '2024-01-00',
    '2024-01-32',
    '2024-04-31',
    '2023-02-29',
    '2100-02-29',
    '0000-12-31',
    '+012024-01-01',
    '٢٠٢٤-٠١-٠١',
  ])('%j is refused', (text) => {
    expect(dayFromIso(text)).toBeUndefined();
  });

  test('agree with Date.UTC from 1970 to 9999', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: MS_PER_DAY - 1 }), (someDay, timeOfDayMs) => {
        const [year, month, dayOfMonth] = isoOfDay(someDay).split('-').map(Number);
        expect(Date.UTC(year!, month! - 1, dayOfMonth!)).toBe(someDay * MS_PER_DAY);
        expect(dayFromIso(isoOfDay(someDay))).toBe(someDay);
        expect(dayOfTimestampMs(someDay * MS_PER_DAY + timeOfDayMs)).toBe(someDay);
      }),
    );
  });
});

describe('months', () => {
  test.each([
    ['2024-02-10', '2024-02-01', '2024-02-29'],
    ['2023-02-10', '2023-02-01', '2023-02-28'],
    ['2100-02-10', '2100-02-01', '2100-02-28'],
    ['2024-12-31', '2024-12-01', '2024-12-31'],
    ['2025-01-01', '2025-01-01', '2025-01-31'],
  ])('the month of %s runs from %s to %s', (iso, first, last) => {
    const month = monthOfDay(day(iso));
    expect(isoOfDay(firstDayOfMonth(month))).toBe(first);
    expect(isoOfDay(firstDayOfMonth(month + 1) - 1)).toBe(last);
  });

  test('are numbered by year and month', () => {
    expect(monthOfDay(day('2024-01-31'))).toBe(2024 * 12);
    expect(monthOfDay(day('2024-12-01'))).toBe(2024 * 12 + 11);
  });

  test('of the first century are not taken for those of the twentieth', () => {
    expect(isoOfDay(firstDayOfMonth(50 * 12 + 2))).toBe('0050-03-01');
  });
});

describe.each([
  { unit: 'week', numberOf: weekOfDay, firstDayOf: firstDayOfWeek, startOf: startOfWeek },
  { unit: 'month', numberOf: monthOfDay, firstDayOf: firstDayOfMonth, startOf: startOfMonth },
  { unit: 'quarter', numberOf: quarterOfDay, firstDayOf: firstDayOfQuarter, startOf: startOfQuarter },
  { unit: 'year', numberOf: yearOfDay, firstDayOf: firstDayOfYear, startOf: startOfYear },
])('every $unit', ({ numberOf, firstDayOf, startOf }) => {
  test('holds its days, and its number grows by one at its first day', () => {
    fc.assert(
      fc.property(anyDayOrEarlier, (someDay) => {
        const number = numberOf(someDay);
        const start = firstDayOf(number);
        expect(start).toBeLessThanOrEqual(someDay);
        expect(firstDayOf(number + 1)).toBeGreaterThan(someDay);
        expect(numberOf(start)).toBe(number);
        expect(numberOf(start - 1)).toBe(number - 1);
        expect(startOf(someDay)).toBe(start);
      }),
    );
  });
});

describe('starts', () => {
  test.each([
    ['2024-05-15', '2024-05-13', '2024-05-01', '2024-04-01', '2024-01-01'],
    ['2024-05-13', '2024-05-13', '2024-05-01', '2024-04-01', '2024-01-01'],
    ['2024-05-12', '2024-05-06', '2024-05-01', '2024-04-01', '2024-01-01'],
    ['2025-01-01', '2024-12-30', '2025-01-01', '2025-01-01', '2025-01-01'],
    ['2023-01-01', '2022-12-26', '2023-01-01', '2023-01-01', '2023-01-01'],
    ['2020-12-31', '2020-12-28', '2020-12-01', '2020-10-01', '2020-01-01'],
    ['1970-01-01', '1969-12-29', '1970-01-01', '1970-01-01', '1970-01-01'],
  ])('%s: week %s, month %s, quarter %s, year %s', (iso, week, month, quarter, year) => {
    const someDay = day(iso);
    const starts = [startOfWeek, startOfMonth, startOfQuarter, startOfYear].map((startOf) =>
      isoOfDay(startOf(someDay)),
    );
    expect(starts).toEqual([week, month, quarter, year]);
  });

  test('a week starts on a Monday', () => {
    fc.assert(
      fc.property(anyDay, (someDay) => {
        expect(new Date(startOfWeek(someDay) * MS_PER_DAY).getUTCDay()).toBe(1);
      }),
    );
  });
});
