// No secret may be stored in the database or in the logs: runs a whole flow, collects its secrets, and searches everything
// that was stored and logged.
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '../../../../src/core/contract/access/tokens.ts';
import { sqlitePath } from '../../../../src/core/foundation/database/open/open.ts';
import { createIngestKey } from '../../../../src/core/intake/ingest-keys/ingest-keys.ts';
import { changePassword } from '../../../../src/core/manage/authorization-server/users/users.ts';
import { BrowserlessPerson } from '../../../support/browserless-person.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import { EMAIL, INTROSPECTION, PASSWORD, startLoginService } from '../../../support/login-service.ts';
import { OAuthClient } from '../../../support/oauth-client.ts';
import type { TestService } from '../../../support/test-service.ts';

const FILE_BYTES_MAX = 64 * 1024 * 1024;
const NEW_PASSWORD = 'another long passphrase';

describe.each(ANY_ENGINE)('secrets on %s', (engine) => {
  let app: TestService;
  const secrets = new Map<string, string>();
  /** Stored rows before and after the grant was revoked. */
  const dumps: string[] = [];
  beforeAll(async () => {
    app = await startLoginService(engine, {
      components: ['rest', 'mcp', 'auth', 'collect', 'dashboard'],
      env: { LOG_LEVEL: 'trace' },
    });
  });
  afterAll(() => app.dispose());

  /** Runs once, in the first test: a failure in a hook would only skip the tests. */
  let flow: Promise<void> | undefined;
  function haveFlow(): Promise<void> {
    flow ??= wholeFlow();
    return flow;
  }

  async function wholeFlow(): Promise<void> {
    const client = await OAuthClient.register(app.baseUrl, { token_endpoint_auth_method: 'client_secret_basic' });
    const person = new BrowserlessPerson(app.baseUrl);
    const authorization = await client.authorization();
    const login = await person.open(authorization.url);
    await person.logIn(login, EMAIL, 'a wrong password');
    const consent = await person.logIn(login, EMAIL, PASSWORD);
    const end = await person.allow(consent, [1]);
    const tokens = await client.exchange(authorization, end.url);
    const next = await client.refresh(tokens.refresh_token!);
    const operator = await createToken(
      app.database,
      { websiteIds: [1], scopes: ['reports'], audience: 'rest' },
      () => new Date(),
    );
    const silent = await client.authorization();
    await person.open(silent.url);
    const ingestKey = (await createIngestKey(app.database, 1, () => new Date()))!.key;
    const own = await ownToken();

    const used = {
      password: PASSWORD,
      wrongPassword: 'a wrong password',
      clientSecret: client.secret,
      code: new URL(end.url).searchParams.get('code'),
      verifier: authorization.verifier,
      accessToken: tokens.access_token,
      refreshToken: tokens.refresh_token,
      nextAccessToken: next.access_token,
      nextRefreshToken: next.refresh_token,
      operatorToken: operator.token,
      ingestKey,
      dashboardToken: own.dashboardToken,
      ownToken: own.token,
      newPassword: NEW_PASSWORD,
      introspectionSecret: INTROSPECTION.secret,
      formToken: /name="form_token" value="([^"]+)"/.exec(consent.html)?.[1],
      ...Object.fromEntries(person.cookieValues.map((value, index) => [`cookie ${index}`, value])),
    };
    for (const [name, value] of Object.entries(used)) secrets.set(name, value!);
    for (const token of [tokens.access_token, next.access_token, operator.token, own.token, ingestKey, 'nonsense']) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      await fetch(`${app.baseUrl}/api/v1/reports/website`, { headers });
      await fetch(`${app.baseUrl}/collect/events`, { method: 'POST', headers, body: '[{}]' });
    }
    dumps.push(await storedText());
    // Errors are logged in more detail.
    await fetch(`${app.baseUrl}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'authorization_code', code: used.code!, client_id: 'nobody' }),
    });
    await client.refresh(`${tokens.refresh_token!}x`).catch(() => {});
    await changePassword(app.database, EMAIL, NEW_PASSWORD, () => new Date());
    dumps.push(await storedText());
  }

  /** Created in the dashboard. */
  async function ownToken(): Promise<{ readonly dashboardToken: string; readonly token: string }> {
    const known = { client_id: 'dashboard', token_endpoint_auth_method: 'none' } as const;
    const dashboard = await OAuthClient.known(app.baseUrl, known);
    const parameters = { redirect_uri: `${app.baseUrl}/callback` };
    const person = new BrowserlessPerson(app.baseUrl);
    const login = { email: EMAIL, password: PASSWORD };
    const { access_token: dashboardToken } = await dashboard.obtain(person, [1], login, parameters);
    const response = await fetch(`${app.baseUrl}/oauth/tokens`, {
      method: 'POST',
      headers: { authorization: `Bearer ${dashboardToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Own', audience: 'rest', scopes: ['reports'], website_ids: [1] }),
    });
    return { dashboardToken, token: ((await response.json()) as { token: string }).token };
  }

  /** Every row of every table, as JSON. */
  async function storedText(): Promise<string> {
    const names = await app.database.query<{ name: string }>(
      engine === 'sqlite'
        ? "SELECT name FROM sqlite_schema WHERE type = 'table'"
        : 'SELECT tablename::text AS name FROM pg_tables WHERE schemaname = ANY (current_schemas(false))',
    );
    const rows = await Promise.all(names.map(({ name }) => app.database.query(`SELECT * FROM ${name}`)));
    return JSON.stringify(rows);
  }

  /** Includes deleted rows that are still in the file. */
  function fileText(): string {
    const folder = dirname(sqlitePath(app.config.databaseUrl));
    // Read by another process: closing the file in this one would drop SQLite's locks.
    return execFileSync('cat', readdirSync(folder), { cwd: folder, encoding: 'latin1', maxBuffer: FILE_BYTES_MAX });
  }

  it('were all collected', async () => {
    await haveFlow();
    expect(secrets.size).toBeGreaterThan(22);
    for (const [name, value] of secrets) expect(value, name).toMatch(/^.{10,}$/);
  });

  it('are in no table', async () => {
    await haveFlow();
    expect(dumps.map((text) => text.includes('"kind":"RefreshToken"'))).toEqual([true, false]);
    for (const text of dumps) {
      for (const [name, value] of secrets) expect(text.includes(value), name).toBe(false);
    }
  });

  it.runIf(engine === 'sqlite')('are nowhere in the files', async () => {
    await haveFlow();
    const text = fileText();
    expect(text).toContain('argon2id');
    for (const [name, value] of secrets) expect(text.includes(value), name).toBe(false);
  });

  it('are in no log', async () => {
    await haveFlow();
    const text = app.logs();
    expect(text).toContain('POST /oauth/token 400');
    for (const [name, value] of secrets) expect(text.includes(value), name).toBe(false);
  });
});
