// migrate and doctor, on both engines.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, test } from 'vitest';
import { claimTarget } from '../../../../src/core/foundation/database/copy/progress.ts';
import { openDatabase } from '../../../../src/core/foundation/database/open/open.ts';
import { startApp } from '../../../../src/core/server/app/app.ts';
import { CommandError } from '../../../../src/core/server/command/command.ts';
import { doctorCommand } from '../../../../src/core/server/commands/doctor/doctor.ts';
import { describeMigrated } from '../../../../src/core/server/commands/migrate.ts';
import { ingestKeyCreateCommand } from '../../../../src/core/server/commands/websites/ingest-key.ts';
import { readConfig } from '../../../../src/core/server/config/config.ts';
import { CommandLine } from '../../../support/command-line.ts';
import { createEmptyDatabase, createTestDatabase, ENGINES, type TestDatabase } from '../../../support/databases.ts';
import { writeOldDatabase } from '../../../support/old-database.ts';
import { PARTS } from '../../../support/operations.ts';
import { runCommand } from '../../../support/run-command.ts';

test('migrate says what was applied and what was moved', () => {
  const [applied, placed] = [['0001_first.sql'], ['campaigns', 'contacts']];
  const moved = 'Moved to their places on the cluster, with their rows:\n  campaigns\n  contacts';
  expect(describeMigrated({ applied: [], placed: [] })).toBe('The schema is up to date.');
  expect(describeMigrated({ applied, placed: [] })).toBe('Applied:\n  0001_first.sql');
  expect(describeMigrated({ applied: [], placed })).toBe(moved);
  expect(describeMigrated({ applied, placed })).toBe(`Applied:\n  0001_first.sql\n${moved}`);
});

describe.each(ENGINES)('an empty database on %s', (engine) => {
  let empty: Awaited<ReturnType<typeof createEmptyDatabase>>;
  beforeEach(async () => {
    empty = await createEmptyDatabase(engine);
  });
  afterEach(() => empty.dispose());

  it.skipIf(engine === 'sqlite')('before migrating, commands name the fix and change nothing', async () => {
    const environment = { DATABASE_URL: empty.url };
    const create = runCommand(ingestKeyCreateCommand, ['--website', '1'], environment);
    await expect(create).rejects.toThrow('funnel migrate');
    await expect(runCommand(doctorCommand, [], environment)).rejects.toThrow(CommandError);
  });

  test('migrate works from two processes at once', async () => {
    const cli = new CommandLine({ DATABASE_URL: empty.url });
    const finished = await Promise.all([1, 2].map(() => cli.run(['migrate', '--json'])));
    cli.dispose();
    for (const { code, stderr } of finished) expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const applied = finished.map(({ stdout }) => JSON.parse(stdout).applied.length as number);
    expect(applied).toContain(0);
    expect(Math.max(...applied)).toBeGreaterThan(0);
  });
});

describe.each(ENGINES)('a database of a version before 1.0.0 on %s', (engine) => {
  const refusal = expect.stringContaining('The database was written by a version before 1.0.0');
  let old: Awaited<ReturnType<typeof createEmptyDatabase>>;
  let cli: CommandLine;

  beforeAll(async () => {
    old = await createEmptyDatabase(engine);
    const database = await openDatabase(old.url);
    await writeOldDatabase(database);
    await database.close();
    cli = new CommandLine({ DATABASE_URL: old.url, PORT: '0' });
  });

  afterAll(async () => {
    cli.dispose();
    await old.dispose();
  });

  test('is refused by commands that write to it', async () => {
    for (const command of [['migrate'], ['ingest-key', 'create', '--website', '1']]) {
      expect(await cli.call(command)).toMatchObject({ code: 1, stderr: refusal });
    }
  });

  test('is named by doctor', async () => {
    const { code, stdout } = await cli.call(['doctor', '--json']);
    expect(code).toBe(1);
    expect(JSON.parse(stdout).checks).toContainEqual(
      expect.objectContaining({ name: 'schema', ok: false, detail: refusal }),
    );
  });

  test.runIf(engine === 'sqlite')('is not served', async () => {
    expect(await cli.call(['serve'])).toMatchObject({ code: 1, stderr: refusal });
  });

  // A node waits for its schema there.
  test.runIf(engine === 'postgres')('is served to nobody: the node is not ready, and says why', async () => {
    const app = await startApp(readConfig({ DATABASE_URL: old.url, PORT: '0' }), PARTS, new Set(['rest']));
    try {
      const answer = await fetch(`${app.url}/readyz`);
      expect([answer.status, await answer.json()]).toEqual([503, expect.objectContaining({ detail: refusal })]);
    } finally {
      await app.close();
    }
  });
});

describe.each(ENGINES)('a migrated database on %s', (engine) => {
  let migrated: TestDatabase;
  let cli: CommandLine;

  beforeAll(async () => {
    migrated = await createTestDatabase(engine);
    cli = new CommandLine({ DATABASE_URL: migrated.url });
  });

  afterAll(async () => {
    cli.dispose();
    await migrated.dispose();
  });

  test('every check of doctor passes', async () => {
    const finished = await cli.call(['doctor', '--json']);
    expect(finished).toMatchObject({ code: 0, stderr: '' });
    const { configuration, checks } = JSON.parse(finished.stdout);
    expect(configuration).toMatchObject({ HOST: '127.0.0.1', DATABASE_URL: migrated.url });
    expect(checks.every(({ ok }: { ok: boolean }) => ok)).toBe(true);
    expect(checks).toContainEqual({ name: 'schema', ok: true, detail: 'current' });
    expect(checks).toContainEqual({ name: 'copy', ok: true, detail: 'no unfinished copy' });
  });

  test.runIf(engine === 'postgres')('doctor compares the connections with those of the server', async () => {
    const effective = JSON.parse((await cli.call(['doctor', '--json'])).stdout);
    expect(effective.configuration.DATABASE_CONNECTIONS_MAX).toBe('40');
    const detail = expect.stringMatching(/^DATABASE_CONNECTIONS_MAX is 40, PostgreSQL allows \d+$/);
    expect(effective.checks).toContainEqual({ name: 'connections', ok: true, detail });
    const many = new CommandLine({ DATABASE_URL: migrated.url, DATABASE_CONNECTIONS_MAX: '10000' });
    const { code, stdout } = await many.call(['doctor']);
    many.dispose();
    expect(code).toBe(1);
    expect(stdout).toMatch(/FAIL +connections +.*max_connections/);
  });

  test('doctor reports an unfinished copy', async () => {
    const target = await createTestDatabase(engine);
    onTestFinished(() => target.dispose());
    await claimTarget(target.database, 'a source');
    const unfinished = new CommandLine({ DATABASE_URL: target.url });
    const { code, stdout } = await unfinished.call(['doctor']);
    unfinished.dispose();
    expect(code).toBe(1);
    expect(stdout).toMatch(/FAIL +copy +.*funnel copy/);
  });
});

test('doctor exits with 1 if the database cannot be reached, and shows no password', async () => {
  const cli = new CommandLine({ DATABASE_URL: 'postgres://funnel:s3cret@127.0.0.1:1/funnel' });
  const { code, stdout, stderr } = await cli.call(['doctor']);
  cli.dispose();
  expect(code).toBe(1);
  expect(stdout).toContain('postgres://funnel:***@127.0.0.1:1/funnel');
  expect(stdout).toMatch(/FAIL +database/);
  expect(stdout + stderr).not.toContain('s3cret');
});
