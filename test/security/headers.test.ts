// The headers of every kind of response for browsers and caches: no type sniffing, no frames, no foreign scripts, no caching
// of secrets and personal data. And what other origins may read (CORS).
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCOPES } from '../../src/core/contract/access/principal.ts';
import { createToken } from '../../src/core/contract/access/tokens.ts';
import { createIngestKey } from '../../src/core/intake/ingest-keys/ingest-keys.ts';
import { BrowserlessPerson, type SeenPage } from '../support/browserless-person.ts';
import { buildIfChanged } from '../support/build-if-changed.ts';
import { EMAIL, PASSWORD, startLoginService } from '../support/login-service.ts';
import type { TestService } from '../support/test-service.ts';
import { createUser } from '../support/users.ts';
import { type Answer, ask, type Question } from './ask.ts';

const BASE_URL = 'https://funnel.example';
const EVIL = 'https://evil.example';
const CODE = {
  client_id: 'dashboard',
  response_type: 'code',
  redirect_uri: `${BASE_URL}/callback`,
  scope: SCOPES.join(' '),
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
};
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const JSON_TYPE = { 'content-type': 'application/json' };
const now = () => new Date();

interface Kind {
  readonly name: string;
  readonly answer: Answer;
}

/** The script for the theme, which pages of the server have, is allowed by its hash. */
function withoutAllowedScripts(text: string, policy: string): string {
  return text.replaceAll(/<script>(.*?)<\/script>/gs, (element, script: string) =>
    policy.includes(`'sha256-${createHash('sha256').update(script).digest('base64')}'`) ? '' : element,
  );
}

describe('headers of every kind of response, behind https', () => {
  let app: TestService;
  let address: string;
  let person: BrowserlessPerson;
  const kinds: Kind[] = [];
  const secret: Kind[] = [];
  const pages: Kind[] = [];

  beforeAll(async () => {
    buildIfChanged('docs');
    app = await startLoginService('sqlite', {
      components: ['rest', 'mcp', 'auth', 'collect', 'dashboard'],
      env: { BASE_URL },
    });
    address = `http://127.0.0.1:${app.config.port}`;
    person = new BrowserlessPerson(BASE_URL, address);
    await person.logIn(await openLogin(), EMAIL, PASSWORD);
  });
  afterAll(async () => {
    console.log(`headers: ${kinds.length} kinds of answers, ${secret.length} with secrets, ${pages.length} pages`);
    await app?.dispose();
  });

  const openLogin = () =>
    person.open(`${BASE_URL}/oauth/authorize?${new URLSearchParams({ ...CODE, prompt: 'login' })}`);

  /** Runs once, in the first test: a failure in a hook would only skip the tests. */
  let everything: Promise<void> | undefined;
  function haveEverything(): Promise<void> {
    everything ??= askForEverything();
    return everything;
  }

  async function add(name: string, status: number, question: Question, ...lists: Kind[][]): Promise<Answer> {
    const answer = await ask(address, question);
    expect(answer.status, `${name}: ${answer.text.slice(0, 300)}`).toBe(status);
    for (const list of [kinds, ...lists]) list.push({ name, answer });
    return answer;
  }

  function addPage(name: string, status: number, { status: actual, headers, html }: SeenPage): void {
    expect(actual, name).toBe(status);
    const answer = { status, headers: Object.fromEntries(headers), text: html };
    for (const list of [kinds, secret, pages]) list.push({ name, answer });
  }

  async function askForEverything(): Promise<void> {
    const token = { websiteIds: [1], scopes: SCOPES };
    const rest = {
      authorization: `Bearer ${(await createToken(app.database, { ...token, audience: 'rest' }, now)).token}`,
    };
    const tools = {
      authorization: `Bearer ${(await createToken(app.database, { ...token, audience: 'tools' }, now)).token}`,
    };
    const key = { authorization: `Bearer ${(await createIngestKey(app.database, 1, now))!.key}` };

    const report = await add('a report', 200, { path: '/api/v1/reports/website', headers: rest });
    const etag = report.headers.etag!;
    await add('a report that has not changed', 304, {
      path: '/api/v1/reports/website',
      headers: { ...rest, 'if-none-match': etag },
    });
    const website = await add('the website with its api_key', 200, { path: '/api/v1/websites', headers: rest }, secret);
    expect(website.text).toContain('api_key');
    const unchanged = { ...rest, 'if-none-match': website.headers.etag! };
    await add('the website that has not changed', 304, { path: '/api/v1/websites', headers: unchanged }, secret);
    const contact = { method: 'POST', path: '/api/v1/contacts', headers: { ...rest, ...JSON_TYPE } };
    await add('a contact', 201, { ...contact, body: '{"email":"a@b.example"}' }, secret);
    await add('contacts', 200, { path: '/api/v1/contacts', headers: rest }, secret);
    await add(
      'a contact that is gone',
      200,
      { method: 'DELETE', path: '/api/v1/contacts?email=a@b.example', headers: rest },
      secret,
    );

    await add('no token', 401, { path: '/api/v1/contacts' }, secret);
    await add('no scope', 403, { path: '/oauth/tokens', headers: rest }, secret);
    await add('a wrong parameter', 422, { path: '/api/v1/reports/website?timeframe=x', headers: rest }, secret);
    await add('a wrong body', 400, { ...contact, body: '{' }, secret);
    await add('a wrong type', 415, { ...contact, headers: { ...rest, 'content-type': 'a/b' }, body: 'x' }, secret);
    await add('nothing there', 404, { path: '/nothing' }, secret);
    await add('nothing there in the API', 404, { path: '/api/v1/reports/campaigns/999', headers: rest }, secret);
    await add('another method', 405, { method: 'PUT', path: '/api/v1/contacts' }, secret);
    await add('a malformed address', 400, { path: '/%zz' }, secret);
    await add('a part that is too long', 414, { path: `/api/v1/reports/campaigns/${'1'.repeat(300)}` }, secret);

    await add(
      'a batch of events',
      200,
      { method: 'POST', path: '/collect/events', headers: { ...key, ...JSON_TYPE }, body: '[]' },
      secret,
    );
    const rpc = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
    await add('tools', 200, { method: 'POST', path: '/mcp', headers: { ...tools, ...JSON_TYPE }, body: rpc }, secret);
    await add('tools for nobody', 401, { method: 'POST', path: '/mcp', body: rpc }, secret);
    for (const path of ['/healthz', '/readyz', '/metrics', '/api/v1/openapi.json']) await add(path, 200, { path });
    const reference = await add('the reference', 200, { path: '/docs' }, pages);
    for (const [path] of reference.text.matchAll(/\/docs\/assets\/[\w.-]+/g))
      await add(`reference: ${path}`, 200, { path });
    await add('the document of the reference', 200, { path: '/docs/openapi.json' });
    await add('no asset of the reference', 404, { path: '/docs/assets/nothing.js' });

    const page = await add('the dashboard', 200, { path: '/' }, pages);
    await add('the dashboard that has not changed', 304, {
      path: '/',
      headers: { 'if-none-match': page.headers.etag! },
    });
    await add('the dashboard, further in', 200, { path: '/websites/1' }, pages);
    await add('its callback', 200, { path: '/callback' }, pages);
    for (const name of readdirSync(new URL('../../dashboard/dist/assets', import.meta.url))) {
      await add(name, 200, { path: `/assets/${name}` });
    }
    await add('its theme', 200, { path: '/theme.js' });
    await add('no asset', 404, { path: '/assets/nothing.js' });

    await askForAuthorization();
  }

  async function askForAuthorization(): Promise<void> {
    for (const name of [
      'oauth-protected-resource',
      'oauth-protected-resource/mcp',
      'oauth-protected-resource/api/v1',
      'oauth-authorization-server',
      'ai-catalog.json',
    ]) {
      await add(name, 200, { path: `/.well-known/${name}` });
    }
    for (const name of ['server-card', 'icon.svg']) await add(name, 200, { path: `/mcp/${name}` });
    await add('jwks', 200, { path: '/oauth/jwks' });
    const description = { redirect_uris: ['https://a.example/cb'], token_endpoint_auth_method: 'client_secret_basic' };
    const body = JSON.stringify(description);
    const client = await add(
      'a new client with its secret',
      201,
      { method: 'POST', path: '/oauth/register', headers: JSON_TYPE, body },
      secret,
    );
    await add(
      'no new client',
      400,
      { method: 'POST', path: '/oauth/register', headers: JSON_TYPE, body: '{}' },
      secret,
    );
    await add('no login under way', 400, { path: '/oauth/interaction/x' }, secret, pages);
    await add('an authorization that cannot be', 400, { path: '/oauth/authorize?client_id=nobody' }, secret, pages);
    const start = await add(
      'the start of a login',
      303,
      { path: `/oauth/authorize?${new URLSearchParams(CODE)}` },
      secret,
    );
    expect(start.headers['set-cookie']).toBeDefined();

    const login = await openLogin();
    addPage('the login page', 200, login);
    addPage('the login page after a wrong password', 422, await person.logIn(login, EMAIL, 'not the password'));
    const end = await person.logIn(login, EMAIL, PASSWORD);
    const application = { ...CODE, client_id: JSON.parse(client.text).client_id, redirect_uri: 'https://a.example/cb' };
    const consent = await person.open(`${BASE_URL}/oauth/authorize?${new URLSearchParams(application)}`);
    addPage('the consent page', 200, consent);
    addPage('the consent page without a choice', 422, await person.submit(consent, { website: [] }));
    addPage('a form of another site', 403, await person.submit(consent, { form_token: 'x', website: [1] }));
    addPage('the page to log out', 200, await person.open(`${BASE_URL}/oauth/logout`));

    const code = new URL(end.url).searchParams.get('code')!;
    const { client_id, redirect_uri } = CODE;
    const form = { grant_type: 'authorization_code', code, client_id, redirect_uri, code_verifier: VERIFIER };
    const question = { method: 'POST', path: '/oauth/token', headers: FORM };
    const tokens = await add('tokens', 200, { ...question, body: String(new URLSearchParams(form)) }, secret);
    await add(
      'no tokens',
      401,
      { ...question, body: String(new URLSearchParams({ ...form, client_id: 'x' })) },
      secret,
    );
    const { access_token: accessToken } = JSON.parse(tokens.text);
    const mine = { authorization: `Bearer ${accessToken}`, ...JSON_TYPE };
    const newToken = JSON.stringify({ name: 'x', audience: 'rest', scopes: ['reports'], website_ids: [1] });
    await add(
      'a token of one’s own',
      201,
      { method: 'POST', path: '/oauth/tokens', headers: mine, body: newToken },
      secret,
    );
    await add('tokens of one’s own', 200, { path: '/oauth/tokens', headers: mine }, secret);
  }

  it('all of them are strict by default', async () => {
    await haveEverything();
    expect(kinds.length).toBeGreaterThan(50);
    for (const { name, answer } of kinds) {
      const { headers } = answer;
      expect(headers['x-request-id'], name).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers['x-content-type-options'], name).toBe('nosniff');
      expect(headers['referrer-policy'], name).toMatch(/^(no-referrer|same-origin)$/);
      expect(headers['strict-transport-security'], name).toBe('max-age=31536000');
      expect(headers['content-security-policy'], name).toMatch(/^default-src 'none'/);
      expect(headers['content-security-policy'], name).not.toMatch(/unsafe|\*|data:|blob:/);
      const [ancestors, frame] = name === 'its callback' ? ["'self'", 'SAMEORIGIN'] : ["'none'", 'DENY'];
      expect(headers['content-security-policy'], name).toContain(`frame-ancestors ${ancestors}`);
      expect(headers['x-frame-options'], name).toBe(frame);
      expect(headers.server ?? headers['x-powered-by'], name).toBeUndefined();
      expect(headers['cache-control'], name).toBeTypeOf('string');
    }
  });

  it('responses with secrets or personal data are not cached', async () => {
    await haveEverything();
    for (const { name, answer } of secret) expect(answer.headers['cache-control'], name).toBe('no-store');
    const kept = kinds.filter((kind) => answerIsKept(kind.answer)).map(({ name }) => name);
    const allowed = /ai-catalog|server-card|report|dashboard|callback|theme|reference|openapi|^[\w-]+\.(js|css|svg)$/;
    expect(kept.filter((name) => !allowed.test(name))).toEqual([]);
    const report = kinds.find(({ name }) => name === 'a report')!;
    expect(report.answer.headers['cache-control']).toBe('private, no-cache');
  });

  function answerIsKept({ headers }: Answer): boolean {
    return headers['cache-control'] !== 'no-store';
  }

  it('no page has a script or style that its policy does not allow', async () => {
    await haveEverything();
    expect(pages.length).toBeGreaterThan(10);
    for (const { name, answer } of pages) {
      expect(answer.headers['content-security-policy'], name).toContain("base-uri 'none'");
      expect(answer.headers['content-security-policy'], name).toContain('form-action');
      const rest = withoutAllowedScripts(answer.text, String(answer.headers['content-security-policy']));
      expect(rest, name).not.toMatch(/<script(?![^>]* src=)[^>]*>|\son\w+\s*=|javascript:|\sstyle\s*=/i);
      expect(answer.text, name).not.toMatch(/(src|href)="(https?:)?\/\//i);
    }
  });

  it('the only script, of a form that submits itself, is allowed by its hash', async () => {
    const other = { email: 'grace@example.com', password: PASSWORD };
    await createUser(app.database, { ...other, accountIds: [1] }, now);
    const page = await person.logIn(await openLogin(), other.email, other.password);
    const [, script] = /<script>([^<]+)<\/script>/.exec(page.html)!;
    expect(page.headers.get('content-security-policy')).toContain(
      `script-src 'sha256-${createHash('sha256').update(script!).digest('base64')}'`,
    );
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self'");
    expect(page.html).toContain(`action="${BASE_URL}/oauth/logout/confirm"`);
  });

  it('cookies are only for this server: not for scripts, other sites or plain http', async () => {
    await haveEverything();
    const start = kinds.find(({ name }) => name === 'the start of a login')!;
    const cookies = start.answer.headers['set-cookie']!;
    expect(cookies.length).toBeGreaterThanOrEqual(2);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/; path=\/oauth\//);
      expect(cookie).toMatch(/; samesite=lax/i);
      expect(cookie).toMatch(/; secure/i);
      expect(cookie).toMatch(/; httponly/i);
    }
  });

  it('without https there is no HSTS, and cookies still work', async () => {
    const plain = await startLoginService('sqlite');
    try {
      const query = new URLSearchParams({ ...CODE, redirect_uri: `${plain.baseUrl}/callback` });
      const { headers } = await ask(plain.baseUrl, { path: `/oauth/authorize?${query}` });
      expect(headers['strict-transport-security']).toBeUndefined();
      expect(headers['set-cookie']!.join()).not.toMatch(/; secure/i);
      expect(headers['set-cookie']!.join()).toMatch(/; httponly/i);
    } finally {
      await plain.dispose();
    }
  });

  describe('pages of other websites (CORS)', () => {
    const ofOthers = { origin: EVIL };
    const preflight = {
      ...ofOthers,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    };

    it.each(['/collect/events', '/oauth/tokens', '/', '/metrics', '/docs'])('%s is not allowed', async (path) => {
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const { headers } = await ask(address, { method, path, headers: preflight });
        expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
      }
      expect((await ask(address, { method: 'OPTIONS', path, headers: preflight })).status).toBe(405);
    });

    it('the REST API may be called with a token, never with cookies, and says why it refuses', async () => {
      const token = await app.token([1], { scopes: SCOPES });
      const asked = { ...ofOthers, cookie: 'session=x' };
      const path = '/api/v1/reports/website';
      const answers = [
        await ask(address, { path, headers: { ...asked, authorization: `Bearer ${token}` } }),
        await ask(address, { path, headers: asked }),
        await ask(address, { path: '/api/v1/nothing', headers: asked }),
        await ask(address, { path: '/api/v1/reports/campaigns/%zz', headers: asked }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([200, 401, 404, 400]);
      for (const { headers } of answers) {
        expect(headers['access-control-allow-origin']).toBe('*');
        expect(headers['access-control-allow-credentials']).toBeUndefined();
        expect(String(headers['access-control-expose-headers']).split(', ')).toEqual(
          expect.arrayContaining(['ETag', 'Link', 'X-Total-Count', 'RateLimit-Remaining', 'Retry-After']),
        );
      }
    });

    it.each([
      ['/api/v1/reports/website', 'GET, HEAD'],
      ['/api/v1/contacts', 'DELETE, GET, HEAD, POST'],
      ['/api/v1/share-links/1', 'DELETE'],
    ])('a preflight of %s allows its methods, and the headers that they take', async (path, methods) => {
      const { status, headers, text } = await ask(address, { method: 'OPTIONS', path, headers: preflight });
      expect([status, text]).toEqual([204, '']);
      expect(headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': methods,
        'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match',
        'access-control-max-age': '7200',
      });
      expect(headers['access-control-allow-credentials']).toBeUndefined();
      expect(headers['set-cookie']).toBeUndefined();
    });

    it('a preflight of nothing is 404', async () => {
      const { status } = await ask(address, { method: 'OPTIONS', path: '/api/v1/nothing', headers: preflight });
      expect(status).toBe(404);
    });

    it('the tool server requires a token from them, and rejects pages without encryption', async () => {
      const statusFor = async (method: string, origin: string) => {
        const headers = { ...preflight, origin, host: 'localhost' };
        const answer = await ask(address, { method, path: '/mcp', headers });
        return [answer.status, answer.headers['access-control-allow-origin']];
      };
      for (const origin of ['http://evil.example', 'null']) {
        for (const method of ['POST', 'GET', 'OPTIONS'])
          expect(await statusFor(method, origin)).toEqual([403, undefined]);
      }
      const origin = 'https://assistant.example';
      expect(await statusFor('OPTIONS', origin)).toEqual([204, origin]);
      for (const method of ['POST', 'GET']) expect(await statusFor(method, origin)).toEqual([401, origin]);
    });

    it.each([
      '/oauth/token',
      '/oauth/revoke',
      '/oauth/introspect',
      '/oauth/register',
      '/oauth/jwks',
      '/.well-known/oauth-authorization-server',
    ])('%s is allowed for clients in a browser, without cookies', async (path) => {
      const { headers } = await ask(address, { method: 'OPTIONS', path, headers: preflight });
      expect([EVIL, '*']).toContain(headers['access-control-allow-origin']);
      expect(headers['access-control-allow-credentials']).toBeUndefined();
    });

    it.each(['/oauth/authorize', '/oauth/logout', '/oauth/interaction/x'])('%s is not for scripts', async (path) => {
      const { headers } = await ask(address, { path, headers: ofOthers });
      expect(headers['access-control-allow-origin']).toBeUndefined();
    });
  });

  describe('forms of other sites (CSRF)', () => {
    it.each([
      ['no token', ''],
      ['another token', 'x'.repeat(43)],
    ])('a login with %s is refused', async (_, formToken) => {
      const page = await openLogin();
      const answer = await person.submit(page, { form_token: formToken, email: EMAIL, password: PASSWORD });
      expect(answer.status).toBe(403);
    });

    it('a login without the cookie of its page is rejected, so nobody can be logged in as someone else', async () => {
      const page = await openLogin();
      const stranger = new BrowserlessPerson(BASE_URL, address);
      expect((await stranger.logIn(page, EMAIL, PASSWORD)).status).toBe(400);
    });

    it('a form with another content type is not read', async () => {
      const page = await openLogin();
      const path = `${new URL(page.url).pathname}/login`;
      const body = JSON.stringify({ email: EMAIL, password: PASSWORD });
      expect((await ask(address, { method: 'POST', path, headers: JSON_TYPE, body })).status).toBe(415);
    });

    it('logging out requires the form of its own page', async () => {
      const body = new URLSearchParams({ logout: 'yes' });
      const answer = await person.request(`${BASE_URL}/oauth/logout/confirm`, { method: 'POST', body });
      expect(answer.status).toBe(400);
      expect((await person.open(`${BASE_URL}/oauth/logout`)).html).toContain('Log out?');
    });

    it('a cookie is not enough to manage tokens', async () => {
      expect((await person.request(`${BASE_URL}/oauth/tokens`)).status).toBe(401);
    });

    it('a new login gets a new session, so session fixation does not work', async () => {
      const fresh = new BrowserlessPerson(BASE_URL, address);
      const page = await fresh.open(`${BASE_URL}/oauth/authorize?${new URLSearchParams(CODE)}`);
      const before = new Set(fresh.cookieValues);
      const end = await fresh.logIn(page, EMAIL, PASSWORD);
      expect(end.url).toContain('code=');
      expect(fresh.cookieValues.filter((value) => !before.has(value)).length).toBeGreaterThan(0);
    });
  });

  describe('redirects', () => {
    const REGISTERED = 'https://client.example/cb';
    let clientId: string;

    beforeAll(async () => {
      const body = JSON.stringify({ redirect_uris: [REGISTERED], application_type: 'web' });
      const { text } = await ask(address, { method: 'POST', path: '/oauth/register', headers: JSON_TYPE, body });
      clientId = JSON.parse(text).client_id;
    });

    const authorize = (parameters: Readonly<Record<string, string>>) =>
      ask(address, {
        path: `/oauth/authorize?${new URLSearchParams({
          ...CODE,
          client_id: clientId,
          redirect_uri: REGISTERED,
          scope: 'reports',
          ...parameters,
        })}`,
      });

    it.each([
      `${REGISTERED}/`,
      `${REGISTERED}?`,
      `${REGISTERED}?next=${EVIL}`,
      `${REGISTERED}#${EVIL}`,
      `${REGISTERED}/../other`,
      'https://client.example/CB',
      'https://client.example/%63b',
      'https://client.example//cb',
      'https://client.example/cb%00',
      'https://client.example:444/cb',
      'https://client.example.evil.example/cb',
      'https://client.example@evil.example/cb',
      'https://evil.example\\@client.example/cb',
      'https://evil.example/client.example/cb',
      'http://client.example/cb',
      '//client.example/cb',
      '/cb',
      'javascript://client.example/cb%0aalert(1)',
      `${REGISTERED} ${EVIL}`,
    ])('to %s, which was not registered: an error page instead of a redirect', async (redirectUri) => {
      const { status, headers } = await authorize({ redirect_uri: redirectUri });
      expect(status).toBe(400);
      expect(headers.location).toBeUndefined();
    });

    it.each([
      ['prompt', { prompt: 'none' }],
      ['response_type', { response_type: 'token' }],
      ['resource', { resource: EVIL }],
      ['code_challenge_method', { code_challenge_method: 'plain' }],
      ['request', { request: 'x' }],
      ['response_mode', { response_mode: 'form_post' }],
      ['response_mode', { response_mode: 'fragment', prompt: 'none' }],
    ])('an invalid %s does not redirect to an unknown URL without asking', async (_, parameters) => {
      const { status, headers, text } = await authorize(parameters);
      expect(status).toBe(400);
      expect(headers.location).toBeUndefined();
      const rest = withoutAllowedScripts(text, String(headers['content-security-policy']));
      expect(rest).not.toMatch(/<script|http-equiv/i);
    });

    it('nor does a scope that the tools do not have, for a logged-in user', async () => {
      const query = {
        ...CODE,
        client_id: clientId,
        redirect_uri: REGISTERED,
        resource: `${BASE_URL}/mcp`,
        scope: 'contacts:read',
      };
      const page = await person.open(`${BASE_URL}/oauth/authorize?${new URLSearchParams(query)}`);
      expect(page).toMatchObject({ status: 400, html: expect.stringContaining('client.example') });
    });

    it('the decision of the user is redirected, and so are errors of the dashboard', async () => {
      const query = new URLSearchParams({ ...CODE, client_id: clientId, redirect_uri: REGISTERED, scope: 'reports' });
      const consent = await person.open(`${BASE_URL}/oauth/authorize?${query}`);
      const cancelled = await person.submit(consent, {}, `${new URL(consent.url).pathname}/cancel`);
      expect(cancelled.url).toContain(`${REGISTERED}?error=access_denied`);
      const stranger = new BrowserlessPerson(BASE_URL, address);
      const silent = new URLSearchParams({ ...CODE, prompt: 'none' });
      const renewed = await stranger.open(`${BASE_URL}/oauth/authorize?${silent}`);
      expect(renewed.url).toContain(`${BASE_URL}/callback?error=login_required`);
    });

    it.each([
      '//evil.example',
      '/\\evil.example',
      '/%5cevil.example',
      '/websites//evil.example',
      '/oauth//evil.example/',
    ])('there is none to %s', async (path) => {
      const { headers } = await ask(address, { path });
      expect(headers.location).toBeUndefined();
    });
  });
});
