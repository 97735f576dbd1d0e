// An export into a schema of a PostgreSQL database. A website is replaced in one transaction, together with the record of what is there.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import {
  type ColumnType,
  hexBytes,
  isoDate,
  isoTime,
  moneyText,
  type TableChunk,
  type TableColumn,
  type TableValue,
} from '../table-files/table.ts';
import { problemOf } from './export-problem.ts';
import { EXPORT_TABLES, type ExportTable } from './export-tables.ts';
import {
  ExportError,
  type ExportRecord,
  type ExportTarget,
  type WebsiteChange,
  type WebsiteState,
} from './export-target.ts';
import type { Digest, PartitionName } from './partition.ts';

const CONNECT_MS_MAX = 10_000;
const DEFAULT_SCHEMA = 'funnel';
/** The parameter of the URL that names the schema. */
const SCHEMA_PARAMETER = 'schema';
const SCHEMA_NAME = /^[a-z_][a-z0-9_]{0,62}$/;
/** Of a lock that the session holds, so that two exports don't write to one schema at the same time. */
const LOCK_CLASS = 0x66756e6e;

const SQL_TYPES: Readonly<Record<ColumnType, string>> = {
  bigint: 'bigint',
  integer: 'integer',
  double: 'double precision',
  text: 'text',
  date: 'date',
  timestamp: 'timestamptz',
  // Whatever 64 bits have.
  money: 'numeric(19, 4)',
  boolean: 'boolean',
  bytes: 'bytea',
};

/** What partitions are replaced by, and what most queries look for. */
const INDEXED: Readonly<Partial<Record<ExportTable, string>>> = {
  counters: 'website_id, day',
  order_sources: 'website_id, day',
  choices: 'website_id, day',
  visitors: 'website_id, day',
  events: 'website_id, day',
};

export class PostgresTarget implements ExportTarget {
  readonly #client: pg.Client;
  readonly #schema: string;
  #isConnected = false;
  #isInTransaction = false;

  /** The schema is the parameter `schema` of the URL; default: funnel. */
  constructor(url: string) {
    const parsed = URL.parse(url);
    if (!parsed) throw new ExportError('The URL of the PostgreSQL database is not valid.');
    this.#schema = parsed.searchParams.get(SCHEMA_PARAMETER) ?? DEFAULT_SCHEMA;
    if (!SCHEMA_NAME.test(this.#schema) || this.#schema === 'public' || this.#schema.startsWith('pg_')) {
      throw new ExportError(
        'The schema of an export has lower-case letters, digits and underscores, and is neither public nor one of PostgreSQL.',
      );
    }
    parsed.searchParams.delete(SCHEMA_PARAMETER);
    this.#client = new pg.Client({
      connectionString: parsed.href,
      connectionTimeoutMillis: CONNECT_MS_MAX,
      application_name: 'funnel export',
    });
    // A broken connection fails the current statement. Without a listener it would also crash the process.
    this.#client.on('error', () => {});
  }

  /** The table, and the first day if it is not all of the website. */
  nameOf({ table, period }: PartitionName): string {
    return period ? `${table}/${isoDate(period.firstDay)}` : table;
  }

  async readRecord(): Promise<ExportRecord | undefined> {
    await this.#connect();
    const { rows } = await this.#client.query<{ export_id: string; runs: number; website_ids: number[] }>(
      `SELECT export_id, runs, website_ids FROM ${this.#schema}.export_record`,
    );
    const [record] = rows;
    return record && { exportId: record.export_id, runs: record.runs, websiteIds: record.website_ids.map(Number) };
  }

  async begin({ exportId, runs, websiteIds }: ExportRecord): Promise<void> {
    await this.#saveRecord([exportId, runs, websiteIds, null, null]);
  }

  async readState(websiteId: number): Promise<WebsiteState> {
    const { rows } = await this.#client.query<{ name: string; digest: Digest }>(
      `SELECT name, digest FROM ${this.#schema}.export_state WHERE website_id = $1`,
      [websiteId],
    );
    return new Map(rows.map(({ name, digest }) => [name, digest]));
  }

  async stage(partition: PartitionName, chunks: AsyncIterable<TableChunk>): Promise<number> {
    await this.#beginTransaction();
    await this.#delete(partition.websiteId, this.nameOf(partition), partition.period?.lastDay);
    const columns: readonly TableColumn[] = EXPORT_TABLES[partition.table];
    let rows = 0;
    async function* lines() {
      for await (const chunk of chunks) {
        rows += chunk.rows;
        yield copyLines(columns, chunk);
      }
    }
    const copy = this.#client.query(copyFrom(`COPY ${this.#schema}.${partition.table} FROM STDIN`));
    await pipeline(Readable.from(lines(), { objectMode: false, highWaterMark: 1 }), copy);
    return rows;
  }

  async publish({ websiteId, removed, state }: WebsiteChange): Promise<void> {
    await this.#beginTransaction();
    for (const name of removed) await this.#delete(websiteId, name);
    await this.#client.query(`DELETE FROM ${this.#schema}.export_state WHERE website_id = $1`, [websiteId]);
    await this.#client.query(
      `INSERT INTO ${this.#schema}.export_state (website_id, name, digest)
       SELECT $1, name, digest FROM UNNEST($2::text[], $3::text[]) AS given (name, digest)`,
      [websiteId, [...state.keys()], [...state.values()]],
    );
    await this.#client.query('COMMIT');
    this.#isInTransaction = false;
  }

  async discard(): Promise<void> {
    if (this.#isInTransaction) await this.#client.query('ROLLBACK');
    this.#isInTransaction = false;
  }

  async finish(
    { exportId, runs, websiteIds }: ExportRecord,
    about: { readonly cursor: string; readonly at: Date },
  ): Promise<void> {
    await this.#saveRecord([exportId, runs, websiteIds, about.cursor, about.at.toISOString()]);
  }

  /** What was not committed is rolled back by the server. */
  async close(): Promise<void> {
    await this.#client.end();
  }

  async #connect(): Promise<void> {
    if (this.#isConnected) return;
    try {
      await this.#client.connect();
    } catch (error) {
      const message = `The PostgreSQL database can not be reached: ${(error as Error).message}`;
      throw new ExportError(message, problemOf(error, 'unreachable'));
    }
    this.#isConnected = true;
    await this.#client.query("SET client_min_messages TO warning; SET timezone TO 'UTC'; SET datestyle TO 'ISO'");
    const { rows } = await this.#client.query<{ locked: boolean }>(
      'SELECT pg_try_advisory_lock($1, hashtext($2)) AS locked',
      [LOCK_CLASS, this.#schema],
    );
    if (!rows[0]!.locked) throw new ExportError(`Another export is writing to the schema ${this.#schema}.`, 'busy');
    await this.#createTables();
  }

  async #createTables(): Promise<void> {
    const { rows } = await this.#client.query("SELECT 1 FROM pg_type WHERE typname = 'hll'");
    const sketch = rows.length > 0 ? 'hll' : SQL_TYPES.bytes;
    const tables = Object.entries(EXPORT_TABLES).map(([table, columns]) => {
      const typed = columns.map(({ name, type }) => `${name} ${type === 'bytes' ? sketch : SQL_TYPES[type]}`);
      return `CREATE TABLE IF NOT EXISTS ${this.#schema}.${table} (${typed.join(', ')})`;
    });
    const indexes = Object.entries(INDEXED).map(
      ([table, columns]) => `CREATE INDEX IF NOT EXISTS ${table}_by_day ON ${this.#schema}.${table} (${columns})`,
    );
    await this.#client.query(
      [
        `CREATE SCHEMA IF NOT EXISTS ${this.#schema}`,
        `CREATE TABLE IF NOT EXISTS ${this.#schema}.export_record (id integer PRIMARY KEY CHECK (id = 1), export_id text NOT NULL,
           runs integer NOT NULL, website_ids bigint[] NOT NULL, cursor text, exported_at timestamptz)`,
        `CREATE TABLE IF NOT EXISTS ${this.#schema}.export_state (website_id bigint, name text, digest text NOT NULL,
           PRIMARY KEY (website_id, name))`,
        ...tables,
        ...indexes,
        ...(sketch === 'hll' ? [uniqueVisitorsSql(this.#schema)] : []),
      ].join(';\n'),
    );
  }

  async #saveRecord(record: readonly unknown[]): Promise<void> {
    await this.#client.query(
      `INSERT INTO ${this.#schema}.export_record (id, export_id, runs, website_ids, cursor, exported_at) VALUES (1, $1, $2, $3, $4, $5)
       ON CONFLICT (id) DO UPDATE SET export_id = EXCLUDED.export_id, runs = EXCLUDED.runs, website_ids = EXCLUDED.website_ids,
         cursor = COALESCE(EXCLUDED.cursor, export_record.cursor), exported_at = COALESCE(EXCLUDED.exported_at, export_record.exported_at)`,
      [...record],
    );
  }

  async #beginTransaction(): Promise<void> {
    if (!this.#isInTransaction) await this.#client.query('BEGIN');
    this.#isInTransaction = true;
  }

  /** `name` is that of a partition: a day, the first day of a month, or all of the website. */
  async #delete(websiteId: number, name: string, lastDay?: number): Promise<void> {
    const [table, firstDay] = name.split('/') as [ExportTable, string | undefined];
    if (!(table in EXPORT_TABLES))
      throw new ExportError(
        `${this.#schema}.export_state names "${name}", which no export has written.`,
        'damaged_target',
      );
    const sql = `DELETE FROM ${this.#schema}.${table} WHERE website_id = $1`;
    if (firstDay === undefined) await this.#client.query(sql, [websiteId]);
    else {
      const last = lastDay === undefined ? lastDaySql(table) : '$3';
      const params = lastDay === undefined ? [websiteId, firstDay] : [websiteId, firstDay, isoDate(lastDay)];
      await this.#client.query(`${sql} AND day BETWEEN $2::date AND ${last}::date`, params);
    }
  }
}

/**
 * The estimate of the reports (see hyperloglog.ts): that of the extension is another one, and less accurate. Up to 1,280 visitors a sketch
 * has their hashes, and the number is exact.
 */
function uniqueVisitorsSql(schema: string): string {
  return `CREATE OR REPLACE FUNCTION ${schema}.unique_visitors(sketch hll) RETURNS bigint
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $function$
DECLARE
  bytes bytea := hll_send(sketch);
  form integer := get_byte(bytes, 0) & 15;
  size integer := length(bytes);
  counts integer[] := array_fill(0, ARRAY[32]);
  filled integer := 0;
  word bigint;
  register integer;
  place integer;
  x double precision;
  part double precision;
  weight double precision := 1;
  previous double precision := -1;
  total double precision := 0;
BEGIN
  IF form < 2 THEN RETURN 0; END IF;
  IF form = 2 THEN RETURN (size - 3) / 8; END IF;
  IF form = 4 THEN
    FOR i IN 0..2047 LOOP
      word := 0;
      FOR j IN 0..4 LOOP word := (word << 8) | get_byte(bytes, 3 + 5 * i + j); END LOOP;
      FOR j IN 0..7 LOOP
        register := ((word >> (35 - 5 * j)) & 31)::integer;
        counts[register + 1] := counts[register + 1] + 1;
      END LOOP;
    END LOOP;
  ELSE
    filled := (size - 3) * 8 / 19;
    FOR i IN 0..filled - 1 LOOP
      place := 24 + 19 * i;
      word := 0;
      FOR j IN 0..3 LOOP
        word := (word << 8) | CASE WHEN place / 8 + j < size THEN get_byte(bytes, place / 8 + j) ELSE 0 END;
      END LOOP;
      register := ((word >> (13 - place % 8)) & 31)::integer;
      counts[register + 1] := counts[register + 1] + 1;
    END LOOP;
    counts[1] := 16384 - filled;
  END IF;
  x := 1 - counts[32] / 16384.0::double precision;
  IF x > 0 AND x < 1 THEN
    part := x;
    total := 1 - x;
    WHILE total <> previous LOOP
      previous := total;
      part := sqrt(part);
      weight := weight / 2;
      total := total - (1 - part) * (1 - part) * weight;
    END LOOP;
    total := 16384 * (total / 3);
  END IF;
  FOR i IN REVERSE 31..2 LOOP total := (total + counts[i]) / 2; END LOOP;
  part := counts[1] / 16384.0::double precision;
  weight := 1;
  previous := -1;
  x := part;
  -- Powers below the smallest number are zero.
  WHILE x <> previous LOOP
    previous := x;
    part := CASE WHEN part < 1e-150 THEN 0 ELSE part * part END;
    x := x + part * weight;
    weight := weight * 2;
  END LOOP;
  total := total + 16384 * x;
  RETURN GREATEST(floor(16384.0::double precision * 16384 / (2 * 0.6931471805599453::double precision * total) + 0.5), 1281)::bigint;
END
$function$`;
}

function lastDaySql(table: ExportTable): string {
  return table === 'events' ? '$2' : "($2::date + interval '1 month' - interval '1 day')";
}

/** Rows in the text format of COPY. */
function copyLines(columns: readonly TableColumn[], { rows, columns: data }: TableChunk): Buffer {
  const fields = columns.map(({ type }, place) => {
    const { values, indexes } = data[place]!;
    const encode = (value: TableValue) => (value === null ? '\\N' : copyText(type, value));
    if (!indexes) return (row: number) => encode(values[row]!);
    const encoded = Array.from(values, encode);
    return (row: number) => encoded[indexes[row]!]!;
  });
  let text = '';
  for (let row = 0; row < rows; row++) {
    for (const [place, field] of fields.entries()) text += place === 0 ? field(row) : `\t${field(row)}`;
    text += '\n';
  }
  return Buffer.from(text);
}

const ESCAPED: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function copyText(type: ColumnType, value: NonNullable<TableValue>): string {
  if (type === 'date') return isoDate(value as number);
  if (type === 'timestamp') return isoTime(value as number);
  if (type === 'money') return moneyText(value as number);
  if (type === 'bytes') return `\\${hexBytes(value as Uint8Array)}`;
  // PostgreSQL has no text with a zero character.
  if (type === 'text')
    return (value as string).replace(/[\\\n\r\t]/g, (found) => ESCAPED[found]!).replaceAll('\0', '\ufffd');
  return String(value);
}
