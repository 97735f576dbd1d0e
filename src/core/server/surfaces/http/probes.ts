// Health, readiness and metrics endpoints for operators and their tools. Anybody may call them as often as they like, so what they
// tell is looked up at most once a second.
// Why: docs/decisions/http.md, "Probes have no limit, and cost nothing".
import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { secretHash } from '../../../contract/access/secret-hash.ts';
import type { Database } from '../../../foundation/database/database.ts';
import { describeAhead, type TrustedClock } from '../../../foundation/database/trusted-clock.ts';
import { Problem } from '../../../foundation/problem/problem.ts';
import type { Clock } from '../../../foundation/time/clock.ts';
import { sendProblem } from './errors.ts';
import { type Metrics, measureRequests } from './metrics.ts';
import { onceASecond } from './once-a-second.ts';
import { readinessLook } from './readiness.ts';
import type { HttpServer } from './server.ts';

interface ProbeOptions {
  readonly database: Database;
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly trustedClock: Pick<TrustedClock, 'ahead'>;
  /** Whoever reads the metrics has to send it; undefined: nobody has to. */
  readonly metricsToken: string | undefined;
  /** How long to wait for the database before saying that the service is not ready. */
  readonly readinessMsMax?: number;
}

export function addProbes(server: HttpServer, options: ProbeOptions): void {
  const { database, metrics, clock, trustedClock, metricsToken } = options;
  measureRequests(server, metrics);
  // Operators must get an answer, however many requests come from their address.
  const unlimited = { config: { limitedBy: 'route', isProbe: true } } as const;

  server.get('/healthz', unlimited, async () => ({ status: 'ok' }));

  const lookUp = onceASecond(readinessLook(database, server.log, options.readinessMsMax), clock);
  server.get('/readyz', unlimited, async (_request, reply) => {
    // What is thrown is logged as an error, and a shutdown is none.
    if (server.isDraining) return sendProblem(shuttingDown(), reply);
    const ready = await lookUp();
    const ahead = trustedClock.ahead();
    // Events and reports go by the clock, right or wrong. Only jobs wait.
    return ahead ? { ...ready, clock: describeAhead(ahead) } : ready;
  });

  const render = onceASecond(async () => Buffer.from(await metrics.registry.metrics()), clock);
  const isAllowed = (request: FastifyRequest) => metricsToken === undefined || hasToken(request, metricsToken);
  server.get('/metrics', { config: { limitedBy: isAllowed, isProbe: true } }, async (request, reply) => {
    if (!isAllowed(request)) throw metricsTokenRequired();
    reply.type(metrics.registry.contentType);
    return render();
  });
}

function shuttingDown(): Problem {
  return new Problem(503, 'The service is shutting down.', { code: 'shutting_down' });
}

function hasToken({ headers }: FastifyRequest, token: string): boolean {
  const [, sent = ''] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  // Hashes have the same length, and comparing them takes the same time for every wrong token.
  return timingSafeEqual(Buffer.from(secretHash(sent)), Buffer.from(secretHash(token)));
}

function metricsTokenRequired(): Problem {
  const detail = 'The metrics need a token: Authorization: Bearer <METRICS_TOKEN>.';
  return new Problem(401, detail, { headers: { 'www-authenticate': 'Bearer' } });
}
