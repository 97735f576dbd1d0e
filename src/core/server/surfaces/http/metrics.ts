// The Prometheus metrics: latency, traffic, errors and saturation. Labels have few values: a request's route is the pattern
// that served it, never its URL, and no website, token or name is a label.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { InsightsObserver } from '../../../answers/insights/write-week.ts';
import type { AccessTokenVerifier } from '../../../contract/access/principal.ts';
import type { CacheStats } from '../../../foundation/database/change-cache.ts';
import type { Database } from '../../../foundation/database/database.ts';
import type { TrustedClock } from '../../../foundation/database/trusted-clock.ts';
import type { Collector, CollectorObserver } from '../../../intake/collector/collector.ts';
import { repeated } from '../../../intake/events/receipts.ts';
import type { QueuedRunner } from '../../api/queued-runner.ts';
import type { ReadRunner, ReadWorkers } from '../../api/read-runner.ts';
import type { ReadService } from '../../api/read-service.ts';
import type { HttpServer } from './server.ts';

const DURATION_BOUNDS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const COMMIT_SECONDS = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];
const GROUP_BATCHES = [1, 2, 5, 10, 20, 50, 100, 200, 500];
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** Default metrics of the library that are NaN if they were read a moment ago, so they are removed. */
const REMOVED_DEFAULTS = ['min', 'mean', 'stddev'].map((name) => `nodejs_eventloop_lag_${name}_seconds`);
const EVENT_RESULTS = ['accepted', 'duplicate', 'rejected', 'bot'] as const;

export interface Metrics {
  readonly registry: Registry;
  readonly ingestion: IngestionMetrics;
  readonly insights: InsightsMetrics;
}

interface IngestionMetrics {
  readonly events: Counter<'result'>;
  readonly rejections: Counter<'code'>;
  readonly lag: Histogram;
  readonly groupBatches: Histogram;
  readonly lastCommit: Gauge;
}

interface InsightsMetrics {
  readonly snapshots: Counter<'result'>;
  readonly websitesLeft: Gauge;
  readonly lastSuccess: Gauge;
}

export function createMetrics(): Metrics {
  const registry = Registry.merge([processMetrics()]);
  return {
    registry,
    ingestion: createIngestionMetrics(registry),
    insights: createInsightsMetrics(registry),
  };
}

let processRegistry: Registry | undefined;

/** All services of a process share these metrics, because the library never stops observing the event loop and the garbage collector. */
function processMetrics(): Registry {
  if (!processRegistry) {
    processRegistry = new Registry();
    collectDefaultMetrics({ register: processRegistry });
    for (const name of REMOVED_DEFAULTS) processRegistry.removeSingleMetric(name);
  }
  return processRegistry;
}

function createIngestionMetrics(registry: Registry): IngestionMetrics {
  const registers = [registry];
  const events = new Counter({
    name: 'funnel_events_total',
    help: 'Events received over HTTP, by result.',
    labelNames: ['result'],
    registers,
  });
  // Start at zero, so that a rate can be computed from the first event on.
  for (const result of EVENT_RESULTS) events.inc({ result }, 0);
  return {
    events,
    rejections: new Counter({
      name: 'funnel_events_rejected_total',
      help: 'Rejected events, by error code.',
      labelNames: ['code'],
      registers,
    }),
    lag: new Histogram({
      name: 'funnel_ingestion_lag_seconds',
      help: 'Time from reading a batch in the collector until its events are committed and visible in reports.',
      buckets: COMMIT_SECONDS,
      registers,
    }),
    groupBatches: new Histogram({
      name: 'funnel_ingestion_group_batches',
      help: 'Batches of the collector per commit.',
      buckets: GROUP_BATCHES,
      registers,
    }),
    lastCommit: new Gauge({
      name: 'funnel_ingestion_last_commit_timestamp_seconds',
      help: 'When this process last committed a batch of the collector; 0 if it has not yet.',
      registers,
    }),
  };
}

function createInsightsMetrics(registry: Registry): InsightsMetrics {
  const registers = [registry];
  return {
    snapshots: new Counter({
      name: 'funnel_insights_snapshots_total',
      help: 'Weekly snapshots that this process has processed, by result.',
      labelNames: ['result'],
      registers,
    }),
    websitesLeft: new Gauge({
      name: 'funnel_insights_websites_left',
      help: 'Websites that the current run has still to write.',
      registers,
    }),
    lastSuccess: new Gauge({
      name: 'funnel_insights_last_success_timestamp_seconds',
      help: 'When this process last found all snapshots of the last complete week written; 0 if it has not yet.',
      registers,
    }),
  };
}

export function insightsObserver({ snapshots, websitesLeft, lastSuccess }: InsightsMetrics): InsightsObserver {
  return {
    snapshot: (result, left) => {
      snapshots.inc({ result });
      websitesLeft.set(left);
    },
    complete: (at) => lastSuccess.set(at.getTime() / 1000),
  };
}

export function collectorObserver(metrics: IngestionMetrics): CollectorObserver {
  return {
    batch(outcome, seconds) {
      const { accepted, duplicates, rejected } = outcome.isRepeat ? repeated(outcome) : outcome;
      metrics.lag.observe(seconds);
      metrics.events.inc({ result: 'accepted' }, accepted);
      metrics.events.inc({ result: 'duplicate' }, duplicates);
      metrics.events.inc({ result: 'rejected' }, rejected);
      for (const [code, count] of Object.entries(outcome.reasons)) metrics.rejections.inc({ code }, count);
      if (outcome.groupBatches !== undefined) metrics.groupBatches.observe(outcome.groupBatches);
      metrics.lastCommit.setToCurrentTime();
    },
    bots: (events) => metrics.events.inc({ result: 'bot' }, events),
  };
}

export function watchCollector({ registry }: Metrics, collector: Collector, queueBytesMax: number): void {
  watchNumber(registry, {
    name: 'funnel_collector_queue_bytes',
    help: 'Bytes of request bodies that the collector holds in memory.',
    read: () => collector.queueBytes,
  });
  watchNumber(registry, {
    name: 'funnel_collector_queue_max_bytes',
    help: 'Bytes that it may hold; past that it answers 503.',
    read: () => queueBytesMax,
  });
}

/** Records each request after its response. */
export function measureRequests(server: HttpServer, { registry }: Metrics): void {
  const durations = new Histogram({
    name: 'funnel_http_request_duration_seconds',
    help: 'Request duration, by method, route and status class.',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BOUNDS_S,
    registers: [registry],
  });
  const errors = new Counter({
    name: 'funnel_http_errors_total',
    help: 'Responses with a status of 400 or more, by status and problem code.',
    labelNames: ['status', 'code'],
    registers: [registry],
  });
  watchNumber(registry, {
    name: 'funnel_http_requests_in_progress',
    help: 'Requests in progress, including this one.',
    read: () => server.requestsInProgress,
  });
  server.addHook('onResponse', (request, reply, done) => {
    const method = METHODS.has(request.method) ? request.method : 'other';
    const route = request.routeOptions.url ?? '(unknown)';
    const { statusCode } = reply;
    durations.observe({ method, route, status: `${Math.floor(statusCode / 100)}xx` }, reply.elapsedTime / 1000);
    if (statusCode >= 400) errors.inc({ status: statusCode, code: reply.problemCode ?? 'none' });
    done();
  });
}

/** Measures each run of a report, which is each cache miss. */
export function measuredRunner(runner: ReadRunner, { registry }: Metrics): ReadRunner {
  const durations = new Histogram({
    name: 'funnel_report_run_duration_seconds',
    help: 'Time to run a report in a worker thread, including the wait for the thread.',
    labelNames: ['report'],
    buckets: DURATION_BOUNDS_S,
    registers: [registry],
  });
  return {
    run: (request, turn) => {
      const stop = durations.startTimer({ report: request.operation });
      return runner.run(request, turn).finally(stop);
    },
  };
}

interface MetricSources {
  readonly database: Pick<Database, 'engine' | 'connections' | 'shards'>;
  readonly reads: Pick<ReadService, 'cacheStats'>;
  readonly readWorkers: Pick<ReadWorkers, 'size'>;
  readonly readQueue: Pick<QueuedRunner, 'load'>;
  readonly tokens: Pick<AccessTokenVerifier, 'cacheStats'>;
}

/** Reads these values when the metrics are scraped. */
export function watchSources({ registry }: Metrics, sources: MetricSources): void {
  const { database, reads, readWorkers, readQueue, tokens } = sources;
  watchCache(registry, {
    name: 'funnel_report_cache_requests_total',
    help: 'Requests for reports and records, by cache hit or miss.',
    read: () => reads.cacheStats,
  });
  if (tokens.cacheStats) {
    watchCache(registry, {
      name: 'funnel_token_cache_requests_total',
      help: 'Token checks, by cache hit or miss. With PostgreSQL every check queries the database.',
      read: () => tokens.cacheStats!(),
    });
  }
  watchNumber(registry, {
    name: 'funnel_report_threads',
    help: 'Worker threads for reports.',
    read: () => readWorkers.size,
  });
  watchNumber(registry, {
    name: 'funnel_report_runs_in_progress',
    help: 'Reports that are running or waiting for a worker thread.',
    read: () => readQueue.load,
  });
  if (database.connections) watchConnections(registry, database.connections);
  if (database.engine === 'postgres') watchShards(registry, database);
}

/** 0 while the clock is trusted. */
export function watchClock({ registry }: Metrics, clock: Pick<TrustedClock, 'ahead'>): void {
  watchNumber(registry, {
    name: 'funnel_clock_ahead_seconds',
    help: 'How far the clock of this machine is ahead of what it is compared with, if that is too far: then jobs wait.',
    read: () => Math.round((clock.ahead()?.aheadMs ?? 0) / 1000),
  });
}

/** There are no values if it is not a cluster, or its coordinator does not answer. */
function watchShards(registry: Registry, database: Pick<Database, 'shards'>): void {
  new Gauge({
    name: 'funnel_shards',
    help: 'Shards of a Citus cluster, by whether their worker answers.',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const shards = await database.shards().catch(() => undefined);
      this.reset();
      if (!shards) return;
      this.set({ state: 'reachable' }, shards.total - shards.unreachable);
      this.set({ state: 'unreachable' }, shards.unreachable);
    },
  });
}

function watchConnections(registry: Registry, connections: NonNullable<Database['connections']>): void {
  new Gauge({
    name: 'funnel_postgres_connections',
    help: 'Connections in the pool for requests, by state. Worker threads have small pools of their own.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { inUse, idle } = connections();
      this.set({ state: 'in_use' }, inUse);
      this.set({ state: 'idle' }, idle);
    },
  });
  watchNumber(registry, {
    name: 'funnel_postgres_connections_max',
    help: 'Maximum connections of the pool.',
    read: () => connections().max,
  });
  watchNumber(registry, {
    name: 'funnel_postgres_connection_waiters',
    help: 'Callers waiting for a connection from the pool.',
    read: () => connections().waiting,
  });
}

interface Watched<Value> {
  readonly name: string;
  readonly help: string;
  read(): Value;
}

function watchNumber(registry: Registry, { name, help, read }: Watched<number>): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read());
    },
  });
}

function watchCache(registry: Registry, { name, help, read }: Watched<CacheStats>): void {
  new Counter({
    name,
    help,
    labelNames: ['result'],
    registers: [registry],
    collect() {
      const { hits, misses } = read();
      this.reset();
      this.inc({ result: 'hit' }, hits);
      this.inc({ result: 'miss' }, misses);
    },
  });
}
