// Shards as on Citus, on an ordinary PostgreSQL: websites 1 and 2 are on two shards of one node, website 3 on a shard of another.
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Shard, ShardFinder } from '../../../../src/core/foundation/database/citus/website-shards.ts';
import { WebsiteShards } from '../../../../src/core/foundation/database/citus/website-shards.ts';
import { Lanes } from '../../../../src/core/intake/commit/lanes.ts';
import { ENGINES, ON_CITUS } from '../../../support/databases.ts';
import { batchOf, eventWith } from '../../../support/events.ts';
import { storedTotals } from '../../../support/stored-days.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';

const CONNECTIONS_MAX = 5;
const GATE = 7;
const SHARDS: Readonly<Record<number, Shard>> = {
  1: { id: 11, nodeId: 1, nodeCount: 2 },
  2: { id: 12, nodeId: 1, nodeCount: 2 },
  3: { id: 21, nodeId: 2, nodeCount: 2 },
};

/** What a dead worker is to the coordinator. */
const UNREACHABLE = "RAISE EXCEPTION 'connection to the remote node failed' USING ERRCODE = '08006'";
const WAIT_AT_GATE = `PERFORM pg_advisory_xact_lock_shared(${GATE})`;

const SEVERAL_SHARDS: ShardFinder = {
  find: async (websiteId) => SHARDS[websiteId]!,
  group: async (websiteIds) => websiteIds.map((id) => [id]),
};
const ONE_SHARD: ShardFinder = {
  find: async () => ({ ...SHARDS[1]!, nodeCount: 1 }),
  group: async (websiteIds) => [websiteIds],
};

// On a cluster, shards are what they are.
describe.skipIf(!ENGINES.includes('postgres') || ON_CITUS)('on PostgreSQL', () => {
  let ingestion: TestIngestion;

  beforeAll(async () => {
    ingestion = await createTestIngestion('postgres');
  });

  beforeEach(() => ingestion.reset());
  afterEach(() => script('DROP TRIGGER IF EXISTS on_count ON rollup_counters'));
  afterAll(() => ingestion.dispose());

  function lanes(shards?: ShardFinder): Lanes {
    const { database, clock } = ingestion;
    return new Lanes({ database, clock: clock.now, connectionsMax: CONNECTIONS_MAX, ...(shards && { shards }) });
  }

  function script(sql: string): Promise<void> {
    return ingestion.database.transaction((tx) => tx.runScript(sql));
  }

  /** Runs the PL/pgSQL statement when something is counted for the website. */
  function whenCounted(websiteId: number, statement: string): Promise<void> {
    return script(`CREATE OR REPLACE FUNCTION on_count() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN IF NEW.website_id = ${websiteId} THEN ${statement}; END IF; RETURN NEW; END $$;
      CREATE TRIGGER on_count BEFORE INSERT ON rollup_counters FOR EACH ROW EXECUTE FUNCTION on_count();`);
  }

  function batch(websiteId: number, id: string) {
    const receipt = { kind: 'request', websiteId, idempotencyKey: id } as const;
    return batchOf([eventWith({ website_id: websiteId })], { onlyWebsiteId: websiteId, receipt });
  }

  async function views(websiteId: number): Promise<number> {
    return (await storedTotals(ingestion.database, { websiteId, kind: 'website', id: websiteId })).views;
  }

  test('a lane keeps as much of the catalog in memory as it is told', async () => {
    const { database, clock } = ingestion;
    const loadsWith = async (catalogSubjectsMax: number) => {
      let loads = 0;
      const query: typeof database.query = (sql, params) => {
        if (sql.includes('FROM elements')) loads++;
        return database.query(sql, params);
      };
      const counting = { ...database, query };
      const limited = new Lanes({ database: counting, clock: clock.now, connectionsMax: 2, catalogSubjectsMax });
      for (const websiteId of [1, 2, 3, 1, 2, 3]) {
        await limited.ingest(batch(websiteId, `${catalogSubjectsMax}/${websiteId}/${loads}`));
      }
      return loads;
    };
    expect([await loadsWith(1_000), await loadsWith(1)]).toEqual([3, 6]);
  });

  test('websites of one shard share a commit, those of several do not', async () => {
    const sharedBy = async (shards: ShardFinder) => {
      const into = lanes(shards);
      const outcomes = await Promise.all([1, 2, 3].map((id) => into.ingest(batch(id, 'first'))));
      return outcomes.map(({ groupBatches }) => groupBatches);
    };
    expect(await sharedBy(ONE_SHARD)).toEqual([3, undefined, undefined]);
    await ingestion.reset();
    expect(await sharedBy(SEVERAL_SHARDS)).toEqual([1, 1, 1]);
  });

  test('without Citus, all websites share a commit', async () => {
    const { database, clock } = ingestion;
    const shards = new WebsiteShards({ ...database, isDistributed: async () => false }, clock.now);
    const into = lanes(shards);
    const outcomes = await Promise.all([1, 2, 3].map((id) => into.ingest(batch(id, 'a'))));
    expect(outcomes.map(({ groupBatches }) => groupBatches)).toEqual([3, undefined, undefined]);
  });

  test('without Citus, small batches do not share a commit with large ones, so they do not wait for those', async () => {
    const into = lanes();
    const events = Array.from({ length: 2_000 }, () => eventWith({ website_id: 1 }));
    const large = into.ingest(batchOf(events, { onlyWebsiteId: 1 }));
    const outcomes = await Promise.all([large, into.ingest(batch(2, 'a')), into.ingest(batch(3, 'a'))]);
    expect(outcomes.map(({ groupBatches }) => groupBatches)).toEqual([1, 2, undefined]);
    expect(await views(1)).toBe(2_000);
  });

  test('events of a website that cannot be reached are refused, all others are counted', async () => {
    await whenCounted(3, UNREACHABLE);
    const into = lanes(SEVERAL_SHARDS);
    const ids = Array.from({ length: 10 }, (_, number) => `${number}`);
    const refused = ids.map((id) =>
      expect(into.ingest(batch(3, id))).rejects.toMatchObject({
        status: 503,
        options: { code: 'database_unavailable', headers: { 'retry-after': expect.any(String) } },
      }),
    );
    const counted = ids.flatMap((id) => [into.ingest(batch(1, id)), into.ingest(batch(2, id))]);
    for (const outcome of await Promise.all(counted)) expect(outcome).toMatchObject({ accepted: 1 });
    await Promise.all(refused);
    expect([await views(1), await views(2), await views(3)]).toEqual([10, 10, 0]);

    await script('DROP TRIGGER on_count ON rollup_counters');
    const retries = [...ids, ...ids].map((id) => into.ingest(batch(3, id)));
    for (const outcome of await Promise.all(retries)) expect(outcome).toMatchObject({ accepted: 1 });
    expect(await views(3)).toBe(10);
  });

  test('events for a worker that does not answer are refused without a try once one has failed, until it answers again', async () => {
    const silent = new Set<number>();
    let transactions = 0;
    const { database, clock } = ingestion;
    const counting = {
      ...database,
      transaction: (...args: Parameters<typeof database.transaction>) => {
        transactions++;
        return database.transaction(...args);
      },
      unreachable: async (ids: readonly number[]) =>
        new Map(ids.filter((id) => silent.has(id)).map((id) => [id, 'worker-1'])),
    } as typeof database;
    const shards = SEVERAL_SHARDS;
    const into = new Lanes({ database: counting, clock: clock.now, connectionsMax: CONNECTIONS_MAX, shards });
    const refused = (id: string) => expect(into.ingest(batch(3, id))).rejects.toMatchObject({ status: 503 });
    // A busy worker may take long to accept the connection of the check, and commits over the existing ones still work.
    silent.add(3);
    expect(await into.ingest(batch(3, 'works'))).toMatchObject({ accepted: 1 });
    await whenCounted(3, UNREACHABLE);
    await refused('tried');
    const before = transactions;
    await refused('not tried');
    expect(transactions).toBe(before);
    expect(await into.ingest(batch(1, 'goes on'))).toMatchObject({ accepted: 1 });
    await script('DROP TRIGGER on_count ON rollup_counters');
    silent.clear();
    expect(await into.ingest(batch(3, 'is back'))).toMatchObject({ accepted: 1 });
    silent.add(3);
    expect(await into.ingest(batch(3, 'works again'))).toMatchObject({ accepted: 1 });
  });

  test('nobody waits for the commit of another shard', async () => {
    await whenCounted(1, WAIT_AT_GATE);
    const gate = new pg.Client({ connectionString: ingestion.url });
    await gate.connect();
    try {
      await gate.query(`SELECT pg_advisory_lock(${GATE})`);
      const into = lanes(SEVERAL_SHARDS);
      const waiting = into.ingest(batch(1, 'waits'));
      for (const id of [2, 3]) expect(await into.ingest(batch(id, 'goes on'))).toMatchObject({ accepted: 1 });
      expect(await views(1)).toBe(0);
      await gate.query(`SELECT pg_advisory_unlock(${GATE})`);
      expect(await waiting).toMatchObject({ accepted: 1 });
    } finally {
      await gate.end();
    }
  });

  test('a batch of several websites is committed as a whole', async () => {
    const events = [1, 2, 3].map((website_id) => eventWith({ website_id }));
    expect(await lanes(SEVERAL_SHARDS).ingest(batchOf(events))).toMatchObject({ accepted: 3 });
    await whenCounted(3, UNREACHABLE);
    await expect(lanes(SEVERAL_SHARDS).ingest(batchOf(events))).rejects.toMatchObject({ status: 503 });
    expect([await views(1), await views(2), await views(3)]).toEqual([1, 1, 1]);
  });
});
