// An MCP client of each generation.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/** A version with `initialize`, and 2026-07-28, which removed it. */
export const ERAS = ['2025-11-25', '2026-07-28'] as const;
export type Era = (typeof ERAS)[number];

export async function connectMcpClient(mcpUrl: string, era: Era, token: string): Promise<Client> {
  const mode = era === '2026-07-28' ? { pin: era } : 'legacy';
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(mcpUrl), { requestInit }));
  return client;
}
