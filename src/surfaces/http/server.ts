// The HTTP server that every surface hangs on: limits, request ids, logs, and one error shape for whatever goes wrong.
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import { answerUnknownRoutes, problemOf, sendError } from './errors.ts';

export type HttpServer = FastifyInstance;

const BODY_BYTES_MAX = 1024 * 1024;
const REQUEST_MS_MAX = 60_000;
const HEADERS_MS_MAX = 15_000;
const CONNECTIONS_MAX = 5_000;
const IDLE_CHECK_MS = 50;
const DRAIN_MS_MAX = 8_000;

/** `trustedProxies`: whose word on where a request comes from is taken; nobody's where it is left out. */
export function createHttpServer(logger: Logger, trustedProxies?: string): HttpServer {
  const server = Fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_BYTES_MAX,
    trustProxy: trustedProxies ?? false,
    requestTimeout: REQUEST_MS_MAX,
    genReqId: () => randomUUID(),
    frameworkErrors: (error, request, reply) => sendError(error, request, reply),
    clientErrorHandler: answerMalformedRequest,
    routerOptions: { ignoreTrailingSlash: true },
    return503OnClosing: true,
    forceCloseConnections: 'idle',
  });
  server.server.headersTimeout = HEADERS_MS_MAX;
  server.server.maxConnections = CONNECTIONS_MAX;
  server.setErrorHandler(sendError);
  answerUnknownRoutes(server);
  // These run for every request: with callbacks, because promises cost as much as the hooks themselves.
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    done();
  });
  server.addHook('onResponse', (request, reply, done) => {
    if (logger.isLevelEnabled('info')) logRequest(request, reply);
    done();
  });
  drainOnClose(server);
  return server;
}

function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  // The route's pattern and not the address: a query may hold what must not be logged.
  const route = request.routeOptions.url;
  const fields = { route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) };
  request.log.info(fields, `${request.method} ${route ?? '(unknown)'} ${reply.statusCode}`);
}

/**
 * Closing waits for the requests under way. A connection that one of them leaves open would be waited for as well, until
 * its keep-alive ends; so idle ones are closed as they come about, and whatever is still there in the end.
 */
function drainOnClose(server: HttpServer): void {
  server.addHook('preClose', (done) => {
    const idle = setInterval(() => server.server.closeIdleConnections(), IDLE_CHECK_MS);
    const all = setTimeout(() => server.server.closeAllConnections(), DRAIN_MS_MAX);
    server.server.once('close', () => {
      clearInterval(idle);
      clearTimeout(all);
    });
    done();
  });
}

/** What could not even be read as HTTP still gets an answer in the one shape. */
function answerMalformedRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem = problemOf(error);
  const body = JSON.stringify(problem.toBody());
  const { title } = problem.toBody();
  socket.end(
    `HTTP/1.1 ${problem.status} ${title}\r\ncontent-type: application/problem+json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}
