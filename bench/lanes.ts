// Single events of many websites on Citus compared with PostgreSQL: how well commits scale over shards. In turns, because other
// load on the machine affects all alike: compare the ratios. The servers don't wait for the disk. BENCH_SECONDS sets how long each
// measurement takes.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { importCatalog } from '../src/core/engine/catalog/records/import-catalog.ts';
import { openDatabase } from '../src/core/foundation/database/open/open.ts';
import { migrate } from '../src/core/foundation/database/schema/migrations.ts';
import { systemClock } from '../src/core/foundation/time/clock.ts';
import { createIngestKey } from '../src/core/intake/ingest-keys/ingest-keys.ts';
import { startCitus } from '../test/support/citus-cluster.ts';
import { freePort, startOwnPostgres } from '../test/support/postgres-server.ts';
import type { LoadRequest } from './http-load.ts';
import { LoadClient, type Measured } from './load-client.ts';
import { FUNNEL } from './measure-import.ts';
import { serviceEnvironment } from './service-environment.ts';
import { perSecond, printTable } from './table.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const WARM_UP_SECONDS = 1;
const ROUNDS = 3;
const WORKERS = 2;
const WEBSITES = 64;
const CONNECTIONS = 64;

interface Contestant {
  readonly what: string;
  readonly port: number;
  readonly requests: readonly LoadRequest[];
  readonly measured: Measured[];
}

export async function benchLanes(): Promise<void> {
  await using cleanup = new AsyncDisposableStack();
  const postgres = await startOwnPostgres();
  cleanup.defer(postgres.stop);
  const citus = await startCitus(WORKERS);
  cleanup.defer(citus.stop);
  const contestants: Contestant[] = [];
  for (const [name, url] of Object.entries({ PostgreSQL: postgres.url, Citus: citus.url })) {
    const requests = await prepare(url);
    const { port, stop } = await serve(url);
    cleanup.defer(stop);
    contestants.push({ what: name, port, requests, measured: [] });
  }
  using client = new LoadClient();
  for (let round = 0; round < ROUNDS; round++) {
    for (const { port, requests, measured } of contestants) {
      await client.call({ port, requests, connections: CONNECTIONS, seconds: WARM_UP_SECONDS });
      measured.push(await client.call({ port, requests, connections: CONNECTIONS, seconds: SECONDS }));
    }
  }
  const [first] = contestants;
  printTable(`Single events of ${WEBSITES} websites, ${CONNECTIONS} connections, ${ROUNDS} rounds in turns`, [
    ['', 'events, each round', 'median', 'p50', 'p99', `share of ${first!.what}`],
    ...contestants.map((contestant) => figures(contestant, first!)),
  ]);
}

/** A website and an ingest key for each request. */
async function prepare(url: string): Promise<LoadRequest[]> {
  const database = await openDatabase(url, { statementMsMax: 0 });
  await migrate(database, new Date());
  const websites = Array.from({ length: WEBSITES }, (_, index) => ({
    id: index + 1,
    name: `site-${index + 1}.example`,
    created_at: '2024-01-01T00:00:00Z',
  }));
  await importCatalog(database, { accounts: [{ id: 1, name: 'Acme', websites }] }, systemClock);
  const requests: LoadRequest[] = [];
  for (const { id } of websites) {
    const { key } = (await createIngestKey(database, id, systemClock))!;
    requests.push({
      path: '/collect/events',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
      body: `${JSON.stringify({ type: 'view', website_id: id, visitor: `visitor-${id}` })}\n`,
    });
  }
  await database.close();
  return requests;
}

async function serve(databaseUrl: string): Promise<{ port: number; stop(): Promise<void> }> {
  const port = await freePort();
  const env = { ...serviceEnvironment(databaseUrl, port), COLLECT_REQUESTS_PER_MINUTE: '100000000' };
  const server: ChildProcess = spawn(FUNNEL, ['serve', '--only', 'collect'], {
    env: { ...env, COLLECT_KEY_REQUESTS_PER_MINUTE: '100000000' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  // It logs a line when it is ready.
  await once(server.stderr!, 'data');
  return {
    port,
    stop: async () => {
      server.kill('SIGTERM');
      await once(server, 'exit');
    },
  };
}

function figures({ what, measured }: Contestant, first: Contestant): string[] {
  const rates = measured.map((one) => one.perSecond);
  const middle = measured.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(ROUNDS / 2)]!;
  const shares = rates.map((rate, round) => rate / first.measured[round]!.perSecond);
  return [
    what,
    rates.map((rate) => Math.round(rate)).join(', '),
    perSecond(middle.perSecond),
    `${middle.p50Ms.toFixed(0)} ms`,
    `${middle.p99Ms.toFixed(0)} ms`,
    shares.map((share) => share.toFixed(2)).join(', '),
  ];
}
