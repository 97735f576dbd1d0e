import { expect, test } from 'vitest';
import { goalAlerts } from '../../../../src/core/answers/alerts/goal-alert.ts';
import { dayFromIso } from '../../../../src/core/engine/rollups/calendar.ts';

const DAY = dayFromIso('2026-03-10')!;
const progress = (id: number, forecast: { value: number; low: number; high: number } | undefined) => ({
  goal: { id, name: `Goal ${id}`, metric: 'views' as const, target: 1_000, campaign_id: null },
  reached: 100,
  forecast,
});
const judged = (over: number, ...goals: ReturnType<typeof progress>[]) =>
  goalAlerts({ websiteId: 1, currency: 'USD', day: DAY, over, goals }).map(({ cause }) => cause);

test('a goal is at risk if even the upper end of its range is below the target, once a month', () => {
  const low = progress(1, { value: 800, low: 700, high: 900 });
  const open = progress(2, { value: 950, low: 850, high: 1_050 });
  expect(judged(0.4, low, open, progress(3, undefined))).toEqual(['goal_at_risk:1:2026-03']);
});

test('nothing is said while less than a quarter of the month is over', () => {
  expect(judged(0.2, progress(1, { value: 800, low: 700, high: 900 }))).toEqual([]);
});
