// Sweeping forgets what is too old, however much it is, and holds nobody up meanwhile.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dayOfTimestampMs } from '../../../../src/core/engine/rollups/calendar.ts';
import type { SqlValue } from '../../../../src/core/foundation/database/database.ts';
import { sweepEventIds, sweepOrdersAfter, sweepReceipts } from '../../../../src/core/intake/commit/sweep-seen.ts';
import { ENGINES } from '../../../support/databases.ts';
import { sweepRound } from '../../../support/sweep-round.ts';
import { DAY_MS } from '../../../support/test-clock.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';

const MANY = 12_000;

describe.each(ENGINES)('on %s', (engine) => {
  let ingestion: TestIngestion;

  beforeAll(async () => {
    ingestion = await createTestIngestion(engine);
  });

  beforeEach(() => ingestion.reset());
  afterAll(() => ingestion.dispose());

  /** Every third of them is fresh. */
  async function fill(): Promise<void> {
    const nowMs = ingestion.clock.nowMs;
    const rows = Array.from({ length: MANY }, (_, index): SqlValue[] => {
      return [1, `event-${index}`, index % 3 === 0 ? nowMs : nowMs - 8 * DAY_MS];
    });
    await ingestion.database.transaction((tx) =>
      tx.insertMany({ into: 'seen_events', columns: ['website_id', 'event_id', 'seen_at_ms'], rows }),
    );
  }

  test('what is fresh stays', async () => {
    await fill();
    await sweepRound(ingestion.database, ingestion.clock.now(), sweepReceipts, sweepEventIds);
    const left = await ingestion.database.query('SELECT MIN(seen_at_ms) AS oldest, COUNT(*) AS count FROM seen_events');
    expect(left).toEqual([{ oldest: ingestion.clock.nowMs, count: MANY / 3 }]);
  });

  test('orders stay for ever, unless there is a number of days', async () => {
    const today = dayOfTimestampMs(ingestion.clock.nowMs);
    const rows: SqlValue[][] = [
      [1, 'today', today],
      [1, 'ten days ago', today - 10],
      [1, 'eleven days ago', today - 11],
    ];
    await ingestion.database.transaction((tx) =>
      tx.insertMany({ into: 'seen_orders', columns: ['website_id', 'order_id', 'seen_day'], rows }),
    );
    const left = async () => {
      const orders = await ingestion.database.query<{ order_id: string }>('SELECT order_id FROM seen_orders');
      return orders.map(({ order_id: id }) => id).sort();
    };
    await sweepRound(ingestion.database, ingestion.clock.now(), sweepReceipts, sweepEventIds);
    expect(await left()).toHaveLength(3);
    await sweepRound(ingestion.database, ingestion.clock.now(), sweepOrdersAfter(10));
    expect(await left()).toEqual(['ten days ago', 'today']);
  });

  test('others get their turn', async () => {
    await fill();
    let turns = 0;
    let isSwept = false;
    const swept = sweepRound(ingestion.database, ingestion.clock.now(), sweepReceipts, sweepEventIds).then(() => {
      isSwept = true;
    });
    for (; !isSwept; turns++) await new Promise(setImmediate);
    await swept;
    expect(turns).toBeGreaterThan(1);
  });
});
