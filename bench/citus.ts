// The service on a Citus cluster (a coordinator and two workers) compared with plain PostgreSQL, and two nodes of the service with one.
// The sides take turns, and medians count. BENCH_EVENTS sets the number of imported events, BENCH_SECONDS how long each load takes,
// BENCH_ROUNDS how often. TEST_CITUS_URL names the coordinator of a cluster; without it, one is started here. On one machine all nodes
// share its processors, so this shows what distribution costs, and not what more machines bring.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isoOfDay } from '../src/core/engine/rollups/calendar.ts';
import { createOnNodes, startCitus } from '../test/support/citus-cluster.ts';
import { canStartCitus, freePort, startOwnPostgres } from '../test/support/postgres-server.ts';
import type { LoadRequest } from './http-load.ts';
import { inTurns, median } from './in-turns.ts';
import { ingestCatalog, LAST_EVENT_DAY, writeIngestEvents } from './ingest-data.ts';
import { LoadClient, type Measured } from './load-client.ts';
import { FUNNEL, measureImport } from './measure-import.ts';
import { serviceEnvironment } from './service-environment.ts';
import { perSecond, printTable, verdict } from './table.ts';

const EVENT_COUNT = Number(process.env.BENCH_EVENTS ?? 300_000);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const WORKERS = 2;
/** The default of Citus. */
const SHARDS = 32;
const WEBSITES = 24;
const WARM_UP_SECONDS = 1;
const WINDOW_ENDS = 30;
const WINDOW_DAYS_MIN = 30;
const REQUESTS = 20_000;

interface Side {
  readonly name: string;
  /** Returns the URL of an empty database. */
  newDatabase(): Promise<string>;
}

interface Access {
  /** Is valid for all websites. */
  readonly token: string;
  readonly ingestKeys: readonly string[];
}

interface Load {
  readonly what: string;
  readonly connections: number;
  readonly shareGoal: number;
  /** Each number gives a different request. */
  request(access: Access, number: number): LoadRequest;
}

const LOADS: readonly Load[] = [
  { what: 'hot reports', connections: 16, shareGoal: 0.8, request: hotReport },
  { what: 'cold reports', connections: 16, shareGoal: 0.7, request: coldReport },
  { what: `collector, single events of ${WEBSITES} websites`, connections: 64, shareGoal: 1, request: singleEvent },
];
const IMPORT_SHARE_GOAL = 0.7;
const TWO_NODES_GOAL = 1.6;

export async function benchCitus(): Promise<void> {
  const given = process.env.TEST_CITUS_URL;
  if (given === undefined && !canStartCitus()) {
    console.log('Not measured: PostgreSQL has no citus extension here. Install it, or set TEST_CITUS_URL=postgres://…');
    return;
  }
  await using cleanup = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'funnel-bench-'));
  cleanup.defer(() => rmSync(folder, { recursive: true, force: true }));
  const postgres = await startOwnPostgres();
  cleanup.defer(postgres.stop);
  const cluster = given === undefined ? await startCitus(WORKERS) : undefined;
  if (cluster) cleanup.defer(cluster.stop);
  const sideOf = (name: string, serverUrl: string, isCitus: boolean): Side => ({
    name,
    newDatabase: async () => {
      const database = await createOnNodes(serverUrl, isCitus, SHARDS);
      cleanup.defer(database.dispose);
      if (isCitus) await database.addCitus();
      return database.url;
    },
  });
  const sides = [sideOf('Citus', given ?? cluster!.url, true), sideOf('PostgreSQL', postgres.url, false)] as const;
  await benchSides(sides, folder);
}

async function benchSides(sides: readonly [Side, Side], folder: string): Promise<void> {
  const head = ['', ...sides.map(({ name }) => name), 'ratio', 'goal'];
  const { row, urls } = await benchImport(sides, folder);
  await using cleanup = new AsyncDisposableStack();
  using client = new LoadClient();
  const services: Service[] = [];
  for (const url of urls) services.push(await Service.start(url, cleanup));
  const [onCitus, onPostgres] = services as [Service, Service];
  const rows = [row];
  for (const load of LOADS) {
    const [citus, plain] = await measureInTurns(load, [onCitus.clientOf(client), onPostgres.clientOf(client)]);
    rows.push(figures(load.what, citus, plain, load.shareGoal));
  }
  printTable(`Citus with ${WORKERS} workers compared with PostgreSQL, one node of the service each`, [head, ...rows]);
  for (const [index, { name }] of sides.entries()) await benchTwoNodes(name, services[index]!, client, cleanup);
}

/** The databases of the last round stay, and have the events. */
async function benchImport(sides: readonly [Side, Side], folder: string): Promise<{ row: string[]; urls: string[] }> {
  const [catalogPath, eventsPath] = [join(folder, 'catalog.json'), join(folder, 'events.ndjson')];
  writeFileSync(catalogPath, JSON.stringify(ingestCatalog(WEBSITES)));
  await writeIngestEvents(eventsPath, { eventCount: EVENT_COUNT, inOrder: true, withIds: false, websites: WEBSITES });
  let urls: string[] = [];
  const measure = async (side: Side): Promise<Measured> => {
    const url = await side.newDatabase();
    urls.push(url);
    const { eventsPerSecond } = await measureImport(url, catalogPath, eventsPath);
    return { responses: 0, perSecond: eventsPerSecond, p50Ms: 0, p99Ms: 0 };
  };
  const [citus, plain] = await inTurns(
    () => {
      urls = [];
      return measure(sides[0]);
    },
    () => measure(sides[1]),
    ROUNDS,
  );
  const events = EVENT_COUNT.toLocaleString('en-US');
  return { row: figures(`import of ${events} events`, citus, plain, IMPORT_SHARE_GOAL), urls };
}

async function benchTwoNodes(
  name: string,
  one: Service,
  client: LoadClient,
  cleanup: AsyncDisposableStack,
): Promise<void> {
  const other = await one.startAnother(cleanup);
  using otherClient = new LoadClient();
  const rows = [['', 'two nodes', 'one node', 'ratio', 'goal']];
  for (const load of LOADS) {
    const half = { ...load, connections: load.connections / 2 };
    const [first, second] = [one.clientOf(client), other.clientOf(otherClient)];
    const two: Measure = async (_, seconds) => {
      const both = await Promise.all([first(half, seconds), second(half, seconds)]);
      return { ...both[0], perSecond: both[0].perSecond + both[1].perSecond };
    };
    const [twoNodes, oneNode] = await measureInTurns(load, [two, one.clientOf(client)]);
    rows.push(figures(load.what, twoNodes, oneNode, TWO_NODES_GOAL));
  }
  printTable(`Two nodes of the service on ${name} compared with one, at as many connections in all`, rows);
}

type Measure = (load: Load, seconds: number) => Promise<Measured>;

async function measureInTurns(load: Load, sides: readonly [Measure, Measure]): Promise<[Measured[], Measured[]]> {
  for (const measure of sides) await measure(load, WARM_UP_SECONDS);
  return inTurns(
    () => sides[0](load, SECONDS),
    () => sides[1](load, SECONDS),
    ROUNDS,
  );
}

function figures(what: string, measured: readonly Measured[], baseline: readonly Measured[], goal: number): string[] {
  const [rate, baseRate] = [median(measured, 'perSecond'), median(baseline, 'perSecond')];
  const ratio = rate / baseRate;
  return [what, perSecond(rate), perSecond(baseRate), ratio.toFixed(2), verdict(ratio >= goal, `>= ${goal}`)];
}

class Service {
  readonly #databaseUrl: string;
  readonly #access: Access;
  readonly #port: number;
  #requests = 0;

  private constructor(databaseUrl: string, access: Access, port: number) {
    this.#databaseUrl = databaseUrl;
    this.#access = access;
    this.#port = port;
  }

  static async start(databaseUrl: string, cleanup: AsyncDisposableStack): Promise<Service> {
    return Service.#serve(databaseUrl, createAccess(databaseUrl), cleanup);
  }

  /** A second node of the same service. */
  startAnother(cleanup: AsyncDisposableStack): Promise<Service> {
    return Service.#serve(this.#databaseUrl, this.#access, cleanup);
  }

  static async #serve(databaseUrl: string, access: Access, cleanup: AsyncDisposableStack): Promise<Service> {
    const port = await freePort();
    const env = serviceEnvironment(databaseUrl, port);
    const node = spawn(FUNNEL, ['serve', '--only', 'rest,collect'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    cleanup.defer(async () => {
      node.kill('SIGTERM');
      await once(node, 'exit');
    });
    // It logs a line when it is ready.
    await once(node.stderr, 'data');
    return new Service(databaseUrl, access, port);
  }

  clientOf(client: LoadClient): Measure {
    return ({ request, connections }, seconds) => {
      const requests = Array.from({ length: REQUESTS }, () => request(this.#access, this.#requests++));
      return client.call({ port: this.#port, requests, connections, seconds });
    };
  }
}

function createAccess(databaseUrl: string): Access {
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  const create = (...args: string[]) =>
    JSON.parse(execFileSync(FUNNEL, [...args, '--json'], { env, encoding: 'utf8' })) as Record<string, string>;
  const ids = Array.from({ length: WEBSITES }, (_, index) => String(index + 1));
  const websites = ids.flatMap((id) => ['--website', id]);
  const { token } = create('token', 'create', '--scope', 'reports', ...websites);
  const ingestKeys = ids.map((id) => create('ingest-key', 'create', '--website', id).key!);
  return { token: token!, ingestKeys };
}

function websiteOf(number: number): number {
  return (number % WEBSITES) + 1;
}

function hotReport({ token }: Access, number: number): LoadRequest {
  const path = `/api/v1/reports/website?website_id=${websiteOf(number)}&previous_period=true`;
  return { path, headers: { authorization: `Bearer ${token}` } };
}

/** A window that was not requested before, so that it is not cached. */
function coldReport({ token }: Access, number: number): LoadRequest {
  const window = Math.floor(number / WEBSITES);
  const lastDay = LAST_EVENT_DAY - (window % WINDOW_ENDS);
  const firstDay = lastDay - WINDOW_DAYS_MIN - Math.floor(window / WINDOW_ENDS);
  const range = `range_start=${isoOfDay(firstDay)}&range_end=${isoOfDay(lastDay)}`;
  const path = `/api/v1/reports/website?website_id=${websiteOf(number)}&timeframe=custom&${range}&previous_period=true`;
  return { path, headers: { authorization: `Bearer ${token}` } };
}

function singleEvent({ ingestKeys }: Access, number: number): LoadRequest {
  const websiteId = websiteOf(number);
  const headers = { authorization: `Bearer ${ingestKeys[websiteId - 1]}`, 'content-type': 'application/x-ndjson' };
  const body = JSON.stringify({ type: 'view', website_id: websiteId, visitor: `visitor-${number}` });
  return { path: '/collect/events', headers, body };
}
