import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULT_ASSUMPTIONS } from '../../capacity/assumptions.ts';
import { readMeasured } from '../../capacity/measured.ts';
import { demandOf, LIMITS, planFor, websitesAt } from '../../capacity/plan.ts';

const measured = readMeasured();
const demand = (websites: number) => demandOf(websites, measured, DEFAULT_ASSUMPTIONS);

test('more websites never need less of anything', () => {
  fc.assert(
    fc.property(fc.integer({ min: 10, max: 5_000_000 }), fc.integer({ min: 2, max: 20 }), (websites, factor) => {
      const [few, many] = [demand(websites), demand(websites * factor)];
      for (const limit of LIMITS) {
        expect(limit.used(many, DEFAULT_ASSUMPTIONS), limit.what).toBeGreaterThan(limit.used(few, DEFAULT_ASSUMPTIONS));
      }
      const [small, large] = [few, many].map((one) => planFor(one, DEFAULT_ASSUMPTIONS));
      expect(large!.workers).toBeGreaterThanOrEqual(small!.workers);
      expect(large!.clusters).toBeGreaterThanOrEqual(small!.clusters);
    }),
    { numRuns: 10 },
  );
});

test('a plan has room for the demand, and not for much more', () => {
  fc.assert(
    fc.property(fc.integer({ min: 10_000, max: 10_000_000 }), (websites) => {
      const { node, fill } = DEFAULT_ASSUMPTIONS;
      const needs = demand(websites);
      const { workersBy, serviceNodes } = planFor(needs, DEFAULT_ASSUMPTIONS);
      for (const [nodes, need, each] of [
        [workersBy.processors, needs.cores.workers, node.cores],
        [workersBy.disk, needs.stored.allBytes, node.diskBytes],
        [workersBy.memory, needs.hotBytes, node.memoryBytes],
        [serviceNodes, needs.cores.service, node.cores],
      ] as const) {
        expect(nodes * each * fill).toBeGreaterThanOrEqual(need);
        if (nodes > 1) expect((nodes - 1) * each * fill).toBeLessThan(need);
      }
    }),
    { numRuns: 10 },
  );
});

test.each(LIMITS)('$what: reached at the number of websites that is given, and not before', (limit) => {
  const websites = websitesAt(limit, measured, DEFAULT_ASSUMPTIONS);
  if (websites === undefined) expect(limit.used(demand(1e9), DEFAULT_ASSUMPTIONS)).toBeLessThan(1);
  else {
    expect(limit.used(demand(websites), DEFAULT_ASSUMPTIONS)).toBeGreaterThanOrEqual(1);
    expect(limit.used(demand(Math.floor(websites * 0.97)), DEFAULT_ASSUMPTIONS)).toBeLessThan(1);
  }
});
