// How events are put into requests, and how long a failed one waits.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BATCH_LENGTH_MAX, retryDelayMs, splitIntoBatches } from '../../../packages/tracker/src/batches.ts';

describe('batches', () => {
  const events = fc.array(fc.record({ text: fc.string({ maxLength: 9_000, unit: 'grapheme' }) }), { maxLength: 300 });

  it('have every event once, in order', () => {
    const property = fc.property(events, (sent) => {
      expect(splitIntoBatches(sent).flat()).toEqual(sent);
    });
    fc.assert(property, { numRuns: 50 });
  });

  it('have 1 to 100 events and stay under the limit of the browser, unless one event alone is longer', () => {
    const property = fc.property(events, (sent) => {
      for (const batch of splitIntoBatches(sent)) {
        expect(batch.length).toBeGreaterThan(0);
        expect(batch.length).toBeLessThanOrEqual(100);
        if (batch.length > 1) expect(JSON.stringify(batch).length).toBeLessThanOrEqual(BATCH_LENGTH_MAX + 1);
      }
    });
    fc.assert(property, { numRuns: 50 });
  });

  it('are as few as possible for small events', () => {
    expect(splitIntoBatches(Array.from({ length: 201 }, () => ({}))).map(({ length }) => length)).toEqual([
      100, 100, 1,
    ]);
    expect(splitIntoBatches([])).toEqual([]);
  });
});

describe('the delay before a retry', () => {
  const random = fc.double({ min: 0, max: 1, noNaN: true });

  it('doubles up to five minutes, and is spread over half of it', () => {
    const property = fc.property(fc.nat({ max: 2_000 }), random, (attempt, share) => {
      const full = Math.min(1_000 * 2 ** attempt, 300_000);
      const delay = retryDelayMs(attempt, share, null);
      expect(delay).toBeGreaterThanOrEqual(full / 2);
      expect(delay).toBeLessThanOrEqual(full);
    });
    fc.assert(property);
  });

  it('is at least what the service asks for, up to five minutes', () => {
    const property = fc.property(fc.nat({ max: 20 }), random, fc.nat({ max: 10_000 }), (attempt, share, seconds) => {
      expect(retryDelayMs(attempt, share, String(seconds))).toBeGreaterThanOrEqual(Math.min(seconds * 1_000, 300_000));
    });
    fc.assert(property);
  });

  it.each(['', 'soon', 'Wed, 21 Oct 2026 07:28:00 GMT', '-5', 'Infinity'])('is finite for Retry-After %j', (value) => {
    expect(retryDelayMs(0, 1, value)).toBeGreaterThanOrEqual(1_000);
    expect(retryDelayMs(0, 1, value)).toBeLessThanOrEqual(300_000);
  });
});
