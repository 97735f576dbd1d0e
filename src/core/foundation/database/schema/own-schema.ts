// What the schema of an SQLite database has beyond the migrations that it says were applied. A trigger in a file from somebody else would
// run with every statement of the service.
import { DatabaseSync } from 'node:sqlite';
import type { Database } from '../database.ts';
import { registerHllFunctions } from '../sqlite/sqlite-hll-functions.ts';
import { CREATE_MIGRATIONS_TABLE, pendingMigrations, readMigrations } from './migrations.ts';

interface SchemaRow {
  readonly type: string;
  readonly name: string;
  /** null: an index that SQLite made for a key. */
  readonly sql: string | null;
}

const SCHEMA_SQL = 'SELECT type, name, sql FROM sqlite_schema';
/** What SQLite itself keeps there. */
const TABLES_OF_SQLITE = ['sqlite_sequence', 'sqlite_stat1', 'sqlite_stat4'];

/** Returns names such as `the trigger steal`. Throws if it has migrations that this version does not know. */
export async function foreignObjects(database: Pick<Database, 'engine' | 'query'>): Promise<string[]> {
  const pending = new Set(await pendingMigrations(database));
  const own = new Map(ownSchema(pending).map((row) => [`${row.type} ${row.name}`, normalized(row)]));
  const found = await database.query<SchemaRow>(SCHEMA_SQL);
  return found
    .filter((row) => own.get(`${row.type} ${row.name}`) !== normalized(row) && !isHarmless(row))
    .map(({ type, name }) => `the ${type} ${JSON.stringify(name)}`);
}

/** An index of columns alone. A unique one could refuse what the service writes, and one of expressions or some rows runs functions. */
const PLAIN_INDEX = /^CREATE INDEX \w+ ON \w+ ?\([\w ,]+\)$/i;

/** An operator may have added an index. */
function isHarmless(row: SchemaRow): boolean {
  const { type, name } = row;
  if (type === 'index') return PLAIN_INDEX.test(normalized(row) ?? '');
  return type === 'table' && TABLES_OF_SQLITE.includes(name);
}

/** What a new database has after all migrations but these. */
function ownSchema(pending: ReadonlySet<string>): SchemaRow[] {
  const model = new DatabaseSync(':memory:');
  try {
    registerHllFunctions(model);
    model.exec(CREATE_MIGRATIONS_TABLE);
    for (const { name, sql } of readMigrations('sqlite')) if (!pending.has(name)) model.exec(sql);
    return model.prepare(SCHEMA_SQL).all() as unknown as SchemaRow[];
  } finally {
    model.close();
  }
}

/** Versions of SQLite may quote names and put spaces differently. */
function normalized({ sql }: SchemaRow): string | undefined {
  return sql?.replaceAll(/["\s]+/g, ' ').trim();
}
