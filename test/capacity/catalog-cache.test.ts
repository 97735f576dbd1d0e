// The model of the cached catalog against a cache that is simulated event by event.
import { expect, test } from 'vitest';
import { missShareOf } from '../../capacity/catalog-cache.ts';
import { bandsOf } from '../../capacity/sizes.ts';
import { Random } from '../../src/core/foundation/statistics/random.ts';

const WEBSITES = 500;
const EVENTS = 100_000;
const SUBJECTS = 10;

/** As many as fit are there, the most recently used ones. */
function simulatedMissShare(websitesMax: number): number {
  const random = new Random(1);
  const popularity = Array.from({ length: WEBSITES }, (_, index) => 1 / (index + 1));
  const total = popularity.reduce((sum, one) => sum + one);
  const cached = new Set<number>();
  let misses = 0;
  for (let event = 0; event < EVENTS; event++) {
    const website = rankAt(random.next() * total, popularity);
    if (!cached.delete(website)) misses++;
    cached.add(website);
    if (cached.size > websitesMax) cached.delete(cached.values().next().value!);
  }
  return misses / EVENTS;
}

function rankAt(place: number, popularity: readonly number[]): number {
  let rest = place;
  return popularity.findIndex((one) => {
    rest -= one;
    return rest < 0;
  });
}

test.each([50, 250, 400])('room for %i of 500 websites', (websitesMax) => {
  const expected = missShareOf(bandsOf(WEBSITES, 1_000, 1), () => SUBJECTS, websitesMax * SUBJECTS);
  expect(Math.abs(expected - simulatedMissShare(websitesMax))).toBeLessThan(0.02);
  expect(expected).toBeGreaterThan(0);
});

test('nothing is missed if everything fits', () => {
  expect(missShareOf(bandsOf(WEBSITES, 1_000, 1), () => SUBJECTS, WEBSITES * SUBJECTS)).toBe(0);
});
