// kill -9 in the middle of a run, then a restart: every website gets its snapshot exactly once.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import type { Database } from '../../../../src/core/foundation/database/database.ts';
import { systemClock } from '../../../../src/core/foundation/time/clock.ts';
import type { TestDatabase } from '../../../support/databases.ts';
import { ENGINES } from '../../../support/databases.ts';
import { IS_LONG } from '../../../support/long.ts';
import { machineEnvironment } from '../../../support/machine-environment.ts';
import { waitUntil } from '../../../support/wait-until.ts';
import { createManyWebsites, snapshotCount, writesByWebsite } from './many-websites.ts';

const WEBSITES = 40;
const BLOCKED = 25;
const started: ChildProcess[] = [];
let created: TestDatabase | undefined;

afterEach(async () => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  await created?.dispose();
});

function serveJobs(url: string): ChildProcess {
  const env = { ...machineEnvironment(), DATABASE_URL: url, PORT: '0', LOG_LEVEL: 'silent' };
  const child = spawn('bin/funnel', ['serve', '--only', 'jobs'], { env, stdio: 'ignore' });
  started.push(child);
  return child;
}

async function untilCount(database: Database, count: number): Promise<void> {
  await waitUntil(`${count} snapshots are written`, async () => {
    if ((await snapshotCount(database)) >= count) return true;
    if (started.at(-1)!.exitCode === null) return false;
    throw new Error('the server has ended by itself');
  });
}

/** Instead of waiting until the dead node's lease has expired. */
async function letLeaseRunOut(database: Database): Promise<void> {
  await database.transaction((tx) => tx.query('UPDATE job_leases SET expires_at_ms = 0'));
}

async function killAndRestart(
  engine: 'sqlite' | 'postgres',
  stopInTheMiddle: (database: Database, kill: () => Promise<void>) => Promise<void>,
) {
  created = await createManyWebsites(engine, WEBSITES, systemClock);
  const { url, database } = created;
  await stopInTheMiddle(database, async () => {
    const child = started[0]!;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  const before = await snapshotCount(database);
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(WEBSITES);

  await letLeaseRunOut(database);
  serveJobs(url);
  await untilCount(database, WEBSITES);
  expect(await writesByWebsite(database)).toEqual(Array.from({ length: WEBSITES }, () => 1));
}

test.runIf(ENGINES.includes('postgres'))('on PostgreSQL, stopped at a website whose row is locked', () =>
  killAndRestart('postgres', async (database, kill) => {
    await database.transaction(async (tx) => {
      await tx.query('SELECT version FROM website_activity WHERE website_id = $1 FOR UPDATE', [BLOCKED]);
      serveJobs(created!.url);
      await untilCount(database, BLOCKED - 1);
      await kill();
      expect(await snapshotCount(database)).toBe(BLOCKED - 1);
    });
  }),
);

/** Takes long, so that however slowly this process runs, the server is killed before it is done. */
const SLOW_WRITES = `CREATE TRIGGER slow_writes AFTER INSERT ON insights_snapshots BEGIN
  SELECT (WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1000000) SELECT MAX(n) FROM numbers);
END;`;

test.runIf(IS_LONG || !ENGINES.includes('postgres'))('on SQLite, killed while it writes', () =>
  killAndRestart('sqlite', async (database, kill) => {
    await database.transaction((tx) => tx.runScript(SLOW_WRITES));
    serveJobs(created!.url);
    await untilCount(database, 2);
    await kill();
    await database.transaction((tx) => tx.runScript('DROP TRIGGER slow_writes'));
  }),
);
