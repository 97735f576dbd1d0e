// A third worker joins a Citus cluster under load and gets its share of the shards: nothing acknowledged is lost or doubled, and the
// load goes on. These are the steps of docs/operation.md. `npm run test:citus` runs this.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ON_CITUS } from '../support/databases.ts';
import { canStartCitus, type OwnPostgresServer, startOwnCitusNode } from '../support/postgres-server.ts';
import { waitUntil } from '../support/wait-until.ts';
import { expectAllCounted, summarizeShares } from './citus-load.ts';
import { FAULT_TEST_MS_MAX } from './fault-rounds.ts';
import { ServedCluster } from './served-cluster.ts';

const POLL_MS = 200;
const TEST_MS_MAX = 2 * FAULT_TEST_MS_MAX;

describe.skipIf(!ON_CITUS || !canStartCitus())('on a Citus cluster', { timeout: TEST_MS_MAX }, () => {
  const cleanup = new AsyncDisposableStack();
  let served: ServedCluster;
  let newWorker: OwnPostgresServer;
  let coordinator: pg.Client;

  beforeAll(async () => {
    served = cleanup.use(await ServedCluster.start());
    newWorker = await startOwnCitusNode();
    cleanup.defer(() => newWorker.stop());
    coordinator = new pg.Client({ connectionString: served.cluster.url });
    await coordinator.connect();
    cleanup.defer(() => coordinator.end());
  }, TEST_MS_MAX);

  afterAll(() => cleanup.disposeAsync());

  async function addWorker(): Promise<void> {
    const client = new pg.Client({ connectionString: newWorker.url });
    await client.connect();
    await client.query('CREATE EXTENSION citus');
    await client.end();
    const { hostname, port } = new URL(newWorker.url);
    await coordinator.query('SELECT citus_add_node($1, $2)', [hostname, Number(port)]);
  }

  async function rebalance(): Promise<string> {
    await coordinator.query('SELECT citus_rebalance_start()');
    let state = '';
    const isOver = async () => {
      const { rows } = await coordinator.query('SELECT state FROM citus_rebalance_status()');
      state = rows[0].state;
      return !['scheduled', 'running'].includes(state);
    };
    await waitUntil('the shards are rebalanced', isOver, { pauseMs: POLL_MS });
    return state;
  }

  async function shardsOfWorkers(): Promise<number[]> {
    const { rows } = await coordinator.query(
      `SELECT count(*)::int AS shards FROM citus_shards
       WHERE table_name = 'website_activity'::regclass GROUP BY nodeport ORDER BY 1`,
    );
    return rows.map(({ shards }) => shards);
  }

  test('a third worker gets its share of the shards, and nothing is lost or doubled', async () => {
    expect(await shardsOfWorkers()).toEqual([16, 16]);
    const load = served.startLoad();
    await load.until(1, () => true, TEST_MS_MAX);
    const startedMs = performance.now();
    await addWorker();
    expect(await rebalance()).toBe('finished');
    const endedMs = performance.now();
    expect(await shardsOfWorkers()).toEqual([10, 11, 11]);
    await load.stop();
    await expectAllCounted(served.client, served.websites, served.loads);
    expect([...new Set(load.unclean)]).toEqual([]);
    const meanwhile = load.attempts.filter((attempt) => attempt.endedMs > startedMs && attempt.startedMs < endedMs);
    summarizeShares('a third worker is added, shards are moved', meanwhile);
  });
});
