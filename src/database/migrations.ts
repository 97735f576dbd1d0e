// Migrates a database to the current schema: forward only, all pending migrations in one transaction, under a lock so
// that several nodes can start at the same time.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { distributeTables, prepareCitus } from './citus.ts';
import type { Database, Engine, Queries } from './database.ts';
import { SchemaError } from './schema-error.ts';

const FOLDER = new URL('../../migrations/', import.meta.url);
const ADVISORY_LOCK = 7_305_401;

export const CREATE_MIGRATIONS_TABLE =
  'CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY, digest text NOT NULL, applied_at text NOT NULL)';

export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly digest: string;
}

const migrationsOf = new Map<Engine, Migration[]>();

/** Once for each process: it has to know its own migrations, also if a newer version is installed over it while it runs. */
export function readMigrations(engine: Engine): readonly Migration[] {
  let migrations = migrationsOf.get(engine);
  if (!migrations) {
    migrations = readdirSync(FOLDER)
      .filter((name) => name.endsWith('.sql'))
      .sort()
      .map((name) => {
        const source = readFileSync(new URL(name, FOLDER), 'utf8');
        return { name, sql: forEngine(source, engine), digest: createHash('sha256').update(source).digest('hex') };
      });
    migrationsOf.set(engine, migrations);
  }
  return migrations;
}

/** Uncomments the lines that are for this engine only. */
function forEngine(sql: string, engine: Engine): string {
  return sql.replaceAll(new RegExp(`^--${engine}: `, 'gm'), '');
}

export interface Migrated {
  /** The names of the migrations that were applied. */
  readonly applied: readonly string[];
  /** On Citus: tables that were moved, with their rows, to the workers or to the coordinator. */
  readonly placed: readonly string[];
}

export async function migrate(database: Database, now: Date): Promise<Migrated> {
  return database.transaction(async (tx) => {
    if (database.engine === 'postgres') {
      await tx.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCK]);
      await ensureHllExtension(tx);
      await prepareCitus(tx);
    }
    await tx.runScript(CREATE_MIGRATIONS_TABLE);
    const pending = pendingAmong(readMigrations(database.engine), await appliedMigrations(tx));
    for (const migration of pending) {
      await tx.runScript(migration.sql);
      await tx.insertMany({
        into: 'schema_migrations',
        columns: ['name', 'digest', 'applied_at'],
        rows: [[migration.name, migration.digest, now.toISOString()]],
      });
    }
    const placed = database.engine === 'postgres' ? await distributeTables(tx) : [];
    return { applied: pending.map((migration) => migration.name), placed };
  });
}

/** The migrations that `migrate` would apply. Empty: the schema is current. */
export async function pendingMigrations(database: Pick<Database, 'engine' | 'query'>): Promise<string[]> {
  const migrations = readMigrations(database.engine);
  if (!(await hasMigrationsTable(database))) return migrations.map((migration) => migration.name);
  return pendingAmong(migrations, await appliedMigrations(database)).map((migration) => migration.name);
}

async function hasMigrationsTable(database: Pick<Database, 'engine' | 'query'>): Promise<boolean> {
  const sql =
    database.engine === 'sqlite'
      ? "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'schema_migrations'"
      : "SELECT 1 FROM pg_tables WHERE schemaname = ANY (current_schemas(false)) AND tablename = 'schema_migrations'";
  return (await database.query(sql)).length > 0;
}

async function appliedMigrations(database: Pick<Queries, 'query'>): Promise<Map<string, string>> {
  const rows = await database.query<{ name: string; digest: string }>('SELECT name, digest FROM schema_migrations');
  return new Map(rows.map((row) => [row.name, row.digest]));
}

function pendingAmong(migrations: readonly Migration[], applied: Map<string, string>): Migration[] {
  const knownNames = new Set(migrations.map((migration) => migration.name));
  for (const name of applied.keys()) {
    if (!knownNames.has(name)) {
      throw new SchemaError(
        `The database has the migration ${name}, which this version of the program does not know. Use a newer version.`,
      );
    }
  }
  for (const migration of migrations) {
    const digest = applied.get(migration.name);
    if (digest !== undefined && digest !== migration.digest) {
      throw new SchemaError(
        `The migration ${migration.name} was changed after it was applied. Restore the original file.`,
      );
    }
  }
  return migrations.filter((migration) => !applied.has(migration.name));
}

async function ensureHllExtension(tx: Queries): Promise<void> {
  const installed = await tx.query("SELECT 1 FROM pg_extension WHERE extname = 'hll'");
  if (installed.length > 0) return;
  try {
    await tx.runScript('CREATE EXTENSION hll');
  } catch (error) {
    throw new SchemaError(
      `The extension hll is missing and could not be created (${(error as Error).message}). ` +
        'Install its package on the database server (on Debian: apt-get install postgresql-15-hll, for your ' +
        'server version), then run as a superuser in this database: CREATE EXTENSION hll;',
      { cause: error },
    );
  }
}
