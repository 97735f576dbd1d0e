// Turns everything that can go wrong while a request is answered into a problem. Nothing internal gets out: what is
// not a Problem is logged here and answered with a plain 500.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../problem.ts';
import { problemBody } from '../../problem-body.ts';

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const problem = problemOf(error);
  if (problem.status >= 500) request.log.error({ err: error }, 'request failed');
  sendProblem(problem, reply);
}

export function sendProblem(problem: Problem, reply: FastifyReply): void {
  reply.problemCode = problem.options.code;
  reply
    .code(problem.status)
    .headers(problem.options.headers ?? {})
    .type('application/problem+json')
    .send(problemBody(problem));
}

/** Of Fastify and of Node's HTTP parser. */
const KNOWN_ERRORS: Readonly<Record<string, Problem>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: new Problem(400, 'The body is not valid JSON.', { code: 'invalid_json' }),
  FST_ERR_CTP_EMPTY_JSON_BODY: new Problem(400, 'The body is empty; JSON was expected.', { code: 'invalid_json' }),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new Problem(400, 'The body is not as long as Content-Length says.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new Problem(415, 'This Content-Type is not supported here.'),
  FST_ERR_CTP_BODY_TOO_LARGE: new Problem(413, 'The body is too large.'),
  FST_ERR_BAD_URL: new Problem(400, 'The address is malformed.'),
  FST_ERR_MAX_PARAM_LENGTH: new Problem(414, 'A part of the address is too long.'),
  HPE_HEADER_OVERFLOW: new Problem(431, 'The headers are too large.'),
  ERR_HTTP_REQUEST_TIMEOUT: new Problem(408, 'The request took too long to arrive.'),
};

export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const { code, statusCode } = (error ?? {}) as { code?: unknown; statusCode?: unknown };
  const known = typeof code === 'string' ? KNOWN_ERRORS[code] : undefined;
  if (known) return known;
  if (isClientGone(error)) return new Problem(400, 'The request ended before it was complete.');
  if (typeof code === 'string' && code.startsWith('HPE_')) return new Problem(400, 'The request is not valid HTTP.');
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return new Problem(statusCode, 'The request could not be read.');
  }
  return new Problem(500, 'Something went wrong on our side. The request id helps to find out what.');
}

/** Node's words for it; other connections that break have others. */
function isClientGone(error: unknown): boolean {
  return error instanceof Error && error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET';
}

/** 404 for an address that nothing serves, 405 for one that is served by another method. */
export function answerUnknownRoutes(server: FastifyInstance): void {
  const routes: { readonly pattern: RegExp; readonly method: string }[] = [];
  server.addHook('onRoute', ({ url, method }) => {
    for (const one of [method].flat()) routes.push({ pattern: patternOf(url), method: one });
  });
  server.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0]!;
    const allowed = new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method));
    if (allowed.size === 0) return sendProblem(new Problem(404, 'There is nothing at this address.'), reply);
    const allow = [...allowed].sort().join(', ');
    const detail = `${request.method} is not possible here; use ${allow}.`;
    return sendProblem(new Problem(405, detail, { headers: { allow } }), reply);
  });
}

function patternOf(url: string): RegExp {
  const escaped = url.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll(/:\w+/g, '[^/]+').replaceAll('*', '.*')}/?$`);
}
