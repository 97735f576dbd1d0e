// The same questions to raw events with the same dimensions in ClickHouse, DuckDB and PostgreSQL, each in the order that suits it.
import { join } from 'node:path';
import pg from 'pg';
import { isoOfDay } from '../src/engine/rollups/calendar.ts';
import type { Window } from '../src/engine/rollups/window.ts';
import type { ClickHouse } from './clickhouse.ts';
import { RAW_COLUMNS } from './event-log-data.ts';
import type { DuckDb } from './install-peers.ts';

export interface RawQuestion {
  readonly window: Window;
  /** Values by dimension; all must hold. */
  readonly filters: Readonly<Record<string, string>>;
  /** The types of events that visitors have in order; undefined: a breakdown by device. */
  readonly funnel: readonly string[] | undefined;
}

/** The unique views of each device, or the visitors who reached each step of a funnel. */
type RawAnswer = Readonly<Record<string, number>>;

export interface Peer {
  readonly name: string;
  /** Whether a visitor who begins a funnel again is followed again. */
  readonly followsAll: boolean;
  ask(question: RawQuestion): Promise<RawAnswer>;
  close(): Promise<void>;
}

const VISITED_TYPES = ['view', 'conversion', 'completion', 'submission', 'subscribe'];
export const FUNNEL_DAYS = 7;

type Rows = readonly Readonly<Record<string, unknown>>[];

export async function loadClickHouse(clickHouse: ClickHouse, csvPath: string): Promise<Peer> {
  const types = { integer: 'UInt32', date: 'Date', timestamp: "DateTime('UTC')", bigint: 'Int64' };
  const columns = Object.entries(RAW_COLUMNS)
    .map(([name, type]) => `${name} ${type === 'text' ? 'LowCardinality(String)' : types[type]}`)
    .join(', ');
  await clickHouse.run('CREATE DATABASE bench');
  await clickHouse.run(`CREATE TABLE bench.events (${columns}) ENGINE = MergeTree ORDER BY (website_id, day, visitor)`);
  await clickHouse.loadCsv('bench.events', columns, csvPath);
  await clickHouse.run('OPTIMIZE TABLE bench.events FINAL');
  return {
    name: clickHouse.name,
    followsAll: !clickHouse.isOld,
    ask: async (question) => {
      const sql = question.funnel ? clickHouseFunnel(question, question.funnel) : clickHouseBreakdown(question);
      return answerOf(await clickHouse.rows(sql), question);
    },
    close: async () => {},
  };
}

function clickHouseBreakdown(question: RawQuestion): string {
  const visitors = VISITED_TYPES.map((type) => `uniqExactIf(visitor, type = '${type}') AS ${type}`);
  return `SELECT device AS name, ${visitors.join(', ')}, ${ORDERS} FROM bench.events WHERE ${condition(question)} GROUP BY name`;
}

function clickHouseFunnel(question: RawQuestion, steps: readonly string[]): string {
  const reached = steps.map((_, index) => `countIf(level > ${index}) AS step_${index}`);
  const conditions = steps.map((type) => `type = '${type}'`);
  return `SELECT ${reached.join(', ')} FROM (
    SELECT windowFunnel(${FUNNEL_DAYS * 86_400})(happened_at, ${conditions.join(', ')}) AS level
    FROM bench.events WHERE ${condition(question)} GROUP BY visitor)`;
}

export async function loadDuckDb({ DuckDBInstance }: DuckDb, folder: string, csvPath: string): Promise<Peer> {
  const instance = await DuckDBInstance.create(join(folder, 'peers.duckdb'));
  const connection = await instance.connect();
  await connection.run(`CREATE TABLE events (${sqlColumns()})`);
  await connection.run(`COPY events FROM '${csvPath}' (FORMAT csv, HEADER false)`);
  return {
    name: 'DuckDB',
    followsAll: false,
    ask: async (question) => answerOf((await connection.runAndReadAll(sqlOf(question))).getRowObjects(), question),
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
    ask: async (question) => answerOf((await client.query(sqlOf(question))).rows, question),
    close: () => client.end(),
  };
}

function sqlColumns(): string {
  return Object.entries(RAW_COLUMNS)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ');
}

function sqlOf(question: RawQuestion): string {
  if (question.funnel) return sqlFunnel(question, question.funnel);
  const visitors = VISITED_TYPES.map(
    (type) => `count(DISTINCT CASE WHEN type = '${type}' THEN visitor END) AS ${type}`,
  );
  return `SELECT device AS name, ${visitors.join(', ')}, ${ORDERS} FROM events WHERE ${condition(question)} GROUP BY 1`;
}

const ORDERS = "SUM(CASE WHEN type = 'order' THEN 1 ELSE 0 END) AS orders, SUM(revenue) AS revenue";

/** Begins with the first event of the first step: a visitor who begins again later is not followed, so this is less work. */
function sqlFunnel(question: RawQuestion, steps: readonly string[]): string {
  const reached = steps.map((type, index) => {
    if (index === 0) {
      return (
        `s0 AS (SELECT visitor, min(happened_at) AS reached, min(happened_at) AS began FROM e WHERE type = '${type}' GROUP BY ` +
        'visitor)'
      );
    }
    return `s${index} AS (SELECT visitor, min(happened_at) AS reached, min(began) AS began FROM s${index - 1} s JOIN e USING (visitor)
      WHERE e.type = '${type}' AND happened_at > reached AND happened_at <= s.began + interval '${FUNNEL_DAYS} days' GROUP BY visitor)`;
  });
  const counts = steps.map((_, index) => `(SELECT count(*) FROM s${index}) AS step_${index}`);
  return `WITH e AS (SELECT visitor, type, happened_at FROM events WHERE ${condition(question)}), ${reached.join(', ')}
    SELECT ${counts.join(', ')}`;
}

function condition({ window, filters }: RawQuestion): string {
  const days = `website_id = 1 AND day BETWEEN '${isoOfDay(window.firstDay)}' AND '${isoOfDay(window.lastDay)}'`;
  return [days, ...Object.entries(filters).map(([dimension, value]) => `${dimension} = '${value}'`)].join(' AND ');
}

function answerOf(rows: Rows, { funnel }: RawQuestion): RawAnswer {
  if (!funnel) return Object.fromEntries(rows.map(({ name, view }) => [String(name), Number(view)]));
  return Object.fromEntries(funnel.map((type, index) => [type, Number(rows[0]![`step_${index}`])]));
}
