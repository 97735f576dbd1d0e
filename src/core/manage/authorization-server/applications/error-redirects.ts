// Anybody can register a client with any redirect URI. If errors were redirected there automatically, this server would be
// an open redirector (RFC 9700, section 4.11.2). So the user is asked before leaving this server.
// Why: docs/decisions/tokens.md, "Errors do not redirect to strangers".
import type { KoaContextWithOIDC } from 'oidc-provider';
import { confirmRedirectPage, showPage } from '../pages/provider-pages.ts';

type Middleware = (ctx: KoaContextWithOIDC, next: () => Promise<void>) => Promise<void>;

export function confirmErrorRedirects(authorizationPath: string, baseUrl: string): Middleware {
  const ownOrigin = new URL(baseUrl).origin;
  return async (ctx, next) => {
    await next();
    const target = ctx.path.startsWith(authorizationPath) ? URL.parse(ctx.response.get('location')) : null;
    // Programs on the user's device and the dashboard are trusted.
    if (target?.protocol !== 'https:' || target.origin === ownOrigin) return;
    const error = target.searchParams.get('error') ?? new URLSearchParams(target.hash.slice(1)).get('error');
    // A user who denied the request saw on the consent page where the response goes.
    const isDeniedByUser = ctx.oidc?.entities.Interaction?.result?.error === 'access_denied';
    if (error === null || isDeniedByUser) return;
    ctx.remove('location');
    ctx.status = 400;
    showPage(ctx, (t) => confirmRedirectPage(error, target, t));
  };
}
