// Reads the catalog tables as they are stored, to compare before and after.
import type { Database } from '../../src/core/foundation/database/database.ts';

const TABLES = ['accounts', 'websites', 'areas', 'campaigns', 'variants', 'steps', 'elements'];

export async function catalogRows(database: Database, table: string): Promise<Record<string, unknown>[]> {
  const rows = await database.query(`SELECT * FROM ${table} ORDER BY id`);
  return rows.map((row) => ({ ...row }));
}

export async function wholeCatalog(database: Database): Promise<Record<string, unknown>> {
  const tables = await Promise.all(TABLES.map(async (table) => [table, await catalogRows(database, table)]));
  return Object.fromEntries(tables);
}
