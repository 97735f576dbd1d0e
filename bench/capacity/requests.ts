// What a request costs each tier, over HTTP: the service, the database or the coordinator, and the workers. Processor time and
// bytes on the network, on PostgreSQL and on a Citus cluster of this machine.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RequestCost, RequestFigures } from '../../capacity/measured.ts';
import { createToken } from '../../src/core/contract/access/tokens.ts';
import { importCatalog } from '../../src/core/engine/catalog/records/import-catalog.ts';
import { dayOfTimestampMs, isoOfDay } from '../../src/core/engine/rollups/calendar.ts';
import type { Database } from '../../src/core/foundation/database/database.ts';
import { openDatabase } from '../../src/core/foundation/database/open/open.ts';
import { migrate } from '../../src/core/foundation/database/schema/migrations.ts';
import { Random } from '../../src/core/foundation/statistics/random.ts';
import { systemClock } from '../../src/core/foundation/time/clock.ts';
import { createIngestKey } from '../../src/core/intake/ingest-keys/ingest-keys.ts';
import { joinNodes } from '../../test/support/citus-cluster.ts';
import { freePort, startOwnCitusNode, startOwnPostgres } from '../../test/support/postgres-server.ts';
import { type LoadRequest, processorSeconds } from '../http-load.ts';
import { LoadClient } from '../load-client.ts';
import { FUNNEL } from '../measure-import.ts';
import { serviceEnvironment } from '../service-environment.ts';
import { printTable } from '../table.ts';
import { type CatalogSize, catalogOf, elementsOf } from './catalog.ts';
import { CountingProxy } from './counting-proxy.ts';
import { fillToday } from './fill-today.ts';
import { ServerMeter } from './server-load.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
/** How long it takes until the code of the service is compiled. */
const WARM_UP_SECONDS = 4;
const IDLE_SECONDS = 5;
const WORKERS = 2;
const SIZE: CatalogSize = { websites: 20, campaigns: 1, variants: 2, steps: 2, elements: 2 };
const DAYS = 90;
const VISITORS_A_DAY = 100;
const NO_LIMITS = { COLLECT_REQUESTS_PER_MINUTE: '100000000', COLLECT_EVENTS_PER_MINUTE: '10000000000' };

interface Tiers {
  /** The URL of the database or the coordinator. */
  readonly url: string;
  readonly workers: readonly string[];
  /** What the service connects to. */
  readonly front: CountingProxy;
  readonly behind: readonly CountingProxy[];
}

export async function measureRequests(): Promise<RequestFigures> {
  const figures = {
    postgres: await measureOn('PostgreSQL', startPostgresTiers),
    citus: await measureOn(`Citus, ${WORKERS} workers`, startCitusTiers),
  };
  return figures;
}

async function measureOn(
  name: string,
  start: (cleanup: AsyncDisposableStack) => Promise<Tiers>,
): Promise<readonly RequestCost[]> {
  await using cleanup = new AsyncDisposableStack();
  const tiers = await start(cleanup);
  const database = await openDatabase(tiers.url);
  cleanup.defer(() => database.close());
  await migrate(database, new Date());
  await importCatalog(database, catalogOf(SIZE), systemClock);
  await fillToday(database, SIZE, VISITORS_A_DAY, DAYS);
  const service = await startService(tiers.front.url, cleanup);
  const meters = await Promise.all([tiers.url, ...tiers.workers].map((url) => new ServerMeter(url).open()));
  cleanup.defer(async () => {
    for (const meter of meters) await meter.close();
  });
  using client = new LoadClient();
  const read = async (): Promise<Load> => {
    const [front, ...workers] = await Promise.all(meters.map((meter) => meter.read()));
    return {
      service: await processorMicroseconds(service),
      front: front!.processorMicroseconds,
      workers: workers.reduce((sum, load) => sum + load.processorMicroseconds, 0),
      frontBytes: tiers.front.bytes,
      behindBytes: tiers.behind.reduce((sum, { bytes }) => sum + bytes, 0),
    };
  };
  const idle = await idlePerSecond(read);
  const costs: RequestCost[] = [];
  for (const { what, connections, requests } of await casesFor(database)) {
    await client.call({ port: service, requests: requests.slice(0, 500), connections, seconds: WARM_UP_SECONDS });
    const before = await read();
    const { perSecond, p50Ms } = await client.call({
      port: service,
      requests: requests.slice(500),
      connections,
      seconds: SECONDS,
    });
    const after = await read();
    const count = perSecond * SECONDS;
    const each = (figure: keyof Load) =>
      Math.max(0, Math.round((after[figure] - before[figure] - idle[figure] * SECONDS) / count));
    costs.push({
      what,
      perSecond: Math.round(perSecond),
      p50Ms: Math.round(p50Ms * 10) / 10,
      serviceMicroseconds: each('service'),
      frontMicroseconds: each('front'),
      workerMicroseconds: each('workers'),
      frontBytes: each('frontBytes'),
      behindBytes: each('behindBytes'),
    });
  }
  print(name, costs);
  return costs;
}

interface Load {
  readonly service: number;
  readonly front: number;
  readonly workers: number;
  readonly frontBytes: number;
  readonly behindBytes: number;
}

/** What happens without any request, such as the search for deadlocks in a cluster: it does not grow with the load. */
async function idlePerSecond(read: () => Promise<Load>): Promise<Load> {
  const before = await read();
  await sleep(IDLE_SECONDS * 1_000);
  const after = await read();
  const each = (figure: keyof Load) => (after[figure] - before[figure]) / IDLE_SECONDS;
  return {
    service: each('service'),
    front: each('front'),
    workers: each('workers'),
    frontBytes: each('frontBytes'),
    behindBytes: each('behindBytes'),
  };
}

async function startPostgresTiers(cleanup: AsyncDisposableStack): Promise<Tiers> {
  const server = await startOwnPostgres();
  cleanup.defer(server.stop);
  return { url: server.url, workers: [], front: cleanup.use(await CountingProxy.start(server.url)), behind: [] };
}

async function startCitusTiers(cleanup: AsyncDisposableStack): Promise<Tiers> {
  const nodes = await Promise.all(Array.from({ length: WORKERS + 1 }, startOwnCitusNode));
  for (const node of nodes) cleanup.defer(node.stop);
  const [coordinator, ...workers] = nodes.map(({ url }) => url) as [string, ...string[]];
  const behind = await Promise.all(workers.map((url) => CountingProxy.start(url)));
  for (const proxy of behind) cleanup.use(proxy);
  await joinNodes(
    coordinator,
    behind.map(({ url }) => url),
  );
  return { url: coordinator, workers, front: cleanup.use(await CountingProxy.start(coordinator)), behind };
}

/** Returns the port. */
async function startService(databaseUrl: string, cleanup: AsyncDisposableStack): Promise<number> {
  const port = await freePort();
  const env = { ...serviceEnvironment(databaseUrl, port), ...NO_LIMITS };
  const service = spawn(FUNNEL, ['serve', '--only', 'rest,collect'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  cleanup.defer(async () => {
    service.kill('SIGTERM');
    await once(service, 'exit');
  });
  // It logs a line when it is ready.
  await once(service.stderr, 'data');
  return port;
}

async function processorMicroseconds(port: number): Promise<number> {
  return (await processorSeconds(port)) * 1e6;
}

interface LoadCase {
  readonly what: RequestCost['what'];
  readonly connections: number;
  readonly requests: readonly LoadRequest[];
}

async function casesFor(database: Database): Promise<LoadCase[]> {
  const websiteIds = Array.from({ length: SIZE.websites }, (_, index) => index + 1);
  const keys: string[] = [];
  const tokens: string[] = [];
  for (const id of websiteIds) {
    keys.push((await createIngestKey(database, id, systemClock))!.key);
    tokens.push(
      (await createToken(database, { websiteIds: [id], scopes: ['reports'], audience: 'rest' }, systemClock)).token,
    );
  }
  const random = new Random(5);
  const many = (request: (number: number) => LoadRequest) =>
    Array.from({ length: 10_000 }, (_, number) => request(number));
  return [
    { what: 'one event', connections: 64, requests: many(() => eventRequest(keys, random)) },
    { what: 'hot report', connections: 16, requests: many((number) => reportRequest(tokens, number, 0)) },
    { what: 'cold report', connections: 16, requests: many((number) => reportRequest(tokens, number, number)) },
  ];
}

function eventRequest(keys: readonly string[], random: Random): LoadRequest {
  const website = random.between(1, SIZE.websites);
  const elements = elementsOf(SIZE) / SIZE.websites;
  const event = {
    id: `${random.between(0, 2 ** 32)}-${random.between(0, 2 ** 32)}-${random.between(0, 2 ** 32)}`
      .padEnd(36, '0')
      .slice(0, 36),
    type: random.popular(['view', 'conversion', 'completion']),
    website_id: website,
    element_id: (website - 1) * elements + random.between(1, elements),
    visitor: `visitor-${random.between(1, 1_000_000)}`,
  };
  const headers = { authorization: `Bearer ${keys[website - 1]}`, 'content-type': 'application/x-ndjson' };
  return { path: '/collect/events', headers, body: `${JSON.stringify(event)}\n` };
}

/** Two requests with the same window and website are answered from memory the second time. */
function reportRequest(tokens: readonly string[], number: number, window: number): LoadRequest {
  const website = number % SIZE.websites;
  const lastDay = dayOfTimestampMs(Date.now()) - (Math.floor(window / SIZE.websites) % 25);
  const firstDay = lastDay - 29 - Math.floor(window / SIZE.websites / 25);
  const range = `range_start=${isoOfDay(firstDay)}&range_end=${isoOfDay(lastDay)}`;
  const headers = { authorization: `Bearer ${tokens[website]}` };
  return { path: `/api/v1/reports/website?timeframe=custom&${range}&previous_period=true`, headers };
}

function print(name: string, costs: readonly RequestCost[]): void {
  printTable(`Requests on ${name}: processor time and bytes on the network, each`, [
    ['', 'rate', 'p50', 'service', 'database', 'workers', 'to the database', 'to workers'],
    ...costs.map((cost) => [
      cost.what,
      `${cost.perSecond}/s`,
      `${cost.p50Ms} ms`,
      `${cost.serviceMicroseconds} µs`,
      `${cost.frontMicroseconds} µs`,
      `${cost.workerMicroseconds} µs`,
      `${cost.frontBytes} B`,
      `${cost.behindBytes} B`,
    ]),
  ]);
}
