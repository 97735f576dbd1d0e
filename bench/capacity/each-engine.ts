// An empty database with the current schema on each engine, for the measurements that need no service.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../src/core/foundation/database/database.ts';
import { openDatabase } from '../../src/core/foundation/database/open/open.ts';
import { migrate } from '../../src/core/foundation/database/schema/migrations.ts';
import { startOwnPostgres } from '../../test/support/postgres-server.ts';

export async function withEachEngine(measure: (database: Database) => Promise<void>): Promise<void> {
  await using cleanup = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'funnel-bench-'));
  cleanup.defer(() => rmSync(folder, { recursive: true, force: true }));
  const postgres = await startOwnPostgres();
  cleanup.defer(postgres.stop);
  for (const url of [postgres.url, `sqlite:${join(folder, 'funnel.db')}`]) {
    const database = await openDatabase(url);
    try {
      await migrate(database, new Date());
      await measure(database);
    } finally {
      await database.close();
    }
  }
}
