// The official clients of both generations: regression tests.
import { Client as Client2, StreamableHTTPClientTransport as Transport2 } from '@modelcontextprotocol/client';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Transport1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BrowserlessPerson } from '../../../../support/browserless-person.ts';
import { ANY_ENGINE } from '../../../../support/databases.ts';
import { EMAIL, PASSWORD, startLoginService } from '../../../../support/login-service.ts';
import type { TestService } from '../../../../support/test-service.ts';
import { heldTogether, PARALLEL_CALLS } from './held-together.ts';
import { RememberingProvider } from './remembering-provider.ts';

const ABOUT_THE_CLIENT = { name: 'assistant', version: '1' };

interface Connection {
  readonly connected: Promise<void>;
  finishAuth(callback: URL): Promise<void>;
  listWebsites(): Promise<unknown>;
  close(): Promise<void>;
}

type Connect = (mcpUrl: string, provider: RememberingProvider) => Connection;

const connect1: Connect = (mcpUrl, provider) => {
  const client = new Client1(ABOUT_THE_CLIENT);
  const transport = new Transport1(new URL(mcpUrl), { authProvider: provider, fetch: heldTogether() });
  return {
    // The SDK's own types do not agree with exactOptionalPropertyTypes.
    connected: client.connect(transport as Parameters<typeof client.connect>[0]),
    finishAuth: (callback) => transport.finishAuth(callback.searchParams.get('code')!),
    listWebsites: () => client.callTool({ name: 'list_websites', arguments: {} }),
    close: () => client.close(),
  };
};

const connect2: Connect = (mcpUrl, provider) => {
  const client = new Client2(ABOUT_THE_CLIENT);
  const transport = new Transport2(new URL(mcpUrl), { authProvider: provider, fetch: heldTogether() });
  return {
    connected: client.connect(transport),
    finishAuth: (callback) => transport.finishAuth(callback.searchParams),
    listWebsites: () => client.callTool({ name: 'list_websites', arguments: {} }),
    close: () => client.close(),
  };
};

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let app: TestService;
  beforeAll(async () => {
    app = await startLoginService(engine);
  });
  afterAll(() => app.dispose());

  const allow = async (authorizationUrl: URL): Promise<URL> => {
    const person = new BrowserlessPerson(app.baseUrl);
    const consent = await person.logIn(await person.open(authorizationUrl), EMAIL, PASSWORD);
    return new URL((await person.allow(consent, [1])).url);
  };
  const authorize = async (connect: Connect, provider: RememberingProvider): Promise<Connection> => {
    const first = connect(app.config.mcpUrl, provider);
    await expect(first.connected).rejects.toThrow();
    await first.finishAuth(await allow(provider.authorizationUrl!));
    const second = connect(app.config.mcpUrl, provider);
    await second.connected;
    return second;
  };
  const expireAccessTokens = () =>
    app.database.transaction((tx) => tx.query("UPDATE issued_tokens SET expires_at = '2020-01-01T00:00:00Z'"));

  describe.each([
    ['1', connect1],
    ['2', connect2],
  ])('SDK %s', (_generation, connect) => {
    it('calls in parallel after the access token has expired, again and again', async () => {
      const provider = new RememberingProvider('http://127.0.0.1:9/back');
      const connection = await authorize(connect, provider);
      for (let round = 1; round <= 3; round++) {
        await expireAccessTokens();
        const answers = await Promise.all(Array.from({ length: PARALLEL_CALLS }, () => connection.listWebsites()));
        for (const answer of answers) expect(answer).toMatchObject({ structuredContent: { websites: [{ id: 1 }] } });
      }
      await connection.close();
    });
  });
});
