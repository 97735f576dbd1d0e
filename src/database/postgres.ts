// PostgreSQL with the hll extension, alone or distributed by Citus.
import pg from 'pg';
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
import { asDatabaseError } from './postgres-errors.ts';

const PARAMETERS_MAX = 65_535;
const ROWS_PER_INSERT_MAX = 1_000;
const FIRST_USER_DEFINED_OID = 16_384;
const CONNECT_MS_MAX = 10_000;
const STATEMENT_MS_MAX = 30_000;
/** As long as so many statements may take, one after the other; 0 times: without a limit. */
const CONNECTION_WAIT_STATEMENTS = 2;

export interface PostgresOptions {
  readonly connectionsMax: number;
  /** Default: as long as somebody who waits for an answer will wait. 0: as long as it takes. */
  readonly statementMsMax: number;
}

export function openPostgres(url: string, options: Partial<PostgresOptions> = {}): Database {
  const { connectionsMax = 10, statementMsMax = givenStatementMsMax(url) ?? STATEMENT_MS_MAX } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: connectionsMax,
    // For the pool this is the time to wait until a connection is free: whoever waits for others must not fail for it.
    connectionTimeoutMillis: CONNECTION_WAIT_STATEMENTS * statementMsMax,
    Client: clientWith(Math.min(CONNECT_MS_MAX, statementMsMax || CONNECT_MS_MAX)),
    query_timeout: statementMsMax,
    application_name: 'funnel',
    types: { getTypeParser },
  });
  // A connection that breaks is replaced by the pool, and the next statement tells of it. Without a listener it would end
  // the process: while it lies idle, while it is in use between two statements, and while it is being handed out.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));

  return {
    engine: 'postgres',
    query: queriesOver(pool).query,
    transaction: (work) => inTransaction(pool, beginSql(statementMsMax), work),
    changeCounter: () => undefined,
    othersChangeCounter: () => undefined,
    connections: () => ({
      inUse: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      max: connectionsMax,
      waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  };
}

/** Connecting has a shorter limit of its own: a server that does not answer is no busy one. */
function clientWith(connectMsMax: number): typeof pg.Client {
  return class extends pg.Client {
    constructor(config: pg.ClientConfig) {
      super({ ...config, connectionTimeoutMillis: connectMsMax });
    }
  };
}

/** By the driver's own parameter of the address. */
function givenStatementMsMax(url: string): number | undefined {
  const [, given] = /[?&]query_timeout=([1-9]\d*)/.exec(url) ?? [];
  return given === undefined ? undefined : Number(given);
}

/**
 * The server is told the limits as well: a transaction whose client has gone silent must not keep its locks until the
 * network notices, which takes hours. By statements and not when connecting, because poolers refuse settings there.
 */
function beginSql(statementMsMax: number): string {
  return `BEGIN; SET LOCAL statement_timeout = ${statementMsMax};
    SET LOCAL idle_in_transaction_session_timeout = ${2 * statementMsMax}`;
}

function queriesOver(connection: pg.Pool | pg.PoolClient): Queries {
  const send = (sql: string, params: SqlValue[]) => orDatabaseError(connection.query(sql, params));
  return {
    query: async <Row>(sql: string, params: readonly SqlValue[] = []) =>
      (await send(sql, params as SqlValue[])).rows as Row[],
    insertMany: async (insert) => {
      for (const { sql, params } of insertStatements(insert)) await send(sql, params);
    },
    insertNew: async (insert) => {
      const firsts = firstByKey(insert);
      const written = new Uint8Array(insert.rows.length);
      const rows = Array.from(firsts.values(), (place) => insert.rows[place]!);
      for (const { sql, params } of insertStatements({ ...insert, rows })) {
        const result = await send(`${sql} RETURNING ${insert.key.join(', ')}`, params);
        for (const row of result.rows) {
          const place = firsts.get(JSON.stringify(insert.key.map((column) => row[column])));
          if (place === undefined) throw new Error(`a row of ${insert.into} came back with another key`);
          written[place] = 1;
        }
      }
      return written;
    },
    runScript: async (sql) => {
      await orDatabaseError(connection.query(sql));
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

/** The place of the first row with each key: a statement may not touch a row twice. */
function firstByKey({ columns, key, rows }: NewRowsInsert): Map<string, number> {
  const keyPlaces = key.map((column) => columns.indexOf(column));
  const firsts = new Map<string, number>();
  for (const [place, row] of rows.entries()) {
    const text = JSON.stringify(keyPlaces.map((keyPlace) => row[keyPlace]));
    if (!firsts.has(text)) firsts.set(text, place);
  }
  return firsts;
}

async function inTransaction<T>(pool: pg.Pool, begin: string, work: (tx: Queries) => Promise<T>): Promise<T> {
  const client = await orDatabaseError(pool.connect());
  let broken: Error | undefined;
  try {
    await orDatabaseError(client.query(begin));
    const result = await work(queriesOver(client));
    await commit(client);
    return result;
  } catch (error) {
    // Nothing more is said to a connection that may not listen: closing it rolls back as well.
    if (error instanceof DatabaseUnavailableError || error instanceof CommitUnknownError) broken = error;
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

async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query('COMMIT').catch((error: unknown) => {
    throw new CommitUnknownError(error);
  });
  // A transaction in which a statement has failed is rolled back without an error.
  if (command !== 'COMMIT') throw new Error('a failed transaction was to be committed');
}

function orDatabaseError<T>(promise: Promise<T>): Promise<T> {
  return promise.catch((error: unknown) => {
    throw asDatabaseError(error);
  });
}

/** Numbers where they are exact, bytes for sketches; everything else as the driver gives it. */
function getTypeParser(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
  if (oid === pg.types.builtins.INT8) return exactNumber;
  // The hll type has no fixed number; it is the only type of ours that the server does not bring along.
  if (oid >= FIRST_USER_DEFINED_OID) return bytesFromHex;
  return pg.types.getTypeParser(oid, format as 'text');
}

function exactNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond the exact range of a number`);
  return value;
}

function bytesFromHex(text: string): Uint8Array {
  return Buffer.from(text.slice(2), 'hex');
}
