// What a role allows: to a login of the dashboard, to an application, and to a token that the user created. A change is in
// force at the next call.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { COMMAND_LINE, SCOPES } from '../../../../src/core/contract/access/principal.ts';
import type { Role } from '../../../../src/core/contract/access/role.ts';
import { onWholeAccount, roleAllowsScope } from '../../../../src/core/contract/access/role.ts';
import type { Database } from '../../../../src/core/foundation/database/database.ts';
import { openDatabase } from '../../../../src/core/foundation/database/open/open.ts';
import { SignIns } from '../../../../src/core/manage/authorization-server/logins/sign-ins.ts';
import {
  deleteUser,
  LastOwnerError,
  removeFromAccount,
  setRole,
} from '../../../../src/core/manage/authorization-server/users/members.ts';
import { BrowserlessPerson } from '../../../support/browserless-person.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import { EMAIL, INTROSPECTION, startLoginService } from '../../../support/login-service.ts';
import { OAuthClient } from '../../../support/oauth-client.ts';
import { saidSubjects } from '../../../support/said-subjects.ts';
import type { TestService } from '../../../support/test-service.ts';
import { createUser } from '../../../support/users.ts';

const ALL_SCOPES = SCOPES.join(' ');
const VIEWER_SCOPES = 'reports ctas:read areas:read';
/** A user of both accounts: the first has the websites 1 and 2, the second has 3. */
const CLEO = { email: 'cleo@example.com', password: 'a passphrase of cleo' };

describe.each(ANY_ENGINE)('roles on %s', (engine) => {
  let app: TestService;
  /** The connection of an operator, separate from the service. */
  let operator: Database;
  let cleoId: number;
  const clock = () => new Date();

  beforeAll(async () => {
    app = await startLoginService(engine, { components: ['rest', 'mcp', 'auth', 'dashboard'] });
    operator = await openDatabase(app.config.databaseUrl, { connectionsMax: 2 });
    cleoId = (await createUser(operator, { ...CLEO, accountIds: [1, 2] }, clock)).id;
  });
  beforeEach(async () => {
    await become('editor', 1);
    await become('editor', 2);
  });
  afterAll(async () => {
    await operator.close();
    await app.dispose();
  });

  /** `force`: the second account has no other owner. */
  const become = (role: Role, accountId: number) =>
    operator.transaction((tx) =>
      setRole(tx, { userId: cleoId, accountId }, onWholeAccount(role), { actor: COMMAND_LINE, clock, force: true }),
    );
  const dashboard = () =>
    OAuthClient.known(app.baseUrl, { client_id: 'dashboard', token_endpoint_auth_method: 'none' });
  const redirect = () => ({ redirect_uri: `${app.baseUrl}/callback`, scope: ALL_SCOPES });

  async function logIn(websiteIds: readonly number[]) {
    return (await dashboard()).obtain(new BrowserlessPerson(app.baseUrl), websiteIds, CLEO, redirect());
  }

  async function call(token: string, path: string, method = 'GET', body?: unknown) {
    const response = await fetch(`${app.baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  }
  const contacts = async (token: string, websiteId: number) =>
    (await call(token, `/api/v1/contacts?website_id=${websiteId}`)).status;
  const report = async (token: string, websiteId: number) =>
    (await call(token, `/api/v1/reports/website?website_id=${websiteId}`)).status;

  async function createToken(login: string, websiteIds: readonly number[] = [1]) {
    const scopes = SCOPES.filter((scope) => roleAllowsScope('editor', scope));
    const token = { name: 'Export', audience: 'rest', scopes, website_ids: websiteIds };
    const created = await call(login, '/oauth/tokens', 'POST', token);
    expect(created.status).toBe(201);
    return created.body.token as string;
  }

  test('a viewer who was an editor reads reports only, from the next call on', async () => {
    const login = (await logIn([1, 3])).access_token;
    const application = await OAuthClient.register(app.baseUrl);
    const person = new BrowserlessPerson(app.baseUrl);
    const authorized = (await application.obtain(person, [1, 3], CLEO, { scope: ALL_SCOPES })).access_token;
    const created = await createToken(login);
    for (const token of [login, authorized, created]) expect(await contacts(token, 1)).toBe(200);

    await become('viewer', 1);
    for (const token of [login, authorized, created]) {
      const refused = await call(token, '/api/v1/contacts?website_id=1');
      expect(refused).toMatchObject({
        status: 403,
        body: { detail: 'Your role on website 1 is viewer. This needs editor.' },
      });
      expect(await report(token, 1)).toBe(200);
    }
    // Nothing has changed in the other account.
    for (const token of [login, authorized]) expect(await contacts(token, 3)).toBe(200);
    const tokens = await call(login, '/oauth/tokens');
    expect(tokens).toMatchObject({ status: 200, body: { tokens: [] } });
    await become('viewer', 2);
    expect((await call(login, '/oauth/tokens')).status).toBe(403);
    expect((await call(login, '/dashboard/website-settings?website_id=1')).status).toBe(403);
  });

  test('a person who is removed sees nothing, also after being added again', async () => {
    const login = (await logIn([1, 3])).access_token;
    const created = await createToken(login);
    const removed = { userId: cleoId, accountId: 1 };
    await operator.transaction((tx) => removeFromAccount(tx, removed, { actor: COMMAND_LINE, clock, force: true }));
    expect([await report(login, 1), await report(login, 3), await report(created, 1)]).toEqual([404, 200, 401]);
    await become('editor', 1);
    expect([await report(login, 1), await report(login, 3), await report(created, 1)]).toEqual([404, 200, 401]);
  });

  test('a website that is taken away is gone from what the person has authorized and created, also after it is given back', async () => {
    const login = (await logIn([1, 2, 3])).access_token;
    const application = await OAuthClient.register(app.baseUrl);
    const granted = await application.obtain(new BrowserlessPerson(app.baseUrl), [1, 2], CLEO, { scope: ALL_SCOPES });
    const created = await createToken(login, [1, 2]);
    const ofSecondAlone = await createToken(login, [2]);
    const tokens = [login, granted.access_token, created];
    const seen = async () => {
      const statuses = tokens.map(async (token) => [await report(token, 1), await report(token, 2)]);
      return Promise.all(statuses);
    };
    expect(await seen()).toEqual([1, 2, 3].map(() => [200, 200]));

    const inFirst = { userId: cleoId, accountId: 1 };
    const change = { actor: COMMAND_LINE, clock };
    await operator.transaction((tx) => setRole(tx, inFirst, { role: 'viewer', websiteIds: [1] }, change));
    expect(await seen()).toEqual([1, 2, 3].map(() => [200, 404]));
    expect([await report(ofSecondAlone, 2), await report(login, 3), await contacts(login, 1)]).toEqual([401, 200, 403]);
    const person = new BrowserlessPerson(app.baseUrl);
    const page = await person.open((await application.authorization({ scope: ALL_SCOPES })).url);
    const consent = await person.logIn(page, CLEO.email, CLEO.password);
    expect([...consent.html.matchAll(/name="website" value="(\d+)"/g)].map(([, id]) => id)).toEqual(['1', '3']);

    await become('editor', 1);
    expect(await seen()).toEqual([1, 2, 3].map(() => [200, 404]));
    expect(await report(ofSecondAlone, 2)).toBe(401);
    const entries = await saidSubjects(
      operator.query(
        "SELECT action, subject FROM audit_log WHERE account_id = 1 AND action = 'role_changed' ORDER BY id DESC LIMIT 2",
      ),
    );
    expect(entries.map(({ subject }) => subject)).toEqual([
      'cleo@example.com from viewer on acme.example to editor',
      'cleo@example.com from editor to viewer on acme.example',
    ]);
  });

  test('a person who is deleted is logged out, and nothing they created or authorized works', async () => {
    const eve = { email: 'eve@example.com', password: 'a passphrase of eve' };
    const { id } = await createUser(operator, { ...eve, accountIds: [1] }, clock);
    const person = new BrowserlessPerson(app.baseUrl);
    const client = await dashboard();
    const login = await client.obtain(person, [1], eve, redirect());
    const application = await OAuthClient.register(app.baseUrl);
    const authorized = await application.obtain(new BrowserlessPerson(app.baseUrl), [1], eve);
    const created = await createToken(login.access_token);
    await operator.transaction((tx) => deleteUser(tx, id, { actor: COMMAND_LINE, clock }));

    const tokens = [login.access_token, authorized.access_token, created];
    expect(await Promise.all(tokens.map((token) => report(token, 1)))).toEqual([401, 401, 401]);
    await expect(application.refresh(authorized.refresh_token)).rejects.toThrow();
    // The cookie of the session is worth nothing: the login page asks for the password.
    expect((await person.open((await client.authorization(redirect())).url)).html).toContain('name="password"');
  });

  test('two owners who remove each other at the same time leave one', async () => {
    const owners = await Promise.all(
      ['fay@example.com', 'gus@example.com'].map((email) =>
        createUser(operator, { email, password: 'a passphrase of an owner', accountIds: [2] }, clock),
      ),
    );
    const change = { actor: COMMAND_LINE, clock };
    const removals = await Promise.allSettled(
      owners.map(({ id: userId }) =>
        operator.transaction((tx) => removeFromAccount(tx, { userId, accountId: 2 }, change)),
      ),
    );
    expect(removals.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(removals.find(({ status }) => status === 'rejected')).toMatchObject({ reason: expect.any(LastOwnerError) });
    for (const { id } of owners) {
      await operator.transaction((tx) => deleteUser(tx, id, { ...change, force: true }));
    }
  });

  describe('consent', () => {
    test('offers a client of a viewer only what a viewer may do', async () => {
      await become('viewer', 1);
      await become('viewer', 2);
      const application = await OAuthClient.register(app.baseUrl);
      const person = new BrowserlessPerson(app.baseUrl);
      const authorization = await application.authorization({ scope: ALL_SCOPES });
      const consent = await person.logIn(await person.open(authorization.url), CLEO.email, CLEO.password);
      expect(consent.html).toContain('Read the reports');
      expect(consent.html).not.toContain('contacts');
      const end = await person.allow(consent, [1]);
      const tokens = await application.exchange(authorization, end.url);
      expect(tokens.scope).toBe(VIEWER_SCOPES);
      expect((await application.refresh(tokens.refresh_token!)).scope).toBe(VIEWER_SCOPES);
    });

    test('is refused if the role allows nothing of what is asked for', async () => {
      await become('viewer', 1);
      await become('viewer', 2);
      const application = await OAuthClient.register(app.baseUrl);
      const person = new BrowserlessPerson(app.baseUrl);
      const authorization = await application.authorization({ scope: 'contacts:read contacts:write' });
      const end = await person.logIn(await person.open(authorization.url), CLEO.email, CLEO.password);
      expect(new URL(end.url).searchParams.get('error')).toBe('access_denied');
    });

    test('grants what the role allows on one of the chosen websites, and each call only what it allows there', async () => {
      await become('viewer', 1);
      const application = await OAuthClient.register(app.baseUrl);
      const authorize = (websiteIds: number[]) =>
        application.obtain(new BrowserlessPerson(app.baseUrl), websiteIds, CLEO, { scope: ALL_SCOPES });
      expect((await authorize([1])).scope).toBe(VIEWER_SCOPES);
      const both = await authorize([1, 3]);
      expect(both.scope?.split(' ')).toContain('contacts:read');
      expect([await contacts(both.access_token, 1), await contacts(both.access_token, 3)]).toEqual([403, 200]);
    });

    test('of the dashboard is for everything that the role allows, also later', async () => {
      await become('viewer', 1);
      const { access_token: token } = await logIn([1]);
      expect(await contacts(token, 1)).toBe(403);
      await become('editor', 1);
      expect(await contacts(token, 1)).toBe(200);
    });
  });

  test('introspection names only scopes that the role allows on every website of the token', async () => {
    const introspect = async (token: string) => {
      const credentials = Buffer.from(`${INTROSPECTION.id}:${INTROSPECTION.secret}`).toString('base64');
      const response = await fetch(`${app.baseUrl}/oauth/introspect`, {
        method: 'POST',
        headers: { authorization: `Basic ${credentials}` },
        body: new URLSearchParams({ token }),
      });
      return (await response.json()) as { scope: string };
    };
    const login = (await logIn([1, 3])).access_token;
    const created = await createToken(login);
    const ofEditors = SCOPES.filter((scope) => roleAllowsScope('editor', scope)).join(' ');
    expect((await introspect(login)).scope).toBe(ofEditors);
    expect((await introspect(created)).scope).toBe(ofEditors);
    await become('viewer', 1);
    expect((await introspect(login)).scope).toBe(VIEWER_SCOPES);
    expect((await introspect(created)).scope).toBe(VIEWER_SCOPES);
  });

  describe('the audit log', () => {
    const entries = (condition: string) =>
      saidSubjects(
        operator.query(
          `SELECT account_id, user_email, via, action, subject FROM audit_log WHERE ${condition} ORDER BY id`,
        ),
      );

    test('names sign-ins and connected applications in each account, and who did it', async () => {
      await operator.transaction((tx) => tx.query('DELETE FROM audit_log'));
      const application = await OAuthClient.register(app.baseUrl, { client_name: 'Sheets' });
      await application.obtain(new BrowserlessPerson(app.baseUrl), [1], CLEO);
      const cleo = { user_email: CLEO.email, via: 'application' };
      expect(await entries('1 = 1')).toEqual([
        { ...cleo, account_id: 1, action: 'signed_in', subject: '' },
        { ...cleo, account_id: 2, action: 'signed_in', subject: '' },
        { ...cleo, account_id: 1, action: 'application_connected', subject: 'Sheets (reports)' },
      ]);
    });

    test('names failed sign-ins of known users, and no others', async () => {
      await operator.transaction((tx) => tx.query('DELETE FROM audit_log'));
      const client = await dashboard();
      const attempt = async (email: string) => {
        const person = new BrowserlessPerson(app.baseUrl);
        const page = await person.open((await client.authorization(redirect())).url);
        const { status, html } = await person.logIn(page, email, 'a wrong passphrase');
        return `${status} ${html}`.replaceAll(email, '').replaceAll(/interaction\/[\w-]+|value="[^"]*"/g, '');
      };
      // Nobody can tell the difference.
      expect(await attempt('nobody@example.com')).toBe(await attempt(EMAIL));
      const failed = { account_id: 1, user_email: EMAIL, via: 'dashboard', action: 'sign_in_failed', subject: '' };
      await expect.poll(() => entries('1 = 1')).toEqual([failed]);
    });

    test('is not filled by somebody who tries passwords', async () => {
      await operator.transaction((tx) => tx.query('DELETE FROM audit_log'));
      let now = Date.parse('2026-01-01T00:00:00Z');
      const signIns = new SignIns(operator, () => new Date(now));
      for (let count = 0; count < 12; count++) await signIns.failed(EMAIL, 'dashboard');
      expect(await entries('1 = 1')).toHaveLength(10);
      now += 60 * 60 * 1000;
      await signIns.failed(EMAIL, 'dashboard');
      expect(await entries('1 = 1')).toHaveLength(11);
    });
  });
});
