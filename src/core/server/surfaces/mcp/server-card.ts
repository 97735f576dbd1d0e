// What others learn about the tool server before they connect to it: the server card of SEP-2127, in the experimental form of 2026-07-24,
// and the catalog that names its URL.
import type { Policies } from '../../../contract/operations/policies.ts';
import { SERVER_INFO } from './server-info.ts';

const CARD_SCHEMA = 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json';
export const CARD_TYPE = 'application/mcp-server-card+json';
export const CATALOG_TYPE = 'application/ai-catalog+json';
/** Directories allow 100 characters. */
const DESCRIPTION = 'Read-only reports on marketing funnels: visitors, conversions, orders, revenue and experiments.';

export interface ListedServer {
  readonly mcpUrl: string;
  readonly baseUrl: string;
  readonly policies: Policies;
}

function cardUrl(mcpUrl: string): string {
  return `${mcpUrl}/server-card`;
}

export function iconUrl(mcpUrl: string): string {
  return `${mcpUrl}/icon.svg`;
}

/** What a server card and an entry of the MCP registry have in common. */
export function describeListed({ mcpUrl, baseUrl }: ListedServer) {
  return {
    name: `${reversedHost(mcpUrl)}/${SERVER_INFO.name}`,
    title: SERVER_INFO.title!,
    description: DESCRIPTION,
    version: SERVER_INFO.version,
    websiteUrl: baseUrl,
    icons: [{ src: iconUrl(mcpUrl), mimeType: 'image/svg+xml', sizes: ['any'] }],
    remotes: [{ type: 'streamable-http', url: mcpUrl }],
  };
}

export function serverCard(server: ListedServer) {
  const { privacyPolicyUrl, termsUrl, supportUrl } = server.policies;
  const policies = { privacyPolicyUrl, termsUrl, supportUrl };
  const isSet = Object.values(policies).some((url) => url !== undefined);
  return {
    $schema: CARD_SCHEMA,
    ...describeListed(server),
    ...(isSet && { _meta: { [`${reversedHost(server.mcpUrl)}/policies`]: policies } }),
  };
}

export function aiCatalog({ mcpUrl }: ListedServer) {
  const identifier = `urn:air:${new URL(mcpUrl).hostname}:mcp:${SERVER_INFO.name}`;
  return { specVersion: '1.0', entries: [{ identifier, type: CARD_TYPE, url: cardUrl(mcpUrl) }] };
}

/** Only letters, digits, points and hyphens: an IPv6 address has others. */
function reversedHost(url: string): string {
  const { hostname } = new URL(url);
  return hostname
    .replaceAll(/[^a-zA-Z0-9.-]/g, '-')
    .split('.')
    .reverse()
    .join('.');
}
