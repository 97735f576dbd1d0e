// migrate and doctor, on both engines.
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { CommandError } from '../../src/commands/command.ts';
import { doctorCommand } from '../../src/commands/doctor/doctor.ts';
import { ingestKeyCreateCommand } from '../../src/commands/ingest-key.ts';
import { describeMigrated } from '../../src/commands/migrate.ts';
import { claimTarget } from '../../src/database/copy/progress.ts';
import { openDatabase } from '../../src/database/open.ts';
import { CommandLine } from '../support/command-line.ts';
import { createEmptyDatabase, ENGINES } from '../support/databases.ts';
import { runCommand } from '../support/run-command.ts';

describe.each(ENGINES)('on %s', (engine) => {
  let empty: Awaited<ReturnType<typeof createEmptyDatabase>>;
  let cli: CommandLine;

  beforeAll(async () => {
    empty = await createEmptyDatabase(engine);
    cli = new CommandLine({ DATABASE_URL: empty.url });
  });

  afterAll(async () => {
    cli.dispose();
    await empty.dispose();
  });

  it.skipIf(engine === 'sqlite')('before migrating, commands name the fix and change nothing', async () => {
    const environment = { DATABASE_URL: empty.url };
    const create = runCommand(ingestKeyCreateCommand, ['--website', '1'], environment);
    await expect(create).rejects.toThrow('funnel migrate');
    await expect(runCommand(doctorCommand, [], environment)).rejects.toThrow(CommandError);
  });

  test('migrate says what was applied and what was moved', () => {
    const [applied, placed] = [['0001_first.sql'], ['campaigns', 'contacts']];
    const moved = 'Moved to their places on the cluster, with their rows:\n  campaigns\n  contacts';
    expect(describeMigrated({ applied: [], placed: [] })).toBe('The schema is up to date.');
    expect(describeMigrated({ applied, placed: [] })).toBe('Applied:\n  0001_first.sql');
    expect(describeMigrated({ applied: [], placed })).toBe(moved);
    expect(describeMigrated({ applied, placed })).toBe(`Applied:\n  0001_first.sql\n${moved}`);
  });

  test('migrate works from two processes at once', async () => {
    const finished = await Promise.all([1, 2].map(() => cli.run(['migrate', '--json'])));
    for (const { code, stderr } of finished) expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const applied = finished.map(({ stdout }) => JSON.parse(stdout).applied.length as number);
    expect(applied).toContain(0);
    expect(Math.max(...applied)).toBeGreaterThan(0);
  });

  test('after that, every check of doctor passes', async () => {
    const finished = await cli.run(['doctor', '--json']);
    expect(finished).toMatchObject({ code: 0, stderr: '' });
    const { configuration, checks } = JSON.parse(finished.stdout);
    expect(configuration).toMatchObject({ HOST: '127.0.0.1', DATABASE_URL: empty.url });
    expect(checks.every(({ ok }: { ok: boolean }) => ok)).toBe(true);
    expect(checks).toContainEqual({ name: 'schema', ok: true, detail: 'current' });
    expect(checks).toContainEqual({ name: 'copy', ok: true, detail: 'no unfinished copy' });
    expect(checks).toContainEqual({ name: 'visitor hash', ok: true, detail: 'keyed' });
  });

  test.runIf(engine === 'postgres')('doctor compares the connections with those of the server', async () => {
    const effective = JSON.parse((await cli.run(['doctor', '--json'])).stdout);
    expect(effective.configuration.DATABASE_CONNECTIONS_MAX).toBe('40');
    const detail = expect.stringMatching(/^DATABASE_CONNECTIONS_MAX is 40, PostgreSQL allows \d+$/);
    expect(effective.checks).toContainEqual({ name: 'connections', ok: true, detail });
    const many = new CommandLine({ DATABASE_URL: empty.url, DATABASE_CONNECTIONS_MAX: '10000' });
    const { code, stdout } = await many.run(['doctor']);
    many.dispose();
    expect(code).toBe(1);
    expect(stdout).toMatch(/FAIL +connections +.*max_connections/);
  });

  test('doctor reports an unfinished copy', async () => {
    const database = await openDatabase(empty.url, { connectionsMax: 1 });
    await claimTarget(database, 'a source');
    await database.close();
    const { code, stdout } = await cli.run(['doctor']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/FAIL +copy +.*funnel copy/);
  });
});

test('doctor exits with 1 if the database cannot be reached, and shows no password', async () => {
  const cli = new CommandLine({ DATABASE_URL: 'postgres://funnel:s3cret@127.0.0.1:1/funnel' });
  const { code, stdout, stderr } = await cli.run(['doctor']);
  cli.dispose();
  expect(code).toBe(1);
  expect(stdout).toContain('postgres://funnel:***@127.0.0.1:1/funnel');
  expect(stdout).toMatch(/FAIL +database/);
  expect(stdout + stderr).not.toContain('s3cret');
});
