// Everything that is stored, row by row, except what rejected requests and reads change: when a token was last used, the
// logins that were started, and how many events were rejected. Counting these adds the row of a website that has had no events yet.
import { TABLES } from '../../src/core/foundation/database/citus/citus.ts';
import type { Database } from '../../src/core/foundation/database/database.ts';

const PASSING_TABLES: ReadonlySet<string> = new Set(['authorization_records', 'authorization_keys', 'arrival_counts']);
const PASSING_COLUMNS: ReadonlySet<string> = new Set(['last_used_at']);
const LASTING_ROWS: Readonly<Record<string, string>> = { website_activity: 'WHERE version > 0' };

export async function storedState(database: Database): Promise<Record<string, unknown[]>> {
  const tables = TABLES.filter((table) => !PASSING_TABLES.has(table));
  const contents = await Promise.all(tables.map(async (table) => [table, await rowsOf(database, table)] as const));
  return Object.fromEntries(contents);
}

/** Sorted by content, because tables have no order. */
async function rowsOf(database: Database, table: string): Promise<unknown[]> {
  const rows = await database.query(`SELECT * FROM ${table} ${LASTING_ROWS[table] ?? ''}`);
  const texts = rows.map((row) =>
    JSON.stringify(Object.entries(row).filter(([column]) => !PASSING_COLUMNS.has(column))),
  );
  return texts.sort();
}
