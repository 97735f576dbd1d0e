// When "funnel backup" last copied a database. The time is in a file beside the database, because a backup only reads the database
// itself: a row would need the lock of writers and a migration, and would be in the backup, where it is wrong.
import { readFile, writeFile } from 'node:fs/promises';

const SUFFIX = '-backup';

/** `at`: the backup has the database as it was then. */
export function noteBackup(databasePath: string, at: Date): Promise<void> {
  return writeFile(databasePath + SUFFIX, `${at.toISOString()}\n`);
}

/** undefined: there was none, or nobody knows. */
export async function readLastBackup(databasePath: string): Promise<Date | undefined> {
  const text = await readFile(databasePath + SUFFIX, 'utf8').catch(() => '');
  const at = new Date(text.trim());
  return Number.isNaN(at.getTime()) ? undefined : at;
}
