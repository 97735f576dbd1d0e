// Opens a database for reading as it is at this moment, whatever is written to it meanwhile. Nothing is ever written here:
// a file that is not there is not made, and one that is there is not changed.
import { existsSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import pg from 'pg';
import type { Database, SqlValue } from '../database.ts';
import { isPostgresUrl, sqlitePath } from '../open.ts';
import { CopyError } from './copy-error.ts';

const FIRST_USER_DEFINED_OID = 16_384;
const BUSY_MS_MAX = 30_000;

/** As the driver gives it: PostgreSQL's numbers as text, SQLite's as bigint, because neither fits a number. */
export type DriverValue = string | number | bigint | Uint8Array | null;

export interface Snapshot extends Pick<Database, 'engine' | 'query'> {
  /** Each row as the list of its values. */
  rows(sql: string, params: readonly SqlValue[]): Promise<DriverValue[][]>;
  close(): Promise<void>;
}

export function openSnapshot(url: string): Promise<Snapshot> {
  return isPostgresUrl(url) ? openPostgresSnapshot(url) : openSqliteSnapshot(sqlitePath(url));
}

async function openSqliteSnapshot(path: string): Promise<Snapshot> {
  if (!existsSync(path)) throw new CopyError(`There is no database at ${path}.`);
  const connection = new DatabaseSync(path, { readOnly: true, timeout: BUSY_MS_MAX });
  // The snapshot is taken by the first statement that reads.
  connection.exec('BEGIN; SELECT COUNT(*) FROM sqlite_schema');
  const lists = new Map<string, StatementSync>();
  return {
    engine: 'sqlite',
    query: async <Row>(sql: string, params: readonly SqlValue[] = []) =>
      connection.prepare(withSqliteParameters(sql)).all(...params) as Row[],
    rows: async (sql, params) => {
      let statement = lists.get(sql);
      if (!statement) {
        statement = connection.prepare(withSqliteParameters(sql));
        statement.setReadBigInts(true);
        statement.setReturnArrays(true);
        lists.set(sql, statement);
      }
      return statement.all(...params) as unknown as DriverValue[][];
    },
    close: async () => connection.close(),
  };
}

function withSqliteParameters(sql: string): string {
  return sql.replace(/\$(\d+)/g, '?$1');
}

async function openPostgresSnapshot(url: string): Promise<Snapshot> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: 'funnel copy',
    types: { getTypeParser },
  });
  // A connection that breaks fails the query under way; without a listener it would end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    // It stays open for as long as the copy takes, and does nothing while the other database writes.
    await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
      SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL statement_timeout = 0`);
  } catch (error) {
    await client.end();
    throw error;
  }
  return {
    engine: 'postgres',
    query: async <Row>(sql: string, params: readonly SqlValue[] = []) =>
      (await client.query(sql, params as SqlValue[])).rows as Row[],
    rows: async (text, params) =>
      (await client.query({ text, values: params as SqlValue[], rowMode: 'array' })).rows as DriverValue[][],
    close: () => client.end(),
  };
}

/** Everything as text, which is exact; only sketches, the one type that the server does not bring along, as bytes. */
function getTypeParser(oid: number): (text: string) => DriverValue {
  return oid >= FIRST_USER_DEFINED_OID ? (text) => Buffer.from(text.slice(2), 'hex') : (text) => text;
}
