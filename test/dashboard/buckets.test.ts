import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultGroupBy, GROUP_BYS, isTooFine, splitRange } from '../../dashboard/src/api/buckets.ts';
import { addDays, countDays, startOfMonth, startOfWeek } from '../../dashboard/src/format/dates.ts';

const BUCKET_START = { day: (day: string) => day, week: startOfWeek, month: startOfMonth } as const;

describe('a long range in pieces', () => {
  it('covers every day once, in pieces that the API accepts and that split no bucket', () => {
    const window = fc.record({
      first: fc.integer({ min: 0, max: 20_000 }),
      days: fc.integer({ min: 1, max: 900 }),
      groupBy: fc.constantFrom(...GROUP_BYS),
    });
    fc.assert(
      fc.property(window, ({ first, days, groupBy }) => {
        const start = addDays('1970-01-01', first);
        const range = { start, end: addDays(start, days - 1) };
        const pieces = splitRange(range, groupBy);
        expect(pieces[0]!.start).toBe(range.start);
        expect(pieces.at(-1)!.end).toBe(range.end);
        pieces.forEach((piece, index) => {
          expect(countDays(piece)).toBeLessThanOrEqual(92);
          if (index === 0) return;
          expect(piece.start).toBe(addDays(pieces[index - 1]!.end, 1));
          expect(BUCKET_START[groupBy](piece.start)).toBe(piece.start);
        });
      }),
      { seed: 8, numRuns: 500 },
    );
  });
});

describe('the bucket size', () => {
  const ranges = fc
    .record({ first: fc.integer({ min: 0, max: 15_000 }), days: fc.integer({ min: 1, max: 11_000 }) })
    .map(({ first, days }) => {
      const start = addDays('1990-01-01', first);
      return { start, end: addDays(start, days - 1) };
    });

  it.each([
    ['2026-01-31', 'day'],
    ['2026-03-31', 'week'],
    ['2026-12-31', 'month'],
  ])('suits a range from New Year to %s: %s', (end, groupBy) => {
    expect(defaultGroupBy({ start: '2026-01-01', end })).toBe(groupBy);
  });

  it('is never too fine by default, and can always be coarser', () => {
    fc.assert(
      fc.property(ranges, (range) => {
        expect(isTooFine(defaultGroupBy(range), range)).toBe(false);
        const allowed = GROUP_BYS.map((groupBy) => !isTooFine(groupBy, range));
        expect(allowed).toEqual([...allowed].sort((a, b) => Number(a) - Number(b)));
      }),
      { seed: 4 },
    );
  });
});
