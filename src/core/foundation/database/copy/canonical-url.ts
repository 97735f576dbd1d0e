// The canonical URL of a database, without credentials: identifies the source of a copy and is shown to users.
import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import pg from 'pg';
import { isPostgresUrl, sqlitePath } from '../open/open.ts';

export function canonicalUrl(url: string): string {
  if (!isPostgresUrl(url)) {
    const path = resolve(sqlitePath(url));
    return `sqlite:${existsSync(path) ? realpathSync(path) : path}`;
  }
  // The driver understands every way a URL can name a host. This does not connect.
  const { host, port, database } = new pg.Client({ connectionString: url });
  return `postgres://${host}:${port}/${database}`;
}
