import { expect, test } from 'vitest';
import { EvenOdds, Random, scramble } from '../../../../src/core/foundation/statistics/random.ts';
import { visitorUuid } from '../../../../src/extensions/demo/visitors.ts';

const DRAWS = 50_000;

function draws<T>(draw: (random: Random) => T, seed = 7): T[] {
  const random = new Random(seed);
  return Array.from({ length: DRAWS }, () => draw(random));
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

test('the same seed gives the same numbers, another seed others', () => {
  expect(draws((random) => random.next())).toEqual(draws((random) => random.next()));
  expect(draws((random) => random.next(), 8)).not.toEqual(draws((random) => random.next()));
});

test('uniform numbers fill [0, 1) evenly', () => {
  const tenths = new Array<number>(10).fill(0);
  for (const value of draws((random) => random.next())) tenths[Math.floor(value * 10)]! += 1;
  for (const count of tenths) expect(Math.abs(count - DRAWS / 10)).toBeLessThan(300);
});

test('whole numbers reach both ends', () => {
  expect(new Set(draws((random) => random.between(4, 7)))).toEqual(new Set([4, 5, 6, 7]));
});

test('distributions have the moments that they promise', () => {
  const normal = draws((random) => random.normal());
  expect(mean(normal)).toBeCloseTo(0, 1);
  expect(mean(normal.map((value) => value ** 2))).toBeCloseTo(1, 1);
  expect(mean(draws((random) => random.exponential(5)))).toBeCloseTo(5, 0);
  expect(mean(draws((random) => Math.log(random.logNormal(40, 0.5))))).toBeCloseTo(Math.log(40), 1);
  expect(mean(draws((random) => random.arrivals(60)))).toBeCloseTo(60, 0);
  expect(mean(draws((random) => Number(random.chance(0.3))))).toBeCloseTo(0.3, 1);
});

test('popular items come first, and every item comes', () => {
  const counts = new Map<string, number>();
  for (const item of draws((random) => random.popular(['a', 'b', 'c', 'd']))) {
    counts.set(item, (counts.get(item) ?? 0) + 1);
  }
  expect([...counts].sort((one, other) => other[1] - one[1]).map(([item]) => item)).toEqual(['a', 'b', 'c', 'd']);
  expect(counts.get('a')! / DRAWS).toBeCloseTo(0.5, 1);
});

test('even odds stay within a handful of the exact share', () => {
  const odds = new EvenOdds(new Random(1));
  let hits = 0;
  for (let tries = 1; tries <= 20_000; tries++) {
    hits += Number(odds.hit(0.07));
    expect(Math.abs(hits - tries * 0.07)).toBeLessThan(6);
  }
});

test('scrambling keeps numbers apart, and so do the visitors made from them', () => {
  const numbers = Array.from({ length: DRAWS }, (_, index) => 11_000_000 + index);
  expect(new Set(numbers.map(scramble)).size).toBe(DRAWS);
  expect(new Set(numbers.map(visitorUuid)).size).toBe(DRAWS);
});
