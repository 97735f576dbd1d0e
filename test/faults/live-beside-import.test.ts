// Events go on being counted while a file is imported: the real service and the real command on one database. After each
// answer of the collector we look how much of the file was committed. If others had to wait until an import is done, that
// would only ever be nothing or everything.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/core/foundation/database/database.ts';
import { openDatabase } from '../../src/core/foundation/database/open/open.ts';
import { eventWith, ndjson } from '../support/events.ts';
import { IS_LONG } from '../support/long.ts';
import { storedTotals } from '../support/stored-days.ts';
import { PLAIN_WEBSITE_ID } from './collector-traffic.ts';
import { createFaultDatabase, type FaultDatabase } from './fault-database.ts';
import { FAULT_ENGINES, FAULT_TEST_MS_MAX } from './fault-rounds.ts';
import { FaultService } from './fault-service.ts';
import { FunnelProcess } from './funnel-process.ts';

/** Long lines make many chunks of few events. */
const PADDING = 'x'.repeat(20_000);
const LINES = 1_000;
/** How many different looks there are at least during about forty commits. */
const DIFFERENT_LOOKS_MIN = 3;

describe.each(FAULT_ENGINES)('on %s', (engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'funnel-faults-'));
  const path = join(folder, 'events.ndjson');
  let database: FaultDatabase;

  beforeAll(async () => {
    const events = Array.from({ length: LINES }, (_, index) => eventWith({ visitor: `v${index}` }));
    writeFileSync(path, ndjson(events.map((event) => ({ ...event, properties: { note: PADDING } }))));
    database = await createFaultDatabase(engine);
  });

  afterAll(async () => {
    await database.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  // In one process, and for other websites: import-beside-collector.test.ts.
  test.runIf(IS_LONG)(
    'live events, of the same website and of others, are counted between the commits of an import',
    {
      timeout: FAULT_TEST_MS_MAX,
    },
    async () => {
      const watched = await openDatabase(database.url, { connectionsMax: 1 });
      await using _watched = { [Symbol.asyncDispose]: () => watched.close() };
      const service = await FaultService.prepare(watched, database.url);
      await using serving = await service.start();
      await using importing = new FunnelProcess(['import', 'events', path], database.url);
      const looks = new Set<number>();
      let rounds = 0;
      while (importing.isRunning) {
        await sendEvent(service, 1);
        await sendEvent(service, PLAIN_WEBSITE_ID);
        looks.add(await committedBytes(watched));
        rounds++;
      }
      await importing.finish();
      await serving.stop();
      looks.delete(0);
      looks.delete(await committedBytes(watched));
      expect(looks.size).toBeGreaterThanOrEqual(DIFFERENT_LOOKS_MIN);
      expect(await viewsOf(watched, 1)).toBe(LINES + rounds);
      expect(await viewsOf(watched, PLAIN_WEBSITE_ID)).toBe(rounds);
    },
  );
});

async function viewsOf(database: Database, websiteId: number): Promise<number> {
  return (await storedTotals(database, { websiteId, kind: 'website', id: websiteId })).views;
}

async function sendEvent({ client, access }: FaultService, websiteId: number): Promise<void> {
  const headers = {
    authorization: `Bearer ${access.ingestKeys.get(websiteId)}`,
    'content-type': 'application/x-ndjson',
  };
  const body = ndjson([eventWith({ website_id: websiteId })]);
  expect(await client.send('/collect/events', { method: 'POST', headers, body }, [200])).toMatchObject({
    body: { accepted: 1 },
  });
}

async function committedBytes(database: Database): Promise<number> {
  const [row] = await database.query<{ end: number | null }>('SELECT MAX(end_offset) AS "end" FROM import_chunks');
  return row?.end ?? 0;
}
