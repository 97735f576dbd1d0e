import { existsSync, statfsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { eraseVisitorSalts } from '../collector/visitor-salts.ts';
import { isPostgresUrl, sqlitePath } from '../database/open.ts';
import { Thread } from '../threads/thread.ts';
import { type Command, CommandError } from './command.ts';
import { writeNewFile } from './new-file.ts';
import { formatCount, ProgressBar } from './progress-bar.ts';

const PAGES_PER_STEP = 500;
const READ_LOCK_WAIT_MS_MAX = 30_000;
const MIB = 1024 * 1024;
/** Must stay free after the backup: the service keeps writing. */
const FREE_BYTES_MIN = 64 * MIB;

export const backupCommand: Command = {
  name: 'backup',
  positionals: ['FILE'],
  summary: 'Writes a consistent backup of an SQLite database. Works while the service is running.',
  details:
    'FILE must not exist yet. It is created once the backup is complete and has passed an integrity check. A backup that\n' +
    'fails or is interrupted leaves no file behind. For PostgreSQL use its own tools, such as pg_dump.',
  async run(args, { config, print }) {
    if (isPostgresUrl(config.databaseUrl))
      throw new CommandError('This command backs up SQLite only. For PostgreSQL use pg_dump.');
    const path = sqlitePath(config.databaseUrl);
    if (!existsSync(path)) throw new CommandError(`There is no database at ${path}.`);
    const target = args.positional('FILE');
    const source = openSnapshot(path);
    try {
      requireFreeSpace(dirname(resolve(target)), bytesOf(source));
      const pages = await writeNewFile(resolve(target), (unfinished) => copyAndCheck(source, unfinished));
      print({ file: target, pages }, () => `Wrote ${target} (${formatCount(pages)} pages).`);
    } finally {
      source.close();
    }
  },
};

/**
 * Holds a read transaction open. Without it SQLite restarts the backup whenever another process commits, so under
 * traffic it would never finish.
 */
function openSnapshot(path: string): DatabaseSync {
  const connection = new DatabaseSync(path, { readOnly: true, timeout: READ_LOCK_WAIT_MS_MAX });
  connection.exec('BEGIN; SELECT COUNT(*) FROM sqlite_schema');
  return connection;
}

function bytesOf(source: DatabaseSync): number {
  const { bytes } = source
    .prepare('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size')
    .get() as { bytes: number };
  return bytes;
}

function requireFreeSpace(folder: string, bytes: number): void {
  if (!existsSync(folder)) throw new CommandError(`Folder not found: ${folder}`);
  const { bavail, bsize } = statfsSync(folder);
  const needed = bytes + FREE_BYTES_MIN;
  if (bavail * bsize >= needed) return;
  throw new CommandError(
    `Not enough disk space in ${folder}: ${formatMib(needed)} needed (${formatMib(bytes)} for the backup, the rest ` +
      `must stay free), ${formatMib(bavail * bsize)} free.`,
  );
}

async function copyAndCheck(source: DatabaseSync, unfinished: string): Promise<number> {
  const bar = new ProgressBar('pages');
  try {
    const pages = await backup(source, unfinished, {
      rate: PAGES_PER_STEP,
      progress: ({ totalPages, remainingPages }) =>
        bar.update({ share: 1 - remainingPages / totalPages, done: totalPages - remainingPages }),
    });
    leaveOutVisitorSalts(unfinished);
    await checkIntegrity(unfinished);
    return pages;
  } finally {
    bar.finish();
  }
}

/** They are deleted after 48 hours, and a backup would keep them. */
function leaveOutVisitorSalts(path: string): void {
  const connection = new DatabaseSync(path);
  eraseVisitorSalts(connection);
  connection.close();
}

/** Runs in a thread, so that this one can still handle signals. */
async function checkIntegrity(path: string): Promise<void> {
  const thread = new Thread<string, string[]>(new URL('../database/integrity-worker.ts', import.meta.url), undefined);
  const errors = await thread.call(path).finally(() => thread.close());
  if (errors.length > 0)
    throw new CommandError(`The backup failed its integrity check and was deleted:\n${errors.join('\n')}`);
}

function formatMib(bytes: number): string {
  return `${formatCount(bytes / MIB)} MiB`;
}
