// The server's description of itself (RFC 8414). The library also speaks OpenID Connect; what is not offered here is
// taken out, so that no client asks for it.
import type { KoaContextWithOIDC } from 'oidc-provider';
import { SCOPES } from '../access/principal.ts';

export async function describeServer(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next();
  if (ctx.path !== '/.well-known/oauth-authorization-server' || ctx.status !== 200) return;
  const all = Object.entries(ctx.body as Record<string, unknown>);
  const kept = all.filter(([name]) => !/^(claims?_|id_token_|subject_types_|request_uri_)/.test(name));
  ctx.body = { ...Object.fromEntries(kept), scopes_supported: SCOPES, response_modes_supported: ['query'] };
}
