import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bandsOf, powerSum } from '../../capacity/sizes.ts';

const anyExponent = fc.double({ min: 0.5, max: 1.5, noNaN: true });

test('the sum over ranks is that of its terms', () => {
  for (const exponent of [0.7, 1, 1.3]) {
    let sum = 0;
    for (let rank = 1; rank <= 50_000; rank++) sum += rank ** -exponent;
    expect(powerSum(1, 50_000, exponent)).toBeCloseTo(sum, 3);
  }
});

test('bands contain every website once, all events, and the largest websites first', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), anyExponent, (websites, exponent) => {
      const bands = bandsOf(websites, 1e9, exponent);
      expect(bands.reduce((sum, band) => sum + band.websites, 0)).toBe(websites);
      const events = bands.reduce((sum, band) => sum + band.websites * band.eventsPerDay, 0);
      expect(events / 1e9).toBeCloseTo(1, 3);
      for (const [index, band] of bands.entries()) {
        const before = bands[index - 1];
        if (!before) continue;
        expect(band.firstRank).toBe(before.firstRank + before.websites);
        expect(band.eventsPerDay).toBeLessThan(before.eventsPerDay);
      }
    }),
    { numRuns: 20 },
  );
});

test("with an exponent of 1, the largest website has twice the events of the second: Zipf's law", () => {
  const [first, second] = bandsOf(5_000_000, 1e10, 1);
  expect(first!.eventsPerDay / second!.eventsPerDay).toBeCloseTo(2, 6);
});
