// Revenue and timestamps, for any input and not only the chosen ones of steps.test.ts.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseRevenue, REVENUE_MAX } from '../../../../src/core/intake/events/revenue.ts';
import { parseTimestampMs } from '../../../../src/core/intake/events/timestamp.ts';

const PARTS_MAX = REVENUE_MAX * 10_000;

describe('revenue', () => {
  const parts = fc.integer({ min: 0, max: PARTS_MAX });
  const decimalText = (value: number) => `${Math.floor(value / 10_000)}.${String(value % 10_000).padStart(4, '0')}`;

  test('with up to four decimals is kept exactly, as text and as a number', () => {
    fc.assert(
      fc.property(parts, (value) => {
        expect(parseRevenue(decimalText(value))).toBe(value);
        expect(parseRevenue(Number(decimalText(value)))).toBe(value);
      }),
      { seed: 21, numRuns: 2_000 },
    );
  });

  test('with more decimals is rounded to the nearest part', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: PARTS_MAX - 1 }), fc.integer({ min: 0, max: 9_999 }), (value, rest) => {
        const text = decimalText(value) + String(rest).padStart(4, '0');
        expect(parseRevenue(text)).toBe(rest >= 5_000 ? value + 1 : value);
      }),
      { seed: 22, numRuns: 2_000 },
    );
  });

  test('is never anything but a whole number in range', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.double(), fc.string(), fc.stringMatching(/^[-+0-9.eE]{0,12}$/), fc.jsonValue()),
        (value) => {
          const parsed = parseRevenue(value);
          if (parsed === undefined) return;
          expect(Number.isInteger(parsed) && parsed >= 0 && parsed <= PARTS_MAX).toBe(true);
          expect(Number(value) >= 0).toBe(true);
        },
      ),
      { seed: 23, numRuns: 2_000 },
    );
  });
});

describe('a timestamp', () => {
  const times = fc.date({ min: new Date(0), max: new Date('9999-12-30T00:00:00Z'), noInvalidDate: true });

  test('reads back to the millisecond, in UTC and at any offset', () => {
    fc.assert(
      fc.property(times, fc.integer({ min: -23 * 60 - 59, max: 23 * 60 + 59 }), (time, offsetMinutes) => {
        expect(parseTimestampMs(time.toISOString())).toBe(time.getTime());
        const local = new Date(time.getTime() + offsetMinutes * 60_000);
        if (local.getTime() < 0) return;
        const [hours, minutes] = [Math.floor(Math.abs(offsetMinutes) / 60), Math.abs(offsetMinutes) % 60].map((part) =>
          String(part).padStart(2, '0'),
        );
        const offset = `${offsetMinutes < 0 ? '-' : '+'}${hours}:${minutes}`;
        expect(parseTimestampMs(local.toISOString().replace('Z', offset))).toBe(time.getTime());
      }),
      { seed: 31, numRuns: 2_000 },
    );
  });

  test('is accepted only where the platform reads the same from it', () => {
    const texts = fc.stringMatching(/^[1-9]\d{3}-[01]\d-[0-3]\dT[0-2]\d:[0-6]\d:[0-5]\d(\.\d{1,4})?Z$/);
    fc.assert(
      fc.property(texts, (text) => {
        const parsed = parseTimestampMs(text);
        const asDate = new Date(text);
        const isReal = !Number.isNaN(asDate.getTime()) && asDate.toISOString().slice(0, 19) === text.slice(0, 19);
        expect(parsed).toBe(isReal ? asDate.getTime() : undefined);
      }),
      { seed: 32, numRuns: 5_000 },
    );
  });
});
