// Counts the rows that would be erased.
import type { Database, SqlValue } from '../../foundation/database/database.ts';

/** How many rows each table has. Tables that have none are left out. */
export type RowCounts = Record<string, number>;

type CountedRows = readonly [table: string, condition: string, params: readonly SqlValue[]];

export async function countRows(database: Database, counted: readonly CountedRows[]): Promise<RowCounts> {
  const counts: RowCounts = {};
  for (const [table, condition, params] of counted) {
    const [row] = await database.query<{ rows: number }>(
      `SELECT COUNT(*) AS rows FROM ${table} WHERE ${condition}`,
      params,
    );
    if (row!.rows > 0) counts[table] = row!.rows;
  }
  return counts;
}
