// The composition root: the only place that puts the server together. Its parts are in app/.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { limitPerMinute } from '../../contract/access/rate-limit.ts';
import { countPendingEvents } from '../../engine/event-log/upkeep/merge-backlog.ts';
import type { Database } from '../../foundation/database/database.ts';
import { oncePerTurn } from '../../foundation/database/once-per-turn.ts';
import { isPostgresUrl, openDatabase } from '../../foundation/database/open/open.ts';
import { readStorage } from '../../foundation/database/open/storage-state.ts';
import { shareConnections } from '../../foundation/database/postgres/connection-shares.ts';
import { migrate } from '../../foundation/database/schema/migrations.ts';
import { TrustedClock } from '../../foundation/database/trusted-clock.ts';
import { readMemory } from '../../foundation/memory/memory.ts';
import { type Clock, systemClock } from '../../foundation/time/clock.ts';
import { dashboardUsers } from '../../manage/authorization-server/users/dashboard-users.ts';
import { listOperations } from '../api/operations.ts';
import { type Config, ConfigError, SERVER_COMPONENTS, type ServerComponent } from '../config/config.ts';
import type { AppContext, ServiceParts } from '../extension/server-half.ts';
import { createMetrics, watchClock } from '../surfaces/http/metrics.ts';
import { addProbes } from '../surfaces/http/probes.ts';
import { createHttpServer, type HttpServer } from '../surfaces/http/server.ts';
import { watchStorage } from '../surfaces/http/storage-metrics.ts';
import { startJobs } from './jobs.ts';
import { createLogger } from './logger.ts';
import { createServices } from './services.ts';
import { addSurfaces } from './surfaces.ts';
import { OWN_THREADS, type Threads } from './threads.ts';

export interface App {
  readonly database: Database;
  /** The URL that it listens on. */
  readonly url: string;
  /** Closing has answered the last requests, or cut their connections. */
  readonly serverClosed: Promise<void>;
  /**
   * Stops the jobs, finishes the requests in progress, then stops the workers and closes the database. `graceMs`: so long, it goes on
   * serving and says that it is not ready, so that load balancers send requests to other nodes before the port is closed.
   */
  close(graceMs?: number): Promise<void>;
}

export async function startApp(
  config: Config,
  parts: ServiceParts,
  components: ReadonlySet<ServerComponent> = new Set(SERVER_COMPONENTS),
  logger: Logger = createLogger(config),
  clock: Clock = systemClock,
  threads: Threads = OWN_THREADS,
): Promise<App> {
  if (components.has('collect')) await requireCountryTable(config);
  const shares = shareConnections(config.databaseConnectionsMax, readMemory().threads);
  const database = await openDatabase(config.databaseUrl, {
    connectionsMax: shares.requests,
    // Statements about several shards are small here: further connections would cost more than they save.
    workerConnectionsMax: 1,
  });
  // On PostgreSQL the operator runs `funnel migrate`; /readyz reports a schema that is not current.
  if (!isPostgresUrl(config.databaseUrl)) await migrate(database, clock());

  const metrics = createMetrics();
  const { database: cacheable, requestStarted } = oncePerTurn(database);
  const trustedClock = new TrustedClock({ database, clock, logger });
  const operations = listOperations(parts.halves);
  const context: AppContext = {
    ...{ config, clock, trustedClock, logger, database, cacheable, shares, metrics },
    ...{ parts, operations, users: dashboardUsers(database, clock) },
  };
  const server = createServer(context, requestStarted);
  const services = createServices(context, threads);
  addSurfaces(server, components, context, services);
  // Under extreme load, more events wait than can be stored in time. Their senders get 503 and send them again.
  server.endWaits = () => void services.ingestion.close();
  const serverClosed = Promise.withResolvers<void>();
  const stopJobs = startWithTrustedClock(trustedClock, () =>
    components.has('jobs') ? startJobs(context, services.operations) : async () => {},
  );

  await server.listen({ port: config.port, host: config.host });
  return {
    database,
    url: urlOf(server.server.address()),
    serverClosed: serverClosed.promise,
    close: async (graceMs = 0) => {
      server.drain();
      const closeServer = async () => {
        if (graceMs > 0) await sleep(graceMs);
        await server.close();
        serverClosed.resolve();
      };
      // Jobs and server stop at the same time, so that no new request comes in while a job finishes.
      await Promise.all([stopJobs(), closeServer()]);
      await services.close();
      await database.close();
    },
  };
}

/**
 * The jobs start as soon as the clock was checked, but the server does not wait for it: the database may not answer. Returns a function
 * that stops both.
 */
function startWithTrustedClock(clock: TrustedClock, startJobs: () => () => Promise<void>): () => Promise<void> {
  const stopping = new AbortController();
  const checked = clock.check().catch(() => {});
  const started = checked.then(() => (stopping.signal.aborted ? undefined : startJobs()));
  const watching = clock.watch(stopping.signal);
  return async () => {
    stopping.abort();
    await Promise.all([watching, started.then((stopJobs) => stopJobs?.())]);
  };
}

/** A file that can't be used is noticed now, and not when the first visitor comes. */
async function requireCountryTable({ countryTable: file }: Config): Promise<void> {
  if (file === undefined) return;
  const { CountryTable } = await import('../../foundation/dimensions/country-table.ts');
  try {
    new CountryTable(file).date;
  } catch (error) {
    throw new ConfigError(`COUNTRY_TABLE: ${(error as Error).message}`);
  }
}

function createServer(
  { config, clock, trustedClock, logger, database, metrics }: AppContext,
  requestStarted: () => void,
): HttpServer {
  // If there are too many addresses to count, new ones are allowed, because visitors of a large website must not be locked out. A flood
  // from many addresses is stopped elsewhere: see SECURITY.md.
  const strangers = limitPerMinute(config.addressRequestsPerMinute, clock, 'allow');
  const server = createHttpServer(logger, { ...config, strangers });
  server.addHook('onRequest', (_request, _reply, done) => {
    requestStarted();
    done();
  });
  // The body may have taken a minute to arrive.
  server.addHook('preHandler', (_request, _reply, done) => {
    requestStarted();
    done();
  });
  watchClock(metrics, trustedClock);
  const storage = {
    storage: () => readStorage(database, config.databaseUrl),
    pendingEvents: () => countPendingEvents(database),
  };
  watchStorage(metrics, storage, clock);
  addProbes(server, { database, metrics, clock, trustedClock, metricsToken: config.metricsToken });
  return server;
}

function urlOf(address: string | { address: string; family: string; port: number } | null): string {
  if (address === null || typeof address === 'string') throw new Error('The server is not listening on a port.');
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}
