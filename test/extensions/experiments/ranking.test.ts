// How much evidence the ranking of variants needs.
import { describe, expect, it, test } from 'vitest';
import { hasEnoughData, levelOfPair } from '../../../src/extensions/experiments/ranking.ts';
import { segmentRules, WHOLE_TEST } from '../../../src/extensions/experiments/rules.ts';
import { type SampleArm, sampleExperiment } from './sample-experiment.ts';

test.each([
  [1, 1],
  [2, 1],
  [3, 3],
  [4, 6],
  [5, 10],
])('the error budget of %i variants is divided by %i pairs', (arms, pairs) => {
  expect(levelOfPair(arms, WHOLE_TEST).alpha).toBeCloseTo(0.05 / pairs, 12);
  expect(levelOfPair(arms, WHOLE_TEST).tunedFor).toBeCloseTo(0.05 / pairs, 12);
  // A segment has less to spend, but is tuned like the whole test.
  expect(levelOfPair(arms, segmentRules(0.1)).alpha).toBeCloseTo(0.005 / pairs, 12);
  expect(levelOfPair(arms, segmentRules(0.1)).tunedFor).toBeCloseTo(0.05 / pairs, 12);
});

describe('enough data', () => {
  const countsOf = (arms: readonly SampleArm[]) => sampleExperiment(arms).test!.looks[0]!.counts;
  const withOrders = (orders: number) => countsOf(Array(2).fill({ visitors: 4_000, conversions: 0, orders }));

  it.each([
    ['a whole test', WHOLE_TEST, 12, 50],
    ['a segment', segmentRules(0.1), 50, 200],
  ])('of %s', (_, rules, orderRate, revenue) => {
    const isEnough = (metric: 'order_rate' | 'revenue_per_visitor', orders: number) =>
      hasEnoughData(metric, withOrders(orders), 14, rules);
    expect([isEnough('order_rate', orderRate - 1), isEnough('order_rate', orderRate)]).toEqual([false, true]);
    expect([isEnough('revenue_per_visitor', revenue - 1), isEnough('revenue_per_visitor', revenue)]).toEqual([
      false,
      true,
    ]);
  });

  it('includes those who do not convert', () => {
    const withConversions = (conversions: number) => countsOf(Array(2).fill({ visitors: 4_000, conversions }));
    const isEnough = (conversions: number) =>
      hasEnoughData('conversion_rate', withConversions(conversions), 14, WHOLE_TEST);
    expect([11, 12, 3_988, 3_989].map(isEnough)).toEqual([false, true, true, false]);
  });
});
