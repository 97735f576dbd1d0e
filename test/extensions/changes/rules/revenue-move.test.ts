import { describe, expect, test } from 'vitest';
import type { Counts } from '../../../../src/core/engine/rollups/counts.ts';
import { Random } from '../../../../src/core/foundation/statistics/random.ts';
import type { TestedFinding } from '../../../../src/extensions/changes/rules/finding.ts';
import { revenueMoves } from '../../../../src/extensions/changes/rules/revenue-move.ts';
import { said } from '../../../support/said.ts';
import { campaign, counts, websiteWeek, weeks } from '../week/sample-week.ts';

/** 35 days of ten orders around `before` each, the last seven around `now`; in 1/10,000 of a dollar. */
function days(before: number, now: number): Counts[] {
  const random = new Random(3);
  return Array.from({ length: 35 }, (_, day) => {
    const mean = (day < 28 ? before : now) * (1 + 0.1 * random.normal());
    return counts({ orders: 10, revenue: 10 * mean });
  });
}

function claims(now: Partial<Counts>, before: Partial<Counts>, dayList = days(600_000, 600_000)): TestedFinding[] {
  const own = weeks(now, before);
  return revenueMoves(websiteWeek([campaign({ weeks: own })], { days: dayList })) as TestedFinding[];
}

const holding = (found: readonly TestedFinding[]) => found.filter(({ pValue }) => pValue < 0.001).map(said);
const USUAL = { views: 2000, conversions: 300, orders: 70, revenue: 42_000_000 };

test('a usual week: three tests, and nothing to report', () => {
  const found = claims(USUAL, USUAL);
  expect(found).toHaveLength(3);
  expect(new Set(found.map(({ question }) => question)).size).toBe(1);
  expect(holding(found)).toEqual([]);
});

describe('the cause of the change', () => {
  test('traffic', () => {
    const half = { views: 1000, conversions: 150, orders: 35, revenue: 21_000_000 };
    expect(holding(claims(half, USUAL))).toEqual([
      'Revenue was $2,100, 50.0% below the average of the previous 4 weeks ($4,200). One cause is traffic, which changed ' +
        'more than it usually varies: 1,000 visitors, compared with 2,000 in a usual week, mostly in “Spring popup”.',
    ]);
  });

  test('traffic, without revenue', () => {
    const found = claims({ views: 4000, conversions: 600 }, { views: 2000, conversions: 300 });
    expect(holding(found)).toEqual([
      'Traffic rose more than it usually varies: 4,000 visitors, compared with 2,000 in a usual week, mostly in “Spring popup”.',
    ]);
  });

  test('a smaller share of converted visitors ordered', () => {
    const found = claims({ ...USUAL, orders: 25, revenue: 15_000_000 }, USUAL);
    expect(holding(found)).toEqual([
      'Revenue was $1,500, 64.3% below the average of the previous 4 weeks ($4,200). One cause is the share of converted ' +
        'visitors who order, which changed significantly: 25 orders instead of the expected 70, mostly in “Spring ' +
        'popup”. Try to place an order yourself.',
    ]);
  });

  test('the value of an order', () => {
    const found = claims({ ...USUAL, revenue: 25_200_000 }, USUAL, days(600_000, 360_000));
    expect(holding(found)).toEqual([
      'Revenue was $2,520, 40.0% below the average of the previous 4 weeks ($4,200). One cause is the average order ' +
        'value, which changed significantly: $36.00, compared with $60.00 in the previous 4 weeks, mostly in “Spring popup”.',
    ]);
  });
});

test('fewer conversions are reported by their campaign, not here', () => {
  expect(holding(claims({ ...USUAL, conversions: 150, orders: 35, revenue: 21_000_000 }, USUAL))).toEqual([]);
});

test('weeks that vary need more evidence', () => {
  const views = [1500, 2600, 1400, 2700, 1300, 2500, 1600, 2800];
  const varying = [counts({ views: 1000 }), ...views.map((count) => counts({ views: count }))];
  const found = revenueMoves(websiteWeek([campaign({ weeks: varying })])) as TestedFinding[];
  expect(holding(found)).toEqual([]);
});

test('nothing without earlier weeks', () => {
  const young = [counts(USUAL), counts(USUAL), ...Array.from({ length: 7 }, () => counts({}))];
  const found = revenueMoves(websiteWeek([campaign({ weeks: young })])) as TestedFinding[];
  expect(holding(found)).toEqual([]);
});
