// What the rest of the service sees of a database. SQL is written once, in the dialect that SQLite and PostgreSQL share,
// with $1, $2 … as parameters; the two engines behind this interface make up for the few differences.
import { Problem } from '../problem.ts';

export type Engine = 'sqlite' | 'postgres';
export type SqlValue = string | number | null | Uint8Array;

/** On PostgreSQL a row must not occur twice in one call. */
export interface BulkInsert {
  readonly into: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly SqlValue[])[];
  /** Such as `ON CONFLICT (id) DO NOTHING`. */
  readonly onConflict?: string;
}

/** Of rows that may be there already, or twice in one call. */
export interface NewRowsInsert extends BulkInsert {
  readonly onConflict: string;
  /** The columns whose conflict it is about. */
  readonly key: readonly string[];
}

export interface Queries {
  query<Row = Record<string, SqlValue>>(sql: string, params?: readonly SqlValue[]): Promise<Row[]>;
  insertMany(insert: BulkInsert): Promise<void>;
  /** Says of each row whether it was written (1), or was there already and was left alone (0). */
  insertNew(insert: NewRowsInsert): Promise<Uint8Array>;
  /** A whole SQL script, as migrations are. */
  runScript(sql: string): Promise<void>;
}

export interface ConnectionCounts {
  readonly inUse: number;
  readonly idle: number;
  readonly max: number;
  /** Callers that wait until one is free. */
  readonly waiting: number;
}

/** Outside a transaction only reads: SQLite keeps a connection for each. */
export interface Database extends Pick<Queries, 'query'> {
  readonly engine: Engine;
  /** Commits when `work` is done, rolls back when it throws. Writers on SQLite take turns. */
  transaction<T>(work: (tx: Queries) => Promise<T>): Promise<T>;
  /**
   * A number that differs from the last one if anybody has written since; undefined where only a query can tell.
   * It costs a few microseconds, so a cache may ask before every use.
   */
  changeCounter(): number | undefined;
  /** The same, but transactions of this object don't count; undefined where others don't wait for them. */
  othersChangeCounter(): number | undefined;
  /** Where there is a pool of them. */
  connections?(): ConnectionCounts;
  close(): Promise<void>;
}

/** It is away, too busy or full. Nothing was changed, and the same may work a moment later: whoever asked is told so. */
export class DatabaseUnavailableError extends Problem {
  constructor(
    cause: unknown,
    detail = 'The database can not be used right now. Nothing was changed: try again in a moment.',
  ) {
    super(503, detail, {
      code: 'database_unavailable',
      headers: { 'retry-after': '2' },
    });
    this.cause = cause;
  }
}

/** Only a restart helps: it then opens whatever file is there. */
export class DatabaseReplacedError extends DatabaseUnavailableError {
  constructor(cause: unknown) {
    super(
      cause,
      'The database file was replaced or removed while the service was running. Nothing was changed. ' +
        'The service has to be restarted.',
    );
  }
}

/** The connection broke while the transaction was being committed: it may have been, or not. */
export class CommitUnknownError extends Problem {
  constructor(cause: unknown) {
    super(503, 'The database was lost while this was being stored: it may have been stored or not.', {
      code: 'commit_unknown',
      headers: { 'retry-after': '2' },
    });
    this.cause = cause;
  }
}

/** `$3, $4, $5` for an IN list of `count` parameters after the first `offset` ones. */
export function placeholders(count: number, offset = 0): string {
  return Array.from({ length: count }, (_, index) => `$${offset + index + 1}`).join(', ');
}

export function bulkInsertSql(insert: BulkInsert, rowCount: number): string {
  const width = insert.columns.length;
  const tuples = Array.from({ length: rowCount }, (_, row) => `(${placeholders(width, row * width)})`);
  const parts = [`INSERT INTO ${insert.into} (${insert.columns.join(', ')}) VALUES ${tuples.join(', ')}`];
  if (insert.onConflict) parts.push(insert.onConflict);
  return parts.join(' ');
}
