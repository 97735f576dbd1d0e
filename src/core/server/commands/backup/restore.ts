import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { openSnapshot } from '../../../foundation/database/copy/snapshot.ts';
import { explainedError, isPostgresUrl, openDatabase, sqlitePath } from '../../../foundation/database/open/open.ts';
import { pendingMigrations, readMigrations } from '../../../foundation/database/schema/migrations.ts';
import { foreignObjects } from '../../../foundation/database/schema/own-schema.ts';
import { filesOf, unreadLogOf } from '../../../foundation/database/sqlite/sqlite-files.ts';
import { type Command, CommandError } from '../../command/command.ts';
import { formatCount } from '../../command/progress-bar.ts';
import { withoutPassword } from '../../config/config.ts';
import { CLEAR_CHECKSUM, stateOfBackup } from './backup-file.ts';
import { copySqliteFile } from './sqlite-copy.ts';

const SQLITE_HEAD = 'SQLite format 3\0';
const POSTGRES_DUMP_HEAD = 'PGDMP';
const FOREIGN_SHOWN_MAX = 5;

export const restoreCommand: Command = {
  name: 'restore',
  positionals: ['FILE'],
  options: {
    'without-checksum': {
      type: 'boolean',
      help: 'SQLite: also restore a file that has no checksum, such as a copy of the database, or a wrong one',
    },
  },
  summary: 'Restores a backup of "funnel backup" (SQLite) or pg_dump --format=custom (PostgreSQL) into DATABASE_URL.',
  details:
    'The file is checked, and nothing is overwritten: on SQLite the file of DATABASE_URL must not exist, on PostgreSQL its\n' +
    'database must be empty. An SQLite file must have its checksum, and no triggers, views and tables but those of this service. ' +
    'A restore that fails leaves nothing behind. A backup of an older version is migrated by\n' +
    '"funnel serve" (SQLite) or "funnel migrate" (PostgreSQL). To restore an SQLite backup into PostgreSQL: funnel copy.\n' +
    'A dump of PostgreSQL is a program: its statements run as they are, with the rights of the user in DATABASE_URL. Restore only\n' +
    'dumps that you trust, and as a user without rights on other databases.',
  async run(args, { config: { databaseUrl }, print }) {
    const file = args.positional('FILE');
    requireFile(file);
    const head = headOf(file);
    if (isPostgresUrl(databaseUrl)) {
      await restorePostgres(file, head, databaseUrl);
      print({ file, database: withoutPassword(databaseUrl) }, () => `Restored ${file}. Next: funnel migrate`);
    } else {
      const needsChecksum = !args.flag('without-checksum');
      const pages = await restoreSqlite(file, head, sqlitePath(databaseUrl), needsChecksum);
      print({ file, database: databaseUrl, pages }, () => `Restored ${file} (${formatCount(pages)} pages).`);
    }
  },
};

/** Opening a pipe would wait for whoever writes to it, and reading a device may never end. */
function requireFile(file: string): void {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) throw new CommandError(`There is no file ${file}.`);
  if (stats.isDirectory()) throw new CommandError(`${file} is a folder, not a file. Name the file of a backup.`);
  if (!stats.isFile())
    throw new CommandError(`${file} is a device, a pipe or a socket, not a file. Name the file of a backup.`);
}

/** The first bytes of the file say what it is. */
function headOf(file: string): string {
  try {
    const descriptor = openSync(file, 'r');
    try {
      const bytes = Buffer.alloc(SQLITE_HEAD.length);
      return bytes.toString('latin1', 0, readSync(descriptor, bytes));
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw new CommandError(`Cannot read ${file}: ${(error as Error).message}`);
  }
}

async function restoreSqlite(file: string, head: string, path: string, needsChecksum: boolean): Promise<number> {
  if (head.startsWith(POSTGRES_DUMP_HEAD))
    throw new CommandError(
      `${file} is a dump of PostgreSQL, and DATABASE_URL is an SQLite file. Set DATABASE_URL to an empty PostgreSQL database.`,
    );
  if (head !== SQLITE_HEAD) throw new CommandError(`${file} is not a backup of an SQLite database.`);
  const existing = filesOf(path).find((name) => existsSync(name));
  if (existing !== undefined)
    throw new CommandError(
      `${existing} already exists and is not overwritten. Stop the service and move its database away (${filesOf(path).join(', ')}), ` +
        'or set DATABASE_URL to a new file.',
    );
  requireNoLog(file);
  if (needsChecksum) await requireChecksum(file);
  mkdirSync(dirname(resolve(path)), { recursive: true });
  return copySqliteFile(file, path, {
    finish: async (unfinished) => {
      await requireFunnelDatabase(`sqlite:${unfinished}`, file);
      const connection = new DatabaseSync(unfinished);
      connection.exec(CLEAR_CHECKSUM);
      connection.close();
    },
  });
}

/** SQLite would read it as well, and nobody has checked what is in it. */
function requireNoLog(file: string): void {
  const log = unreadLogOf(file);
  if (log !== undefined)
    throw new CommandError(
      `${file} is not a backup, but a database in use or a copy of its files: there is ${log}. Make a backup with: funnel backup`,
    );
}

async function requireChecksum(file: string): Promise<void> {
  const state = await stateOfBackup(file);
  if (state === 'damaged')
    throw new CommandError(
      `${file} is damaged: it is not what "funnel backup" has written. Nothing was restored. ` +
        'Copy it again from where it was stored, or use ' +
        'another backup. To restore it as it is, add --without-checksum: its numbers may be wrong.',
    );
  if (state === 'missing')
    throw new CommandError(
      `${file} has no checksum, so nobody knows whether it is complete. ` +
        'If it is a copy that was not made with "funnel backup", add --without-checksum.',
    );
}

/** Also refuses a database of a newer version of the program. */
async function requireFunnelDatabase(url: string, file: string): Promise<void> {
  const restored = await openSnapshot(url);
  try {
    const pending = await pendingMigrations(restored);
    if (pending.length === readMigrations(restored.engine).length)
      throw new CommandError(`${file} is not a backup of this service: it has none of its tables.`);
    const foreign = restored.engine === 'sqlite' ? await foreignObjects(restored) : [];
    if (foreign.length > 0)
      throw new CommandError(
        `${file} is not a backup of this service alone: it also has ${foreign.slice(0, FOREIGN_SHOWN_MAX).join(', ')}. ` +
          'Nothing was restored. ' +
          'Somebody has changed the database, or the file. Triggers and views could change what the service stores.',
      );
  } finally {
    await restored.close();
  }
}

async function restorePostgres(file: string, head: string, url: string): Promise<void> {
  if (head === SQLITE_HEAD)
    throw new CommandError(
      `${file} is an SQLite database, and DATABASE_URL is PostgreSQL. Run: funnel copy --from sqlite:${file} --to URL`,
    );
  if (!head.startsWith(POSTGRES_DUMP_HEAD))
    throw new CommandError(`${file} is not a dump of PostgreSQL. Create dumps with: pg_dump --format=custom`);
  await requireEmptyDatabase(url);
  await runPgRestore(file, url);
  await requireFunnelDatabase(url, file);
}

/** Tables of extensions, such as those of Citus, do not count. */
async function requireEmptyDatabase(url: string): Promise<void> {
  const database = await openDatabase(url, { connectionsMax: 1 });
  try {
    const tables = await database.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c
       WHERE c.relkind IN ('r', 'p') AND c.relnamespace = ANY (SELECT oid FROM pg_namespace WHERE nspname = ANY (current_schemas(false)))
         AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e') ORDER BY 1 LIMIT 1`,
    );
    if (tables[0])
      throw new CommandError(
        `The database ${withoutPassword(url)} is not empty: it has the table ${tables[0].name}. Nothing is overwritten. ` +
          'Create a new database and set DATABASE_URL to it.',
      );
  } catch (error) {
    throw explainedError(error, url);
  } finally {
    await database.close();
  }
}

/** Uses one transaction, so that a dump that can't be restored leaves nothing behind. */
async function runPgRestore(file: string, url: string): Promise<void> {
  // The password goes through the environment, because arguments are visible to all users of the machine.
  const target = new URL(url);
  const password = decodeURIComponent(target.password);
  target.password = '';
  const child = spawn(
    'pg_restore',
    ['--no-owner', '--no-comments', '--exit-on-error', '--single-transaction', `--dbname=${target}`, file],
    {
      env: { ...process.env, ...(password !== '' && { PGPASSWORD: password }) },
      stdio: ['ignore', 'inherit', 'pipe'],
    },
  );
  const ended = new Promise<number | null>((end, fail) => child.on('error', fail).on('close', end));
  const [code, errors] = await Promise.all([ended, text(child.stderr)]).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new CommandError(
      'pg_restore was not found. Install the client programs of PostgreSQL (on Debian: apt-get install postgresql-client).',
    );
  });
  if (code !== 0) throw new CommandError(`pg_restore failed, and nothing was restored:\n${errors.trim()}`);
}
