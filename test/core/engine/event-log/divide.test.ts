// The counts of the values of a dimension add up to those of the report, whatever the log has counted.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { divideByValue, shareOf } from '../../../../src/core/engine/event-log/breakdowns/divide.ts';
import type { WindowAnswer, WindowCounts } from '../../../../src/core/engine/event-log/breakdowns/subject-counts.ts';
import { type Counts, NO_COUNTS, NO_TOTALS } from '../../../../src/core/engine/rollups/counts.ts';
import { NO_VALUE } from '../../../../src/core/foundation/dimensions/dimension.ts';

const METRICS = Object.keys(NO_COUNTS) as (keyof Counts)[];
const count = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1_000 }), fc.integer({ min: 0, max: 2 ** 48 }));
const counts = fc.record(
  Object.fromEntries(METRICS.map((metric) => [metric, count])),
) as unknown as fc.Arbitrary<Counts>;

function windowCounts(total: Counts, distinct = total): WindowCounts {
  return { total: { ...NO_TOTALS, ...total }, distinct };
}

function sum(all: Iterable<Counts>): Counts {
  const total: Record<keyof Counts, number> = { ...NO_COUNTS };
  for (const one of all) for (const metric of METRICS) total[metric] += one[metric];
  return total;
}

function answerOf(values: Readonly<Record<string, Counts>>): WindowAnswer {
  const entries = Object.entries(values);
  return {
    all: windowCounts(sum(entries.map(([, one]) => one))),
    values: new Map(entries.map(([name, one]) => [name, windowCounts(one)])),
  };
}

const answer = fc.dictionary(fc.constantFrom('mobile', 'desktop', 'tablet', NO_VALUE), counts).map(answerOf);

describe('for any counts of the report and of the log', () => {
  test('totals add up to those of the report', () => {
    fc.assert(
      fc.property(counts, answer, fc.boolean(), (whole, counted, isSampled) => {
        const parts = divideByValue(whole, counted, { countType: 'total', isSampled });
        expect(sum(parts.values())).toEqual(whole);
      }),
    );
  });

  test('orders and revenue add up, and unique visitors are what the log has counted', () => {
    fc.assert(
      fc.property(counts, answer, (whole, counted) => {
        const parts = divideByValue(whole, counted, { countType: 'distinct', isSampled: false });
        const { orders, revenue } = sum(parts.values());
        expect({ orders, revenue }).toEqual({ orders: whole.orders, revenue: whole.revenue });
        for (const [name, { orders: _, revenue: __, ...visitors }] of parts) {
          expect(counted.values.get(name)?.distinct ?? NO_COUNTS).toMatchObject(visitors);
        }
      }),
    );
  });
});

test('if the log has counted as much as the report, its counts stay as they are', () => {
  const values = {
    mobile: { ...NO_COUNTS, views: 3, revenue: 12_345 },
    desktop: { ...NO_COUNTS, views: 4, revenue: 1 },
  };
  const counted = answerOf(values);
  const parts = divideByValue(counted.all.total, counted, { countType: 'total', isSampled: false });
  expect(Object.fromEntries(parts)).toMatchObject(values);
});

test('which of equal values gets what can not be divided does not depend on the order in which they were found', () => {
  const one = { ...NO_COUNTS, orders: 1 };
  const parts = (...names: readonly string[]) =>
    divideByValue({ ...NO_COUNTS, orders: 3 }, answerOf(Object.fromEntries(names.map((name) => [name, one]))), {
      countType: 'distinct',
      isSampled: true,
    });
  expect(parts('mobile', 'desktop').get('desktop')).toMatchObject({ orders: 2 });
  expect(parts('desktop', 'mobile').get('desktop')).toMatchObject({ orders: 2 });
});

test('of a sample, unique visitors are shares of those of the report', () => {
  const counted: WindowAnswer = {
    all: windowCounts({ ...NO_COUNTS, views: 50 }, { ...NO_COUNTS, views: 30 }),
    values: new Map([
      ['mobile', windowCounts({ ...NO_COUNTS, views: 20 }, { ...NO_COUNTS, views: 15 })],
      ['desktop', windowCounts({ ...NO_COUNTS, views: 30 }, { ...NO_COUNTS, views: 18 })],
    ]),
  };
  const parts = divideByValue({ ...NO_COUNTS, views: 1_000 }, counted, { countType: 'distinct', isSampled: true });
  expect([...parts].map(([name, { views }]) => [name, views])).toEqual([
    ['desktop', 600],
    ['mobile', 500],
  ]);
});

test('events that the log does not have yet have no value', () => {
  const parts = divideByValue({ ...NO_COUNTS, orders: 2, revenue: 50 }, answerOf({}), {
    countType: 'distinct',
    isSampled: false,
  });
  expect([...parts]).toEqual([[NO_VALUE, { ...NO_COUNTS, orders: 2, revenue: 50 }]]);
});

test('shares are rounded; all is all, and a part of nothing is nothing', () => {
  expect(shareOf(10, 1, 4)).toBe(3);
  expect(shareOf(2 ** 53 - 1, 7, 7)).toBe(2 ** 53 - 1);
  expect(shareOf(10, 0, 0)).toBe(0);
  expect(shareOf(10, 0, 3)).toBe(0);
});
