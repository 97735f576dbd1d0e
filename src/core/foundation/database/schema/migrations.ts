// Migrates a database to the current schema: forward only, all pending migrations in one transaction, under a lock so
// that several nodes can start at the same time.
//
// A migration whose first line is COMPATIBLE leaves the version before able to serve: it only adds what that version does not have to know
// (a table, an index, a column with a default). This is stored with the migration, because that version does not have the file. Its nodes
// stay ready until they are replaced.
// Why: docs/decisions/citus.md, "Migrations run one statement at a time".
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { distributeTables, prepareCitus } from '../citus/citus.ts';
import type { Database, Engine, Queries } from '../database.ts';
import { SchemaError } from '../schema-error.ts';

const FOLDER = new URL('../../../../../migrations/', import.meta.url);
const COMPATIBLE = '-- compatible with the version before\n';
/** Every database has it since version 1.0.0. */
const FIRST_MIGRATION = '0001_schema.sql';
const ADVISORY_LOCK = 7_305_401;

export const CREATE_MIGRATIONS_TABLE = `CREATE TABLE IF NOT EXISTS schema_migrations (
  name text PRIMARY KEY, digest text NOT NULL, applied_at text NOT NULL, is_compatible smallint NOT NULL
)`;

export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly digest: string;
  /** Whether nodes of the version before can serve after it. */
  readonly isCompatible: boolean;
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
        return migrationOf(name, source, engine);
      });
    migrationsOf.set(engine, migrations);
  }
  return migrations;
}

export function migrationOf(name: string, source: string, engine: Engine): Migration {
  const digest = createHash('sha256').update(source).digest('hex');
  return { name, sql: forEngine(source, engine), digest, isCompatible: source.startsWith(COMPATIBLE) };
}

/** Uncomments the lines that are for this engine only. */
function forEngine(sql: string, engine: Engine): string {
  return sql.replaceAll(new RegExp(`^--${engine}: `, 'gm'), '');
}

export interface Migrated {
  /** The names of the migrations that were applied. */
  readonly applied: readonly string[];
  /** The tables that were moved on Citus, with their rows, to the workers or to the coordinator. */
  readonly placed: readonly string[];
}

export async function migrate(
  database: Database,
  now: Date,
  migrations = readMigrations(database.engine),
): Promise<Migrated> {
  return database.transaction(async (tx) => {
    if (database.engine === 'postgres') {
      await tx.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCK]);
      await ensureHllExtension(tx);
      await prepareCitus(tx);
    }
    await tx.runScript(CREATE_MIGRATIONS_TABLE);
    const applied = await appliedMigrations(tx);
    const pending = pendingAmong(migrations, applied, await readCompatible(tx));
    for (const { name, sql, digest, isCompatible } of pending) {
      await tx.runScript(sql);
      await tx.insertMany({
        into: 'schema_migrations',
        columns: ['name', 'digest', 'applied_at', 'is_compatible'],
        rows: [[name, digest, now.toISOString(), Number(isCompatible)]],
      });
    }
    const placed = database.engine === 'postgres' ? await distributeTables(tx) : [];
    return { applied: pending.map((migration) => migration.name), placed };
  });
}

/**
 * The migrations that `migrate` would apply. Empty: the schema is current. Throws if it is newer, because this version does not know all of
 * it.
 */
export async function pendingMigrations(database: Pick<Database, 'engine' | 'query'>): Promise<string[]> {
  return namesOfPending(database, async () => new Set());
}

/** Empty: this version can serve. The schema may be newer, if this is compatible. */
export async function migrationsToServe(database: Pick<Database, 'engine' | 'query'>): Promise<string[]> {
  return namesOfPending(database, () => readCompatible(database));
}

async function namesOfPending(
  database: Pick<Database, 'engine' | 'query'>,
  readAllowed: () => Promise<ReadonlySet<string>>,
): Promise<string[]> {
  const migrations = readMigrations(database.engine);
  if (!(await hasMigrationsTable(database))) return migrations.map((migration) => migration.name);
  const applied = await appliedMigrations(database);
  return pendingAmong(migrations, applied, await readAllowed()).map((migration) => migration.name);
}

async function readCompatible(database: Pick<Queries, 'query'>): Promise<ReadonlySet<string>> {
  const rows = await database.query<{ name: string }>('SELECT name FROM schema_migrations WHERE is_compatible = 1');
  return new Set(rows.map(({ name }) => name));
}

async function hasMigrationsTable(database: Pick<Database, 'engine' | 'query'>): Promise<boolean> {
  const sql =
    database.engine === 'sqlite'
      ? "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'schema_migrations'"
      : "SELECT 1 FROM pg_tables WHERE schemaname = ANY (current_schemas(false)) AND tablename = 'schema_migrations'";
  return (await database.query(sql)).length > 0;
}

/** Name and digest of each. Throws if they are of a version before 1.0.0. */
async function appliedMigrations(database: Pick<Queries, 'query'>): Promise<Map<string, string>> {
  const rows = await database.query<{ name: string; digest: string }>('SELECT name, digest FROM schema_migrations');
  if (rows.length > 0 && !rows.some(({ name }) => name === FIRST_MIGRATION)) {
    throw new SchemaError(
      'The database was written by a version before 1.0.0, which no later version can read. ' +
        'Set DATABASE_URL to a new database, and import the catalog and the events again.',
    );
  }
  return new Map(rows.map((row) => [row.name, row.digest]));
}

/** `allowed`: those that the database may have, though this version does not know them. */
function pendingAmong(
  migrations: readonly Migration[],
  applied: ReadonlyMap<string, string>,
  allowed: ReadonlySet<string>,
): Migration[] {
  const knownNames = new Set(migrations.map((migration) => migration.name));
  for (const name of applied.keys()) {
    if (!knownNames.has(name) && !allowed.has(name)) {
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
