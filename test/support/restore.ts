// Puts a database back to what it was: much cheaper than a new database, and a new service on it, for each test.
import { TABLES } from '../../src/core/foundation/database/citus/citus.ts';
import { COLUMNS_SQL } from '../../src/core/foundation/database/copy/tables.ts';
import type { Database, SqlValue } from '../../src/core/foundation/database/database.ts';
import { ON_CITUS } from './databases.ts';

/** Copies describe what they copy, and the version of the catalog must never go back. */
const LEFT_ALONE: readonly string[] = ['copy_progress', 'catalog_state'];
/** Parents before their children. */
const RESTORED = TABLES.filter((table) => !LEFT_ALONE.includes(table));

/** Remembers all rows. What it returns deletes all others and writes these again, also while a service runs on the database. */
export async function restoreOf(database: Database): Promise<() => Promise<void>> {
  const remembered = new Map<string, Record<string, SqlValue>[]>();
  for (const table of RESTORED) {
    const columns = await database.query<{ name: string }>(COLUMNS_SQL[database.engine], [table]);
    const names = columns.map(({ name }) => name).join(', ');
    const rows = await database.query<Record<string, SqlValue>>(`SELECT ${names} FROM ${table}`);
    if (rows.length > 0) remembered.set(table, rows);
  }
  const isCitus = ON_CITUS && database.engine === 'postgres';
  return () =>
    database.transaction(async (tx) => {
      // Citus refuses to write to a table that is on all nodes after shards were written to in parallel.
      if (isCitus) await tx.runScript("SET LOCAL citus.multi_shard_modify_mode TO 'sequential'");
      // Versions of data start again, so caches of the service would treat old results as current.
      await tx.runScript('UPDATE catalog_state SET version = version + 1;');
      await tx.runScript(
        RESTORED.toReversed()
          .map((table) => `DELETE FROM ${table};`)
          .join('\n'),
      );
      for (const [into, rows] of remembered) {
        await tx.insertMany({ into, columns: Object.keys(rows[0]!), rows: rows.map((row) => Object.values(row)) });
      }
    });
}
