import type { Database } from '../../src/core/foundation/database/database.ts';

/** What a version before 1.0.0 has left in its database, as far as it is looked at. */
export async function writeOldDatabase(database: Database): Promise<void> {
  await database.transaction((tx) =>
    tx.runScript(`
      CREATE TABLE schema_migrations (name text PRIMARY KEY, digest text NOT NULL, applied_at text NOT NULL);
      INSERT INTO schema_migrations (name, digest, applied_at) VALUES ('0001_foundation.sql', 'd', '2026-01-01T00:00:00Z');
    `),
  );
}
