// The official client, bundled into a web page by browser-clients.test.ts.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { RememberingProvider } from './remembering-provider.ts';

/** As far as a page gets without a person: the URL to which it would send them. */
export async function startAuthorization(mcpUrl: string): Promise<string> {
  const provider = new RememberingProvider('http://127.0.0.1:9/back');
  const transport = new StreamableHTTPClientTransport(new URL(mcpUrl), { authProvider: provider });
  await new Client({ name: 'page', version: '1' }).connect(transport).catch(() => {});
  return String(provider.authorizationUrl);
}

export async function listTools(mcpUrl: string, token: string): Promise<string[]> {
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  const transport = new StreamableHTTPClientTransport(new URL(mcpUrl), { requestInit });
  const client = new Client({ name: 'page', version: '1' });
  await client.connect(transport);
  return (await client.listTools()).tools.map(({ name }) => name);
}
