// Websites that had less in a week than in the week before, by more than random variation explains.
import { expect, test } from 'vitest';
import { fallenAmong, type KnownWeeks } from '../../../src/answers/reports/account/weekly-falls.ts';
import { type Counts, NO_COUNTS } from '../../../src/engine/rollups/counts.ts';

const USUAL: Counts = { ...NO_COUNTS, views: 8_000, conversions: 2_000, orders: 400, revenue: 400 * 500_000 };

/** Weeks that vary by a few percent, then one with these counts. */
function website(websiteId: number, last: Partial<Counts>, usual = USUAL, weeks = 26): KnownWeeks {
  const known = Array.from({ length: weeks }, (_, week) => scaled(usual, 1 + 0.04 * Math.sin(1 + week * 2.3)));
  return { websiteId, today: 20_000, weeks: [...known, { ...known.at(-1)!, ...last }] };
}

function scaled(counts: Counts, factor: number): Counts {
  return Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, Math.round(count * factor)])) as never;
}

const fallen = (...websites: KnownWeeks[]) =>
  [...fallenAmong(websites)].map(([{ websiteId }, metric]) => [websiteId, metric]);

test('a fall by more than random variation explains is said, a rise and the others are not', () => {
  expect(fallen(website(1, { views: 5_000 }), website(2, {}), website(3, { views: 20_000 }))).toEqual([[1, 'views']]);
});

test('of several numbers that fell, the one nearest to money is said', () => {
  expect(fallen(website(1, { views: 3_000, conversions: 700, orders: 150 }))).toEqual([[1, 'orders']]);
});

test('a fall as the website has every few weeks, one of few events, and a website without weeks are not said', () => {
  const few: Counts = { ...NO_COUNTS, views: 40, conversions: 8, orders: 3 };
  expect(fallen(website(1, { views: 7_300 }), website(2, { orders: 0 }, few), website(3, {}, USUAL, 0))).toEqual([]);
});

test('all websites share one budget for errors: what is news of one is none among many', () => {
  const one = website(1, { views: 6_500 });
  expect(fallen(one)).toHaveLength(1);
  expect(fallen(one, ...Array.from({ length: 99 }, (_, index) => website(index + 2, {})))).toEqual([]);
});
