// PostgreSQL goes away under a mixed load, with a word or without, or cuts every connection; and comes back. Meanwhile
// clients get clean refusals, and the service lives on and recovers by itself. FAULT_ROUNDS (see fault-rounds.ts): how often.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { Random } from '../../src/core/foundation/statistics/random.ts';
import { IS_LONG } from '../support/long.ts';
import { type OwnPostgresServer, startOwnPostgres } from '../support/postgres-server.ts';
import { expectServed } from './expect-served.ts';
import { type FaultDatabase, migratedDatabase } from './fault-database.ts';
import { FAULT_ROUNDS, FAULT_TEST_MS_MAX, inRounds } from './fault-rounds.ts';
import { FaultService } from './fault-service.ts';
import { MixedLoad } from './mixed-load.ts';
import { summarize } from './summarize.ts';

/** More of everything where the dice are thrown more often. */
const [ANSWERS_BEFORE_MAX, ANSWERS_AFTER, REFUSALS, CUTS] = FAULT_ROUNDS > 1 ? [100, 50, 20, 10] : [15, 10, 5, 3];

describe.skipIf(inject('postgresUrl') === '')('PostgreSQL', () => {
  let server: OwnPostgresServer;
  let database: FaultDatabase;
  let service: FaultService;

  beforeAll(async () => {
    server = await startOwnPostgres();
    database = await migratedDatabase(server.url, () => server.stop());
    service = await database.look((opened) => FaultService.prepare(opened, server.url));
  });

  afterAll(() => database.dispose());

  /** Gone for long enough that everybody notices. */
  async function away(mode: 'fast' | 'immediate', load: MixedLoad): Promise<void> {
    await server.halt(mode);
    await load.until('refusals', REFUSALS);
    await service.client.send('/healthz', {}, [200]);
    const unavailable = { code: 'database_unavailable' };
    await expect.poll(() => service.client.readiness()).toBe(unavailable.code);
    await expect(listWebsites()).rejects.toMatchObject(unavailable);
    await server.resume();
  }

  /** Calls the tool server. */
  function listWebsites() {
    const headers = {
      authorization: `Bearer ${service.access.toolToken}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    };
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_websites', arguments: {} } };
    return service.client.send('/mcp', { method: 'POST', headers, body: JSON.stringify(call) }, [200]);
  }

  async function cutConnections(load: MixedLoad): Promise<void> {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    for (let cut = 0; cut < CUTS; cut++) {
      await client.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
      );
      await load.until('answers', 1);
    }
    await client.end();
  }

  const faults = [
    (load: MixedLoad) => away('immediate', load),
    cutConnections,
    // With a word, connections end as they do when they are cut.
    ...(FAULT_ROUNDS > 1 ? [(load: MixedLoad) => away('fast', load)] : []),
  ];
  const rounds = Math.max(FAULT_ROUNDS, faults.length);

  test('is missed cleanly, and nothing is lost or doubled', { timeout: FAULT_TEST_MS_MAX }, async () => {
    const { ledger, client, access, authorizations } = service;
    await using running = await service.start();
    await inRounds(rounds, async (random, round) => {
      await authorizations.prepare(ledger);
      const load = new MixedLoad({ ...service, random });
      load.start();
      await load.until('answers', random.between(1, ANSWERS_BEFORE_MAX));
      load.tolerates = 'refusals';
      await faults[round % faults.length]!(load);
      await load.until('answers', ANSWERS_AFTER);
      await load.stop();
      await expect.poll(() => client.readiness()).toBe('ready');
      await listWebsites();
      await database.look((opened) => ledger.expectStored(opened));
      await expectServed(ledger, client, access, random);
    });
    await running.stop();
    summarize('PostgreSQL away or connections cut', { rounds }, service);
  });

  test.runIf(IS_LONG)(
    'may be away when the service starts and when it stops',
    { timeout: FAULT_TEST_MS_MAX },
    async () => {
      await server.halt('fast');
      await using running = await service.start();
      expect(await service.client.readiness()).toBe('database_unavailable');
      await server.resume();
      await expect.poll(() => service.client.readiness()).toBe('ready');
      await service.authorizations.prepare(service.ledger);
      await expectServed(service.ledger, service.client, service.access, new Random(1));
      await server.halt('immediate');
      await running.stop();
      await server.resume();
    },
  );
});
