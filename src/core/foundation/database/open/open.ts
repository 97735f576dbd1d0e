// Opens the database that DATABASE_URL names.
import type { Database, ReadSnapshot } from '../database.ts';
import { explainPostgresError } from '../postgres/explain-postgres-error.ts';
import type { PostgresOptions } from '../postgres/postgres.ts';
import { explainSqliteError } from '../sqlite/explain-sqlite-error.ts';

/** Imports only the driver that is needed: loading the PostgreSQL driver takes longer than a whole SQLite command. */
export async function openDatabase(url: string, options?: Partial<PostgresOptions>): Promise<Database> {
  if (isPostgresUrl(url)) return (await import('../postgres/postgres.ts')).openPostgres(url, options);
  const { openSqlite } = await import('../sqlite/sqlite.ts');
  try {
    return openSqlite(sqlitePath(url));
  } catch (error) {
    throw explainedError(error, url);
  }
}

/** Writes of others are not held up by it. On SQLite, the log of what is written grows until it is closed. */
export async function openReadSnapshot(url: string): Promise<ReadSnapshot> {
  if (isPostgresUrl(url)) return (await import('../postgres/postgres.ts')).openPostgresSnapshot(url);
  return (await import('../sqlite/sqlite.ts')).openSqliteSnapshot(sqlitePath(url));
}

/** Has the cause and the fix as its message, if they are known. PostgreSQL only connects at the first statement. */
export function explainedError(error: unknown, url: string): unknown {
  const explanation = isPostgresUrl(url)
    ? explainPostgresError(error, url)
    : explainSqliteError(error, sqlitePath(url));
  return explanation === undefined ? error : new Error(explanation, { cause: error });
}

export function isPostgresUrl(url: string): boolean {
  return /^postgres(ql)?:\/\//.test(url);
}

export function sqlitePath(url: string): string {
  if (!url.startsWith('sqlite:')) throw new Error('DATABASE_URL must start with sqlite: or postgres://');
  const path = url.slice('sqlite:'.length).replace(/^\/\/(?=\/)/, '');
  if (path === '' || path === ':memory:')
    throw new Error('DATABASE_URL must name a file, such as sqlite:./data/funnel.db');
  return path;
}
