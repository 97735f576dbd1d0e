// A database with a catalog, a clock set by hand and a committer: everything that counts events, short of threads and HTTP.
import { importCatalog } from '../../src/catalog/import-catalog.ts';
import type { Engine } from '../../src/database/database.ts';
import type { BatchOutcome } from '../../src/ingestion/batch.ts';
import { BatchCommitter } from '../../src/ingestion/ingestion.ts';
import { createTestDatabase, type TestDatabase } from './databases.ts';
import { batchOf, type SentEvent } from './events.ts';
import { SAMPLE_CATALOG } from './sample-catalog.ts';
import { TestClock } from './test-clock.ts';

export interface TestIngestion extends TestDatabase {
  readonly clock: TestClock;
  readonly committer: BatchCommitter;
  /** Commits the events as one batch. */
  count(...events: SentEvent[]): Promise<BatchOutcome>;
}

export async function createTestIngestion(engine: Engine, catalog: unknown = SAMPLE_CATALOG): Promise<TestIngestion> {
  const clock = new TestClock('2025-03-10T12:00:00Z');
  const testDatabase = await createTestDatabase(engine);
  await importCatalog(testDatabase.database, catalog, clock.now);
  const committer = new BatchCommitter(testDatabase.database, clock.now);
  return {
    ...testDatabase,
    clock,
    committer,
    count: async (...events) => (await committer.commit([batchOf(events)]))[0]!,
  };
}
