import { expect, test } from 'vitest';
import { wordsIn } from '../../../../src/core/foundation/text/words.ts';
import type { WebsiteWeek } from '../../../../src/extensions/changes/rules/website-week.ts';
import { notEnoughData, weekSummary } from '../../../../src/extensions/changes/rules/week-summary.ts';
import { campaign, counts, variant, websiteWeek, weeks } from '../week/sample-week.ts';

const summaryOf = (week: WebsiteWeek) => weekSummary(week).map(wordsIn());

const SHOP = weeks(
  { views: 1000, conversions: 120, completions: 60, orders: 10, revenue: 6_000_000 },
  { views: 900, conversions: 90, completions: 50, orders: 1, revenue: 500_000 },
);
const days = Array.from({ length: 35 }, (_, day) => counts({ views: day === 30 ? 300 : 100 }));

test('a shop', () => {
  const variants = [
    variant({ id: 1, variation: 'A', weeks: weeks({ views: 500, conversions: 50 }) }),
    variant({ id: 2, name: 'Bold', weeks: weeks({ views: 500, conversions: 70 }) }),
  ];
  expect(summaryOf(websiteWeek([campaign({ weeks: SHOP, variants })], { days }))).toEqual([
    'The week brought $600 from 10 orders and 1,000 visitors, after $50.00 from 1 order and 900 visitors the week before.',
    '“Spring popup” brought the most: $600 of $600, with 1,000 visitors.',
    'Of all variants, “Bold” of “Spring popup” had the most conversions: 70 from 500 visitors.',
    'Of 1,000 visitors, 120 converted, 12.0% (10.0% in the previous 4 weeks), and 60 completed.',
    'Wednesday was the busiest day, with 300 views.',
  ]);
});

test('a holdout shows nothing, so it is never the best variant', () => {
  const variants = [
    variant({ id: 1, name: 'Calm', weeks: weeks({ views: 500, conversions: 50 }) }),
    variant({ id: 2, name: 'Bold', weeks: weeks({ views: 500, conversions: 40 }) }),
    variant({ id: 3, name: 'Nothing', isHoldout: true, weeks: weeks({ views: 500, conversions: 70 }) }),
  ];
  const best = (some: typeof variants) =>
    summaryOf(websiteWeek([campaign({ weeks: SHOP, variants: some })], { days })).filter((text) =>
      text.includes('variants'),
    );
  expect(best(variants)).toEqual([
    'Of all variants, “Calm” of “Spring popup” had the most conversions: 50 from 500 visitors.',
  ]);
  // One beside a holdout is not the best of several.
  expect(best(variants.slice(1))).toEqual([]);
});

test('without orders, and without earlier weeks', () => {
  const first = [counts({ views: 200, conversions: 1 })];
  expect(summaryOf(websiteWeek([campaign({ weeks: first })], { days }))).toEqual([
    'The week brought 1 conversion from 200 visitors.',
    '“Spring popup” brought the most: 1 of 1 conversion, with 200 visitors.',
    'Of 200 visitors, 1 converted, 0.50%, and 0 completed.',
    'Wednesday was the busiest day, with 300 views.',
  ]);
});

test.each([
  ['compared with no week that begins before the first day of the website', 6, false, false],
  ['compared with the week before if that is whole', 7, true, false],
  ['compared with the usual rate if all four weeks are whole', 28, true, true],
])('is %s', (_, daysBefore, weekBefore, usual) => {
  const week = websiteWeek([campaign({ weeks: SHOP })], { days });
  const text = summaryOf({ ...week, firstDay: week.monday - daysBefore }).join(' ');
  expect([text.includes('the week before'), text.includes('in the previous 4 weeks')]).toEqual([weekBefore, usual]);
});

test('even a week without any campaign has three sentences', () => {
  const only = websiteWeek([], { weeks: weeks({ views: 200 }), days });
  expect(weekSummary(only).length).toBeGreaterThanOrEqual(3);
});

test('not enough data', () => {
  expect(wordsIn()(notEnoughData(websiteWeek([campaign({ weeks: weeks({ views: 1 }) })]), 100))).toBe(
    'There is not enough data for recommendations: 1 visitor in the week of 2025-03-03. At least 100 are needed.',
  );
});
