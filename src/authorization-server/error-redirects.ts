// Anybody can register a client, with any address to be sent back to. If errors were sent there by themselves, a link to this
// server would be a disguise for a link to anywhere (RFC 9700, section 4.11.2). So people are asked before they go on.
import type { KoaContextWithOIDC } from 'oidc-provider';
import { showPage, wayBackPage } from './pages/provider-pages.ts';

type Middleware = (ctx: KoaContextWithOIDC, next: () => Promise<void>) => Promise<void>;

export function holdErrorRedirects(authorizationPath: string, baseUrl: string): Middleware {
  const ownOrigin = new URL(baseUrl).origin;
  return async (ctx, next) => {
    await next();
    const target = ctx.path.startsWith(authorizationPath) ? URL.parse(ctx.response.get('location')) : null;
    // Programs on the person's own device, and the dashboard, are no strangers.
    if (target?.protocol !== 'https:' || target.origin === ownOrigin) return;
    const error = target.searchParams.get('error') ?? new URLSearchParams(target.hash.slice(1)).get('error');
    // Whoever did not allow it has been on our page, and was told where the answer goes.
    const isDecided = ctx.oidc?.entities.Interaction?.result?.error === 'access_denied';
    if (error === null || isDecided) return;
    ctx.remove('location');
    ctx.status = 400;
    showPage(ctx, wayBackPage(error, target));
  };
}
