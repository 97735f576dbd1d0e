// Migrations run once, even if several processes start at the same time; a database with an unknown schema is refused.
import { randomUUID } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../../../src/core/foundation/database/database.ts';
import { openDatabase } from '../../../../src/core/foundation/database/open/open.ts';
import { statementsOf } from '../../../../src/core/foundation/database/postgres/statements-of-script.ts';
import {
  migrate,
  migrationOf,
  migrationsToServe,
  pendingMigrations,
  readMigrations,
} from '../../../../src/core/foundation/database/schema/migrations.ts';
import { SchemaError } from '../../../../src/core/foundation/database/schema-error.ts';
import { createEmptyDatabase, createTestDatabase, ENGINES } from '../../../support/databases.ts';
import type { MigrateAtOnce } from '../../../support/migrate-at-once.ts';
import { writeOldDatabase } from '../../../support/old-database.ts';

const NOW = new Date('2025-03-10T12:00:00Z');
const STARTS_AT_ONCE = 8;
const THREADS = 4;

describe.each(ENGINES)('on %s', (engine) => {
  let empty: Awaited<ReturnType<typeof createEmptyDatabase>>;
  let database: Database;
  const names = readMigrations(engine).map(({ name }) => name);

  beforeEach(async () => {
    empty = await createEmptyDatabase(engine);
    database = await openDatabase(empty.url, { connectionsMax: 2 });
  });

  afterEach(async () => {
    await database.close();
    await empty.dispose();
  });

  async function setApplied(name: string, change: { name?: string; digest?: string }): Promise<void> {
    await database.transaction(async (tx) => {
      const [column] = Object.keys(change);
      await tx.query(`UPDATE schema_migrations SET ${column} = $1 WHERE name = $2`, [Object.values(change)[0]!, name]);
    });
  }

  test('all migrations are applied to an empty database, in order, once', async () => {
    expect(await pendingMigrations(database)).toEqual(names);
    expect((await migrate(database, NOW)).applied).toEqual(names);
    expect(await pendingMigrations(database)).toEqual([]);
    expect(await migrate(database, NOW)).toEqual({ applied: [], placed: [] });
    const applied = await database.query<{ name: string }>(
      'SELECT name, applied_at FROM schema_migrations ORDER BY name',
    );
    expect(applied.map(({ name }) => name)).toEqual(names);
    expect(applied[0]).toMatchObject({ applied_at: NOW.toISOString() });
  });

  test('concurrent runs all succeed, and only one applies the migrations', async () => {
    const servers = await Promise.all(
      Array.from({ length: STARTS_AT_ONCE }, () => openDatabase(empty.url, { connectionsMax: 2 })),
    );
    try {
      const migrated = await Promise.all(servers.map((server) => migrate(server, NOW)));
      expect(migrated.map(({ applied }) => applied).filter((list) => list.length > 0)).toEqual([names]);
    } finally {
      await Promise.all(servers.map((server) => server.close()));
    }
  });

  async function visitorKey(): Promise<string> {
    const [state] = await database.query<{ visitor_key: string }>('SELECT visitor_key FROM catalog_state');
    return state!.visitor_key;
  }

  test('a new database gets a visitor key, which does not change', async () => {
    await migrate(database, NOW);
    const key = await visitorKey();
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    await migrate(database, NOW);
    expect(await visitorKey()).toBe(key);
    const other = await createTestDatabase(engine);
    const [state] = await other.database.query<{ visitor_key: string }>('SELECT visitor_key FROM catalog_state');
    await other.dispose();
    expect(state!.visitor_key).not.toBe(key);
  });

  test('a database of a version before 1.0.0 is refused, and stays as it is', async () => {
    await writeOldDatabase(database);
    for (const attempt of [migrate, pendingMigrations, migrationsToServe]) {
      await expect(attempt(database, NOW)).rejects.toThrow(SchemaError);
      await expect(attempt(database, NOW)).rejects.toThrow('written by a version before 1.0.0');
    }
    expect(await database.query('SELECT name FROM schema_migrations')).toEqual([{ name: '0001_foundation.sql' }]);
  });

  test('a migration that was changed after it was applied is refused', async () => {
    await migrate(database, NOW);
    await setApplied(names[0]!, { digest: 'other' });
    for (const attempt of [() => migrate(database, NOW), () => pendingMigrations(database)]) {
      await expect(attempt()).rejects.toThrow(SchemaError);
      await expect(attempt()).rejects.toThrow(names[0]!);
    }
  });

  /** A newer version does this. */
  const migrateLater = (source: string) =>
    migrate(database, NOW, [...readMigrations(engine), migrationOf('9999_from_the_future.sql', source, engine)]);

  test('a database with a newer schema than the program is refused', async () => {
    await migrateLater('CREATE TABLE later (id integer);');
    const attempts = [migrate, pendingMigrations, migrationsToServe];
    for (const attempt of attempts) {
      await expect(attempt(database, NOW)).rejects.toThrow(SchemaError);
      await expect(attempt(database, NOW)).rejects.toThrow('9999_from_the_future.sql');
    }
  });

  test('a newer schema can be served if its migrations say that they are compatible, but not copied', async () => {
    await migrate(database, NOW);
    await migrateLater('-- compatible with the version before\nCREATE TABLE later (id integer);');
    expect(await migrationsToServe(database)).toEqual([]);
    expect(await migrate(database, NOW)).toEqual({ applied: [], placed: [] });
    await expect(pendingMigrations(database)).rejects.toThrow('9999_from_the_future.sql');
  });
});

test('a script is split into statements, but not within strings, bodies and comments', () => {
  const script =
    "-- a; b\nCREATE TABLE a (b text DEFAULT ';--');\n--postgres: x; y\nDO $$\nBEGIN;\nEND $$;\n\n-- the end;\n";
  expect(statementsOf(script).map((statement) => statement.trim())).toEqual([
    "-- a; b\nCREATE TABLE a (b text DEFAULT ';--')",
    '--postgres: x; y\nDO $$\nBEGIN;\nEND $$',
  ]);
});

test.each(readMigrations('postgres'))('the statements of $name are all of it', ({ sql }) => {
  const withoutSpace = (text: string) => text.replaceAll(/--[^\n]*|[\s;]/g, '');
  expect(withoutSpace(statementsOf(sql).join(''))).toBe(withoutSpace(sql));
});

test('threads that open a new SQLite file at the same time all succeed', async () => {
  const files = await Promise.all(Array.from({ length: 12 }, () => createEmptyDatabase('sqlite')));
  const ready = new Int32Array(new SharedArrayBuffer(4));
  const shared = { urls: files.map(({ url }) => url), threads: THREADS, ready };
  const applied = await Promise.all(Array.from({ length: THREADS }, () => appliedByThread(shared)));
  const names = readMigrations('sqlite').map(({ name }) => name);
  for (const file of files.keys()) expect(applied.flatMap((ofThread) => ofThread[file])).toEqual(names);
  await Promise.all(files.map((file) => file.dispose()));
});

describe.skipIf(!ENGINES.includes('postgres'))('on PostgreSQL', () => {
  test('both engines have the same tables and columns', async () => {
    const columns = await Promise.all(ENGINES.map(columnsOn));
    expect(columns[0]!.length).toBeGreaterThan(50);
    expect(columns[1]).toEqual(columns[0]);
  });

  test('a role that may not create the hll extension is told what to do', async () => {
    const empty = await createEmptyDatabase('postgres');
    const owner = new pg.Client({ connectionString: empty.url });
    await owner.connect();
    const role = `weak_${randomUUID().replaceAll('-', '')}`;
    await owner.query(`CREATE ROLE ${role} LOGIN NOSUPERUSER`);
    const url = new URL(empty.url);
    url.username = role;
    const database = await openDatabase(url.href, { connectionsMax: 1 });
    try {
      const attempt = migrate(database, NOW);
      await expect(attempt).rejects.toThrow(SchemaError);
      await expect(attempt).rejects.toThrow('CREATE EXTENSION hll');
    } finally {
      await database.close();
      await owner.query(`DROP ROLE ${role}`);
      await owner.end();
      await empty.dispose();
    }
  });
});

/** The migrations that the thread applied, per database. */
function appliedByThread(shared: MigrateAtOnce): Promise<string[][]> {
  const thread = new Worker(new URL('../../../support/migrate-at-once.ts', import.meta.url), { workerData: shared });
  return new Promise((resolve, reject) => {
    thread.on('message', resolve);
    thread.on('error', reject);
  });
}

async function columnsOn(engine: (typeof ENGINES)[number]): Promise<string[]> {
  const empty = await createEmptyDatabase(engine);
  const database = await openDatabase(empty.url, { connectionsMax: 1 });
  try {
    await migrate(database, NOW);
    const rows = await database.query<{ table: string; column: string }>(
      engine === 'sqlite'
        ? `SELECT sqlite_schema.name AS "table", columns.name AS "column"
           FROM sqlite_schema JOIN pragma_table_xinfo(sqlite_schema.name) AS columns WHERE sqlite_schema.type = 'table'`
        : `SELECT table_name AS "table", column_name AS "column"
           FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
           WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
    );
    return rows.map((row) => `${row.table}.${row.column}`).sort();
  } finally {
    await database.close();
    await empty.dispose();
  }
}
