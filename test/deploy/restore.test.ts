// Backup and restore as docs/deployment.md tells it: what comes back answers every question as before, by the same token.
import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SCOPES } from '../../src/core/contract/access/principal.ts';
import type { Engine } from '../../src/core/foundation/database/database.ts';
import { sqlitePath } from '../../src/core/foundation/database/open/open.ts';
import { CommandLine } from '../support/command-line.ts';
import { leastParameters, startCountedShop } from '../support/counted-shop.ts';
import { createEmptyDatabase, ENGINES } from '../support/databases.ts';
import { READ_OPERATIONS, TOOL_OPERATIONS } from '../support/operations.ts';
import { runService } from '../support/run-service.ts';
import { pathOf, type TestService } from '../support/test-service.ts';
import { writeSnapshot } from '../support/write-snapshot.ts';

const run = promisify(execFile);
const PG_DUMP = programOfPostgres('pg_dump');
const PG_RESTORE = programOfPostgres('pg_restore');

/** From the packages of Debian, newest first, else from wherever the machine has it. */
function programOfPostgres(name: string): string {
  const root = '/usr/lib/postgresql';
  const majors = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  return majors.map((major) => join(root, major, 'bin', name)).find((path) => existsSync(path)) ?? name;
}

const NEED_EVENTS = [
  ...['get_funnel', 'get_attribution', 'get_retention', 'get_paths', 'get_campaign_reach'],
  ...['get_best_times', 'list_values'],
];
const STORY = 'get_contact_story';
const PATHS = [
  ...TOOL_OPERATIONS.map((report) => pathOf(report, { ...leastParameters(report), timeframe: 'all_time' })),
  ...TOOL_OPERATIONS.map((report) =>
    pathOf(report, { ...leastParameters(report), timeframe: 'last_90_days', group_by: 'day' }),
  ),
  // The shop keeps no events, so it has neither funnels nor touches. Its contact is the first one.
  ...READ_OPERATIONS.filter(({ isTool, name }) => isTool !== true && !NEED_EVENTS.includes(name)).map((record) =>
    pathOf(record, { ...leastParameters(record), ...(record.name === STORY && { id: '1' }) }),
  ),
  '/contacts',
];

let service: TestService;
let token: string;

async function startWithData(engine: Engine): Promise<void> {
  service = await startCountedShop(engine);
  token = await service.token([2], { scopes: [...SCOPES] });
  await writeSnapshot(service, 2, '2024-05-06');
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ email: 'ada@example.com', shoe_size: 42 });
  expect((await service.request('/api/v1/contacts', { method: 'POST', headers, body })).status).toBe(201);
}

async function answersFrom(address: string): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  for (const path of PATHS) {
    const answer = await fetch(`${address}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status, path).toBe(200);
    answers[path] = await answer.text();
  }
  return answers;
}

async function expectSameAnswers(databaseUrl: string): Promise<void> {
  const restored = await runService(databaseUrl, { components: ['rest'], clock: service.clock });
  try {
    expect(await answersFrom(restored.url)).toEqual(await answersFrom(service.url));
  } finally {
    await restored.close();
  }
}

describe('SQLite', () => {
  const other = new CommandLine();
  beforeAll(() => startWithData('sqlite'));
  afterAll(async () => {
    await service.dispose();
    other.dispose();
  });

  test('a backup that was made while serving takes the place of another database', async () => {
    const backup = join(other.folder, 'backup.db');
    const cli = new CommandLine({ DATABASE_URL: service.ingestion.url });
    expect(await cli.run(['backup', backup])).toMatchObject({ code: 0 });
    cli.dispose();
    expect(statSync(backup).mode & 0o777).toBe(0o600);

    // What is to be replaced: a database with other data. It is not overwritten.
    expect(await other.run(['import', 'catalog', '-'], '{"accounts":[{"id":9,"name":"Old"}]}')).toMatchObject({
      code: 0,
    });
    const path = sqlitePath(other.databaseUrl);
    expect(await other.call(['restore', backup])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`${path} already exists and is not overwritten`),
    });
    for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
    expect(await other.run(['restore', backup])).toMatchObject({ code: 0, stdout: expect.stringContaining(backup) });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await expectSameAnswers(other.databaseUrl);
  });

  describe('what has become of a backup', () => {
    let cli: CommandLine;
    let backup: string;

    beforeAll(async () => {
      cli = new CommandLine({ DATABASE_URL: service.ingestion.url });
      backup = join(cli.folder, 'backup.db');
      expect(await cli.call(['backup', backup])).toMatchObject({ code: 0 });
    });

    afterAll(() => cli.dispose());

    /** Restores a file into a new folder, which has nothing in it if that is refused. */
    async function restore(file: string, ...options: string[]) {
      const target = new CommandLine();
      const result = await target.call(['restore', file, ...options]);
      const files = readdirSync(target.folder);
      target.dispose();
      return { ...result, files };
    }

    const changed = (change: (bytes: Buffer) => Buffer) => {
      const file = join(cli.folder, 'changed.db');
      writeFileSync(file, change(readFileSync(backup)));
      return file;
    };

    test('one changed bit anywhere, or a missing or added end, is refused, and nothing is left behind', async () => {
      const { size } = statSync(backup);
      const places = [
        0,
        20,
        59,
        62,
        69,
        100,
        ...Array.from({ length: 12 }, (_, place) => Math.floor((size * place) / 12) + 7),
      ];
      const flipped = places.map((at) => (bytes: Buffer) => {
        bytes[at]! ^= 1 << (at % 8);
        return bytes;
      });
      const cut = [1, 4096, size - 50].map((missing) => (bytes: Buffer) => bytes.subarray(0, size - missing));
      for (const change of [...flipped, ...cut, (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(4096)])]) {
        const { code, stderr, files } = await restore(changed(change));
        expect({ code, files }).toEqual({ code: 1, files: [] });
        expect(stderr).toMatch(/is damaged|has no checksum|is not a backup/);
      }
    });

    test('one without a checksum needs an option, and what is restored can be backed up again', async () => {
      const target = new CommandLine();
      const plain = join(target.folder, 'plain.db');
      copyFileSync(backup, plain);
      const database = new DatabaseSync(plain);
      database.exec('PRAGMA application_id = 0; PRAGMA user_version = 0; PRAGMA journal_mode = DELETE');
      database.close();
      expect(await restore(plain)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('--without-checksum'),
        files: [],
      });
      expect(await target.call(['restore', plain, '--without-checksum'])).toMatchObject({ code: 0 });
      const again = join(target.folder, 'again.db');
      expect(await target.call(['backup', again])).toMatchObject({ code: 0 });
      expect(await restore(again)).toMatchObject({ code: 0, files: ['funnel.db'] });
      target.dispose();
    });

    test.each([
      ['head', 100, 150],
      ['schema', 4096, 500],
      ['first table', 2 * 4096, 100],
      ['half of the file', 2 * 4096, 400_000],
      ['rest of the file', 100, 2 ** 31],
    ])('one whose %s is overwritten is refused by a sentence about it, checksum or not', async (_, at, bytes) => {
      const file = changed((content) => content.fill(0x5a, at, Math.min(content.length, at + bytes)));
      const { code, stderr, files } = await restore(file, '--without-checksum');
      expect({ code, files }).toEqual({ code: 1, files: [] });
      expect(stderr).toContain(`${file} is damaged`);
      expect(stderr).not.toContain('    at ');
    });

    test.each([
      [
        'a trigger',
        `CREATE TRIGGER steal AFTER INSERT ON contacts BEGIN DELETE FROM websites; END`,
        'the trigger "steal"',
      ],
      ['a view', 'CREATE VIEW everybody AS SELECT * FROM users', 'the view "everybody"'],
      ['a table', 'CREATE TABLE notes (text text)', 'the table "notes"'],
      [
        'a view in the place of a table',
        'DROP TABLE copy_progress; CREATE VIEW copy_progress AS SELECT 1',
        'the view "copy_progress"',
      ],
      [
        'a table with another rule',
        'ALTER TABLE contacts ADD COLUMN more text CHECK (more IS NULL)',
        'the table "contacts"',
      ],
      ['an index that refuses rows', 'CREATE UNIQUE INDEX one_each ON audit_log (website_id)', 'the index "one_each"'],
      [
        'an index with a function',
        "CREATE INDEX parsed ON contacts (json_extract(fields, '$.email'))",
        'the index "parsed"',
      ],
    ])('%s that is not ours is refused', async (_, sql, named) => {
      const file = changed((bytes) => bytes);
      const database = new DatabaseSync(file);
      database.exec(sql);
      database.close();
      const { code, stderr, files } = await restore(file, '--without-checksum');
      expect({ code, files }).toEqual({ code: 1, files: [] });
      expect(stderr).toContain(named);
    });

    test('an index that an operator has added is restored', async () => {
      const file = changed((bytes) => bytes);
      const database = new DatabaseSync(file);
      database.exec('CREATE INDEX faster ON contacts (website_id, "updated_at" DESC); ANALYZE');
      database.close();
      expect(await restore(file, '--without-checksum')).toMatchObject({ code: 0 });
    });

    test('a database in use is not a backup, and one that a service uses is not overwritten', async () => {
      const used = sqlitePath(service.ingestion.url);
      const { code, stderr, files } = await restore(used);
      expect({ code, files }).toEqual({ code: 1, files: [] });
      expect(stderr).toContain('a database in use');
      const before = await answersFrom(service.url);
      expect(await cli.call(['restore', backup])).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('already exists and is not overwritten'),
      });
      expect(await answersFrom(service.url)).toEqual(before);
    });
  });

  test('a folder, a device and a pipe are refused by their kind', async () => {
    const cli = new CommandLine();
    const pipe = join(cli.folder, 'pipe');
    await run('mkfifo', [pipe]);
    for (const [file, reason] of [
      [cli.folder, 'is a folder, not a file'],
      ['/dev/zero', 'is a device, a pipe or a socket, not a file'],
      [pipe, 'is a device, a pipe or a socket, not a file'],
    ] as const) {
      expect(await cli.call(['restore', file])).toMatchObject({ code: 1, stderr: expect.stringContaining(reason) });
    }
    cli.dispose();
  });

  test.each([
    ['a file that is not there', undefined, 'There is no file'],
    ['a file of another kind', 'no database', 'is not a backup of an SQLite database'],
    ['a dump of PostgreSQL', 'PGDMP and so on', 'is a dump of PostgreSQL'],
    ['a backup that is cut off', 'SQLite format 3\0 and nothing more', 'has no checksum'],
  ])('%s is refused, and nothing is left behind', async (_, content, reason) => {
    const cli = new CommandLine();
    const file = content === undefined ? join(cli.folder, 'missing') : cli.file('backup.db', content);
    expect(await cli.call(['restore', file])).toMatchObject({ code: 1, stderr: expect.stringContaining(reason) });
    expect(readdirSync(cli.folder)).toEqual(content === undefined ? [] : ['backup.db']);
    cli.dispose();
  });

  test('databases of another program, of a version before 1.0.0 and of a newer version are refused', async () => {
    const cli = new CommandLine();
    const file = join(cli.folder, 'other.db');
    const database = new DatabaseSync(file);
    database.exec('CREATE TABLE notes (text text)');
    expect(await cli.call(['restore', file, '--without-checksum'])).toMatchObject({
      stderr: expect.stringContaining('none of its tables'),
    });
    database.exec(`CREATE TABLE schema_migrations (name text PRIMARY KEY, digest text, applied_at text);
      INSERT INTO schema_migrations VALUES ('0001_foundation.sql', '', '')`);
    expect(await cli.call(['restore', file, '--without-checksum'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('version before 1.0.0'),
    });
    database.exec(
      "INSERT INTO schema_migrations VALUES ('0001_schema.sql', '', ''), ('9999_from_the_future.sql', '', '')",
    );
    database.exec("DELETE FROM schema_migrations WHERE name = '0001_foundation.sql'");
    database.close();
    expect(await cli.call(['restore', file, '--without-checksum'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('newer version'),
    });
    expect(readdirSync(cli.folder)).toEqual(['other.db']);
    cli.dispose();
  });
});

describe.runIf(ENGINES.includes('postgres'))('PostgreSQL', () => {
  beforeAll(() => startWithData('postgres'));
  afterAll(() => service.dispose());

  test('a dump is restored into an empty database, sketches and all', async () => {
    const empty = await createEmptyDatabase('postgres');
    const cli = new CommandLine({ DATABASE_URL: empty.url, PATH: `${dirname(PG_RESTORE)}:${process.env.PATH}` });
    const dump = join(cli.folder, 'funnel.dump');
    await run(PG_DUMP, ['--format=custom', `--file=${dump}`, `--dbname=${service.ingestion.url}`]);
    expect(await cli.run(['restore', dump])).toMatchObject({ code: 0, stderr: '' });
    expect(await cli.run(['restore', dump])).toMatchObject({ code: 1, stderr: expect.stringContaining('not empty') });
    await expectSameAnswers(empty.url);
    await empty.dispose();
    cli.dispose();
  });
});
