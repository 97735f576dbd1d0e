import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GROUP_BYS, splitRange } from '../../dashboard/src/api/split-range.ts';
import { addDays, countDays, startOfMonth, startOfWeek } from '../../dashboard/src/format/dates.ts';

const BUCKET_START = { day: (day: string) => day, week: startOfWeek, month: startOfMonth } as const;

describe('a long window in pieces', () => {
  it('covers every day once, in pieces that the API takes and that cut no bucket', () => {
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
