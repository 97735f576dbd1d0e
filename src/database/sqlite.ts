// SQLite, the embedded default: one connection that reads and one that writes, both in this thread.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BulkInsert,
  bulkInsertSql,
  CommitUnknownError,
  type Database,
  DatabaseUnavailableError,
  type NewRowsInsert,
  type Queries,
  type SqlValue,
} from './database.ts';
import { OpenedFiles } from './sqlite-files.ts';
import { registerHllFunctions } from './sqlite-hll-functions.ts';

const STATEMENTS_KEPT_MAX = 200;
const WRITE_LOCK_WAIT_MS_MAX = 30_000;
const WRITE_LOCK_RETRY_MS = 5;
const SQLITE_BUSY = 5;
const SQLITE_FULL = 13;
/** Also no memory, a file that can't be read or written, or not be opened. */
const UNAVAILABLE: ReadonlySet<number | undefined> = new Set([SQLITE_BUSY, 7, 10, SQLITE_FULL, 14]);

export function openSqlite(path: string): Database {
  // Nobody else's to look into: it will hold contacts and keys.
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const writer = new SqliteConnection(path);
  const reader = new SqliteConnection(path);
  reader.refuseWrites();
  const files = new OpenedFiles(path);
  let lastTransaction: Promise<unknown> = Promise.resolve();

  const transaction = <T>(work: (tx: Queries) => Promise<T>): Promise<T> => {
    const deadline = performance.now() + WRITE_LOCK_WAIT_MS_MAX;
    // One connection can hold one transaction: the next waits for the last, whether that one failed or not.
    const result = lastTransaction.then(() => writer.inTransaction(work, files, deadline));
    lastTransaction = result.catch(() => {});
    return result;
  };

  return {
    engine: 'sqlite',
    query: async (sql, params) => {
      files.requireInPlace();
      return reader.query(sql, params);
    },
    transaction,
    changeCounter: () => {
      files.requireDatabaseInPlace();
      return reader.dataVersion();
    },
    othersChangeCounter: () => writer.dataVersion(),
    close: async () => {
      await lastTransaction;
      reader.close();
      writer.close();
    },
  };
}

class SqliteConnection implements Queries {
  readonly #connection: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly #dataVersion: StatementSync;

  constructor(path: string) {
    this.#connection = new DatabaseSync(path, { timeout: 5_000 });
    switchToWal(this.#connection);
    // FULL: what was acknowledged survives a power cut, not only the death of the process.
    this.#connection.exec(`
      PRAGMA synchronous = FULL;
      PRAGMA foreign_keys = ON;
      PRAGMA temp_store = MEMORY;
      PRAGMA cache_size = -16384;
      PRAGMA wal_autocheckpoint = 4000;
    `);
    registerHllFunctions(this.#connection);
    this.#connection.function('least', { deterministic: true }, (a, b) => (a! < b! ? a : b));
    this.#connection.function('greatest', { deterministic: true }, (a, b) => (a! > b! ? a : b));
    this.#dataVersion = this.#connection.prepare('PRAGMA data_version');
    this.#dataVersion.setReturnArrays(true);
    this.dataVersion();
  }

  /** Changes when any other connection commits, in whichever process. */
  dataVersion(): number {
    return orDatabaseError(() => (this.#dataVersion.get() as unknown as [number])[0]);
  }

  async query<Row>(sql: string, params: readonly SqlValue[] = []): Promise<Row[]> {
    return orDatabaseError(() => this.#prepared(sql).all(...params) as Row[]);
  }

  /** Row by row through one prepared statement: without a network there is little to save by longer ones. */
  async insertMany(insert: BulkInsert): Promise<void> {
    orDatabaseError(() => {
      const statement = this.#prepared(bulkInsertSql(insert, 1));
      for (const row of insert.rows) statement.run(...row);
    });
  }

  async insertNew(insert: NewRowsInsert): Promise<Uint8Array> {
    return orDatabaseError(() => {
      const statement = this.#prepared(bulkInsertSql(insert, 1));
      return Uint8Array.from(insert.rows, (row) => Number(statement.run(...row).changes));
    });
  }

  /** Waits for the lock until the deadline, and no longer, however many wait in front. */
  async inTransaction<T>(work: (tx: Queries) => Promise<T>, files: OpenedFiles, deadline: number): Promise<T> {
    await this.#takeWriteLock(deadline);
    try {
      const result = await work(this);
      files.requireInPlace();
      this.#commit();
      requireStillInPlace(files);
      return result;
    } catch (error) {
      if (this.#connection.isTransaction) this.#connection.exec('ROLLBACK');
      throw error;
    }
  }

  async runScript(sql: string): Promise<void> {
    orDatabaseError(() => this.#connection.exec(sql));
  }

  refuseWrites(): void {
    this.#connection.exec('PRAGMA query_only = ON');
  }

  close(): void {
    this.#connection.close();
  }

  /** Without room the end of the transaction is not in the log, so it is void. With other errors it may be there. */
  #commit(): void {
    try {
      this.#connection.exec('COMMIT');
    } catch (error) {
      const code = resultCode(error);
      if (code === SQLITE_FULL || !UNAVAILABLE.has(code)) throw asDatabaseError(error);
      throw new CommitUnknownError(error);
    }
  }

  /** Waits without blocking the thread, for another process may hold the lock for as long as an import's chunk takes. */
  async #takeWriteLock(deadline: number): Promise<void> {
    this.#connection.exec('PRAGMA busy_timeout = 0');
    for (;;) {
      try {
        this.#connection.exec('BEGIN IMMEDIATE');
        break;
      } catch (error) {
        if (resultCode(error) !== SQLITE_BUSY || performance.now() > deadline) throw asDatabaseError(error);
        await sleep(WRITE_LOCK_RETRY_MS);
      }
    }
  }

  #prepared(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    if (this.#statements.size >= STATEMENTS_KEPT_MAX) {
      const [oldest] = this.#statements.keys();
      this.#statements.delete(oldest!);
    }
    const statement = this.#connection.prepare(sqliteText(sql));
    this.#statements.set(sql, statement);
    return statement;
  }
}

/** Rows need no locks of their own where there is one writer. */
function sqliteText(sql: string): string {
  return sql
    .replace(/\$(\d+)/g, '?$1')
    .replace(/ FOR UPDATE SKIP LOCKED$/, '')
    .replaceAll(' COLLATE "C"', '');
}

/** Of a new file, which several may open at once: SQLite does not wait for this lock by itself. */
function switchToWal(connection: DatabaseSync): void {
  const deadline = performance.now() + WRITE_LOCK_WAIT_MS_MAX;
  for (;;) {
    try {
      connection.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (resultCode(error) !== SQLITE_BUSY || performance.now() > deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WRITE_LOCK_RETRY_MS);
    }
  }
}

/** After a commit: it is only certain to last if the file that it went into still has its name. */
function requireStillInPlace(files: OpenedFiles): void {
  try {
    files.requireInPlace();
  } catch (error) {
    throw new CommitUnknownError(error);
  }
}

function orDatabaseError<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw asDatabaseError(error);
  }
}

function asDatabaseError(error: unknown): unknown {
  return UNAVAILABLE.has(resultCode(error)) ? new DatabaseUnavailableError(error) : error;
}

/** The low byte; the rest of SQLite's codes is detail. */
function resultCode(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined;
}
