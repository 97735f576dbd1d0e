// Limits the requests of each IP address that need no credential. The limit holds for every route, including routes that are added
// later, and for URLs that nothing serves. A route that limits its callers in another way says so with `limitedBy`.
// Why: docs/decisions/http.md, "Every route limits strangers unless it says how else".
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { networkOf, type RateLimit, tooManyRequests } from '../../../contract/access/rate-limit.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * authorization: the route checks the header Authorization, and limits the requests of each credential. Only requests without
     * the header count here. route: the route limits its callers itself, or is for operators. A function says of a request that its
     * sender is known and has no limit. Left out: every request counts here.
     */
    limitedBy?: 'authorization' | 'route' | ((request: FastifyRequest) => boolean);
  }
}

export function limitStrangers(server: FastifyInstance, limit: RateLimit): void {
  server.addHook('onRequest', (request, _reply, done) => {
    const { limitedBy } = request.routeOptions.config ?? {};
    // An empty header is none: the guard does not count it as a failed authentication either.
    const hasCredential = limitedBy === 'authorization' && Boolean(request.headers.authorization);
    const isKnown = typeof limitedBy === 'function' && limitedBy(request);
    if (limitedBy === 'route' || hasCredential || isKnown) return done();
    const state = limit.take(networkOf(request.ip));
    if (!state.isExceeded) return done();
    const detail = `Too many requests without a credential: at most ${state.limit} a minute for an IP address. Wait and try again.`;
    done(tooManyRequests(state, detail));
  });
}
