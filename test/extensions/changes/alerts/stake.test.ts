import { describe, expect, test } from 'vitest';
import { sentence } from '../../../../languages/sentence.ts';
import { goalAlerts } from '../../../../src/core/answers/alerts/goal-alert.ts';
import { experimentAlert } from '../../../../src/extensions/changes/alerts/experiment-alert.ts';
import { stakeOf } from '../../../../src/extensions/changes/alerts/stake.ts';
import type { Judgement } from '../../../../src/extensions/experiments/judge.ts';

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

describe('an experiment', () => {
  const INTERVAL = { low: -1, high: 40 };
  const judgement = (kind: 'winner' | 'loser' | 'no_difference', isTrusted = true): Judgement =>
    ({
      ...{ verdict: { kind, variantId: 100, sentences: [] }, incremental: null },
      health: isTrusted ? [] : [{ kind: 'uneven_traffic', severity: 'alarm', sentences: [] }],
      stake: { events: { ...INTERVAL, estimate: 12.4 }, revenue: { ...INTERVAL, estimate: 310 } },
    }) as unknown as Judgement;
  const stakeIn = (metric: 'conversion_rate' | 'order_rate', of: Judgement) => {
    const named = { websiteId: 1, campaign: { id: 10, name: 'Popup' }, day: 20_000, sharesChangedDay: undefined };
    const { kind, title, text } = experimentAlert({ ...named, metric, judgement: of })!;
    return stakeOf(kind, title, text);
  };

  test('that is decided is about what a week of the leader would bring', () => {
    expect(stakeIn('order_rate', judgement('winner'))).toEqual({ of: 'orders', count: 12.4, money: 310 });
    expect(stakeIn('conversion_rate', judgement('loser'))).toEqual({ of: 'conversions', count: 12.4, money: 310 });
  });

  test('of which no revenue is decided is worth nothing that is known', () => {
    const decided = judgement('winner');
    const withoutRevenue = { ...decided, stake: { ...decided.stake!, revenue: null } };
    expect(stakeIn('conversion_rate', withoutRevenue)).toEqual({ of: 'conversions', count: 12.4, money: 0 });
  });

  test('without a difference, or whose numbers cannot be trusted, is about nothing that is known', () => {
    expect(stakeIn('order_rate', judgement('no_difference'))).toBeUndefined();
    expect(stakeIn('order_rate', judgement('winner', false))).toBeUndefined();
  });
});

test('a goal at risk is about what the forecast lacks: as money, or as a number', () => {
  const alertOf = (metric: 'revenue' | 'orders' | 'subscribes' | 'completions') => {
    const goal = { id: 1, name: 'Goal', metric, target: 1_000, campaign_id: null };
    const progress = { goal, reached: 100, forecast: { value: 700, low: 600, high: 800 } };
    const [alert] = goalAlerts({ websiteId: 1, currency: 'USD', day: 20_000, over: 0.5, goals: [progress] });
    return stakeOf(alert!.kind, alert!.title, alert!.text);
  };
  expect(alertOf('revenue')).toEqual({ of: 'orders', count: 0, money: 300 });
  expect(alertOf('orders')).toEqual({ of: 'orders', count: 300 });
  expect(alertOf('subscribes')).toEqual({ of: 'subscribes', count: 300 });
  expect(alertOf('completions')).toEqual({ of: 'completions', count: 300 });
});
