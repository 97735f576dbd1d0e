// CORS for clients in a browser: what pages may do that allowed-callers.ts has let in. Never with cookies: there are none.
import type { FastifyReply, FastifyRequest } from 'fastify';

const PREFLIGHT_KEPT_S = 600;
const HEADER_NAMES_LENGTH_MAX = 1_000;
/** GET and DELETE get 405, which clients must be able to read. */
const METHODS = ['POST', 'GET', 'DELETE'];
/** Headers that pages may send, in lower case. */
const REQUEST_HEADER = /^(authorization|content-type|accept|last-event-id|mcp-[a-z0-9-]+)$/;
/** Headers that pages may read. */
const EXPOSED_HEADERS = [
  'WWW-Authenticate',
  'Mcp-Session-Id',
  'MCP-Protocol-Version',
  'Retry-After',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'X-Request-Id',
];

/** Lets the page read why it is refused, too, and where to get a token. */
export function allowOrigin(reply: FastifyReply, origin: string): void {
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-expose-headers': EXPOSED_HEADERS.join(', '),
    vary: 'Origin',
  });
}

/** What a browser asks before it sends the request itself. */
export function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
}

export function answerPreflight(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const asked = String(request.headers['access-control-request-headers'] ?? '').slice(0, HEADER_NAMES_LENGTH_MAX);
  const names = asked.split(',').map((name) => name.trim().toLowerCase());
  const allowed = names.filter((name) => REQUEST_HEADER.test(name));
  if (allowed.length > 0) reply.header('access-control-allow-headers', allowed.join(', '));
  reply.headers({
    'access-control-allow-methods': METHODS.join(', '),
    'access-control-max-age': String(PREFLIGHT_KEPT_S),
  });
  return reply.code(204).send();
}
