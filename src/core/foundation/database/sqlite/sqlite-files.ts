// Checks on the files of a SQLite database, by `stat` only.
//
// Nothing but SQLite may open these files. When a process closes any descriptor of a file, POSIX drops all locks that the
// process holds on it, including SQLite's: other processes can then overwrite committed data. `stat` opens nothing.
// Why: docs/decisions/database.md, "Only SQLite opens the files of a SQLite database".
// Why: docs/decisions/database.md, "A replaced database file is detected".
import { realpathSync, type Stats, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseReplacedError } from '../database.ts';

/** The database, its write-ahead log, and the log's index. */
const SUFFIXES = ['', '-wal', '-shm'];
const OTHERS_ANY_ACCESS = 0o007;
const OTHERS_SEARCH = 0o001;

/**
 * Detects that a file was replaced or removed since it was opened. SQLite does not: it keeps writing to the old, unlinked
 * file, and everything written there is lost when the process ends.
 */
export class OpenedFiles {
  readonly #database: OpenedFile;
  readonly #all: readonly OpenedFile[];
  #isCheckedInThisTurn = false;

  /** All three files exist while a connection in WAL mode is open and has read something. */
  constructor(databasePath: string) {
    const path = resolve(databasePath);
    const [, ...logFiles] = filesOf(realpathSync(path));
    this.#database = openedFile(path);
    this.#all = [this.#database, ...logFiles.map(openedFile)];
  }

  requireNotReplaced(): void {
    for (const file of this.#all) requireSame(file);
  }

  /** Statements that read call it: those of a report follow each other in one turn of the event loop, and share one check. */
  requireNotReplacedInThisTurn(): void {
    if (this.#isCheckedInThisTurn) return;
    this.requireNotReplaced();
    this.#isCheckedInThisTurn = true;
    setImmediate(() => {
      this.#isCheckedInThisTurn = false;
    });
  }

  /** Checks one file instead of three, because this runs on every request. */
  requireDatabaseNotReplaced(): void {
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

/** Whether `path` (or a link) is one of the files of the database. */
export function isFileOfDatabase(path: string, databasePath: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return false;
  return filesOf(databasePath).some((file) => {
    const other = statSync(file, { throwIfNoEntry: false });
    return other !== undefined && isSameFile(other, stats);
  });
}

/** Whether users other than the owner and the group can access one of the files. */
export function isOpenToOthers(databasePath: string): boolean {
  const path = realpathSync(databasePath);
  if ((statSync(dirname(path)).mode & OTHERS_SEARCH) === 0) return false;
  return filesOf(path).some((file) => {
    const stats = statSync(file, { throwIfNoEntry: false });
    return stats !== undefined && (stats.mode & OTHERS_ANY_ACCESS) !== 0;
  });
}

export function openToOthersAdvice(databasePath: string): string {
  return `other users of this machine can access the database; run: chmod o= ${databasePath}*`;
}

/** The log of a database that is in use, or of a copy of its files. undefined: everything is in the file itself. */
export function unreadLogOf(path: string): string | undefined {
  const logs = ['-wal', '-journal'].map((suffix) => path + suffix);
  return logs.find((log) => (statSync(log, { throwIfNoEntry: false })?.size ?? 0) > 0);
}

export function filesOf(path: string): string[] {
  return SUFFIXES.map((suffix) => path + suffix);
}

/** The inode number is not reused while the file is open. */
function isSameFile(a: Stats, b: Stats): boolean {
  return a.ino === b.ino && a.dev === b.dev;
}
