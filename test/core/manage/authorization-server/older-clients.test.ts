// MCP clients that can't name a resource get a token for the tool server, and nobody else is affected.
import { Client } from 'modelcontextprotocol-sdk-1.12/client/index.js';
import { StreamableHTTPClientTransport } from 'modelcontextprotocol-sdk-1.12/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BrowserlessPerson } from '../../../support/browserless-person.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import { EMAIL, PASSWORD, startLoginService } from '../../../support/login-service.ts';
import { OAuthClient, REDIRECT_URI } from '../../../support/oauth-client.ts';
import type { TestService } from '../../../support/test-service.ts';
import { RememberingProvider } from '../../server/surfaces/mcp/remembering-provider.ts';

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let app: TestService;
  beforeAll(async () => {
    app = await startLoginService(engine);
  });
  afterAll(() => app.dispose());

  /** The address that the person arrives at in the end, and the consent page on the way. */
  async function allow(authorizationUrl: string | URL): Promise<{ callback: URL; consent: string }> {
    const person = new BrowserlessPerson(app.baseUrl);
    const consent = await person.logIn(await person.open(authorizationUrl), EMAIL, PASSWORD);
    return { callback: new URL((await person.allow(consent, [1])).url), consent: consent.html };
  }

  describe('MCP SDK 1.12, which names no resource', () => {
    type Provider = ConstructorParameters<typeof StreamableHTTPClientTransport>[1] extends infer Options | undefined
      ? Options extends { authProvider?: infer P }
        ? P
        : never
      : never;

    function connect(provider: RememberingProvider) {
      const client = new Client({ name: 'assistant', version: '1' });
      const transport = new StreamableHTTPClientTransport(new URL(app.config.mcpUrl), {
        authProvider: provider as unknown as NonNullable<Provider>,
      });
      return { client, transport, connected: client.connect(transport as Parameters<typeof client.connect>[0]) };
    }

    it('gets a token for the tool server that it came from, and refreshes it', async () => {
      const provider = new RememberingProvider(REDIRECT_URI);
      const first = connect(provider);
      await expect(first.connected).rejects.toThrow('Unauthorized');
      expect(provider.authorizationUrl!.searchParams.has('resource'), 'the SDK itself names none').toBe(false);
      const { callback, consent } = await allow(provider.authorizationUrl!);
      expect(consent).toContain('Through the tool server, read-only.');
      await first.transport.finishAuth(callback.searchParams.get('code')!);

      const second = connect(provider);
      await second.connected;
      const listWebsites = () => second.client.callTool({ name: 'list_websites', arguments: {} });
      expect(await listWebsites()).toMatchObject({ structuredContent: { websites: [{ id: 1 }] } });
      await app.database.transaction((tx) => tx.query("UPDATE issued_tokens SET expires_at = '2020-01-01T00:00:00Z'"));
      expect(await listWebsites()).toMatchObject({ structuredContent: { websites: [{ id: 1 }] } });
      const { access_token: token } = provider.tokens()!;
      expect((await app.get('/reports/websites', token)).status, 'and no token for the REST API').toBe(401);
      await second.client.close();
    });
  });

  it.each([
    ['2025-03-26', '/oauth/authorize-tools'],
    ['2024-11-05', '/oauth/authorize-tools'],
    ['2025-06-18', '/oauth/authorize'],
    ['2026-07-28', '/oauth/authorize'],
    [undefined, '/oauth/authorize'],
  ])('a client of MCP %s is sent to %s', async (version, path) => {
    const headers = version === undefined ? {} : { 'mcp-protocol-version': version };
    const response = await fetch(`${app.baseUrl}/.well-known/oauth-authorization-server`, { headers });
    expect(await response.json()).toMatchObject({ authorization_endpoint: app.baseUrl + path });
    expect(response.headers.get('vary')).toMatch(/mcp-protocol-version/i);
  });

  it('keeps the resource that such a client names after all', async () => {
    const query = `client_id=x&resource=${encodeURIComponent(`${app.baseUrl}/api/v1`)}`;
    const response = await fetch(`${app.baseUrl}/oauth/authorize-tools?${query}`, { redirect: 'manual' });
    expect(response.headers.get('location')).toBe(`/oauth/authorize?${query}`);
  });

  it('clients of the REST API that name no resource get a token for it, as before', async () => {
    const client = await OAuthClient.register(app.baseUrl);
    const { access_token: token } = await client.obtain(new BrowserlessPerson(app.baseUrl), [1], {
      email: EMAIL,
      password: PASSWORD,
    });
    expect((await app.get('/reports/websites', token)).status).toBe(200);
  });
});
