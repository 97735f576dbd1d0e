import { compareMetrics, compareReports } from '@funnel/report-files/comparison.ts';
import type { Metrics } from '@funnel/report-files/metrics.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FunnelReport } from '../../dashboard/src/api/types.ts';
import { changesOf, metricsOf } from '../../src/core/answers/reports/metrics.ts';

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
    const reportOf = (...campaigns: { id: number; metrics: Metrics }[]) => ({ data: { campaigns } });
    const now = reportOf({ id: 3, metrics: one }, { id: 1, metrics: two }, { id: 2, metrics: two });
    const before = reportOf({ id: 1, metrics: one }, { id: 3, metrics: two });
    const rows = compareReports(now, before).data.campaigns;
    expect(rows.map(({ id, metrics: { previous } }) => [id, previous])).toEqual([
      [3, two],
      [1, one],
      [2, undefined],
    ]);
  });

  describe('of funnels', () => {
    const stepsOf = (...visitors: number[]) =>
      visitors.map((count) => ({
        step: 'view',
        visitors: count,
        rate: 0,
        drop_off: 0,
        seconds_since_step_before: null,
      }));
    const reportOf = (visitors: number[], values: Record<string, number[]>) => {
      const rows = Object.entries(values).map(([value, counts]) => ({ value, steps: stepsOf(...counts) }));
      return { data: { steps: stepsOf(...visitors), breakdown: { values: rows } } } as unknown as FunnelReport;
    };

    it('compare visitors, the rate and the drop-off of each step', () => {
      const { steps } = compareReports(reportOf([200, 50, 30], {}), reportOf([100, 50, 0], {})).data;
      expect(steps.map(({ changes }) => changes)).toEqual([
        { visitors: 100, rate: 0, drop_off: null },
        { visitors: 0, rate: -50, drop_off: 50 },
        { visitors: null, rate: null, drop_off: -60 },
      ]);
      expect(steps.map(({ previous }) => previous?.visitors)).toEqual([100, 50, 0]);
    });

    it('have no changes from nothing', () => {
      const { steps } = compareReports(reportOf([200, 50], {}), reportOf([0, 0], {})).data;
      expect(steps[1]?.changes).toEqual({ visitors: null, rate: null, drop_off: null });
    });

    it('match values by their name; the others are other ones', () => {
      const now = reportOf([9, 9], { new: [4, 4], mobile: [3, 3], '(other)': [2, 2] });
      const before = reportOf([9, 9], { mobile: [6, 6], '(other)': [3, 3] });
      const { breakdown } = compareReports(now, before).data;
      expect(breakdown?.values.map(({ value, steps }) => [value, steps[0]?.changes?.visitors])).toEqual([
        ['new', undefined],
        ['mobile', -50],
        ['(other)', undefined],
      ]);
    });
  });
});
