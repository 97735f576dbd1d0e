import { describe, expect, test } from 'vitest';
import { expectedCount, HISTORY_DAYS, judgeLastDay } from '../../../../src/core/answers/alerts/rhythm.ts';

/** Monday to Sunday. */
const WEEK = [100, 110, 120, 130, 140, 60, 40];

function weeks(count: number, level: (week: number) => number = () => 1): number[] {
  return Array.from({ length: count * 7 }, (_, day) => WEEK[day % 7]! * level(Math.floor(day / 7)));
}

describe('what is expected of a day', () => {
  test('the level of the last two weeks, times the share of the weekday', () => {
    for (const ahead of [1, 2, 3, 4, 5, 6, 7]) expect(expectedCount(weeks(8), ahead)).toBeCloseTo(WEEK[ahead - 1]!);
    expect(expectedCount(weeks(8, (week) => (week < 6 ? 1 : 2)))).toBeCloseTo(2 * WEEK[0]!);
  });

  test('a few odd days change nothing', () => {
    const days = weeks(8);
    days[50] = 0;
    days[53] = 10_000;
    for (const ahead of [1, 4, 7]) expect(expectedCount(days, ahead)).toBeCloseTo(WEEK[ahead - 1]!);
  });

  test('nothing is expected before there are two weeks', () => {
    expect(expectedCount(weeks(2).slice(1))).toBeUndefined();
    expect(expectedCount(weeks(2))).toBeDefined();
  });

  test('no events at all: none are expected', () => {
    expect(expectedCount(Array(28).fill(0))).toBe(0);
  });
});

describe('a day against the days before', () => {
  const steady = weeks(14);

  test('is usual if it is as expected', () => {
    expect(judgeLastDay([...steady, 100])).toMatchObject({ count: 100, score: expect.closeTo(0) });
  });

  test('half as many are far from it, and so are twice as many', () => {
    expect(judgeLastDay([...steady, 50])!.score).toBeLessThan(-5);
    expect(judgeLastDay([...steady, 200])!.score).toBeGreaterThan(5);
  });

  test('a website whose days vary much gets a lower score for the same change', () => {
    const restless = steady.map((count, day) => count * (day % 3 === 0 ? 0.7 : 1.3));
    expect(judgeLastDay([...restless, 50])!.score).toBeGreaterThan(judgeLastDay([...steady, 50])!.score / 2);
  });

  test('odd days in the past neither hide a drop nor make one', () => {
    const withOutage = [...steady];
    for (const day of [60, 61, 75, 90]) withOutage[day] = 0;
    expect(judgeLastDay([...withOutage, 50])!.score).toBeLessThan(-5);
    expect(Math.abs(judgeLastDay([...withOutage, 100])!.score)).toBeLessThan(1);
  });

  test('is not judged with less than six weeks before it, or if few are expected', () => {
    expect(judgeLastDay([...weeks(6).slice(1), 50])).toBeUndefined();
    expect(judgeLastDay([...weeks(6), 50])).toBeDefined();
    expect(judgeLastDay([...steady.map((count) => count / 10), 50])).toBeUndefined();
  });

  test('no more days are looked at than are read', () => {
    const odd = Array(100).fill(7_777);
    expect(judgeLastDay([...odd, ...steady, 90])).toEqual(judgeLastDay([...steady, 90].slice(-HISTORY_DAYS - 1)));
  });
});
