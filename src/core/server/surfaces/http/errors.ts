// Turns every error into a problem response. Nothing internal leaks: an error that is not a Problem is logged here, and
// the client gets a plain 500.
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problemBody } from '../../../contract/operations/problem-body.ts';
import { DATABASE_UNAVAILABLE, DatabaseReplacedError } from '../../../foundation/database/database.ts';
import { rootCause } from '../../../foundation/database/root-cause.ts';
import { Problem } from '../../../foundation/problem/problem.ts';
import { accepts } from './compress.ts';
import { isOfApi, sendPreflight } from './cross-origin-api.ts';

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const problem = problemOf(error);
  if (problem.status >= 500) logFailure(request.log, error, 'request failed');
  sendProblem(problem, reply);
}

/**
 * While the database or a worker of a cluster is down, this is called for every request: each gets one short line. A stack
 * would say nothing that the others don't.
 */
export function logFailure(log: Pick<FastifyBaseLogger, 'error' | 'warn'>, error: unknown, message: string): void {
  const reason = error instanceof Error && error.cause !== undefined ? { reason: reasonOf(error) } : {};
  if (isUnavailable(error)) log.warn({ problem: error.message, ...reason }, message);
  else log.error({ err: error, ...reason }, message);
}

/** Goes by the code, because errors of other threads have lost their class. A replaced file stays an error: it needs a restart. */
function isUnavailable(error: unknown): error is Problem {
  return (
    error instanceof Problem && error.options.code === DATABASE_UNAVAILABLE && !(error instanceof DatabaseReplacedError)
  );
}

/** If the problem is of another thread, its cause is a stack. */
function reasonOf({ cause }: Error): string {
  return rootCause(cause).message.split('\n', 1)[0]!;
}

export function sendProblem(problem: Problem, reply: FastifyReply): FastifyReply {
  const body = problemBody(problem);
  reply.problemCode = body.code;
  return reply
    .code(problem.status)
    .headers(problem.options.headers ?? {})
    .type('application/problem+json')
    .send(body);
}

/** Errors of Fastify and of Node's HTTP parser, by code. */
const KNOWN_ERRORS: Readonly<Record<string, Problem>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: new Problem(400, 'The body is not valid JSON.', { code: 'invalid_json' }),
  FST_ERR_CTP_EMPTY_JSON_BODY: new Problem(400, 'The body is empty. Send JSON.', { code: 'invalid_json' }),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new Problem(400, 'The length of the body does not match Content-Length.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new Problem(415, 'This Content-Type is not supported.'),
  FST_ERR_CTP_BODY_TOO_LARGE: new Problem(413, 'The body is too large.'),
  FST_ERR_BAD_URL: new Problem(400, 'The URL is malformed: a % stands before two hexadecimal digits.', {
    code: 'malformed_url',
  }),
  FST_ERR_MAX_PARAM_LENGTH: new Problem(414, 'A segment of the URL is too long.'),
  HPE_HEADER_OVERFLOW: new Problem(431, 'The headers are too large.'),
  ERR_HTTP_REQUEST_TIMEOUT: new Problem(408, 'The request took too long to arrive.'),
};

export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const { code, statusCode } = (error ?? {}) as { code?: unknown; statusCode?: unknown };
  const known = typeof code === 'string' ? KNOWN_ERRORS[code] : undefined;
  if (known) return known;
  if (isAbortedByClient(error)) return new Problem(400, 'The request ended before it was complete.');
  if (typeof code === 'string' && code.startsWith('HPE_')) return new Problem(400, 'The request is not valid HTTP.');
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return new Problem(statusCode, 'The request could not be read.');
  }
  return new Problem(500, 'Internal server error. Quote the X-Request-Id header when you report it.');
}

/** Node's error for a request that the client aborted. Other broken connections have other messages. */
function isAbortedByClient(error: unknown): boolean {
  return error instanceof Error && error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET';
}

/** Answers a browser that asks for a page at a URL that nothing serves. */
export type NotFoundPage = (request: FastifyRequest, reply: FastifyReply) => unknown;

/** Everybody gets problems below this path. */
const API_PATH = '/api/';

/** 404 for a URL that nothing serves, 405 for one that is served with another method. */
export function handleUnknownRoutes(server: FastifyInstance): void {
  let notFoundPage: NotFoundPage | undefined;
  server.decorate('setNotFoundPage', (page: NotFoundPage) => {
    notFoundPage = page;
  });
  const routes: { readonly pattern: RegExp; readonly method: string }[] = [];
  server.addHook('onRoute', ({ url, method }) => {
    for (const name of [method].flat()) routes.push({ pattern: patternOf(url), method: name });
  });
  server.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0]!;
    const allowed = new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method));
    if (allowed.size === 0) {
      if (notFoundPage && asksForPage(request, path)) return notFoundPage(request, reply);
      return sendProblem(new Problem(404, 'Not found: nothing is served at this URL.', { code: 'unknown_url' }), reply);
    }
    const allow = [...allowed].sort().join(', ');
    if (request.method === 'OPTIONS' && isOfApi(path)) return sendPreflight(reply, allow);
    const detail = `${request.method} is not allowed at this URL. Use ${allow}.`;
    return sendProblem(new Problem(405, detail, { headers: { allow } }), reply);
  });
}

function asksForPage({ method, headers }: FastifyRequest, path: string): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || path.startsWith(API_PATH)) return false;
  return accepts(headers.accept, 'text/html');
}

function patternOf(url: string): RegExp {
  const escaped = url.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll(/:\w+/g, '[^/]+').replaceAll('*', '.*')}/?$`);
}
