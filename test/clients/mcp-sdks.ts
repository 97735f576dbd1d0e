// The official SDKs: the current one with each generation of the protocol, the last of the one before, and the last that names
// no resource.
import { Client as Client2, StreamableHTTPClientTransport as Transport2 } from '@modelcontextprotocol/client';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Transport1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Client as Client112 } from 'modelcontextprotocol-sdk-1.12/client/index.js';
import { StreamableHTTPClientTransport as Transport112 } from 'modelcontextprotocol-sdk-1.12/client/streamableHttp.js';
import { heldTogether, PARALLEL_CALLS } from '../core/server/surfaces/mcp/held-together.ts';
import { RememberingProvider } from '../core/server/surfaces/mcp/remembering-provider.ts';
import { type ClientSession, type ClientUnderTest, REDIRECT_URI, revokeRefreshToken } from './client-under-test.ts';
import { installedVersion } from './installed-version.ts';

const ABOUT = { name: 'assistant', version: '1' };

/** What the SDKs have in common. Their types differ in details that do not matter here. */
interface Connection {
  readonly client: {
    connect(transport: unknown): Promise<void>;
    listTools(): Promise<{ tools: readonly { name: string }[] }>;
    callTool(call: { name: string; arguments: object }): Promise<unknown>;
    close(): Promise<void>;
  };
  readonly transport: unknown;
  finishAuth(callback: URL): Promise<void>;
}

type Connect = (mcpUrl: URL, authProvider: RememberingProvider, fetch: typeof globalThis.fetch) => Connection;

class SdkSession implements ClientSession {
  readonly #connect: () => Connection;
  readonly #provider: RememberingProvider;
  readonly #baseUrl: string;
  #connection: Connection;
  #isParallel = false;

  constructor(connect: Connect, { baseUrl, mcpUrl }: { readonly baseUrl: string; readonly mcpUrl: string }) {
    this.#provider = new RememberingProvider(REDIRECT_URI);
    const held = heldTogether();
    this.#connect = () =>
      connect(new URL(mcpUrl), this.#provider, (url, init) => (this.#isParallel ? held : fetch)(url, init));
    this.#baseUrl = baseUrl;
    this.#connection = this.#connect();
  }

  async register(): Promise<URL> {
    const { client, transport } = this.#connection;
    const isIn = await client.connect(transport).then(
      () => true,
      () => false,
    );
    if (isIn) throw new Error('it got in without a token');
    return this.#provider.authorizationUrl!;
  }

  async logIn(callback: URL): Promise<void> {
    await this.#connection.finishAuth(callback);
    this.#connection = this.#connect();
    await this.#connection.client.connect(this.#connection.transport);
  }

  async list(): Promise<string[]> {
    return (await this.#connection.client.listTools()).tools.map(({ name }) => name);
  }

  async call(): Promise<number[]> {
    const result = await this.#connection.client.callTool({ name: 'list_websites', arguments: {} });
    const { structuredContent } = result as { structuredContent?: { websites: { id: number }[] } };
    if (!structuredContent) throw new Error(`no report: ${JSON.stringify(result).slice(0, 200)}`);
    return structuredContent.websites.map(({ id }) => id);
  }

  async callInParallel(): Promise<number[][]> {
    this.#isParallel = true;
    const results = await Promise.all(Array.from({ length: PARALLEL_CALLS }, () => this.call()));
    this.#isParallel = false;
    return results;
  }

  revoke(): Promise<void> {
    return revokeRefreshToken(this.#baseUrl, this.#provider);
  }

  close(): Promise<void> {
    return this.#connection.client.close();
  }
}

function connect2(mode: { pin: '2026-07-28' } | 'legacy'): Connect {
  return (mcpUrl, authProvider, fetch) => {
    const transport = new Transport2(mcpUrl, { authProvider, fetch });
    return {
      client: new Client2(ABOUT, { versionNegotiation: { mode } }) as Connection['client'],
      transport,
      finishAuth: (callback) => transport.finishAuth(callback.searchParams),
    };
  };
}

const connect1: Connect = (mcpUrl, authProvider, fetch) => {
  const transport = new Transport1(mcpUrl, { authProvider, fetch });
  return {
    client: new Client1(ABOUT) as unknown as Connection['client'],
    transport,
    finishAuth: (callback) => transport.finishAuth(callback.searchParams.get('code')!),
  };
};

/** It takes no `fetch`, and tries again by itself. */
const connect112: Connect = (mcpUrl, authProvider) => {
  const transport = new Transport112(mcpUrl, { authProvider: authProvider as never });
  return {
    client: new Client112(ABOUT) as unknown as Connection['client'],
    transport,
    finishAuth: (callback) => transport.finishAuth(callback.searchParams.get('code')!),
  };
};

function sdk(name: string, generation: string, connect: Connect): ClientUnderTest {
  return { name, version: installedVersion(name), generation, open: (service) => new SdkSession(connect, service) };
}

export const MCP_SDKS: readonly ClientUnderTest[] = [
  sdk('@modelcontextprotocol/client', '2026-07-28', connect2({ pin: '2026-07-28' })),
  sdk('@modelcontextprotocol/client', '2025-11-25', connect2('legacy')),
  sdk('@modelcontextprotocol/sdk', '2025-11-25', connect1),
  sdk('modelcontextprotocol-sdk-1.12', '2025-03-26', connect112),
];
