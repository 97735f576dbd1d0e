// Imports of touches, orders and refunds, killed while the commit settles them: nothing of the commit is there. Afterwards, whatever is
// sent again, each order is credited once and each refund lowers its order once, in counters and event log.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importCatalog } from '../../src/core/engine/catalog/records/import-catalog.ts';
import { changeWebsiteSettings } from '../../src/core/engine/catalog/website-settings.ts';
import { checkLog } from '../../src/core/engine/event-log/upkeep/check-log.ts';
import { systemClock } from '../../src/core/foundation/time/clock.ts';
import { switchLog } from '../support/event-log.ts';
import { batchOf, eventWith, ndjson, orderWith, refundWith, type SentEvent } from '../support/events.ts';
import { SAMPLE_CATALOG } from '../support/sample-catalog.ts';
import { storedTotals } from '../support/stored-days.ts';
import { TestStages } from '../support/test-stages.ts';
import { createFaultDatabase, type FaultDatabase } from './fault-database.ts';
import { FAULT_ENGINES } from './fault-rounds.ts';
import { FunnelProcess, runFunnel } from './funnel-process.ts';
import { killAt } from './held-rows.ts';

const at = '2025-03-08T10:00:00Z';
/** Counted before. It names the campaign 11 itself. */
const BEFORE = orderWith({ order_id: 'before', campaign_id: 11, revenue: 100, at });
/** Two orders are credited to the campaign 10, and one of them is refunded as a whole. A third one comes after its refund. */
const SENT: readonly SentEvent[] = [
  eventWith({ type: 'conversion', campaign_id: 10, visitor: 'v', id: 'touch', at }),
  orderWith({ order_id: 'kept', visitor: 'v', revenue: 50, at }),
  orderWith({ order_id: 'gone', visitor: 'v', revenue: 20, at }),
  refundWith({ order_id: 'before', refund_id: 'r', revenue: 30 }),
  refundWith({ order_id: 'kept', refund_id: 'r', revenue: 5 }),
  refundWith({ order_id: 'gone', refund_id: 'r' }),
  refundWith({ order_id: 'late', refund_id: 'r', revenue: 1 }),
];
const LATE = orderWith({ order_id: 'late', campaign_id: 11, revenue: 10, at });

/** In the order in which a commit comes to them. */
const HELD = [
  ['storing touches', { table: 'touch_runs', when: 'NEW.website_id = 1' }],
  [
    'storing what is left of orders',
    { table: 'seen_orders', when: "NEW.order_id = 'before' AND NEW.revenue = 700000" },
  ],
  ['storing what was credited and refunded', { table: 'rollup_order_sources', when: 'NEW.website_id = 1' }],
] as const;

describe.each(FAULT_ENGINES)('on %s', (engine) => {
  let database: FaultDatabase;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'funnel-faults-'));
    database = await createFaultDatabase(engine);
    await database.look(async (opened) => {
      await importCatalog(opened, SAMPLE_CATALOG, systemClock);
      await switchLog(opened, 1, true);
      await changeWebsiteSettings(opened, 1, { credit_window_days: 7 }, systemClock);
    });
  });

  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await database.dispose();
  });

  const send = (...events: SentEvent[]) =>
    database.look(async (opened) => (await new TestStages(opened, systemClock).commitSent([batchOf(events)]))[0]!);

  /** Orders and revenue of the website, of the campaign that orders are credited to, and of the one that they name. */
  const counted = () =>
    database.look(async (opened) => {
      expect((await checkLog(opened)).differences).toEqual([]);
      const subjects = [
        { kind: 'website', id: 1 },
        { kind: 'campaign', id: 10 },
        { kind: 'campaign', id: 11 },
      ] as const;
      const totals: number[][] = [];
      for (const subject of subjects) {
        const { orders, revenue } = await storedTotals(opened, { websiteId: 1, ...subject });
        totals.push([orders, revenue / 10_000]);
      }
      return totals;
    });

  test('a commit of refunds and credited orders has settled all of them, or none', async () => {
    const file = join(folder, 'events.ndjson');
    writeFileSync(file, ndjson(SENT));
    await send(BEFORE);
    for (const [what, rows] of HELD) {
      const start = () => new FunnelProcess(['import', 'events', file], database.url);
      await killAt(database.url, { on: 'INSERT', ...rows }, start);
      expect([what, await counted()]).toEqual([
        what,
        [
          [1, 100],
          [0, 0],
          [1, 100],
        ],
      ]);
    }

    const outcome = { accepted: SENT.length, duplicates: 0, rejected: 0 };
    expect(await runFunnel(['import', 'events', file], database.url)).toMatchObject(outcome);
    const settled = [
      [2, 115],
      [1, 45],
      [1, 70],
    ];
    expect(await counted()).toEqual(settled);
    expect(await send(BEFORE, ...SENT)).toMatchObject({ accepted: 0, duplicates: 1 + SENT.length });
    expect(await counted()).toEqual(settled);

    for (const accepted of [1, 0]) {
      expect(await send(LATE)).toMatchObject({ accepted, duplicates: 1 - accepted });
      expect(await counted()).toEqual([
        [3, 124],
        [1, 45],
        [2, 79],
      ]);
    }
  });
});
