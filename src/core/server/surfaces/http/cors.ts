// Lets pages of any origin call some routes, without cookies (CORS). Which of them may do what is decided by their key.
// Why: docs/decisions/code.md, "A library replaces our code if it is smaller and as good".
import type { HttpServer } from './server.ts';

/** Browsers keep the answer to a preflight no longer than this. */
const PREFLIGHT_KEPT_S = 2 * 60 * 60;

interface CrossOriginRoutes {
  readonly paths: readonly string[];
  readonly methods: readonly string[];
  /** Those that a page may send. */
  readonly headers: readonly string[];
  /** Those that a page may read, besides `Retry-After`. */
  readonly exposed?: readonly string[];
}

/** Serves all routes of the scope. Errors are readable, too, so that the developer of the page sees what is wrong. */
export function allowAllOrigins(scope: HttpServer, { paths, methods, headers, exposed = [] }: CrossOriginRoutes): void {
  const exposedHeaders = ['Retry-After', ...exposed].join(', ');
  scope.addHook('onRequest', (request, reply, done) => {
    reply.header('vary', 'Origin');
    const { origin } = request.headers;
    if (origin !== undefined) {
      reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': exposedHeaders });
    }
    done();
  });
  const allowed = {
    'access-control-allow-methods': methods.join(', '),
    'access-control-allow-headers': headers.join(', '),
    'access-control-max-age': String(PREFLIGHT_KEPT_S),
  };
  for (const path of paths) scope.options(path, (_request, reply) => reply.code(204).headers(allowed).send());
}
