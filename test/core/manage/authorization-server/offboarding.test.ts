// When a user is removed, the tokens they created or authorized stop working at the next call.
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createToken, listTokens } from '../../../../src/core/contract/access/tokens.ts';
import type { Database } from '../../../../src/core/foundation/database/database.ts';
import { openDatabase } from '../../../../src/core/foundation/database/open/open.ts';
import { changePassword } from '../../../../src/core/manage/authorization-server/users/users.ts';
import { BrowserlessPerson } from '../../../support/browserless-person.ts';
import { ANY_ENGINE, ENGINES } from '../../../support/databases.ts';
import { INTROSPECTION, startLoginService } from '../../../support/login-service.ts';
import { OAuthClient } from '../../../support/oauth-client.ts';
import type { TestService } from '../../../support/test-service.ts';
import { createUser } from '../../../support/users.ts';

const NEW_PASSWORD = 'another passphrase of cleo';

describe.each(ENGINES)('offboarding on %s', (engine) => {
  /** What runs once is not about storage. */
  const itOnce = it.runIf(ANY_ENGINE.includes(engine));
  let app: TestService;
  /** The connection of an operator, separate from the service. */
  let operator: Database;
  /** One for each test. Belongs to both accounts: websites 1 and 2 of the first, 3 of the second. */
  let cleo: { readonly email: string; readonly password: string };
  let cleoId: number;
  let ofDashboard: string;
  let tests = 0;
  beforeAll(async () => {
    app = await startLoginService(engine, { components: ['rest', 'mcp', 'auth', 'dashboard'] });
    operator = await openDatabase(app.config.databaseUrl, { connectionsMax: 2 });
  });
  afterAll(async () => {
    await operator.close();
    await app.dispose();
  });
  beforeEach(async () => {
    tests++;
    cleo = { email: `cleo-${tests}@example.com`, password: 'a passphrase of cleo' };
    cleoId = (await createUser(operator, { ...cleo, accountIds: [1, 2] }, clock)).id;
    ofDashboard = await logInToDashboard();
  });

  const clock = () => new Date();
  const byHand = (sql: string, ...params: number[]) => operator.transaction((tx) => tx.query(sql, params));
  const leaveAccount = (accountId: number) =>
    byHand('DELETE FROM user_accounts WHERE user_id = $1 AND account_id = $2', cleoId, accountId);

  function authorize(client: OAuthClient, parameters: Record<string, string> = {}) {
    return client.obtain(new BrowserlessPerson(app.baseUrl), [1, 3], cleo, parameters);
  }

  async function logInToDashboard(login = cleo, websiteIds = [1, 3]): Promise<string> {
    const client = await OAuthClient.known(app.baseUrl, { client_id: 'dashboard', token_endpoint_auth_method: 'none' });
    const redirect = { redirect_uri: `${app.baseUrl}/callback` };
    return (await client.obtain(new BrowserlessPerson(app.baseUrl), websiteIds, login, redirect)).access_token;
  }

  async function makeToken(websiteIds: readonly number[], bearer = ofDashboard) {
    const response = await fetch(`${app.baseUrl}/oauth/tokens`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Export', audience: 'rest', scopes: ['reports'], website_ids: websiteIds }),
    });
    return { status: response.status, body: (await response.json()) as { id: number; token: string } };
  }

  const read = async (token: string, websiteId: number) => {
    const url = `${app.baseUrl}/api/v1/reports/website?website_id=${websiteId}`;
    return (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status;
  };
  const askTools = async (token: string) => {
    const response = await fetch(app.config.mcpUrl, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    });
    await response.body?.cancel();
    return response.status;
  };
  const introspect = async (token: string) => {
    const credentials = Buffer.from(`${INTROSPECTION.id}:${INTROSPECTION.secret}`).toString('base64');
    const response = await fetch(`${app.baseUrl}/oauth/introspect`, {
      method: 'POST',
      headers: { authorization: `Basic ${credentials}` },
      body: new URLSearchParams({ token }),
    });
    return response.json();
  };

  describe('a user who loses an account', () => {
    itOnce('keeps tokens, limited to the remaining websites', async () => {
      const made = (await makeToken([1, 3])).body.token;
      const client = await OAuthClient.register(app.baseUrl);
      const allowed = await authorize(client);
      for (const token of [made, allowed.access_token, ofDashboard]) {
        expect([await read(token, 1), await read(token, 3)]).toEqual([200, 200]);
      }
      await leaveAccount(2);
      for (const token of [made, allowed.access_token, ofDashboard]) {
        expect([await read(token, 1), await read(token, 3)]).toEqual([200, 404]);
        expect(await introspect(token)).toMatchObject({ active: true, website_ids: [1] });
      }
      const refreshed = await client.refresh(allowed.refresh_token);
      expect([await read(refreshed.access_token, 1), await read(refreshed.access_token, 3)]).toEqual([200, 404]);
      expect(await introspect(refreshed.access_token)).toMatchObject({ website_ids: [1] });
    });

    itOnce('has no valid tokens if no website remains, and cannot refresh them', async () => {
      const made = (await makeToken([3])).body.token;
      const client = await OAuthClient.register(app.baseUrl);
      const allowed = await authorize(client);
      const tools = await authorize(client, { resource: app.config.mcpUrl });
      expect([await read(made, 3), await read(allowed.access_token, 3)]).toEqual([200, 200]);
      expect(await askTools(tools.access_token)).not.toBe(401);
      await leaveAccount(1);
      await leaveAccount(2);
      expect([await read(made, 3), await read(allowed.access_token, 3)]).toEqual([401, 401]);
      expect(await askTools(tools.access_token)).toBe(401);
      for (const token of [made, allowed.access_token, tools.access_token]) {
        expect(await introspect(token)).toEqual({ active: false });
      }
      await expect(client.refresh(allowed.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' });
    });

    itOnce('can still have tokens revoked', async () => {
      const client = await OAuthClient.register(app.baseUrl);
      const { access_token: token } = await authorize(client);
      await leaveAccount(1);
      await leaveAccount(2);
      await client.revoke(token);
      await byHand("INSERT INTO user_accounts (user_id, account_id, role) VALUES ($1, 1, 'owner')", cleoId);
      expect(await read(token, 1)).toBe(401);
    });
  });

  itOnce('a website that moves to another account is lost too', async () => {
    const made = (await makeToken([1, 3])).body.token;
    await leaveAccount(2);
    expect(await read(made, 1)).toBe(200);
    const moveTo = (accountId: number) => byHand('UPDATE websites SET account_id = $1 WHERE id = 1', accountId);
    await moveTo(2);
    onTestFinished(async () => {
      await moveTo(1);
    });
    expect(await read(made, 1)).toBe(401);
  });

  it('removing a user invalidates all their tokens, but not those of operators', async () => {
    const made = (await makeToken([1])).body.token;
    const client = await OAuthClient.register(app.baseUrl);
    const allowed = await authorize(client);
    const newToken = { websiteIds: [1], scopes: ['reports'], audience: 'rest' } as const;
    const { token: ofOperator } = await createToken(operator, newToken, clock);
    await byHand('DELETE FROM user_accounts WHERE user_id = $1', cleoId);
    await byHand('DELETE FROM users WHERE id = $1', cleoId);
    for (const token of [made, allowed.access_token, ofDashboard]) expect(await read(token, 1)).toBe(401);
    expect(await read(ofOperator, 1)).toBe(200);
    await expect(client.refresh(allowed.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  // The sqlite3 shell does not check foreign keys by default.
  it.runIf(engine === 'sqlite')('a person whose accounts were forgotten by hand is gone too', async () => {
    const made = (await makeToken([1])).body.token;
    const client = await OAuthClient.register(app.baseUrl);
    const { access_token: allowed } = await authorize(client);
    const shell = new DatabaseSync(app.config.databaseUrl.replace(/^sqlite:/, ''), {
      enableForeignKeyConstraints: false,
    });
    shell.exec(`DELETE FROM users WHERE id = ${cleoId}`);
    shell.close();
    for (const token of [made, allowed, ofDashboard]) expect(await read(token, 1)).toBe(401);
  });

  describe('a new password', () => {
    itOnce('revokes the tokens that the user created, and no others', async () => {
      const made = (await makeToken([1])).body;
      const newToken = { websiteIds: [1], scopes: ['reports'], audience: 'rest' } as const;
      const { token: ofOperator } = await createToken(operator, newToken, clock);
      expect(await changePassword(operator, cleo.email, NEW_PASSWORD, clock)).toEqual({
        id: cleoId,
        email: cleo.email,
        revoked_token_ids: [made.id],
      });
      expect(await read(made.token, 1)).toBe(401);
      expect(await read(ofOperator, 1)).toBe(200);
      expect((await changePassword(operator, cleo.email, cleo.password, clock)).revoked_token_ids).toEqual([]);
    });

    it('also revokes a token that was being created at that moment', async () => {
      for (const password of [NEW_PASSWORD, cleo.password, NEW_PASSWORD, cleo.password]) {
        const making = Array.from({ length: 8 }, () => makeToken([1]));
        await changePassword(operator, cleo.email, password, clock);
        for (const { status } of await Promise.all(making)) expect([201, 401, 403]).toContain(status);
        const tokens = (await listTokens(operator)).filter((token) => token.user_id === cleoId);
        expect(tokens.filter((token) => token.revoked_at === null)).toEqual([]);
        ofDashboard = await logInToDashboard({ ...cleo, password });
      }
    });

    itOnce('ends an unfinished login with the old password', async () => {
      const client = await OAuthClient.register(app.baseUrl);
      const person = new BrowserlessPerson(app.baseUrl);
      const page = await person.open((await client.authorization()).url);
      const resume = await person.submitAndStay(page, cleo);
      await changePassword(operator, cleo.email, NEW_PASSWORD, clock);
      expect((await person.open(resume)).html).not.toContain('name="website"');
    });
  });

  itOnce('the creator of a token is shown, also after they were deleted', async () => {
    const { id } = (await makeToken([1])).body;
    const newToken = { websiteIds: [1], scopes: ['reports'], audience: 'rest' } as const;
    const { id: ofOperator } = await createToken(operator, newToken, clock);
    const bob = { email: `bob-${tests}@example.com`, password: 'a passphrase of bob', accountIds: [1] };
    await createUser(operator, bob, clock);
    const ofBob = await logInToDashboard(bob, [1]);
    const isFromHere = (token: { readonly id?: unknown }) => token.id === id || token.id === ofOperator;
    const makers = async () => {
      const headers = { authorization: `Bearer ${ofBob}` };
      const answer = await fetch(`${app.baseUrl}/oauth/tokens`, { headers });
      const { tokens } = (await answer.json()) as { tokens: Record<string, unknown>[] };
      return tokens.filter(isFromHere).map(({ id, user_id, user_email }) => [id, user_id, user_email]);
    };
    expect(await makers()).toEqual([
      [ofOperator, null, null],
      [id, cleoId, cleo.email],
    ]);
    await byHand('DELETE FROM user_accounts WHERE user_id = $1', cleoId);
    await byHand('DELETE FROM users WHERE id = $1', cleoId);
    expect(await makers()).toEqual([
      [ofOperator, null, null],
      [id, cleoId, null],
    ]);
    expect((await listTokens(operator)).filter(isFromHere)).toMatchObject([
      { id, name: 'Export', user_id: cleoId, user_email: null },
      { id: ofOperator, name: null, user_id: null, user_email: null },
    ]);
  });
});
