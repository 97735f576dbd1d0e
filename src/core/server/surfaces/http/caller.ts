// Who sent a request, as far as the guard is concerned.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../../contract/access/guard.ts';
import { Problem } from '../../../foundation/problem/problem.ts';

export function callerOf(request: FastifyRequest, reply: FastifyReply): Caller {
  return {
    ipAddress: request.ip,
    origin: request.headers.origin,
    userAgent: request.headers['user-agent'],
    country: countryOf(request),
    setHeaders: (headers) => {
      reply.headers(headers);
    },
  };
}

/** The header counts only if a trusted proxy has sent it, as X-Forwarded-For does: otherwise the visitor could have. */
function countryOf(request: FastifyRequest): string | undefined {
  const { countryHeader } = request.server;
  const country = countryHeader === undefined ? undefined : request.headers[countryHeader];
  if (typeof country !== 'string') return undefined;
  // The first address is that of the connection. Others follow it only if it is a trusted proxy.
  const { ips = [] } = request;
  return ips.length > 1 ? country : undefined;
}

/** Aborted when the connection is closed by either side before the response has been sent. */
export function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const abort = () => {
    // Every response is closed in the end. Making the problem would take as long as looking up the token.
    if (raw.writableFinished) return;
    // No client sees this problem, but the metrics count it.
    controller.abort(new Problem(400, 'The client disconnected before the response was ready.'));
  };
  if (raw.closed) abort();
  else raw.once('close', abort);
  return controller.signal;
}
