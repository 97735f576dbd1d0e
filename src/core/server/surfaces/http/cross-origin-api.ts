// Lets pages of any origin call the REST API with a token that they have (CORS). No cookie is ever read or allowed there, so a page can do
// nothing that whoever gave it the token could not do.
// Why: docs/decisions/http.md, "Which pages of other origins may read what".
import type { FastifyReply } from 'fastify';

const API_PATH = '/api/v1/';
/** Browsers keep the answer to a preflight no longer than this. */
const PREFLIGHT_KEPT_S = 2 * 60 * 60;

const SENT = ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-Match', 'If-None-Match'];
const READ = [
  ...['ETag', 'Link', 'X-Total-Count', 'X-Request-Id', 'Content-Disposition'],
  ...['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'Retry-After', 'WWW-Authenticate'],
];
const ALLOWED = { 'access-control-allow-origin': '*', 'access-control-expose-headers': READ.join(', ') };
const NONE = {};

export function isOfApi(url: string): boolean {
  return url.startsWith(API_PATH);
}

/** The headers of every answer at this URL, errors included: otherwise a page would not learn why it got none. */
export function crossOriginHeaders(url: string): Readonly<Record<string, string>> {
  return isOfApi(url) ? ALLOWED : NONE;
}

export function sendPreflight(reply: FastifyReply, methods: string): FastifyReply {
  return reply
    .code(204)
    .headers({
      allow: methods,
      'access-control-allow-methods': methods,
      'access-control-allow-headers': SENT.join(', '),
      'access-control-max-age': String(PREFLIGHT_KEPT_S),
    })
    .send();
}
