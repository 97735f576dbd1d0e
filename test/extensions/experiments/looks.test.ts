// The looks at a test, and its present traffic.
import { expect, test } from 'vitest';
import { distinctCount } from '../../../src/extensions/experiments/arm.ts';
import { dailyVisitors, slicesOf } from '../../../src/extensions/experiments/looks.ts';
import { sampleExperiment } from './sample-experiment.ts';

function lookAt(day: number, visitors: readonly number[]) {
  const { counts } = sampleExperiment(visitors.map((each) => ({ visitors: each, conversions: 0 }))).test!.looks[0]!;
  return { day, counts: counts.map((arm, index) => ({ ...arm, visitors: distinctCount(visitors[index]!) })) };
}

test('a test has at most 60 looks, of equal length', () => {
  expect(slicesOf({ firstDay: 1, lastDay: 60 })).toHaveLength(60);
  const longer = slicesOf({ firstDay: 1, lastDay: 61 });
  expect([longer.length, longer[0], longer[1]]).toEqual([31, { firstDay: 1, lastDay: 1 }, { firstDay: 2, lastDay: 3 }]);
});

test('of a young test is that of all its days, the first one too', () => {
  expect(dailyVisitors([lookAt(102, [30, 60])], { firstDay: 100, lastDay: 102 })).toEqual([10, 20]);
});

test('of an older one is that of its last 7 days', () => {
  const looks = [lookAt(105, [1_000, 2_000]), lookAt(106, [1_100, 2_000]), lookAt(112, [1_170, 2_140])];
  expect(dailyVisitors(looks, { firstDay: 100, lastDay: 112 })).toEqual([170 / 7, 20]);
});
