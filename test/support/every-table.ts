// Fills every table with rows, generated from the schema, so that new tables are included. And reads all rows of a
// database as strings, with the plain drivers.
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { Database, Queries, SqlValue } from '../../src/core/foundation/database/database.ts';
import { isPostgresUrl, sqlitePath } from '../../src/core/foundation/database/open/open.ts';
import { Sketch } from '../../src/core/foundation/sketches/hyperloglog.ts';

/** Tables that describe the database itself. */
const OWN_TABLES = ['schema_migrations', 'copy_progress', 'trusted_time'];
const ROWS_PER_TABLE = 3;

/** Columns with restricted values, by name, or by table and name where tables differ. */
const ALLOWED_VALUES: Readonly<Record<string, string>> = {
  status: 'live',
  audience: 'rest',
  kind: 'invitation',
  'recipient_links.kind': 'confirm',
  is_damaged: '1',
  locked: '1',
  state: 'confirmed',
};
const LARGEST: Readonly<Record<string, bigint>> = {
  bigint: 9_223_372_036_854_775_807n,
  integer: 2_147_483_647n,
  smallint: 32_767n,
};

interface SchemaColumn {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly pk: number;
}

export async function tablesOf(database: Database): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    database.engine === 'sqlite'
      ? "SELECT name FROM sqlite_schema WHERE type = 'table'"
      : "SELECT tablename::text AS name FROM pg_tables WHERE schemaname = 'public'",
  );
  return rows.map(({ name }) => name).filter((name) => !OWN_TABLES.includes(name));
}

/** Fills an SQLite database. `tables`: parents before their children. Deletes existing rows. */
export async function fillEveryTable(database: Database, tables: readonly string[]): Promise<void> {
  await database.transaction(async (tx) => {
    for (const table of tables.toReversed()) await tx.query(`DELETE FROM ${table}`);
    for (const table of tables) await fillTable(tx, table);
  });
}

async function fillTable(tx: Queries, table: string): Promise<void> {
  const columns = await tx.query<SchemaColumn>('SELECT name, type, "notnull", pk FROM pragma_table_info($1)', [table]);
  const rows = Array.from({ length: ROWS_PER_TABLE }, (_, index) =>
    columns.map((column) => valueFor(table, column, index + 1)),
  );
  await tx.insertMany({ into: table, columns: columns.map(({ name }) => name), rows });
}

/** Ids are small, so that foreign keys match. Other values include the limits of their type. */
function valueFor(table: string, { name, type, notnull, pk }: SchemaColumn, number: number): SqlValue {
  if (notnull === 0 && pk === 0 && number === 2) return null;
  const allowed = ALLOWED_VALUES[`${table}.${name}`] ?? ALLOWED_VALUES[name];
  if (allowed !== undefined) return allowed;
  if (type === 'bytea') return Uint8Array.of(0, 255, number);
  if (type === 'hll') return sketchOf(number).toBytes();
  if (type.toLowerCase() === 'text') return `${name} ${number}: 'quoted' "twice" \\ \n 日本語 🎈 %`;
  if (type === 'double precision') return number * 2 ** 70;
  if (name === 'id' || name.endsWith('_id')) return String(number);
  return String(LARGEST[type.toLowerCase()]! - BigInt(number));
}

function sketchOf(visitors: number): Sketch {
  const sketch = new Sketch();
  for (let visitor = 0; visitor < visitors; visitor++) sketch.add(visitor, -visitor);
  return sketch;
}

/** The database computes it from the others. */
const GENERATED_COLUMN = 'sketch_checksum';

/** Returns every row as JSON, by table, in the same order on all engines. Each engine has its own checksum of sketches. */
export async function contentsOf(url: string, tables: readonly string[]): Promise<Record<string, string[]>> {
  const read = isPostgresUrl(url) ? await postgresReader(url) : sqliteReader(sqlitePath(url));
  const contents: Record<string, string[]> = {};
  for (const table of tables) {
    const rows = await read.rows(table);
    contents[table] = rows
      .map((row) => Object.entries(row).filter(([name]) => name !== GENERATED_COLUMN))
      .map((values) => JSON.stringify(values.sort().map(textOf)))
      .sort();
  }
  await read.close();
  return contents;
}

function textOf([name, value]: [string, unknown]): string {
  if (value instanceof Uint8Array) return `${name} \\x${Buffer.from(value).toString('hex')}`;
  return `${name} ${typeof value} ${value}`.replace(/ (bigint|number) /, ' integer ');
}

function sqliteReader(path: string) {
  const connection = new DatabaseSync(path, { readOnly: true });
  return {
    rows: async (table: string) => {
      const statement = connection.prepare(`SELECT * FROM ${table}`);
      statement.setReadBigInts(true);
      return statement.all() as Record<string, unknown>[];
    },
    close: async () => connection.close(),
  };
}

async function postgresReader(url: string) {
  const client = new pg.Client({ connectionString: url, types: { getTypeParser } });
  await client.connect();
  return {
    rows: async (table: string) => (await client.query(`SELECT * FROM ${table}`)).rows as Record<string, unknown>[],
    close: () => client.end(),
  };
}

function getTypeParser(oid: number): (text: string) => unknown {
  const { FLOAT8, INT2, INT4, INT8, TEXT } = pg.types.builtins;
  if (oid === FLOAT8) return Number;
  if (oid === INT2 || oid === INT4 || oid === INT8) return BigInt;
  return oid === TEXT ? String : (hex) => Buffer.from(hex.slice(2), 'hex');
}
