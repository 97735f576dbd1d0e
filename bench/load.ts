// The throughput and response times of one process for each kind of request, compared with a bare route that sends the same
// response. Service, bare route and client run in separate processes. Compare the processor time of a response: on a shared machine
// the rates change by half within an hour, and their shares with them.
// BENCH_SECONDS sets how long each is measured. `npm run bench -- load hot` only measures the kinds whose name
// contains this word, and always the goals of hot reports and what a second processor brings.
import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayOfTimestampMs, isoOfDay } from '../src/core/engine/rollups/calendar.ts';
import { isPostgresUrl, openDatabase } from '../src/core/foundation/database/open/open.ts';
import { Random } from '../src/core/foundation/statistics/random.ts';
import { freePort, startPostgres } from '../test/support/postgres-server.ts';
import { type BareResponse, BareServer } from './bare-server.ts';
import { coldByProcessors } from './cold-reports.ts';
import { HOT_FACTOR_MAX, HOT_FACTOR_MAX_POSTGRES, hotAgainstBareRoute, hotBesideHeavyLists } from './hot-reports.ts';
import type { LoadRequest } from './http-load.ts';
import { LoadClient, type Measured, type MeasuredServer } from './load-client.ts';
import { benchLoadLog, LOGGED_LOADS, websitesToCompare } from './load-log.ts';
import { FUNNEL } from './measure-import.ts';
import { CAMPAIGN_COUNT, catalog, DAY_COUNT, writeEvents } from './reports-data.ts';
import { serviceEnvironment } from './service-environment.ts';
import { perSecond, printTable } from './table.ts';
import { toolPlan } from './tools.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const WARM_UP_SECONDS = 1;
const EVENT_COUNT = 100_000;
const EVENTS_PER_BATCH = 1_000;
const WINDOW_ENDS = 300;
const SECOND_WEBSITE_ID = 2;

interface Service {
  readonly port: number;
  readonly processId: number;
  readonly tokens: { readonly rest: string; readonly tools: string; readonly secondTenant: string };
  readonly ingestKey: string;
  createIngestKey(websiteId: number): string;
  stop(): Promise<void>;
}

interface LoadCase {
  readonly what: string;
  readonly connections: number;
  readonly events?: number;
  /** The number of different requests of a measurement. */
  readonly variety: number;
  /** Each number gives a different request, if it matters. */
  request(service: Service, number: number): LoadRequest;
}

const random = new Random(12);

const HOT_REPORT: LoadCase = {
  what: 'report, hot',
  connections: 16,
  variety: 1,
  request: ({ tokens }) => ({ path: '/api/v1/reports/website?previous_period=true', headers: bearer(tokens.rest) }),
};

const CASES: readonly LoadCase[] = [
  HOT_REPORT,
  {
    what: 'report, cold',
    connections: 16,
    variety: 20_000,
    request: ({ tokens }, number) => ({ path: coldPath(number), headers: bearer(tokens.rest) }),
  },
  {
    what: 'tool call, hot',
    connections: 16,
    variety: 1,
    request: ({ port, tokens }) => {
      const args = { previous_period: true };
      const { path, headers, body } = toolPlan(
        port,
        tokens.tools,
        { tool: 'get_website_report', path: '', args },
        'modern',
      );
      return { path, headers, body: body! };
    },
  },
  {
    what: 'contact, new',
    connections: 16,
    variety: 20_000,
    request: ({ tokens }, number) => ({
      path: '/api/v1/contacts',
      headers: { ...bearer(tokens.rest), 'content-type': 'application/json' },
      body: JSON.stringify({ email: `person-${number}@example.com`, first_name: 'Ada', city: 'London' }),
    }),
  },
  {
    what: 'collector, one event',
    connections: 64,
    events: 1,
    variety: 20_000,
    request: (service) => collectorRequest(service, 1),
  },
  {
    what: 'collector, 1,000 events',
    connections: 8,
    events: EVENTS_PER_BATCH,
    variety: 20,
    request: (service) => collectorRequest(service, EVENTS_PER_BATCH),
  },
];

export async function benchLoad(words = ''): Promise<void> {
  const cases = CASES.filter(({ what }) => what.includes(words));
  const logged = LOGGED_LOADS.filter(({ what }) => what.includes(words));
  await using cleanup = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'funnel-bench-'));
  cleanup.defer(() => rmSync(folder, { recursive: true, force: true }));
  const postgres = await startPostgres();
  cleanup.defer(postgres.stop);
  using client = new LoadClient();
  const sqlite = { name: 'SQLite', url: `sqlite:${join(folder, 'funnel.db')}`, hotFactorMax: HOT_FACTOR_MAX };
  await benchOn(sqlite, { cases, logged }, folder, client);
  const postgresName = 'PostgreSQL (this server does not wait for the disk)';
  await benchOn(
    { name: postgresName, url: postgres.url, hotFactorMax: HOT_FACTOR_MAX_POSTGRES },
    { cases, logged },
    folder,
    client,
  );
}

interface BenchEngine {
  readonly name: string;
  readonly url: string;
  readonly hotFactorMax: number;
}

async function benchOn(
  engine: BenchEngine,
  { cases, logged }: { readonly cases: readonly LoadCase[]; readonly logged: readonly (typeof LOGGED_LOADS)[number][] },
  folder: string,
  client: LoadClient,
): Promise<void> {
  const service = await startService(engine.url, folder);
  const rows = [
    ['', 'connections', 'requests', 'p50', 'p99', 'events', 'bare route', 'p50', 'p99', 'share', 'processor time'],
  ];
  try {
    for (const load of cases) rows.push(await measureCase(load, service, client));
    if (cases.length > 0) printTable(`Load on ${engine.name}, ${SECONDS} seconds each`, rows);
    await benchLoadLog(client, logged, {
      engineName: engine.name,
      port: service.port,
      seconds: SECONDS,
      createKey: service.createIngestKey,
    });
    await benchReportGoals(engine, service, client);
  } finally {
    await service.stop();
  }
}

async function benchReportGoals(engine: BenchEngine, service: Service, client: LoadClient): Promise<void> {
  const { port, tokens } = service;
  const report = HOT_REPORT.request(service, 0);
  using bare = await BareServer.start(await responseOf(port, report));
  const { hotFactorMax: factorMax } = engine;
  const secondReport = { ...report, headers: bearer(tokens.secondTenant) };
  const rows = [
    ['', 'measured', 'compared with', 'ratio', 'goal'],
    ...(await hotAgainstBareRoute(client, { servicePort: port, barePort: bare.port, report, factorMax })),
    await hotBesideHeavyLists(client, { port, report: secondReport, heavyHeaders: bearer(tokens.rest) }),
  ];
  const processIds = async () => [service.processId, ...(await postgresProcesses(engine.url))];
  const cold = await coldByProcessors(client, { port, headers: bearer(tokens.rest), processIds });
  printTable(`Reports on ${engine.name}`, cold ? [...rows, cold] : rows);
}

/** Finds the processes that answer connections. */
async function postgresProcesses(url: string): Promise<number[]> {
  if (!isPostgresUrl(url)) return [];
  const database = await openDatabase(url);
  const rows = await database.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
  );
  await database.close();
  return rows.map(({ pid }) => pid);
}

async function measureCase(load: LoadCase, service: Service, client: LoadClient): Promise<string[]> {
  let number = 0;
  const measure = (port: number, seconds: number): Promise<MeasuredServer> => {
    const requests = Array.from({ length: load.variety }, () => load.request(service, number++));
    return client.measureServer({ port, requests, connections: load.connections, seconds });
  };
  using bare = await BareServer.start(await responseOf(service.port, load.request(service, number++)));
  await measure(bare.port, WARM_UP_SECONDS);
  await measure(service.port, WARM_UP_SECONDS);
  const baseline = await measure(bare.port, SECONDS);
  const measured = await measure(service.port, SECONDS);
  return [
    load.what,
    String(load.connections),
    ...figures(measured),
    load.events === undefined ? '' : perSecond(measured.perSecond * load.events),
    ...figures(baseline),
    `${((measured.perSecond / baseline.perSecond) * 100).toFixed(1)} %`,
    `${(measured.processorMicroseconds / baseline.processorMicroseconds).toFixed(2)} x`,
  ];
}

function figures({ perSecond: rate, p50Ms, p99Ms }: Measured): string[] {
  return [perSecond(rate), `${p50Ms.toFixed(1)} ms`, `${p99Ms.toFixed(1)} ms`];
}

async function responseOf(port: number, { path, headers, body }: LoadRequest): Promise<BareResponse> {
  const init = body === undefined ? { headers } : { headers, method: 'POST', body };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  const contentType = response.headers.get('content-type')!;
  return { status: response.status, contentType, body: await response.text() };
}

function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

/** A window that was not requested before, so that it is not cached. */
function coldPath(number: number): string {
  const lastDay = dayOfTimestampMs(Date.now()) - (number % WINDOW_ENDS);
  const firstDay = lastDay - Math.floor(number / WINDOW_ENDS);
  const range = `range_start=${isoOfDay(firstDay)}&range_end=${isoOfDay(lastDay)}`;
  return `/api/v1/reports/website?timeframe=custom&${range}&previous_period=true`;
}

function collectorRequest({ ingestKey }: Service, eventCount: number): LoadRequest {
  const lines = Array.from({ length: eventCount }, () =>
    JSON.stringify({
      type: 'view',
      website_id: 1,
      step_id: random.between(1, CAMPAIGN_COUNT),
      visitor: `visitor-${random.between(1, 1_000_000)}`,
    }),
  );
  const headers = { ...bearer(ingestKey), 'content-type': 'application/x-ndjson' };
  return { path: '/collect/events', headers, body: `${lines.join('\n')}\n` };
}

async function startService(databaseUrl: string, folder: string): Promise<Service> {
  const port = await freePort();
  const env = serviceEnvironment(databaseUrl, port);
  const funnel = (...args: string[]) => execFileSync(FUNNEL, args, { env, encoding: 'utf8' });
  const createdFor = (websiteId: number, ...args: string[]) =>
    JSON.parse(funnel(...args, '--website', String(websiteId), '--json'));
  const created = (...args: string[]) => createdFor(1, ...args);
  const today = dayOfTimestampMs(Date.now());
  const [catalogPath, eventsPath] = [join(folder, `${randomUUID()}.json`), join(folder, `${randomUUID()}.ndjson`)];
  writeFileSync(catalogPath, JSON.stringify(twoTenants(`${isoOfDay(today - DAY_COUNT)}T00:00:00Z`)));
  await writeEvents(eventsPath, EVENT_COUNT, today);
  funnel('migrate');
  funnel('import', 'catalog', catalogPath);
  funnel('import', 'events', eventsPath);
  const rest = created('token', 'create', '--scope', 'reports', '--scope', 'contacts:write');
  const tools = created('token', 'create', '--scope', 'reports', '--for', 'tools');
  const secondTenant = createdFor(SECOND_WEBSITE_ID, 'token', 'create', '--scope', 'reports');
  const { key } = created('ingest-key', 'create');
  const served = spawn(FUNNEL, ['serve', '--only', 'rest,mcp,collect'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  // It logs a line when it is ready.
  await once(served.stderr, 'data');
  return {
    port,
    processId: served.pid!,
    tokens: { rest: rest.token, tools: tools.token, secondTenant: secondTenant.token },
    ingestKey: key,
    createIngestKey: (websiteId) => createdFor(websiteId, 'ingest-key', 'create').key,
    stop: async () => {
      served.kill('SIGTERM');
      await once(served, 'exit');
    },
  };
}

/** The second one has websites without events. */
function twoTenants(createdAt: string): object {
  const { accounts } = catalog(createdAt) as { accounts: object[] };
  const website = { id: SECOND_WEBSITE_ID, name: 'second.example', created_at: createdAt };
  const websites = [website, ...websitesToCompare(createdAt)];
  return { accounts: [...accounts, { id: 2, name: 'Second', websites }] };
}
