// Protected resource metadata (RFC 9728): describes the REST API and the tool server, and names their authorization server.
import type { Policies } from '../../../contract/operations/policies.ts';
import { allowAllOrigins } from './cors.ts';
import type { HttpServer } from './server.ts';
import { StaticDocument } from './static-document.ts';

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

export interface ProtectedResource {
  /** The URL of the resource. */
  readonly url: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly issuerUrl: string;
  /** A page that people read. */
  readonly documentationUrl?: string;
  readonly policies: Policies;
}

/** The URL that clients derive: the well-known path goes between host and path. */
export function resourceMetadataUrl(url: string): string {
  const { origin } = new URL(url);
  return `${origin}${metadataPath(url)}`;
}

export function addProtectedResource(server: HttpServer, resource: ProtectedResource): void {
  addMetadata(server, [metadataPath(resource.url)], resource);
}

/** Serves clients that look at the host and not at the path, too. There can be only one such resource. */
export function addDefaultProtectedResource(server: HttpServer, resource: ProtectedResource): void {
  addMetadata(server, [...new Set([WELL_KNOWN, metadataPath(resource.url)])], resource);
}

/** The same for everybody, so pages of any origin may read it. */
function addMetadata(server: HttpServer, paths: readonly string[], resource: ProtectedResource): void {
  const { privacyPolicyUrl, termsUrl } = resource.policies;
  const metadata = {
    resource: resource.url,
    resource_name: resource.name,
    authorization_servers: [resource.issuerUrl],
    scopes_supported: resource.scopes,
    bearer_methods_supported: ['header'],
    ...(resource.documentationUrl !== undefined && { resource_documentation: resource.documentationUrl }),
    ...(privacyPolicyUrl !== undefined && { resource_policy_uri: privacyPolicyUrl }),
    ...(termsUrl !== undefined && { resource_tos_uri: termsUrl }),
  };
  const document = new StaticDocument('metadata.json', Buffer.from(JSON.stringify(metadata)));
  server.register(async (scope) => {
    allowAllOrigins(scope, { paths, methods: ['GET'], headers: ['MCP-Protocol-Version'] });
    for (const path of paths) scope.get(path, (request, reply) => document.send(request, reply));
  });
}

function metadataPath(url: string): string {
  const { pathname } = new URL(url);
  return pathname === '/' ? WELL_KNOWN : WELL_KNOWN + pathname;
}
