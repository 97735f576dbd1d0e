// PostgreSQL with the hll extension, alone or distributed by Citus.
import pg from 'pg';
import {
  type BulkInsert,
  bulkInsertSql,
  CommitUnknownError,
  type Database,
  type Queries,
  type SqlValue,
} from './database.ts';

const PARAMETERS_MAX = 65_535;
const ROWS_PER_INSERT_MAX = 1_000;
const FIRST_USER_DEFINED_OID = 16_384;

export interface PostgresOptions {
  readonly connectionsMax: number;
}

export function openPostgres(url: string, options: PostgresOptions = { connectionsMax: 10 }): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connectionsMax,
    connectionTimeoutMillis: 10_000,
    application_name: 'funnel',
    types: { getTypeParser },
  });
  // A connection that breaks while it lies idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});

  return {
    engine: 'postgres',
    query: queriesOver(pool).query,
    transaction: (work) => inTransaction(pool, work),
    changeCounter: () => undefined,
    close: () => pool.end(),
  };
}

function queriesOver(connection: pg.Pool | pg.PoolClient): Queries {
  return {
    query: async <Row>(sql: string, params: readonly SqlValue[] = []) =>
      (await connection.query(sql, params as SqlValue[])).rows as Row[],
    insertMany: async <Row>(insert: BulkInsert) => {
      const rowsMax = Math.min(ROWS_PER_INSERT_MAX, Math.floor(PARAMETERS_MAX / insert.columns.length));
      const returned: Row[] = [];
      for (let start = 0; start < insert.rows.length; start += rowsMax) {
        const rows = insert.rows.slice(start, start + rowsMax);
        const result = await connection.query(bulkInsertSql(insert, rows.length), rows.flat());
        returned.push(...(result.rows as Row[]));
      }
      return returned;
    },
    runScript: async (sql) => {
      await connection.query(sql);
    },
  };
}

async function inTransaction<T>(pool: pg.Pool, work: (tx: Queries) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await work(queriesOver(client));
    await client.query('COMMIT').catch((error: Error) => {
      broken = error;
      throw new CommitUnknownError('the connection broke during the commit', { cause: error });
    });
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((rollbackError: Error) => {
      broken = rollbackError;
    });
    throw error;
  } finally {
    client.release(broken);
  }
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
