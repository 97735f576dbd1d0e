// The HTTP server that all surfaces share: limits, request ids, logs and error responses.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import type { RateLimit } from '../../../contract/access/rate-limit.ts';
import { Problem } from '../../../foundation/problem/problem.ts';
import { parseTrustedProxies } from '../../config/trusted-proxies.ts';
import { compressResponses } from './compress.ts';
import { crossOriginHeaders } from './cross-origin-api.ts';
import { DRAIN_MS_MAX, LAST_ANSWERS_MS, LAST_DRAIN_MS } from './drain-times.ts';
import { handleUnknownRoutes, type NotFoundPage, sendError } from './errors.ts';
import { dropForwardedPorts } from './forwarded-for.ts';
import { limitStrangers } from './limit-strangers.ts';
import { malformedRequestHandler, malformedRequestProblem } from './malformed-requests.ts';
import { limitConnections } from './open-connections.ts';
import { requestLogger } from './request-logger.ts';
import { RequestsInProgress } from './requests-in-progress.ts';
import { securityHeaders } from './security-headers.ts';
import { BodyEndingResponse } from './unread-bodies.ts';

export type HttpServer = FastifyInstance;

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * From now on it is not ready, and every response ends its connection, so that load balancers choose other nodes. It goes on serving.
     */
    drain(): void;
    /** The server is shutting down. */
    readonly isDraining: boolean;
    /** While the server closes: ends what its last requests wait for, so that they are answered before their connections are cut. */
    endWaits: () => void;
    readonly requestsInProgress: number;
    /** Whoever reads the body of this request watches its pace, so it may take longer than others. */
    letBodyTakeTime(request: IncomingMessage): void;
    /** The name in lower case. undefined: none is trusted. */
    readonly countryHeader: string | undefined;
    /** Browsers get this page instead of a problem. */
    setNotFoundPage(page: NotFoundPage): void;
  }
  interface FastifyContextConfig {
    /** Operators' programs call it every few seconds: the log has it at the level debug, as long as it answers well. */
    isProbe?: true;
  }
  interface FastifyReply {
    /** The code of the error that was sent, if it has one. */
    problemCode: string | undefined;
  }
}

const BODY_BYTES_MAX = 1024 * 1024;
const REQUEST_MS_MAX = 60_000;
const HEADERS_MS_MAX = 15_000;
/** How often slow requests are looked for. Node's default of 30 seconds would make the limits above imprecise. */
const SLOWNESS_CHECK_MS = 5_000;
const CONNECTIONS_MAX = 5_000;
/** One per connection. Without it, a client could pipeline any number of requests. */
const REQUESTS_MAX = CONNECTIONS_MAX;
/** How long a connection may be without a byte in either direction; longer than any response takes. */
const INACTIVITY_MS_MAX = 120_000;
const IDLE_CHECK_MS = 50;
const NO_QUERY = Object.freeze({});
/** A report may name 1,000 websites, one in each. */
const QUERY_PARAMETERS_MAX = 1_024;

interface HttpServerOptions {
  /** Proxies whose X-Forwarded-For header is trusted; default: none. */
  readonly trustedProxies?: string;
  /** The header in which trusted proxies name the country of the client. */
  readonly countryHeader?: string;
  /** The public URL of the service. */
  readonly baseUrl?: string;
  /** Open connections per IP address; 0 or left out: no limit for addresses and networks. */
  readonly connectionsPerAddressMax?: number;
  /** Requests without a credential per IP address; left out: no limit. */
  readonly strangers?: RateLimit;
}

export function createHttpServer(logger: Logger, options: HttpServerOptions = {}): HttpServer {
  const { trustedProxies, countryHeader, baseUrl, connectionsPerAddressMax = 0, strangers } = options;
  const isTrustedProxy = trustedProxies === undefined ? () => false : parseTrustedProxies(trustedProxies);
  const headers = securityHeaders(baseUrl);
  const addHeaders = (request: FastifyRequest, reply: FastifyReply) =>
    reply.header('x-request-id', request.id).headers(headers).headers(crossOriginHeaders(request.url));
  const server = Fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: requestLogger,
    bodyLimit: BODY_BYTES_MAX,
    trustProxy: isTrustedProxy,
    requestTimeout: REQUEST_MS_MAX,
    connectionTimeout: INACTIVITY_MS_MAX,
    genReqId: () => randomUUID(),
    // Fastify runs no hooks for these errors.
    frameworkErrors: (error, request, reply) => {
      sendError(error, request, addHeaders(request, reply));
      logRequest(request, reply, 'info');
    },
    clientErrorHandler: (error, socket) => handleMalformedRequest(error, socket),
    // Otherwise Node itself would reject a request without a Host header, with an empty body.
    http: {
      requireHostHeader: false,
      connectionsCheckingInterval: SLOWNESS_CHECK_MS,
      ServerResponse: BodyEndingResponse,
    },
    // Only the REST API has parameters, and parses them itself: see rest/request-parameters.ts.
    routerOptions: { ignoreTrailingSlash: true, querystringParser: () => NO_QUERY },
    // While closing, a request on an open connection still gets its response; then the connection is closed.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  });
  server.server.headersTimeout = HEADERS_MS_MAX;
  server.server.maxConnections = CONNECTIONS_MAX;
  if (connectionsPerAddressMax > 0) {
    const limits = { connectionsMax: CONNECTIONS_MAX, perAddressMax: connectionsPerAddressMax };
    limitConnections(server.server, { ...limits, isTrustedProxy, logger });
  }
  server.setErrorHandler(sendError);
  handleUnknownRoutes(server);
  const inProgress = new RequestsInProgress(server.server);
  server.decorate('countryHeader', countryHeader);
  server.decorate('requestsInProgress', { getter: () => inProgress.count });
  server.decorate('letBodyTakeTime', (request: IncomingMessage) => inProgress.letTakeTime(request));
  server.decorateReply('problemCode', undefined);
  const handleMalformedRequest = malformedRequestHandler({ inProgress, logger, headers });
  // Ignore unknown values of the Expect header. Otherwise Node itself would reject the request with an empty body.
  server.server.on('checkExpectation', (request, response) => server.server.emit('request', request, response));
  if (trustedProxies !== undefined) dropForwardedPorts(server);
  // These are callbacks, because they run for every request and promises would cost as much as the hooks themselves.
  server.addHook('onRequest', (request, reply, done) => {
    addHeaders(request, reply);
    if (server.isDraining) reply.raw.shouldKeepAlive = false;
    const isBusy = inProgress.count > REQUESTS_MAX;
    done(isBusy ? tooManyInProgress() : (malformedRequestProblem(request.raw) ?? tooManyParameters(request.url)));
  });
  if (strangers) limitStrangers(server, strangers);
  server.addHook('onResponse', (request, reply, done) => {
    const level = request.routeOptions.config.isProbe && reply.statusCode < 400 ? 'debug' : 'info';
    if (logger.isLevelEnabled(level)) logRequest(request, reply, level);
    done();
  });
  compressResponses(server);
  drainOnClose(server, inProgress);
  return server;
}

function tooManyInProgress(): Problem {
  const detail = 'Too many requests are in progress. Wait for responses before you send more.';
  return new Problem(503, detail, { code: 'busy', headers: { 'retry-after': '1' } });
}

/** Is called before anybody parses them. */
function tooManyParameters(url: string): Problem | undefined {
  let count = 1;
  for (let at = url.indexOf('&'); at >= 0; at = url.indexOf('&', at + 1)) count++;
  if (count <= QUERY_PARAMETERS_MAX) return undefined;
  return new Problem(414, `A URL may have at most ${QUERY_PARAMETERS_MAX} query parameters: send fewer.`);
}

function logRequest(request: FastifyRequest, reply: FastifyReply, level: 'info' | 'debug'): void {
  // The route pattern instead of the URL, because a query may contain secrets or personal data.
  const route = request.routeOptions.url;
  const { statusCode: status, problemCode: code } = reply;
  const fields = { route, status, ...(code !== undefined && { code }), ms: Math.round(reply.elapsedTime) };
  request.log[level](fields, `${request.method} ${route ?? '(unknown)'} ${status}`);
}

/**
 * Closing waits for the requests in progress. It would also wait for their connections until keep-alive ends. So idle
 * connections are closed as soon as they become idle, and all others after DRAIN_MS_MAX. Before, while draining, idle connections stay
 * open: a load balancer may be about to use one.
 *
 * The time for the last answers begins when the waits have been ended, however late a busy machine comes to that.
 */
function drainOnClose(server: HttpServer, inProgress: RequestsInProgress): void {
  let drainedFromMs: number | undefined;
  server.decorate('isDraining', { getter: () => drainedFromMs !== undefined });
  server.decorate('endWaits', () => {});
  server.decorate('drain', () => {
    drainedFromMs ??= performance.now();
    inProgress.endConnections();
  });
  server.addHook('preClose', (done) => {
    server.drain();
    const leftMs = DRAIN_MS_MAX - (performance.now() - drainedFromMs!);
    const idle = setInterval(() => server.server.closeIdleConnections(), IDLE_CHECK_MS);
    let next = setTimeout(() => {
      server.endWaits();
      next = setTimeout(() => server.server.closeAllConnections(), LAST_ANSWERS_MS);
    }, Math.max(leftMs, LAST_DRAIN_MS) - LAST_ANSWERS_MS);
    server.server.once('close', () => {
      clearInterval(idle);
      clearTimeout(next);
    });
    done();
  });
}
