// The throughput of the collector, which responds after the commit, compared with its limits: a bare route that only reads
// and responds, and commits that only wait for the disk.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import Fastify from 'fastify';
import { openDatabase } from '../src/database/open.ts';
import { freePort } from '../test/support/postgres-server.ts';
import { type LoadPlan, measureLoad } from './http-load.ts';
import { FUNNEL } from './measure-import.ts';

const SECONDS = 4;
const WARM_UP_SECONDS = 1;
const COMMIT_SECONDS = 2;

export interface Collector {
  readonly port: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The number of commits so far. */
  commits(): Promise<number>;
  stop(): Promise<void>;
}

export async function startCollector(folder: string, catalogPath: string): Promise<Collector> {
  const databaseUrl = `sqlite:${join(folder, 'collector.db')}`;
  const port = await freePort();
  const env = { ...process.env, DATABASE_URL: databaseUrl, PORT: String(port), LOG_LEVEL: 'error' };
  execFileSync(FUNNEL, ['import', 'catalog', catalogPath], { env });
  const created = execFileSync(FUNNEL, ['ingest-key', 'create', '--website', '1', '--json'], { env, encoding: 'utf8' });
  const server = spawn(FUNNEL, ['serve', '--only', 'collect'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  // It logs a line when it is ready.
  await new Promise((resolve) => server.stderr.once('data', resolve));
  const database = await openDatabase(databaseUrl);
  return {
    port,
    headers: { authorization: `Bearer ${JSON.parse(created).key}`, 'content-type': 'application/x-ndjson' },
    commits: async () => {
      const [row] = await database.query<{ version: number }>(
        'SELECT version FROM website_activity WHERE website_id = 1',
      );
      return row?.version ?? 0;
    },
    stop: async () => {
      await database.close();
      server.kill('SIGTERM');
      await once(server, 'exit');
    },
  };
}

export interface CollectorMeasure {
  readonly requestsPerSecond: number;
  readonly requestsPerCommit: number;
}

export async function measureCollector(
  collector: Collector,
  body: string,
  connections: number,
): Promise<CollectorMeasure> {
  const { port, headers } = collector;
  const plan: LoadPlan = { port, headers, path: '/collect/events', body, connections, seconds: SECONDS };
  await measureLoad({ ...plan, seconds: WARM_UP_SECONDS });
  const before = await collector.commits();
  const requestsPerSecond = await measureLoad(plan);
  const commits = (await collector.commits()) - before;
  return { requestsPerSecond, requestsPerCommit: (requestsPerSecond * SECONDS) / commits };
}

/** Requests per second of a route that reads the same body and sends a similar response. */
export async function measureBareRoute(body: string, connections: number): Promise<number> {
  const server = Fastify({ bodyLimit: 8 * 1024 * 1024 });
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes));
  server.post('/collect/events', async () => ({ accepted: 1, duplicates: 0, rejected: [] }));
  const port = await freePort();
  await server.listen({ port, host: '127.0.0.1' });
  const headers = { 'content-type': 'application/x-ndjson' };
  const plan: LoadPlan = { port, path: '/collect/events', headers, body, connections, seconds: SECONDS };
  await measureLoad({ ...plan, seconds: WARM_UP_SECONDS });
  const rate = await measureLoad(plan);
  await server.close();
  return rate;
}

/** Commits of one row per second, as durable as those of the service. */
export function measureCommits(folder: string): number {
  const database = new DatabaseSync(join(folder, 'commits.db'));
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE t (n integer)');
  const insert = database.prepare('INSERT INTO t (n) VALUES (?)');
  const startedAt = performance.now();
  let commits = 0;
  for (; performance.now() - startedAt < COMMIT_SECONDS * 1_000; commits++) insert.run(commits);
  const rate = commits / ((performance.now() - startedAt) / 1_000);
  database.close();
  return rate;
}
