// The HTTP server that every surface hangs on: limits, request ids, logs, and one error shape for whatever goes wrong.
import { randomUUID } from 'node:crypto';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import { Problem } from '../../problem.ts';
import { limitConnectionsByAddress } from './connections-by-address.ts';
import { answerUnknownRoutes, sendError } from './errors.ts';
import { malformedRequestHandler, refusalOf } from './malformed-requests.ts';
import { requestLogger } from './request-logger.ts';
import { RequestsUnderWay } from './requests-under-way.ts';
import { securityHeaders } from './security-headers.ts';

export type HttpServer = FastifyInstance;

declare module 'fastify' {
  interface FastifyInstance {
    /** It has been told to stop, and only finishes what is under way. */
    readonly isDraining: boolean;
    readonly requestsUnderWay: number;
  }
  interface FastifyReply {
    /** Of the problem that the answer is, if it is one that has a code. */
    problemCode: string | undefined;
  }
}

const BODY_BYTES_MAX = 1024 * 1024;
const REQUEST_MS_MAX = 60_000;
const HEADERS_MS_MAX = 15_000;
/** How often it is looked for requests that are too slow. Node's half minute would make these limits mean little. */
const SLOWNESS_CHECK_MS = 5_000;
const CONNECTIONS_MAX = 5_000;
/** One for each connection. Without this bound, a client that sends on without waiting for answers has any number. */
const REQUESTS_MAX = CONNECTIONS_MAX;
/** Without a byte in either direction: longer than any answer takes. */
const SILENCE_MS_MAX = 120_000;
const IDLE_CHECK_MS = 50;
const NO_QUERY = Object.freeze({});
const DRAIN_MS_MAX = 8_000;

export interface HttpServerOptions {
  /** Whose word on where a request comes from is taken; nobody's where it is left out. */
  readonly trustedProxies?: string;
  /** The service as others see it. */
  readonly baseUrl?: string;
  /** Connections that one address may hold open; 0 or left out: as many as there are. */
  readonly connectionsPerAddressMax?: number;
}

export function createHttpServer(logger: Logger, options: HttpServerOptions = {}): HttpServer {
  const { trustedProxies, baseUrl, connectionsPerAddressMax = 0 } = options;
  const headers = securityHeaders(baseUrl);
  const stamp = (request: FastifyRequest, reply: FastifyReply) =>
    reply.header('x-request-id', request.id).headers(headers);
  const server = Fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: requestLogger,
    bodyLimit: BODY_BYTES_MAX,
    trustProxy: trustedProxies ?? false,
    requestTimeout: REQUEST_MS_MAX,
    connectionTimeout: SILENCE_MS_MAX,
    genReqId: () => randomUUID(),
    // No hooks run for these.
    frameworkErrors: (error, request, reply) => {
      sendError(error, request, stamp(request, reply));
      logRequest(request, reply);
    },
    clientErrorHandler: (error, socket) => answerMalformed(error, socket),
    // Without a host, Node would refuse a request by itself, without a word.
    http: { requireHostHeader: false, connectionsCheckingInterval: SLOWNESS_CHECK_MS },
    // Only the REST API has parameters, and it parses each URL once: see rest/input-cache.ts.
    routerOptions: { ignoreTrailingSlash: true, querystringParser: () => NO_QUERY },
    // Whoever still asks on an open connection gets an answer, and then its end.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  });
  server.server.headersTimeout = HEADERS_MS_MAX;
  server.server.maxConnections = CONNECTIONS_MAX;
  if (connectionsPerAddressMax > 0) limitConnectionsByAddress(server.server, connectionsPerAddressMax, logger);
  server.setErrorHandler(sendError);
  answerUnknownRoutes(server);
  const underWay = new RequestsUnderWay(server.server);
  server.decorate('requestsUnderWay', { getter: () => underWay.count });
  server.decorateReply('problemCode', undefined);
  const answerMalformed = malformedRequestHandler({ underWay, logger, headers });
  // An expectation that we know nothing of may be ignored; Node would refuse it by itself, without a word.
  server.server.on('checkExpectation', (request, response) => server.server.emit('request', request, response));
  // These run for every request: with callbacks, because promises cost as much as the hooks themselves.
  server.addHook('onRequest', (request, reply, done) => {
    stamp(request, reply);
    done(underWay.count > REQUESTS_MAX ? tooManyAtOnce() : refusalOf(request.raw));
  });
  server.addHook('onResponse', (request, reply, done) => {
    if (logger.isLevelEnabled('info')) logRequest(request, reply);
    done();
  });
  drainOnClose(server, underWay);
  return server;
}

function tooManyAtOnce(): Problem {
  const detail = 'Too many requests are under way. Wait for answers before you send more.';
  return new Problem(503, detail, { code: 'busy', headers: { 'retry-after': '1' } });
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
function drainOnClose(server: HttpServer, underWay: RequestsUnderWay): void {
  let isDraining = false;
  server.decorate('isDraining', { getter: () => isDraining });
  server.addHook('preClose', (done) => {
    isDraining = true;
    underWay.endConnections();
    const idle = setInterval(() => server.server.closeIdleConnections(), IDLE_CHECK_MS);
    const all = setTimeout(() => server.server.closeAllConnections(), DRAIN_MS_MAX);
    server.server.once('close', () => {
      clearInterval(idle);
      clearTimeout(all);
    });
    done();
  });
}
