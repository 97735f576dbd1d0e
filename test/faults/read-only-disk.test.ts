// SQLite on a file system that becomes read-only, as ext4 does after an error of the disk: only a commit shows it. This takes root and loop
// devices, or at least a file system that can be mounted again for reading only.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { CommandLine } from '../support/command-line.ts';
import { eventWith, ndjson } from '../support/events.ts';
import { type FaultDatabase, migratedDatabase } from './fault-database.ts';
import { FAULT_TEST_MS_MAX } from './fault-rounds.ts';
import { FaultService } from './fault-service.ts';

const cleanUps: (() => void)[] = [];
afterAll(() => {
  for (const cleanUp of cleanUps.splice(0).reverse()) cleanUp();
});

interface Disk {
  readonly folder: string;
  makeReadOnly(): void;
}

const run = (program: string, ...args: readonly string[]) => execFileSync(program, args, { stdio: 'pipe' });

/** undefined: it can not be prepared here. */
function mount(name: string, options: (folder: string) => readonly string[], readOnly: string): Disk | undefined {
  const base = mkdtempSync(join(tmpdir(), 'funnel-read-only-'));
  cleanUps.push(() => rmSync(base, { recursive: true, force: true }));
  const folder = join(base, 'mounted');
  mkdirSync(folder);
  try {
    run('mount', ...options(base), folder);
    cleanUps.push(() => run('umount', folder));
    chmodSync(folder, 0o700);
    return { folder, makeReadOnly: () => run('mount', '-o', `remount,${readOnly}`, folder) };
  } catch (error) {
    console.warn(`\n!!! SKIPPED: SQLite on ${name}: ${(error as Error).message}\n`);
    return undefined;
  }
}

function ext4Image(base: string): string {
  const image = join(base, 'image');
  run('truncate', '--size=512M', image);
  run('mkfs.ext4', '-q', '-F', image);
  return image;
}

/** Only such a one can fail under files that are open for writing. */
const failing = mount('a file system that fails', (base) => ['-o', 'loop', ext4Image(base)], 'abort');
const remounted = mount('a file system that is mounted for reading only', () => ['-t', 'tmpfs', 'tmpfs'], 'ro');

async function prepare({
  folder,
}: Disk): Promise<{ readonly database: FaultDatabase; readonly service: FaultService }> {
  const database = await migratedDatabase(`sqlite:${folder}/funnel.db`, async () => {});
  const variables = { LOG_LEVEL: 'warn' };
  return {
    database,
    service: await database.look((opened) => FaultService.prepare(opened, database.url, variables)),
  };
}

function collect({ access, client }: FaultService, visitor: string) {
  const headers = {
    authorization: `Bearer ${access.ingestKeys.get(1)}`,
    'content-type': 'application/x-ndjson',
  };
  const init = { method: 'POST', headers, body: ndjson([eventWith({ visitor })]) };
  return client.send('/collect/events', init, [200]);
}

const readReport = ({ client, access }: FaultService) =>
  client.get('/api/v1/reports/website?timeframe=last_30_days', access.token);

async function runDoctor(databaseUrl: string, depth: readonly string[]) {
  const commandLine = new CommandLine({ DATABASE_URL: databaseUrl });
  cleanUps.push(() => commandLine.dispose());
  const { code, stdout } = await commandLine.call(['doctor', ...depth, '--json']);
  const { checks } = JSON.parse(stdout) as { checks: { name: string; ok: boolean; detail: string }[] };
  return { code, failed: checks.filter(({ ok }) => !ok) };
}

test.runIf(failing)(
  'a disk that fails under the service: it is not ready, reports go on, and the log and the doctor name the cause',
  { timeout: FAULT_TEST_MS_MAX },
  async () => {
    const { database, service } = await prepare(failing!);
    await using server = await service.start();
    await collect(service, 'before');
    await expect.poll(() => service.client.readiness()).toBe('ready');
    failing!.makeReadOnly();

    await expect(collect(service, 'after')).rejects.toMatchObject({ code: 'commit_unknown' });
    await expect.poll(() => service.client.readiness()).toBe('database_unavailable');
    await readReport(service);
    await expect.poll(() => server.messages).toMatch(/"reason":"[^"]*disk I\/O error[^"]*","msg":"request failed"/);
    expect(server.messages).not.toContain('connection to the database');
    for (const depth of [[], ['--deep']]) {
      const { code, failed } = await runDoctor(database.url, depth);
      expect([code, failed.map(({ name }) => name)]).toEqual([1, ['writes']]);
      expect(failed[0]!.detail).toMatch(/funnel\.db (cannot be written|is not writable).*read-only/);
    }
    await server.kill();
  },
);

test.runIf(remounted)(
  'a service that starts on a read-only disk reads, and is not ready',
  { timeout: FAULT_TEST_MS_MAX },
  async () => {
    const { database, service } = await prepare(remounted!);
    const before = await service.start();
    await collect(service, 'before');
    // It leaves its log behind, which whoever opens the database reads.
    await before.kill();
    remounted!.makeReadOnly();

    await using _server = await service.start();
    await expect.poll(() => service.client.readiness()).toBe('database_unavailable');
    await readReport(service);
    await expect(collect(service, 'after')).rejects.toMatchObject({ code: 'database_unavailable' });
    const { code, failed } = await runDoctor(database.url, []);
    expect(code).toBe(1);
    expect(failed[0]!.detail).toMatch(/read-only/);
  },
);
