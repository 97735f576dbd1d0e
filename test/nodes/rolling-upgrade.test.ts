// An upgrade behind a load balancer that asks who is ready, and sends nothing twice: the schema is migrated, and nodes are stopped one
// after the other. No request fails.
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createToken } from '../../src/core/contract/access/tokens.ts';
import { importCatalog } from '../../src/core/engine/catalog/records/import-catalog.ts';
import { migrate, migrationOf, readMigrations } from '../../src/core/foundation/database/schema/migrations.ts';
import { systemClock } from '../../src/core/foundation/time/clock.ts';
import { createIngestKey } from '../../src/core/intake/ingest-keys/ingest-keys.ts';
import { createTestDatabase, ENGINES, type TestDatabase } from '../support/databases.ts';
import { eventWith, ndjson } from '../support/events.ts';
import { type RunningService, runService } from '../support/run-service.ts';
import { SAMPLE_CATALOG } from '../support/sample-catalog.ts';
import { storedTotals } from '../support/stored-days.ts';
import { RoundRobinProxy } from './round-robin-proxy.ts';

const NODES = 3;
/** The load balancer asks many times meanwhile, in the same process: it notices, however busy the machine is. */
const GRACE_MS = 2_000;
const ASK_EVERY_MS = 50;
const CLIENTS = 4;
/** Requests without a pause would take a processor for themselves all that time. */
const PAUSE_MS = 20;

describe.runIf(ENGINES.includes('postgres'))('a rolling upgrade', () => {
  let testDatabase: TestDatabase;
  let proxy: RoundRobinProxy;
  let nodes: RunningService[];
  let running: Set<RunningService>;
  let asking: NodeJS.Timeout;

  beforeEach(async () => {
    testDatabase = await createTestDatabase('postgres');
    await importCatalog(testDatabase.database, SAMPLE_CATALOG, systemClock);
    nodes = await Promise.all(Array.from({ length: NODES }, () => runService(testDatabase.url)));
    running = new Set(nodes);
    proxy = await RoundRobinProxy.start();
    asking = setInterval(() => void chooseReady(), ASK_EVERY_MS);
    // A node is not ready while its first look at the database takes too long, as it may on a busy machine.
    await expect.poll(() => proxy.nodes).toHaveLength(NODES);
  });

  afterEach(async () => {
    clearInterval(asking);
    await proxy.close();
    await Promise.all([...running].map((node) => stop(node)));
    await testDatabase.dispose();
  });

  async function stop(node: RunningService, graceMs?: number): Promise<void> {
    running.delete(node);
    await node.close(graceMs);
  }

  async function chooseReady(): Promise<void> {
    const isReady = await Promise.all(
      nodes.map(({ url }) =>
        fetch(`${url}/readyz`).then(
          ({ status }) => status === 200,
          () => false,
        ),
      ),
    );
    proxy.nodes = nodes.map(({ url }) => url).filter((_, index) => isReady[index]);
  }

  test('fails no request', async () => {
    const { database } = testDatabase;
    const { key } = (await createIngestKey(database, 1, systemClock))!;
    const { token } = await createToken(
      database,
      { websiteIds: [1], scopes: ['reports'], audience: 'rest' },
      systemClock,
    );
    const failures: unknown[] = [];
    let accepted = 0;
    let isDone = false;
    const send = async () => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' };
      const body = ndjson([eventWith()]);
      const counted = await fetch(`${proxy.url}/collect/events`, { method: 'POST', headers, body });
      if (counted.status === 200) accepted++;
      else failures.push(await counted.text());
      const report = await fetch(`${proxy.url}/api/v1/reports/website`, {
        headers: { authorization: `Bearer ${token}` },
      });
      if (report.status !== 200) failures.push(await report.text());
    };
    const clients = Array.from({ length: CLIENTS }, async () => {
      while (!isDone) {
        await send().catch((error: unknown) => failures.push(error));
        await delay(PAUSE_MS);
      }
    });
    // The nodes do not know it, as nodes of an older version would not.
    const later = '-- compatible with the version before\nALTER TABLE website_activity ADD COLUMN later integer;';
    await migrate(database, systemClock(), [
      ...readMigrations('postgres'),
      migrationOf('9999_later.sql', later, 'postgres'),
    ]);
    const served = () => proxy.handedOn.slice(-4 * NODES).map(({ node }) => node);
    // The last one stays: something has to serve.
    for (const node of nodes.slice(0, NODES - 1)) {
      await expect.poll(served).toContain(node.url);
      await stop(node, GRACE_MS);
    }
    isDone = true;
    await Promise.all(clients);
    expect(failures).toEqual([]);
    expect((await storedTotals(database, { websiteId: 1, kind: 'website', id: 1 })).views).toBe(accepted);
  });
});
