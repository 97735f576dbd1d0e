// From DATABASE_URL to a database.
import type { Database } from './database.ts';
import type { PostgresOptions } from './postgres.ts';

/** Loads the client of that engine only: a command on the embedded database is done before PostgreSQL's would be there. */
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
