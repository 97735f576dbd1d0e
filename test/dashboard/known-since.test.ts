import { describe, expect, it } from 'vitest';
import { firstWithVisitors } from '../../dashboard/src/api/known-since.ts';
import type { Point } from '../../dashboard/src/api/types.ts';

const pointsOf = (...views: number[]): Point[] =>
  views.map((count, index) => ({
    ...{ date: `2026-0${index + 1}-01`, views: count, conversions: 0, completions: 0, subscribes: 0 },
    ...{ submissions: 0, orders: 0, revenue: 0 },
  }));

describe('a value is known', () => {
  it('of somebody since the first day with visitors', () => {
    expect(firstWithVisitors(pointsOf(0, 0, 3, 0))).toBe('2026-03-01');
    expect(firstWithVisitors(pointsOf(0, 0))).toBeUndefined();
  });
});
