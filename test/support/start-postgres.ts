// Global setup: one PostgreSQL for the whole run. Each test file creates its own database.
import type { TestProject } from 'vitest/node';
import { migrate } from '../../src/database/migrations.ts';
import { openDatabase } from '../../src/database/open.ts';
import { createOnNodes } from './citus-cluster.ts';
import { startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Empty if there is no PostgreSQL: suites that need one are skipped with a warning. */
    postgresUrl: string;
    /** `postgresUrl` is the coordinator of a Citus cluster. */
    isCitus: boolean;
    /** A migrated database to copy; empty on Citus, which cannot copy distributed tables. */
    templateDatabase: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  project.provide('isCitus', process.env.TEST_CITUS_URL !== undefined);
  try {
    const server = await startPostgres();
    project.provide('postgresUrl', server.url);
    const template = await createTemplate(server.url);
    project.provide('templateDatabase', template?.name ?? '');
    return async () => {
      await template?.drop();
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

async function createTemplate(serverUrl: string): Promise<{ name: string; drop(): Promise<void> } | undefined> {
  if (process.env.TEST_CITUS_URL !== undefined) return undefined;
  const { url, dispose } = await createOnNodes(serverUrl, false, 0);
  const database = await openDatabase(url, { connectionsMax: 1 });
  await migrate(database, new Date());
  await database.close();
  return { name: new URL(url).pathname.slice(1), drop: dispose };
}
