// A database that is slow, silent or locked: requests wait, but never for ever; what needs no database goes on; memory is
// bounded; and when the database is itself again, so is the service. FAULT_ROUNDS (see fault-rounds.ts): how often.
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { IS_LONG } from '../support/long.ts';
import { expectServed } from './expect-served.ts';
import { UnexpectedAnswerError } from './fault-client.ts';
import { createFaultDatabase, type FaultDatabase } from './fault-database.ts';
import { FAULT_ROUNDS, FAULT_TEST_MS_MAX, inRounds } from './fault-rounds.ts';
import { FaultService } from './fault-service.ts';
import { MixedLoad } from './mixed-load.ts';
import { SlowProxy } from './slow-proxy.ts';
import { summarize } from './summarize.ts';

const ROUNDS = Math.ceil(FAULT_ROUNDS / 10);
const ANSWERS_MAX = FAULT_ROUNDS > 1 ? 50 : 10;
const REFUSALS = 5;
const DELAY_MS = 10;
/** Short enough to be waited for here, long enough for a busy machine. */
const STATEMENT_MS_MAX = 5_000;
/** SQLite lets no writer queue: whoever asks at the right moment is next. */
const LOCK_MS_MAX = 30_000;

const disposals: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const dispose of disposals.splice(0).reverse()) await dispose();
});

async function createDatabase(engine: 'sqlite' | 'postgres'): Promise<FaultDatabase> {
  const database = await createFaultDatabase(engine);
  disposals.push(() => database.dispose());
  return database;
}

describe.skipIf(inject('postgresUrl') === '')('PostgreSQL', { timeout: FAULT_TEST_MS_MAX }, () => {
  // A PostgreSQL that goes away under the same load: postgres-away.test.ts.
  test.runIf(IS_LONG)('behind a network that is slow, then silent', async () => {
    const database = await createDatabase('postgres');
    const proxy = await SlowProxy.start(database.url);
    disposals.push(() => proxy.close());
    const url = `${proxy.urlOf(database.url)}?query_timeout=${STATEMENT_MS_MAX}`;
    const service = await database.look((opened) => FaultService.prepare(opened, url));
    const { ledger, client, access, authorizations } = service;
    await using server = await service.start();
    await inRounds(ROUNDS, async (random) => {
      await authorizations.prepare(ledger);
      const load = new MixedLoad({ ...service, random });
      load.start();
      proxy.delayMs = DELAY_MS;
      await load.until('answers', random.between(1, ANSWERS_MAX));
      proxy.delayMs = 0;
      await load.until('answers', random.between(1, ANSWERS_MAX));
      load.tolerates = 'refusals';
      proxy.stall();
      await client.send('/healthz', {}, [200]);
      await load.until('refusals', REFUSALS);
      await expect.poll(() => client.readiness()).toBe('database_unavailable');
      // No transaction keeps its locks, though the server has not heard that its client is gone.
      await database.look(async () => {});
      await client.send('/healthz', {}, [200]);
      proxy.flow();
      await load.until('answers', ANSWERS_MAX);
      await load.stop();
      await expect.poll(() => client.readiness()).toBe('ready');
      await database.look((opened) => ledger.expectStored(opened));
      await expectServed(ledger, client, access, random);
    });
    await server.stop();
    summarize('PostgreSQL behind a slow and silent network', { rounds: ROUNDS }, service);
  });

  // The room of a website is tested in body-queue.test.ts, and a locked one in import-beside-collector.test.ts.
  test.runIf(FAULT_ROUNDS > 1)(
    'with a website that is locked: the collector takes no more than its queue holds',
    async () => {
      const database = await createDatabase('postgres');
      const service = await database.look((opened) =>
        FaultService.prepare(opened, database.url, { COLLECT_QUEUE_MIB_MAX: '16' }),
      );
      await using server = await service.start();
      const post = (key: string, bytes: number) =>
        service.client.send('/collect/events', largeBatch(key, bytes, service.access.ingestKeys.get(1)!), [200]);
      await post('first', 1_000);
      const locked = await lockWebsite(database.url);
      // Two of them fit into the website's half of the queue, whichever come first.
      const keys = ['second', 'third', 'fourth'];
      const ends = keys.map((key) => post(key, 3_000_000).catch((error: unknown) => error));
      expect(await Promise.race(ends)).toMatchObject({ message: expect.stringContaining('too_much_at_once') });
      await service.client.send('/healthz', {}, [200]);
      await service.client.get('/api/v1/reports/website', service.access.token);
      await locked.release();
      expect((await Promise.all(ends)).filter((end) => end instanceof UnexpectedAnswerError)).toHaveLength(1);
      for (const key of keys) await post(key, 3_000_000);
      const { body } = await service.client.get('/api/v1/reports/website?timeframe=all_time', service.access.token);
      expect(body).toMatchObject({ data: { metrics: { views: 4 } } });
      await server.stop();
    },
  );
});

/** Is less than the limit of a line. */
const BLANK_LINE_BYTES = 30_000;

/** One event and many blank lines. */
function largeBatch(key: string, bytes: number, ingestKey: string): RequestInit {
  const headers = {
    authorization: `Bearer ${ingestKey}`,
    'content-type': 'application/x-ndjson',
    'idempotency-key': key,
  };
  const event = JSON.stringify({ type: 'view', website_id: 1, visitor: key });
  const blankLine = `${' '.repeat(BLANK_LINE_BYTES - 1)}\n`;
  return { method: 'POST', headers, body: `${event}\n${blankLine.repeat(Math.floor(bytes / BLANK_LINE_BYTES))}` };
}

async function lockWebsite(url: string): Promise<{ release(): Promise<void> }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('BEGIN; SELECT version FROM website_activity WHERE website_id = 1 FOR UPDATE');
  return { release: () => client.end() };
}

describe('SQLite', { timeout: FAULT_TEST_MS_MAX }, () => {
  /** Another process may write as well, such as an import. */
  async function withWriteLockTaken(
    work: (service: FaultService, load: MixedLoad, release: () => void) => Promise<void>,
  ): Promise<FaultService> {
    const database = await createDatabase('sqlite');
    const service = await database.look((opened) => FaultService.prepare(opened, database.url));
    const { ledger, client, access, authorizations } = service;
    await using server = await service.start();
    await inRounds(1, async (random) => {
      await authorizations.prepare(ledger);
      const load = new MixedLoad({ ...service, random });
      load.start();
      await load.until('answers', ANSWERS_MAX);
      const other = new DatabaseSync(database.url.replace('sqlite:', ''), { timeout: LOCK_MS_MAX });
      other.exec('BEGIN IMMEDIATE');
      await work(service, load, () => other.close());
      await load.until('answers', ANSWERS_MAX);
      await load.stop();
      await database.look((opened) => ledger.expectStored(opened));
      await expectServed(ledger, client, access, random);
    });
    await server.stop();
    return service;
  }

  test('locked by another process: writes wait for it, reads do not', async () => {
    await withWriteLockTaken(async ({ client }, load, release) => {
      await load.until('answers', ANSWERS_MAX);
      await expect.poll(() => client.readiness()).toBe('ready');
      release();
    });
  });

  test.runIf(FAULT_ROUNDS >= 10)('locked for longer than anybody waits: writes are refused', async () => {
    const service = await withWriteLockTaken(async ({ client }, load, release) => {
      load.tolerates = 'refusals';
      await load.until('refusals', REFUSALS);
      await expect.poll(() => client.readiness()).toBe('ready');
      release();
    });
    summarize('SQLite locked by another process for long', { rounds: 1 }, service);
  });
});
