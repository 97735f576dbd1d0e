// A worker of a Citus cluster is gone or hangs: events of websites on other workers are acknowledged and counted meanwhile, those of its
// own websites are refused, and counted once when it is back. `npm run test:citus` runs this.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importCatalog } from '../../src/core/engine/catalog/records/import-catalog.ts';
import { WebsiteShards } from '../../src/core/foundation/database/citus/website-shards.ts';
import type { Database } from '../../src/core/foundation/database/database.ts';
import { openDatabase } from '../../src/core/foundation/database/open/open.ts';
import { migrate } from '../../src/core/foundation/database/schema/migrations.ts';
import { createIngestKey } from '../../src/core/intake/ingest-keys/ingest-keys.ts';
import { type CitusCluster, startCitus } from '../support/citus-cluster.ts';
import { ON_CITUS } from '../support/databases.ts';
import { eventWith, ndjson } from '../support/events.ts';
import type { OwnPostgresServer } from '../support/postgres-server.ts';
import { type RunningService, runService } from '../support/run-service.ts';
import { storedTotals } from '../support/stored-days.ts';
import { TestClock } from '../support/test-clock.ts';
import { FAULT_TEST_MS_MAX } from './fault-rounds.ts';

/** A worker that hangs is waited for as long as a statement may take. */
const STATEMENT_MS_MAX = 3_000;
const WEBSITE_IDS = Array.from({ length: 12 }, (_, index) => index + 1);
const BATCHES_PER_WEBSITE = 5;

interface Fault {
  begin(worker: OwnPostgresServer): Promise<void>;
  end(worker: OwnPostgresServer): Promise<void>;
}

interface Answer {
  readonly websiteId: number;
  readonly status: number;
  readonly code: string | undefined;
  readonly retryAfter: string | null;
}

describe.skipIf(!ON_CITUS)('on a Citus cluster', { timeout: FAULT_TEST_MS_MAX }, () => {
  const clock = new TestClock();
  const keys = new Map<number, string>();
  let cluster: CitusCluster;
  let database: Database;
  let service: RunningService;
  let onSecondWorker: number[];
  let onOthers: number[];

  beforeAll(async () => {
    cluster = await startCitus(2);
    database = await openDatabase(cluster.url, { connectionsMax: 2 });
    await migrate(database, new Date());
    const websites = WEBSITE_IDS.map((id) => ({ id, name: `site-${id}.example`, created_at: '2024-01-01T00:00:00Z' }));
    await importCatalog(database, { accounts: [{ id: 1, name: 'Acme', websites }] }, clock.now);
    for (const id of WEBSITE_IDS) keys.set(id, (await createIngestKey(database, id, clock.now))!.key);
    const nodeId = await nodeOf(cluster.workers[1]!.url);
    const shards = new WebsiteShards(database, clock.now);
    const found = await Promise.all(WEBSITE_IDS.map(async (id) => ({ id, shard: await shards.find(id) })));
    onSecondWorker = found.filter(({ shard }) => shard.nodeId === nodeId).map(({ id }) => id);
    onOthers = WEBSITE_IDS.filter((id) => !onSecondWorker.includes(id));
    service = await runService(`${cluster.url}?query_timeout=${STATEMENT_MS_MAX}`, {
      components: ['collect'],
      clock,
      ownThreads: true,
    });
  });

  afterAll(async () => {
    await service?.close();
    await database?.close();
    await cluster?.stop();
  });

  async function nodeOf(workerUrl: string): Promise<number> {
    const [node] = await database.query<{ groupid: number }>('SELECT groupid FROM pg_dist_node WHERE nodeport = $1', [
      Number(new URL(workerUrl).port),
    ]);
    return node!.groupid;
  }

  /** One event. A second one with the same name is a repeat. */
  async function send(websiteId: number, name: string): Promise<Answer> {
    const response = await fetch(`${service.url}/collect/events`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${keys.get(websiteId)}`,
        'content-type': 'application/x-ndjson',
        'idempotency-key': name,
      },
      body: ndjson([eventWith({ website_id: websiteId, visitor: name })]),
    });
    const { code } = (await response.json()) as { code?: string };
    return { websiteId, status: response.status, code, retryAfter: response.headers.get('retry-after') };
  }

  /** Several for each website, all at once. */
  function sendToAll(websiteIds: readonly number[], name: string): Promise<Answer[]> {
    const numbers = Array.from({ length: BATCHES_PER_WEBSITE }, (_, number) => number);
    return Promise.all(websiteIds.flatMap((id) => numbers.map((number) => send(id, `${name}-${number}`))));
  }

  async function views(websiteIds: readonly number[]): Promise<number[]> {
    const totals = websiteIds.map((id) => storedTotals(database, { websiteId: id, kind: 'website', id }));
    return (await Promise.all(totals)).map((total) => total.views);
  }

  async function twoPhaseCommits(): Promise<number> {
    const [row] = await database.query<{ count: number }>('SELECT COUNT(*) AS count FROM pg_dist_transaction');
    return row!.count;
  }

  test('events of websites on all workers need no two-phase commit', async () => {
    expect(onSecondWorker.length).toBeGreaterThan(0);
    expect(onOthers.length).toBeGreaterThan(0);
    const before = await twoPhaseCommits();
    for (const { status } of await sendToAll(WEBSITE_IDS, 'all well')) expect(status).toBe(200);
    expect(await twoPhaseCommits()).toBeLessThanOrEqual(before);
    for (const count of await views(WEBSITE_IDS)) expect(count).toBe(BATCHES_PER_WEBSITE);
  });

  const faults: Readonly<Record<string, Fault>> = {
    stopped: { begin: (worker) => worker.halt('immediate'), end: (worker) => worker.resume() },
    frozen: { begin: (worker) => worker.freeze(), end: (worker) => worker.thaw() },
  };

  test.each(Object.entries(faults))(
    'a worker is %s: only its websites are refused, and counted once when it is back',
    async (name, { begin, end }) => {
      const [before] = await views([onOthers[0]!]);
      await begin(cluster.workers[1]!);
      try {
        for (const answer of await sendToAll(WEBSITE_IDS, name)) {
          if (onOthers.includes(answer.websiteId)) expect(answer).toMatchObject({ status: 200 });
          else expect(answer).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) });
        }
        for (const count of await views(onOthers)) expect(count).toBe(before! + BATCHES_PER_WEBSITE);
      } finally {
        await end(cluster.workers[1]!);
      }
      // Also the ones that were counted: a sender may not know.
      let answers: Answer[];
      do answers = await sendToAll(WEBSITE_IDS, name);
      while (answers.some(({ status }) => status !== 200));
      for (const count of await views(WEBSITE_IDS)) expect(count).toBe(before! + BATCHES_PER_WEBSITE);
    },
  );
});
