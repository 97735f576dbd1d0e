// Opens the database that DATABASE_URL names.
import type { Database } from './database.ts';
import type { PostgresOptions } from './postgres.ts';

/** Imports only the driver that is needed: loading the PostgreSQL driver takes longer than a whole SQLite command. */
export async function openDatabase(url: string, options?: Partial<PostgresOptions>): Promise<Database> {
  if (isPostgresUrl(url)) return (await import('./postgres.ts')).openPostgres(url, options);
  return (await import('./sqlite.ts')).openSqlite(sqlitePath(url));
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
