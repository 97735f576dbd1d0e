// On which days visitors are there for the first time.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstDaysOf } from '../../../../src/core/engine/event-log/counting/gather-visitors.ts';

/** A few visitors, some of whom have the same high half; or thousands of them, who are in several ranges. */
const visitors = fc.oneof(
  fc
    .uniqueArray(
      fc.record({ high: fc.constantFrom(0, 1, 2 ** 31, 2 ** 32 - 1), low: fc.integer({ min: 1, max: 3 }) }),
      {
        selector: ({ high, low }) => `${high}/${low}`,
      },
    )
    .map((some) => some.sort((a, b) => a.high - b.high || a.low - b.low)),
  fc.nat(5_000).map((count) => Array.from({ length: count }, (_, n) => ({ high: n * 800_000, low: 1 }))),
);

test('a visitor is there for the first time in the runs of the first day that have this visitor', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ day: fc.nat(3), visitors })), (some) => {
      const runs = some.sort((a, b) => a.day - b.day);
      const firstDays = new Map<string, number>();
      const isFirstDay = (day: number, { high, low }: { high: number; low: number }) => {
        const key = `${high}/${low}`;
        if (!firstDays.has(key)) firstDays.set(key, day);
        return firstDays.get(key) === day;
      };
      const expected = runs.map(({ day, visitors: ofRun }) => ({
        day,
        high: Uint32Array.from(
          ofRun.filter((one) => isFirstDay(day, one)),
          ({ high }) => high,
        ),
      }));
      const found = firstDaysOf(
        runs.map((run) => ({
          day: run.day,
          high: Uint32Array.from(run.visitors, ({ high }) => high),
          low: Uint32Array.from(run.visitors, ({ low }) => low),
        })),
      );
      expect(found).toEqual(expected);
    }),
  );
});
