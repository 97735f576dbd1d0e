// How large a database is, how much room it has, and when it was backed up, as far as the service can know.
import { stat, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Database } from '../database.ts';
import { readLastBackup } from '../sqlite/last-backup.ts';
import { filesOf } from '../sqlite/sqlite-files.ts';
import { isPostgresUrl, sqlitePath } from './open.ts';

export interface StorageState {
  readonly databaseBytes: number;
  /** undefined: the disk is one of PostgreSQL's server. */
  readonly freeBytes?: number;
  /** undefined: there was none, or it is PostgreSQL, which has tools of its own. */
  readonly lastBackup?: Date | undefined;
}

export async function readStorage(database: Pick<Database, 'query'>, url: string): Promise<StorageState> {
  if (isPostgresUrl(url)) {
    const [row] = await database.query<{ bytes: number }>('SELECT pg_database_size(current_database()) AS bytes');
    return { databaseBytes: row!.bytes };
  }
  const path = sqlitePath(url);
  const sizes = filesOf(path).map((file) =>
    stat(file).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  const { bavail, bsize } = await statfs(dirname(resolve(path)));
  return {
    databaseBytes: (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0),
    freeBytes: bavail * bsize,
    lastBackup: await readLastBackup(path),
  };
}
