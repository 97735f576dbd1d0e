// The first run over HTTP: what the setup link creates, how often it works, and that nothing is ever half made.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { keyFor } from '../../../../src/core/engine/catalog/records/first-campaign.ts';
import { importCatalog } from '../../../../src/core/engine/catalog/records/import-catalog.ts';
import type { Database } from '../../../../src/core/foundation/database/database.ts';
import { createLink } from '../../../../src/core/manage/authorization-server/links/one-time-links.ts';
import { createSetupLink } from '../../../../src/core/manage/authorization-server/links/setup-links.ts';
import { findByPassword } from '../../../../src/core/manage/authorization-server/users/users.ts';
import { Setup } from '../../../../src/core/manage/setup/setup.ts';
import { ANY_ENGINE, createTestDatabase, ENGINES, type TestDatabase } from '../../../support/databases.ts';
import { restoreOf } from '../../../support/restore.ts';
import { type RunningService, runService } from '../../../support/run-service.ts';
import { saidSubjects } from '../../../support/said-subjects.ts';
import { TestClock } from '../../../support/test-clock.ts';
import { answerOf, BROWSER, type HttpAnswer } from '../../../support/test-service.ts';
import { createUser } from '../../../support/users.ts';

const HOUR_MS = 60 * 60 * 1000;
const PASSWORD = 'correct horse battery staple';
const FIELDS = {
  account_name: 'Ada & Co.',
  email: 'Ada@example.com',
  password: PASSWORD,
  website_name: 'shop.example',
  currency: 'EUR',
  timezone: 'Europe/Berlin',
  origins: ['https://www.shop.example', 'localhost:3000'],
  register_keys: true,
};

describe.each(ENGINES)('the setup on %s', (engine) => {
  /** What runs once is not about storage. */
  const testOnce = test.runIf(ANY_ENGINE.includes(engine));
  let world: TestDatabase;
  let service: RunningService;
  let clock: TestClock;
  let restore: () => Promise<void>;
  beforeAll(async () => {
    world = await createTestDatabase(engine);
    clock = new TestClock();
    service = await runService(world.url, {
      components: ['rest', 'auth', 'dashboard', 'collect'],
      clock,
      env: { LOG_LEVEL: 'trace' },
    });
    restore = await restoreOf(world.database);
  });
  afterAll(async () => {
    await service.close();
    await world.dispose();
  });
  beforeEach(() => restore());

  const newSecret = async () => (await createSetupLink(world.database, clock.now))!.secret;
  const post = async (path: string, body: unknown): Promise<HttpAnswer> =>
    answerOf(
      await fetch(service.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
  const finish = (secret: string, fields: object = {}) => post('/dashboard/setup', { secret, ...FIELDS, ...fields });
  const rows = (sql: string) => world.database.query(sql);
  const counts = async () =>
    Object.fromEntries(
      await Promise.all(
        ['accounts', 'users', 'user_accounts', 'websites', 'website_settings', 'ingest_keys', 'campaigns'].map(
          async (table) => [table, (await rows(`SELECT * FROM ${table}`)).length] as const,
        ),
      ),
    );
  const NOTHING = {
    accounts: 0,
    users: 0,
    user_accounts: 0,
    websites: 0,
    website_settings: 0,
    ingest_keys: 0,
    campaigns: 0,
  };

  test('creates the account, its owner, the website with its settings, and a public key', async () => {
    const { status, body } = await finish(await newSecret());
    expect({ status, body }).toEqual({ status: 201, body: { website_id: 1 } });
    expect(await rows('SELECT id, name FROM accounts')).toEqual([{ id: 1, name: 'Ada & Co.' }]);
    expect(await findByPassword(world.database, 'ada@example.com', PASSWORD)).toMatchObject({
      id: 1,
      email: 'ada@example.com',
    });
    expect(await rows('SELECT user_id, account_id, role FROM user_accounts')).toEqual([
      { user_id: 1, account_id: 1, role: 'owner' },
    ]);
    expect(await rows('SELECT account_id, name, currency FROM websites')).toEqual([
      { account_id: 1, name: 'shop.example', currency: 'EUR' },
    ]);
    expect(
      await rows('SELECT register_keys, browser_orders, event_log, timezone, credit_window_days FROM website_settings'),
    ).toEqual([
      { register_keys: 1, browser_orders: 0, event_log: 1, timezone: 'Europe/Berlin', credit_window_days: 7 },
    ]);
    const [key] = await rows('SELECT public_key, origins, name FROM ingest_keys');
    expect(key).toEqual({
      public_key: expect.stringMatching(/^fpk_/),
      origins: '["https://www.shop.example","http://localhost:3000"]',
      name: 'Pages',
    });
    expect(await rows('SELECT id FROM campaigns')).toEqual([]);
    expect(await saidSubjects(rows('SELECT user_email, via, action, subject FROM audit_log ORDER BY id'))).toEqual([
      { user_email: null, via: 'dashboard', action: 'person_added', subject: 'ada@example.com as owner' },
      { user_email: 'ada@example.com', via: 'dashboard', action: 'ingest_key_created', subject: '1 (Pages)' },
      { user_email: 'ada@example.com', via: 'dashboard', action: 'account_set_up', subject: 'Ada & Co.' },
    ]);
  });

  testOnce('creates the first campaign with a whole funnel that pages can name', async () => {
    const chosen = { register_keys: false, campaign_name: 'Spring Popup!', cta_type: 'bar' };
    expect((await finish(await newSecret(), chosen)).status).toBe(201);
    expect(await rows('SELECT name, key, cta_type, status FROM campaigns')).toEqual([
      { name: 'Spring Popup!', key: 'spring-popup', cta_type: 'bar', status: 'live' },
    ]);
    expect(await rows('SELECT key, traffic_percentage FROM variants')).toEqual([
      { key: 'default', traffic_percentage: 100 },
    ]);
    const [key] = await rows('SELECT public_key FROM ingest_keys');
    const sent = await fetch(`${service.url}/e`, {
      method: 'POST',
      headers: { origin: 'https://www.shop.example', 'user-agent': BROWSER, 'content-type': 'text/plain' },
      body: JSON.stringify({
        key: key!.public_key,
        events: [{ type: 'conversion', campaign: 'spring-popup', step: 'offer', element: 'button' }],
      }),
    });
    expect(await sent.json()).toMatchObject({ accepted: 1, rejected: [] });
  });

  test('a link works once, and is over after an hour', async () => {
    const late = await newSecret();
    clock.offsetMs += HOUR_MS;
    expect(await finish(late)).toMatchObject({ status: 401, body: { code: 'link_not_valid' } });
    const secret = await newSecret();
    expect((await finish(secret)).status).toBe(201);
    expect(await finish(secret)).toMatchObject({ status: 401, body: { code: 'link_not_valid' } });
    expect(await counts()).toMatchObject({ accounts: 1, users: 1, websites: 1 });
  });

  test('a new link ends the earlier ones, also if several nodes make one at once', async () => {
    const first = await newSecret();
    const links = await Promise.all(Array.from({ length: 5 }, () => createSetupLink(world.database, clock.now)));
    expect(await post('/dashboard/setup/check', { secret: first })).toMatchObject({ status: 401 });
    const states = await Promise.all(
      links.map(async (link) => (await post('/dashboard/setup/check', { secret: link!.secret })).status),
    );
    expect(states.filter((status) => status === 200)).toHaveLength(1);
  });

  test('of browsers that finish at once, one succeeds', async () => {
    const secret = await newSecret();
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, index) => finish(secret, { email: `user${index}@example.com` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 401, 401, 401, 401]);
    expect(await counts()).toMatchObject({ accounts: 1, users: 1, user_accounts: 1, websites: 1, ingest_keys: 1 });
  });

  test('two links that are valid at once still create one user', async () => {
    const secrets = await world.database.transaction(async (tx) => [
      (await createLink(tx, { kind: 'setup' }, clock.now)).secret,
      (await createLink(tx, { kind: 'setup' }, clock.now)).secret,
    ]);
    const answers = await Promise.all(
      secrets.map((secret, index) => finish(secret, { email: `user${index}@example.com` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 401]);
    expect(await counts()).toMatchObject({ accounts: 1, users: 1 });
  });

  describe('with a user', () => {
    const account = { accounts: [{ id: 7, name: 'Imported' }] };
    const addUser = async (email: string) => {
      await importCatalog(world.database, account, clock.now);
      await createUser(world.database, { email, password: PASSWORD, accountIds: [7] }, clock.now);
    };

    test('there is no link, and an earlier one does not work', async () => {
      const secret = await newSecret();
      await addUser('first@example.com');
      expect(await createSetupLink(world.database, clock.now)).toBeUndefined();
      expect((await post('/dashboard/setup/check', { secret })).status).toBe(401);
      expect((await finish(secret)).status).toBe(401);
      expect(await counts()).toMatchObject({ accounts: 1, users: 1, websites: 0 });
    });

    test.each(['somebody.else@example.com', 'ada@example.com'])(
      'nothing is created if the user %s is added at the last moment',
      async (email) => {
        const secret = await newSecret();
        const late: Pick<Database, 'query' | 'transaction'> = {
          query: (...call) => world.database.query(...call),
          transaction: async (work) => {
            await addUser(email);
            return world.database.transaction(work);
          },
        };
        const setup = new Setup({
          ...{ database: late as Database, clock: clock.now, loginOnlyWith: undefined },
          loginCookie: () => '',
        });
        await expect(setup.finish(secret, { ...FIELDS, origins: [] })).rejects.toMatchObject({ status: 401 });
        expect(await counts()).toMatchObject({ accounts: 1, users: 1, websites: 0 });
      },
    );
  });

  testOnce('an account that was imported before stays, and gets no user', async () => {
    await importCatalog(world.database, { accounts: [{ id: 7, name: 'Imported' }] }, clock.now);
    expect((await finish(await newSecret())).status).toBe(201);
    expect(await rows('SELECT account_id FROM user_accounts')).toEqual([{ account_id: 8 }]);
  });

  test('if the last part fails, nothing is created, and the link still works', async () => {
    const secret = await newSecret();
    const broken = (sql: string) => world.database.transaction((tx) => tx.query(sql));
    await broken("UPDATE id_sequences SET name = 'broken' WHERE name = 'ingest_keys'");
    expect((await finish(secret)).status).toBe(500);
    expect(await counts()).toEqual(NOTHING);
    await broken("UPDATE id_sequences SET name = 'ingest_keys' WHERE name = 'broken'");
    expect((await finish(secret)).status).toBe(201);
  });

  testOnce.each([
    ['account_name', '', /^account_name must be a string of 1 to 200 characters, without line breaks/],
    ['account_name', 'a\u202eb', /^account_name .* without line breaks/],
    ['email', 'nobody', '"nobody" is not an email address.'],
    ['email', '<ada@example.com>', '"<ada@example.com>" is not an email address.'],
    ['password', 'too short', 'The password must have 10 to 200 characters.'],
    ['password', 'password123', /too common/],
    ['password', 'ada@example.com', /too common/],
    ['website_name', '', /^website_name must be a string of 1 to 200 characters, without line breaks/],
    ['currency', 'Euro', 'currency must be an ISO 4217 code such as USD.'],
    ['timezone', 'Berlin', 'timezone must be the IANA name of a time zone, such as Europe/Berlin.'],
    ['origins', [], 'origins must be a list of 1 to 50 origins.'],
    ['origins', ['https://shop.example/page'], /Each of the origins must be an origin .* without a path/],
    ['register_keys', 'yes', 'register_keys must be true or false.'],
    ['campaign_name', '', /^campaign_name must be a string of 1 to 200 characters, without line breaks/],
  ])('names %s if it is %j, and creates nothing', async (param, value, message) => {
    const secret = await newSecret();
    const problem = { param, detail: message instanceof RegExp ? expect.stringMatching(message) : message };
    // A password is judged together with the email address.
    const fields = { email: FIELDS.email, [param]: value };
    expect(await post('/dashboard/setup/check', { secret, ...fields })).toMatchObject({ status: 422, body: problem });
    expect(await finish(secret, fields)).toMatchObject({ status: 422, body: problem });
    expect(await counts()).toEqual(NOTHING);
    expect((await finish(secret)).status).toBe(201);
  });

  testOnce('says what the body must be', async () => {
    const secret = await newSecret();
    expect(await post('/dashboard/setup', { secret, colour: 'blue' })).toMatchObject({ status: 422 });
    expect(await post('/dashboard/setup/check', { secret, colour: 'blue' })).toMatchObject({
      status: 422,
      body: { code: 'invalid_body' },
    });
    expect(await post('/dashboard/setup', {})).toMatchObject({ status: 401 });
  });

  testOnce('logs neither the secret nor the password', async () => {
    const secret = await newSecret();
    await finish(secret, { currency: 'nonsense' });
    await finish(secret);
    await finish(secret);
    const logs = service.logs();
    expect(logs).toContain('/dashboard/setup');
    expect(logs).not.toContain(secret);
    expect(logs).not.toContain(PASSWORD);
  });

  testOnce('the dashboard leads to the setup until there is a user, and never shows the link', async () => {
    const secret = await newSecret();
    const open = (path: string) => fetch(service.url + path, { redirect: 'manual' });
    for (const path of ['/', '/websites/1']) {
      const answer = await open(path);
      expect(answer.status).toBe(302);
      expect(answer.headers.get('location')).toBe('/setup');
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
    const page = await open('/setup');
    expect(page.status).toBe(200);
    expect(await page.text()).not.toContain(secret);
    await finish(secret);
    expect((await open('/')).status).toBe(200);
  });
});

test.each([
  ['Spring popup', 'spring-popup'],
  ['  Été – 20 % off! ', 'ete-20-off'],
  ['2026', 'first-campaign'],
  ['夏のセール', 'first-campaign'],
  ['x'.repeat(100), 'x'.repeat(64)],
])('the key of a campaign named %j is %s', (name, key) => {
  expect(keyFor(name)).toBe(key);
});
