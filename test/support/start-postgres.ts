// Global setup: one PostgreSQL for the whole run. Each test file creates its own database.
import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Empty if there is no PostgreSQL: suites that need one are skipped with a warning. */
    postgresUrl: string;
    /** `postgresUrl` is the coordinator of a Citus cluster. */
    isCitus: boolean;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  project.provide('isCitus', process.env.TEST_CITUS_URL !== undefined);
  try {
    const server = await startPostgres();
    project.provide('postgresUrl', server.url);
    return server.stop;
  } catch (error) {
    if (process.env.CI) throw error;
    console.warn(`\n!!! SKIPPED: every test on PostgreSQL. ${(error as Error).message}\n`);
    project.provide('postgresUrl', '');
    return async () => {};
  }
}
