// A database with a catalog, a test clock and the stages of a batch: everything that counts events, without threads and HTTP.
import { importCatalog } from '../../src/core/engine/catalog/records/import-catalog.ts';
import type { Engine } from '../../src/core/foundation/database/database.ts';
import type { BatchOutcome } from '../../src/core/intake/events/batch.ts';
import { createTestDatabase, type TestDatabase } from './databases.ts';
import { batchOf, type SentEvent } from './events.ts';
import { SAMPLE_CATALOG } from './sample-catalog.ts';
import { TestClock } from './test-clock.ts';
import { TestStages } from './test-stages.ts';

export interface TestIngestion extends TestDatabase {
  readonly clock: TestClock;
  readonly stages: TestStages;
  /** Resets to only the catalog, at the start time: much faster than a new database for each test. */
  reset(): Promise<void>;
  /** Commits the events as one batch. */
  count(...events: SentEvent[]): Promise<BatchOutcome>;
}

const START = '2025-03-10T12:00:00Z';
/** The same one in every run: large counts of visitors are estimates that depend on it, and so does which halves of hashes are negative. */
export const VISITOR_KEY = '0123456789abcdef'.repeat(2);
const EVENT_TABLES = [
  'seen_events',
  'seen_orders',
  'seen_refunds',
  'order_feed',
  'waiting_refunds',
  'deferred_orders',
  'unsettled_imports',
  'touch_runs',
  'collector_receipts',
  'import_chunks',
  'website_activity',
  'rollup_counters',
  'rollup_visitors',
  'rollup_values',
  'rollup_order_sources',
  'event_log_pending',
  'event_log_runs',
  'alerts',
  'alert_progress',
];

export async function createTestIngestion(
  engine: Engine,
  catalog: unknown = SAMPLE_CATALOG,
  clock = new TestClock(START),
): Promise<TestIngestion> {
  const testDatabase = await createTestDatabase(engine);
  await testDatabase.database.transaction((tx) => tx.query('UPDATE catalog_state SET visitor_key = $1', [VISITOR_KEY]));
  await importCatalog(testDatabase.database, catalog, clock.now);
  const countWebsites = async () => (await testDatabase.database.query('SELECT id FROM websites')).length;
  const websites = await countWebsites();
  const stages = new TestStages(testDatabase.database, clock.now);
  return {
    ...testDatabase,
    clock,
    stages,
    reset: async () => {
      clock.offsetMs = 0;
      await testDatabase.database.transaction((tx) =>
        // Data versions start again, so caches of a running service would treat old results as current.
        tx.runScript(
          [
            'UPDATE catalog_state SET version = version + 1;',
            "UPDATE job_leases SET holder = NULL, done_at_ms = 0, progress = '';",
            ...EVENT_TABLES.map((table) => `DELETE FROM ${table};`),
          ].join('\n'),
        ),
      );
      // A test has erased one.
      if ((await countWebsites()) < websites) await importCatalog(testDatabase.database, catalog, clock.now);
    },
    count: async (...events) => (await stages.commitSent([batchOf(events)]))[0]!,
  };
}
