// The MCP client's own OAuth: it knows nothing but the address of the tool server, and ends up calling tools.
import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BrowserlessPerson } from '../support/browserless-person.ts';
import { ANY_ENGINE } from '../support/databases.ts';
import { EMAIL, PASSWORD, startLoginService } from '../support/login-service.ts';
import { REDIRECT_URI, throughPages } from '../support/oauth-client.ts';
import type { TestService } from '../support/test-service.ts';

/** What an application keeps for the client: in memory here. */
class MemoryProvider implements OAuthClientProvider {
  readonly redirectUrl = REDIRECT_URI;
  readonly clientMetadata = {
    client_name: 'MCP test client',
    redirect_uris: [REDIRECT_URI],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
  authorizationUrl: URL | undefined;
  stored: StoredOAuthTokens | undefined;
  #client: StoredOAuthClientInformation | undefined;
  #verifier = '';
  #discovery: OAuthDiscoveryState | undefined;

  clientInformation = () => this.#client;
  saveClientInformation(client: StoredOAuthClientInformation): void {
    this.#client = client;
  }
  tokens = () => this.stored;
  saveTokens(tokens: StoredOAuthTokens): void {
    this.stored = tokens;
  }
  redirectToAuthorization(url: URL): void {
    this.authorizationUrl = url;
  }
  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }
  codeVerifier = () => this.#verifier;
  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#discovery = state;
  }
  discoveryState = () => this.#discovery;
  invalidateCredentials(which: string): void {
    if (which === 'tokens') this.stored = undefined;
  }
}

describe.each(ANY_ENGINE)('an MCP client on %s', (engine) => {
  let app: TestService;
  beforeAll(async () => {
    app = await startLoginService(engine);
  });
  afterAll(() => app.dispose());

  const transportFor = (authProvider: MemoryProvider) =>
    new StreamableHTTPClientTransport(new URL(app.config.mcpUrl), { authProvider });
  const newClient = () => new Client({ name: 'test', version: '1.0.0' });

  /** As an application does it: try, be sent to the person, come back with the code, try again. */
  async function authorize(provider: MemoryProvider, websiteIds: readonly number[]): Promise<Client> {
    const first = transportFor(provider);
    await expect(newClient().connect(first)).rejects.toThrow(UnauthorizedError);
    const person = new BrowserlessPerson(app.baseUrl);
    const page = await person.open(provider.authorizationUrl!);
    const end = await throughPages(person, page, websiteIds, { email: EMAIL, password: PASSWORD });
    await first.finishAuth(new URL(end.url).searchParams);
    const client = newClient();
    await client.connect(transportFor(provider));
    return client;
  }

  it('finds the authorization server, registers, and calls a tool for the chosen website alone', async () => {
    const provider = new MemoryProvider();
    const client = await authorize(provider, [1]);
    expect(provider.authorizationUrl!.searchParams.get('resource')).toBe(app.config.mcpUrl);
    expect(provider.stored).toMatchObject({ scope: 'reports', expires_in: 86_400 });

    const { structuredContent } = await client.callTool({ name: 'list_websites', arguments: {} });
    expect((structuredContent as { websites: { id: number }[] }).websites.map(({ id }) => id)).toEqual([1]);
    const other = await client.callTool({ name: 'get_website_report', arguments: { website_id: 2 } });
    expect(other.isError).toBe(true);
    await client.close();
  });

  it('refreshes by itself when its token is no longer good', async () => {
    const provider = new MemoryProvider();
    await (await authorize(provider, [1])).close();
    const before = provider.stored!;
    provider.stored = { ...before, access_token: 'no-longer-good' };
    const client = newClient();
    await client.connect(transportFor(provider));
    expect((await client.listTools()).tools.length).toBeGreaterThan(0);
    expect(provider.stored!.refresh_token).not.toBe(before.refresh_token);
    await client.close();
  });

  it('is sent to the person again once the grant is revoked', async () => {
    const provider = new MemoryProvider();
    const client = await authorize(provider, [1]);
    await app.database.transaction((tx) => tx.query("DELETE FROM authorization_records WHERE kind = 'Grant'"));
    await app.database.transaction((tx) => tx.query('DELETE FROM grant_websites'));
    provider.authorizationUrl = undefined;
    await expect(client.listTools()).rejects.toThrow(UnauthorizedError);
    expect(provider.authorizationUrl).toBeDefined();
    await client.close();
  });
});
