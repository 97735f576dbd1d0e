// The whole OAuth flow, from registration to revocation, with an independent client library, on both engines.
import { ResponseBodyError } from 'oauth4webapi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BrowserlessPerson, websiteIdsOffered } from '../../../support/browserless-person.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import { EMAIL, PASSWORD, startLoginService } from '../../../support/login-service.ts';
import { OAuthClient, REDIRECT_URI } from '../../../support/oauth-client.ts';
import type { TestService } from '../../../support/test-service.ts';

const LOGIN = { email: EMAIL, password: PASSWORD };
const ALL_SCOPES = 'reports contacts:read contacts:write ctas:read ctas:write areas:read websites:read data:erase';

describe.each(ANY_ENGINE)('authorization on %s', (engine) => {
  let app: TestService;
  beforeAll(async () => {
    app = await startLoginService(engine);
  });
  afterAll(() => app.dispose());

  const newPerson = () => new BrowserlessPerson(app.baseUrl);
  const read = (token: string, path = '/reports/website?website_id=1') =>
    fetch(`${app.baseUrl}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } });
  const askTools = (token: string) =>
    fetch(app.config.mcpUrl, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json' },
      body: '{}',
    });

  const logOut = async (person: BrowserlessPerson) => {
    const page = await person.open(`${app.baseUrl}/oauth/logout`);
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.html)![1]!;
    const body = new URLSearchParams({ xsrf, logout: 'yes' });
    return person.request(`${app.baseUrl}/oauth/logout/confirm`, { method: 'POST', body });
  };

  describe('a new client', () => {
    it('registers and gets a token for the chosen websites only', async () => {
      const client = await OAuthClient.register(app.baseUrl);
      const person = newPerson();
      const authorization = await client.authorization();
      const consent = await person.logIn(await person.open(authorization.url), EMAIL, PASSWORD);
      expect(websiteIdsOffered(consent)).toEqual([1, 2]);
      const { access_token: token, ...rest } = await client.exchange(
        authorization,
        (await person.allow(consent, [1])).url,
      );
      expect(rest).toMatchObject({ token_type: 'bearer', expires_in: 86_400, scope: 'reports' });
      expect((await read(token)).status).toBe(200);
      expect((await read(token, '/reports/website')).status).toBe(200);
      expect((await read(token, '/reports/website?website_id=2')).status).toBe(404);
    });

    it('has pages in the language that it, or else the browser, asks for', async () => {
      const client = await OAuthClient.register(app.baseUrl);
      const german = new BrowserlessPerson(app.baseUrl, app.baseUrl, { 'accept-language': 'de-AT, en;q=0.5' });
      const login = await german.open((await client.authorization()).url);
      expect(login.html).toContain('<html lang="de">');
      expect(login.html).toContain('<h1>Anmelden</h1>');
      expect((await german.logIn(login, EMAIL, 'a wrong password')).html).toContain(
        'E-Mail-Adresse oder Passwort ist falsch.',
      );
      const consent = await german.logIn(login, EMAIL, PASSWORD);
      expect(consent.html).toContain('Berichte lesen');
      expect((await german.open(`${app.baseUrl}/oauth/logout`)).html).toContain('<h1>Abmelden?</h1>');
      const ended = await german.open(`${app.baseUrl}/oauth/interaction/unknown`);
      expect([ended.status, ended.html]).toEqual([400, expect.stringContaining('Diese Anmeldung ist abgelaufen')]);
      const french = await client.authorization({ ui_locales: 'sv fr', prompt: 'login' });
      expect((await german.open(french.url)).html).toContain('<h1>Se connecter</h1>');
    });

    it('gets the requested scopes only', async () => {
      const client = await OAuthClient.register(app.baseUrl);
      const { access_token: token, scope } = await client.obtain(newPerson(), [1], LOGIN, { scope: 'contacts:read' });
      expect(scope).toBe('contacts:read');
      expect((await read(token, '/contacts')).status).toBe(200);
      const refused = await read(token);
      expect(refused.status).toBe(403);
      expect(refused.headers.get('www-authenticate')).toMatch(/^Bearer error="insufficient_scope", scope="reports", /);
    });

    it('gets the scope reports when it requests none', async () => {
      const client = await OAuthClient.register(app.baseUrl);
      const { scope } = await client.obtain(newPerson(), [1], LOGIN, { scope: '' });
      expect(scope).toBe('reports');
    });

    it('gets a token for the tool server when it requests that resource', async () => {
      const client = await OAuthClient.register(app.baseUrl);
      const parameters = { resource: app.config.mcpUrl, scope: ALL_SCOPES };
      const { access_token: token, scope } = await client.obtain(newPerson(), [1], LOGIN, parameters);
      expect(scope).toBe('reports');
      expect((await askTools(token)).status).not.toBe(401);
      expect((await read(token)).status).toBe(401);
    });

    it('is redirected with an error when the user denies it', async () => {
      const client = await OAuthClient.register(app.baseUrl);
      const person = newPerson();
      const { url } = await client.authorization();
      const page = await person.open(url);
      const end = await person.submit(page, {}, `${new URL(page.url).pathname}/cancel`);
      expect(end.url.startsWith(REDIRECT_URI)).toBe(true);
      expect(new URL(end.url).searchParams.get('error')).toBe('access_denied');
      expect(new URL(end.url).searchParams.get('iss')).toBe(app.baseUrl);
    });

    it('is registered with what is offered, and told so, if it asks for more', async () => {
      const { client } = await OAuthClient.register(app.baseUrl, {
        grant_types: ['authorization_code', 'refresh_token', 'client_credentials', 'implicit'],
        scope: 'openid reports profile areas:read',
      });
      expect(client).toMatchObject({
        grant_types: ['authorization_code', 'refresh_token'],
        scope: 'reports areas:read',
      });
      const nothingOffered = OAuthClient.register(app.baseUrl, { grant_types: ['client_credentials'] });
      await expect(nothingOffered).rejects.toMatchObject({ error: 'invalid_client_metadata' });
    });

    it('may register with a secret, and must use it then', async () => {
      const client = await OAuthClient.register(app.baseUrl, { token_endpoint_auth_method: 'client_secret_basic' });
      expect(client.secret).toMatch(/^[\w-]{40,}$/);
      const tokens = await client.obtain(newPerson(), [1], LOGIN);
      expect((await read(tokens.access_token)).status).toBe(200);
      const impostor = await OAuthClient.known(app.baseUrl, { ...client.client, client_secret: 'x'.repeat(86) });
      await expect(impostor.refresh(tokens.refresh_token)).rejects.toThrow();
      expect((await client.refresh(tokens.refresh_token)).access_token).toBeDefined();
    });

    it('needs consent each time: it is not remembered', async () => {
      const client = await OAuthClient.register(app.baseUrl, { application_type: 'web' });
      const person = newPerson();
      await client.obtain(person, [1], LOGIN);
      const { url } = await client.authorization({ prompt: 'none' });
      expect(new URL((await person.open(url)).url).searchParams.get('error')).toBe('consent_required');
    });

    it('may use another loopback port than registered', async () => {
      const client = await OAuthClient.register(app.baseUrl, { redirect_uris: ['http://127.0.0.1/cb'] });
      const { url } = await client.authorization({ redirect_uri: 'http://127.0.0.1:54321/cb' });
      expect((await newPerson().open(url)).html).toContain('name="password"');
    });
  });

  describe('choosing websites', () => {
    it('requires at least one', async () => {
      const client = await OAuthClient.register(app.baseUrl);
      const person = newPerson();
      const consent = await person.logIn(await person.open((await client.authorization()).url), EMAIL, PASSWORD);
      const again = await person.allow(consent, []);
      expect(again.status).toBe(422);
      expect(again.html).toContain('Choose at least one website.');
      expect((await person.allow(again, [2])).url).toContain('code=');
    });

    it('binds each token of a client to the websites chosen for it', async () => {
      const client = await OAuthClient.register(app.baseUrl);
      const person = newPerson();
      const first = await client.obtain(person, [1], LOGIN);
      const second = await client.obtain(person, [2], LOGIN);
      const statuses = async (token: string) => [
        (await read(token, '/reports/website?website_id=1')).status,
        (await read(token, '/reports/website?website_id=2')).status,
      ];
      expect(await statuses(first.access_token)).toEqual([200, 404]);
      expect(await statuses(second.access_token)).toEqual([404, 200]);
      const refreshed = await client.refresh(first.refresh_token);
      expect(await statuses(refreshed.access_token)).toEqual([200, 404]);
    });
  });

  describe('refreshing and revoking', () => {
    it('gives a new pair for a refresh token, for the same websites and scopes', async () => {
      const client = await OAuthClient.register(app.baseUrl);
      const tokens = await client.obtain(newPerson(), [2], LOGIN, { scope: 'reports areas:read' });
      const next = await client.refresh(tokens.refresh_token);
      expect(next.refresh_token).not.toBe(tokens.refresh_token);
      expect(next.scope).toBe('reports areas:read');
      expect((await read(next.access_token, '/areas')).status).toBe(200);
      expect((await read(next.access_token)).status).toBe(404);
    });

    it.each(['access_token', 'refresh_token'] as const)('revoking the %s ends the grant immediately', async (which) => {
      const client = await OAuthClient.register(app.baseUrl);
      const tokens = await client.obtain(newPerson(), [1], LOGIN);
      expect((await read(tokens.access_token)).status).toBe(200);
      await client.revoke(tokens[which]);
      const refused = await read(tokens.access_token);
      expect(refused.status).toBe(401);
      expect(refused.headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token", /);
      await expect(client.refresh(tokens.refresh_token)).rejects.toThrow(ResponseBodyError);
    });

    it('another client cannot revoke the token', async () => {
      const client = await OAuthClient.register(app.baseUrl);
      const other = await OAuthClient.register(app.baseUrl);
      const tokens = await client.obtain(newPerson(), [1], LOGIN);
      await other.revoke(tokens.access_token);
      expect((await read(tokens.access_token)).status).toBe(200);
    });
  });

  describe('the dashboard', () => {
    const openDashboard = () =>
      OAuthClient.known(app.baseUrl, { client_id: 'dashboard', token_endpoint_auth_method: 'none' });
    const parameters = () => ({ redirect_uri: `${app.baseUrl}/callback`, scope: ALL_SCOPES });
    const codeOf = (url: string) => new URL(url).searchParams.get('code');

    it('shows all websites of its user without asking, and renews silently until logout', async () => {
      const dashboard = await openDashboard();
      const person = newPerson();
      const authorization = await dashboard.authorization(parameters());
      const login = await person.open(authorization.url);
      const end = await person.logIn(login, EMAIL, PASSWORD);
      const tokens = await dashboard.exchange(authorization, end.url);
      const websites = [1, 2, 3].map((id) => read(tokens.access_token, `/reports/website?website_id=${id}`));
      expect((await Promise.all(websites)).map(({ status }) => status)).toEqual([200, 200, 404]);

      const silent = async () =>
        (await person.open((await dashboard.authorization({ ...parameters(), prompt: 'none' })).url)).url;
      expect(codeOf(await silent())).not.toBeNull();

      expect((await logOut(person)).html).toContain('You are logged out');
      expect(new URL(await silent()).searchParams.get('error')).toBe('login_required');
      expect((await read(tokens.access_token)).status).toBe(401);
    });

    it('logout does not affect other clients', async () => {
      const client = await OAuthClient.register(app.baseUrl);
      const person = newPerson();
      const tokens = await client.obtain(person, [1], LOGIN);
      await logOut(person);
      expect((await read(tokens.access_token)).status).toBe(200);
      expect((await client.refresh(tokens.refresh_token)).access_token).toBeDefined();
    });
  });

  it('publishes its metadata (RFC 8414)', async () => {
    const metadata = await (await fetch(`${app.baseUrl}/.well-known/oauth-authorization-server`)).json();
    expect(metadata).toEqual({
      issuer: app.baseUrl,
      authorization_endpoint: `${app.baseUrl}/oauth/authorize`,
      token_endpoint: `${app.baseUrl}/oauth/token`,
      registration_endpoint: `${app.baseUrl}/oauth/register`,
      revocation_endpoint: `${app.baseUrl}/oauth/revoke`,
      introspection_endpoint: `${app.baseUrl}/oauth/introspect`,
      jwks_uri: `${app.baseUrl}/oauth/jwks`,
      end_session_endpoint: `${app.baseUrl}/oauth/logout`,
      scopes_supported: ALL_SCOPES.split(' '),
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
      revocation_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
      introspection_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
  });

  it('allows browser clients to discover, register and get tokens (CORS)', async () => {
    const headers = { origin: 'https://inspector.example', 'access-control-request-method': 'POST' };
    for (const path of ['/oauth/register', '/oauth/token', '/oauth/revoke']) {
      const { status, headers: answer } = await fetch(app.baseUrl + path, { method: 'OPTIONS', headers });
      expect(status).toBe(204);
      expect(['*', headers.origin]).toContain(answer.get('access-control-allow-origin'));
    }
  });
});

describe('URLs in responses', () => {
  it('come from BASE_URL, not from request headers', async () => {
    const variables = { BASE_URL: 'https://funnel.example/app' };
    const app = await startLoginService('sqlite', { env: variables });
    try {
      const address = `http://127.0.0.1:${app.config.port}`;
      const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' };
      const metadata = await fetch(`${address}/.well-known/oauth-authorization-server`, { headers });
      const text = await metadata.text();
      expect(JSON.parse(text).token_endpoint).toBe('https://funnel.example/app/oauth/token');
      expect(text).not.toContain('evil');

      const client_id = 'dashboard';
      const query = new URLSearchParams({
        client_id,
        response_type: 'code',
        code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
        code_challenge_method: 'S256',
      });
      const start = await fetch(`${address}/oauth/authorize?${query}`, { headers, redirect: 'manual' });
      expect(start.headers.get('location')).toMatch(/^\/app\/oauth\/interaction\//);
      for (const cookie of start.headers.getSetCookie()) {
        expect(cookie).toMatch(/; path=\/app\/oauth\/(interaction|authorize)\/.*; secure; httponly/i);
        expect(cookie).toMatch(/samesite=lax/i);
      }
    } finally {
      await app.dispose();
    }
  });
});
