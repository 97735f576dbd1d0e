// A commit to websites on both workers has two phases: each worker prepares it, then each commits what it has prepared. A node is
// killed in between: the commit is whole on both workers, or on neither. `npm run test:citus` runs this.
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { CommitUnknownError, type Database } from '../../src/database/database.ts';
import { openDatabase } from '../../src/database/open.ts';
import { BatchCommitter, type BatchResult } from '../../src/ingestion/ingestion.ts';
import { type CitusCluster, startCitus } from '../support/citus-cluster.ts';
import { ON_CITUS } from '../support/databases.ts';
import { batchOf, eventWith } from '../support/events.ts';
import { canStartCitus, type OwnPostgresServer } from '../support/postgres-server.ts';
import { storedTotals } from '../support/stored-days.ts';
import { type ClusterWebsite, prepareWebsites } from './citus-load.ts';
import { migratedDatabase } from './fault-database.ts';
import { FAULT_TEST_MS_MAX } from './fault-rounds.ts';

const POLL_MS = 50;

describe.skipIf(!ON_CITUS || !canStartCitus())('on a Citus cluster', { timeout: FAULT_TEST_MS_MAX }, () => {
  const cleanup = new AsyncDisposableStack();
  let cluster: CitusCluster;
  let database: Database;
  /** On different workers. */
  let websites: ClusterWebsite[];

  beforeAll(async () => {
    cluster = await startCitus(2);
    cleanup.defer(() => cluster.stop());
    const migrated = await migratedDatabase(cluster.url, async () => {});
    const ofEachWorker = Map.groupBy(await migrated.look(prepareWebsites), ({ workerPort }) => workerPort).values();
    websites = Array.from(ofEachWorker, ([website]) => website!);
    database = await openDatabase(cluster.url, { connectionsMax: 3 });
    cleanup.defer(() => database.close());
  }, FAULT_TEST_MS_MAX);

  afterAll(() => cleanup.disposeAsync());

  /** One transaction with an event of each website. The same ids give duplicates. */
  function commit(eventId: string, beforeCommit = async () => {}): Promise<BatchResult[]> {
    const batches = websites.map(({ id }) => batchOf([eventWith({ website_id: id, id: eventId })]));
    const pausing: Database = {
      ...database,
      transaction: (work) =>
        database.transaction(async (tx) => {
          const result = await work(tx);
          await beforeCommit();
          return result;
        }),
    };
    return new BatchCommitter(pausing, systemClock).commitEach(batches, 'wait');
  }

  /** Of each website. */
  async function countedViews(): Promise<number[]> {
    const totals = await Promise.all(
      websites.map(({ id }) => storedTotals(database, { websiteId: id, kind: 'website', id })),
    );
    return totals.map(({ views }) => views);
  }

  async function connect({ url }: { url: string }): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url });
    // It may be killed.
    client.on('error', () => {});
    await client.connect();
    return client;
  }

  async function untilPrepared(worker: OwnPostgresServer, count: number): Promise<void> {
    const client = await connect(worker);
    for (let found = -1; found !== count; await delay(POLL_MS)) {
      const { rows } = await client.query('SELECT count(*)::int AS found FROM pg_prepared_xacts');
      found = rows[0].found;
    }
    await client.end();
  }

  /** The first worker has prepared the commit, and the second one does not get to it before the node is dead. */
  async function killBetweenPhases(node: OwnPostgresServer, eventId: string): Promise<unknown> {
    const [first, second] = cluster.workers as [OwnPostgresServer, OwnPostgresServer];
    const ended = commit(eventId, () => second.freeze()).catch((error: unknown) => error);
    await untilPrepared(first, 1);
    await node.kill();
    await second.thaw();
    const outcome = await ended;
    await node.resume();
    // Citus looks for transactions that were left every few seconds.
    for (const worker of cluster.workers) await untilPrepared(worker, 0);
    return outcome;
  }

  test('there is a website on each worker', () => expect(websites).toHaveLength(2));

  test('a worker is killed between the phases: the commit is acknowledged, and the worker has it when it is back', async () => {
    const outcome = await killBetweenPhases(cluster.workers[0]!, 'worker killed');
    expect(outcome).toMatchObject([{ accepted: 1 }, { accepted: 1 }]);
    expect(await countedViews()).toEqual([1, 1]);
    expect(await commit('worker killed')).toMatchObject([{ duplicates: 1 }, { duplicates: 1 }]);
    expect(await countedViews()).toEqual([1, 1]);
  });

  test('the coordinator is killed between the phases: the commit is not acknowledged, and neither worker has it', async () => {
    const before = await countedViews();
    const outcome = await killBetweenPhases(cluster.coordinator, 'coordinator killed');
    expect(outcome).toBeInstanceOf(CommitUnknownError);
    expect(await countedViews()).toEqual(before);
    expect(await commit('coordinator killed')).toMatchObject([{ accepted: 1 }, { accepted: 1 }]);
    expect(await countedViews()).toEqual(before.map((views) => views + 1));
  });
});
