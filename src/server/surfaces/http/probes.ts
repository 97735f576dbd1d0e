// Health, readiness and metrics endpoints for operators and their tools. Anybody may call them as often as they like, so what they
// tell is looked up at most once a second.
// Why: docs/decisions/operation.md, "`/readyz` promises that the service can read".
// Why: docs/decisions/http.md, "Probes have no limit, and cost nothing".
import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { secretHash } from '../../../contract/access/secret-hash.ts';
import { isCopyUnfinished } from '../../../foundation/database/copy/progress.ts';
import { type Database, DatabaseUnavailableError, type ShardCounts } from '../../../foundation/database/database.ts';
import { migrationsToServe } from '../../../foundation/database/schema/migrations.ts';
import { SchemaError } from '../../../foundation/database/schema-error.ts';
import { describeAhead, type TrustedClock } from '../../../foundation/database/trusted-clock.ts';
import { Problem } from '../../../foundation/problem/problem.ts';
import type { Clock } from '../../../foundation/time/clock.ts';
import { sendProblem } from './errors.ts';
import { type Metrics, measureRequests } from './metrics.ts';
import { onceASecond } from './once-a-second.ts';
import type { HttpServer } from './server.ts';

interface ProbeOptions {
  readonly database: Database;
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly trustedClock: Pick<TrustedClock, 'ahead'>;
  /** Whoever reads the metrics has to send it; undefined: nobody has to. */
  readonly metricsToken: string | undefined;
}

export function addProbes(server: HttpServer, options: ProbeOptions): void {
  const { database, metrics, clock, trustedClock, metricsToken } = options;
  measureRequests(server, metrics);
  // Operators must get an answer, however many requests come from their address.
  const unlimited = { config: { limitedBy: 'route', isProbe: true } } as const;

  server.get('/healthz', unlimited, async () => ({ status: 'ok' }));

  const lookUp = onceASecond(() => readiness(database, server.log), clock);
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

interface Readiness {
  readonly status: 'ready';
  /** Only a cluster has shards. */
  readonly shards?: ShardCounts;
}

/** Throws a problem of status 503. */
async function readiness(database: Database, log: HttpServer['log']): Promise<Readiness> {
  const problem = await readinessProblem(database).catch((error: unknown) => {
    if (error instanceof Problem) return error;
    log.error({ err: error }, 'not ready');
    return new DatabaseUnavailableError(error);
  });
  if (problem) throw problem;
  // Most websites can be served without a worker of the cluster, so the service stays ready.
  const shards = await database.shards();
  return { status: 'ready', ...(shards && { shards }) };
}

async function readinessProblem(database: Database): Promise<Problem | undefined> {
  const schemaDetail = await schemaError(database);
  if (schemaDetail !== undefined) return new Problem(503, schemaDetail, { code: 'schema_not_current' });
  if (!(await isCopyUnfinished(database))) return undefined;
  const detail = 'A copy into this database is unfinished. Run the same "funnel copy" command again.';
  return new Problem(503, detail, { code: 'copy_unfinished' });
}

/** The schema may also be newer than this version of the program. */
async function schemaError(database: Database): Promise<string | undefined> {
  try {
    const pending = await migrationsToServe(database);
    if (pending.length === 0) return undefined;
    return `The database schema is not up to date: run "funnel migrate" (${pending.join(', ')}).`;
  } catch (error) {
    if (error instanceof SchemaError) return error.message;
    throw error;
  }
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
