// A request as the guard sees it.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../access/guard.ts';
import { Problem } from '../../problem.ts';

export function callerOf(request: FastifyRequest, reply: FastifyReply): Caller {
  return {
    ipAddress: request.ip,
    setHeaders: (headers) => {
      reply.headers(headers);
    },
  };
}

/** Aborted when the connection is closed, by whichever side; after the answer that means nothing. */
export function clientGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  // Nobody reads it; it is what the metrics count.
  const leave = () => gone.abort(new Problem(400, 'The client has gone before the answer was there.'));
  if (raw.closed) leave();
  else raw.once('close', leave);
  return gone.signal;
}
