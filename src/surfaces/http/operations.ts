// What operators and their tools ask: is it alive, is it ready, how is it doing.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../../database/database.ts';
import { pendingMigrations } from '../../database/migrations.ts';
import { Problem } from '../../problem.ts';
import type { HttpServer } from './server.ts';

export interface Metrics {
  readonly registry: Registry;
  readonly events: Counter<'result'>;
  readonly insights: InsightsMetrics;
}

export interface InsightsMetrics {
  readonly snapshots: Counter<'result'>;
  readonly websitesLeft: Gauge;
  readonly lastSuccess: Gauge;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const events = new Counter({
    name: 'funnel_events_total',
    help: 'Events that came in, by what became of them.',
    labelNames: ['result'],
    registers: [registry],
  });
  return { registry, events, insights: createInsightsMetrics(registry) };
}

function createInsightsMetrics(registry: Registry): InsightsMetrics {
  const registers = [registry];
  return {
    snapshots: new Counter({
      name: 'funnel_insights_snapshots_total',
      help: 'Weekly snapshots that this process dealt with, by what became of them.',
      labelNames: ['result'],
      registers,
    }),
    websitesLeft: new Gauge({
      name: 'funnel_insights_websites_left',
      help: 'Websites that the run under way has still to write.',
      registers,
    }),
    lastSuccess: new Gauge({
      name: 'funnel_insights_last_success_timestamp_seconds',
      help: 'When this process last saw that no snapshot of the last complete week is missing; 0: not yet.',
      registers,
    }),
  };
}

export function addOperations(server: HttpServer, database: Database, metrics: Metrics): void {
  const durations = new Histogram({
    name: 'funnel_http_request_seconds',
    help: 'Time to answer a request.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [metrics.registry],
  });
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? '(unknown)';
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });

  server.get('/healthz', async () => ({ status: 'ok' }));

  server.get('/readyz', async (request) => {
    const pending = await pendingMigrations(database).catch((error: unknown) => {
      request.log.error({ err: error }, 'not ready');
      throw new Problem(503, 'The database can not be used right now.', { code: 'database_unavailable' });
    });
    if (pending.length === 0) return { status: 'ready' };
    throw new Problem(503, `The schema is not current: run "funnel migrate" (${pending.join(', ')}).`, {
      code: 'schema_not_current',
    });
  });

  server.get('/metrics', async (_request, reply) => {
    reply.type(metrics.registry.contentType);
    return metrics.registry.metrics();
  });
}
