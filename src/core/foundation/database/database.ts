// The database interface of the service. SQL is written once, in the dialect that SQLite and PostgreSQL share, with $1,
// $2 … as parameters; the two implementations handle the few differences.
import { Problem } from '../problem/problem.ts';

export type Engine = 'sqlite' | 'postgres';
export type SqlValue = string | number | null | Uint8Array;

/** On PostgreSQL a call must not contain the same row twice. */
export interface BulkInsert {
  readonly into: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly SqlValue[])[];
  /** SQL, such as `ON CONFLICT (id) DO NOTHING`. */
  readonly onConflict?: string;
}

/** The rows may already exist, or occur twice in one call. */
export interface NewRowsInsert extends BulkInsert {
  readonly onConflict: string;
  /** The columns of the conflict target. */
  readonly key: readonly string[];
}

export interface Queries {
  query<Row = Record<string, SqlValue>>(sql: string, params?: readonly SqlValue[]): Promise<Row[]>;
  insertMany(insert: BulkInsert): Promise<void>;
  /** Returns for each row whether it was written (1) or skipped because it already exists (0). */
  insertNew(insert: NewRowsInsert): Promise<Uint8Array>;
  /** Runs several statements, such as a migration. */
  runScript(sql: string): Promise<void>;
}

interface ConnectionCounts {
  readonly inUse: number;
  readonly idle: number;
  readonly max: number;
  /** Callers waiting for a free connection. */
  readonly waiting: number;
}

/** How many shards of a cluster the data of websites have, and how many of these are on workers that do not answer. */
export interface ShardCounts {
  readonly total: number;
  readonly unreachable: number;
}

export interface TransactionOptions {
  /** A statement that waits longer for a lock fails with `LockTimeoutError`. SQLite has no locks within a transaction. */
  readonly lockMsMax: number;
}

/** Writes are only allowed in a transaction: SQLite has separate connections for reading and writing. */
export interface Database extends Pick<Queries, 'query'> {
  readonly engine: Engine;
  /** Commits when `work` is done, rolls back when it throws. On SQLite, transactions run one at a time. */
  transaction<T>(work: (tx: Queries) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * A number that changes with every write by any process; undefined if the engine has no such counter.
   * It takes a few microseconds, so a cache may call it before every use.
   */
  changeCounter(): number | undefined;
  /** Counts like `changeCounter`, but ignores transactions of this object. undefined: transactions don't block others. */
  othersChangeCounter(): number | undefined;
  /** Whether the data of websites are on several machines, by Citus. */
  isDistributed(): Promise<boolean>;
  /** undefined: not a cluster. What is returned is at most a few seconds old. */
  shards(): Promise<ShardCounts | undefined>;
  /**
   * Those of these websites whose worker did not answer lately, each with that worker and the reason, for operators alone. This costs a
   * statement only if there is such a worker. `isDelayed`: the caller was delayed, maybe by such a worker, or calls rarely. So it waits
   * until the workers were asked.
   */
  unreachable(
    websiteIds: readonly number[],
    options?: { readonly isDelayed: boolean },
  ): Promise<ReadonlyMap<number, string>>;
  /** Engines without a connection pool have none. */
  connections?(): ConnectionCounts;
  close(): Promise<void>;
}

/** A database for caches: they may have to wait for its change counter, because many of them share a look at it. */
export interface CacheableDatabase extends Omit<Database, 'changeCounter'> {
  changeCounter(): number | undefined | Promise<number | undefined>;
}

/** Reads the database as it was at one moment, whatever others write meanwhile. */
export interface ReadSnapshot extends Pick<Queries, 'query'> {
  close(): Promise<void>;
}

export const DATABASE_UNAVAILABLE = 'database_unavailable';

/** The database is unreachable, overloaded or full. Nothing was changed, and a retry may succeed. */
export class DatabaseUnavailableError extends Problem {
  constructor(
    cause: unknown,
    detail = 'The database cannot be used right now. Nothing was changed: try again in a moment.',
  ) {
    super(503, detail, {
      code: DATABASE_UNAVAILABLE,
      headers: { 'retry-after': '2' },
    });
    this.cause = cause;
  }
}

const WEBSITES_NAMED_MAX = 10;

/** The worker of a cluster that has the data of these websites does not answer. */
export class WebsitesUnreachableError extends DatabaseUnavailableError {
  /** `reason` names the worker, and no caller sees it. Only websites that the caller may know of are named; none: it is not known which. */
  constructor(reason: string, websiteIds: readonly number[] = []) {
    const named = websiteIds.slice(0, WEBSITES_NAMED_MAX).join(', ');
    const more = websiteIds.length > WEBSITES_NAMED_MAX ? ` and ${websiteIds.length - WEBSITES_NAMED_MAX} more` : '';
    const of = named && ` of website${websiteIds.length > 1 ? 's' : ''} ${named}${more}`;
    super(
      new Error(`a worker of the cluster does not answer: ${reason}`),
      `The data${of} cannot be reached right now. Nothing was changed: try again in a moment.`,
    );
  }
}

/**
 * Throws if a worker that has one of these websites did not answer lately: a statement would wait for it, and keep its connection from
 * others.
 */
export async function requireReachable(
  database: Pick<Database, 'unreachable'>,
  ...about: Parameters<Database['unreachable']>
): Promise<void> {
  const unreachable = await database.unreachable(...about);
  const [[, reason] = []] = unreachable;
  if (reason !== undefined) throw new WebsitesUnreachableError(reason, [...unreachable.keys()]);
}

/** Another transaction has locked what this one needs. */
export class LockTimeoutError extends DatabaseUnavailableError {}

/** Only a restart helps: it opens the new file. */
export class DatabaseReplacedError extends DatabaseUnavailableError {
  constructor(cause: unknown) {
    super(
      cause,
      'The database file was replaced or removed while the service was running. Nothing was changed. ' +
        'Restart the service.',
    );
  }
}

/** The connection or the disk failed during the commit, so the transaction may or may not have been committed. */
export class CommitUnknownError extends Problem {
  constructor(cause: unknown) {
    super(503, 'The database failed during the commit: the data may or may not have been stored.', {
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
  const sql = `INSERT INTO ${insert.into} (${insert.columns.join(', ')}) VALUES ${tuples.join(', ')}`;
  return insert.onConflict ? `${sql} ${insert.onConflict}` : sql;
}
