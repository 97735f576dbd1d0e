// The files of an SQLite database are readable by their owner only.
import { execFileSync } from 'node:child_process';
import { chmodSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sqlitePath } from '../../../../src/core/foundation/database/open/open.ts';
import { FunnelProcess } from '../../../faults/funnel-process.ts';
import { CommandLine } from '../../../support/command-line.ts';
import { machineEnvironment } from '../../../support/machine-environment.ts';

const FUNNEL = fileURLToPath(new URL('../../../../bin/funnel', import.meta.url));

let cli: CommandLine;

beforeEach(() => {
  cli = new CommandLine();
  chmodSync(cli.folder, 0o755);
});

afterEach(() => cli.dispose());

const modeOf = (file: string) => statSync(file).mode & 0o777;

test('new files are readable by their owner only, even in a folder that is open to all', async () => {
  const env = { ...machineEnvironment(), DATABASE_URL: `sqlite:${cli.folder}/new.db`, PORT: '0' };
  execFileSync('sh', ['-c', 'umask 000; exec "$0" migrate', FUNNEL], { env });
  expect(modeOf(join(cli.folder, 'new.db'))).toBe(0o600);
  await using server = new FunnelProcess(['serve'], env.DATABASE_URL);
  await server.address();
  expect(['', '-wal', '-shm'].map((end) => modeOf(join(cli.folder, `new.db${end}`)))).toEqual([0o600, 0o600, 0o600]);
  expect(server.messages).not.toContain('other users');
});

test('doctor and serve warn about files that others can open, and do not change them', async () => {
  const path = sqlitePath(cli.databaseUrl);
  expect(await cli.call(['migrate'])).toMatchObject({ code: 0 });
  chmodSync(path, 0o644);
  const doctor = await cli.call(['doctor']);
  expect(doctor).toMatchObject({ code: 1, stdout: expect.stringMatching(/FAIL file access.*chmod/) });
  const server = cli.start(['serve']);
  await server.said(/Warning: other users.*chmod/);
  server.kill('SIGTERM');
  await server.finished;
  expect(modeOf(path)).toBe(0o644);

  chmodSync(cli.folder, 0o700);
  expect(await cli.call(['doctor'])).toMatchObject({ code: 0 });
});
