// A bulk import, in two threads, leaves exactly what the same batches leave that are counted as a collector's are.
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MergeFailures, MergeLooks } from '../../../../src/core/engine/event-log/upkeep/merge-job.ts';
import { mergeHere } from '../../../../src/core/engine/event-log/upkeep/merge-thread.ts';
import type { Database } from '../../../../src/core/foundation/database/database.ts';
import { BulkEvents } from '../../../../src/core/intake/bulk/bulk-events.ts';
import { importEvents } from '../../../../src/core/intake/bulk/import-events.ts';
import { ENGINES } from '../../../support/databases.ts';
import { bytesOf, ndjson } from '../../../support/events.ts';
import { IS_LONG } from '../../../support/long.ts';
import { RandomStream } from '../../../support/random-events.ts';
import type { ModelCatalog } from '../../../support/reference-model.ts';
import { SAMPLE_CATALOG } from '../../../support/sample-catalog.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';

const DATES = ['2024-12-31', '2025-01-01', '2025-02-28', '2025-03-01'];
const TABLES = {
  rollup_counters: 'website_id, subject_kind, subject_id, day',
  rollup_visitors: 'website_id, subject_kind, subject_id, metric, period_kind, period',
  rollup_values: 'website_id, element_id, day, list, value',
  seen_events: 'website_id, event_id',
  seen_orders: 'website_id, order_id',
  event_log_runs: 'website_id, day, visitors_from, column_number',
};
/** Of the merged log: it is another one whenever runs are merged. */
const RUN_NUMBER = 'run';

/** Website 1 keeps its events. */
const CATALOG = structuredClone(SAMPLE_CATALOG) as unknown as { accounts: [{ websites: [{ event_log?: boolean }] }] };
CATALOG.accounts[0].websites[0].event_log = true;

const VISITS = [
  { referrer: 'https://www.google.com/', device: 'mobile', page: '/a' },
  { utm_source: 'newsletter', utm_medium: 'email', country: 'DE', page: '/b' },
  { browser: 'Firefox', os: 'Linux' },
];

function randomFile(seed: number, length: number): string {
  const stream = new RandomStream(SAMPLE_CATALOG as ModelCatalog, {
    seed,
    visitors: 300,
    dates: DATES,
    pageViews: 0.1,
  });
  return ndjson(Array.from({ length }, (_, index) => ({ ...VISITS[index % 4], ...stream.next().event })));
}

describe.each(ENGINES)('on %s', (engine) => {
  let ingestion: TestIngestion;

  beforeAll(async () => {
    ingestion = await createTestIngestion(engine, CATALOG);
  });

  afterAll(() => ingestion.dispose());

  async function load(text: string, bulk?: BulkEvents) {
    await ingestion.reset();
    const source = (async function* () {
      yield bytesOf(text);
    })();
    const options = { chunkBytesMax: 4_000, commitBytesMax: 60_000 };
    const imported = await (bulk
      ? importEvents(ingestion.database, bulk, source, options)
      : importEvents(ingestion.database, ingestion.stages, source, options));
    const { database, clock } = ingestion;
    const merger = { merge: mergeHere, stop: async () => {} };
    const logger = pino({ level: 'silent' });
    const looks = new MergeLooks({ database, merger, clock: clock.now, logger, failures: new MergeFailures() });
    await looks.look();
    await looks.stop();
    return { imported, stored: await contentOf(database) };
  }

  test('what is stored and what is told are the same', async () => {
    const text = randomFile(3, IS_LONG ? 3_000 : 1_000);
    const bulk = new BulkEvents(ingestion.database, ingestion.url, ingestion.clock.now);
    const inBulk = await load(text, bulk);
    await bulk.close();
    const simple = await load(text);
    expect(simple.imported.accepted).toBeGreaterThan(500);
    expect(simple.imported.duplicates).toBeGreaterThan(0);
    expect(simple.imported.rejected).toBeGreaterThan(0);
    expect(simple.stored.event_log_runs!.length).toBeGreaterThan(0);
    expect(inBulk).toEqual(simple);
  });

  test('a thread that cannot read the database fails the import, and nothing is counted', async () => {
    await ingestion.reset();
    const nowhere = engine === 'sqlite' ? `${ingestion.url}/no-folder.db` : 'postgres://nobody@127.0.0.1:1/none';
    const bulk = new BulkEvents(ingestion.database, nowhere, ingestion.clock.now);
    await expect(load(randomFile(4, 500), bulk)).rejects.toThrow();
    await bulk.close();
    expect(await contentOf(ingestion.database)).toEqual(Object.fromEntries(Object.keys(TABLES).map((t) => [t, []])));
  });
});

async function contentOf(database: Database): Promise<Record<string, unknown[][]>> {
  const content: Record<string, unknown[][]> = {};
  for (const [table, key] of Object.entries(TABLES)) {
    const rows = await database.query(`SELECT * FROM ${table} ORDER BY ${key}`);
    content[table] = rows.map((row) =>
      Object.entries(row as object)
        .filter(([name]) => name !== RUN_NUMBER)
        .map(([, value]) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value)),
    );
  }
  return content;
}
