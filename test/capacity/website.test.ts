import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { catalogOf } from '../../bench/capacity/catalog.ts';
import { type Assumptions, DEFAULT_ASSUMPTIONS, VISITED_TYPES } from '../../capacity/assumptions.ts';
import { readMeasured } from '../../capacity/measured.ts';
import { dayOf, eventCost, sketchRowBytes, storedBy, subjectsOf } from '../../capacity/website.ts';
import { Sketch } from '../../src/core/foundation/sketches/hyperloglog.ts';
import { Random } from '../../src/core/foundation/statistics/random.ts';
import { ENGINES } from '../support/databases.ts';
import type { SentEvent } from '../support/events.ts';
import { createTestIngestion } from '../support/test-ingestion.ts';

const measured = readMeasured();
const anyEvents = fc.double({ min: 1, max: 1e9, noNaN: true });

test('the measured sketches are as large as sketches of so many visitors are', () => {
  const random = new Random(9);
  for (const { visitors, sketchBytes } of measured.storage.figures.sketchRows.filter(
    ({ visitors: n }) => n <= 20_000,
  )) {
    const sketch = new Sketch();
    for (let n = 0; n < visitors; n++) sketch.add(random.next() * 2 ** 32, random.next() * 2 ** 32);
    expect(sketch.toBytes().length / sketchBytes).toBeCloseTo(1, 1);
  }
});

test('rows between measured sizes are between their bytes', () => {
  const rows = measured.storage.figures.sketchRows;
  expect(sketchRowBytes(1, 'postgres', rows)).toBe(rows[0]!.postgres.bytes);
  expect(sketchRowBytes(1e9, 'postgres', rows)).toBe(rows.at(-1)!.postgres.bytes);
  const [low, high] = [rows[3]!, rows[4]!];
  const middle = sketchRowBytes((low.visitors + high.visitors) / 2, 'postgres', rows);
  expect(middle).toBeCloseTo((low.postgres.bytes + high.postgres.bytes) / 2, 6);
});

test('more events never mean fewer rows, and an event never costs more because there are more of them in a commit', () => {
  fc.assert(
    fc.property(anyEvents, fc.double({ min: 1, max: 10, noNaN: true }), (events, factor) => {
      const [few, many] = [events, events * factor].map((n) => dayOf(n, 'postgres', measured, DEFAULT_ASSUMPTIONS));
      expect(many!.rows).toBeGreaterThanOrEqual(few!.rows * (1 - 1e-9));
      expect(many!.intervalRows).toBeGreaterThanOrEqual(few!.intervalRows * (1 - 1e-9));
      const shorter = eventCost(events, measured, DEFAULT_ASSUMPTIONS);
      const longer = eventCost(events, measured, { ...DEFAULT_ASSUMPTIONS, commitSeconds: 1 });
      expect(longer.walBytes).toBeLessThanOrEqual(shorter.walBytes * (1 + 1e-9));
    }),
  );
});

test('twice the retention time means twice the rollups, and the same event ids', () => {
  fc.assert(
    fc.property(anyEvents, (events) => {
      const once = storedBy(events, 'postgres', measured, DEFAULT_ASSUMPTIONS);
      const twice = storedBy(events, 'postgres', measured, { ...DEFAULT_ASSUMPTIONS, retentionDays: 800 });
      expect(twice.rollupBytes).toBeCloseTo(2 * once.rollupBytes, -1);
      expect(twice.idBytes).toBe(once.idBytes);
    }),
  );
});

describe.each(ENGINES)('a real day (%s)', (engine) => {
  test('has as many rows as the model says', async () => {
    const assumed: Assumptions = { ...DEFAULT_ASSUMPTIONS, eventsPerCampaign: 400 };
    const eventsPerDay = 1_000;
    const size = { websites: 1, campaigns: 3, variants: 2, steps: 2, elements: 2 };
    const { count, database, dispose } = await createTestIngestion(engine, catalogOf(size));
    try {
      await count(...eventsOf(eventsPerDay, assumed));
      const [counters] = await database.query<{ count: number }>('SELECT COUNT(*) AS count FROM rollup_counters');
      const [sketches] = await database.query<{ count: number }>('SELECT COUNT(*) AS count FROM rollup_visitors');
      const { rows } = dayOf(eventsPerDay, engine, measured, assumed);
      expect(subjectsOf(eventsPerDay, assumed)).toBe(46);
      expect((Number(counters!.count) + Number(sketches!.count)) / rows).toBeCloseTo(1, 1);
    } finally {
      await dispose();
    }
  });
});

/** Makes them as the model assumes them: views of steps, everything else of elements, evenly spread. */
function eventsOf(eventsPerDay: number, { shareOfType, eventsPerVisitor }: Assumptions): SentEvent[] {
  const random = new Random(4);
  return [...VISITED_TYPES, 'order' as const].flatMap((type) =>
    Array.from({ length: Math.round(eventsPerDay * shareOfType[type]) }, () => ({
      type,
      website_id: 1,
      visitor: `visitor-${random.between(1, eventsPerDay / eventsPerVisitor)}`,
      ...(type === 'view' ? { step_id: random.between(1, 12) } : { element_id: random.between(1, 24) }),
      ...(type === 'order' && { revenue: 10 }),
    })),
  );
}
