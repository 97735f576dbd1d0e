// Which database a URL means, without credentials: what a copy remembers its source by, and what people are shown.
import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import pg from 'pg';
import { isPostgresUrl, sqlitePath } from '../open.ts';

export function databaseAddress(url: string): string {
  if (!isPostgresUrl(url)) {
    const path = resolve(sqlitePath(url));
    return `sqlite:${existsSync(path) ? realpathSync(path) : path}`;
  }
  // The driver knows every way in which a URL may name a host. Nothing is connected to.
  const { host, port, database } = new pg.Client({ connectionString: url });
  return `postgres://${host}:${port}/${database}`;
}
