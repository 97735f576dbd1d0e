// Clients that are identified by the URL of their metadata document, instead of registering.
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importCatalog } from '../../../../src/core/engine/catalog/records/import-catalog.ts';
import { ForgottenPasswords } from '../../../../src/core/manage/authorization-server/links/forgotten-passwords.ts';
import { LoginAttempts } from '../../../../src/core/manage/authorization-server/links/login-attempts.ts';
import { addAuthorizationServer } from '../../../../src/core/server/surfaces/oauth/routes.ts';
import { BrowserlessPerson } from '../../../support/browserless-person.ts';
import { createTestDatabase, type TestDatabase } from '../../../support/databases.ts';
import { EMAIL, PASSWORD } from '../../../support/login-service.ts';
import { OAuthClient, REDIRECT_URI } from '../../../support/oauth-client.ts';
import { freePort } from '../../../support/postgres-server.ts';
import { SAMPLE_CATALOG } from '../../../support/sample-catalog.ts';
import { createUser } from '../../../support/users.ts';

const CLIENT_ID = 'https://client.example/oauth/client.json';
const clock = () => new Date();

describe('a Client ID Metadata Document', () => {
  const server = Fastify();
  const documents = new Map<string, unknown>();
  const fetched: string[] = [];
  let store: TestDatabase;
  let baseUrl: string;
  beforeAll(async () => {
    store = await createTestDatabase('sqlite');
    await importCatalog(store.database, SAMPLE_CATALOG, clock);
    await createUser(store.database, { email: EMAIL, password: PASSWORD, accountIds: [1] }, clock);
    const port = await freePort();
    baseUrl = `http://localhost:${port}`;
    addAuthorizationServer(server, {
      database: store.database,
      clock,
      loginAttempts: new LoginAttempts(clock),
      forgottenPasswords: new ForgottenPasswords({
        ...{ clock, mailer: undefined, logFailure: () => undefined },
        passwordResets: { createToMail: async () => undefined },
      }),
      baseUrl,
      resourceUrls: { rest: `${baseUrl}/api/v1`, tools: `${baseUrl}/mcp` },
      accessTokenHours: 24,
      ...{ logins: [], grants: [] },
      policies: {},
      fetch: async (url) => {
        fetched.push(String(url));
        const document = documents.get(String(url));
        return document ? Response.json(document) : new Response(null, { status: 404 });
      },
    });
    await server.listen({ port, host: '127.0.0.1' });
    documents.set(CLIENT_ID, { client_id: CLIENT_ID, client_name: 'Published', redirect_uris: [REDIRECT_URI] });
  });
  afterAll(async () => {
    await server.close();
    await store.dispose();
  });

  const knownAs = (id: string) => OAuthClient.known(baseUrl, { client_id: id, token_endpoint_auth_method: 'none' });
  const open = async (id: string, parameters: Readonly<Record<string, string>> = {}) =>
    new BrowserlessPerson(baseUrl).open((await (await knownAs(id)).authorization(parameters)).url);

  it('is enough to get a token, and is cached', async () => {
    const client = await knownAs(CLIENT_ID);
    const tokens = await client.obtain(new BrowserlessPerson(baseUrl), [1], { email: EMAIL, password: PASSWORD });
    expect(tokens.scope).toBe('reports');
    expect((await client.refresh(tokens.refresh_token)).access_token).toBeDefined();
    expect(fetched.filter((url) => url === CLIENT_ID)).toHaveLength(1);
  });

  it('may prefer private_key_jwt if it also supports none, as that of ChatGPT does', async () => {
    const id = 'https://chatgpt.example/oauth/client.json';
    documents.set(id, {
      client_id: id,
      client_name: 'ChatGPT',
      redirect_uris: [REDIRECT_URI],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
      jwks_uri: 'https://chatgpt.example/oauth/jwks.json',
    });
    const client = await knownAs(id);
    const tokens = await client.obtain(new BrowserlessPerson(baseUrl), [1], { email: EMAIL, password: PASSWORD });
    expect(tokens.scope).toBe('reports');
  });

  it('may list grant types that are not offered here, as that of Claude does', async () => {
    const id = 'https://claude.example/oauth/mcp-oauth-client-metadata';
    documents.set(id, {
      client_id: id,
      client_name: 'Claude',
      redirect_uris: [REDIRECT_URI],
      grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:jwt-bearer'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    });
    const client = await knownAs(id);
    const tokens = await client.obtain(new BrowserlessPerson(baseUrl), [1], { email: EMAIL, password: PASSWORD });
    expect(tokens.scope).toBe('reports');
  });

  it('its host is shown on the consent page', async () => {
    const person = new BrowserlessPerson(baseUrl);
    const page = await person.open((await (await knownAs(CLIENT_ID)).authorization()).url);
    const consent = await person.logIn(page, EMAIL, PASSWORD);
    expect(consent.html).toContain('Its description is published at <strong>client.example</strong>');
  });

  it('must contain its own URL as client_id', async () => {
    documents.set('https://evil.example/client.json', { client_id: CLIENT_ID, redirect_uris: [REDIRECT_URI] });
    expect((await open('https://evil.example/client.json')).status).toBe(400);
  });

  it('restricts the redirect URI', async () => {
    expect((await open(CLIENT_ID, { redirect_uri: 'https://evil.example/cb' })).html).toContain('invalid_redirect_uri');
  });

  it.each([
    ['a secret', { token_endpoint_auth_method: 'client_secret_basic' }],
    ['an unprotected redirect', { redirect_uris: ['http://evil.example/cb'] }],
    ['a scheme of the operating system', { redirect_uris: [REDIRECT_URI, 'search-ms:query=x'] }],
    ['no redirect', { redirect_uris: [] }],
  ])('with %s is refused', async (name, change) => {
    const id = `https://client.example/${encodeURIComponent(name)}`;
    documents.set(id, { client_id: id, redirect_uris: [REDIRECT_URI], ...change });
    const { status, html } = await open(id);
    expect(status).toBe(400);
    expect(html).toMatch(/invalid_client_metadata|invalid_redirect_uri/);
  });

  it('that cannot be fetched is an unknown client', async () => {
    const { status, html } = await open('https://client.example/missing.json');
    expect(status).toBe(400);
    expect(html).toContain('invalid_client');
  });
});
