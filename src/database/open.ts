// From DATABASE_URL to a database.
import type { Database } from './database.ts';
import { openPostgres, type PostgresOptions } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

export function openDatabase(url: string, options?: Partial<PostgresOptions>): Database {
  if (isPostgresUrl(url)) return openPostgres(url, options);
  return openSqlite(sqlitePath(url));
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
