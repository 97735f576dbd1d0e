// Health, readiness and metrics endpoints for operators and their tools.
import { isCopyUnfinished } from '../../database/copy/progress.ts';
import { type Database, DatabaseUnavailableError } from '../../database/database.ts';
import { pendingMigrations } from '../../database/migrations.ts';
import { SchemaError } from '../../database/schema-error.ts';
import { Problem } from '../../problem.ts';
import { type Metrics, measureRequests } from './metrics.ts';
import type { HttpServer } from './server.ts';

export function addProbes(server: HttpServer, database: Database, metrics: Metrics): void {
  measureRequests(server, metrics);
  // Operators must get an answer, however many requests come from their address.
  const options = { config: { limitedBy: 'route' } } as const;

  server.get('/healthz', options, async () => ({ status: 'ok' }));

  server.get('/readyz', options, async (request) => {
    if (server.isDraining) throw new Problem(503, 'The service is shutting down.', { code: 'shutting_down' });
    const problem = await readinessProblem(database).catch((error: unknown) => {
      if (error instanceof Problem) return error;
      request.log.error({ err: error }, 'not ready');
      return new DatabaseUnavailableError(error);
    });
    if (problem) throw problem;
    // Most websites can be served without a worker of the cluster, so the service stays ready.
    const shards = await database.shards();
    return { status: 'ready', ...(shards && { shards }) };
  });

  server.get('/metrics', options, async (_request, reply) => {
    reply.type(metrics.registry.contentType);
    return metrics.registry.metrics();
  });
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
    const pending = await pendingMigrations(database);
    if (pending.length === 0) return undefined;
    return `The database schema is not up to date: run "funnel migrate" (${pending.join(', ')}).`;
  } catch (error) {
    if (error instanceof SchemaError) return error.message;
    throw error;
  }
}
