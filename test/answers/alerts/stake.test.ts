import { expect, test } from 'vitest';
import { sentence } from '../../../languages/sentence.ts';
import { goalAlerts } from '../../../src/answers/alerts/goal-alert.ts';
import { stakeOf } from '../../../src/answers/alerts/stake.ts';

const moved = (noun: 'visitors' | 'visitorsWhoConverted' | 'orders', count: number, expected: number) =>
  sentence('fewer', { change: { percent: 0.5 }, noun: sentence(noun), day: { day: '2026-03-14' }, count, expected });

test('a drop or a spike is about what is missing, or came in addition', () => {
  expect(stakeOf('drop', moved('visitors', 480, 1000), [])).toEqual({ of: 'views', count: 520 });
  expect(stakeOf('spike', moved('orders', 30, 10), [])).toEqual({ of: 'orders', count: 20 });
  expect(stakeOf('drop', moved('visitorsWhoConverted', 1, 5), [])).toEqual({ of: 'conversions', count: 4 });
});

test('silence is about the visitors who were expected', () => {
  const title = sentence('eventsStopped', { hours: 5, day: { day: '2026-03-14' } });
  expect(stakeOf('events_stopped', title, [sentence('checkEvents', { visitors: 70 })])).toEqual({
    ...{ of: 'views', count: 70 },
  });
});

test('nobody knows what an experiment is worth', () => {
  expect(stakeOf('experiment_decided', sentence('orders'), [])).toBeUndefined();
});

test('a goal at risk is about what the forecast lacks: as money, or as a number', () => {
  const alertOf = (metric: 'revenue' | 'orders' | 'subscribes') => {
    const goal = { id: 1, name: 'Goal', metric, target: 1_000, campaign_id: null };
    const progress = { goal, reached: 100, forecast: { value: 700, low: 600, high: 800 } };
    const [alert] = goalAlerts({ websiteId: 1, currency: 'USD', day: 20_000, over: 0.5, goals: [progress] });
    return stakeOf(alert!.kind, alert!.title, alert!.text);
  };
  expect(alertOf('revenue')).toEqual({ of: 'orders', count: 0, money: 300 });
  expect(alertOf('orders')).toEqual({ of: 'orders', count: 300 });
  expect(alertOf('subscribes')).toBeUndefined();
});
