// An id counts once per website within seven days, an order_id once for ever.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { releaseRefunds } from '../../../../src/core/intake/commit/drop-duplicates.ts';
import { sweepEventIds } from '../../../../src/core/intake/commit/sweep-seen.ts';
import { ENGINES } from '../../../support/databases.ts';
import { batchOf, eventWith, orderWith } from '../../../support/events.ts';
import { storedTotals } from '../../../support/stored-days.ts';
import { sweepRound } from '../../../support/sweep-round.ts';
import { DAY_MS } from '../../../support/test-clock.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';

const ONE = { accepted: 1, duplicates: 0, rejected: 0 };
const REPEAT = { accepted: 0, duplicates: 1, rejected: 0 };

describe.each(ENGINES)('on %s', (engine) => {
  let ingestion: TestIngestion;

  beforeAll(async () => {
    ingestion = await createTestIngestion(engine);
  });

  beforeEach(() => ingestion.reset());
  afterAll(() => ingestion.dispose());

  function websiteTotals(id: number) {
    return storedTotals(ingestion.database, { websiteId: id, kind: 'website', id });
  }

  test('the first of a batch counts, with its own content', async () => {
    const outcome = await ingestion.count(
      orderWith({ id: 'a', revenue: 1 }),
      orderWith({ id: 'a', revenue: 20 }),
      orderWith({ order_id: 'o', revenue: 300 }),
      orderWith({ order_id: 'o', revenue: 4_000 }),
    );
    expect(outcome).toMatchObject({ accepted: 2, duplicates: 2, rejected: 0 });
    expect((await websiteTotals(1)).revenue).toBe(3_010_000);
  });

  test('the first batch of a group counts', async () => {
    const outcomes = await ingestion.stages.commitSent([
      batchOf([eventWith({ id: 'a' })]),
      batchOf([eventWith({ id: 'a' }), eventWith({ id: 'b' })]),
    ]);
    expect(outcomes).toMatchObject([ONE, { accepted: 1, duplicates: 1 }]);
    expect((await websiteTotals(1)).views).toBe(2);
  });

  test('a later batch counts nothing again, whatever else the event says', async () => {
    expect(await ingestion.count(eventWith({ id: 'a' }))).toMatchObject(ONE);
    expect(await ingestion.count(eventWith({ id: 'a', type: 'conversion', visitor: 'b' }))).toMatchObject(REPEAT);
    expect(await websiteTotals(1)).toMatchObject({ views: 1, conversions: 0 });
  });

  test('rejected refunds are released with few statements, however many there are', async () => {
    const claims = Array.from({ length: 1_000 }, (_, index) => {
      const amount = { revenue: 1, sent: undefined, products: [], source: 'server' as const };
      const refund = { orderId: `o${index}`, refundId: 'r', time: 0, ...amount, index, line: 1 };
      return { websiteId: 1, id: `e${index}`, orderId: undefined, refund };
    });
    let statements = 0;
    await ingestion.database.transaction(async (tx) => {
      await tx.insertMany({
        into: 'seen_refunds',
        columns: ['website_id', 'order_id', 'refund_id', 'seen_day'],
        rows: [...claims.map(({ refund }) => [1, refund.orderId, 'r', 1]), [1, 'o1', 'other', 1], [2, 'o1', 'r', 1]],
      });
      await tx.insertMany({
        into: 'seen_events',
        columns: ['website_id', 'event_id', 'seen_at_ms'],
        rows: [...claims.map(({ id }) => [1, id, 1]), [2, 'e1', 1]],
      });
      const query: typeof tx.query = (sql, params) => {
        statements++;
        return tx.query(sql, params);
      };
      await releaseRefunds({ ...tx, query }, 1, claims);
    });
    expect(statements).toBeLessThan(10);
    const refunds = await ingestion.database.query('SELECT website_id, refund_id FROM seen_refunds ORDER BY 1');
    expect(refunds.map((row) => ({ ...row }))).toEqual([
      { website_id: 1, refund_id: 'other' },
      { website_id: 2, refund_id: 'r' },
    ]);
    const events = await ingestion.database.query('SELECT website_id FROM seen_events');
    expect(events.map((row) => ({ ...row }))).toEqual([{ website_id: 2 }]);
  });

  test('websites do not share ids or orders', async () => {
    for (const event of [eventWith({ id: 'a' }), orderWith({ order_id: 'o' })]) {
      expect(await ingestion.count(event, { ...event, website_id: 2 })).toMatchObject({ accepted: 2 });
      expect(await ingestion.count({ ...event, website_id: 3 })).toMatchObject(ONE);
      expect(await ingestion.count({ ...event, website_id: 3 })).toMatchObject(REPEAT);
    }
  });

  test('an id and an order_id of the same text are two things', async () => {
    expect(await ingestion.count(eventWith({ id: 'x' }), orderWith({ order_id: 'x' }))).toMatchObject({ accepted: 2 });
  });

  test('events without an id are never repeats', async () => {
    expect(await ingestion.count(eventWith(), eventWith(), orderWith(), orderWith())).toMatchObject({ accepted: 4 });
  });

  test('an id counts again after seven days, counted from when it was counted last', async () => {
    const event = eventWith({ id: 'a' });
    const outcomes: number[] = [];
    for (const waitMs of [0, DAY_MS, 6 * DAY_MS - 1, 1, 7 * DAY_MS - 1, 1]) {
      ingestion.clock.advance(waitMs);
      outcomes.push((await ingestion.count(event)).accepted);
    }
    expect(outcomes).toEqual([1, 0, 0, 1, 0, 1]);
  });

  test('the same with the sweep in between', async () => {
    await ingestion.count(eventWith({ id: 'a' }));
    ingestion.clock.advance(7 * DAY_MS - 1);
    await sweepRound(ingestion.database, ingestion.clock.now(), sweepEventIds);
    expect(await ingestion.count(eventWith({ id: 'a' }))).toMatchObject(REPEAT);
    ingestion.clock.advance(1);
    await sweepRound(ingestion.database, ingestion.clock.now(), sweepEventIds);
    expect(await ingestion.database.query('SELECT event_id FROM seen_events')).toEqual([]);
    expect(await ingestion.count(eventWith({ id: 'a' }))).toMatchObject(ONE);
  });

  test('an order never counts again', async () => {
    await ingestion.count(orderWith({ order_id: 'o' }));
    for (const waitMs of [7 * DAY_MS, 3_650 * DAY_MS]) {
      ingestion.clock.advance(waitMs);
      await sweepRound(ingestion.database, ingestion.clock.now(), sweepEventIds);
      expect(await ingestion.count(orderWith({ order_id: 'o' }))).toMatchObject(REPEAT);
    }
  });

  describe('with both', () => {
    const order = (id: string, order_id: string) => orderWith({ id, order_id });

    test('either one is enough for a repeat', async () => {
      expect(await ingestion.count(order('a', '1'))).toMatchObject(ONE);
      expect(await ingestion.count(order('b', '1'))).toMatchObject(REPEAT);
      expect(await ingestion.count(order('a', '2'))).toMatchObject(REPEAT);
      expect((await websiteTotals(1)).orders).toBe(1);
    });

    test('a repeat by its id does not use up its order', async () => {
      await ingestion.count(order('a', '1'), order('a', '2'));
      expect(await ingestion.count(order('c', '2'))).toMatchObject(ONE);
    });

    test('after seven days the order still stands', async () => {
      await ingestion.count(order('a', '1'));
      ingestion.clock.advance(8 * DAY_MS);
      expect(await ingestion.count(order('a', '1'))).toMatchObject(REPEAT);
      expect(await ingestion.count(order('z', '2'))).toMatchObject(ONE);
    });
  });

  test('a rejected event uses up neither', async () => {
    expect(await ingestion.count(orderWith({ id: 'a', order_id: 'o', revenue: -1 }))).toMatchObject({ rejected: 1 });
    expect(await ingestion.count(orderWith({ id: 'a', order_id: 'o' }))).toMatchObject(ONE);
  });

  test('a commit that fails uses up neither', async () => {
    const poisoned = batchOf([orderWith({ id: 'a', order_id: 'o' })], {
      // Not a website that can be stored: the claim of the receipt fails after the batch was prepared.
      receipt: { kind: 'request', websiteId: Number.NaN, idempotencyKey: 'k' },
    });
    await expect(ingestion.stages.commitSent([poisoned])).rejects.toThrow();
    expect(await ingestion.count(orderWith({ id: 'a', order_id: 'o' }))).toMatchObject(ONE);
  });

  test('thousands of ids in one batch, half of them known', async () => {
    const events = Array.from({ length: 5_000 }, (_, index) => eventWith({ id: `id-${index}` }));
    expect(await ingestion.count(...events.filter((_, index) => index % 2 === 0))).toMatchObject({ accepted: 2_500 });
    expect(await ingestion.count(...events)).toMatchObject({ accepted: 2_500, duplicates: 2_500 });
  });
});
