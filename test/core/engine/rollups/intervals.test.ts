// Which intervals cover a window: pure arithmetic, checked by properties.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayFromIso } from '../../../../src/core/engine/rollups/calendar.ts';
import {
  coverWindow,
  INTERVAL_LENGTHS,
  intervalsEndingIn,
  intervalsOver,
  LONGEST_INTERVAL,
  type PeriodRange,
  SHORTEST_INTERVAL,
} from '../../../../src/core/engine/rollups/intervals.ts';
import { examples } from '../../../support/long.ts';

fc.configureGlobal({ seed: 19700101, numRuns: examples(1_000) });

const LAST_DAY = dayFromIso('2100-12-31')!;
const day = fc.integer({ min: 0, max: LAST_DAY });
const windowLength = fc.integer({ min: 1, max: 1_500 });
const builtThrough = fc
  .integer({ min: 0, max: Math.floor(LAST_DAY / SHORTEST_INTERVAL) })
  .map((count) => count * SHORTEST_INTERVAL);

interface Period {
  readonly length: number;
  readonly first: number;
}

function periodsIn({ kind, first, last }: PeriodRange): Period[] {
  const length = kind || 1;
  return Array.from({ length: (last - first) / length + 1 }, (_, index) => ({ length, first: first + index * length }));
}

function daysOf({ length, first }: Period): number[] {
  return Array.from({ length }, (_, offset) => first + offset);
}

describe('a window', () => {
  test('is covered day by day, each day once and in order', () => {
    fc.assert(
      fc.property(day, windowLength, builtThrough, (firstDay, length, through) => {
        const window = { firstDay, lastDay: firstDay + length - 1 };
        const days = coverWindow(window, through).flatMap(periodsIn).flatMap(daysOf);
        expect(days).toEqual(daysOf({ length, first: firstDay }));
      }),
    );
  });

  test('is covered by intervals that exist: aligned, and not beyond the built ones', () => {
    fc.assert(
      fc.property(day, windowLength, builtThrough, (firstDay, length, through) => {
        const covered = coverWindow({ firstDay, lastDay: firstDay + length - 1 }, through);
        for (const period of covered.flatMap(periodsIn)) {
          if (period.length === 1) continue;
          expect(INTERVAL_LENGTHS).toContain(period.length);
          expect(period.first % period.length).toBe(0);
          expect(period.first + period.length).toBeLessThanOrEqual(through);
        }
      }),
    );
  });

  test('of any length takes at most three of each shorter length at either end, where all intervals are built', () => {
    fc.assert(
      fc.property(day, windowLength, (firstDay, length) => {
        const periods = coverWindow({ firstDay, lastDay: firstDay + length - 1 }, LAST_DAY * 2).flatMap(periodsIn);
        const whole = Math.floor(length / LONGEST_INTERVAL);
        expect(periods.length).toBeLessThanOrEqual(2 * 3 * INTERVAL_LENGTHS.length + whole);
      }),
    );
  });

  test('of 365 days takes at most 25 intervals and days, of 30 days at most 13', () => {
    for (const [length, most] of [
      [365, 25],
      [30, 13],
    ] as const) {
      const counts = Array.from({ length: LONGEST_INTERVAL }, (_, firstDay) => {
        const window = { firstDay: 20_000 + firstDay, lastDay: 20_000 + firstDay + length - 1 };
        return coverWindow(window, LAST_DAY * 2).flatMap(periodsIn).length;
      });
      expect(Math.max(...counts)).toBeLessThanOrEqual(most);
    }
  });

  test('without intervals is a single range of days, however wide', () => {
    const window = { firstDay: -3_000_000, lastDay: dayFromIso('9999-12-31')! };
    expect(coverWindow(window, 0).flatMap(({ kind }) => kind)).toEqual([0, 0]);
    expect(coverWindow({ firstDay: 5, lastDay: 1_000_000 }, 0)).toEqual([{ kind: 0, first: 5, last: 1_000_000 }]);
  });

  test('before 1970 is covered by days', () => {
    expect(coverWindow({ firstDay: -300, lastDay: -1 }, 1_000)).toEqual([{ kind: 0, first: -300, last: -1 }]);
    expect(coverWindow({ firstDay: -4, lastDay: 3 }, 1_000)).toEqual([
      { kind: 0, first: -4, last: -1 },
      { kind: 4, first: 0, last: 0 },
    ]);
  });
});

describe.each(INTERVAL_LENGTHS)('intervals of %i days', (length) => {
  const all = Array.from({ length: 600 / length }, (_, index) => index * length);

  test('that end in a range are those that were missing before it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 500 }), (a, b) => {
        const [after, through] = [Math.min(a, b), Math.max(a, b)];
        const expected = all.filter((first) => first + length > after && first + length <= through);
        const range = intervalsEndingIn(length, after, through);
        expect(range ? periodsIn(range).map(({ first }) => first) : []).toEqual(expected);
      }),
    );
  });

  test('over a window are those that share a day with it', () => {
    const bounds = [0, 1, 2].map(() => fc.integer({ min: 0, max: 500 }));
    fc.assert(
      fc.property(
        ...(bounds as [fc.Arbitrary<number>, fc.Arbitrary<number>, fc.Arbitrary<number>]),
        (a, b, through) => {
          const [firstDay, lastDay] = [Math.min(a, b), Math.max(a, b)];
          const expected = all.filter(
            (first) => first <= lastDay && first + length > firstDay && first + length <= through,
          );
          const range = intervalsOver(length, { firstDay, lastDay }, through);
          expect(range ? periodsIn(range).map(({ first }) => first) : []).toEqual(expected);
        },
      ),
    );
  });
});
