// OAuth with the official client: it only gets the URL of the tool server, and discovers, registers
// and obtains everything else by itself. A user logs in and allows it, with a real browser and without.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type CallToolResult,
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM, launchBrowser } from '../../../../support/browser.ts';
import { BrowserlessPerson } from '../../../../support/browserless-person.ts';
import { ANY_ENGINE } from '../../../../support/databases.ts';
import { EMAIL, INTROSPECTION, PASSWORD, startLoginService } from '../../../../support/login-service.ts';
import { ERAS, type Era } from '../../../../support/mcp-client.ts';
import { OAuthClient } from '../../../../support/oauth-client.ts';
import { freePort } from '../../../../support/postgres-server.ts';
import { runService } from '../../../../support/run-service.ts';
import type { TestService } from '../../../../support/test-service.ts';
import { RememberingProvider } from './remembering-provider.ts';

type Person = (authorizationUrl: URL) => Promise<URL>;

/** The redirect URI. Returns the URL that the user arrives at. */
async function startCallback(): Promise<{ url: string; arrived: Promise<URL>; close(): void }> {
  const { promise: arrived, resolve } = Promise.withResolvers<URL>();
  const server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://127.0.0.1');
    response.end('You can close this window.');
    if (url.pathname === '/back') resolve(url);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/back`;
  return { url, arrived, close: () => server.close().closeAllConnections() };
}

function connect(mcpUrl: string, era: Era, authProvider: OAuthClientProvider) {
  const mode = era === '2026-07-28' ? { pin: era } : 'legacy';
  const client = new Client({ name: 'assistant', version: '1' }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL(mcpUrl), { authProvider });
  return { client, transport, connected: client.connect(transport) };
}

/** Begins with only a URL and ends with an authorized client. */
async function authorize(mcpUrl: string, era: Era, person: Person, provider: RememberingProvider): Promise<Client> {
  const first = connect(mcpUrl, era, provider);
  await expect(first.connected).rejects.toThrow(UnauthorizedError);
  const back = await person(provider.authorizationUrl!);
  await first.transport.finishAuth(back.searchParams);
  const second = connect(mcpUrl, era, provider);
  await second.connected;
  return second.client;
}

async function call(client: Client, name: string, args: Record<string, unknown> = {}) {
  return (await client.callTool({ name, arguments: args })) as CallToolResult;
}

async function revoke(issuer: string, provider: RememberingProvider, token: string): Promise<number> {
  const body = new URLSearchParams({ token, client_id: provider.clientInformation()!.client_id });
  return (await fetch(`${issuer}/oauth/revoke`, { method: 'POST', body })).status;
}

describe.each(ANY_ENGINE)('%s', (engine) => {
  let app: TestService;
  beforeAll(async () => {
    app = await startLoginService(engine);
  });
  afterAll(() => app.dispose());

  const withoutBrowser: Person = async (authorizationUrl) => {
    const person = new BrowserlessPerson(app.baseUrl);
    const consent = await person.logIn(await person.open(authorizationUrl), EMAIL, PASSWORD);
    return new URL((await person.allow(consent, [1])).url);
  };

  test.each(ERAS)('from nothing to a tool call, then revocation: %s', async (era) => {
    const provider = new RememberingProvider('http://127.0.0.1:9/back');
    const client = await authorize(app.config.mcpUrl, era, withoutBrowser, provider);

    const { authorizationUrl } = provider;
    expect(authorizationUrl!.searchParams.get('scope')).toBe('reports');
    expect(authorizationUrl!.searchParams.get('resource')).toBe(app.config.mcpUrl);
    expect(authorizationUrl!.searchParams.get('code_challenge_method')).toBe('S256');

    // Only the chosen website, although the user has two.
    expect((await call(client, 'list_websites')).structuredContent).toMatchObject({ websites: [{ id: 1 }] });
    expect(await call(client, 'get_website_report', { website_id: 2 })).toMatchObject({ isError: true });

    const { access_token: accessToken, refresh_token: refreshToken } = provider.tokens()!;
    expect(await revoke(app.baseUrl, provider, refreshToken ?? accessToken)).toBe(200);
    expect(await revoke(app.baseUrl, provider, accessToken)).toBe(200);
    const refused = await fetch(app.config.mcpUrl, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}` },
    });
    expect(refused.status).toBe(401);
    await expect(call(client, 'list_websites')).rejects.toThrow(UnauthorizedError);
    await client.close();
  });

  test('the URL of the extended tools needs nothing else: its token is that of the tools', async () => {
    const provider = new RememberingProvider('http://127.0.0.1:9/back');
    const client = await authorize(`${app.config.mcpUrl}?tools=extended`, '2026-07-28', withoutBrowser, provider);
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('get_context');
    await client.close();
    // Some clients name the URL as they were given it as the resource.
    const { authorizationUrl } = provider;
    authorizationUrl!.searchParams.set('resource', `${app.config.mcpUrl}?tools=extended`);
    const page = await fetch(authorizationUrl!, { redirect: 'manual' });
    expect([page.status, page.headers.get('location')]).toEqual([303, expect.stringContaining('/oauth/interaction/')]);
  });

  test('a token for the tools is only valid there', async () => {
    const provider = new RememberingProvider('http://127.0.0.1:9/back');
    const client = await authorize(app.config.mcpUrl, '2025-11-25', withoutBrowser, provider);
    await client.close();
    const headers = { authorization: `Bearer ${provider.tokens()!.access_token}` };
    expect((await fetch(`${app.baseUrl}/api/v1/reports/websites`, { headers })).status).toBe(401);
  });
});

let browser: Browser;
beforeAll(async () => {
  if (CHROMIUM) browser = await launchBrowser();
});
afterAll(() => browser?.close());

test.skipIf(!CHROMIUM)('a user with a browser logs in, chooses a website and allows the assistant', async () => {
  const app = await startLoginService('sqlite');
  const callback = await startCallback();
  const withBrowser: Person = async (authorizationUrl) => {
    const page = await browser.newPage();
    await page.goto(authorizationUrl.href);
    await page.getByLabel('Email').fill(EMAIL);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByLabel('acme.test').uncheck();
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    return callback.arrived;
  };
  try {
    const provider = new RememberingProvider(callback.url);
    const client = await authorize(app.config.mcpUrl, '2025-11-25', withBrowser, provider);
    expect((await call(client, 'list_websites')).structuredContent).toMatchObject({ websites: [{ id: 1 }] });
    await client.close();
  } finally {
    callback.close();
    await app.dispose();
  }
});

test.skipIf(!CHROMIUM).each(['Allow', 'Do not allow'])(
  'a callback that redirects to another origin gets the user there: %s',
  async (button) => {
    const app = await startLoginService('sqlite');
    const destination = await startCallback();
    const callback = createServer((request, response) => {
      const { search } = new URL(request.url!, 'http://127.0.0.1');
      response.writeHead(302, { location: `${destination.url.replace('127.0.0.1', 'localhost')}${search}` }).end();
    });
    await new Promise<void>((done) => callback.listen(0, '127.0.0.1', done));
    try {
      const redirectUri = `http://127.0.0.1:${(callback.address() as AddressInfo).port}/callback`;
      const client = await OAuthClient.register(app.baseUrl, { redirect_uris: [redirectUri] });
      const page = await browser.newPage();
      await page.goto((await client.authorization({ redirect_uri: redirectUri })).url.href);
      await page.getByLabel('Email').fill(EMAIL);
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.getByRole('button', { name: button, exact: true }).click();
      const { searchParams } = await destination.arrived;
      expect(searchParams.has(button === 'Allow' ? 'code' : 'error')).toBe(true);
    } finally {
      destination.close();
      callback.close().closeAllConnections();
      await app.dispose();
    }
  },
);

describe('the tool server alone, with tokens of another process', () => {
  let issuer: TestService;
  let mcpUrl: string;
  const closing: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    const port = await freePort();
    mcpUrl = `http://localhost:${port}/mcp`;
    issuer = await startLoginService('sqlite', { env: { MCP_URL: mcpUrl }, components: ['auth'] });
    const app = await runService(issuer.config.databaseUrl, {
      components: ['mcp'],
      env: {
        PORT: String(port),
        BASE_URL: issuer.baseUrl,
        MCP_URL: mcpUrl,
        ISSUER_URL: issuer.baseUrl,
        INTROSPECTION_CLIENT_ID: INTROSPECTION.id,
        INTROSPECTION_CLIENT_SECRET: INTROSPECTION.secret,
      },
    });
    closing.push(app.close, () => issuer.dispose());
  });
  afterAll(async () => {
    for (const close of closing) await close();
  });

  test('it names the issuer, accepts its tokens, and rejects a revoked one at the next call', async () => {
    const provider = new RememberingProvider('http://127.0.0.1:9/back');
    const client = await authorize(
      mcpUrl,
      '2026-07-28',
      async (authorizationUrl) => {
        const person = new BrowserlessPerson(issuer.baseUrl);
        const consent = await person.logIn(await person.open(authorizationUrl), EMAIL, PASSWORD);
        return new URL((await person.allow(consent, [1, 2])).url);
      },
      provider,
    );
    expect(provider.authorizationUrl!.origin).toBe(issuer.baseUrl);
    expect((await call(client, 'list_websites')).structuredContent).toMatchObject({ websites: [{ id: 1 }, { id: 2 }] });
    await client.close();
    const token = provider.tokens()!.access_token;
    await revoke(issuer.baseUrl, provider, token);
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(mcpUrl, { method: 'POST', headers })).status).toBe(401);
  });

  test('it serves nothing of the other components', async () => {
    for (const path of ['/api/v1/reports/websites', '/.well-known/oauth-authorization-server', '/collect/events']) {
      expect((await fetch(new URL(path, mcpUrl))).status, path).toBe(404);
    }
  });
});
