// Copies an SQLite database file into a new file and checks the copy. Backup and restore are such copies, in opposite directions.
// Why: docs/decisions/database.md, "A backup copies one snapshot in small steps".
import { existsSync, statfsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { isDamage } from '../../../foundation/database/sqlite/explain-sqlite-error.ts';
import { Thread } from '../../../foundation/threads/thread.ts';
import { CommandError } from '../../command/command.ts';
import { formatCount, ProgressBar } from '../../command/progress-bar.ts';
import { writeNewFile } from './new-file.ts';

const PAGES_PER_STEP = 500;
const READ_LOCK_WAIT_MS_MAX = 30_000;
const MIB = 1024 * 1024;
/** Must stay free after the copy: the service keeps writing. */
const FREE_BYTES_MIN = 64 * MIB;

interface CopySteps {
  /** Changes or refuses the copy. */
  readonly finish: (unfinished: string) => Promise<void>;
  /** The last step, after the copy was checked. Nothing has it open. */
  readonly seal?: (unfinished: string) => Promise<void>;
}

/** Returns the number of pages. Nothing is left behind if the copy fails. */
export async function copySqliteFile(from: string, to: string, { finish, seal }: CopySteps): Promise<number> {
  let source: DatabaseSync | undefined;
  try {
    source = openSnapshot(from);
    requireFreeSpace(dirname(resolve(to)), bytesOf(source));
    return await writeNewFile(resolve(to), async (unfinished) => {
      const pages = await copyPages(source!, unfinished);
      await finish(unfinished);
      const errors = await integrityErrors(unfinished);
      if (errors.length > 0) throw damaged(from, errors);
      await seal?.(unfinished);
      return pages;
    });
  } catch (error) {
    if (error instanceof Error && isDamage(error)) throw damaged(from, [error.message]);
    throw error;
  } finally {
    source?.close();
  }
}

function damaged(from: string, errors: readonly string[]): CommandError {
  return new CommandError(
    `${from} is damaged: its copy failed the integrity check and was deleted:\n${errors.join('\n')}`,
  );
}

/**
 * Holds a read transaction open. Without it SQLite restarts the copy whenever another process commits, so under
 * traffic it would never finish.
 */
function openSnapshot(path: string): DatabaseSync {
  const connection = new DatabaseSync(path, { readOnly: true, timeout: READ_LOCK_WAIT_MS_MAX });
  try {
    connection.exec('BEGIN; SELECT COUNT(*) FROM sqlite_schema');
  } catch (error) {
    connection.close();
    throw error;
  }
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
    `Not enough disk space in ${folder}: ${formatMib(needed)} needed (${formatMib(bytes)} for the copy, the rest ` +
      `must stay free), ${formatMib(bavail * bsize)} free.`,
  );
}

async function copyPages(source: DatabaseSync, unfinished: string): Promise<number> {
  const bar = new ProgressBar('pages');
  try {
    return await backup(source, unfinished, {
      rate: PAGES_PER_STEP,
      progress: ({ totalPages, remainingPages }) =>
        bar.update({ share: 1 - remainingPages / totalPages, done: totalPages - remainingPages }),
    });
  } finally {
    bar.finish();
  }
}

/** Runs in a thread, so that this one can still handle signals. */
function integrityErrors(path: string): Promise<string[]> {
  const thread = new Thread<string, string[]>(
    new URL('../../../foundation/database/sqlite/integrity-worker.ts', import.meta.url),
    undefined,
  );
  return thread.call(path).finally(() => thread.close());
}

function formatMib(bytes: number): string {
  return `${formatCount(bytes / MIB)} MiB`;
}
