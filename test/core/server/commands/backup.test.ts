// funnel backup: under traffic, with files planted at its target, on a full disk, and interrupted.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sqlitePath } from '../../../../src/core/foundation/database/open/open.ts';
import { openSqlite } from '../../../../src/core/foundation/database/sqlite/sqlite.ts';
import { CommandLine, type RunningCommand } from '../../../support/command-line.ts';
import { IS_LONG } from '../../../support/long.ts';
import { machineEnvironment } from '../../../support/machine-environment.ts';
import { SAMPLE_CATALOG } from '../../../support/sample-catalog.ts';
import { waitUntil } from '../../../support/wait-until.ts';

const FUNNEL = fileURLToPath(new URL('../../../../bin/funnel', import.meta.url));
/** It is enough for many steps of a copy. */
const FILLER_MIB = 64;
const PAGE_BYTES = 4096;
const POLL_MS = 1;

let cli: CommandLine;
let path: string;
let folder: string;
let target: string;

beforeEach(async () => {
  cli = new CommandLine();
  path = sqlitePath(cli.databaseUrl);
  folder = join(cli.folder, 'backups');
  target = join(folder, 'backup.db');
  mkdirSync(folder);
  expect(await cli.call(['import', 'catalog', '-'], JSON.stringify(SAMPLE_CATALOG))).toMatchObject({ code: 0 });
});

afterEach(() => cli.dispose());

function fill(mib: number): void {
  const database = new DatabaseSync(path);
  database.exec(`CREATE TABLE filler (bytes blob);
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${mib})
    INSERT INTO filler SELECT randomblob(1024 * 1024) FROM n`);
  database.close();
}

/** Commits a thousand times a second, for as long as it lives. */
const KEEP_COMMITTING = `
  const { DatabaseSync } = require('node:sqlite');
  const database = new DatabaseSync(process.argv[1], { timeout: 30_000 });
  database.exec('PRAGMA synchronous = OFF; CREATE TABLE commits (number integer PRIMARY KEY)');
  const commit = database.prepare('INSERT INTO commits DEFAULT VALUES');
  commit.run();
  console.log('writing');
  setInterval(() => commit.run(), 1);
`;

function committedIn(file: string): { count: number; last: number } {
  const database = new DatabaseSync(file);
  const row = database.prepare('SELECT COUNT(*) AS count, MAX(number) AS last FROM commits').get();
  database.close();
  return { ...row } as { count: number; last: number };
}

test('leaves out the salts and the touches of visitors, and whatever else was there stays', async () => {
  const salt = 'ab'.repeat(16);
  const database = new DatabaseSync(path);
  database.exec(`INSERT INTO visitor_salts (day, salt) VALUES (20000, '${salt}')`);
  const touches = Buffer.alloc(100_000, 'a touch of a visitor');
  for (const version of [1, 2]) {
    database.prepare('INSERT INTO touch_runs VALUES (1, 1, ?, 20000, 1, ?, 0)').run(version, touches);
  }
  database.close();
  // As a commit does with the runs of a node that is full. What was deleted must not be in the backup, either.
  const service = openSqlite(path);
  await service.transaction((tx) => tx.query('DELETE FROM touch_runs WHERE version = 1'));
  await service.close();
  expect(await cli.call(['backup', target])).toMatchObject({ code: 0 });
  expect(readdirSync(folder)).toEqual(['backup.db']);
  expect(readFileSync(target).includes(salt)).toBe(false);
  expect(readFileSync(target).includes('a touch of a visitor')).toBe(false);
  const backup = new DatabaseSync(target, { readOnly: true });
  expect(backup.prepare('SELECT COUNT(*) AS count FROM visitor_salts').get()).toEqual({ count: 0 });
  expect(backup.prepare('SELECT COUNT(*) AS count FROM touch_runs').get()).toEqual({ count: 0 });
  expect(backup.prepare('SELECT COUNT(*) AS count FROM websites').get()).not.toEqual({ count: 0 });
  backup.close();
});

test('finishes while another process keeps writing, and is a consistent snapshot', async () => {
  fill(FILLER_MIB);
  const writer = spawn(process.execPath, ['-e', KEEP_COMMITTING, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(writer.stdout, 'data');
  try {
    // The writer stops only when the backup has ended.
    expect(await cli.run(['backup', target])).toMatchObject({ code: 0 });
    expect(writer.exitCode).toBe(null);
    const { count, last } = committedIn(target);
    expect(count).toBeGreaterThan(0);
    expect(last).toBe(count);
    await expect.poll(() => committedIn(path).count).toBeGreaterThan(count);
  } finally {
    writer.kill();
    await once(writer, 'exit');
  }
});

test('neither follows nor overwrites a link planted next to its target', async () => {
  const victim = cli.file('victim', 'precious');
  symlinkSync(victim, `${target}.part`);
  expect(await cli.run(['backup', target])).toMatchObject({ code: 0 });
  expect(readFileSync(victim, 'utf8')).toBe('precious');
  expect(lstatSync(target).isFile()).toBe(true);
  expect(lstatSync(target).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder).toSorted()).toEqual(['backup.db', 'backup.db.part']);
});

test('does not overwrite a file, and reports a missing folder', async () => {
  writeFileSync(target, 'mine');
  expect(await cli.call(['backup', target])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('already exists'),
  });
  expect(readFileSync(target, 'utf8')).toBe('mine');
  const nowhere = join(cli.folder, 'missing', 'backup.db');
  expect(await cli.call(['backup', nowhere])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Folder not found'),
  });
});

describe('on a full disk', () => {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot) console.warn('\n!!! SKIPPED: a backup to a full file system. Only root can prepare one.\n');

  test.runIf(isRoot)('reports how much space is needed and free, and writes nothing', async () => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder]);
    try {
      fill(16);
      const { code, stderr } = await cli.call(['backup', target]);
      expect({ code, stderr }).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/\d+ MiB needed.* 8 MiB free/),
      });
      expect(readdirSync(folder)).toEqual([]);
    } finally {
      execFileSync('umount', [folder]);
    }
  });

  test.runIf(process.platform === 'linux')('leaves nothing behind when the disk fills up during the backup', () => {
    fill(16);
    const env = { ...machineEnvironment(), DATABASE_URL: cli.databaseUrl };
    const limited = 'ulimit -f 8192; exec "$0" backup "$1"';
    expect(() => execFileSync('sh', ['-c', limited, FUNNEL, target], { env, stdio: 'pipe' })).toThrow();
    expect(readdirSync(folder)).toEqual([]);
  });
});

/** Stopped by SIGSTOP. One that was done before it was stopped is made again. */
async function halfwayBackup(): Promise<RunningCommand> {
  for (;;) {
    const backup = cli.start(['backup', target]);
    await waitUntil('the backup has begun', () => readdirSync(folder).length > 0, { pauseMs: POLL_MS });
    backup.kill('SIGSTOP');
    if (!existsSync(target)) return backup;
    backup.kill('SIGCONT');
    await backup.finished;
    rmSync(target);
  }
}

test.each(IS_LONG ? (['SIGINT', 'SIGTERM', 'SIGHUP'] as const) : (['SIGTERM'] as const))(
  '%s stops it immediately and leaves nothing behind',
  async (signal) => {
    fill(FILLER_MIB);
    const backup = await halfwayBackup();
    backup.kill(signal);
    backup.kill('SIGCONT');
    expect((await backup.finished).code).toBe(null);
    expect(readdirSync(folder)).toEqual([]);
  },
);

test('rejects a corrupt database', async () => {
  fill(1);
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(PAGE_BYTES, 0xff), 0, PAGE_BYTES, statSync(path).size - 2 * PAGE_BYTES);
  closeSync(file);
  const { code, stderr } = await cli.call(['backup', target]);
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('integrity check') });
  expect(readdirSync(folder)).toEqual([]);
});
