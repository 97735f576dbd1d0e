// Clients that run in a web page of another origin: the token authorizes them, and CORS lets them read the answers.
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { build, type Rollup } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, launchBrowser } from '../../../../support/browser.ts';
import { startLoginService } from '../../../../support/login-service.ts';
import { TestService } from '../../../../support/test-service.ts';

const ENTRY = fileURLToPath(new URL('page-client.ts', import.meta.url));

/** A page with the official client, on an origin of its own. */
async function servePage() {
  const [output] = (await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: false, lib: { entry: ENTRY, formats: ['iife'], name: 'assistant' } },
  })) as Rollup.RollupOutput[];
  const script = output!.output[0].code;
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end(`<!doctype html><script>${script}</script>`);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => server.close().closeAllConnections(),
  };
}

describe.skipIf(!CHROMIUM)('the official client in a page of another origin', () => {
  let app: TestService;
  let browser: Browser;
  let page: Page;
  let pageServer: Awaited<ReturnType<typeof servePage>>;

  beforeAll(async () => {
    app = await startLoginService('sqlite');
    pageServer = await servePage();
    browser = await launchBrowser();
    page = await browser.newPage();
    await page.goto(pageServer.url);
  });
  afterAll(async () => {
    await browser?.close();
    pageServer?.close();
    await app?.dispose();
  });

  it('finds the way from the 401 to the login: metadata of the resource and of the server, registration', async () => {
    const url = new URL(await page.evaluate<string>(`assistant.startAuthorization('${app.config.mcpUrl}')`));
    expect(url.origin + url.pathname).toBe(`${app.baseUrl}/oauth/authorize`);
    expect(url.searchParams.get('resource')).toBe(app.config.mcpUrl);
  });

  it('calls with a token', async () => {
    const token = await app.toolToken([1]);
    const tools = await page.evaluate<string[]>(`assistant.listTools('${app.config.mcpUrl}', '${token}')`);
    expect(tools).toContain('list_websites');
    expect(tools).toHaveLength(10);
  });

  it('can read why it is refused', async () => {
    const seen =
      await page.evaluate<unknown>(`fetch('${app.config.mcpUrl}', { method: 'POST', headers: { authorization: 'Bearer x' } })
      .then(async (response) => [response.status, response.headers.get('www-authenticate'), (await response.json()).title])`);
    expect(seen).toEqual([401, expect.stringContaining('resource_metadata='), 'Unauthorized']);
  });
});

describe('a tool server with a public name', () => {
  const ORIGIN = 'https://assistant.example';
  let app: TestService;
  let token: string;
  beforeAll(async () => {
    app = await TestService.start('sqlite', { env: { MCP_URL: 'https://reports.example.com/mcp' } });
    token = await app.toolToken([1]);
  });
  afterAll(() => app.dispose());

  /** `fetch` sets Host and Origin itself. */
  function send(method: string, headers: Readonly<Record<string, string>>, path = '/mcp') {
    const { hostname, port } = new URL(app.url);
    const all = { host: 'reports.example.com', 'content-type': 'application/json', ...headers };
    return new Promise<{ status: number; headers: Readonly<Record<string, unknown>> }>((resolve, reject) => {
      request({ hostname, port, path, method, headers: all }, (response) => {
        response.resume();
        resolve({ status: response.statusCode!, headers: response.headers });
      })
        .on('error', reject)
        .end(method === 'POST' ? '{"jsonrpc":"2.0","id":1,"method":"ping"}' : undefined);
    });
  }

  const preflight = (headers: Readonly<Record<string, string>> = {}) =>
    send('OPTIONS', { origin: ORIGIN, 'access-control-request-method': 'POST', ...headers });

  it('answers preflights without a token, for the headers of the protocol and no others', async () => {
    const asked = 'Authorization, content-type, mcp-protocol-version, mcp-session-id, mcp-method, cookie, x-other';
    const answer = await preflight({ 'access-control-request-headers': asked });
    expect(answer.status).toBe(204);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      'access-control-allow-headers': 'authorization, content-type, mcp-protocol-version, mcp-session-id, mcp-method',
      'access-control-allow-methods': expect.stringContaining('POST'),
      vary: expect.stringMatching(/origin/i),
    });
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it('lets pages read answers, also those that refuse', async () => {
    const authorization = `Bearer ${token}`;
    for (const [headers, status] of [
      [{ authorization }, 200],
      [{}, 401],
    ] as const) {
      const answer = await send('POST', { origin: ORIGIN, ...headers });
      expect(answer.status).toBe(status);
      expect(answer.headers['access-control-allow-origin']).toBe(ORIGIN);
      expect(answer.headers['access-control-expose-headers']).toMatch(
        /WWW-Authenticate, Mcp-Session-Id, MCP-Protocol-Version/,
      );
    }
    expect((await send('GET', { origin: ORIGIN, authorization })).status).toBe(405);
  });

  it('is not fooled by a page that points its own name here', async () => {
    const rebound = { host: 'evil.example', origin: 'https://evil.example', authorization: `Bearer ${token}` };
    for (const answer of [await send('POST', rebound), await preflight(rebound)]) {
      expect(answer.status).toBe(403);
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    }
  });

  it.each(['http://evil.example', 'null'])('refuses pages of %s, preflights included', async (origin) => {
    const answers = [
      await send('POST', { origin, authorization: `Bearer ${token}` }),
      await send('OPTIONS', { origin, 'access-control-request-method': 'POST' }),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(403);
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    }
  });

  it('OPTIONS that is no preflight needs a token like everything else', async () => {
    expect((await send('OPTIONS', { origin: ORIGIN })).status).toBe(401);
  });
});

describe('the metadata of the REST API', () => {
  let app: TestService;
  beforeAll(async () => {
    app = await TestService.start('sqlite', { components: ['rest'] });
  });
  afterAll(() => app.dispose());

  it('is named by its 401, and can be read by any page', async () => {
    const refused = await app.request('/api/v1/reports/websites');
    expect(refused.status).toBe(401);
    const [, url] = /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate')!)!;
    expect(url).toBe(`${app.baseUrl}/.well-known/oauth-protected-resource/api/v1`);
    const origin = 'https://assistant.example';
    const { headers, body } = await app.request(new URL(url!).pathname, { headers: { origin } });
    expect(headers.get('access-control-allow-origin')).toBe(origin);
    expect(body).toEqual({
      resource: `${app.baseUrl}/api/v1`,
      resource_name: 'Funnel REST API',
      authorization_servers: [app.baseUrl],
      scopes_supported: expect.arrayContaining(['reports', 'contacts:read']),
      bearer_methods_supported: ['header'],
      resource_documentation: `${app.baseUrl}/docs`,
    });
  });
});
