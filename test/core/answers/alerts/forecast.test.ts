// The forecast of a month without a website, and how much of a month and of a day is over.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FORECAST_DAYS_MIN, forecastMonth } from '../../../../src/core/answers/alerts/forecast.ts';
import { leftOfDay, monthOver } from '../../../../src/core/answers/alerts/goal-progress.ts';
import { zoneOf } from '../../../../src/core/foundation/time/zone.ts';

/** Monday to Sunday. */
const WEEK = [100, 110, 120, 130, 140, 60, 40];
const weeks = (count: number, level: (day: number) => number = () => 1) =>
  Array.from({ length: 7 * count }, (_, day) => WEEK[day % 7]! * level(day));

describe('a forecast', () => {
  test('of a steady website is what its weekdays have, and certain', () => {
    const { value, low, high } = forecastMonth({ reached: 1_000, before: weeks(8), leftToday: 1, daysToCome: 8 })!;
    // These are a week and two days, from Monday on.
    expect(value).toBeCloseTo(1_000 + 700 + 100 + 110, 6);
    expect([low, high]).toEqual([expect.closeTo(value, 3), expect.closeTo(value, 3)]);
  });

  test('follows the trend', () => {
    const growing = weeks(8, (day) => 1 + day / 56);
    const { value } = forecastMonth({ reached: 0, before: growing, leftToday: 1, daysToCome: 6 })!;
    expect(value).toBeGreaterThan(1_400);
    expect(value).toBeLessThan(1_500);
  });

  test('counts the part of today that is to come, and those alone who have not come before', () => {
    const asked = { reached: 0, before: weeks(8), daysToCome: 0 };
    expect(forecastMonth({ ...asked, leftToday: 0.25 })!.value).toBeCloseTo(25, 6);
    expect(forecastMonth({ ...asked, leftToday: 0.25, newShare: 0.4 })!.value).toBeCloseTo(10, 6);
    expect(forecastMonth({ ...asked, reached: 7, leftToday: 0 })).toEqual({ value: 7, low: 7, high: 7 });
  });

  test('is left out without four weeks, or without anything to go by', () => {
    const asked = { reached: 3, leftToday: 1, daysToCome: 10 };
    expect(forecastMonth({ ...asked, before: weeks(4).slice(1) })).toBeUndefined();
    expect(forecastMonth({ ...asked, before: weeks(4) })).toBeDefined();
    expect(forecastMonth({ ...asked, before: Array(FORECAST_DAYS_MIN).fill(0) })).toBeUndefined();
  });

  test('never says less than there is, and its range has the value in it and grows with the scale', () => {
    const days = fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 28, maxLength: 80 });
    fc.assert(
      fc.property(
        days,
        fc.integer({ min: 0, max: 30 }),
        fc.integer({ min: 0, max: 10_000 }),
        (before, ahead, reached) => {
          const forecast = forecastMonth({ reached, before, leftToday: 0.5, daysToCome: ahead });
          fc.pre(forecast !== undefined);
          expect(forecast.low).toBeGreaterThanOrEqual(reached);
          expect(forecast.low).toBeLessThanOrEqual(forecast.high);
          expect(forecast.value).toBeGreaterThanOrEqual(forecast.low);
          const tenfold = before.map((count) => 10 * count);
          const larger = forecastMonth({ reached: 10 * reached, before: tenfold, leftToday: 0.5, daysToCome: ahead })!;
          expect(larger.value).toBeCloseTo(10 * forecast.value, 3);
          expect(larger.high).toBeCloseTo(10 * forecast.high, 3);
        },
      ),
    );
  });
});

describe('time that is over', () => {
  const utc = zoneOf('UTC');
  const berlin = zoneOf('Europe/Berlin');

  test.each([
    ['2026-02-15T00:00:00Z', 0.5],
    ['2026-11-01T00:00:00Z', 0],
    ['2028-02-29T12:00:00Z', 28.5 / 29],
  ])('at %s, %d of the month', (time, over) => {
    expect(monthOver(utc, Date.parse(time))).toBeCloseTo(over, 10);
  });

  test('a month in which clocks change is an hour shorter or longer', () => {
    // March begins at 23:00 UTC and lasts 743 hours.
    expect(monthOver(berlin, Date.parse('2026-03-30T22:00:00Z'))).toBeCloseTo((743 - 24) / 743, 10);
    expect(monthOver(berlin, Date.parse('2026-10-30T23:00:00Z'))).toBeCloseTo((745 - 24) / 745, 10);
  });

  test('a day, by time or by what its hours have', () => {
    expect(leftOfDay(utc, Date.parse('2026-03-10T18:00:00Z'))).toBeCloseTo(0.25, 10);
    const evening = Array.from({ length: 24 }, (_, hour) => (hour < 18 ? 0 : 1));
    expect(leftOfDay(utc, Date.parse('2026-03-10T12:00:00Z'), evening)).toBe(1);
    expect(leftOfDay(utc, Date.parse('2026-03-10T21:00:00Z'), evening)).toBeCloseTo(0.5, 10);
    // On the day on which clocks are set forward, 23 hours.
    expect(leftOfDay(berlin, Date.parse('2026-03-29T10:00:00Z'))).toBeCloseTo(12 / 23, 10);
  });
});
