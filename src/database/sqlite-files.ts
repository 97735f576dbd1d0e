// The files of a SQLite database, looked at from outside.
//
// Nothing but SQLite may open them. When a process closes any descriptor of a file, POSIX drops all locks that the process
// holds on it, SQLite's included: other processes then overwrite what this one has committed. `stat` opens nothing.
import { realpathSync, type Stats, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseReplacedError } from './database.ts';

/** The database, its write-ahead log, and the log's index. */
const SUFFIXES = ['', '-wal', '-shm'];
const ANY_ACCESS_OF_OTHERS = 0o007;
const SEARCH_BY_OTHERS = 0o001;

/**
 * Notices when a file was replaced or removed since it was opened. SQLite does not: it goes on in the old file, which has
 * no name any more, and all that is written to it is gone when the process ends.
 */
export class OpenedFiles {
  readonly #database: OpenedFile;
  readonly #all: readonly OpenedFile[];

  /** All of them exist while a connection in WAL mode is open that has read something. */
  constructor(databasePath: string) {
    const path = resolve(databasePath);
    const [, ...besides] = filesOf(realpathSync(path));
    this.#database = openedFile(path);
    this.#all = [this.#database, ...besides.map(openedFile)];
  }

  requireInPlace(): void {
    for (const file of this.#all) requireSame(file);
  }

  /** Only a third of the work, for what is done with every request. */
  requireDatabaseInPlace(): void {
    requireSame(this.#database);
  }
}

interface OpenedFile {
  readonly path: string;
  readonly stats: Stats;
}

function openedFile(path: string): OpenedFile {
  return { path, stats: statSync(path) };
}

function requireSame({ path, stats }: OpenedFile): void {
  const current = statSync(path, { throwIfNoEntry: false });
  if (current && isSameFile(current, stats)) return;
  throw new DatabaseReplacedError(new Error(`${path} was replaced or removed while it was in use`));
}

/** Whether `path` leads to one of the files of the database. */
export function isFileOfDatabase(path: string, databasePath: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return false;
  return filesOf(databasePath).some((file) => {
    const other = statSync(file, { throwIfNoEntry: false });
    return other !== undefined && isSameFile(other, stats);
  });
}

/** Whether users other than the owner and the group can open one of the files. */
export function isOpenToOthers(databasePath: string): boolean {
  const path = realpathSync(databasePath);
  if ((statSync(dirname(path)).mode & SEARCH_BY_OTHERS) === 0) return false;
  return filesOf(path).some((file) => {
    const stats = statSync(file, { throwIfNoEntry: false });
    return stats !== undefined && (stats.mode & ANY_ACCESS_OF_OTHERS) !== 0;
  });
}

export function openToOthersAdvice(databasePath: string): string {
  return `other users of this machine can open the database; run: chmod o= ${databasePath}*`;
}

function filesOf(path: string): string[] {
  return SUFFIXES.map((suffix) => path + suffix);
}

/** No other file gets the same number while this one is open. */
function isSameFile(a: Stats, b: Stats): boolean {
  return a.ino === b.ino && a.dev === b.dev;
}
