// Tokens of users: who may create them, for what, and that nobody sees those of others.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCOPES } from '../../../../../src/core/contract/access/principal.ts';
import { createToken } from '../../../../../src/core/contract/access/tokens.ts';
import { WebsiteTokens } from '../../../../../src/core/manage/accounts/website-tokens.ts';
import { dashboardUsers } from '../../../../../src/core/manage/authorization-server/users/dashboard-users.ts';
import { BrowserlessPerson } from '../../../../support/browserless-person.ts';
import { ANY_ENGINE } from '../../../../support/databases.ts';
import { EMAIL, PASSWORD, startLoginService } from '../../../../support/login-service.ts';
import { OAuthClient } from '../../../../support/oauth-client.ts';
import { TestClock } from '../../../../support/test-clock.ts';
import type { TestService } from '../../../../support/test-service.ts';
import { createUser } from '../../../../support/users.ts';

const LOGIN = { email: EMAIL, password: PASSWORD };
const OTHER = { email: 'grace@example.com', password: 'another long passphrase' };
const ALL_SCOPES = 'reports contacts:read contacts:write ctas:read ctas:write areas:read websites:read';
const TOKEN = { name: 'Export', audience: 'rest', scopes: ['reports'], website_ids: [1] };

describe.each(ANY_ENGINE)('tokens of one’s own on %s', (engine) => {
  let app: TestService;
  /** The dashboard token of a user with the websites 1 and 2. */
  let mine: string;
  /** The dashboard token of a user with website 3. */
  let theirs: string;
  beforeAll(async () => {
    app = await startLoginService(engine, { components: ['rest', 'mcp', 'auth', 'dashboard'] });
    await createUser(app.database, { ...OTHER, accountIds: [2] }, () => new Date());
    mine = await dashboardToken(LOGIN, [1, 2], ALL_SCOPES);
    theirs = await dashboardToken(OTHER, [3], ALL_SCOPES);
  });
  afterAll(() => app.dispose());

  async function dashboardToken(login: typeof LOGIN, websiteIds: number[], scope: string): Promise<string> {
    const client = await OAuthClient.known(app.baseUrl, {
      client_id: 'dashboard',
      token_endpoint_auth_method: 'none',
    });
    const redirect = { redirect_uri: `${app.baseUrl}/callback`, scope };
    return (await client.obtain(new BrowserlessPerson(app.baseUrl), websiteIds, login, redirect)).access_token;
  }

  const call = async (token: string | undefined, method = 'GET', path = '', body?: unknown) => {
    const response = await fetch(`${app.baseUrl}/oauth/tokens${path}`, {
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
  const use = async (token: string, path: string) =>
    (await fetch(`${app.baseUrl}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } })).status;

  it('are created, listed, used and revoked', async () => {
    const created = await call(mine, 'POST', '', { ...TOKEN, expires_in_days: 30 });
    expect(created.status).toBe(201);
    expect(created.headers.get('cache-control')).toBe('no-store');
    const { token, ...record } = created.body;
    expect(record).toMatchObject({ ...TOKEN, last_used_at: null });
    expect(await use(token, '/reports/website')).toBe(200);
    expect(await use(token, '/reports/website?website_id=2')).toBe(404);
    expect(await use(token, '/contacts')).toBe(403);

    const { body } = await call(mine);
    const listed = body.tokens.find(({ id }: { id: number }) => id === record.id);
    expect({ ...listed, last_used_at: null }).toEqual(record);
    expect(JSON.stringify(body)).not.toContain(token);

    expect((await call(mine, 'DELETE', `/${record.id}`)).status).toBe(204);
    expect(await use(token, '/reports/website')).toBe(401);
    expect((await call(mine, 'DELETE', `/${record.id}`)).status).toBe(404);
    expect((await call(mine)).body.tokens).not.toContainEqual(expect.objectContaining({ id: record.id }));
  });

  it('are listed with the time that their creator was told, also if a second ends meanwhile', async () => {
    const ticking = new TestClock();
    const clock = () => {
      ticking.advance(1000);
      return ticking.now();
    };
    const [grant] = await app.database.query<{ id_hash: string; user_id: number }>(
      "SELECT id_hash, user_id FROM authorization_records WHERE kind = 'Grant' AND client_id = 'dashboard' AND user_id = 1",
    );
    const user = { id: grant!.user_id, grantHash: grant!.id_hash, email: EMAIL, accounts: [], scopes: 'all' as const };
    const tokens = new WebsiteTokens(app.database, dashboardUsers(app.database, clock), clock);
    const { id, created_at } = await tokens.create({ audience: 'rest', scopes: ['reports'], websiteIds: [1] }, user);
    expect((await tokens.list([1, 2])).find((token) => token.id === id)).toMatchObject({ created_at });
  });

  it('require a token of the dashboard itself', async () => {
    expect((await call(undefined)).status).toBe(401);
    expect((await call('nonsense')).status).toBe(401);
    const operators = await createToken(
      app.database,
      { websiteIds: [1], scopes: ['reports'], audience: 'rest' },
      () => new Date(),
    );
    const client = await OAuthClient.register(app.baseUrl);
    const { access_token: programs } = await client.obtain(new BrowserlessPerson(app.baseUrl), [1], LOGIN);
    for (const token of [operators.token, programs]) {
      for (const [method, path, body] of [
        ['GET', ''],
        ['POST', '', TOKEN],
        ['DELETE', `/${operators.id}`],
      ] as const) {
        expect((await call(token, method, path, body)).status).toBe(403);
      }
    }
  });

  it('are limited to the websites and scopes of the user', async () => {
    expect((await call(mine, 'POST', '', { ...TOKEN, website_ids: [1, 3] })).status).toBe(404);
    expect((await call(mine, 'POST', '', { ...TOKEN, website_ids: [999] })).status).toBe(404);
    const onlyReports = await dashboardToken(LOGIN, [2], 'reports');
    expect((await call(onlyReports, 'POST', '', { ...TOKEN, website_ids: [2] })).status).toBe(201);
    expect((await call(onlyReports, 'POST', '', { ...TOKEN, website_ids: [1] })).status).toBe(404);
    const more = { ...TOKEN, website_ids: [2], scopes: ['reports', 'contacts:read'] };
    expect((await call(onlyReports, 'POST', '', more)).status).toBe(403);
  });

  it('have no scope that the role of the user does not allow on each of the websites', async () => {
    const both = { email: 'both@example.com', password: 'a third long passphrase' };
    const { id } = await createUser(app.database, { ...both, accountIds: [1, 2] }, () => new Date());
    const demote = "UPDATE user_accounts SET role = 'editor' WHERE user_id = $1 AND account_id = 1";
    await app.database.transaction((tx) => tx.query(demote, [id]));
    const editors = await dashboardToken(both, [1, 2, 3], SCOPES.join(' '));
    const create = async (scopes: readonly string[], websiteIds: readonly number[]) => {
      const { status, body } = await call(editors, 'POST', '', { ...TOKEN, scopes, website_ids: websiteIds });
      return [status, body.detail];
    };
    const refused = [403, 'Your role on website 2 is editor. The scope data:erase needs owner.'];
    expect(await create(['reports', 'data:erase'], [2])).toEqual(refused);
    // The user owns website 3.
    expect(await create(['data:erase'], [3, 2])).toEqual(refused);
    expect(await create(['data:erase'], [3])).toEqual([201, undefined]);
    expect(
      await create(
        SCOPES.filter((scope) => scope !== 'data:erase'),
        [1, 2, 3],
      ),
    ).toEqual([201, undefined]);
  });

  it('of others can neither be seen nor revoked', async () => {
    const { body: foreign } = await call(theirs, 'POST', '', { ...TOKEN, website_ids: [3] });
    const shared = await createToken(
      app.database,
      { websiteIds: [1, 3], scopes: ['reports'], audience: 'rest' },
      () => new Date(),
    );
    const seen = (await call(mine)).body.tokens.map(({ id }: { id: number }) => id);
    for (const { id, token } of [foreign, shared]) {
      expect(seen).not.toContain(id);
      expect((await call(mine, 'DELETE', `/${id}`)).status).toBe(404);
      expect(await use(token, '/reports/websites')).toBe(200);
    }
    for (const id of ['0', '-1', 'x', '999999', '9'.repeat(30)]) {
      expect((await call(mine, 'DELETE', `/${id}`)).status).toBe(404);
    }
  });

  it.each([
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(101) }],
    ['audience', { audience: 'everything' }],
    ['scopes', { scopes: [] }],
    ['scopes', { scopes: ['all'] }],
    ['scopes', { audience: 'tools', scopes: ['reports', 'contacts:read'] }],
    ['website_ids', { website_ids: [] }],
    ['website_ids', { website_ids: ['1'] }],
    ['expires_in_days', { expires_in_days: 0 }],
  ])('are rejected with an invalid %s', async (param, wrong) => {
    const { status, body } = await call(mine, 'POST', '', { ...TOKEN, ...wrong });
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: `invalid_${param}`, param });
  });
});
