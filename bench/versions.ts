// Another version of the service beside this one, such as a copy in which a mechanism is switched off: the processor time of service and
// database for each request. Each has a database of its own, and they take turns, because other load on the machine affects both alike:
// compare the ratios. BENCH_OTHER=PATH/bin/funnel names the other version, BENCH_SECONDS sets how long each of the rounds takes, and
// `npm run bench -- versions contact` only measures the kinds of requests whose name contains this word. Citus takes part if it is
// installed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createToken } from '../src/core/contract/access/tokens.ts';
import { importCatalog } from '../src/core/engine/catalog/records/import-catalog.ts';
import { openDatabase } from '../src/core/foundation/database/open/open.ts';
import { migrate } from '../src/core/foundation/database/schema/migrations.ts';
import { systemClock } from '../src/core/foundation/time/clock.ts';
import { createIngestKey, createPublicKey } from '../src/core/intake/ingest-keys/ingest-keys.ts';
import { startCitus } from '../test/support/citus-cluster.ts';
import { canStartCitus, freePort, startOwnPostgres } from '../test/support/postgres-server.ts';
import { processorMicroseconds, ServerMeter } from './capacity/server-load.ts';
import type { LoadRequest } from './http-load.ts';
import { LoadClient } from './load-client.ts';
import { fromBrowser, fromServer, NO_INGEST_LIMITS, ORIGIN } from './measure-collector.ts';
import { FUNNEL } from './measure-import.ts';
import { serviceEnvironment } from './service-environment.ts';
import { printTable } from './table.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 2);
const ROUNDS = 7;
const WEBSITES = 16;
const WORKERS = 2;
const CONNECTIONS = 16;
const REQUESTS = 20_000;
const COMPRESSED = { 'accept-encoding': 'br' };

interface Caller {
  readonly token: string;
  readonly ingestKey: string;
  readonly publicKey: string;
  readonly websiteId: number;
}

/** Each number gives a different request, if it matters. */
const KINDS: Readonly<Record<string, (caller: Caller, number: number) => LoadRequest>> = {
  'contact, new': ({ token }, number) => ({
    path: '/api/v1/contacts',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email: `person-${number}@example.com`, first_name: 'Ada', city: 'London' }),
  }),
  'event, one': ({ ingestKey, websiteId }, number) =>
    fromServer(ingestKey, [{ type: 'view', website_id: websiteId, visitor: `visitor-${number}` }]),
  'event of a browser without consent': ({ publicKey }, number) =>
    fromBrowser(publicKey, [{ type: 'view', id: `view-${number}` }]),
  'report, hot': ({ token }) => ({ path: '/api/v1/reports/website', headers: { authorization: `Bearer ${token}` } }),
  'document of the API': () => ({ path: '/api/v1/openapi.json', headers: COMPRESSED }),
  'tracker of pages': () => ({ path: '/t.js', headers: COMPRESSED }),
};

/** What one request costs, in each round. */
interface Costs {
  readonly service: number[];
  readonly database: number[];
  readonly medianMs: number[];
}

interface Version {
  readonly port: number;
  readonly callers: readonly Caller[];
  spent(): Promise<{ readonly service: number; readonly database: number }>;
}

export async function benchVersions(words = ''): Promise<void> {
  const other = process.env.BENCH_OTHER;
  if (!other) throw new Error('Set BENCH_OTHER=PATH/bin/funnel, the version to compare this one with.');
  const kinds = Object.keys(KINDS).filter((kind) => kind.includes(words));
  for (const engine of ['SQLite', 'PostgreSQL', ...(canStartCitus() ? ['Citus'] : [])]) {
    await using cleanup = new AsyncDisposableStack();
    using client = new LoadClient();
    const versions = [await start(FUNNEL, engine, cleanup), await start(other, engine, cleanup)];
    const rows = [['', 'service', 'other', 'ratio', 'database', 'other', 'p50', 'other']];
    for (const kind of kinds) rows.push(await compare(kind, versions, client));
    printTable(`Processor time of a request on ${engine}, lower quartile of ${ROUNDS} rounds`, rows);
  }
}

async function compare(kind: string, versions: readonly Version[], client: LoadClient): Promise<string[]> {
  const costs = versions.map((): Costs => ({ service: [], database: [], medianMs: [] }));
  // The first round only warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [index, version] of versions.entries()) {
      const requests = Array.from({ length: REQUESTS }, (_, number) =>
        KINDS[kind]!(version.callers[number % WEBSITES]!, round * REQUESTS + number),
      );
      const before = await version.spent();
      const plan = { port: version.port, requests, connections: CONNECTIONS, seconds: SECONDS };
      const { perSecond, p50Ms } = await client.call(plan);
      const after = await version.spent();
      if (round === 0) continue;
      const { service, database, medianMs } = costs[index]!;
      service.push((after.service - before.service) / (perSecond * SECONDS));
      database.push((after.database - before.database) / (perSecond * SECONDS));
      medianMs.push(p50Ms);
    }
  }
  const [own, other] = costs as [Costs, Costs];
  const ratio = lowerQuartile(other.service) / lowerQuartile(own.service);
  return [
    kind,
    ...[own.service, other.service].map(microseconds),
    ratio.toFixed(2),
    ...[own.database, other.database].map(microseconds),
    ...[own.medianMs, other.medianMs].map((values) => `${lowerQuartile(values).toFixed(1)} ms`),
  ];
}

function microseconds(values: readonly number[]): string {
  return `${Math.round(lowerQuartile(values)).toLocaleString('en-US')} µs`;
}

function lowerQuartile(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 4)]!;
}

async function start(funnel: string, engine: string, cleanup: AsyncDisposableStack): Promise<Version> {
  const { url, servers } = await startDatabase(engine, cleanup);
  const callers = await prepare(url);
  const port = await freePort();
  const service = spawn(funnel, ['serve'], {
    env: { ...serviceEnvironment(url, port), ...NO_INGEST_LIMITS },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  // It logs a line when it is ready.
  await once(service.stderr!, 'data');
  cleanup.defer(async () => {
    service.kill('SIGTERM');
    await once(service, 'exit');
  });
  const meters = await Promise.all(servers.map((server) => new ServerMeter(server).open()));
  for (const meter of meters) cleanup.defer(() => meter.close());
  return {
    port,
    callers,
    spent: async () => {
      const loads = await Promise.all(meters.map((meter) => meter.read()));
      const database = loads.reduce((total, load) => total + load.processorMicroseconds, 0);
      return { service: processorMicroseconds(service.pid!), database };
    },
  };
}

/** PostgreSQL waits for the disk, as an installation does: whoever waits for another one's commit waits for that, too. */
async function startDatabase(
  engine: string,
  cleanup: AsyncDisposableStack,
): Promise<{ url: string; servers: readonly string[] }> {
  if (engine === 'SQLite') {
    const folder = mkdtempSync(join(tmpdir(), 'funnel-bench-'));
    cleanup.defer(() => rmSync(folder, { recursive: true, force: true }));
    return { url: `sqlite:${join(folder, 'funnel.db')}`, servers: [] };
  }
  if (engine === 'PostgreSQL') {
    const { url, stop } = await startOwnPostgres({ fsync: 'on' });
    cleanup.defer(stop);
    return { url, servers: [url] };
  }
  const { url, workers, stop } = await startCitus(WORKERS);
  cleanup.defer(stop);
  return { url, servers: [url, ...workers.map((worker) => worker.url)] };
}

async function prepare(url: string): Promise<Caller[]> {
  const database = await openDatabase(url, { statementMsMax: 0 });
  await migrate(database, new Date());
  const ids = Array.from({ length: WEBSITES }, (_, index) => index + 1);
  const websites = ids.map((id) => ({ id, name: `site-${id}.example`, created_at: '2024-01-01T00:00:00Z' }));
  await importCatalog(database, { accounts: [{ id: 1, name: 'Acme', websites }] }, systemClock);
  const callers: Caller[] = [];
  for (const websiteId of ids) {
    const scopes = ['reports', 'contacts:write'] as const;
    const { token } = await createToken(database, { websiteIds: [websiteId], scopes, audience: 'rest' }, systemClock);
    const { key } = (await createIngestKey(database, websiteId, systemClock))!;
    const publicKey = (await createPublicKey(database, { websiteId, origins: [ORIGIN] }, systemClock))!.key;
    callers.push({ websiteId, token, ingestKey: key, publicKey });
  }
  await database.close();
  return callers;
}
