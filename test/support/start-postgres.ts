// Global setup: one PostgreSQL for the whole run, and a migrated database of each engine. Each test file copies one for itself.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../src/core/foundation/database/open/open.ts';
import { migrate } from '../../src/core/foundation/database/schema/migrations.ts';
import { CITUS_SHARDS, createOnNodes, type NodesDatabase } from './citus-cluster.ts';
import { startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Empty if there is no PostgreSQL: suites that need one are skipped with a warning. */
    postgresUrl: string;
    /** `postgresUrl` is the coordinator of a Citus cluster. */
    isCitus: boolean;
    /** A migrated database to copy; on Citus it is on all nodes. Empty if there is no PostgreSQL. */
    templateDatabase: string;
    /** The same as a file, for SQLite. */
    templateFile: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'funnel-template-'));
  const file = join(folder, 'funnel.db');
  await createMigrated(`sqlite:${file}`);
  project.provide('templateFile', file);
  const stopPostgres = await setUpPostgres(project);
  return async () => {
    await stopPostgres();
    rmSync(folder, { recursive: true, force: true });
  };
}

async function setUpPostgres(project: TestProject): Promise<() => Promise<void>> {
  project.provide('isCitus', process.env.TEST_CITUS_URL !== undefined);
  try {
    // It would collect statistics of tables that are almost empty, at any time: tests of query plans would depend on the time they take.
    const server = await startPostgres({ autovacuum: 'off' });
    project.provide('postgresUrl', server.url);
    const template = await createTemplate(server.url, process.env.TEST_CITUS_URL !== undefined);
    project.provide('templateDatabase', new URL(template.url).pathname.slice(1));
    return async () => {
      await template.dispose();
      await server.stop();
    };
  } catch (error) {
    if (process.env.CI) throw error;
    console.warn(`\n!!! SKIPPED: every test on PostgreSQL. ${(error as Error).message}\n`);
    project.provide('postgresUrl', '');
    project.provide('templateDatabase', '');
    return async () => {};
  }
}

async function createTemplate(serverUrl: string, isCitus: boolean): Promise<NodesDatabase> {
  const template = await createOnNodes(serverUrl, isCitus, CITUS_SHARDS);
  if (isCitus) await template.addCitus();
  await createMigrated(template.url);
  await template.closeForGood();
  return template;
}

async function createMigrated(url: string): Promise<void> {
  const database = await openDatabase(url, { connectionsMax: 1 });
  await migrate(database, new Date());
  await database.close();
}
