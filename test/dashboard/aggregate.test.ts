// What is shown for all websites together never contradicts the numbers of each of them.
import { describe, expect, it } from 'vitest';
import { boundedAggregate } from '../../dashboard/src/api/aggregate.ts';

type Aggregate = Parameters<typeof boundedAggregate>[0];

describe('the visitors of all websites together', () => {
  const shown = (viewers: number, ...websites: number[]) =>
    boundedAggregate(
      { viewers, conversions: 0, subscribes: 0, orders: 7 } as Aggregate,
      websites.map((count) => ({ viewers: count, conversions: 0, subscribes: 0 })),
    ).viewers;

  it.each([
    { estimate: 2_530, websites: [1_250, 1_250], expected: 2_500, why: 'no more than the websites have in sum' },
    { estimate: 2_400, websites: [1_250, 1_250], expected: 2_400, why: 'fewer, if some visit both' },
    { estimate: 2_970, websites: [3_000, 5], expected: 3_000, why: 'no fewer than one of the websites has' },
    { estimate: 0, websites: [], expected: 0, why: 'none without a website' },
  ])('are $why', ({ estimate, websites, expected }) => {
    expect(shown(estimate, ...websites)).toBe(expected);
  });

  it('are all that is changed besides conversions and subscribes', () => {
    const aggregate = { viewers: 9, conversions: 5, subscribes: 4, orders: 7, revenue: 10 } as Aggregate;
    const websites = [{ viewers: 4, conversions: 2, subscribes: 1 }];
    expect(boundedAggregate(aggregate, websites)).toEqual({
      ...{ viewers: 4, conversions: 2, subscribes: 1, orders: 7, revenue: 10 },
    });
  });
});
