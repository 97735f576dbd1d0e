import { addDays, countDays, startOfMonth, startOfWeek } from '@funnel/report-files/days.ts';
import { partialBucket } from '@funnel/report-files/partial-buckets.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultGroupBy, GROUP_BYS, isTooFine, placeOfDay, splitRange } from '../../dashboard/src/api/buckets.ts';

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

describe('a bucket', () => {
  const of = (start: string, end: string) => ({ start, end });
  it.each([
    // Monday 2 November to Sunday 15 November 2026.
    ['2026-11-02', 'week', of('2026-11-04', '2026-11-15'), { days: of('2026-11-04', '2026-11-08'), isRunning: false }],
    ['2026-11-02', 'week', of('2026-11-02', '2026-11-15'), undefined],
    ['2026-11-09', 'week', of('2026-11-02', '2026-11-13'), { days: of('2026-11-09', '2026-11-13'), isRunning: false }],
    ['2026-11-16', 'week', of('2026-11-02', '2026-11-20'), { days: of('2026-11-16', '2026-11-20'), isRunning: true }],
    ['2026-10-01', 'month', of('2026-10-01', '2026-11-15'), undefined],
    ['2026-10-01', 'month', of('2026-10-02', '2026-11-15'), { days: of('2026-10-02', '2026-10-31'), isRunning: false }],
    ['2026-11-19', 'day', of('2026-11-01', '2026-11-20'), undefined],
    ['2026-11-20', 'day', of('2026-11-01', '2026-11-20'), { days: of('2026-11-20', '2026-11-20'), isRunning: true }],
  ] as const)('of %s by %s in %o is partial: %o', (date, groupBy, range, partial) => {
    expect(partialBucket(date, groupBy, range, '2026-11-20')).toEqual(partial);
  });

  it('is partial if and only if a day of it is outside the range or not over', () => {
    const cases = fc.record({
      first: fc.integer({ min: 0, max: 15_000 }),
      days: fc.integer({ min: 1, max: 120 }),
      // Today is before, in or after the range.
      today: fc.integer({ min: -10, max: 140 }),
      groupBy: fc.constantFrom(...GROUP_BYS),
    });
    fc.assert(
      fc.property(cases, ({ first, days, today, groupBy }) => {
        const start = addDays('1990-01-01', first);
        const range = { start, end: addDays(start, days - 1) };
        const now = addDays(start, today);
        const dates = new Set(Array.from({ length: days }, (_, index) => BUCKET_START[groupBy](addDays(start, index))));
        for (const date of dates) {
          let isComplete = true;
          for (let day = date; BUCKET_START[groupBy](day) === date; day = addDays(day, 1)) {
            isComplete &&= day >= range.start && day <= range.end && day < now;
          }
          expect(partialBucket(date, groupBy, range, now) === undefined).toBe(isComplete);
        }
      }),
      { seed: 18, numRuns: 300 },
    );
  });
});

it.each([
  ['2026-11-03', undefined],
  ['2026-11-04', 0],
  ['2026-11-09', 1],
  ['2026-11-15', 1],
  ['2026-11-17', 2],
  ['2026-11-18', undefined],
])('the bucket of %s', (day, place) => {
  const weeks = ['2026-11-02', '2026-11-09', '2026-11-16'];
  expect(placeOfDay(weeks, { start: '2026-11-04', end: '2026-11-17' }, day)).toBe(place);
});
