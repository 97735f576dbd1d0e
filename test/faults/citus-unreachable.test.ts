// A worker of a Citus cluster does not answer: what is about its websites is refused, everything else goes on, and the probes tell.
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, DatabaseUnavailableError } from '../../src/core/foundation/database/database.ts';
import { openDatabase } from '../../src/core/foundation/database/open/open.ts';
import { systemClock } from '../../src/core/foundation/time/clock.ts';
import { sweepArrivalCounts } from '../../src/core/intake/arrivals/arrival-counts.ts';
import { Arrivals } from '../../src/core/intake/arrivals/arrivals.ts';
import { type ImportedEvents, importEvents } from '../../src/core/intake/bulk/import-events.ts';
import { sweepEventIds } from '../../src/core/intake/commit/sweep-seen.ts';
import { citusCheck } from '../../src/core/server/commands/doctor/citus-check.ts';
import { CommandLine } from '../support/command-line.ts';
import { ON_CITUS } from '../support/databases.ts';
import { bytesOf, eventWith, ndjson } from '../support/events.ts';
import { canStartCitus } from '../support/postgres-server.ts';
import { sweepRound } from '../support/sweep-round.ts';
import { TestClock } from '../support/test-clock.ts';
import { answerOf } from '../support/test-service.ts';
import { TestStages } from '../support/test-stages.ts';
import { FAULT_TEST_MS_MAX } from './fault-rounds.ts';
import { ServedCluster } from './served-cluster.ts';

/** An import takes whole lines, up to half a MiB, as a chunk. */
const CHUNK_BYTES = 400 * 1024;

describe.skipIf(!ON_CITUS || !canStartCitus())('a worker that does not answer', { timeout: FAULT_TEST_MS_MAX }, () => {
  let served: ServedCluster;

  beforeAll(async () => {
    served = await ServedCluster.start();
  }, FAULT_TEST_MS_MAX);

  afterAll(() => served[Symbol.asyncDispose]());

  const get = (path: string, token = '') =>
    fetch(`${served.client.address}${path}`, { headers: { authorization: `Bearer ${token}` } });

  async function shards(): Promise<{ total: number; unreachable: number }> {
    const { status, text } = await answerOf(await get('/readyz'));
    expect(status, text).toBe(200);
    return JSON.parse(text).shards;
  }

  test('if it is frozen, only its websites are refused, and the service stays ready', async () => {
    const [worker] = served.cluster.workers;
    const port = Number(new URL(worker!.url).port);
    const frozen = served.websites.find(({ workerPort }) => workerPort === port)!;
    const healthy = served.websites.find(({ workerPort }) => workerPort !== port)!;
    expect((await shards()).unreachable).toBe(0);
    await worker!.freeze();
    try {
      await expect.poll(async () => (await shards()).unreachable).toBe((await shards()).total / 2);
      const refused = await get('/api/v1/reports/website?timeframe=today', frozen.token);
      expect([refused.status, await refused.json()]).toMatchObject([
        503,
        { status: 503, code: 'database_unavailable' },
      ]);
      expect((await get('/api/v1/reports/website?timeframe=today', healthy.token)).status).toBe(200);
      expect((await get('/api/v1/contacts', healthy.token)).status).toBe(200);
      expect((await get('/api/v1/contacts', frozen.token)).status).toBe(503);
      expect((await get('/api/v1/reports/websites', frozen.token)).status).toBe(200);
      expect(await (await get('/metrics')).text()).toMatch(/^funnel_shards\{state="unreachable"\} [1-9]/m);
    } finally {
      await worker!.thaw();
    }
    await expect.poll(async () => (await shards()).unreachable).toBe(0);
    expect((await get('/api/v1/reports/website?timeframe=today', frozen.token)).status).toBe(200);
  });

  // Each of them, because what is needed of one worker for every file would be noticed with that worker alone.
  test.each([0, 1])('if worker %i is frozen, files with events of other websites are imported', async (index) => {
    const worker = served.cluster.workers[index]!;
    const others = served.websites.filter(({ workerPort }) => workerPort !== Number(new URL(worker.url).port));
    const database = await openDatabase(served.cluster.url, { connectionsMax: 2 });
    await worker.freeze();
    try {
      expect(
        await importFile(database, ndjson(others.map(({ id }) => eventWith({ website_id: id, visitor: worker.url })))),
      ).toMatchObject({ accepted: others.length });
    } finally {
      await worker.thaw();
      await database.close();
    }
  });

  test('if it stops during an import, the command says what was committed, and which websites the worker has', async () => {
    const worker = served.cluster.workers[1]!;
    const isLost = ({ workerPort }: { workerPort: number }) => workerPort === Number(new URL(worker.url).port);
    const lost = served.websites.filter(isLost).map(({ id }) => id);
    const kept = served.websites.find((website) => !isLost(website))!.id;
    await using cleanup = new AsyncDisposableStack();
    const commands = cleanup.adopt(new CommandLine({ DATABASE_URL: served.cluster.url }), (cli) => cli.dispose());
    const database = cleanup.adopt(await openDatabase(served.cluster.url), (opened) => opened.close());
    const chunks = () => database.query('SELECT 1 FROM import_chunks');
    const chunksBefore = (await chunks()).length;
    const first = linesOfChunks(5, { website_id: kept });
    const rest = linesOfChunks(5, { website_id: lost[0]! });
    const importing = (input: AsyncIterable<Buffer>) =>
      commands.call(['import', 'events', '-', '--chunk-mib', '1'], input);
    async function* stoppingTheWorker() {
      yield first;
      await expect.poll(async () => (await chunks()).length).toBeGreaterThanOrEqual(chunksBefore + 3);
      await worker.halt('fast');
      yield rest;
    }
    const { code, stderr } = await importing(stoppingTheWorker());
    const committed = (await chunks()).length - chunksBefore;
    await worker.resume();
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining(`It has websites ${lost.join(', ')}:`),
    });
    expect(stderr).toContain(`events of the file were committed: accepted ${committed}, duplicates 0, rejected 0.`);
    expect(stderr).not.toContain('Nothing was changed');
    await expect.poll(async () => (await shards()).unreachable).toBe(0);
    expect((await importing(Readable.from([first, rest]))).stdout).toMatch(
      new RegExp(`^accepted +${10 - committed}\nduplicates +${committed}\nrejected +0$`, 'm'),
    );
  });

  /** Each line is so long that no other one is in its chunk. */
  function linesOfChunks(count: number, event: { readonly website_id: number }): Buffer {
    const lines = Array.from({ length: count }, (_, index) =>
      JSON.stringify(eventWith({ ...event, visitor: `chunk-${index}` })).padEnd(CHUNK_BYTES),
    );
    return Buffer.from(`${lines.join('\n')}\n`);
  }

  function importFile(database: Database, text: string): Promise<ImportedEvents> {
    return importEvents(database, new TestStages(database, systemClock), ReadableStream.from([bytesOf(text)]));
  }

  describe('if it is stopped', () => {
    let database: Database;
    const clock = new TestClock();
    let healthy: number[];

    /** The first worker, because Citus asks it about tables that are on every node. */
    beforeAll(async () => {
      const [worker] = served.cluster.workers;
      const port = Number(new URL(worker!.url).port);
      healthy = served.websites.filter(({ workerPort }) => workerPort !== port).map(({ id }) => id);
      database = await openDatabase(served.cluster.url);
      const seen = served.websites.map(({ id }) => [id, 'old', 1]);
      const counts = served.websites.map(({ id }) => [id, 1, 'server', 'accepted', '', 1]);
      await database.transaction(async (tx) => {
        await tx.insertMany({ into: 'seen_events', columns: ['website_id', 'event_id', 'seen_at_ms'], rows: seen });
        const columns = ['website_id', 'day', 'source', 'outcome', 'code', 'events'];
        await tx.insertMany({ into: 'arrival_counts', columns, rows: counts });
      });
      await worker!.halt('fast');
    });

    afterAll(async () => {
      await served.cluster.workers[0]!.resume();
      await database.close();
    });

    const inShards = async (table: string, where: string) =>
      (await Promise.all(healthy.map((id) => database.query(`SELECT 1 FROM ${table} WHERE ${where}`, [id])))).flat();

    test('doctor names it', async () => {
      const { host } = new URL(served.cluster.workers[0]!.url);
      const detail = expect.stringContaining(`the coordinator cannot connect to ${host}:`);
      expect(await citusCheck(database)).toMatchObject({ ok: false, detail });
    });

    test('arrivals of other websites are counted', async () => {
      const arrivals = new Arrivals(database, clock.now);
      const at = clock.now();
      arrivals.note(healthy.map((websiteId) => ({ websiteId, source: 'server', keyId: 1, at, outcome: 'bot' })));
      await arrivals.flush();
      expect(await inShards('arrival_counts', `website_id = $1 AND outcome = 'bot'`)).toHaveLength(healthy.length);
    });

    test('old rows of other websites are deleted, and the failure is told', async () => {
      await sweepRound(database, clock.now(), sweepEventIds, sweepArrivalCounts).catch(expectUnreachable);
      expect(await inShards('seen_events', 'website_id = $1')).toEqual([]);
      expect(await inShards('arrival_counts', 'website_id = $1 AND day = 1')).toEqual([]);
    });

    /** None if the worker is known to be down: its websites are left out then. */
    function expectUnreachable(error: unknown): void {
      expect((error as Error).cause).toBeInstanceOf(DatabaseUnavailableError);
    }
  });
});
