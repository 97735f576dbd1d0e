// Whether the database stores what it is given. Only a commit shows that: on a file system that has become read-only after an error, the
// files look writable, transactions begin and statements succeed.
import { randomUUID } from 'node:crypto';
import type { Database } from './database.ts';
import { rootCause } from './root-cause.ts';

/** Commits a row that the same transaction deletes. Each call has a row of its own, so that nodes do not wait for each other. */
export async function tryWrite(database: Pick<Database, 'transaction'>): Promise<void> {
  const job = `write-probe ${randomUUID()}`;
  await database.transaction(async (tx) => {
    await tx.query('INSERT INTO job_leases (job) VALUES ($1)', [job]);
    await tx.query('DELETE FROM job_leases WHERE job = $1', [job]);
  });
}

const SQLITE_BUSY = 5;
const SQLITE_FULL = 13;
const POSTGRES_DISK_FULL = '53100';

/** Another process has held the write lock of SQLite for longer than anybody waits. */
export function isLocked(error: unknown): boolean {
  return sqliteCode(error) === SQLITE_BUSY;
}

export function isDiskFull(error: unknown): boolean {
  return sqliteCode(error) === SQLITE_FULL || rootCause(error).code === POSTGRES_DISK_FULL;
}

/** The primary code is the low byte of an extended one. */
function sqliteCode(error: unknown): number {
  const { errcode = 0 } = rootCause(error) as { readonly errcode?: number };
  return errcode & 0xff;
}
