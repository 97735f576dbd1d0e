// Raw events with the same dimensions in ClickHouse, DuckDB and PostgreSQL, each in the order that suits it.
import { join } from 'node:path';
import pg from 'pg';
import type { Window } from '../src/core/engine/rollups/window.ts';
import type { ClickHouse } from './clickhouse.ts';
import { RAW_COLUMNS } from './event-log-data.ts';
import type { Counted, Dialect, LogBenchQuestion, Rows } from './event-log-questions.ts';
import type { DuckDb } from './install-peers.ts';

export interface Peer {
  readonly name: string;
  /** Whether a visitor who begins a funnel again is followed again. */
  readonly followsAll: boolean;
  /** undefined: it is not asked this. */
  ask(question: LogBenchQuestion, window: Window): Promise<Counted | undefined>;
  close(): Promise<void>;
}

export async function loadClickHouse(clickHouse: ClickHouse, csvPath: string): Promise<void> {
  const types = { integer: 'UInt32', date: 'Date', timestamp: "DateTime('UTC')", bigint: 'Int64' };
  const columns = Object.entries(RAW_COLUMNS)
    .map(([name, type]) => `${name} ${type === 'text' ? 'LowCardinality(String)' : types[type]}`)
    .join(', ');
  await clickHouse.run('CREATE DATABASE bench');
  await clickHouse.run(`CREATE TABLE bench.events (${columns}) ENGINE = MergeTree ORDER BY (website_id, day, visitor)`);
  await clickHouse.loadCsv('bench.events', columns, csvPath);
  await clickHouse.run('OPTIMIZE TABLE bench.events FINAL');
}

export function clickHousePeer(clickHouse: ClickHouse): Peer {
  return {
    name: clickHouse.name,
    followsAll: !clickHouse.isOld,
    ask: asker('clickHouse', (sql) => clickHouse.rows(sql)),
    close: async () => {},
  };
}

export async function openDuckDb(
  { DuckDBInstance }: DuckDb,
  folder: string,
): Promise<Peer & { load(csvPath: string): Promise<void> }> {
  const instance = await DuckDBInstance.create(join(folder, 'peers.duckdb'));
  const connection = await instance.connect();
  const [row] = (await connection.runAndReadAll('SELECT version() AS version')).getRowObjects();
  return {
    name: `DuckDB ${row!.version}`,
    async load(csvPath) {
      await connection.run(`CREATE TABLE events (${sqlColumns()})`);
      await connection.run(`COPY events FROM '${csvPath}' (FORMAT csv, HEADER false)`);
    },
    followsAll: false,
    ask: asker('duckDb', async (sql) => (await connection.runAndReadAll(sql)).getRowObjects()),
    close: async () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

export async function loadPostgres(url: string, csvPath: string): Promise<Peer> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`CREATE TABLE events (${sqlColumns()})`);
  await client.query(`COPY events FROM '${csvPath}' (FORMAT csv)`);
  await client.query('CREATE INDEX events_by_day ON events (website_id, day)');
  await client.query('VACUUM ANALYZE events');
  await client.query("SET work_mem = '512MB'");
  return {
    name: 'PostgreSQL',
    followsAll: false,
    ask: asker('postgres', async (sql) => (await client.query(sql)).rows),
    close: () => client.end(),
  };
}

function asker(dialect: Dialect, rowsOf: (sql: string) => Promise<Rows>): Peer['ask'] {
  return async (question, window) => {
    const sql = question.sql[dialect];
    return sql && question.ofRows(await rowsOf(sql(window)));
  };
}

function sqlColumns(): string {
  return Object.entries(RAW_COLUMNS)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ');
}
