// The composition root: the only place where the parts of the server are put together.
import { type Logger, pino } from 'pino';
import { ApiKeyVerifier } from './access/api-keys.ts';
import { Guard } from './access/guard.ts';
import { TokenVerifier } from './access/tokens.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import { migrate } from './database/migrations.ts';
import { isPostgresUrl, openDatabase } from './database/open.ts';
import { addCollector } from './ingestion/collector.ts';
import { IngestionThread } from './ingestion/ingestion-thread.ts';
import { sweepSeen } from './ingestion/sweep-seen.ts';
import { ReportService } from './reports/report-service.ts';
import { ReportThreads } from './reports/report-threads.ts';
import { addOperations, createMetrics } from './surfaces/http/operations.ts';
import { createHttpServer } from './surfaces/http/server.ts';
import { addReports } from './surfaces/rest/reports.ts';

export const PARTS = ['rest', 'mcp', 'auth', 'collect', 'jobs', 'dashboard'] as const;
export type Part = (typeof PARTS)[number];

const SWEEP_EVERY_MS = 60 * 60 * 1000;

export interface App {
  readonly database: Database;
  /** The address that it listens on. */
  readonly url: string;
  /** Lets the requests under way finish, then lets go of everything. */
  close(): Promise<void>;
}

export async function startApp(
  config: Config,
  parts: ReadonlySet<Part> = new Set(PARTS),
  logger: Logger = createLogger(config),
  clock: Clock = systemClock,
): Promise<App> {
  const database = openDatabase(config.databaseUrl);
  // On PostgreSQL the schema is the operator's to change; `readyz` says when it is not current.
  if (!isPostgresUrl(config.databaseUrl)) await migrate(database, clock());

  const metrics = createMetrics();
  const server = createHttpServer(logger);
  addOperations(server, database, metrics);
  const ingestion = new IngestionThread(config.databaseUrl);
  if (parts.has('collect')) {
    addCollector(server, { database, ingestion, metrics, queueBytesMax: config.collectQueueBytesMax });
  }
  const reportThreads = new ReportThreads(config.databaseUrl);
  if (parts.has('rest')) {
    const guard = new Guard('rest', {
      tokens: new TokenVerifier(database, clock),
      apiKeys: new ApiKeyVerifier(database),
    });
    addReports(server, guard, new ReportService(database, reportThreads, clock));
  }
  const stopJobs = parts.has('jobs') ? startJobs(database, clock, logger) : () => {};

  await server.listen({ port: config.port, host: config.host });
  return {
    database,
    url: addressOf(server.server.address()),
    close: async () => {
      stopJobs();
      await server.close();
      await Promise.all([ingestion.close(), reportThreads.close()]);
      await database.close();
    },
  };
}

export function createLogger(config: Config): Logger {
  return pino({ level: config.logLevel }, pino.destination(2));
}

function startJobs(database: Database, clock: Clock, logger: Logger): () => void {
  const sweep = () =>
    sweepSeen(database, clock()).catch((error: unknown) => logger.error({ err: error }, 'sweeping failed'));
  const timer = setInterval(sweep, SWEEP_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

function addressOf(address: string | { address: string; family: string; port: number } | null): string {
  if (address === null || typeof address === 'string') throw new Error('The server is not listening on a port.');
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}
