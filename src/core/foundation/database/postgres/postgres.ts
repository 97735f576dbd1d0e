// PostgreSQL with the hll extension, alone or distributed by Citus.
import pg from 'pg';
import { lazy } from '../../calls/lazy.ts';
import { oneAtATime } from '../../calls/one-at-a-time.ts';
import { hasCitus } from '../citus/citus.ts';
import { askNodes, ClusterWorkers } from '../citus/cluster-workers.ts';
import {
  type BulkInsert,
  bulkInsertSql,
  CommitUnknownError,
  type Database,
  DatabaseUnavailableError,
  LockTimeoutError,
  type NewRowsInsert,
  type Queries,
  type ReadSnapshot,
  type SqlValue,
  type TransactionOptions,
} from '../database.ts';
import { CopyInserts } from './postgres-copy.ts';
import { toDatabaseError } from './postgres-errors.ts';
import { PreparedStatements } from './prepared-statements.ts';
import { statementsOf } from './statements-of-script.ts';
import { type GiveUp, unlessStuck } from './unless-stuck.ts';

const PARAMETERS_MAX = 65_535;
const ROWS_PER_INSERT_MAX = 1_000;
/** From here on, a temporary table costs less than several statements with as many parameters as fit. */
const COPIED_ROWS_MIN = 1_000;
const FIRST_USER_DEFINED_OID = 16_384;
const CONNECT_MS_MAX = 10_000;
const STATEMENT_MS_MAX = 30_000;
/**
 * A new connection is expensive, above all on Citus, which then also connects to the workers. Less than the four minutes after which
 * some load balancers and firewalls drop a silent connection.
 */
const IDLE_MS_MAX = 180_000;
/**
 * Silent for so long, a connection is probed, and closed if nobody answers for ten seconds: the server may have vanished without a word.
 */
const PROBED_AFTER_MS = 10_000;
/** How long to wait for a free connection, as a multiple of the statement timeout. */
const CONNECTION_WAIT_STATEMENTS = 2;

export interface PostgresOptions {
  readonly connectionsMax: number;
  /** Default: 30 seconds, or `query_timeout` of the URL. 0: no limit. */
  readonly statementMsMax: number;
  /** Citus: how many connections a statement may open to a worker. Default: that of the cluster. */
  readonly workerConnectionsMax?: number;
}

export function openPostgres(url: string, options: Partial<PostgresOptions> = {}): Database {
  const {
    connectionsMax = 10,
    statementMsMax = statementMsMaxOf(url) ?? STATEMENT_MS_MAX,
    workerConnectionsMax,
  } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: connectionsMax,
    idleTimeoutMillis: IDLE_MS_MAX,
    keepAlive: true,
    keepAliveInitialDelayMillis: PROBED_AFTER_MS,
    // In the pool options this is how long to wait for a free connection, so it must be longer than one statement.
    connectionTimeoutMillis: CONNECTION_WAIT_STATEMENTS * statementMsMax,
    Client: clientWithConnectTimeout(Math.min(CONNECT_MS_MAX, statementMsMax || CONNECT_MS_MAX)),
    query_timeout: statementMsMax,
    application_name: 'funnel',
    types: { getTypeParser },
    // PostgreSQL without Citus accepts the setting, too.
    ...(workerConnectionsMax !== undefined && {
      onConnect: (client) => client.query(`SET citus.max_adaptive_executor_pool_size = ${workerConnectionsMax}`),
    }),
  });
  // The pool replaces a broken connection, and the next statement fails with the error. Without these listeners, a
  // connection that breaks while it is idle or between two statements would crash the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const copies = new CopyInserts();
  const prepared = new PreparedStatements();
  const query: Database['query'] = (sql, params) => queryPool(pool, prepared, giveUp, sql, params);
  const isDistributed = lazy(() => hasCitus({ query }));
  const workers = new ClusterWorkers(() => askNodes(url), { query, isDistributed });
  // Commands have no time limit: whoever runs them can see that they wait, and interrupt them.
  const giveUp: GiveUp = async () => (statementMsMax > 0 ? workers.silence() : undefined);

  return {
    engine: 'postgres',
    query,
    transaction: async (work, options) => {
      // The workers of a cluster have the locks.
      const lock = options && { ...options, isOnWorkers: await isDistributed() };
      return inTransaction(pool, copies, { begin: beginSql(statementMsMax, lock), giveUp }, work);
    },
    changeCounter: () => undefined,
    othersChangeCounter: () => undefined,
    isDistributed,
    shards: () => workers.shards(),
    unreachable: (...about) => workers.unreachable(...about),
    connections: () => ({
      inUse: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      max: connectionsMax,
      waiting: pool.waitingCount,
    }),
    close: () => {
      workers.close();
      return pool.end();
    },
  };
}

export async function openPostgresSnapshot(url: string): Promise<ReadSnapshot> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS_MAX,
    application_name: 'funnel',
    types: { getTypeParser },
  });
  // A broken connection fails the current query. Without a listener it would also crash the process.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
      SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL statement_timeout = 0`);
  } catch (error) {
    await client.end();
    throw error;
  }
  // A connection has one statement at a time.
  const inTurn = oneAtATime();
  return {
    query: <Row>(sql: string, params: readonly SqlValue[] = []) =>
      inTurn(async () => (await withDatabaseErrors(client.query(sql, params as SqlValue[]))).rows as Row[]),
    close: () => client.end(),
  };
}

/** Connecting has a shorter timeout: a server that does not accept connections is down, not busy. */
function clientWithConnectTimeout(connectMsMax: number): typeof pg.Client {
  return class extends pg.Client {
    constructor(config: pg.ClientConfig) {
      super({ ...config, connectionTimeoutMillis: connectMsMax });
      // The driver leaves the socket open when it cannot log in, for lack of a password. The process would not end.
      this.connection.once('error', () => this.connection.stream.destroy());
    }
  };
}

/** Reads the driver's URL parameter. */
function statementMsMaxOf(url: string): number | undefined {
  const [, timeout] = /[?&]query_timeout=([1-9]\d*)/.exec(url) ?? [];
  return timeout === undefined ? undefined : Number(timeout);
}

/**
 * Sets the timeouts on the server too: otherwise a transaction whose client is gone would keep its locks until TCP notices,
 * which takes hours. Sent as statements, because connection poolers reject settings in the startup message.
 *
 * What is acknowledged must be stored, so where commits do not wait for the disk by default, each transaction says that its own does. A
 * session is no place for that: poolers share sessions, and a reload of the configuration changes those that are open.
 */
export function beginSql(
  statementMsMax: number,
  lock?: TransactionOptions & { readonly isOnWorkers: boolean },
): string {
  const timeouts = `SET LOCAL statement_timeout = ${statementMsMax};
    SET LOCAL idle_in_transaction_session_timeout = ${2 * statementMsMax}`;
  if (!lock) return `BEGIN; ${WAIT_FOR_DISK}; ${timeouts}`;
  const settings = `${timeouts}; SET LOCAL lock_timeout = ${lock.lockMsMax}`;
  if (!lock.isOnWorkers) return `BEGIN; ${WAIT_FOR_DISK}; ${settings}`;
  // Citus sends a setting to the workers as the whole text that it was sent with. With BEGIN in that text, every worker would warn of a
  // transaction within a transaction at each commit. Each statement in a block has a text of its own.
  // Why: docs/decisions/citus.md, "Limits of time are sent to the workers statement by statement".
  return `BEGIN; SET LOCAL citus.propagate_set_commands = 'local'; DO 'BEGIN SET LOCAL synchronous_commit = on; ${settings}; END'`;
}

/** Other values say how far to wait for standbys, which is left to the operator. */
const WAIT_FOR_DISK = `SELECT set_config('synchronous_commit', 'on', true) WHERE current_setting('synchronous_commit') = 'off'`;

function queriesOver(connection: pg.PoolClient, giveUp: GiveUp): Queries {
  const send = (sql: string, params: SqlValue[]) =>
    unlessStuck(withDatabaseErrors(connection.query(sql, params)), giveUp);
  return {
    query: async <Row>(sql: string, params: readonly SqlValue[] = []) =>
      (await send(sql, params as SqlValue[])).rows as Row[],
    insertMany: async (insert) => {
      for (const { sql, params } of insertStatements(insert)) await send(sql, params);
    },
    insertNew: async (insert) => {
      const indexByKey = firstIndexByKey(insert);
      const written = new Uint8Array(insert.rows.length);
      const rows = Array.from(indexByKey.values(), (index) => insert.rows[index]!);
      for (const { sql, params } of insertStatements({ ...insert, rows })) {
        const result = await send(`${sql} RETURNING ${insert.key.join(', ')}`, params);
        for (const row of result.rows) {
          const index = indexByKey.get(JSON.stringify(insert.key.map((column) => row[column])));
          if (index === undefined) throw new Error(`${insert.into} returned a row with an unexpected key`);
          written[index] = 1;
        }
      }
      return written;
    },
    runScript: async (sql) => {
      for (const statement of statementsOf(sql)) await withDatabaseErrors(connection.query(statement));
    },
  };
}

function transactionQueries(client: pg.PoolClient, copies: CopyInserts, giveUp: GiveUp): Queries {
  const queries = queriesOver(client, giveUp);
  return {
    ...queries,
    insertMany: async (insert) => {
      const isLarge = insert.rows.length >= COPIED_ROWS_MIN;
      if (isLarge && (await unlessStuck(withDatabaseErrors(copies.insert(client, insert)), giveUp))) return;
      await queries.insertMany(insert);
    },
  };
}

function* insertStatements(insert: BulkInsert): Generator<{ sql: string; params: SqlValue[] }> {
  const rowsMax = Math.min(ROWS_PER_INSERT_MAX, Math.floor(PARAMETERS_MAX / insert.columns.length));
  for (let start = 0; start < insert.rows.length; start += rowsMax) {
    const rows = insert.rows.slice(start, start + rowsMax);
    yield { sql: bulkInsertSql(insert, rows.length), params: rows.flat() };
  }
}

/** The index of the first row with each key: one statement must not write a row twice. */
function firstIndexByKey({ columns, key, rows }: NewRowsInsert): Map<string, number> {
  const keyIndexes = key.map((column) => columns.indexOf(column));
  const indexByKey = new Map<string, number>();
  for (const [index, row] of rows.entries()) {
    const rowKey = JSON.stringify(keyIndexes.map((keyIndex) => row[keyIndex]));
    if (!indexByKey.has(rowKey)) indexByKey.set(rowKey, index);
  }
  return indexByKey;
}

/**
 * Whatever the reason: a login that is refused (the password was changed, the database is missing) is an outage like a server that is down.
 */
function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  return pool.connect().catch((error: unknown) => {
    throw new DatabaseUnavailableError(error);
  });
}

/** Sends a statement that is part of no transaction. */
async function queryPool<Row>(
  pool: pg.Pool,
  prepared: PreparedStatements,
  giveUp: GiveUp,
  sql: string,
  params: readonly SqlValue[] = [],
): Promise<Row[]> {
  const client = await connect(pool);
  let broken: Error | undefined;
  try {
    const result = prepared.query(client, sql, params as SqlValue[]);
    return (await unlessStuck(withDatabaseErrors(result), giveUp)).rows;
  } catch (error) {
    if (error instanceof DatabaseUnavailableError) broken = error;
    throw error;
  } finally {
    client.release(broken ?? prepared.isFull(client));
  }
}

async function inTransaction<T>(
  pool: pg.Pool,
  copies: CopyInserts,
  { begin, giveUp }: { readonly begin: string; readonly giveUp: GiveUp },
  work: (tx: Queries) => Promise<T>,
): Promise<T> {
  const client = await connect(pool);
  let broken: Error | undefined;
  try {
    await withDatabaseErrors(client.query(begin));
    const result = await work(transactionQueries(client, copies, giveUp));
    await commit(client);
    return result;
  } catch (error) {
    // The connection may be dead: close it, which also rolls back, instead of sending ROLLBACK.
    if (isConnectionError(error)) broken = error;
    else {
      await client.query('ROLLBACK').catch((rollbackError: Error) => {
        broken = rollbackError;
      });
    }
    throw error;
  } finally {
    client.release(broken);
  }
}

function isConnectionError(error: unknown): error is Error {
  if (error instanceof LockTimeoutError) return false;
  return error instanceof DatabaseUnavailableError || error instanceof CommitUnknownError;
}

async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query('COMMIT').catch((error: unknown) => {
    throw new CommitUnknownError(error);
  });
  // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK, not with an error.
  if (command !== 'COMMIT') throw new Error('COMMIT was rolled back because a statement of the transaction had failed');
}

function withDatabaseErrors<T>(promise: Promise<T>): Promise<T> {
  return promise.catch((error: unknown) => {
    throw toDatabaseError(error);
  });
}

/** bigint becomes a number if it is exact, hll becomes bytes; everything else is left to the driver. */
function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === pg.types.builtins.INT8) return exactNumber;
  if (isHll(oid)) return bytesFromHex;
  return pg.types.getTypeParser(oid, format as 'text');
}

/** The hll type has no fixed OID, but it is the only type in our schema that is not built in. */
export function isHll(oid: number): boolean {
  return oid >= FIRST_USER_DEFINED_OID;
}

function exactNumber(digits: string): number {
  const value = Number(digits);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${digits} is beyond the exact range of a number`);
  return value;
}

/** Reads PostgreSQL's `\x…` format. */
export function bytesFromHex(hex: string): Uint8Array {
  return Buffer.from(hex.slice(2), 'hex');
}
