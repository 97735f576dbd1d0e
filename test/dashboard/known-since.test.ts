import { describe, expect, it } from 'vitest';
import { firstWithVisitors, knownSince } from '../../dashboard/src/api/known-since.ts';
import type { Point } from '../../dashboard/src/api/types.ts';

const pointsOf = (...views: number[]): Point[] =>
  views.map((count, index) => ({
    ...{ date: `2026-0${index + 1}-01`, views: count, conversions: 0, completions: 0, subscribes: 0 },
    ...{ submissions: 0, orders: 0, revenue: 0 },
  }));

describe('a value is known', () => {
  it.each([
    ['from the month on after which most visitors have it', [10, 10, 10, 10], [10, 9, 5, 0], '2026-03-01'],
    ['not in months without visitors', [10, 0, 10], [10, 0, 1], '2026-03-01'],
    ['from the beginning', [10, 10], [1, 2], undefined],
    ['not yet', [10, 10], [0, 9], undefined],
    ['of nobody', [0, 0], [0, 0], undefined],
  ])('%s', (_, all, without, since) => {
    expect(knownSince(pointsOf(...all), pointsOf(...without))).toBe(since);
  });

  it('of somebody since the first day with visitors', () => {
    expect(firstWithVisitors(pointsOf(0, 0, 3, 0))).toBe('2026-03-01');
    expect(firstWithVisitors(pointsOf(0, 0))).toBeUndefined();
  });
});
