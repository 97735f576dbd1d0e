// Known OAuth attacks, against the whole service; those on what is stored or looked up (codes, tokens, people who log in) on both engines.
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '../../../../src/core/contract/access/tokens.ts';
import { REFRESH_GRACE_S } from '../../../../src/core/manage/authorization-server/grants/refresh-rotation.ts';
import { BrowserlessPerson, type SeenPage } from '../../../support/browserless-person.ts';
import { ANY_ENGINE, ENGINES } from '../../../support/databases.ts';
import { EMAIL, PASSWORD, startLoginService } from '../../../support/login-service.ts';
import { type Authorization, OAuthClient, REDIRECT_URI } from '../../../support/oauth-client.ts';
import type { TestService } from '../../../support/test-service.ts';
import { createUser } from '../../../support/users.ts';

const LOGIN = { email: EMAIL, password: PASSWORD };
const DAY_MS = 24 * 3_600_000;

describe.each(ENGINES)('attacks on %s', (engine) => {
  const itOnce = it.runIf(ANY_ENGINE.includes(engine));
  let app: TestService;
  let client: OAuthClient;
  beforeAll(async () => {
    app = await startLoginService(engine, { env: { RATE_LIMIT_PER_MINUTE: '10000' } });
    client = await OAuthClient.register(app.baseUrl);
  });
  afterAll(() => app.dispose());

  const newPerson = () => new BrowserlessPerson(app.baseUrl);
  const read = (token: string, path = '/reports/website?website_id=1') =>
    fetch(`${app.baseUrl}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } });
  const askTools = (token: string) =>
    fetch(app.config.mcpUrl, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    });
  const obtain = (parameters: Readonly<Record<string, string>> = {}) =>
    client.obtain(newPerson(), [1], LOGIN, parameters);
  const errorAt = (url: string) => new URL(url).searchParams.get('error');

  /** Stops before the client exchanges the code. */
  async function codeFor(parameters: Readonly<Record<string, string>> = {}): Promise<Authorization & { code: string }> {
    const person = newPerson();
    const authorization = await client.authorization(parameters);
    const consent = await person.logIn(await person.open(authorization.url), EMAIL, PASSWORD);
    const end = await person.allow(consent, [1]);
    return { ...authorization, code: new URL(end.url).searchParams.get('code')! };
  }

  async function exchange(form: Readonly<Record<string, string>>) {
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: client.client.client_id,
      redirect_uri: REDIRECT_URI,
      ...form,
    });
    const response = await fetch(`${app.baseUrl}/oauth/token`, { method: 'POST', body });
    return { status: response.status, body: (await response.json()) as Record<string, string> };
  }

  async function consentPage(person = newPerson()): Promise<SeenPage> {
    const page = await person.open((await client.authorization()).url);
    return person.logIn(page, EMAIL, PASSWORD);
  }

  describe('on the code', () => {
    it('no PKCE: the request is refused', async () => {
      const { url } = await client.authorization({ code_challenge: '', code_challenge_method: '' });
      expect(errorAt((await newPerson().open(url)).url)).toBe('invalid_request');
    });

    it('plain PKCE: the request is refused, explicit or by default', async () => {
      for (const method of ['plain', '']) {
        const { url } = await client.authorization({ code_challenge_method: method });
        expect(errorAt((await newPerson().open(url)).url)).toBe('invalid_request');
      }
    });

    itOnce('wrong verifier, or none: no token', async () => {
      const { code, verifier } = await codeFor();
      for (const wrong of [{ code_verifier: 'w'.repeat(43) }, {}]) {
        expect(await exchange({ code, ...wrong })).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
      }
      expect((await exchange({ code, code_verifier: verifier })).status).toBe(200);
    });

    it('code replay: refused, and tokens from the first use are revoked', async () => {
      const { code, verifier } = await codeFor();
      const first = await exchange({ code, code_verifier: verifier });
      expect((await read(first.body.access_token!)).status).toBe(200);
      expect(await exchange({ code, code_verifier: verifier })).toMatchObject({
        status: 400,
        body: { error: 'invalid_grant' },
      });
      expect((await read(first.body.access_token!)).status).toBe(401);
      await expect(client.refresh(first.body.refresh_token!)).rejects.toThrow();
    });

    it('concurrent code replay: at most one succeeds, and its tokens are revoked', async () => {
      const { code, verifier } = await codeFor();
      const answers = await Promise.all(Array.from({ length: 5 }, () => exchange({ code, code_verifier: verifier })));
      const given = answers.filter(({ status }) => status === 200);
      expect(given.length).toBeLessThanOrEqual(1);
      for (const { body } of given) expect((await read(body.access_token!)).status).toBe(401);
    });

    itOnce('code of another client: refused', async () => {
      const other = await OAuthClient.register(app.baseUrl);
      const { code, verifier } = await codeFor();
      const stolen = { code, code_verifier: verifier, client_id: other.client.client_id };
      expect(await exchange(stolen)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    });
  });

  describe.runIf(ANY_ENGINE.includes(engine))('on the redirect', () => {
    it.each([
      'https://evil.example/cb',
      `${REDIRECT_URI}.evil.example`,
      `${REDIRECT_URI}/more`,
      'http://127.0.0.1:9/',
      'http://evil.example:9/callback-of-the-client',
      'javascript:alert(1)',
    ])('redirect URI mismatch: %s gets an error page, and no redirect', async (redirectUri) => {
      const { url } = await client.authorization({ redirect_uri: redirectUri });
      const page = await newPerson().open(url);
      expect(page.status).toBe(400);
      expect(page.url.startsWith(`${app.baseUrl}/oauth/authorize`)).toBe(true);
      expect(page.html).toContain('invalid_redirect_uri');
    });

    it('a different redirect URI at the token endpoint: no token', async () => {
      const { code, verifier } = await codeFor();
      const form = { code, code_verifier: verifier, redirect_uri: 'http://127.0.0.1:10/callback-of-the-client' };
      expect(await exchange(form)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    });

    const register = (metadata: object) =>
      fetch(`${app.baseUrl}/oauth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(metadata),
      });

    it.each(['http://evil.example/cb', 'javascript:alert(1)', 'data:text/html,x', 'ms-settings:privacy'])(
      'a client cannot register %s',
      async (redirectUri) => {
        for (const type of ['web', 'native']) {
          expect((await register({ redirect_uris: [redirectUri], application_type: type })).status).toBe(400);
        }
      },
    );

    it('a client cannot register a foreign scheme beside an allowed one, or for after the logout', async () => {
      for (const metadata of [
        { redirect_uris: [REDIRECT_URI, 'View-Source:https://claude.ai/'] },
        { redirect_uris: [REDIRECT_URI], post_logout_redirect_uris: ['view-source:https://claude.ai/'] },
      ]) {
        const answer = await register(metadata);
        expect([answer.status, await answer.json()]).toMatchObject([
          400,
          {
            error: expect.stringMatching(/^invalid_/),
            error_description: expect.stringContaining('must not use view-source'),
          },
        ]);
      }
    });

    it('a client that was registered with such a scheme before is not served any more', async () => {
      const redirect = 'intent-of-an-app://open';
      const earlier = await OAuthClient.register(app.baseUrl, { redirect_uris: [redirect] });
      const open = async (uri: string) => newPerson().open((await earlier.authorization({ redirect_uri: uri })).url);
      expect((await open(redirect)).html).toContain('name="password"');
      await app.database.transaction((tx) =>
        tx.query("UPDATE authorization_records SET payload = replace(payload, $1, 'intent:') WHERE client_id = $2", [
          ...['intent-of-an-app:', earlier.client.client_id],
        ]),
      );
      const page = await open('intent://open');
      expect([page.status, page.html]).toEqual([400, expect.stringContaining('must not use intent')]);
    });

    it('open redirect by logout: an unregistered URL is not followed', async () => {
      const person = newPerson();
      await client.obtain(person, [1], LOGIN);
      const query = new URLSearchParams({ post_logout_redirect_uri: 'https://evil.example/' });
      const page = await person.open(`${app.baseUrl}/oauth/logout?${query}`);
      const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.html)![1]!;
      const body = new URLSearchParams({ xsrf, logout: 'yes' });
      const out = await person.request(`${app.baseUrl}/oauth/logout/confirm`, { method: 'POST', body });
      expect(out.url).toBe(`${app.baseUrl}/oauth/logout/success`);
    });
  });

  describe.runIf(ANY_ENGINE.includes(engine))('on the audience', () => {
    it('mixed-up resource: a code for the REST API gives no token for the tools', async () => {
      const { code, verifier } = await codeFor();
      const form = { code, code_verifier: verifier, resource: app.config.mcpUrl };
      expect(await exchange(form)).toMatchObject({ status: 400, body: { error: 'invalid_target' } });
    });

    it('mixed-up resource: nor does its refresh token', async () => {
      const tokens = await obtain();
      await expect(client.refresh(tokens.refresh_token, { resource: app.config.mcpUrl })).rejects.toMatchObject({
        error: 'invalid_target',
      });
    });

    it('mixed-up resource: uses up neither the code nor the refresh token', async () => {
      const { code, verifier } = await codeFor();
      const form = { code, code_verifier: verifier };
      expect(await exchange({ ...form, resource: app.config.mcpUrl })).toMatchObject({ status: 400 });
      const { status, body } = await exchange(form);
      expect(status).toBe(200);
      const other = { resource: app.config.mcpUrl };
      await expect(client.refresh(body.refresh_token!, other)).rejects.toMatchObject({ error: 'invalid_target' });
      app.clock.offsetMs = REFRESH_GRACE_S * 1000;
      expect((await client.refresh(body.refresh_token!)).access_token).toBeDefined();
      app.clock.offsetMs = 0;
    });

    it('the resource may be spelled with a trailing slash, and scheme and host in capitals', async () => {
      const spelled = `${app.config.mcpUrl.replace('http://localhost', 'HTTP://LocalHost')}/`;
      const tokens = await obtain({ resource: spelled });
      expect((await askTools(tokens.access_token)).status).not.toBe(401);
      const next = await client.refresh(tokens.refresh_token, { resource: app.config.mcpUrl });
      expect((await askTools(next.access_token)).status).not.toBe(401);
    });

    it('an unknown resource, or two at once: the request is refused', async () => {
      const { url } = await client.authorization({ resource: 'https://evil.example/mcp' });
      expect(errorAt((await newPerson().open(url)).url)).toBe('invalid_target');
      const both = (await client.authorization({ resource: app.config.mcpUrl })).url;
      both.searchParams.append('resource', `${app.baseUrl}/api/v1`);
      expect(errorAt((await newPerson().open(both)).url)).toBe('invalid_target');
    });

    it('a token for REST on the tools: 401, with the metadata URL', async () => {
      const { access_token: token } = await obtain();
      const refused = await askTools(token);
      expect(refused.status).toBe(401);
      expect(refused.headers.get('www-authenticate')).toContain('resource_metadata="');
    });

    it('a token for the tools on REST: 401', async () => {
      const { access_token: token } = await obtain({ resource: app.config.mcpUrl });
      expect((await askTools(token)).status).not.toBe(401);
      expect((await read(token)).status).toBe(401);
    });
  });

  describe('on tokens', () => {
    it('refresh reuse: refused, and the whole grant is revoked', async () => {
      const first = await obtain();
      const second = await client.refresh(first.refresh_token);
      expect((await read(second.access_token)).status).toBe(200);
      app.clock.offsetMs = REFRESH_GRACE_S * 1000;
      await expect(client.refresh(first.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' });
      expect((await read(second.access_token)).status).toBe(401);
      expect((await read(first.access_token)).status).toBe(401);
      await expect(client.refresh(second.refresh_token!)).rejects.toMatchObject({ error: 'invalid_grant' });
      app.clock.offsetMs = 0;
    });

    it('refresh reuse within the grace: the same refresh token again, never a second line of them', async () => {
      const { refresh_token: token } = await obtain();
      const answers = await Promise.all(Array.from({ length: 5 }, () => client.refresh(token)));
      for (const { access_token } of answers) expect((await read(access_token)).status).toBe(200);
      const [next, ...others] = new Set(answers.map(({ refresh_token }) => refresh_token!));
      expect(others).toEqual([]);
      const last = await client.refresh(next!);

      // Whoever copied a token of that moment has the client's own next one, which ends everything when it comes again.
      app.clock.offsetMs = REFRESH_GRACE_S * 1000;
      await expect(client.refresh(next!)).rejects.toMatchObject({ error: 'invalid_grant' });
      for (const { access_token } of [...answers, last]) expect((await read(access_token)).status).toBe(401);
      await expect(client.refresh(last.refresh_token!)).rejects.toMatchObject({ error: 'invalid_grant' });
      app.clock.offsetMs = 0;
    });

    it('refresh reuse within the grace does not make the grace longer', async () => {
      const { refresh_token: token } = await obtain();
      await client.refresh(token);
      app.clock.offsetMs = (REFRESH_GRACE_S / 2) * 1000;
      await client.refresh(token);
      app.clock.offsetMs = REFRESH_GRACE_S * 1000;
      await expect(client.refresh(token)).rejects.toMatchObject({ error: 'invalid_grant' });
      app.clock.offsetMs = 0;
    });

    it('refresh reuse within the grace by another client: refused', async () => {
      const { refresh_token: token } = await obtain();
      await client.refresh(token);
      const other = await OAuthClient.register(app.baseUrl);
      await expect(other.refresh(token)).rejects.toMatchObject({ error: 'invalid_grant' });
    });

    itOnce('a refresh token of another client: refused', async () => {
      const other = await OAuthClient.register(app.baseUrl);
      await expect(other.refresh((await obtain()).refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' });
    });

    itOnce('a refresh token, a code or a client id in place of an access token: 401', async () => {
      const tokens = await obtain();
      const { code } = await codeFor();
      for (const other of [tokens.refresh_token, code, client.client.client_id]) {
        expect((await read(other)).status).toBe(401);
      }
    });

    itOnce('forged tokens: 401', async () => {
      const { access_token: token } = await obtain();
      const last = token.at(-1) === 'A' ? 'B' : 'A';
      const forged = [
        token.slice(0, -1) + last,
        token.slice(0, -1),
        `${token}A`,
        token.toUpperCase(),
        'x',
        `fat_${token}`,
        'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.',
        "' OR 1=1 --",
        '%00',
        'x'.repeat(10_000),
      ];
      for (const one of forged) expect((await read(one)).status).toBe(401);
      expect((await read(token)).status).toBe(200);
    });

    it('expired tokens: 401 from the second they expire', async () => {
      const { access_token: token } = await obtain();
      app.clock.offsetMs = DAY_MS - 60_000;
      expect((await read(token)).status).toBe(200);
      app.clock.offsetMs = DAY_MS;
      expect((await read(token)).status).toBe(401);
      app.clock.offsetMs = 0;
    });

    itOnce('scope escalation: neither the exchange nor a refresh gives more than was allowed', async () => {
      const { code, verifier } = await codeFor({ scope: 'areas:read' });
      const tokens = await exchange({ code, code_verifier: verifier, scope: 'areas:read contacts:write' });
      expect(tokens.body.scope).toBe('areas:read');
      await expect(client.refresh(tokens.body.refresh_token!, { scope: 'contacts:write' })).rejects.toMatchObject({
        error: 'invalid_scope',
      });
      expect((await read(tokens.body.access_token!)).status).toBe(403);
    });

    itOnce('scope escalation: a client cannot request scopes that it did not register', async () => {
      const limited = await OAuthClient.register(app.baseUrl, { scope: 'areas:read' });
      const { url } = await limited.authorization({ scope: 'reports' });
      expect(errorAt((await newPerson().open(url)).url)).toBe('invalid_scope');
    });

    itOnce('scopes that the tools do not have: error redirect without a consent page', async () => {
      const { url } = await client.authorization({ resource: app.config.mcpUrl, scope: 'contacts:write' });
      const person = newPerson();
      const end = await person.logIn(await person.open(url), EMAIL, PASSWORD);
      expect(errorAt(end.url)).not.toBeNull();
      expect(new URL(end.url).searchParams.get('code')).toBeNull();
    });
  });

  itOnce('a wrong password and an unknown email get the same response', async () => {
    const attempt = async (email: string) => {
      const person = newPerson();
      const page = await person.open((await client.authorization()).url);
      const { status, html } = await person.logIn(page, email, 'not the password');
      return { status, error: /role="alert">([^<]+)/.exec(html)?.[1] };
    };
    const wrong = { status: 422, error: 'Incorrect email address or password.' };
    expect(await attempt(EMAIL)).toEqual(wrong);
    expect(await attempt('nobody@example.com')).toEqual(wrong);
    expect(await attempt("' OR 1=1 --")).toEqual(wrong);
    expect(await attempt('\u0000')).toEqual(wrong);
  });

  describe.runIf(ANY_ENGINE.includes(engine))('on the pages', () => {
    it('CSRF on consent: the form is refused without the interaction cookie', async () => {
      const page = await consentPage();
      const stranger = newPerson();
      const answer = await stranger.submit(page, { website: [1] });
      expect(answer.status).toBe(400);
      expect(answer.url).not.toContain('code=');
    });

    it.each([
      ['none', ''],
      ['a made-up one', 'x'.repeat(43)],
    ])('CSRF on consent: with the cookie, but with %s for a form token', async (_name, token) => {
      const person = newPerson();
      const page = await consentPage(person);
      expect((await person.submit(page, { form_token: token, website: [1] })).status).toBe(403);
      expect((await person.allow(page, [1])).url).toContain('code=');
    });

    it('CSRF on consent: the form token of another interaction is refused', async () => {
      const person = newPerson();
      const page = await consentPage(person);
      const other = /name="form_token" value="([^"]+)"/.exec((await consentPage()).html)![1]!;
      expect((await person.submit(page, { form_token: other, website: [1] })).status).toBe(403);
    });

    it.each([
      ['of another account', [1, 3]],
      ['that does not exist', [1, 999]],
      ['that is not even a number', [1, 'x']],
    ])('consent tampered: a website %s is refused, and nothing is granted', async (_name, websiteIds) => {
      const before = await app.database.query('SELECT * FROM grant_websites');
      const person = newPerson();
      const answer = await person.submit(await consentPage(person), { website: websiteIds });
      expect(answer.status).toBe(403);
      expect(answer.url).not.toContain('code=');
      expect(await app.database.query('SELECT * FROM grant_websites')).toEqual(before);
    });

    it('consent skipped: the resume URL alone gives no code', async () => {
      const person = newPerson();
      const page = await consentPage(person);
      const resume = page.url.replace('/interaction/', '/authorize/');
      const end = await person.open(resume);
      expect(end.url).not.toContain('code=');
      expect((await newPerson().open(resume)).status).toBe(400);
    });

    it('consent before login: the form is refused', async () => {
      const person = newPerson();
      const page = await person.open((await client.authorization()).url);
      const answer = await person.submit(page, { website: [1] }, `${new URL(page.url).pathname}/consent`);
      expect(answer.status).toBe(400);
    });

    it('a client name that is HTML is shown as text', async () => {
      const name = '<script>alert(1)</script>"\'&';
      const evil = await OAuthClient.register(app.baseUrl, { client_name: name });
      const page = await newPerson().open((await evil.authorization()).url);
      expect(page.html).not.toContain('<script>alert');
      expect(page.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;');
    });

    it('the consent page shows the host that the user is sent to, whatever the client calls itself', async () => {
      const redirect = 'https://evil.example/callback';
      const evil = await OAuthClient.register(app.baseUrl, { client_name: 'Funnel', redirect_uris: [redirect] });
      const person = newPerson();
      const page = await person.open((await evil.authorization({ redirect_uri: redirect })).url);
      const consent = await person.logIn(page, EMAIL, PASSWORD);
      expect(consent.html).toContain('You will be sent to <strong>evil.example</strong>');
    });

    it('the consent page names the scheme of an application, not the host that the client put behind it', async () => {
      const redirect = 'web+evil://claude.ai/cb';
      const evil = await OAuthClient.register(app.baseUrl, { redirect_uris: [redirect] });
      const person = newPerson();
      const page = await person.open((await evil.authorization({ redirect_uri: redirect })).url);
      const consent = await person.logIn(page, EMAIL, PASSWORD);
      expect(consent.html).toContain('You will be sent to <strong>the application for web+evil:</strong>');
      expect(consent.html).not.toContain('claude.ai');
    });

    it('guessing a password ends in 429, for that user and IP address', async () => {
      const email = 'guessed@example.com';
      await createUser(app.database, { email, password: PASSWORD, accountIds: [1] }, () => new Date());
      const person = newPerson();
      const page = await person.open((await client.authorization()).url);
      app.clock.advanceToMultipleOf(15 * 60_000);
      for (let guess = 0; guess < 10; guess++) {
        expect((await person.logIn(page, email, `guess number ${guess}`)).status).toBe(422);
      }
      const refused = await person.logIn(page, email, PASSWORD);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(refused.html).toContain('Too many attempts');
      app.clock.advance(15 * 60_000);
      expect((await person.logIn(page, email, PASSWORD)).html).toContain('name="website"');
      app.clock.offsetMs = 0;
    });
  });

  describe.runIf(ANY_ENGINE.includes(engine))('by client metadata (SSRF)', () => {
    it.each([
      ['this machine', (port: number) => `https://127.0.0.1:${port}/client`],
      ['this machine by name', (port: number) => `https://localhost:${port}/client`],
      ['this machine over IPv6', (port: number) => `https://[::1]:${port}/client`],
      ['this machine in another notation', (port: number) => `https://0x7f000001:${port}/client`],
      ['plain http', (port: number) => `http://127.0.0.1:${port}/client`],
    ])('%s is not fetched', async (_name, addressOn) => {
      let connections = 0;
      const server = createServer((socket) => {
        connections += 1;
        socket.destroy();
      });
      await new Promise<void>((resolve) => server.listen(0, resolve));
      const { port } = server.address() as { port: number };
      const { url } = await client.authorization({ client_id: addressOn(port) });
      const page = await newPerson().open(url);
      expect(page.status).toBe(400);
      expect(page.html).toContain('invalid_client');
      expect(connections).toBe(0);
      await new Promise((resolve) => server.close(resolve));
    });

    it('nor when it is registered as a URL to fetch', async () => {
      let connections = 0;
      const server = createServer((socket) => {
        connections += 1;
        socket.destroy();
      });
      await new Promise<void>((resolve) => server.listen(0, resolve));
      const { port } = server.address() as { port: number };
      const body = JSON.stringify({
        redirect_uris: [REDIRECT_URI],
        sector_identifier_uri: `https://127.0.0.1:${port}/sector`,
        subject_type: 'public',
      });
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${app.baseUrl}/oauth/register`, { method: 'POST', headers, body });
      expect(answer.status).toBe(400);
      expect(connections).toBe(0);
      await new Promise((resolve) => server.close(resolve));
    });
  });

  describe('on the legacy key', () => {
    it('it works until the first token of its website, and never again', async () => {
      const [{ api_key: key }] = (await app.database.query<{ api_key: string }>(
        'SELECT api_key FROM websites WHERE id = 2',
      )) as [{ api_key: string }];
      const readWithKey = () =>
        fetch(`${app.baseUrl}/api/v1/reports/website`, { headers: { authorization: `api_key=${key}` } });
      const tokens = await app.database.query('SELECT 1 AS one FROM website_first_tokens WHERE website_id = 2');
      expect(tokens).toEqual([]);
      expect((await readWithKey()).status).toBe(200);
      const issued = await client.obtain(newPerson(), [2], LOGIN);
      expect((await readWithKey()).status).toBe(401);
      await client.revoke(issued.refresh_token);
      expect((await readWithKey()).status).toBe(401);
    });

    it('an operator token ends it too', async () => {
      const [{ api_key: key }] = (await app.database.query<{ api_key: string }>(
        'SELECT api_key FROM websites WHERE id = 3',
      )) as [{ api_key: string }];
      const readWithKey = () =>
        fetch(`${app.baseUrl}/api/v1/reports/website`, { headers: { authorization: `api_key=${key}` } });
      expect((await readWithKey()).status).toBe(200);
      await createToken(app.database, { websiteIds: [3], scopes: ['reports'], audience: 'tools' }, () => new Date());
      expect((await readWithKey()).status).toBe(401);
    });

    itOnce('is refused by the tools', async () => {
      const [{ api_key: key }] = (await app.database.query<{ api_key: string }>(
        'SELECT api_key FROM websites WHERE id = 1',
      )) as [{ api_key: string }];
      const answer = await fetch(app.config.mcpUrl, { method: 'POST', headers: { authorization: `api_key=${key}` } });
      expect(answer.status).toBe(401);
    });
  });
});
