// funnel copy: after moving a service to another database, its responses, credentials and counts are the same.
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { ReadOperation } from '../../../../src/core/contract/operations/define-operation.ts';
import type { Database } from '../../../../src/core/foundation/database/database.ts';
import { openDatabase } from '../../../../src/core/foundation/database/open/open.ts';
import type { App } from '../../../../src/core/server/app/app.ts';
import { type Command, CommandError, UsageError } from '../../../../src/core/server/command/command.ts';
import { copyCommand, describeMissing } from '../../../../src/core/server/commands/copy.ts';
import { doctorCommand } from '../../../../src/core/server/commands/doctor/doctor.ts';
import { importCatalogCommand } from '../../../../src/core/server/commands/import-catalog.ts';
import { importEventsCommand } from '../../../../src/core/server/commands/import-events.ts';
import { insightsRunCommand } from '../../../../src/core/server/commands/insights.ts';
import { ingestKeyCreateCommand } from '../../../../src/core/server/commands/websites/ingest-key.ts';
import { tokenCreateCommand, tokenRevokeCommand } from '../../../../src/core/server/commands/websites/token.ts';
import { websiteSettingsCommand } from '../../../../src/core/server/commands/websites/website.ts';
import { CommandLine } from '../../../support/command-line.ts';
import {
  APRIL,
  custom,
  FOREIGN_API_KEY,
  LEAP_WEEK,
  leastParameters,
  SHOP_CATALOG,
  SHOP_EVENTS,
  TODAY,
} from '../../../support/counted-shop.ts';
import { createEmptyDatabase, createTestDatabase, ENGINES } from '../../../support/databases.ts';
import { eventWith, ndjson } from '../../../support/events.ts';
import { IS_LONG } from '../../../support/long.ts';
import { TOOL_OPERATIONS } from '../../../support/operations.ts';
import { runCommand } from '../../../support/run-command.ts';
import { runService } from '../../../support/run-service.ts';
import { TestClock } from '../../../support/test-clock.ts';
import { type Parameters, pathOf } from '../../../support/test-service.ts';

const QUIZZES = '2';
const CONTACTS = 120;
const WINDOWS: readonly Parameters[] = [
  {},
  LEAP_WEEK,
  { ...LEAP_WEEK, count_type: 'total', previous_period: true },
  { ...APRIL, previous_period: true, group_by: 'day' },
  { timeframe: 'all_time', count_type: 'total' },
  { timeframe: 'last_90_days', group_by: 'week' },
  { timeframe: 'last_365_days', previous_period: true },
  { timeframe: 'insights_week' },
  custom('2024-02-29'),
  // The event log answers this.
  { timeframe: 'all_time', break_down_by: 'device' },
  { ...LEAP_WEEK, filter: 'device:(none)', count_type: 'total', previous_period: true },
];

let cli: CommandLine;

beforeAll(() => {
  cli = new CommandLine();
});

afterAll(() => cli.dispose());

async function run<Document>(databaseUrl: string, command: Command, ...argv: string[]): Promise<Document> {
  return (await runCommand(command, argv, { DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' })).document as Document;
}

function serve(databaseUrl: string, clock = new TestClock(`${TODAY}T12:00:00Z`)): Promise<App> {
  return runService(databaseUrl, { clock });
}

interface Sent {
  readonly authorization: string;
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

async function send(app: App, path: string, { authorization, method = 'GET', body, headers }: Sent) {
  const response = await fetch(app.url + path, {
    method,
    headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}

describe.skipIf(!ENGINES.includes('postgres'))('a service that has moved to PostgreSQL and back', () => {
  const batch = [eventWith({ website_id: 2, id: 'over-http', at: `${TODAY}T11:00:00Z`, device: 'tablet' })];
  const tokens = { quizzes: '', account: '', revoked: '' };
  let eventsFile: string;
  let ingestKey: string;
  let collected: string;
  let places: { url: string; dispose(): Promise<void> }[];
  let apps: App[];

  beforeAll(async () => {
    places = [
      await createEmptyDatabase('sqlite'),
      await createEmptyDatabase('postgres'),
      await createEmptyDatabase('sqlite'),
    ];
    await fill(places[0]!.url);
    for (const [index, { url }] of places.slice(1).entries()) {
      expect(await run(url, copyCommand, '--from', places[index]!.url, '--to', url)).toMatchObject({ verified: true });
    }
    apps = await Promise.all(places.map(({ url }) => serve(url)));
  });

  afterAll(async () => {
    await Promise.all(apps.map((app) => app.close()));
    await Promise.all(places.map(({ dispose }) => dispose()));
  });

  /** Everything that an operator, a tracker and a client store. */
  async function fill(url: string): Promise<void> {
    await run(url, importCatalogCommand, cli.file('catalog.json', JSON.stringify(SHOP_CATALOG)));
    for (const id of ['1', QUIZZES]) await run(url, websiteSettingsCommand, '--website', id, '--event-log', 'on');
    eventsFile = cli.file('events.ndjson', ndjson(SHOP_EVENTS));
    await run(url, importEventsCommand, eventsFile);
    await run(url, insightsRunCommand, '--week', '2024-05-06');
    const scopes = ['reports', 'contacts:read', 'contacts:write'].flatMap((scope) => ['--scope', scope]);
    const create = (...websites: string[]) =>
      run<{ id: number; token: string }>(
        url,
        tokenCreateCommand,
        ...scopes,
        ...websites.flatMap((id) => ['--website', id]),
      );
    tokens.quizzes = (await create(QUIZZES)).token;
    tokens.account = (await create('1', '2')).token;
    const revoked = await create('4');
    tokens.revoked = revoked.token;
    await run(url, tokenRevokeCommand, String(revoked.id));
    ingestKey = (await run<{ key: string }>(url, ingestKeyCreateCommand, '--website', QUIZZES)).key;

    const app = await serve(url);
    collected = (await collect(app)).text;
    for (let number = 0; number < CONTACTS; number++) await upsert(app, `person-${number}@example.com`);
    await app.close();
  }

  function collect(app: App) {
    return send(app, '/collect/events', {
      method: 'POST',
      authorization: `Bearer ${ingestKey}`,
      headers: { 'idempotency-key': 'first' },
      body: batch,
    });
  }

  function upsert(app: App, email: string) {
    const body = { email, first_name: 'Ada', odd: 'half \ud800 and \u0000' };
    return send(app, '/api/v1/contacts', { method: 'POST', authorization: `Bearer ${tokens.quizzes}`, body });
  }

  async function fromAll(path: string, sent: Sent) {
    const answers = await Promise.all(apps.map((app) => send(app, path, sent)));
    for (const answer of answers) expect(answer, path).toEqual(answers[0]);
    return answers[0]!;
  }

  function parametersOf(report: ReadOperation): Parameters[] {
    const known = Object.keys(report.input.shape);
    const taken = (window: Parameters) => Object.keys(window).every((name) => known.includes(name));
    return WINDOWS.filter(taken).map((window) => ({ ...leastParameters(report), ...window }));
  }

  it.each(TOOL_OPERATIONS)('$name answers the same, byte for byte', async (report) => {
    for (const [token, websites] of [
      [tokens.quizzes, {}],
      [tokens.account, 'website_id' in report.input.shape ? { website_id: 1 } : {}],
    ] as const) {
      // Each window is asked for with one of the tokens.
      for (const [place, parameters] of parametersOf(report).entries()) {
        if (!IS_LONG && (place % 2 === 0) !== (token === tokens.quizzes)) continue;
        const path = `/api/v1${pathOf(report, { ...parameters, ...websites })}`;
        const { status } = await fromAll(path, { authorization: `Bearer ${token}` });
        // Ids of the quizzes are not the shop's.
        expect([200, ...('id' in parameters ? [404] : [])], path).toContain(status);
      }
    }
  });

  test('the reports were not empty', async () => {
    const authorization = `Bearer ${tokens.account}`;
    const { text } = await fromAll('/api/v1/reports/account/performance?timeframe=all_time', { authorization });
    expect(JSON.parse(text).data.aggregate).toMatchObject({ website_count: 2, orders: 9 });
    const insights = await fromAll('/api/v1/reports/website/insights?website_id=1', { authorization });
    expect(insights).toMatchObject({ status: 200, text: expect.stringContaining('"week":"2024-05-06"') });
  });

  test('the event log has moved along', async () => {
    const path = '/api/v1/reports/website?website_id=2&timeframe=all_time&break_down_by=device';
    const { text } = await fromAll(path, { authorization: `Bearer ${tokens.account}` });
    expect(JSON.parse(text).data.breakdown.values).toMatchObject([{ value: '(none)' }, { value: 'tablet' }]);
    for (const { url } of places) {
      const { checks } = await run<{ checks: { name: string }[] }>(url, doctorCommand, '--deep');
      expect(checks.find(({ name }) => name === 'event log')).toMatchObject({ ok: true });
    }
  });

  test('valid credentials stay valid, invalid ones invalid', async () => {
    const path = '/api/v1/reports/websites';
    for (const [authorization, status] of [
      [`Bearer ${tokens.quizzes}`, 200],
      [`Bearer ${tokens.revoked}`, 401],
      [`api_key=${FOREIGN_API_KEY}`, 200],
      ['Bearer fat_nonsense', 401],
    ] as const) {
      expect((await fromAll(path, { authorization })).status, authorization).toBe(status);
    }
  });

  test('contacts are the same and can be updated, and new ones get new ids', async () => {
    const authorization = `Bearer ${tokens.quizzes}`;
    const ids = new Set<number>();
    for (let page = 1; page <= Math.ceil(CONTACTS / 25); page++) {
      const { text } = await fromAll(`/api/v1/contacts?page=${page}`, { authorization });
      for (const { id } of JSON.parse(text)) ids.add(id);
    }
    expect(ids.size).toBe(CONTACTS);
    for (const app of apps) {
      expect((await upsert(app, 'PERSON-7@example.com')).status).toBe(200);
      const created = await upsert(app, 'somebody-new@example.com');
      expect(created.status).toBe(201);
      expect(ids).not.toContain(JSON.parse(created.text).id);
    }
  });

  test('what was counted once is not counted again', async () => {
    expect(JSON.parse(collected)).toEqual({ accepted: 1, duplicates: 0, rejected: [] });
    for (const [index, app] of apps.entries()) {
      // The same request gets its first answer; the same event in another request is a duplicate.
      expect((await collect(app)).text).toBe(collected);
      const repeated = await send(app, '/collect/events', {
        method: 'POST',
        authorization: `Bearer ${ingestKey}`,
        body: batch,
      });
      expect(JSON.parse(repeated.text)).toMatchObject({ accepted: 0, duplicates: 1 });
      expect(await run(places[index]!.url, importEventsCommand, eventsFile)).toMatchObject({
        accepted: 0,
        duplicates: SHOP_EVENTS.length,
      });
    }
  });

  test('ids of new tokens continue the sequence', async () => {
    const argv = ['--website', QUIZZES, '--scope', 'reports'];
    for (const { url } of places) {
      expect(await run<{ id: number }>(url, tokenCreateCommand, ...argv)).toMatchObject({ id: 4 });
    }
  });
});

describe('the command', () => {
  it.each<[string, string[], string]>([
    ['no source', ['--to', 'sqlite:b.db'], '--from is required'],
    ['no target', ['--from', 'sqlite:a.db'], '--to is required'],
    ['another kind of database', ['--from', 'mysql://u:s3cret@h/d', '--to', 'sqlite:b.db'], 'mysql://u:***@h/d'],
    ['no file', ['--from', 'sqlite:', '--to', 'sqlite:b.db'], '--from must be sqlite:FILE'],
    ['memory', ['--from', 'sqlite:a.db', '--to', 'sqlite::memory:'], '--to must be sqlite:FILE'],
    ['one file by two names', ['--from', 'sqlite:a.db', '--to', 'sqlite:./x/../a.db'], 'the same database'],
    ['one database by two users', ['--from', 'postgres://a:b@h/d', '--to', 'postgres://h:5432/d'], 'the same database'],
  ])('refuses %s', async (_, argv, text) => {
    const attempt = runCommand(copyCommand, argv);
    await expect(attempt).rejects.toThrow(UsageError);
    await expect(attempt).rejects.toThrow(text);
  });

  test('prints one JSON document and exits with 0, with 1 and the differences, or with 2', async () => {
    const source = await createTestDatabase('sqlite');
    const target = `sqlite:${cli.folder}/copies/funnel.db`;
    const argv = ['copy', '--from', source.url, '--to', target, '--json'];
    const good = await cli.run(argv);
    expect(good).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(good.stdout)).toMatchObject({ verified: true, resumed: false, differences: [] });
    await addOrder(source.database);
    const [different, wrong] = await Promise.all([cli.call(argv), cli.call(['copy', '--from', source.url])]);
    await source.dispose();
    expect(different.code).toBe(1);
    expect(different.stderr).toContain('seen_orders: rows: 1 in the source, 0 in the target; websites: 1');
    expect(JSON.parse(different.stdout)).toMatchObject({
      verified: false,
      differences: [{ table: 'seen_orders', source_rows: 1, target_rows: 0, website_ids: [1] }],
    });
    expect(wrong).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('Usage: funnel copy') });
  });

  test('prints what was copied, and that it is equal', async () => {
    const source = await createTestDatabase('sqlite');
    await addOrder(source.database);
    const argv = ['--from', source.url, '--to', `sqlite:${cli.folder}/for-people.db`];
    const { text } = await runCommand(copyCommand, argv);
    expect(text).toMatch(/^Copied \d+ rows from sqlite:\S+, as it was at \d{4}-\d\d-\d\dT\S+Z, to sqlite:/);
    expect(text).toMatch(/^ {2}seen_orders +1$/m);
    expect(text).toMatch(/^Verified: source and target are equal \(\d+ tables, sketches of 0 websites\)\.$/m);
    await source.dispose();
  });

  test('says that later rows are missing if the source was written to meanwhile', () => {
    const copied = { source: 'sqlite:a.db', source_read_at: '2026-03-10T12:00:00.000Z' };
    const [first, second] = describeMissing({ ...copied, changed_since: ['seen_orders', 'contacts'] })!.split('\n');
    expect(first).toBe('Warning: sqlite:a.db was written to after 2026-03-10T12:00:00.000Z, in seen_orders, contacts.');
    expect(second).toMatch(/^These later rows are missing in the copy\./);
    expect(describeMissing({ ...copied, changed_since: [] })).toBeUndefined();
  });

  test('fails with a message and no stack trace if the source is missing', async () => {
    const argv = ['--from', `sqlite:${cli.folder}/nowhere.db`, '--to', `sqlite:${cli.folder}/never.db`];
    await expect(runCommand(copyCommand, argv)).rejects.toThrow(CommandError);
    await expect(runCommand(copyCommand, argv)).rejects.toThrow('There is no database at');
  });

  function addOrder(database: Database): Promise<unknown> {
    return database.transaction((tx) => tx.query("INSERT INTO seen_orders (website_id, order_id) VALUES (1, 'o')"));
  }
});

test.runIf(ENGINES.includes('postgres'))('a service on an unfinished copy is not ready', async () => {
  const source = await createTestDatabase('sqlite');
  const target = await createEmptyDatabase('postgres');
  await run(target.url, copyCommand, '--from', source.url, '--to', target.url);
  // It follows the system's clock: readiness is looked up once a second.
  const app = await serve(target.url, new TestClock());
  expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
  const database = await openDatabase(target.url, { connectionsMax: 1 });
  await database.transaction((tx) => tx.query("UPDATE copy_progress SET state = 'copied'"));
  await database.close();
  const readiness = async () => {
    const answer = await fetch(`${app.url}/readyz`);
    return [answer.status, ((await answer.json()) as { code?: string }).code];
  };
  await expect.poll(readiness).toEqual([503, 'copy_unfinished']);
  await app.close();
  await Promise.all([source.dispose(), target.dispose()]);
});
