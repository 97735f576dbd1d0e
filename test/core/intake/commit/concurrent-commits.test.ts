// Several servers on one database: whatever overlaps is counted once, nothing is lost, and nobody waits for ever.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeWebsiteSettings } from '../../../../src/core/engine/catalog/website-settings.ts';
import { lockWebsites } from '../../../../src/core/engine/rollups/store.ts';
import { type Database, LockTimeoutError, type Queries } from '../../../../src/core/foundation/database/database.ts';
import { openDatabase } from '../../../../src/core/foundation/database/open/open.ts';
import { Random } from '../../../../src/core/foundation/statistics/random.ts';
import { sweepEventIds, sweepReceipts } from '../../../../src/core/intake/commit/sweep-seen.ts';
import type { Batch, BatchOutcome } from '../../../../src/core/intake/events/batch.ts';
import { ENGINES } from '../../../support/databases.ts';
import { batchOf, eventWith, orderWith, refundWith, type SentEvent } from '../../../support/events.ts';
import { restoreOf } from '../../../support/restore.ts';
import { distinctByDays, storedTotals } from '../../../support/stored-days.ts';
import { sweepRound } from '../../../support/sweep-round.ts';
import { DAY_MS } from '../../../support/test-clock.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';
import { TestStages } from '../../../support/test-stages.ts';

const COMMITTERS_PER_SERVER = 4;
const BATCHES_PER_COMMITTER = 10;
const EVENTS_PER_BATCH = 15;
const WEBSITES = [1, 2, 3];
/** Tests must not depend on how long a commit takes. */
const LONG_MS = 60_000;
const SHORT_MS = 1;

describe.each(ENGINES)('on %s', (engine) => {
  /** Two servers, each with connections of its own, on one database. */
  let ingestion: TestIngestion;
  let other: Database;
  let restore: () => Promise<void>;

  beforeAll(async () => {
    ingestion = await createTestIngestion(engine);
    other = await openDatabase(ingestion.url, { connectionsMax: 5 });
    restore = await restoreOf(ingestion.database);
  });
  beforeEach(async () => {
    ingestion.clock.offsetMs = 0;
    await restore();
  });
  afterAll(async () => {
    await other.close();
    await ingestion.dispose();
  });

  /** A stages does one commit after the other. */
  function stagesOfBoth(): TestStages[] {
    return [ingestion.database, other].flatMap((database) =>
      Array.from({ length: COMMITTERS_PER_SERVER }, () => new TestStages(database, ingestion.clock.now)),
    );
  }

  function ofWebsite(onlyWebsiteId: number) {
    return batchOf([eventWith({ website_id: onlyWebsiteId })], { onlyWebsiteId });
  }

  test('overlapping batches from two servers, all at once', async () => {
    const allStages = stagesOfBoth();
    const random = new Random(7);
    const queues = allStages.map((stages) => ({
      stages,
      batches: Array.from({ length: BATCHES_PER_COMMITTER }, () => overlappingEvents(random)),
    }));
    const sweeping = sweepRound(ingestion.database, ingestion.clock.now(), sweepReceipts, sweepEventIds);
    const outcomes = (await Promise.all(queues.map(({ stages, batches }) => commitInTurn(stages, batches)))).flat();
    await sweeping;

    const sent = queues.flatMap(({ batches }) => batches.flat());
    expect(sum(outcomes, 'accepted') + sum(outcomes, 'duplicates')).toBe(sent.length);
    let accepted = 0;
    for (const id of WEBSITES) {
      const unique = (key: 'id' | 'order_id') =>
        new Set(sent.filter((event) => event.website_id === id).flatMap((event) => event[key] ?? [])).size;
      const plain = sent.filter((event) => event.website_id === id && !event.id && !event.order_id);
      const website = { websiteId: id, kind: 'website', id } as const;
      expect(await storedTotals(ingestion.database, website)).toMatchObject({
        views: unique('id'),
        orders: unique('order_id'),
        conversions: plain.length,
      });
      expect((await distinctByDays(ingestion.database, website)).conversions).toBe(
        new Set(plain.map(({ visitor }) => visitor)).size,
      );
      accepted += unique('id') + unique('order_id') + plain.length;
    }
    expect(sum(outcomes, 'accepted')).toBe(accepted);
  });

  /** Leaves out those whose website is locked. */
  async function commitFree(stages: TestStages, batches: readonly Batch[], lockMsMax: number) {
    const accepted = await stages.acceptAll(batches);
    const results = await stages.commitFree(accepted, lockMsMax);
    return accepted.map((batch) => results.get(batch));
  }

  test('commits that leave out locked websites: each of the others counts, and raises the version once', async () => {
    const allStages = stagesOfBoth();
    await ingestion.count(...WEBSITES.map((id) => eventWith({ website_id: id, type: 'conversion' })));
    const results = await Promise.all(
      allStages.map(async (stages, start) => {
        const counted: number[] = [];
        for (let turn = 0; turn < BATCHES_PER_COMMITTER; turn++) {
          const onlyWebsiteId = WEBSITES[(start + turn) % WEBSITES.length]!;
          const [result] = await commitFree(stages, [ofWebsite(onlyWebsiteId)], SHORT_MS);
          if (result) counted.push(onlyWebsiteId);
        }
        return counted;
      }),
    );
    for (const id of WEBSITES) {
      const views = results.flat().filter((websiteId) => websiteId === id).length;
      expect(views).toBeGreaterThan(0);
      expect(await storedTotals(ingestion.database, { websiteId: id, kind: 'website', id })).toMatchObject({ views });
      const [activity] = await ingestion.database.query('SELECT version FROM website_activity WHERE website_id = $1', [
        id,
      ]);
      expect({ ...activity }).toEqual({ version: 1 + views });
    }
  });

  test('commits of several servers about the same websites take turns, in any order of their batches', async () => {
    const allStages = stagesOfBoth();
    const commits = allStages.map(async (stages, index) => {
      const ids = index % 2 === 0 ? WEBSITES : WEBSITES.toReversed();
      for (let turn = 0; turn < BATCHES_PER_COMMITTER; turn++) {
        const results = await commitFree(stages, ids.map(ofWebsite), LONG_MS);
        for (const result of results) expect(result).toMatchObject({ accepted: 1 });
      }
    });
    await Promise.all(commits);
    for (const id of WEBSITES) {
      const { views } = await storedTotals(ingestion.database, { websiteId: id, kind: 'website', id });
      expect(views).toBe(allStages.length * BATCHES_PER_COMMITTER);
    }
  });

  // On SQLite, transactions take turns.
  describe.runIf(engine === 'postgres')('while another transaction has a website', () => {
    function holdWebsite(database: Database, websiteId: number) {
      return hold(database, (tx) => lockWebsites(tx, [websiteId]));
    }

    async function hold(database: Database, lock: (tx: Queries) => Promise<unknown>) {
      const [isHeld, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const done = database.transaction(async (tx) => {
        await lock(tx);
        isHeld.resolve();
        await released.promise;
      });
      await Promise.race([isHeld.promise, done]);
      return () => {
        released.resolve();
        return done;
      };
    }

    test('for a moment, the commit waits for it', async () => {
      await ingestion.count(eventWith());
      const release = await holdWebsite(other, 1);
      const database = onStatement(ingestion.database, 'website_activity', release);
      const stages = new TestStages(database, ingestion.clock.now);
      const results = await commitFree(stages, [1, 2].map(ofWebsite), LONG_MS);
      expect(results).toMatchObject([{ accepted: 1 }, { accepted: 1 }]);
    });

    test.each([
      ['for long', SHORT_MS],
      ['and the commit does not wait', 0],
    ])('%s, its batches have no result and the others are counted', async (_, lockMsMax) => {
      const allStages = stagesOfBoth();
      await ingestion.count(eventWith());
      const release = await holdWebsite(other, 1);
      const accepted = await allStages[0]!.acceptAll([1, 2].map(ofWebsite));
      const results = await allStages[0]!.commitFree(accepted, lockMsMax);
      expect(accepted.map((batch) => results.get(batch))).toMatchObject([undefined, { accepted: 1 }]);
      await release();
      expect(await allStages[0]!.commit(accepted.slice(0, 1))).toMatchObject([{ accepted: 1 }]);
    });

    test.each(['rollup_counters', 'rollup_visitors', 'seen_events'])(
      'or rows of it in %s, its batches have no result and the others are counted',
      async (table) => {
        const allStages = stagesOfBoth();
        const batches = WEBSITES.map((id) =>
          batchOf([eventWith({ website_id: id, id: 'same', at: '2025-03-09T10:00:00Z' })], { onlyWebsiteId: id }),
        );
        await ingestion.stages.commitSent(batches);
        // What a commit adds to: also the same id again, after seven days.
        ingestion.clock.offsetMs = 8 * DAY_MS;
        const release = await hold(other, (tx) => tx.query(`SELECT 1 FROM ${table} WHERE website_id = 2 FOR UPDATE`));
        const results = await commitFree(allStages[0]!, batches, SHORT_MS).finally(release);
        expect(results).toMatchObject([{ accepted: 1 }, undefined, { accepted: 1 }]);
        const [later] = await commitFree(allStages[0]!, [batches[1]!], LONG_MS);
        expect(later).toMatchObject({ accepted: 1 });
      },
    );
  });

  test('the same touches, orders and refunds on two servers at once, again and again: each counts once', async () => {
    const allStages = stagesOfBoth();
    await changeWebsiteSettings(ingestion.database, 1, { credit_window_days: 7 }, ingestion.clock.now);
    await ingestion.count(eventWith({ type: 'conversion', campaign_id: 10, visitor: 'v', id: 'touch' }));
    const orders = Array.from({ length: 5 }, (_, n) => orderWith({ order_id: `o-${n}`, visitor: 'v', revenue: 10 }));
    const refunds = Array.from({ length: 5 }, (_, n) =>
      refundWith({ order_id: `o-${n}`, refund_id: 'r', ...(n > 0 && { revenue: n }) }),
    );
    const sendAll = async (stages: TestStages, isReversed: boolean) => {
      const batches = [batchOf(orders), batchOf(refunds), batchOf([...refunds, ...orders])];
      for (const batch of isReversed ? batches.toReversed() : batches) await stages.commitSent([batch]);
    };
    await Promise.all(allStages.map((stages, index) => sendAll(stages, index % 2 === 1)));
    for (const subject of [
      { kind: 'website', id: 1 },
      { kind: 'campaign', id: 10 },
    ] as const) {
      const counted = await storedTotals(ingestion.database, { websiteId: 1, ...subject });
      // One is gone, and the others are lowered by 1 to 4.
      expect(counted).toMatchObject({ orders: 4, revenue: 300_000 });
    }
  });

  test('a commit of a refund that fails at its end leaves nothing, and its repetition counts once', async () => {
    await ingestion.count(orderWith({ order_id: 'o', revenue: 10 }));
    const stages = new TestStages(failingAtItsEnd(ingestion.database), ingestion.clock.now);
    const refund = batchOf([refundWith({ refund_id: 'r', revenue: 4 })], { onlyWebsiteId: 1 });
    expect(await commitFree(stages, [refund], LONG_MS)).toMatchObject([{ accepted: 1, duplicates: 0 }]);
    const website = { websiteId: 1, kind: 'website', id: 1 } as const;
    expect(await storedTotals(ingestion.database, website)).toMatchObject({ orders: 1, revenue: 60_000 });
  });

  // Not only websites can be locked: a change of the schema locks tables, moving a shard locks it.
  test('a commit that waits too long for a lock after it has stored something is repeated as a whole', async () => {
    const stages = new TestStages(failingAtItsEnd(ingestion.database), ingestion.clock.now);
    expect(await commitFree(stages, [ofWebsite(1)], LONG_MS)).toMatchObject([{ accepted: 1 }]);
    expect((await storedTotals(ingestion.database, { websiteId: 1, kind: 'website', id: 1 })).views).toBe(1);
  });

  test('the same receipt on two servers at once: one counts, all get its answer', async () => {
    const allStages = stagesOfBoth();
    const receipt = { kind: 'request', websiteId: 1, idempotencyKey: 'same' } as const;
    const batch = () => batchOf([eventWith(), eventWith({ type: 'click' })], { receipt });
    const outcomes = await Promise.all(allStages.map((stages) => stages.commitSent([batch()])));
    const told = outcomes.map(([outcome]) => outcome!);
    expect(told.filter(({ isRepeat }) => !isRepeat)).toHaveLength(1);
    for (const { isRepeat: _, ...outcome } of told) expect(told[0]).toMatchObject(outcome);
    expect(outcomes[0]![0]).toMatchObject({ accepted: 1, rejected: 1 });
    expect((await storedTotals(ingestion.database, { websiteId: 1, kind: 'website', id: 1 })).views).toBe(1);
  });

  test('several receipts in one commit, in opposite orders', async () => {
    const allStages = stagesOfBoth();
    const receipts = Array.from({ length: 10 }, (_, index) => `key-${index}`);
    const batches = (keys: string[]) =>
      keys.map((idempotencyKey) =>
        batchOf([eventWith()], { receipt: { kind: 'request', websiteId: 1, idempotencyKey } }),
      );
    const commits = allStages.map((stages, index) =>
      stages.commitSent(batches(index % 2 === 0 ? receipts : receipts.toReversed())),
    );
    for (const outcomes of await Promise.all(commits)) expect(sum(outcomes, 'accepted')).toBe(10);
  });
});

/** Calls it when a query of a transaction with this text was sent. */
function onStatement(database: Database, text: string, call: () => void): Database {
  return {
    ...database,
    transaction: (work, options) =>
      database.transaction(
        (tx) =>
          work({
            insertMany: (insert) => tx.insertMany(insert),
            insertNew: (insert) => tx.insertNew(insert),
            runScript: (sql) => tx.runScript(sql),
            query: (sql, params) => {
              const answer = tx.query(sql, params);
              if (sql.includes(text)) call();
              return answer as never;
            },
          }),
        options,
      ),
  };
}

/** The first transaction that waits for locks with a limit exceeds it at its end. */
function failingAtItsEnd(database: Database): Database {
  let isFirst = true;
  return {
    ...database,
    transaction: (work, options) =>
      database.transaction(async (tx) => {
        const result = await work(tx);
        if (options && isFirst) {
          isFirst = false;
          throw new LockTimeoutError(new Error('a table is locked'));
        }
        return result;
      }, options),
  };
}

async function commitInTurn(stages: TestStages, batches: readonly SentEvent[][]): Promise<BatchOutcome[]> {
  const outcomes: BatchOutcome[] = [];
  for (const events of batches) outcomes.push(...(await stages.commitSent([batchOf(events)])));
  return outcomes;
}

/** Ids come from a small pool and in any order, websites too: the recipe for deadlocks. */
function overlappingEvents(random: Random): SentEvent[] {
  return Array.from({ length: EVENTS_PER_BATCH }, () => {
    const website_id = WEBSITES[random.between(0, WEBSITES.length - 1)]!;
    const number = random.between(1, 100);
    const roll = random.between(1, 3);
    if (roll === 1) return eventWith({ website_id, id: `id-${number}` });
    if (roll === 2) return orderWith({ website_id, order_id: `order-${number}` });
    return eventWith({ website_id, type: 'conversion', visitor: `visitor-${number}` });
  });
}

function sum(outcomes: readonly BatchOutcome[], key: 'accepted' | 'duplicates'): number {
  return outcomes.reduce((total, outcome) => total + outcome[key], 0);
}
