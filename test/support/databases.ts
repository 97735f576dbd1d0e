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
import { joinNodes, workerUrlsOf } from './citus-cluster.ts';

/** For `describe.each`: both engines, or only SQLite if there is no PostgreSQL (the global setup logs that). */
export const ENGINES: readonly Engine[] = inject('postgresUrl') === '' ? ['sqlite'] : ['sqlite', 'postgres'];

/** All tests on PostgreSQL run on this cluster then. */
export const ON_CITUS = inject('isCitus');
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
  const database = await createPlainDatabase();
  if (ON_CITUS) await database.addCitus();
  return database;
}

/** On PostgreSQL, and also on the workers of a cluster, but without Citus yet. */
export async function createPlainDatabase() {
  const serverUrl = inject('postgresUrl');
  const name = `funnel_${randomUUID().replaceAll('-', '')}`;
  const servers = [serverUrl, ...(ON_CITUS ? await workerUrlsOf(serverUrl) : [])];
  for (const server of servers) await onServer(server, `CREATE DATABASE ${name}`);
  const urls = servers.map((server) => Object.assign(new URL(server), { pathname: `/${name}` }).href);
  const [url, ...workerUrls] = urls as [string, ...string[]];
  return {
    url,
    addCitus: async () => {
      await joinNodes(url, workerUrls);
      // Few, because every shard is a table to create and drop.
      await onServer(url, `ALTER DATABASE ${name} SET citus.shard_count = ${CITUS_SHARDS}`);
    },
    dispose: async () => {
      for (const server of servers) await onServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
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
