// The collector for browsers: pages of any origin may call it (CORS), without cookies. Which origins count is decided by the
// key, with a 403. The page may read that answer, too, so that whoever set it up learns what is wrong.
import type { Dispatcher } from '../../api/dispatcher.ts';
import { collectBrowserEvents } from '../../ingestion/collect-browser-events.ts';
import type { HttpServer } from '../http/server.ts';
import { addActionAt } from '../rest/routes.ts';

/** Browsers keep the answer to a preflight no longer than this. */
const PREFLIGHT_KEPT_S = 2 * 60 * 60;

export interface BrowserCollectorOptions {
  readonly browserCollectPath: string;
  readonly baseUrl: string;
}

export function addBrowserCollector(
  server: HttpServer,
  dispatcher: Dispatcher,
  { browserCollectPath: path, baseUrl }: BrowserCollectorOptions,
): void {
  server.register(async (scope) => {
    scope.addHook('onRequest', (request, reply, done) => {
      reply.header('vary', 'Origin');
      const { origin } = request.headers;
      if (origin !== undefined) {
        reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': 'Retry-After' });
      }
      done();
    });
    scope.options(path, (_request, reply) => {
      reply
        .code(204)
        .headers({
          'access-control-allow-methods': 'POST',
          'access-control-allow-headers': 'Content-Type',
          'access-control-max-age': String(PREFLIGHT_KEPT_S),
        })
        .send();
    });
    addActionAt(path, scope, collectBrowserEvents, dispatcher, baseUrl);
  });
}
