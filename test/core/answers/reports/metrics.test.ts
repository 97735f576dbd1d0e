import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  changesOf,
  metricsOf,
  percentChange,
  pointOf,
  withoutSubmissions,
} from '../../../../src/core/answers/reports/metrics.ts';
import { type Counts, clampDistinct } from '../../../../src/core/engine/rollups/counts.ts';

fc.configureGlobal({ seed: 19700101, numRuns: 500 });

const ZERO: Counts = {
  views: 0,
  conversions: 0,
  completions: 0,
  submissions: 0,
  subscribes: 0,
  orders: 0,
  revenue: 0,
};

const CURRENT: Counts = {
  views: 1200,
  conversions: 100,
  completions: 75,
  submissions: 60,
  subscribes: 7,
  orders: 3,
  revenue: 1_000_000,
};

const PREVIOUS: Counts = {
  views: 900,
  conversions: 120,
  completions: 75,
  submissions: 0,
  subscribes: 9,
  orders: 2,
  revenue: 800_050,
};

const anyCount = fc.nat(1_000_000_000);
const anyVisitorCounts = fc.record({
  views: anyCount,
  conversions: anyCount,
  completions: anyCount,
  submissions: anyCount,
  subscribes: anyCount,
});
const anyCounts = fc.record({
  views: anyCount,
  conversions: anyCount,
  completions: anyCount,
  submissions: anyCount,
  subscribes: anyCount,
  orders: anyCount,
  revenue: fc.nat(10 ** 15 - 1),
});

/** Half away from zero in exact integers: part / whole * 100, with two decimals, written out. */
function exactPercentText(part: bigint, whole: bigint): string {
  const magnitude = part < 0n ? -part : part;
  const hundredths = (2n * magnitude * 10_000n + whole) / (2n * whole);
  const sign = part < 0n && hundredths > 0n ? '-' : '';
  return `${sign}${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`;
}

describe('metrics', () => {
  test('have rates in percent and money in currency units', () => {
    expect(metricsOf(CURRENT)).toEqual({
      views: 1200,
      conversions: 100,
      completions: 75,
      submissions: 60,
      subscribes: 7,
      orders: 3,
      revenue: 100,
      conversion_rate: 8.33,
      completion_rate: 6.25,
      subscribe_rate: 0.58,
      order_rate: 0.25,
      aov: 33.33,
    });
  });

  test('keep the order of the specification', () => {
    expect(Object.keys(metricsOf(CURRENT)).join(' ')).toBe(
      'views conversions completions submissions subscribes orders revenue ' +
        'conversion_rate completion_rate subscribe_rate order_rate aov',
    );
  });

  test('are all zero without events', () => {
    expect(new Set(Object.values(metricsOf(ZERO)))).toEqual(new Set([0]));
  });

  test('have no rates without views and no aov without orders', () => {
    const metrics = metricsOf({ ...CURRENT, views: 0, orders: 0 });
    expect(metrics).toMatchObject({ conversion_rate: 0, completion_rate: 0, subscribe_rate: 0, order_rate: 0, aov: 0 });
  });

  test('can be without submissions', () => {
    const metrics = metricsOf(CURRENT);
    const rest = withoutSubmissions(metrics);
    expect(rest).not.toHaveProperty('submissions');
    expect({ ...rest, submissions: 60 }).toEqual(metrics);
  });

  test.each([
    // 201 / 20,000 = 1.005 %, 1 / 20,000 = 0.005 %, 23 / 160 = 14.375 %
    [201, 20_000, 1.01],
    [1, 20_000, 0.01],
    [23, 160, 14.38],
    [1, 3, 33.33],
    [2, 3, 66.67],
    [1, 20_001, 0],
    [3, 1, 300],
  ])('a rate of %d in %d is %d %%', (orders, views, expected) => {
    expect(metricsOf({ ...ZERO, orders, views }).order_rate).toBe(expected);
  });

  test('rates round half away from zero, exactly', () => {
    fc.assert(
      fc.property(anyCount, fc.integer({ min: 1, max: 1_000_000_000 }), (conversions, views) => {
        const rate = metricsOf({ ...ZERO, conversions, views }).conversion_rate;
        expect(rate).toBe(Number(exactPercentText(BigInt(conversions), BigInt(views))));
      }),
    );
  });

  test.each([
    // 3.015 / 3 = 1.005, 0.01 / 2 = 0.005
    [30_150, 3, 1.01],
    [100, 2, 0.01],
    [1_000_000, 3, 33.33],
    [99, 1, 0.01],
    [49, 1, 0],
  ])('%d ten-thousandths over %d orders make an aov of %d', (revenue, orders, expected) => {
    expect(metricsOf({ ...ZERO, revenue, orders }).aov).toBe(expected);
  });

  test.each([
    [3_000, '0.3'],
    [1, '0.0001'],
    [123_456_789, '12345.6789'],
    [999_999_999_999_999, '99999999999.9999'],
  ])('%d ten-thousandths are written %s', (revenue, expected) => {
    expect(JSON.stringify(metricsOf({ ...ZERO, revenue }).revenue)).toBe(expected);
  });

  test('revenue is written exactly', () => {
    fc.assert(
      fc.property(anyCounts, (counts) => {
        const fraction = String(counts.revenue % 10_000).padStart(4, '0');
        const exact = `${Math.floor(counts.revenue / 10_000)}.${fraction}`.replace(/\.?0+$/, '');
        expect(String(metricsOf(counts).revenue)).toBe(exact);
      }),
    );
  });
});

describe('changes', () => {
  test('are percentages of the previous value, null if that is 0', () => {
    // Previous: revenue 80.005, rates 13.333…, 8.333…, 1 and 0.222…, aov 40.0025.
    expect(changesOf(CURRENT, PREVIOUS)).toEqual({
      views: 33.33,
      conversions: -16.67,
      completions: 0,
      submissions: null,
      subscribes: -22.22,
      orders: 50,
      revenue: 24.99,
      conversion_rate: -37.5,
      completion_rate: -25,
      subscribe_rate: -41.67,
      order_rate: 12.5,
      aov: -16.67,
    });
  });

  test.each([
    // Both rates are shown as 0.06 % …
    [[6, 10_400], [6, 10_000], -3.85],
    // … and these as 0.01 % and 0.02 %.
    [[3, 20_100], [3, 20_000], -0.5],
    // It is shown as 0 %, but is not 0.
    [[1, 40_000], [1, 30_000], -25],
    [[0, 10_000], [1, 30_000], -100],
    [[1, 10_000], [0, 30_000], null],
    [[0, 0], [1, 30_000], -100],
    [[1, 10_000], [0, 0], null],
  ] as const)(
    'of a rate come from the counts: %j after %j is %s',
    ([orders, views], [ordersBefore, viewsBefore], expected) => {
      const changes = changesOf({ ...ZERO, orders, views }, { ...ZERO, orders: ordersBefore, views: viewsBefore });
      expect(changes.order_rate).toBe(expected);
    },
  );

  test('of an aov come from revenue and orders', () => {
    // 0.0133… after 0.0166…, shown as 0.01 and 0.02
    const changes = changesOf({ ...ZERO, revenue: 400, orders: 3 }, { ...ZERO, revenue: 500, orders: 3 });
    expect(changes.aov).toBe(-20);
  });

  test('of rates and aov are exact, also of large counts', () => {
    const largeCount = fc.integer({ min: 1_000_000, max: 1_000_000_000 });
    const largeCounts = fc
      .record({
        views: largeCount,
        conversions: largeCount,
        orders: largeCount,
        revenue: fc.integer({ min: 10 ** 12, max: 10 ** 15 }),
      })
      .map((counts): Counts => ({ ...ZERO, ...counts }));
    fc.assert(
      fc.property(largeCounts, largeCounts, (current, previous) => {
        const exact = (part: keyof Counts, whole: keyof Counts) => {
          const before = BigInt(previous[part]) * BigInt(current[whole]);
          return Number(exactPercentText(BigInt(current[part]) * BigInt(previous[whole]) - before, before));
        };
        expect(changesOf(current, previous)).toMatchObject({
          conversion_rate: exact('conversions', 'views'),
          order_rate: exact('orders', 'views'),
          aov: exact('revenue', 'orders'),
        });
      }),
    );
  });

  test('are all null if there was nothing before', () => {
    expect(new Set(Object.values(changesOf(CURRENT, ZERO)))).toEqual(new Set([null]));
  });

  test('have the fields of the metrics, in their order', () => {
    expect(Object.keys(changesOf(CURRENT, PREVIOUS))).toEqual(Object.keys(metricsOf(CURRENT)));
  });

  test.each([
    [0, 0, null],
    [5, 0, null],
    [0, 5, -100],
    [5, 5, 0],
    [0.3, 0.1, 200],
    [20_001, 20_000, 0.01],
    [19_999, 20_000, -0.01],
    [80.004, 80, 0.01],
    [79.996, 80, -0.01],
    // -0.735 % and 0.125 %, which plain floating point rounds wrong
    [39.706, 40, -0.74],
    [0.5607, 0.56, 0.13],
  ])('%d after %d is a change of %s', (current, previous, expected) => {
    expect(percentChange(current, previous)).toBe(expected);
  });

  test('a decrease that rounds to zero is 0, not -0', () => {
    expect(Object.is(percentChange(999_999, 1_000_000), 0)).toBe(true);
  });

  test('round half away from zero, exactly', () => {
    fc.assert(
      fc.property(anyCount, fc.integer({ min: 1, max: 1_000_000_000 }), (current, previous) => {
        const exact = exactPercentText(BigInt(current) - BigInt(previous), BigInt(previous));
        expect(percentChange(current, previous)).toBe(Number(exact));
      }),
    );
  });
});

test('a point has its date, the counts and revenue in currency units, in the order of the specification', () => {
  expect(Object.entries(pointOf('2024-02-29', CURRENT))).toEqual([
    ['date', '2024-02-29'],
    ['views', 1200],
    ['conversions', 100],
    ['completions', 75],
    ['subscribes', 7],
    ['submissions', 60],
    ['orders', 3],
    ['revenue', 100],
  ]);
});

describe('distinct counts', () => {
  test('never exceed the total, and are unchanged below it', () => {
    fc.assert(
      fc.property(anyVisitorCounts, anyCounts, (distinct, total) => {
        const clamped = clampDistinct(distinct, total);
        for (const name of ['views', 'conversions', 'completions', 'submissions', 'subscribes'] as const) {
          expect(clamped[name]).toBe(distinct[name] > total[name] ? total[name] : distinct[name]);
        }
      }),
    );
  });

  test('leave orders and revenue summed', () => {
    const distinctOrders: Counts = { ...CURRENT, orders: 1, revenue: 1 };
    expect(clampDistinct(distinctOrders, CURRENT)).toEqual(CURRENT);
  });
});
