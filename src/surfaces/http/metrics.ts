// What is measured, for Prometheus: latency, traffic, errors and saturation, and the work behind them. Every label has few
// values: a request's route is the pattern that served it, never its address, and no website, token or name is a label.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { AccessTokenVerifier } from '../../access/principal.ts';
import type { AnswerService } from '../../api/answer-service.ts';
import type { QueuedRunner } from '../../api/queued-runner.ts';
import type { ReadRunner } from '../../api/read-runner.ts';
import type { ReadWorkers } from '../../api/read-workers.ts';
import type { CacheStats } from '../../database/change-cache.ts';
import type { Database } from '../../database/database.ts';
import type { Collector, CollectorObserver } from '../../ingestion/collector.ts';
import { repeated } from '../../ingestion/receipts.ts';
import type { HttpServer } from './server.ts';

const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const COMMIT_SECONDS = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];
const GROUP_BATCHES = [1, 2, 5, 10, 20, 50, 100, 200, 500];
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** Of the library's own: they are measured since the last look, and nonsense where that was a moment ago. */
const NOT_ALWAYS_NUMBERS = ['min', 'mean', 'stddev'].map((name) => `nodejs_eventloop_lag_${name}_seconds`);
const EVENT_RESULTS = ['accepted', 'duplicate', 'rejected'] as const;

export interface Metrics {
  readonly registry: Registry;
  readonly ingestion: IngestionMetrics;
  readonly insights: InsightsMetrics;
}

export interface IngestionMetrics {
  readonly events: Counter<'result'>;
  readonly rejections: Counter<'code'>;
  readonly lag: Histogram;
  readonly groupBatches: Histogram;
  readonly lastCommit: Gauge;
}

export interface InsightsMetrics {
  readonly snapshots: Counter<'result'>;
  readonly websitesLeft: Gauge;
  readonly lastSuccess: Gauge;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of NOT_ALWAYS_NUMBERS) registry.removeSingleMetric(name);
  return { registry, ingestion: createIngestionMetrics(registry), insights: createInsightsMetrics(registry) };
}

function createIngestionMetrics(registry: Registry): IngestionMetrics {
  const registers = [registry];
  const events = new Counter({
    name: 'funnel_events_total',
    help: 'Events that came in over HTTP, by what became of them.',
    labelNames: ['result'],
    registers,
  });
  // A rate can be taken from the first event on only where there was a zero before.
  for (const result of EVENT_RESULTS) events.inc({ result }, 0);
  return {
    events,
    rejections: new Counter({
      name: 'funnel_events_rejected_total',
      help: 'Events that were turned away, by the code of the reason.',
      labelNames: ['code'],
      registers,
    }),
    lag: new Histogram({
      name: 'funnel_ingestion_lag_seconds',
      help: 'Time from the moment that the collector has read a batch until its events are committed and can be read.',
      buckets: COMMIT_SECONDS,
      registers,
    }),
    groupBatches: new Histogram({
      name: 'funnel_ingestion_group_batches',
      help: 'Batches of the collector that shared a commit.',
      buckets: GROUP_BATCHES,
      registers,
    }),
    lastCommit: new Gauge({
      name: 'funnel_ingestion_last_commit_timestamp_seconds',
      help: 'When this process last committed a batch of the collector; 0: not yet.',
      registers,
    }),
  };
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
  };
}

export function watchCollector({ registry }: Metrics, collector: Collector, queueBytesMax: number): void {
  watchNumber(registry, {
    name: 'funnel_collector_queue_bytes',
    help: 'Bytes of the bodies that the collector holds.',
    read: () => collector.queueBytes,
  });
  watchNumber(registry, {
    name: 'funnel_collector_queue_max_bytes',
    help: 'Bytes that it may hold; past that it answers 503.',
    read: () => queueBytesMax,
  });
}

/** Of every request, after its answer. */
export function measureRequests(server: HttpServer, { registry }: Metrics): void {
  const durations = new Histogram({
    name: 'funnel_http_request_duration_seconds',
    help: 'Time to answer a request, by the route that served it and the class of the status.',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_SECONDS,
    registers: [registry],
  });
  const errors = new Counter({
    name: 'funnel_http_errors_total',
    help: 'Answers with a status of 400 or more, by status and problem code.',
    labelNames: ['status', 'code'],
    registers: [registry],
  });
  watchNumber(registry, {
    name: 'funnel_http_requests_in_progress',
    help: 'Requests that are being answered right now, this one included.',
    read: () => server.requestsUnderWay,
  });
  server.addHook('onResponse', (request, reply, done) => {
    const method = METHODS.has(request.method) ? request.method : 'other';
    const route = request.routeOptions.url ?? '(unknown)';
    const { statusCode } = reply;
    const status = `${Math.floor(statusCode / 100)}xx`;
    durations.observe({ method, route, status }, reply.elapsedTime / 1000);
    if (statusCode >= 400) errors.inc({ status: statusCode, code: reply.problemCode ?? 'none' });
    done();
  });
}

/** Each run of a report, which is each time that no answer in memory would do. */
export function measuredRunner(runner: ReadRunner, { registry }: Metrics): ReadRunner {
  const durations = new Histogram({
    name: 'funnel_report_run_duration_seconds',
    help: 'Time to run a report in a thread, waiting for the thread included.',
    labelNames: ['report'],
    buckets: REQUEST_SECONDS,
    registers: [registry],
  });
  return {
    run: (request, turn) => {
      const stop = durations.startTimer({ report: request.operation });
      return runner.run(request, turn).finally(stop);
    },
  };
}

export interface WatchedParts {
  readonly database: Pick<Database, 'connections'>;
  readonly answers: Pick<AnswerService, 'cacheStats'>;
  readonly readWorkers: Pick<ReadWorkers, 'size'>;
  readonly readQueue: Pick<QueuedRunner, 'load'>;
  readonly tokens: Pick<AccessTokenVerifier, 'cacheStats'>;
}

/** What the parts know about themselves is asked for when it is wanted. */
export function watchParts({ registry }: Metrics, parts: WatchedParts): void {
  const { database, answers, readWorkers, readQueue, tokens } = parts;
  watchCache(registry, {
    name: 'funnel_report_cache_requests_total',
    help: 'Reports and records that were asked for, by whether the answer in memory was still good.',
    read: () => answers.cacheStats,
  });
  if (tokens.cacheStats) {
    watchCache(registry, {
      name: 'funnel_token_cache_requests_total',
      help: 'Tokens that were checked, by whether they were known from before. PostgreSQL is asked each time.',
      read: () => tokens.cacheStats!(),
    });
  }
  watchNumber(registry, {
    name: 'funnel_report_threads',
    help: 'Threads that reports run in.',
    read: () => readWorkers.size,
  });
  watchNumber(registry, {
    name: 'funnel_report_runs_in_progress',
    help: 'Reports that run or wait for a thread.',
    read: () => readQueue.load,
  });
  if (database.connections) watchConnections(registry, database.connections);
}

function watchConnections(registry: Registry, connections: NonNullable<Database['connections']>): void {
  new Gauge({
    name: 'funnel_postgres_connections',
    help: 'Connections of the pool that requests use, by state. Threads have small pools of their own.',
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
    help: 'Connections that the pool may open.',
    read: () => connections().max,
  });
  watchNumber(registry, {
    name: 'funnel_postgres_connection_waiters',
    help: 'Callers that wait for a connection of the pool.',
    read: () => connections().waiting,
  });
}

export interface Watched<Value> {
  readonly name: string;
  readonly help: string;
  read(): Value;
}

export function watchNumber(registry: Registry, { name, help, read }: Watched<number>): void {
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
