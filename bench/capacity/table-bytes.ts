// The bytes that tables take on disk, on both engines.
import type { Database } from '../../src/core/foundation/database/database.ts';

export interface TableBytes {
  /** Includes its indexes, and what PostgreSQL stores outside of rows (TOAST). */
  readonly all: number;
  readonly indexes: number;
}

export async function bytesOfTable(database: Database, table: string): Promise<TableBytes> {
  const [bytes] = await database.query<{ all_bytes: number; index_bytes: number }>(
    database.engine === 'postgres' ? POSTGRES_SQL : SQLITE_SQL,
    [table],
  );
  return { all: Number(bytes!.all_bytes), indexes: Number(bytes!.index_bytes) };
}

const POSTGRES_SQL = `SELECT pg_total_relation_size($1::text::regclass) AS all_bytes,
  pg_indexes_size($1::text::regclass) AS index_bytes`;

const SQLITE_SQL = `SELECT SUM(pgsize) AS all_bytes, COALESCE(SUM(CASE WHEN type = 'index' THEN pgsize END), 0) AS index_bytes
  FROM dbstat JOIN sqlite_schema USING (name) WHERE tbl_name = $1`;
