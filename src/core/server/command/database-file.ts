import { isPostgresUrl, sqlitePath } from '../../foundation/database/open/open.ts';
import { isFileOfDatabase } from '../../foundation/database/sqlite/sqlite-files.ts';
import { CommandError } from './command.ts';

/** Reading the database file would drop SQLite's locks, see sqlite-files.ts. `what`: what a file is read for. */
export function rejectDatabaseFile(path: string, databaseUrl: string, what: string): void {
  if (isPostgresUrl(databaseUrl) || !isFileOfDatabase(path, sqlitePath(databaseUrl))) return;
  throw new CommandError(`${path} is the database itself. FILE must contain ${what}.`);
}
