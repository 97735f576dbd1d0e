// Keys and settings of a website over HTTP: who may change them, what is refused, and that nobody sees those of others.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '../../../../../src/core/contract/access/tokens.ts';
import { createPublicKey, KEYS_PER_WEBSITE_MAX } from '../../../../../src/core/intake/ingest-keys/ingest-keys.ts';
import { BrowserlessPerson } from '../../../../support/browserless-person.ts';
import { ANY_ENGINE } from '../../../../support/databases.ts';
import { eventWith, ndjson } from '../../../../support/events.ts';
import { EMAIL, PASSWORD, startLoginService } from '../../../../support/login-service.ts';
import { OAuthClient } from '../../../../support/oauth-client.ts';
import type { TestService } from '../../../../support/test-service.ts';
import { createUser } from '../../../../support/users.ts';

const LOGIN = { email: EMAIL, password: PASSWORD };
const OTHER = { email: 'grace@example.com', password: 'another long passphrase' };
const KEYS = '/dashboard/ingest-keys';
const SETTINGS = '/dashboard/website-settings';
const ORIGIN = 'https://www.shop.example';
const PUBLIC = { public: true, name: 'Shop', origins: [ORIGIN] };
const SECRET = { public: false, name: 'Backend' };

describe.each(ANY_ENGINE)('sending events on %s', (engine) => {
  let app: TestService;
  /** A token of the dashboard, for a person with the websites 1 and 2. */
  let mine: string;
  /** A token of the dashboard, for a person with website 3. */
  let theirs: string;

  beforeAll(async () => {
    app = await startLoginService(engine, { components: ['rest', 'mcp', 'auth', 'collect', 'dashboard'] });
    await createUser(app.database, { ...OTHER, accountIds: [2] }, () => new Date());
    mine = await dashboardToken(LOGIN, [1, 2]);
    theirs = await dashboardToken(OTHER, [3]);
  });

  afterAll(() => app.dispose());

  async function dashboardToken(login: typeof LOGIN, websiteIds: number[], scope = 'reports'): Promise<string> {
    const client = await OAuthClient.known(app.baseUrl, { client_id: 'dashboard', token_endpoint_auth_method: 'none' });
    const redirect = { redirect_uri: `${app.baseUrl}/callback`, scope };
    return (await client.obtain(new BrowserlessPerson(app.baseUrl), websiteIds, login, redirect)).access_token;
  }

  const call = async (token: string | undefined, method: string, path: string, body?: unknown) => {
    const response = await fetch(app.baseUrl + path, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
  };
  const keysOf = async (websiteId: number, token = mine) =>
    (await call(token, 'GET', `${KEYS}?website_id=${websiteId}`)).body.keys;

  it('a public key is created, listed with its origins, used and revoked', async () => {
    const origins = ['HTTPS://www.Shop.example/', '*.shop.example', ORIGIN];
    const created = await call(mine, 'POST', `${KEYS}?website_id=1`, { ...PUBLIC, origins });
    expect(created.status).toBe(201);
    expect(created.headers.get('cache-control')).toBe('no-store');
    expect(created.body).toEqual({
      id: expect.any(Number),
      website_id: 1,
      name: 'Shop',
      public: true,
      key: expect.stringMatching(/^fpk_/),
      origins: [ORIGIN, 'https://*.shop.example'],
      created_at: expect.stringMatching(/Z$/),
    });
    expect((await keysOf(1))[0]).toEqual(created.body);
    const { id, key } = created.body;
    const send = async () => (await app.collectFromBrowser(ORIGIN, { key, events: [{ type: 'view' }] })).status;
    expect(await send()).toBe(200);
    expect((await call(mine, 'DELETE', `${KEYS}/${id}`)).status).toBe(204);
    expect(await send()).toBe(401);
    expect((await call(mine, 'DELETE', `${KEYS}/${id}`)).status).toBe(404);
    expect(await keysOf(1)).not.toContainEqual(expect.objectContaining({ id }));
  });

  it('a secret key is shown once', async () => {
    const { status, body } = await call(mine, 'POST', `${KEYS}?website_id=2`, SECRET);
    expect([status, body.public, body.origins]).toEqual([201, false, []]);
    const sent = await app.collect(body.key, ndjson([eventWith({ website_id: 2 })]));
    expect(sent.body).toMatchObject({ accepted: 1 });
    const listed = (await keysOf(2)).find(({ id }: { id: number }) => id === body.id);
    expect(listed).toEqual({ ...body, key: null });
  });

  it('settings are read and changed one by one, with effect', async () => {
    const { key } = (await call(mine, 'POST', `${KEYS}?website_id=1`, PUBLIC)).body;
    const order = { key, events: [{ type: 'order', revenue: 5 }] };
    const off = {
      browser_orders: false,
      credit_by: 'conversion',
      group_name: '',
      credit_window_days: 0,
      event_log: false,
      form_contacts: false,
      register_keys: false,
      smallest_lift: 10,
      timezone: 'UTC',
    };
    expect(await call(mine, 'GET', `${SETTINGS}?website_id=1`)).toMatchObject({ status: 200, body: off });
    expect((await app.collectFromBrowser(ORIGIN, order)).body).toMatchObject({ accepted: 0 });
    const changed = await call(mine, 'POST', `${SETTINGS}?website_id=1`, { browser_orders: true });
    expect(changed).toMatchObject({ status: 200, body: { ...off, browser_orders: true } });
    expect((await app.collectFromBrowser(ORIGIN, order)).body).toMatchObject({ accepted: 1 });
    const both = await call(mine, 'POST', `${SETTINGS}?website_id=1`, { browser_orders: false, register_keys: true });
    expect(both.body).toEqual({ ...off, register_keys: true });
    expect((await call(mine, 'GET', `${SETTINGS}?website_id=2`)).body).toEqual(off);
  });

  it.each([
    [KEYS, { ...PUBLIC, origins: [] }, 'origins'],
    [KEYS, { public: true, name: 'Shop' }, 'origins'],
    [KEYS, { ...PUBLIC, origins: ['https://*.com'] }, 'origins'],
    [KEYS, { ...PUBLIC, origins: ['https://shop.example/path'] }, 'origins'],
    [KEYS, { ...PUBLIC, origins: Array.from({ length: 51 }, (_, number) => `https://${number}.example`) }, 'origins'],
    [KEYS, { ...SECRET, origins: [ORIGIN] }, 'origins'],
    [KEYS, { ...PUBLIC, name: ' ' }, 'name'],
    [KEYS, { ...PUBLIC, name: 'x'.repeat(101) }, 'name'],
    [KEYS, { ...PUBLIC, name: 'a\u0000b' }, 'name'],
    [KEYS, { ...PUBLIC, name: 'a\u202eb' }, 'name'],
    [KEYS, { ...PUBLIC, public: 'yes' }, 'public'],
    [KEYS, { ...PUBLIC, more: 1 }, 'body'],
    [KEYS, [], 'body'],
    [SETTINGS, { browser_orders: 'on' }, 'browser_orders'],
    [SETTINGS, { register_keys: null }, 'register_keys'],
    [SETTINGS, { timezone: 'Berlin' }, 'timezone'],
    [SETTINGS, { timezone: '+01:00' }, 'timezone'],
    [SETTINGS, { browser_order: true }, 'body'],
  ])('POST %s with %j: %s is not valid', async (path, body, param) => {
    const answer = await call(mine, 'POST', `${path}?website_id=1`, body);
    expect(answer.body).toMatchObject({ status: 422, code: `invalid_${param}`, param });
  });

  it('a website has a number of keys', async () => {
    const owner = await dashboardToken(OTHER, [3]);
    const { database, clock } = app;
    for (let count = (await keysOf(3, owner)).length; count < KEYS_PER_WEBSITE_MAX; count++) {
      await createPublicKey(database, { websiteId: 3, origins: [ORIGIN] }, clock.now);
    }
    const answer = await call(owner, 'POST', `${KEYS}?website_id=3`, PUBLIC);
    expect(answer.body).toMatchObject({ status: 422, code: 'too_many_keys' });
  });

  const CALLS = (id: number) =>
    [
      ['GET', `${KEYS}?website_id=1`],
      ['POST', `${KEYS}?website_id=1`, PUBLIC],
      ['DELETE', `${KEYS}/${id}`],
      ['GET', `${SETTINGS}?website_id=1`],
      ['POST', `${SETTINGS}?website_id=1`, { browser_orders: true }],
    ] as const;

  it('only a person in the dashboard may do any of this', async () => {
    const { id } = (await call(mine, 'POST', `${KEYS}?website_id=1`, PUBLIC)).body;
    const options = { websiteIds: [1], scopes: ['reports'], audience: 'rest' } as const;
    const operators = await createToken(app.database, options, () => new Date());
    const ingestKey = await app.ingestKey(1);
    for (const [method, path, body] of CALLS(id)) {
      expect((await call(undefined, method, path, body)).status).toBe(401);
      expect((await call('nonsense', method, path, body)).status).toBe(401);
      expect((await call(ingestKey, method, path, body)).status).toBe(401);
      expect((await call(operators.token, method, path, body)).status).toBe(403);
    }
    expect(await keysOf(1)).toContainEqual(expect.objectContaining({ id }));
  });

  it('websites and keys of others look like ones that never existed', async () => {
    const { id } = (await call(mine, 'POST', `${KEYS}?website_id=1`, PUBLIC)).body;
    const before = await keysOf(1);
    for (const [method, path, body] of CALLS(id)) {
      const foreign = await call(theirs, method, path, body);
      const nobodys = await call(theirs, method, path.replace(/\d+$/, '987654'), body);
      expect(foreign.status).toBe(404);
      const text = (answer: typeof foreign) => JSON.stringify(answer.body).replaceAll(/\d+/g, '');
      expect(text(foreign)).toBe(text(nobodys));
    }
    expect(await keysOf(1)).toEqual(before);
  });

  it('a person with several websites has to name one', async () => {
    const answer = await call(mine, 'GET', KEYS);
    expect(answer.body).toMatchObject({ status: 400, code: 'website_id_required' });
  });
});
