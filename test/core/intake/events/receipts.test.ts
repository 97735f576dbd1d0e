// A request that carries an idempotency key counts once; a repeat gets the first answer.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sweepReceipts } from '../../../../src/core/intake/commit/sweep-seen.ts';
import type { Batch, BatchOutcome } from '../../../../src/core/intake/events/batch.ts';
import { ENGINES } from '../../../support/databases.ts';
import { batchOf, eventWith } from '../../../support/events.ts';
import { storedTotals } from '../../../support/stored-days.ts';
import { sweepRound } from '../../../support/sweep-round.ts';
import { DAY_MS } from '../../../support/test-clock.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';

describe.each(ENGINES)('on %s', (engine) => {
  let ingestion: TestIngestion;

  beforeAll(async () => {
    ingestion = await createTestIngestion(engine);
  });

  beforeEach(() => ingestion.reset());
  afterAll(() => ingestion.dispose());

  function request(events = [eventWith(), eventWith({ visitor: '' })], websiteId = 1, idempotencyKey = 'key'): Batch {
    return batchOf(events, { receipt: { kind: 'request', websiteId, idempotencyKey } });
  }

  async function commit(...batches: Batch[]): Promise<BatchOutcome[]> {
    return ingestion.stages.commitSent(batches);
  }

  async function views(websiteId = 1): Promise<number> {
    return (await storedTotals(ingestion.database, { websiteId, kind: 'website', id: websiteId })).views;
  }

  test('a repeat gets the first answer to the letter and counts nothing', async () => {
    const [first] = await commit(request());
    expect(first).toMatchObject({ accepted: 1, rejected: 1 });
    ingestion.clock.advance(6 * DAY_MS);
    expect(await commit(request())).toEqual([{ ...first, isRepeat: true }]);
    expect(await views()).toBe(1);
  });

  test('the same key with other events is refused, and counts nothing', async () => {
    await commit(request());
    await expect(commit(request([eventWith({ type: 'conversion' })]))).rejects.toMatchObject({
      status: 422,
      options: { code: 'idempotency_key_reused' },
    });
    expect(await views()).toBe(1);
  });

  test('the same key of another website is another key', async () => {
    await commit(request());
    expect(await commit(request([eventWith({ website_id: 2 })], 2))).toMatchObject([{ accepted: 1 }]);
    expect([await views(1), await views(2)]).toEqual([1, 1]);
  });

  test('a key that was refused may be used again', async () => {
    await expect(
      commit(batchOf('[', { receipt: { kind: 'request', websiteId: 1, idempotencyKey: 'key' } })),
    ).rejects.toThrow();
    expect(await commit(request())).toMatchObject([{ accepted: 1 }]);
  });

  test('repeats and first ones in one commit each get their answer', async () => {
    const [first] = await commit(request());
    const other = request([eventWith(), eventWith()], 1, 'other');
    expect(await commit(other, request(), batchOf([eventWith()]))).toMatchObject([
      { accepted: 2 },
      first!,
      { accepted: 1 },
    ]);
    expect(await views()).toBe(4);
  });

  test('a key is forgotten after seven days, swept or not', async () => {
    await commit(request());
    ingestion.clock.advance(7 * DAY_MS);
    expect(await commit(request([eventWith(), eventWith()]))).toMatchObject([{ accepted: 2 }]);
    ingestion.clock.advance(7 * DAY_MS - 1);
    await sweepRound(ingestion.database, ingestion.clock.now(), sweepReceipts);
    expect(await commit(request([eventWith(), eventWith()]))).toMatchObject([{ accepted: 2 }]);
    expect(await views()).toBe(3);
    ingestion.clock.advance(1);
    await sweepRound(ingestion.database, ingestion.clock.now(), sweepReceipts);
    expect(await ingestion.database.query('SELECT idempotency_key FROM collector_receipts')).toEqual([]);
  });

  test('keys of a website that never counted anything are swept as well', async () => {
    await commit(request([eventWith({ website_id: 3, visitor: '' })], 3));
    ingestion.clock.advance(8 * DAY_MS);
    await sweepRound(ingestion.database, ingestion.clock.now(), sweepReceipts);
    expect(await ingestion.database.query('SELECT idempotency_key FROM collector_receipts')).toEqual([]);
  });
});
