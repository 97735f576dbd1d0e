// The tool server as a pure resource server, which introspects every token at another process (RFC 7662).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IntrospectionVerifier } from '../../../../src/core/contract/access/introspection.ts';
import { createToken, revokeToken } from '../../../../src/core/contract/access/tokens.ts';
import type { App } from '../../../../src/core/server/app/app.ts';
import { readConfig } from '../../../../src/core/server/config/config.ts';
import { BrowserlessPerson } from '../../../support/browserless-person.ts';
import { createTestDatabase, type TestDatabase } from '../../../support/databases.ts';
import { EMAIL, INTROSPECTION, PASSWORD, startLoginService } from '../../../support/login-service.ts';
import { OAuthClient } from '../../../support/oauth-client.ts';
import { freePort } from '../../../support/postgres-server.ts';
import { runService } from '../../../support/run-service.ts';
import type { TestService } from '../../../support/test-service.ts';

const clock = () => new Date();

describe('introspection', () => {
  let issuer: TestService;
  let store: TestDatabase;
  let toolServer: App;
  let mcpUrl: string;
  beforeAll(async () => {
    const port = await freePort();
    mcpUrl = `http://localhost:${port}/mcp`;
    issuer = await startLoginService('sqlite', { env: { MCP_URL: mcpUrl }, components: ['auth', 'rest'] });
    // A separate database without tokens.
    store = await createTestDatabase('sqlite');
    toolServer = await runService(store.url, {
      components: ['mcp', 'auth'],
      env: {
        PORT: String(port),
        ISSUER_URL: issuer.baseUrl,
        INTROSPECTION_CLIENT_ID: INTROSPECTION.id,
        INTROSPECTION_CLIENT_SECRET: INTROSPECTION.secret,
      },
    });
  });
  afterAll(async () => {
    await toolServer.close();
    await store.dispose();
    await issuer.dispose();
  });

  const askTools = (token: string) =>
    fetch(mcpUrl, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    });
  const verifier = (change: Partial<ConstructorParameters<typeof IntrospectionVerifier>[0]> = {}) =>
    new IntrospectionVerifier({
      issuerUrl: issuer.baseUrl,
      clientId: INTROSPECTION.id,
      clientSecret: INTROSPECTION.secret,
      resourceUrls: { rest: `${issuer.baseUrl}/api/v1`, tools: mcpUrl },
      ...change,
    });
  const obtain = async (parameters: Readonly<Record<string, string>>) => {
    const client = await OAuthClient.register(issuer.baseUrl);
    const person = new BrowserlessPerson(issuer.baseUrl);
    return { client, ...(await client.obtain(person, [1, 2], { email: EMAIL, password: PASSWORD }, parameters)) };
  };

  it('accepts a token that the other process issued, until it is revoked there', async () => {
    const { client, access_token: token } = await obtain({ resource: mcpUrl });
    expect((await askTools(token)).status).not.toBe(401);
    await client.revoke(token);
    expect((await askTools(token)).status).toBe(401);
  });

  it('returns everything that the surfaces need', async () => {
    const { access_token: token } = await obtain({ scope: 'reports areas:read' });
    const principal = await verifier().verify(token, 'rest');
    expect(principal).toMatchObject({ audience: 'rest', websiteIds: [1, 2] });
    expect([...(principal!.scopes as Set<string>)]).toEqual(['reports', 'areas:read']);
    expect(principal!.expiresAt! > new Date().toISOString()).toBe(true);
    expect(principal!.id).not.toContain(token);
    expect(await verifier().verify(token, 'tools')).toBeUndefined();
  });

  it('covers the tokens of operators too', async () => {
    const made = await createToken(
      issuer.database,
      { websiteIds: [2], scopes: ['reports'], audience: 'tools', expiresInDays: 1 },
      clock,
    );
    expect((await askTools(made.token)).status).not.toBe(401);
    expect(await verifier().verify(made.token, 'tools')).toMatchObject({
      websiteIds: [2],
      expiresAt: made.expires_at,
    });
    await revokeToken(issuer.database, made.id, clock);
    expect((await askTools(made.token)).status).toBe(401);
  });

  it('refuses an invalid token', async () => {
    for (const token of ['x', 'fat_x', 'x'.repeat(5_000)])
      expect(await verifier().verify(token, 'tools')).toBeUndefined();
  });

  it('requires authentication: clients learn nothing about tokens of others', async () => {
    const { access_token: token, client } = await obtain({});
    const other = await OAuthClient.register(issuer.baseUrl);
    const ask = async (clientId: string) => {
      const body = new URLSearchParams({ token, client_id: clientId });
      return (await fetch(`${issuer.baseUrl}/oauth/introspect`, { method: 'POST', body })).json();
    };
    expect(await ask(other.client.client_id)).toEqual({ active: false });
    expect(await ask(client.client.client_id)).toMatchObject({ active: true, website_ids: [1, 2] });
    expect(await ask(INTROSPECTION.id)).toMatchObject({ error: 'invalid_client' });
  });

  it('answers 503 while the other process is unreachable', async () => {
    const unreachable = verifier({ issuerUrl: `http://127.0.0.1:${await freePort()}` });
    await expect(unreachable.verify('x', 'tools')).rejects.toMatchObject({ status: 503 });
    const wrongSecret = verifier({ clientSecret: 'not the secret' });
    await expect(wrongSecret.verify('x', 'tools')).rejects.toMatchObject({ status: 503 });
  });

  it('a pure resource server has no authorization server', async () => {
    expect((await fetch(`${toolServer.url}/.well-known/oauth-authorization-server`)).status).toBe(404);
    const metadata = await (await fetch(`${toolServer.url}/.well-known/oauth-protected-resource`)).json();
    expect(metadata).toMatchObject({ authorization_servers: [issuer.baseUrl] });
  });
});

describe('the configuration of introspection', () => {
  it('must be complete', () => {
    const secret = INTROSPECTION.secret;
    expect(() => readConfig({ ISSUER_URL: 'https://issuer.example' })).toThrow('ISSUER_URL requires');
    expect(() => readConfig({ INTROSPECTION_CLIENT_ID: 'a' })).toThrow('must be set together');
    expect(() => readConfig({ INTROSPECTION_CLIENT_SECRET: secret })).toThrow('must be set together');
    expect(readConfig({ INTROSPECTION_CLIENT_ID: 'a', INTROSPECTION_CLIENT_SECRET: secret })).toMatchObject({
      introspectionClient: { id: 'a', secret },
    });
  });
});
