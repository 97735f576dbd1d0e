// Protected resource metadata (RFC 9728): describes the tool server and names its authorization server.
import type { HttpServer } from '../http/server.ts';
import { TOOLS_SCOPE } from './tools.ts';

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

export interface ProtectedResource {
  readonly mcpUrl: string;
  readonly issuerUrl: string;
}

/** The URL that clients derive: the well-known path goes between host and path. */
export function resourceMetadataUrl(mcpUrl: string): string {
  const { origin, pathname } = new URL(mcpUrl);
  return `${origin}${metadataPath(pathname)}`;
}

export function addProtectedResource(server: HttpServer, { mcpUrl, issuerUrl }: ProtectedResource): void {
  const document = {
    resource: mcpUrl,
    resource_name: 'Funnel reports',
    authorization_servers: [issuerUrl],
    scopes_supported: [TOOLS_SCOPE],
    bearer_methods_supported: ['header'],
  };
  for (const path of new Set([WELL_KNOWN, metadataPath(new URL(mcpUrl).pathname)])) {
    server.get(path, async () => document);
  }
}

function metadataPath(pathname: string): string {
  return pathname === '/' ? WELL_KNOWN : WELL_KNOWN + pathname;
}
