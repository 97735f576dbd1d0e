import { expect, it } from 'vitest';
import { mostGainFirst } from '../../dashboard/src/experiments/most-gain-first.ts';

it('experiments come in the order of what they can bring, and the others after them as they were', () => {
  const range = (estimate: number) => ({ estimate, low: estimate - 1, high: estimate + 1 });
  const stakes = {
    'not judged': undefined,
    'nothing to gain': { revenue_per_week: range(-5), conversions_per_week: range(-2) },
    'few conversions': { revenue_per_week: null, conversions_per_week: range(3) },
    'some money': { revenue_per_week: range(10), conversions_per_week: range(1) },
    'many conversions': { revenue_per_week: null, conversions_per_week: range(30) },
    'much money': { revenue_per_week: range(200), conversions_per_week: null },
  } as const;
  type Stake = ReturnType<Parameters<typeof mostGainFirst>[1]>;
  const list = Object.entries<Stake>(stakes as Record<string, Stake>);
  const sorted = mostGainFirst(list, (index) => list[index]![1]);
  expect(sorted.map(([name]) => name)).toEqual([
    'much money',
    'some money',
    'many conversions',
    'few conversions',
    'not judged',
    'nothing to gain',
  ]);
});
