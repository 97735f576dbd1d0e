import { existsSync, statfsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { isPostgresUrl, sqlitePath } from '../database/open.ts';
import { Thread } from '../threads/thread.ts';
import { type Command, CommandError } from './command.ts';
import { writeNewFile } from './new-file.ts';
import { formatCount, ProgressBar } from './progress-bar.ts';

const PAGES_PER_STEP = 500;
const READ_LOCK_WAIT_MS_MAX = 30_000;
const MIB = 1024 * 1024;
/** Must stay free beside the copy: the service goes on writing. */
const ROOM_LEFT_BYTES_MIN = 64 * MIB;

export const backupCommand: Command = {
  name: 'backup',
  positionals: ['FILE'],
  summary: 'Writes a consistent copy of an SQLite database, also while it is being served.',
  details:
    'FILE must not exist yet. It appears when the copy is complete and has been checked. A backup that fails or is\n' +
    'interrupted leaves nothing behind. For PostgreSQL use its own tools, such as pg_dump.',
  async run(args, { config, print }) {
    if (isPostgresUrl(config.databaseUrl)) throw new CommandError('This is for SQLite. For PostgreSQL use pg_dump.');
    const path = sqlitePath(config.databaseUrl);
    if (!existsSync(path)) throw new CommandError(`There is no database at ${path}.`);
    const target = args.positional('FILE');
    const source = openSnapshot(path);
    try {
      requireRoom(dirname(resolve(target)), bytesOf(source));
      const pages = await writeNewFile(resolve(target), (unfinished) => copyAndCheck(source, unfinished));
      print({ file: target, pages }, () => `Wrote ${target} (${formatCount(pages)} pages).`);
    } finally {
      source.close();
    }
  },
};

/**
 * A read transaction that stays open. Without it SQLite starts the copy again whenever somebody commits, and beside
 * traffic it never ends.
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

function requireRoom(folder: string, bytes: number): void {
  if (!existsSync(folder)) throw new CommandError(`There is no folder ${folder}.`);
  const { bavail, bsize } = statfsSync(folder);
  const needed = bytes + ROOM_LEFT_BYTES_MIN;
  if (bavail * bsize >= needed) return;
  throw new CommandError(
    `There is not enough room in ${folder}: ${formatMib(needed)} are needed (${formatMib(bytes)} for the copy, the rest ` +
      `must stay free), ${formatMib(bavail * bsize)} are free.`,
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
    await requireSound(unfinished);
    return pages;
  } finally {
    bar.finish();
  }
}

/** In a thread, so that this one can still be told to stop. */
async function requireSound(path: string): Promise<void> {
  const thread = new Thread<string, string[]>(new URL('../database/integrity-worker.ts', import.meta.url), undefined);
  const faults = await thread.call(path).finally(() => thread.close());
  if (faults.length > 0) throw new CommandError(`The copy is not sound and was not kept:\n${faults.join('\n')}`);
}

function formatMib(bytes: number): string {
  return `${formatCount(bytes / MIB)} MiB`;
}
