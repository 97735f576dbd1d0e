// Authorization server metadata (RFC 8414). Removes the OpenID Connect features of the library that are not offered here, so
// that clients don't request them.
import type { KoaContextWithOIDC } from 'oidc-provider';
import { SCOPES } from '../../../contract/access/principal.ts';
import type { Policies } from '../../../contract/operations/policies.ts';

/**
 * Where clients are sent that can't name a resource: the tool server is meant. Relative to the issuer.
 * Why: docs/decisions/tokens.md, "Clients that name no resource come from the tool server".
 */
export const TOOLS_AUTHORIZATION_PATH = '/oauth/authorize-tools';
/** The versions of MCP before resource indicators. Clients name theirs when they look for this document; others name none. */
const VERSIONS_WITHOUT_RESOURCE: ReadonlySet<string> = new Set(['2024-11-05', '2025-03-26']);

interface ServerDescription {
  /** How other grant types are used: draft-ietf-oauth-identity-assertion-authz-grant-04, section 7.2. */
  readonly grantProfiles: readonly string[];
  readonly policies: Policies;
}

export function describeServer(description: ServerDescription) {
  return async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    await next();
    describe(ctx, description);
  };
}

function describe(ctx: KoaContextWithOIDC, { grantProfiles, policies }: ServerDescription): void {
  const { privacyPolicyUrl, termsUrl } = policies;
  if (ctx.path !== '/.well-known/oauth-authorization-server' || ctx.status !== 200) return;
  const fields = Object.entries(ctx.body as Record<string, unknown>);
  const supported = fields.filter(([name]) => !/^(claims?_|id_token_|subject_types_|request_uri_)/.test(name));
  const metadata = Object.fromEntries(supported);
  const { token_endpoint_auth_methods_supported: authMethods } = metadata;
  ctx.vary('MCP-Protocol-Version');
  ctx.body = {
    ...metadata,
    ...(VERSIONS_WITHOUT_RESOURCE.has(ctx.get('MCP-Protocol-Version')) && {
      authorization_endpoint: `${metadata.issuer}${TOOLS_AUTHORIZATION_PATH}`,
    }),
    scopes_supported: SCOPES,
    ...(grantProfiles.length > 0 && { authorization_grant_profiles_supported: grantProfiles }),
    ...(privacyPolicyUrl !== undefined && { op_policy_uri: privacyPolicyUrl }),
    ...(termsUrl !== undefined && { op_tos_uri: termsUrl }),
    response_modes_supported: ['query'],
    // Otherwise clients have to assume client_secret_basic (RFC 8414, section 2).
    revocation_endpoint_auth_methods_supported: authMethods,
    introspection_endpoint_auth_methods_supported: authMethods,
  };
}
