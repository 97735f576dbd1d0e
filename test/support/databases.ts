// A fresh, migrated database per call, on either engine.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import type { Database, Engine } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrations.ts';
import { openDatabase } from '../../src/database/open.ts';

/** For `describe.each`: both engines, or only SQLite if there is no PostgreSQL (the global setup logs that). */
export const ENGINES: readonly Engine[] = inject('postgresUrl') === '' ? ['sqlite'] : ['sqlite', 'postgres'];

const CITUS_SHARDS = 4;

export interface TestDatabase {
  readonly url: string;
  readonly database: Database;
  dispose(): Promise<void>;
}

export async function createTestDatabase(engine: Engine): Promise<TestDatabase> {
  const empty = await createEmptyDatabase(engine);
  const database = await openDatabase(empty.url, { connectionsMax: 5 });
  await migrate(database, new Date());
  return {
    url: empty.url,
    database,
    dispose: async () => {
      await database.close();
      await empty.dispose();
    },
  };
}

/** Without a schema yet. */
export async function createEmptyDatabase(engine: Engine): Promise<{ url: string; dispose(): Promise<void> }> {
  if (engine === 'sqlite') {
    const folder = mkdtempSync(join(tmpdir(), 'funnel-test-'));
    return { url: `sqlite:${folder}/funnel.db`, dispose: async () => rmSync(folder, { recursive: true, force: true }) };
  }
  const serverUrl = inject('postgresUrl');
  const name = `funnel_${randomUUID().replaceAll('-', '')}`;
  await onServer(serverUrl, `CREATE DATABASE ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  if (await hasCitus(serverUrl)) await installCitus(url.href, name);
  return {
    url: url.href,
    dispose: async () => {
      await onServer(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

async function hasCitus(serverUrl: string): Promise<boolean> {
  return (await onServer(serverUrl, "SELECT 1 FROM pg_extension WHERE extname = 'citus'")).rows.length > 0;
}

/** A new database has no extension and no workers: it becomes a cluster of one node, with distributed tables. */
async function installCitus(url: string, name: string): Promise<void> {
  // Few, because every shard is a table to create and drop.
  await onServer(url, `ALTER DATABASE ${name} SET citus.shard_count = ${CITUS_SHARDS}`);
  await onServer(url, 'CREATE EXTENSION citus');
}

async function onServer(url: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}
