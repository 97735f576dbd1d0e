// What users see and change about themselves in the dashboard, with real logins and the tokens of real clients.

import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createToken } from '../../../../src/core/contract/access/tokens.ts';
import { NO_PASSWORD } from '../../../../src/core/manage/authorization-server/users/users.ts';
import { BrowserlessPerson } from '../../../support/browserless-person.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import { PASSWORD, startLoginService } from '../../../support/login-service.ts';
import { OAuthClient } from '../../../support/oauth-client.ts';
import { saidSubjects } from '../../../support/said-subjects.ts';
import type { HttpAnswer, TestService } from '../../../support/test-service.ts';
import { createUser } from '../../../support/users.ts';

const NEW_PASSWORD = 'another passphrase of ada';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';
const UNKNOWN_ID = '0'.repeat(64);

interface Login {
  readonly email: string;
  readonly password: string;
}
interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}
interface Session {
  readonly id: string;
  readonly browser: string | null;
  readonly is_current: boolean;
}
interface Application {
  readonly id: string;
  readonly name: string;
}

describe.each(ANY_ENGINE)('the profile on %s', (engine) => {
  let app: TestService;
  /** For each test, as what users change belongs to them. In the first account, with the websites 1 and 2. */
  let ada: Login;
  /** In the second account, whose only website is 3. */
  let bob: Login;
  let adasDashboard: Tokens;
  let tests = 0;
  beforeAll(async () => {
    app = await startLoginService(engine, { components: ['rest', 'mcp', 'auth', 'dashboard'] });
  });
  afterAll(() => app.dispose());
  beforeEach(async () => {
    tests++;
    app.clock.offsetMs = 0;
    ada = { email: `ada-${tests}@example.com`, password: PASSWORD };
    bob = { email: `bob-${tests}@example.com`, password: 'a passphrase of bob' };
    await createUser(app.database, { ...ada, accountIds: [1] }, app.clock.now);
    await createUser(app.database, { ...bob, accountIds: [2] }, app.clock.now);
    adasDashboard = await logIn(ada, [1], FIREFOX);
  });

  const dashboardClient = () =>
    OAuthClient.known(app.baseUrl, { client_id: 'dashboard', token_endpoint_auth_method: 'none' });

  async function logIn(
    login: Login,
    websiteIds: readonly number[],
    userAgent = FIREFOX,
    languages?: string,
  ): Promise<Tokens> {
    const person = new BrowserlessPerson(app.baseUrl, app.baseUrl, {
      'user-agent': userAgent,
      ...(languages !== undefined && { 'accept-language': languages }),
    });
    const redirect = {
      redirect_uri: `${app.baseUrl}/callback`,
      scope: 'reports contacts:read ctas:write',
    };
    return (await dashboardClient()).obtain(person, websiteIds, login, redirect);
  }

  function call(method: string, path: string, { access_token }: Tokens, body?: unknown): Promise<HttpAnswer> {
    return app.request(`/dashboard/profile${path}`, {
      method,
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  const connect = async (name: string, websiteIds: readonly number[], parameters: Record<string, string> = {}) => {
    const client = await OAuthClient.register(app.baseUrl, { client_name: name });
    return { client, tokens: await client.obtain(new BrowserlessPerson(app.baseUrl), websiteIds, ada, parameters) };
  };
  const read = async ({ access_token }: Tokens, websiteId = 1) =>
    (await app.get(`/reports/website?website_id=${websiteId}`, access_token)).status;
  const sessionsOf = async (tokens: Tokens) =>
    ((await call('GET', '/sessions', tokens)).body as { sessions: Session[] }).sessions;
  const applicationsOf = async (tokens: Tokens) =>
    ((await call('GET', '/applications', tokens)).body as { applications: Application[] }).applications;
  const audit = () =>
    saidSubjects(
      app.database.query<{ account_id: number; action: string; user_email: string }>(
        `SELECT account_id, action, subject, user_email FROM audit_log
         WHERE action IN ('session_ended', 'application_disconnected', 'password_changed') AND user_email IN ($1, $2)
         ORDER BY id`,
        [ada.email, bob.email],
      ),
    );

  it('says who is logged in, with which roles, and for which websites', async () => {
    const { status, body } = await call('GET', '', adasDashboard);
    expect([status, body]).toEqual([
      200,
      {
        email: ada.email,
        language: null,
        can_change_password: true,
        accounts: [{ id: 1, name: 'Acme', role: 'owner', website_ids: null }],
        websites: [{ id: 1, name: 'acme.example', account_id: 1 }],
      },
    ]);
  });

  it('keeps the language that the user chose, until they choose another one or that of the browser', async () => {
    const languageOf = async () =>
      ((await call('GET', '', adasDashboard)).body as { language: string | null }).language;
    const { status, body } = await call('PATCH', '', adasDashboard, { language: 'pt' });
    expect([status, body]).toEqual([200, expect.objectContaining({ email: ada.email, language: 'pt' })]);
    for (const invalid of [{ language: 'sv' }, { language: '' }, {}, { language: 'de', email: 'eve@example.com' }]) {
      const refused = await call('PATCH', '', adasDashboard, invalid);
      expect(refused.status, JSON.stringify(invalid)).toBe(422);
    }
    const detail = 'language must be null or one of en, de, fr, es, pt.';
    expect((await call('PATCH', '', adasDashboard, { language: 'sv' })).body).toMatchObject({
      detail,
      code: 'invalid_language',
    });
    expect(await languageOf()).toBe('pt');
    await call('PATCH', '', adasDashboard, { language: null });
    expect(await languageOf()).toBeNull();
  });

  it('knows the language of the browser in which the user last logged in, for mails', async () => {
    const languageOf = async () => {
      const columns = await app.database.query<{ language: string | null; browser_language: string | null }>(
        'SELECT language, browser_language FROM users WHERE email = $1',
        [bob.email],
      );
      return columns[0];
    };
    expect(await languageOf()).toEqual({ language: null, browser_language: null });
    for (const [header, language] of [
      ['sv, fr-CA;q=0.8, en;q=0.5', 'fr'],
      ['sv', 'en'],
      ['de', 'de'],
      [undefined, 'de'],
    ] as const) {
      await logIn(bob, [3], FIREFOX, header);
      expect(await languageOf(), header).toEqual({ language: null, browser_language: language });
    }
  });

  it('is not for tokens of others', async () => {
    const { tokens: ofApplication } = await connect('Assistant', [1]);
    const newToken = { websiteIds: [1], scopes: ['reports'], audience: 'rest' } as const;
    const { token } = await createToken(app.database, newToken, app.clock.now);
    const paths = [
      ['GET', ''],
      ['PATCH', ''],
      ['POST', '/password'],
      ['GET', '/sessions'],
      ['DELETE', `/sessions/${UNKNOWN_ID}`],
      ['GET', '/applications'],
      ['DELETE', `/applications/${UNKNOWN_ID}`],
      ['GET', '/websites'],
      ['PATCH', '/websites'],
    ] as const;
    for (const [method, path] of paths) {
      const statuses = [];
      for (const access_token of [ofApplication.access_token, token, 'nonsense']) {
        statuses.push((await call(method, path, { access_token, refresh_token: '' })).status);
      }
      expect([method, path, ...statuses]).toEqual([method, path, 403, 403, 401]);
    }
  });

  describe('sessions', () => {
    it('are listed with their browser, the current one first', async () => {
      const phone = await logIn(ada, [1, 2], SAFARI);
      await logIn(bob, [3]);
      expect((await sessionsOf(adasDashboard)).map(({ browser, is_current }) => [browser, is_current])).toEqual([
        ['Firefox on Windows', true],
        ['Safari on iOS', false],
      ]);
      expect((await sessionsOf(phone)).map(({ browser, is_current }) => [browser, is_current])).toEqual([
        ['Safari on iOS', true],
        ['Firefox on Windows', false],
      ]);
    });

    it('can be ended, which is in force at the next call', async () => {
      const phone = await logIn(ada, [1, 2], SAFARI);
      const { tokens: ofApplication } = await connect('Assistant', [1]);
      const other = (await sessionsOf(adasDashboard)).find(({ browser }) => browser === 'Safari on iOS')!;
      expect(await read(phone)).toBe(200);
      expect((await call('DELETE', `/sessions/${other.id}`, adasDashboard)).status).toBe(204);
      expect([await read(phone), await read(adasDashboard), await read(ofApplication)]).toEqual([401, 200, 200]);
      await expect((await dashboardClient()).refresh(phone.refresh_token)).rejects.toMatchObject({
        error: 'invalid_grant',
      });
      expect((await call('DELETE', `/sessions/${other.id}`, adasDashboard)).status).toBe(404);
      expect(await audit()).toEqual([
        { account_id: 1, action: 'session_ended', subject: `${ada.email} (Safari on iOS)`, user_email: ada.email },
      ]);
    });

    it('of somebody else do not exist', async () => {
      const bobsDashboard = await logIn(bob, [3]);
      const [bobs] = await sessionsOf(bobsDashboard);
      const refused = await call('DELETE', `/sessions/${bobs!.id}`, adasDashboard);
      const unknown = await call('DELETE', `/sessions/${UNKNOWN_ID}`, adasDashboard);
      const malformed = await call('DELETE', '/sessions/1', adasDashboard);
      expect([refused.status, refused.text]).toEqual([404, unknown.text]);
      expect([malformed.status, malformed.text]).toEqual([404, unknown.text]);
      expect(await read(bobsDashboard, 3)).toBe(200);
    });
  });

  describe('connected applications', () => {
    it('are listed with what they may do', async () => {
      await connect('Assistant', [1, 2], { resource: app.config.mcpUrl });
      app.clock.advance(1000);
      await connect('Export', [2], { scope: 'reports contacts:read' });
      await logIn(bob, [3]);
      const listed = await applicationsOf(adasDashboard);
      expect(listed).toMatchObject([
        {
          name: 'Export',
          host: null,
          audience: 'rest',
          scopes: ['reports', 'contacts:read'],
          websites: [{ id: 2 }],
        },
        { name: 'Assistant', audience: 'tools', scopes: ['reports'], websites: [{ id: 1 }, { id: 2 }] },
      ]);
    });

    it('show when they were last active', async () => {
      const { client, tokens } = await connect('Export', [1]);
      const before = await applicationsOf(adasDashboard);
      app.clock.advance(1800_000);
      await client.refresh(tokens.refresh_token);
      const [after] = await applicationsOf(adasDashboard);
      expect(after).toMatchObject({ connected_at: (before[0] as unknown as { connected_at: string }).connected_at });
      const { connected_at: connected, last_active_at: active } = after as unknown as Record<string, string>;
      expect(Date.parse(active!) - Date.parse(connected!)).toBeGreaterThanOrEqual(1800_000);
    });

    it('can be revoked: neither the token nor the refresh token works from the next call on', async () => {
      const { client, tokens } = await connect('Export', [1]);
      const { tokens: kept } = await connect('Assistant', [1]);
      const [application] = (await applicationsOf(adasDashboard)).filter(({ name }) => name === 'Export');
      expect(await read(tokens)).toBe(200);
      expect((await call('DELETE', `/applications/${application!.id}`, adasDashboard)).status).toBe(204);
      expect(await read(tokens)).toBe(401);
      await expect(client.refresh(tokens.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' });
      expect([await read(kept), await read(adasDashboard)]).toEqual([200, 200]);
      expect((await applicationsOf(adasDashboard)).map(({ name }) => name)).toEqual(['Assistant']);
      expect(await audit()).toEqual([
        { account_id: 1, action: 'application_disconnected', subject: 'Export', user_email: ada.email },
      ]);
    });

    it('are in the audit log of the accounts of their websites only, also when they are revoked', async () => {
      await app.database.transaction((tx) =>
        tx.query(
          "INSERT INTO user_accounts (user_id, account_id, role) SELECT id, 2, 'viewer' FROM users WHERE email = $1",
          [ada.email],
        ),
      );
      await connect('Export', [1]);
      const [application] = await applicationsOf(adasDashboard);
      expect((await call('DELETE', `/applications/${application!.id}`, adasDashboard)).status).toBe(204);
      expect((await audit()).map(({ account_id, action }) => [account_id, action])).toEqual([
        [1, 'application_disconnected'],
      ]);
    });

    it('without a website left can be revoked', async () => {
      const { tokens } = await connect('Export', [2]);
      const [application] = await applicationsOf(adasDashboard);
      await app.database.transaction((tx) => tx.query('DELETE FROM grant_websites WHERE website_id = 2'));
      expect((await call('DELETE', `/applications/${application!.id}`, adasDashboard)).status).toBe(204);
      expect(await read(tokens, 2)).toBe(401);
    });

    it('of somebody else do not exist, and the dashboard is none', async () => {
      const { tokens } = await connect('Export', [1]);
      const [adas] = await applicationsOf(adasDashboard);
      const bobsDashboard = await logIn(bob, [3]);
      const [dashboardGrant] = await app.database.query<{ id_hash: string }>(
        `SELECT id_hash FROM authorization_records
         WHERE kind = 'Grant' AND client_id = 'dashboard' AND user_id = (SELECT id FROM users WHERE email = $1)`,
        [ada.email],
      );
      const refused = await call('DELETE', `/applications/${adas!.id}`, bobsDashboard);
      const unknown = await call('DELETE', `/applications/${UNKNOWN_ID}`, bobsDashboard);
      const own = await call('DELETE', `/applications/${dashboardGrant!.id_hash}`, adasDashboard);
      expect([refused.status, refused.text]).toEqual([404, unknown.text]);
      expect([own.status, own.text]).toEqual([404, unknown.text]);
      expect([await read(tokens), await read(adasDashboard)]).toEqual([200, 200]);
    });
  });

  describe('the password', () => {
    const change = (tokens: Tokens, current: unknown, next: unknown) =>
      call('POST', '/password', tokens, { current_password: current, new_password: next });

    it('is changed, which ends everything but the current login', async () => {
      const phone = await logIn(ada, [1], SAFARI);
      const { client, tokens } = await connect('Export', [1]);
      const made = await app.request('/oauth/tokens', {
        method: 'POST',
        headers: { authorization: `Bearer ${adasDashboard.access_token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Weekly', audience: 'rest', scopes: ['reports'], website_ids: [1] }),
      });
      const { token } = made.body as { token: string };
      const shared = await app.request('/api/v1/share-links?website_id=1', {
        method: 'POST',
        headers: { authorization: `Bearer ${adasDashboard.access_token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'For Bob', path: '/websites/1' }),
      });
      const [secret] = (shared.body as { url: string }).url.split('/').slice(-1);
      const answer = await change(adasDashboard, PASSWORD, NEW_PASSWORD);
      expect([answer.status, answer.body]).toEqual([
        200,
        // The login at the application's request is a session of its own.
        { ended_sessions: 2, revoked_applications: 1, revoked_tokens: 1, revoked_share_links: 1 },
      ]);
      expect([await read(phone), await read(tokens), (await app.get('/reports/websites', token)).status]).toEqual([
        401, 401, 401,
      ]);
      expect((await app.get('/reports/website', secret!)).status).toBe(410);
      await expect(client.refresh(tokens.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' });
      await expect((await dashboardClient()).refresh(phone.refresh_token)).rejects.toMatchObject({
        error: 'invalid_grant',
      });
      expect(await read(adasDashboard)).toBe(200);
      const refreshed = await (await dashboardClient()).refresh(adasDashboard.refresh_token);
      expect((await app.get('/reports/websites', refreshed.access_token)).status).toBe(200);
      await expect(logIn(ada, [1])).rejects.toThrow();
      expect(await read(await logIn({ ...ada, password: NEW_PASSWORD }, [1]))).toBe(200);
      expect(await audit()).toEqual([
        { account_id: 1, action: 'password_changed', subject: ada.email, user_email: ada.email },
      ]);
    });

    it.each([
      ['a wrong current password', 'not the password', NEW_PASSWORD, 'invalid_current_password'],
      ['no current password', undefined, NEW_PASSWORD, 'invalid_current_password'],
      ['a short one', PASSWORD, 'short', 'invalid_new_password'],
      ['a common one', PASSWORD, 'Password123!', 'invalid_new_password'],
      ['a number', PASSWORD, 1234567890123, 'invalid_new_password'],
    ])('is not changed with %s', async (_name, current, next, code) => {
      const answer = await change(adasDashboard, current, next);
      expect([answer.status, (answer.body as { code: string }).code]).toEqual([422, code]);
      expect(await read(await logIn(ada, [1]))).toBe(200);
    });

    it('cannot be found out by trying', async () => {
      app.clock.advanceToMultipleOf(15 * 60_000);
      for (let attempt = 0; attempt < 10; attempt++) {
        expect((await change(adasDashboard, `guess ${attempt}`, NEW_PASSWORD)).status).toBe(422);
      }
      const refused = await change(adasDashboard, PASSWORD, NEW_PASSWORD);
      expect([refused.status, refused.headers.get('retry-after') !== null]).toEqual([429, true]);
      app.clock.advance(15 * 60_000);
      expect((await change(adasDashboard, PASSWORD, NEW_PASSWORD)).status).toBe(200);
    });

    it('cannot be changed where there is none', async () => {
      await app.database.transaction((tx) =>
        tx.query('UPDATE users SET password_hash = $1 WHERE email = $2', [NO_PASSWORD, ada.email]),
      );
      expect((await call('GET', '', adasDashboard)).body).toMatchObject({ can_change_password: false });
      const answer = await change(adasDashboard, '', NEW_PASSWORD);
      expect([answer.status, (answer.body as { code: string }).code]).toEqual([409, 'no_password']);
    });
  });

  describe('the websites of the current login', () => {
    const choose = (tokens: Tokens, websiteIds: unknown) =>
      call('PATCH', '/websites', tokens, { website_ids: websiteIds });
    const chosenIn = ({ body }: HttpAnswer) =>
      (body as { websites: { id: number; is_chosen: boolean }[] }).websites.map(({ id, is_chosen }) => [id, is_chosen]);

    it('can be chosen again without logging in', async () => {
      expect(chosenIn(await call('GET', '/websites', adasDashboard))).toEqual([
        [1, true],
        [2, false],
      ]);
      expect([await read(adasDashboard, 1), await read(adasDashboard, 2)]).toEqual([200, 404]);
      const answer = await choose(adasDashboard, [2, 2]);
      expect([answer.status, chosenIn(answer)]).toEqual([
        200,
        [
          [1, false],
          [2, true],
        ],
      ]);
      expect([await read(adasDashboard, 1), await read(adasDashboard, 2)]).toEqual([404, 200]);
      const refreshed = await (await dashboardClient()).refresh(adasDashboard.refresh_token);
      expect((await app.get('/reports/website?website_id=2', refreshed.access_token)).status).toBe(200);
      await choose(adasDashboard, [1, 2]);
      expect([await read(adasDashboard, 1), await read(adasDashboard, 2)]).toEqual([200, 200]);
    });

    it('do not change other logins or applications', async () => {
      const phone = await logIn(ada, [1], SAFARI);
      const { tokens } = await connect('Export', [1]);
      await choose(adasDashboard, [2]);
      expect([await read(phone, 1), await read(phone, 2), await read(tokens, 1), await read(tokens, 2)]).toEqual([
        200, 404, 200, 404,
      ]);
    });

    it('include one that came to the account after the login', async () => {
      const moveTo = (accountId: number) =>
        app.database.transaction((tx) => tx.query('UPDATE websites SET account_id = $1 WHERE id = 3', [accountId]));
      await moveTo(1);
      onTestFinished(async () => {
        await moveTo(2);
      });
      expect(chosenIn(await call('GET', '/websites', adasDashboard))).toContainEqual([3, false]);
      expect((await choose(adasDashboard, [1, 3])).status).toBe(200);
      expect(await read(adasDashboard, 3)).toBe(200);
    });

    it('are only those that the user may see', async () => {
      const foreign = await choose(adasDashboard, [1, 3]);
      const unknown = await choose(adasDashboard, [1, 999]);
      expect([foreign.status, unknown.status]).toEqual([404, 404]);
      expect(foreign.text.replace('website 3', 'website 999')).toBe(unknown.text);
      expect(await read(adasDashboard, 3)).toBe(404);
    });

    it.each([[[]], [undefined], ['1'], [[0]], [['1']]])('are not %j', async (websiteIds) => {
      const answer = await choose(adasDashboard, websiteIds);
      expect([answer.status, (answer.body as { code: string }).code]).toEqual([422, 'invalid_website_ids']);
      expect(await read(adasDashboard)).toBe(200);
    });
  });
});
