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

/** For `describe.each`: both engines, or SQLite alone where no PostgreSQL could be had (the global setup says so). */
export const ENGINES: readonly Engine[] = inject('postgresUrl') === '' ? ['sqlite'] : ['sqlite', 'postgres'];

export interface TestDatabase {
  readonly url: string;
  readonly database: Database;
  dispose(): Promise<void>;
}

export async function createTestDatabase(engine: Engine): Promise<TestDatabase> {
  const empty = await createEmptyDatabase(engine);
  const database = openDatabase(empty.url, { connectionsMax: 5 });
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
  return { url: url.href, dispose: () => onServer(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

async function onServer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
