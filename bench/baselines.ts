// The same reports from raw events, as services without rollups compute them: PostgreSQL and DuckDB.
import pg from 'pg';
import { isoOfDay } from '../src/rollups/calendar.ts';
import type { Window } from '../src/rollups/window.ts';
import type { DuckDb } from './install-peers.ts';

const METRICS = ['view', 'conversion', 'completion', 'submission', 'subscribe'] as const;

/** Distinct visitors per metric, in both windows: what a website report with its previous period needs. */
function distinctSql(windows: readonly Window[]): string {
  const columns = windows.flatMap(({ firstDay, lastDay }, slot) =>
    METRICS.map(
      (type) =>
        `COUNT(DISTINCT CASE WHEN type = '${type}' AND day BETWEEN '${isoOfDay(firstDay)}' AND '${isoOfDay(lastDay)}' THEN visitor END) AS ${type}_${slot}`,
    ),
  );
  const first = isoOfDay(Math.min(...windows.map(({ firstDay }) => firstDay)));
  const last = isoOfDay(Math.max(...windows.map(({ lastDay }) => lastDay)));
  return `SELECT ${columns.join(', ')} FROM events WHERE website_id = 1 AND day BETWEEN '${first}' AND '${last}'`;
}

export interface RawEvents {
  query(windows: readonly Window[]): Promise<unknown>;
  close(): Promise<void>;
}

/** Also writes the events as CSV, for PostgreSQL to load. */
export async function loadDuckDb(
  { DuckDBInstance }: DuckDb,
  eventsPath: string,
  databasePath: string,
  csvPath: string,
): Promise<RawEvents> {
  const instance = await DuckDBInstance.create(databasePath);
  const connection = await instance.connect();
  await connection.run(
    `CREATE TABLE events AS SELECT type, website_id::INTEGER AS website_id, visitor, "at"::TIMESTAMP::DATE AS day
     FROM read_json('${eventsPath}', format = 'newline_delimited',
       columns = {type: 'VARCHAR', website_id: 'INTEGER', visitor: 'VARCHAR', "at": 'VARCHAR'})`,
  );
  await connection.run(`COPY events TO '${csvPath}' (FORMAT csv, HEADER false)`);
  return {
    query: async (windows) => (await connection.runAndReadAll(distinctSql(windows))).getRowObjects(),
    close: async () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

export async function loadPostgres(url: string, csvPath: string): Promise<RawEvents> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('CREATE TABLE events (type text, website_id integer, visitor uuid, day date)');
  await client.query(`COPY events FROM '${csvPath}' (FORMAT csv)`);
  await client.query('CREATE INDEX events_by_day ON events (website_id, day)');
  await client.query('VACUUM ANALYZE events');
  await client.query("SET work_mem = '512MB'");
  return { query: async (windows) => (await client.query(distinctSql(windows))).rows, close: () => client.end() };
}
