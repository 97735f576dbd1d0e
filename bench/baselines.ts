// The same reports from raw events, as services without rollups compute them: PostgreSQL, DuckDB and ClickHouse; and from daily states of
// ClickHouse.
import pg from 'pg';
import { isoOfDay } from '../src/core/engine/rollups/calendar.ts';
import type { Window } from '../src/core/engine/rollups/window.ts';
import type { ClickHouse } from './clickhouse.ts';
import type { DuckDb } from './install-peers.ts';

const METRICS = ['view', 'conversion', 'completion', 'submission', 'subscribe'] as const;

/** One column for each metric and window: what a website report with its previous period needs. */
function distinctSql(table: string, windows: readonly Window[], distinct: (condition: string) => string): string {
  const columns = windows.flatMap((window, slot) =>
    METRICS.map((type) => `${distinct(`type = '${type}' AND ${within(window)}`)} AS ${type}_${slot}`),
  );
  const firstDay = Math.min(...windows.map((window) => window.firstDay));
  const lastDay = Math.max(...windows.map((window) => window.lastDay));
  return `SELECT ${columns.join(', ')} FROM ${table} WHERE ${within({ firstDay, lastDay })}`;
}

function within({ firstDay, lastDay }: Window): string {
  return `day BETWEEN '${isoOfDay(firstDay)}' AND '${isoOfDay(lastDay)}'`;
}

function countDistinct(condition: string): string {
  return `COUNT(DISTINCT CASE WHEN ${condition} THEN visitor END)`;
}

export interface RawEvents {
  readonly name: string;
  /** Distinct visitors by metric and window. */
  query(windows: readonly Window[]): Promise<unknown>;
  /** Campaigns by their distinct views. */
  list(window: Window): Promise<unknown>;
  close(): Promise<void>;
}

function listSql(table: string, window: Window, distinct: string): string {
  return (
    `SELECT campaign, ${distinct} AS views FROM ${table} WHERE type = 'view' AND ${within(window)} GROUP BY campaign ORDER BY views ` +
    'DESC'
  );
}

/** Also writes the events as CSV, for the others to load. */
export async function loadDuckDb(
  { DuckDBInstance }: DuckDb,
  eventsPath: string,
  databasePath: string,
  csvPath: string,
): Promise<RawEvents> {
  const instance = await DuckDBInstance.create(databasePath);
  const connection = await instance.connect();
  await connection.run(
    `CREATE TABLE events AS SELECT type, step_id AS campaign, visitor, "at"::TIMESTAMP::DATE AS day
     FROM read_json('${eventsPath}', format = 'newline_delimited',
       columns = {type: 'VARCHAR', step_id: 'INTEGER', visitor: 'VARCHAR', "at": 'VARCHAR'})`,
  );
  await connection.run(`COPY events TO '${csvPath}' (FORMAT csv, HEADER false)`);
  const rows = async (sql: string) => (await connection.runAndReadAll(sql)).getRowObjects();
  return {
    name: 'DuckDB',
    query: (windows) => rows(distinctSql('events', windows, countDistinct)),
    list: (window) => rows(listSql('events', window, 'COUNT(DISTINCT visitor)')),
    close: async () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

/** Loads the file into a new table of this name. */
export async function loadPostgres(url: string, table: string, csvPath: string): Promise<RawEvents> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`CREATE TABLE ${table} (type text, campaign integer, visitor uuid, day date)`);
  await client.query(`COPY ${table} FROM '${csvPath}' (FORMAT csv)`);
  await client.query(`CREATE INDEX ${table}_by_day ON ${table} (day)`);
  await client.query(`VACUUM ANALYZE ${table}`);
  await client.query("SET work_mem = '512MB'");
  return {
    name: 'PostgreSQL',
    query: async (windows) => (await client.query(distinctSql(table, windows, countDistinct))).rows,
    list: async (window) => (await client.query(listSql(table, window, 'COUNT(DISTINCT visitor)'))).rows,
    close: () => client.end(),
  };
}

/**
 * Into new tables: raw events, sorted as suits it, and a state of each day, campaign and type, with as many registers as a sketch of the
 * service has.
 */
export async function loadClickHouse(clickHouse: ClickHouse, table: string, csvPath: string): Promise<RawEvents[]> {
  const columns = 'type LowCardinality(String), campaign UInt32, visitor UUID, day Date';
  await clickHouse.run(`CREATE TABLE ${table} (${columns}) ENGINE = MergeTree ORDER BY (day, visitor)`);
  await clickHouse.loadCsv(table, columns, csvPath);
  await clickHouse.run(`OPTIMIZE TABLE ${table} FINAL`);
  const states = `${table}_states`;
  await clickHouse.run(
    `CREATE TABLE ${states} (type LowCardinality(String), campaign UInt32, day Date, visitors AggregateFunction(uniqCombined(14), UUID))
     ENGINE = AggregatingMergeTree ORDER BY (type, campaign, day)`,
  );
  await clickHouse.run(
    `INSERT INTO ${states} SELECT type, campaign, day, uniqCombinedState(14)(visitor) FROM ${table} GROUP BY type, campaign, day`,
  );
  await clickHouse.run(`OPTIMIZE TABLE ${states} FINAL`);
  return [
    {
      name: clickHouse.name,
      query: (windows) =>
        clickHouse.rows(distinctSql(table, windows, (condition) => `uniqExactIf(visitor, ${condition})`)),
      list: (window) => clickHouse.rows(listSql(table, window, 'uniqExact(visitor)')),
      close: async () => {},
    },
    {
      name: `${clickHouse.name}, daily states`,
      query: (windows) =>
        clickHouse.rows(distinctSql(states, windows, (condition) => `uniqCombinedMergeIf(14)(visitors, ${condition})`)),
      list: (window) => clickHouse.rows(listSql(states, window, 'uniqCombinedMerge(14)(visitors)')),
      close: async () => {},
    },
  ];
}
