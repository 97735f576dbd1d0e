// SQLite without room to write, under a mixed load: writes are refused cleanly, reads go on, and when there is room again
// so do writes, without a restart. Once with a file system that is really full, which takes root to prepare; and once with
// files that may not grow, which anybody can do to their own processes. FAULT_ROUNDS (see fault-rounds.ts): how often.
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, test } from 'vitest';
import { expectServed } from './expect-served.ts';
import { migratedDatabase } from './fault-database.ts';
import { FAULT_ROUNDS, FAULT_TEST_MS_MAX, inRounds } from './fault-rounds.ts';
import { FaultService } from './fault-service.ts';
import type { FunnelProcess } from './funnel-process.ts';
import { MixedLoad } from './mixed-load.ts';
import { summarize } from './summarize.ts';

const ROUNDS = Math.ceil(FAULT_ROUNDS / 3);
const ANSWERS_BEFORE_MAX = 50;
const ANSWERS_AFTER = 50;
const REFUSALS = 20;
const DISK_MIB = 48;
const BALLAST_PIECE = Buffer.alloc(64 * 1024);

/** One way of leaving no room. */
interface Shortage {
  /** Whether the service finds that it can write again as soon as there is room. Else it is not ready meanwhile. */
  readonly isReady: boolean;
  prepare(folder: string): void;
  begin(folder: string, server: FunnelProcess): void;
  end(folder: string, server: FunnelProcess): void;
  cleanUp(folder: string): void;
}

const fullFileSystem: Shortage = {
  isReady: true,
  prepare: (folder) => execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m`, 'tmpfs', folder]),
  begin: (folder) => fillUp(join(folder, 'ballast')),
  end: (folder) => rmSync(join(folder, 'ballast')),
  cleanUp: (folder) => execFileSync('umount', [folder]),
};

const filesThatMayNotGrow: Shortage = {
  // SQLite is told of an error of the disk.
  isReady: false,
  prepare: () => {},
  begin: (folder, { pid }) => limitFiles(pid, statSync(join(folder, 'funnel.db-wal')).size),
  end: (_folder, { pid }) => limitFiles(pid, 'unlimited'),
  cleanUp: () => {},
};

/** Leaves no byte free. */
function fillUp(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (;;) writeSync(file, BALLAST_PIECE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
}

function limitFiles(pid: number, bytes: number | 'unlimited'): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`]);
}

/** Folds the log into the database, so that it has to grow again with the next write. */
function checkAndTruncateLog(folder: string): void {
  const database = new DatabaseSync(join(folder, 'funnel.db'));
  expect(database.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
}

const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0).reverse()) cleanUp();
});

const isRoot = process.getuid?.() === 0;
if (!isRoot) console.warn('\n!!! SKIPPED: SQLite on a full file system. Only root can prepare one.\n');

describe.each([
  ['a full file system', fullFileSystem, isRoot],
  ['files that may not grow', filesThatMayNotGrow, process.platform === 'linux' && (FAULT_ROUNDS > 1 || !isRoot)],
] as const)('SQLite on %s', (name, shortage, isPossible) => {
  test.runIf(isPossible)(
    'refuses writes cleanly, reads on, and recovers by itself',
    {
      timeout: FAULT_TEST_MS_MAX,
    },
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'funnel-full-'));
      cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
      shortage.prepare(folder);
      cleanUps.push(() => shortage.cleanUp(folder));

      const database = await migratedDatabase(`sqlite:${folder}/funnel.db`, async () => {});
      const service = await database.look((opened) => FaultService.prepare(opened, database.url));
      const { ledger, client, access, authorizations } = service;
      await using server = await service.start();
      await inRounds(ROUNDS, async (random) => {
        await authorizations.prepare(ledger);
        const load = new MixedLoad({ ...service, random });
        load.start();
        await load.until('answers', random.between(1, ANSWERS_BEFORE_MAX));
        load.tolerates = 'refusals';
        shortage.begin(folder, server);
        await load.until('refusals', REFUSALS);
        await client.send('/healthz', {}, [200]);
        // Reports and logins that exist go on, so a load balancer has to leave the service where it is.
        if (shortage.isReady) await client.send('/readyz', {}, [200]);
        else await expect.poll(() => client.readiness()).toBe('database_unavailable');
        await client.get('/api/v1/contacts', access.token);
        await client.get('/api/v1/reports/website?timeframe=all_time', access.token);
        shortage.end(folder, server);
        await load.until('answers', ANSWERS_AFTER);
        await load.stop();
        await database.look((opened) => ledger.expectStored(opened));
        await expectServed(ledger, client, access, random);
        checkAndTruncateLog(folder);
      });
      await server.stop();
      summarize(`SQLite on ${name}`, { rounds: ROUNDS }, service);
    },
  );
});
