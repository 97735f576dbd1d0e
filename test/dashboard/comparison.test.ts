import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareMetrics, compareRows } from '../../dashboard/src/api/comparison.ts';
import type { Metrics } from '../../dashboard/src/api/types.ts';
import { changesOf, metricsOf } from '../../src/reports/metrics.ts';

const count = fc.integer({ min: 0, max: 1_000_000 });
const counts = fc.record({
  views: count,
  conversions: count,
  completions: count,
  submissions: count,
  subscribes: count,
  orders: count,
  revenue: fc.integer({ min: 0, max: 10_000_000_000 }),
});

describe('two reports compared by the dashboard', () => {
  it('show the changes that the API would show', () => {
    fc.assert(
      fc.property(counts, counts, (now, before) => {
        const compared = compareMetrics<Metrics>(metricsOf(now), metricsOf(before));
        expect(compared.changes).toEqual(changesOf(now, before));
        expect(compared.previous).toEqual(metricsOf(before));
      }),
      { seed: 18, numRuns: 1000 },
    );
  });

  it('match their rows by id, in the order of the first', () => {
    const [one, two] = fc.sample(counts, { numRuns: 2, seed: 18 }).map(metricsOf) as [Metrics, Metrics];
    const rows = compareRows(
      [
        { id: 3, metrics: one },
        { id: 1, metrics: two },
        { id: 2, metrics: two },
      ],
      [
        { id: 1, metrics: one },
        { id: 3, metrics: two },
      ],
    );
    expect(rows.map(({ id, metrics: { previous } }) => [id, previous])).toEqual([
      [3, two],
      [1, one],
      [2, undefined],
    ]);
  });
});
