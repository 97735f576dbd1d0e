// A request as the guard sees it.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../access/guard.ts';

export function callerOf(request: FastifyRequest, reply: FastifyReply): Caller {
  return {
    address: request.ip,
    setHeaders: (headers) => {
      reply.headers(headers);
    },
  };
}
