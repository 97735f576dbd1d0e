// What doctor says about a database that cannot be used, and about what an installation lacks.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { changeWebsiteSettings } from '../../../../src/core/engine/catalog/website-settings.ts';
import { openDatabase } from '../../../../src/core/foundation/database/open/open.ts';
import { CountryTable } from '../../../../src/core/foundation/dimensions/country-table.ts';
import { countryTableCheck } from '../../../../src/core/server/commands/doctor/installation-checks.ts';
import { spaceCheck } from '../../../../src/core/server/commands/doctor/sqlite-file-checks.ts';
import { CommandLine } from '../../../support/command-line.ts';
import { countryFile } from '../../../support/country-file.ts';
import { createEmptyDatabase, ENGINES } from '../../../support/databases.ts';
import { machineEnvironment } from '../../../support/machine-environment.ts';
import { type OwnPostgresServer, startOwnPostgres } from '../../../support/postgres-server.ts';
import { SAMPLE_CATALOG } from '../../../support/sample-catalog.ts';
import { TEST_CERTIFICATE, TEST_CERTIFICATE_KEY } from '../../../support/test-certificate.ts';

const FUNNEL = fileURLToPath(new URL('../../../../bin/funnel', import.meta.url));
const NOBODY = 65_534;

interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly warning?: true;
  readonly detail: string;
}

const disposables: CommandLine[] = [];
afterEach(() => {
  for (const cli of disposables.splice(0)) cli.dispose();
});

function commandLine(environment: Readonly<Record<string, string>> = {}): CommandLine {
  const cli = new CommandLine(environment);
  disposables.push(cli);
  return cli;
}

async function doctor(cli: CommandLine): Promise<{ code: number | null; checks: readonly Check[] }> {
  const { code, stdout } = await cli.call(['doctor', '--json']);
  return { code, checks: JSON.parse(stdout).checks };
}

const named = ({ checks }: { checks: readonly Check[] }, name: string) => checks.find((check) => check.name === name);

async function databaseCheck(url: string, cli = commandLine({ DATABASE_URL: url })) {
  const result = await doctor(cli);
  return { code: result.code, ...named(result, 'database')! };
}

describe('the cause of a PostgreSQL that cannot be used', () => {
  let server: OwnPostgresServer;
  let address: string;

  beforeAll(async () => {
    server = await startOwnPostgres();
    address = new URL(server.url).host;
    await askForPasswordsAndTls(server.url);
  });

  afterAll(() => server.stop());

  test.each([
    ['no such host', () => 'postgres://funnel@nowhere.invalid/funnel', /^host "nowhere.invalid" .*check the host name/],
    ['nothing listens', () => 'postgres://funnel@127.0.0.1:1/funnel', /^127.0.0.1:1 refused the connection: check/],
    ['wrong password', () => `postgres://guarded:wrong@${address}/postgres`, /^wrong password for user "guarded"/],
    ['no password', () => `postgres://guarded@${address}/postgres`, /^the server asks for the password of user/],
    ['no such user', () => `postgres://stranger@${address}/postgres`, /^user "stranger" may not connect/],
    ['no such database', () => `postgres://postgres@${address}/missing`, /^database "missing" .*: createdb missing$/],
    ['TLS required', () => `postgres://encrypted@${address}/postgres`, /^the server requires TLS: add \?sslmode=/],
    [
      'certificate not trusted',
      () => `postgres://encrypted@${address}/postgres?sslmode=verify-full`,
      /^TLS: the certificate of .* was not accepted .*sslrootcert/,
    ],
  ])('%s', async (_, url, detail) => {
    const failed = await databaseCheck(url());
    expect(failed).toEqual({ code: 1, name: 'database', ok: false, detail: expect.stringMatching(detail) });
    expect(failed.detail).not.toContain('wrong@');
  });

  test('a server without TLS', async () => {
    const setTls = (value: 'on' | 'off') =>
      runSql(server.url, [`ALTER SYSTEM SET ssl = ${value}`, 'SELECT pg_reload_conf()']);
    await setTls('off');
    onTestFinished(() => setTls('on'));
    const check = await databaseCheck(`postgres://postgres@${address}/postgres?sslmode=verify-full`);
    expect(check.detail).toMatch(/does not support TLS: remove sslmode/);
  });

  test('a standby: it reads, and stores nothing', async () => {
    const url = new URL(server.url);
    url.searchParams.set('options', '-c default_transaction_read_only=on');
    const cli = commandLine({ DATABASE_URL: url.href });
    const primary = /is a standby, or is set to read only: name the primary server in DATABASE_URL/;
    expect(named(await doctor(cli), 'writes')).toMatchObject({ ok: false, detail: expect.stringMatching(primary) });
    expect(await cli.call(['migrate'])).toMatchObject({ code: 1, stderr: expect.stringMatching(primary) });
  });

  test('other commands say it too', async () => {
    const cli = commandLine({ DATABASE_URL: `postgres://guarded:wrong@${address}/postgres` });
    for (const command of [['token', 'list'], ['migrate']]) {
      const { code, stderr } = await cli.call(command);
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: expect.stringContaining('wrong password for user "guarded"'),
      });
    }
  });
});

async function runSql(url: string, statements: readonly string[]): Promise<void> {
  const database = await openDatabase(url, { connectionsMax: 1 });
  for (const statement of statements) await database.query(statement);
  await database.close();
}

/** Everything is written by the server itself, which may run as another user. */
async function askForPasswordsAndTls(url: string): Promise<void> {
  const rules = [
    'local all all trust',
    'host all postgres 127.0.0.1/32 trust',
    'host all guarded 127.0.0.1/32 scram-sha-256',
    'hostssl all encrypted 127.0.0.1/32 trust',
    'host all stranger 127.0.0.1/32 trust',
  ];
  const write = (text: string, file: string) =>
    `COPY (SELECT regexp_split_to_table('${text.trim()}', E'\\n')) TO PROGRAM 'cat > ${file}; chmod 600 ${file}'`;
  await runSql(url, [
    "CREATE ROLE guarded LOGIN PASSWORD 'the right one'",
    'CREATE ROLE encrypted LOGIN',
    write(rules.join('\n'), 'pg_hba.conf'),
    write(TEST_CERTIFICATE, 'server.crt'),
    write(TEST_CERTIFICATE_KEY, 'server.key'),
    'ALTER SYSTEM SET ssl = on',
    'SELECT pg_reload_conf()',
  ]);
}

describe('the cause of a SQLite file that cannot be used', () => {
  test('it is not a database', async () => {
    const cli = commandLine();
    cli.file(
      'funnel.db',
      'a shopping list, longer than the header of a database file, which has a hundred bytes'.repeat(3),
    );
    expect(await databaseCheck(cli.databaseUrl, cli)).toEqual({
      code: 1,
      name: 'database',
      ok: false,
      detail: expect.stringMatching(/funnel\.db is not a SQLite database: check the path/),
    });
    expect((await cli.call(['token', 'list'])).stderr).toContain('is not a SQLite database');
    expect((await cli.run(['serve'])).stderr).toContain('is not a SQLite database');
  });

  test('it is a folder', async () => {
    const cli = commandLine();
    mkdirSync(join(cli.folder, 'funnel.db'));
    expect(await databaseCheck(cli.databaseUrl, cli)).toMatchObject({
      code: 1,
      ok: false,
      detail: expect.stringContaining('is a folder: DATABASE_URL must name a file'),
    });
  });

  test('a part of its path is a file', async () => {
    const cli = commandLine();
    cli.file('data', '');
    expect(await databaseCheck(`sqlite:${cli.folder}/data/funnel.db`)).toMatchObject({
      code: 1,
      ok: false,
      detail: expect.stringContaining('is not a folder'),
    });
  });

  /** Root may write everywhere. */
  function doctorAsNobody(databaseUrl: string): Check {
    const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
    const env = { ...machineEnvironment(), DATABASE_URL: databaseUrl };
    const { stdout } = spawnSync(FUNNEL, ['doctor', '--json'], { ...user, env, cwd: '/', encoding: 'utf8' });
    return named(JSON.parse(stdout), 'database')!;
  }

  test('it is not writable, its folder is not, or the folder cannot be created', async () => {
    const cli = commandLine();
    await cli.call(['migrate']);
    const path = join(cli.folder, 'funnel.db');
    chmodSync(cli.folder, 0o555);
    chmodSync(path, 0o444);
    expect(doctorAsNobody(cli.databaseUrl)).toMatchObject({
      ok: false,
      detail: expect.stringMatching(/funnel\.db is not writable for this user: .*chown/),
    });
    chmodSync(path, 0o666);
    expect(doctorAsNobody(cli.databaseUrl)).toMatchObject({
      ok: false,
      detail: expect.stringMatching(new RegExp(`^${cli.folder} is not writable`)),
    });
    expect(doctorAsNobody(`sqlite:${cli.folder}/inner/funnel.db`)).toMatchObject({
      ok: false,
      detail: expect.stringMatching(/cannot be created: the folder .*inner does not exist, and .* is not writable/),
    });
    chmodSync(cli.folder, 0o755);
  });
});

test('a disk that is full fails, and one without room for a backup is a warning', () => {
  const mib = 1024 * 1024;
  expect(spaceCheck(63 * mib, 0)).toMatchObject({ ok: false, detail: expect.stringContaining('the disk is full') });
  expect(spaceCheck(1_000 * mib, 990 * mib)).toMatchObject({ ok: true, warning: true });
  expect(spaceCheck(1_100 * mib, 990 * mib)).toEqual({ name: 'disk', ok: true, detail: '1,100 MiB free' });
});

test('the disk of the database is checked, also before there is one; so are the names of variables', async () => {
  const cli = commandLine({ RETENTION_DAY: '30' });
  expect(named(await doctor(cli), 'disk')).toMatchObject({ detail: expect.stringContaining('MiB free') });
  await cli.call(['migrate']);
  const result = await doctor(cli);
  expect(named(result, 'disk')).toMatchObject({ detail: expect.stringContaining('MiB free') });
  expect(named(result, 'variables')).toMatchObject({
    warning: true,
    detail: expect.stringContaining('is it RETENTION_DAYS?'),
  });
});

describe('a mistyped SQLite path', () => {
  test('another database in its folder, or the same file in a folder of a similar name', async () => {
    const cli = commandLine();
    mkdirSync(join(cli.folder, 'data'));
    const url = `sqlite:${cli.folder}/data/funnel.db`;
    expect(await databaseCheck(url)).toMatchObject({ ok: true, detail: expect.stringMatching(/^no file yet/) });
    await commandLine({ DATABASE_URL: url }).call(['migrate']);
    for (const wrong of ['data/funel.db', 'data/other.sqlite', 'dta/funnel.db']) {
      const check = await databaseCheck(`sqlite:${cli.folder}/${wrong}`);
      expect(check).toMatchObject({ code: 0, ok: true, warning: true });
      expect(check.detail).toMatch(/would be created empty, but there is .*data\/funnel\.db: check the path/);
    }
    expect(await databaseCheck(`sqlite:${cli.folder}/backups/funnel.db`)).not.toHaveProperty('warning');
  });

  test('two slashes make a path absolute', async () => {
    expect(await databaseCheck('sqlite://data-of-nobody/funnel.db')).toMatchObject({
      code: 0,
      warning: true,
      detail: expect.stringContaining('write sqlite:data-of-nobody/funnel.db'),
    });
  });

  test.each(['sqlit:./data/funnel.db', './data/funnel.db', 'sqlite:', 'sqlite::memory:'])('%s', async (url) => {
    const { code, stderr } = await commandLine({ DATABASE_URL: url }).call(['doctor']);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/DATABASE_URL: must start with sqlite: .*such as sqlite:\.\/data\/funnel\.db/),
    });
  });
});

describe.each(ENGINES)('what an installation lacks, on %s', (engine) => {
  let empty: Awaited<ReturnType<typeof createEmptyDatabase>>;
  let cli: CommandLine;

  beforeAll(async () => {
    empty = await createEmptyDatabase(engine);
    cli = new CommandLine({ DATABASE_URL: empty.url });
    await cli.call(['migrate']);
  });

  afterAll(async () => {
    cli.dispose();
    await empty.dispose();
  });

  test('websites and users, with the commands that add them', async () => {
    const before = await doctor(cli);
    expect(before.code).toBe(0);
    const missing = { ok: true, warning: true };
    expect(named(before, 'catalog')).toMatchObject({
      ...missing,
      detail: expect.stringContaining('funnel import catalog'),
    });
    expect(named(before, 'users')).toMatchObject({
      ...missing,
      detail: expect.stringMatching(/funnel setup-link.*funnel user create/),
    });
    expect((await cli.call(['doctor'])).stdout).toMatch(/^ {2}warn users +nobody can log in/m);

    await cli.call(['import', 'catalog', cli.file('catalog.json', JSON.stringify(SAMPLE_CATALOG))]);
    await cli.call(['user', 'create', '--email', 'first@example.com', '--account', '1']);
    const after = await doctor(cli);
    expect(named(after, 'catalog')).toEqual({ name: 'catalog', ok: true, detail: '3 websites' });
    expect(named(after, 'users')).toEqual({ name: 'users', ok: true, detail: '1 user' });
    const outbox = '0 notifications waiting; 0 failed in the last day';
    expect(named(after, 'outbox')).toEqual({ name: 'outbox', ok: true, detail: outbox });
  });
});

test('a clock that is far ahead of the last time that the service ran is a warning', async () => {
  const cli = commandLine();
  await cli.call(['migrate']);
  expect(named(await doctor(cli), 'clock')).toEqual({ name: 'clock', ok: true, detail: 'not ahead' });
  const database = await openDatabase(cli.databaseUrl);
  const yearAgoMs = Date.now() - 365 * 24 * 60 * 60 * 1000;
  await database.transaction((tx) => tx.query('INSERT INTO trusted_time (id, at_ms) VALUES (1, $1)', [yearAgoMs]));
  await database.close();
  expect(named(await doctor(cli), 'clock')).toMatchObject({
    ok: true,
    warning: true,
    detail: expect.stringContaining('365 days ahead of the last time that the service ran'),
  });
});

test('a time zone that Node does not know is a failure', async () => {
  const cli = commandLine();
  await cli.call(['migrate']);
  await cli.call(['import', 'catalog', cli.file('catalog.json', JSON.stringify(SAMPLE_CATALOG))]);
  expect(named(await doctor(cli), 'time zones')).toMatchObject({ ok: true, detail: '1 in use, all known' });
  const database = await openDatabase(cli.databaseUrl);
  await changeWebsiteSettings(database, 1, { timezone: 'Mars/Olympus_Mons' });
  await database.close();
  const failed = await doctor(cli);
  expect(failed.code).toBe(1);
  expect(named(failed, 'time zones')).toMatchObject({
    ok: false,
    detail: expect.stringMatching(/does not know Mars\/Olympus_Mons; .*UTC days; update Node$/),
  });
});

describe('the country table', () => {
  test('has an age', async () => {
    expect(named(await doctor(commandLine()), 'country table')).toMatchObject({
      ok: true,
      detail: expect.stringMatching(/^of 20\d\d-\d\d-\d\d, \d+ days old/),
    });
  });

  test('may be one of the operator', async () => {
    const files = commandLine();
    const file = join(files.folder, 'own.mmdb');
    const check = async () => named(await doctor(commandLine({ COUNTRY_TABLE: file })), 'country table');
    expect(await check()).toMatchObject({ ok: false, detail: expect.stringContaining(`${file} can't be read`) });
    files.file('own.mmdb', countryFile({ country_code: 'DE' }));
    expect(await check()).toMatchObject({ ok: true, detail: expect.stringMatching(/own\.mmdb of .*, 0 days old$/) });
    files.file('own.mmdb', countryFile({ asn: '64496' }));
    expect(await check()).toMatchObject({ warning: true, detail: expect.stringMatching(/is it a table of countries/) });
  });

  test('is warned about when it is old', async () => {
    const dayAfter = (days: number) => new Date(new CountryTable().date.getTime() + days * 86_400_000);
    expect(await countryTableCheck({}, dayAfter(400))).not.toHaveProperty('warning');
    expect(await countryTableCheck({}, dayAfter(401))).toEqual({
      ...{ name: 'country table', ok: true, warning: true },
      detail: expect.stringMatching(/, 401 days old: name a newer one \(COUNTRY_TABLE\), or .*COUNTRY_HEADER/),
    });
  });
});

describe('a base URL that others cannot open', () => {
  test.each([
    [{ TRUSTED_PROXIES: '10.0.0.1' }, 'TRUSTED_PROXIES says'],
    [{ HOST: '0.0.0.0' }, 'HOST 0.0.0.0 lets other machines in'],
    [
      { TRUSTED_PROXIES: '10.0.0.1', BASE_URL: 'http://127.0.0.1:8080' },
      'http://127.0.0.1:8080 works on this machine only',
    ],
  ])('%j', async (environment, detail) => {
    const result = await doctor(commandLine(environment));
    expect(result.code).toBe(0);
    expect(named(result, 'base URL')).toEqual({
      name: 'base URL',
      ok: true,
      warning: true,
      detail: expect.stringContaining(detail),
    });
  });

  test.each([{}, { TRUSTED_PROXIES: '10.0.0.1', BASE_URL: 'https://funnel.example.com' }, { HOST: '::1' }])(
    'nothing is wrong with %j',
    async (environment) => {
      expect(named(await doctor(commandLine(environment)), 'base URL')).not.toHaveProperty('warning');
    },
  );
});

test('a mail server that is not configured is named, and is no failure', async () => {
  const { code, checks } = await doctor(commandLine());
  expect(code).toBe(0);
  expect(named({ checks }, 'mail')).toEqual({
    name: 'mail',
    ok: true,
    detail:
      'not configured (SMTP_URL, MAIL_FROM): invitations, links for forgotten passwords and notifications are not sent by email',
  });
});

test('the exit codes are in its help', async () => {
  const { stdout } = await commandLine().call(['doctor', '--help']);
  expect(stdout).toMatch(/Exit codes: 0 .*\n?.*1 if a check failed/);
});
