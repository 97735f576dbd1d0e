// The throughput of the collector, which responds after the commit, compared with its limits: a bare route that only reads
// and responds, and commits that only wait for the disk.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import Fastify from 'fastify';
import { openDatabase } from '../src/core/foundation/database/open/open.ts';
import { freePort } from '../test/support/postgres-server.ts';
import { type LoadPlan, type LoadRequest, measureLoad, processorSeconds } from './http-load.ts';
import { FUNNEL } from './measure-import.ts';
import { serviceEnvironment } from './service-environment.ts';

const SECONDS = 4;
const WARM_UP_SECONDS = 1;
const COMMIT_SECONDS = 2;
export const ORIGIN = 'https://www.example.com';
const USER_AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
export const NO_INGEST_LIMITS = {
  COLLECT_REQUESTS_PER_MINUTE: '100000000',
  COLLECT_EVENTS_PER_MINUTE: '10000000000',
  BROWSER_KEY_REQUESTS_PER_MINUTE: '100000000',
  BROWSER_KEY_EVENTS_PER_MINUTE: '10000000000',
  BROWSER_ADDRESS_REQUESTS_PER_MINUTE: '100000000',
};

/** A way in, with its key. */
export type Way = 'server' | 'browser';

export interface Collector {
  readonly port: number;
  /** A request with this event, or these. */
  requestOf(way: Way, events: readonly object[]): LoadRequest;
  /** The number of commits so far. */
  commits(): Promise<number>;
  /** The processor time of the service so far. */
  processorSeconds(): Promise<number>;
  stop(): Promise<void>;
}

interface CollectorOptions {
  /** The name of its database. */
  readonly name?: string;
  /** The components that `serve --only` gets. */
  readonly components?: string;
}

export async function startCollector(
  folder: string,
  catalogPath: string,
  { name = 'collector', components = 'collect' }: CollectorOptions = {},
): Promise<Collector> {
  const databaseUrl = `sqlite:${join(folder, `${name}.db`)}`;
  const port = await freePort();
  const env = { ...serviceEnvironment(databaseUrl, port), ...NO_INGEST_LIMITS };
  execFileSync(FUNNEL, ['import', 'catalog', catalogPath], { env });
  const createKey = (...options: string[]) => {
    const args = ['ingest-key', 'create', '--website', '1', '--json', ...options];
    return (JSON.parse(execFileSync(FUNNEL, args, { env, encoding: 'utf8' })) as { key: string }).key;
  };
  const secretKey = createKey();
  const publicKey = createKey('--public', '--origin', ORIGIN);
  const server = spawn(FUNNEL, ['serve', '--only', components], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  // It logs a line when it is ready.
  await new Promise((resolve) => server.stderr.once('data', resolve));
  const database = await openDatabase(databaseUrl);
  return {
    port,
    requestOf: (way, events) => (way === 'server' ? fromServer(secretKey, events) : fromBrowser(publicKey, events)),
    commits: async () => {
      const [row] = await database.query<{ version: number }>(
        'SELECT version FROM website_activity WHERE website_id = 1',
      );
      return row?.version ?? 0;
    },
    processorSeconds: () => processorSeconds(port),
    stop: async () => {
      await database.close();
      server.kill('SIGTERM');
      await once(server, 'exit');
    },
  };
}

export function fromServer(key: string, events: readonly object[]): LoadRequest {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' };
  return { path: '/collect/events', headers, body: events.map((event) => `${JSON.stringify(event)}\n`).join('') };
}

export function fromBrowser(key: string, events: readonly object[]): LoadRequest {
  const headers = { origin: ORIGIN, 'user-agent': USER_AGENT, 'content-type': 'text/plain;charset=UTF-8' };
  return { path: '/e', headers, body: JSON.stringify({ key, events }) };
}

export interface CollectorMeasure {
  readonly requestsPerSecond: number;
  readonly requestsPerCommit: number;
  /** Processor time of the service for each request. Other load on the machine affects it less than the rate. */
  readonly processorMicroseconds: number;
}

export async function measureCollector(
  collector: Collector,
  request: LoadRequest,
  load: Pick<LoadPlan, 'connections' | 'newVisitorShare'>,
): Promise<CollectorMeasure> {
  const plan: LoadPlan = { ...request, ...load, port: collector.port, seconds: SECONDS };
  await measureLoad({ ...plan, seconds: WARM_UP_SECONDS });
  const before = { commits: await collector.commits(), seconds: await collector.processorSeconds() };
  const requestsPerSecond = await measureLoad(plan);
  const commits = (await collector.commits()) - before.commits;
  const processorSeconds = (await collector.processorSeconds()) - before.seconds;
  const requests = requestsPerSecond * SECONDS;
  return {
    requestsPerSecond,
    requestsPerCommit: requests / commits,
    processorMicroseconds: (processorSeconds * 1e6) / requests,
  };
}

/** Requests per second of a route that reads the same body and sends a similar response. */
export async function measureBareRoute(request: LoadRequest, connections: number): Promise<number> {
  const server = Fastify({ bodyLimit: 8 * 1024 * 1024 });
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes));
  server.post(request.path, async () => ({ accepted: 1, duplicates: 0, rejected: [] }));
  const port = await freePort();
  await server.listen({ port, host: '127.0.0.1' });
  const plan: LoadPlan = { ...request, port, connections, seconds: SECONDS };
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
