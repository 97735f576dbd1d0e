// The rule that tells news from noise, without a website.
import { METRIC_NAMES, type MetricName } from '@funnel/report-files/metrics.ts';
import { changeP, newsAmong, UNKNOWN_VARIATION, unusualShares, type Variation } from '@funnel/report-files/noise.ts';
import { worstStep } from '@funnel/report-files/worst-step.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withComparison } from '../../../../src/core/answers/reports/metrics.ts';
import { variationOf } from '../../../../src/core/answers/reports/variation.ts';
import { dayFromIso } from '../../../../src/core/engine/rollups/calendar.ts';
import { type Counts, NO_COUNTS } from '../../../../src/core/engine/rollups/counts.ts';
import { Random } from '../../../../src/core/foundation/statistics/random.ts';

/** Two weeks from Monday to Sunday. */
const WEEKS = {
  now: { start: '2026-03-09', end: '2026-03-15' },
  before: { start: '2026-03-02', end: '2026-03-08' },
  countType: 'distinct',
} as const;
const SUNDAY = dayFromIso('2026-03-08')!;

function steady(spread: number, weekdays?: number[]): Variation {
  const of = { day: spread ** 2, week: spread ** 2, pairs: 16, ...(weekdays && { weekdays }) };
  return { metrics: Object.fromEntries(METRIC_NAMES.map((name) => [name, of])), orderValue: 0.5 };
}

const change = (now: Partial<Counts>, before: Partial<Counts>) =>
  withComparison({ ...NO_COUNTS, ...now }, { ...NO_COUNTS, ...before });
const pOf = (name: MetricName, now: Partial<Counts>, before: Partial<Counts>, variation = steady(0.02)) =>
  changeP(change(now, before), name, WEEKS, variation)!;
const isNews = (name: MetricName, now: Partial<Counts>, before: Partial<Counts>, variation?: Variation) => {
  const metrics = change(now, before);
  return newsAmong([metrics], [name], WEEKS, variation ?? steady(0.02))(metrics, name);
};

const count = fc.integer({ min: 0, max: 100_000 });

describe('a change', () => {
  test.each([
    ['12 orders after 9', 'orders', { orders: 12 }, { orders: 9 }, false],
    ['1,200 orders after 900', 'orders', { orders: 1_200 }, { orders: 900 }, true],
    ['3 orders after none', 'orders', { orders: 3 }, {}, false],
    ['40 orders after none', 'orders', { orders: 40 }, {}, true],
    [
      'a rate of 5 of 40 after 1 of 40',
      'conversion_rate',
      { conversions: 5, views: 40 },
      { conversions: 1, views: 40 },
      false,
    ],
    [
      'a rate of 500 of 4,000 after 100 of 4,000',
      'conversion_rate',
      { conversions: 500, views: 4_000 },
      { conversions: 100, views: 4_000 },
      true,
    ],
    [
      'twice the revenue of three orders',
      'revenue',
      { orders: 3, revenue: 6_000_000 },
      { orders: 3, revenue: 3_000_000 },
      false,
    ],
    [
      'twice the revenue of 600 orders',
      'revenue',
      { orders: 600, revenue: 1_200_000_000 },
      { orders: 600, revenue: 600_000_000 },
      true,
    ],
  ] as const)('%s', (_, name, now, before, expected) => {
    expect(isNews(name, now, before)).toBe(expected);
  });

  test('the same one is noise on a website whose weeks vary as much', () => {
    expect(isNews('views', { views: 1_500 }, { views: 1_000 }, steady(0.02))).toBe(true);
    expect(isNews('views', { views: 1_500 }, { views: 1_000 }, steady(0.2))).toBe(false);
    expect(isNews('views', { views: 1_300 }, { views: 1_000 }, UNKNOWN_VARIATION)).toBe(false);
    expect(isNews('views', { views: 4_000 }, { views: 1_000 }, UNKNOWN_VARIATION)).toBe(true);
  });

  test('nothing is said where nothing is compared', () => {
    const alone = withComparison({ ...NO_COUNTS, views: 5 }, undefined);
    expect(newsAmong([alone], ['views'], WEEKS, steady(0.1))(alone, 'views')).toBeUndefined();
  });

  test('is as surprising in both directions', () => {
    fc.assert(
      fc.property(count, count, (now, before) => {
        fc.pre(now > 0 && before > 0);
        const p = pOf('views', { views: now }, { views: before });
        // Changes are rounded to two decimals of a percent.
        expect(pOf('views', { views: before }, { views: now })).toBeCloseTo(p, 2);
      }),
    );
  });

  test('a larger one is never less surprising, and a restless website never makes it more so', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50_000 }), count, count, (before, more, evenMore) => {
        const [small, large] = [before + Math.min(more, evenMore), before + Math.max(more, evenMore)];
        const p = (now: number, spread: number) => pOf('views', { views: now }, { views: before }, steady(spread));
        expect(p(large, 0.1)).toBeLessThanOrEqual(p(small, 0.1) + 1e-9);
        expect(p(large, 0.2)).toBeGreaterThanOrEqual(p(large, 0.1) - 1e-9);
      }),
    );
  });

  test('every p-value is between 0 and 1', () => {
    const counts = fc.record({ views: count, conversions: count, orders: count, revenue: count });
    fc.assert(
      fc.property(counts, counts, fc.constantFrom(...METRIC_NAMES), (now, before, name) => {
        const p = pOf(name, now, before);
        expect(p >= 0 && p <= 1).toBe(true);
      }),
    );
  });

  test('that weekdays differ is no news, nor that months do', () => {
    const weekdays = [1.2, 1.2, 1.2, 1.2, 1.2, 0.5, 0.5];
    const [friday, saturday] = ['2026-03-06', '2026-03-07'];
    const periods = {
      now: { start: saturday, end: saturday },
      before: { start: friday, end: friday },
      countType: 'distinct',
    } as const;
    const fewer = change({ views: 500 }, { views: 1_200 });
    expect(newsAmong([fewer], ['views'], periods, steady(0.05, weekdays))(fewer, 'views')).toBe(false);
    expect(newsAmong([fewer], ['views'], periods, steady(0.05))(fewer, 'views')).toBe(true);
    const months = {
      now: { start: '2026-03-01', end: '2026-03-31' },
      before: { start: '2026-02-01', end: '2026-02-28' },
      countType: 'distinct',
    } as const;
    const longer = change({ views: 310_000 }, { views: 280_000 });
    expect(changeP(longer, 'views', months, steady(0.01))).toBeGreaterThan(0.9);
  });
});

describe('many changes together', () => {
  test('need stronger evidence each', () => {
    const one = change({ views: 1_180 }, { views: 1_000 });
    const quiet = Array.from({ length: 50 }, () => change({ views: 1_000 }, { views: 1_000 }));
    expect(newsAmong([one], ['views'], WEEKS, steady(0.0001))(one, 'views')).toBe(true);
    expect(newsAmong([one, ...quiet], ['views'], WEEKS, steady(0.0001))(one, 'views')).toBe(false);
  });
});

describe('shares beside each other', () => {
  test('only those that chance does not explain are unusual', () => {
    const usual = Array.from({ length: 20 }, (_, index) => ({ hits: 4 + (index % 3), trials: 100 }));
    const high = { hits: 40, trials: 100 };
    expect(unusualShares([...usual, high])).toEqual(new Set([high]));
    expect(unusualShares(usual).size).toBe(0);
    expect(unusualShares([{ hits: 0, trials: 0 }]).size).toBe(0);
  });

  test('are compared within their group, and all groups share one budget', () => {
    const column = (hits: number, group: number) => Array.from({ length: 8 }, () => ({ hits, trials: 200, group }));
    const odd = { hits: 90, trials: 200, group: 1 };
    expect(unusualShares([...column(80, 0), ...column(20, 1), odd])).toEqual(new Set([odd]));
    const borderline = { hits: 43, trials: 200, group: 0 };
    const quiet = Array.from({ length: 20 }, (_, group) => column(24, group + 1)).flat();
    expect(unusualShares([...column(24, 0), borderline]).has(borderline)).toBe(true);
    expect(unusualShares([...column(24, 0), borderline, ...quiet]).has(borderline)).toBe(false);
  });
});

describe('the worst step of a funnel', () => {
  test.each([
    ['the one that loses the largest share', [4_000, 3_000, 600, 500], 1],
    ['the first one, if most are lost there', [4_000, 600, 500, 400], 0],
    ['none, if chance explains the difference', [1_000, 500, 240, 120], undefined],
    ['none, if there is nothing to compare with', [4_000, 600], undefined],
    ['none of those with few visitors', [4_000, 3_000, 90, 1], 1],
    ['none, if all others have few visitors', [1_000, 60, 10], undefined],
    ['none, if nobody starts', [0, 0, 0], undefined],
  ])('is %s', (_, counts, worst) => {
    expect(worstStep(counts)).toBe(worst);
  });

  test('is known from as many visitors as were counted', () => {
    expect(worstStep([20_000, 12_000, 6_000])).toBe(1);
    expect(worstStep([20_000, 12_000, 6_000], 2)).toBeUndefined();
  });

  test('is named in at most 5 % of the funnels in which all steps lose the same share', () => {
    const random = new Random(7);
    const going = (count: number, share: number) =>
      Array.from({ length: count }, () => random.next()).filter((one) => one < share).length;
    const named = Array.from({ length: 400 }, () => {
      const counts = [1_000];
      while (counts.length < 4) counts.push(going(counts.at(-1)!, 0.6));
      return worstStep(counts);
    }).filter((worst) => worst !== undefined);
    expect(named.length).toBeLessThanOrEqual(20);
  });
});

describe('how much a website varies', () => {
  const week = (views: number): Counts => ({
    ...NO_COUNTS,
    views,
    conversions: views / 10,
    orders: views / 50,
    revenue: views * 1_000,
  });
  const days = (factors: readonly number[]) => Array.from({ length: 56 }, (_, day) => week(factors[day % 7]! * 1_000));
  const measured = (weeks: readonly number[], factors: readonly number[] = [1]) =>
    variationOf({
      weeks: weeks.map(week),
      days: days(Array.from({ length: 7 }, (_, day) => factors[day] ?? 1)),
      lastDay: SUNDAY,
      countType: 'distinct',
    });

  test('is measured on neighbouring weeks, beyond chance', () => {
    const restless = measured([10_000, 14_000, 10_000, 14_000, 10_000, 14_000]).metrics.views!;
    // Half the squared difference, relative to the squared mean, less what chance explains.
    expect(restless.week).toBeCloseTo(4_000 ** 2 / 2 / 12_000 ** 2 - 1 / 12_000, 6);
    expect(restless.pairs).toBe(3);
    const slow = measured([10_000, 10_100, 10_200, 10_300, 10_400]).metrics.views!;
    expect(slow.week).toBeCloseTo(0.02 ** 2, 9);
  });

  test('is assumed of a website that is known for a few weeks only', () => {
    expect(measured([10_000, 10_000, 10_000]).metrics.views).toMatchObject({ pairs: 0, week: 0.15 ** 2 });
  });

  test('weekdays are told from variation', () => {
    const { views, orders } = measured(Array(10).fill(7_000), [1.3, 1.3, 1.3, 1.3, 1.3, 0.25, 0.25]).metrics;
    expect(views!.weekdays!.map((factor) => Math.round(factor * 100) / 100)).toEqual([
      1.3, 1.3, 1.3, 1.3, 1.3, 0.25, 0.25,
    ]);
    expect(views!.day).toBeCloseTo(0.05 ** 2, 9);
    // Orders follow their own weekdays once they are many.
    expect(orders!.weekdays![6]!).toBeLessThan(0.3);
  });
});
