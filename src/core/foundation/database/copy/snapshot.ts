// Opens a read-only snapshot of a database: later writes by others are not visible. It never creates or changes a file.
import { existsSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import pg from 'pg';
import { DISTRIBUTED_TABLES, DISTRIBUTION_COLUMN, hasCitus } from '../citus/citus.ts';
import type { Database, SqlValue } from '../database.ts';
import { isPostgresUrl, sqlitePath } from '../open/open.ts';
import { bytesFromHex, isHll } from '../postgres/postgres.ts';
import { toSqliteSql } from '../sqlite/sqlite.ts';
import { registerHllFunctions } from '../sqlite/sqlite-hll-functions.ts';
import { CopyError } from './copy-error.ts';

const BUSY_MS_MAX = 30_000;

/** What the driver returns. Integers are strings (PostgreSQL) or bigints (SQLite), because a number is not exact. */
export type DriverValue = string | number | bigint | Uint8Array | null;

export interface WebsiteRows {
  readonly id: string;
  readonly rows: number;
}

export interface Snapshot extends Pick<Database, 'engine' | 'query'> {
  /** The websites with rows in the table, by id; undefined if the table is not distributed. */
  websitesIn(table: string): Promise<readonly WebsiteRows[] | undefined>;
  /** Each row is an array of values. */
  rows(sql: string, params: readonly SqlValue[]): Promise<DriverValue[][]>;
  close(): Promise<void>;
}

export function openSnapshot(url: string): Promise<Snapshot> {
  return isPostgresUrl(url) ? openPostgresSnapshot(url) : openSqliteSnapshot(sqlitePath(url));
}

async function openSqliteSnapshot(path: string): Promise<Snapshot> {
  if (!existsSync(path)) throw new CopyError(`There is no database at ${path}.`);
  const connection = new DatabaseSync(path, { readOnly: true, timeout: BUSY_MS_MAX });
  registerHllFunctions(connection);
  // The first statement that reads takes the snapshot.
  connection.exec('BEGIN; SELECT COUNT(*) FROM sqlite_schema');
  const statements = new Map<string, StatementSync>();
  return {
    engine: 'sqlite',
    query: async <Row>(sql: string, params: readonly SqlValue[] = []) =>
      connection.prepare(toSqliteSql(sql)).all(...params) as Row[],
    rows: async (sql, params) => {
      let statement = statements.get(sql);
      if (!statement) {
        statement = connection.prepare(toSqliteSql(sql));
        statement.setReadBigInts(true);
        statement.setReturnArrays(true);
        statements.set(sql, statement);
      }
      return statement.all(...params) as unknown as DriverValue[][];
    },
    websitesIn: async () => undefined,
    close: async () => connection.close(),
  };
}

async function openPostgresSnapshot(url: string): Promise<Snapshot> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: 'funnel copy',
    types: { getTypeParser },
  });
  // A broken connection fails the current query. Without a listener it would also crash the process.
  client.on('error', () => {});
  await client.connect();
  try {
    // The transaction stays open during the whole copy, and is idle while the other database writes.
    await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
      SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL statement_timeout = 0`);
  } catch (error) {
    await client.end();
    throw error;
  }
  const query = async <Row>(sql: string, params: readonly SqlValue[] = []) =>
    (await client.query(sql, params as SqlValue[])).rows as Row[];
  return {
    engine: 'postgres',
    query,
    rows: async (text, params) =>
      (await client.query({ text, values: params as SqlValue[], rowMode: 'array' })).rows as DriverValue[][],
    websitesIn: websitesOnce(query, await hasCitus({ query })),
    close: () => client.end(),
  };
}

const distributed: ReadonlySet<string> = new Set(DISTRIBUTED_TABLES);

/** Tables are read one after the other, so only the websites of the last one are kept. */
function websitesOnce(query: Snapshot['query'], isDistributed: boolean): Snapshot['websitesIn'] {
  let last: { readonly table: string; readonly websites: Promise<WebsiteRows[]> } | undefined;
  return async (table) => {
    if (!isDistributed || !distributed.has(table)) return undefined;
    if (last?.table !== table) last = { table, websites: countByWebsite(query, table) };
    return last.websites;
  };
}

async function countByWebsite(query: Snapshot['query'], table: string): Promise<WebsiteRows[]> {
  const counts = await query<{ id: string; count: string }>(
    `SELECT ${DISTRIBUTION_COLUMN} AS id, COUNT(*) AS count FROM ${table} GROUP BY ${DISTRIBUTION_COLUMN} ORDER BY 1`,
  );
  return counts.map(({ id, count }) => ({ id, rows: Number(count) }));
}

/** Values are strings, which are exact. Sketches and contents of the event log are bytes. */
function getTypeParser(oid: number): (value: string) => DriverValue {
  return isHll(oid) || oid === pg.types.builtins.BYTEA ? bytesFromHex : (value) => value;
}
