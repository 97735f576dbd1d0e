// SQLite, the default database: one connection for reading and one for writing, both in this thread.
// Why: docs/decisions/database.md, "Files are for the owner, and what is deleted is overwritten".
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { oneAtATime } from '../../calls/one-at-a-time.ts';
import { InvalidSketchError } from '../../sketches/hyperloglog.ts';
import {
  type BulkInsert,
  bulkInsertSql,
  CommitUnknownError,
  type Database,
  DatabaseUnavailableError,
  type NewRowsInsert,
  type Queries,
  type ReadSnapshot,
  type SqlValue,
} from '../database.ts';
import { checkedByUnion } from '../sketch-damage.ts';
import { OpenedFiles } from './sqlite-files.ts';
import { registerHllFunctions } from './sqlite-hll-functions.ts';

const STATEMENTS_CACHED_MAX = 200;
const WRITE_LOCK_WAIT_MS_MAX = 30_000;
const WRITE_LOCK_RETRY_MS = 5;
const SQLITE_BUSY = 5;
const SQLITE_FULL = 13;
const SQLITE_NOMEM = 7;
const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
const SQLITE_CANTOPEN = 14;
const UNAVAILABLE_CODES: ReadonlySet<number | undefined> = new Set([
  SQLITE_BUSY,
  SQLITE_NOMEM,
  SQLITE_IOERR,
  SQLITE_FULL,
  SQLITE_CANTOPEN,
]);

export function openSqlite(path: string): Database {
  // Readable by the owner only: the database contains contacts and keys.
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const writer = new SqliteConnection(path);
  const reader = new SqliteConnection(path);
  reader.refuseWrites();
  const files = new OpenedFiles(path);
  // A connection can have one transaction: each waits until the previous one has ended.
  const inTurn = oneAtATime();

  const transaction = <T>(work: (tx: Queries) => Promise<T>): Promise<T> => {
    const deadline = performance.now() + WRITE_LOCK_WAIT_MS_MAX;
    return inTurn(() => writer.inTransaction(work, files, deadline).catch(throwUnavailableIfReadOnly));
  };

  return {
    engine: 'sqlite',
    query: async (sql, params) => {
      files.requireNotReplacedInThisTurn();
      return reader.query(sql, params);
    },
    transaction,
    changeCounter: () => {
      files.requireDatabaseNotReplaced();
      return reader.dataVersion();
    },
    othersChangeCounter: () => writer.dataVersion(),
    isDistributed: async () => false,
    shards: async () => undefined,
    unreachable: async () => new Map(),
    close: () =>
      inTurn(async () => {
        reader.close();
        writer.close();
      }),
  };
}

export async function openSqliteSnapshot(path: string): Promise<ReadSnapshot> {
  const connection = new SqliteConnection(path);
  connection.refuseWrites();
  // The first statement that reads takes the snapshot.
  await connection.runScript('BEGIN; SELECT COUNT(*) FROM sqlite_schema');
  return { query: (sql, params) => connection.query(sql, params), close: async () => connection.close() };
}

class SqliteConnection implements Queries {
  readonly #connection: DatabaseSync;
  readonly #statements = new LRUCache<string, StatementSync>({ max: STATEMENTS_CACHED_MAX });
  readonly #dataVersion: StatementSync;

  constructor(path: string) {
    this.#connection = new DatabaseSync(path, { timeout: 5_000 });
    switchToWal(this.#connection);
    // FULL: committed data survives a power failure, not only a crash of the process.
    // secure_delete: what is deleted is overwritten, such as salts of visitors and secrets of webhooks. FAST would leave pages that
    // become free as they are, and long rows are mostly such pages: events of the event log, touches.
    this.#connection.exec(`
      PRAGMA synchronous = FULL;
      PRAGMA foreign_keys = ON;
      PRAGMA secure_delete = ON;
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

  /** Changes when any other connection commits, in any process. */
  dataVersion(): number {
    return withDatabaseErrors(() => (this.#dataVersion.get() as unknown as [number])[0]);
  }

  async query<Row>(sql: string, params: readonly SqlValue[] = []): Promise<Row[]> {
    const rows = withDatabaseErrors(() => this.#prepared(sql).all(...params) as Row[] | undefined);
    // Node loses the error of an aggregate function within another one, and returns nothing. Ours fail only if a sketch is damaged.
    if (rows === undefined) throw new InvalidSketchError('it can not be united with others');
    return rows;
  }

  /** Row by row with one prepared statement: without a network, multi-row statements save little. */
  async insertMany(insert: BulkInsert): Promise<void> {
    withDatabaseErrors(() => {
      const statement = this.#prepared(bulkInsertSql(insert, 1));
      for (const row of insert.rows) statement.run(...row);
    });
  }

  async insertNew(insert: NewRowsInsert): Promise<Uint8Array> {
    return withDatabaseErrors(() => {
      const statement = this.#prepared(bulkInsertSql(insert, 1));
      return Uint8Array.from(insert.rows, (row) => Number(statement.run(...row).changes));
    });
  }

  /** The deadline includes the time spent waiting for earlier transactions. */
  async inTransaction<T>(work: (tx: Queries) => Promise<T>, files: OpenedFiles, deadline: number): Promise<T> {
    await this.#takeWriteLock(deadline);
    try {
      const result = await work(this);
      files.requireNotReplaced();
      this.#commit();
      requireNotReplacedSinceCommit(files);
      return result;
    } catch (error) {
      if (this.#connection.isTransaction) this.#connection.exec('ROLLBACK');
      throw error;
    }
  }

  async runScript(sql: string): Promise<void> {
    withDatabaseErrors(() => this.#connection.exec(sql));
  }

  refuseWrites(): void {
    this.#connection.exec('PRAGMA query_only = ON');
  }

  close(): void {
    this.#connection.close();
  }

  /** If the disk is full, the commit record was not written. After other I/O errors it may have been. */
  #commit(): void {
    try {
      this.#connection.exec('COMMIT');
    } catch (error) {
      const code = resultCode(error);
      if (code === SQLITE_FULL || !UNAVAILABLE_CODES.has(code)) throw toDatabaseError(error);
      throw new CommitUnknownError(error);
    }
  }

  /** Waits without blocking the thread: another process may hold the lock for as long as an import chunk takes. */
  async #takeWriteLock(deadline: number): Promise<void> {
    this.#connection.exec('PRAGMA busy_timeout = 0');
    for (;;) {
      try {
        this.#connection.exec('BEGIN IMMEDIATE');
        break;
      } catch (error) {
        if (resultCode(error) !== SQLITE_BUSY || performance.now() > deadline) throw toDatabaseError(error);
        await sleep(WRITE_LOCK_RETRY_MS);
      }
    }
  }

  #prepared(sql: string): StatementSync {
    const cached = this.#statements.get(sql);
    if (cached) return cached;
    const statement = this.#connection.prepare(toSqliteSql(sql));
    this.#statements.set(sql, statement);
    return statement;
  }
}

/** SQLite has a single writer, so row locks are dropped. A sketch is stored as its bytes. */
export function toSqliteSql(sql: string): string {
  return checkedByUnion(sql)
    .replace(/\$(\d+)/g, '?$1')
    .replace(/ FOR ((NO KEY )?UPDATE( SKIP LOCKED)?|KEY SHARE)(?=\s*\)|$)/, '')
    .replace(/hll_send\(([\w.]+)\)/g, '$1')
    .replaceAll(' COLLATE "C"', '');
}

/** Several processes may open a new file at once, and SQLite does not wait for the lock of this statement. */
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

/** A commit is only durable if the file that it was written to is still in place. */
function requireNotReplacedSinceCommit(files: OpenedFiles): void {
  try {
    files.requireNotReplaced();
  } catch (error) {
    throw new CommitUnknownError(error);
  }
}

function withDatabaseErrors<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw toDatabaseError(error);
  }
}

function toDatabaseError(error: unknown): unknown {
  return UNAVAILABLE_CODES.has(resultCode(error)) ? new DatabaseUnavailableError(error) : error;
}

/** A file system that is read-only. A connection that refuses writes gives the same code, but that is a mistake of the program. */
function throwUnavailableIfReadOnly(error: unknown): never {
  throw resultCode(error) === SQLITE_READONLY ? new DatabaseUnavailableError(error) : error;
}

/** The primary result code is the low byte of SQLite's extended code. */
function resultCode(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined;
}
