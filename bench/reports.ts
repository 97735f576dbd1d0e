// The cost of a report compared with a bare route, with PostgreSQL, DuckDB and ClickHouse, with more days and more events,
// with the hll extension, and of a website in a time zone with one in UTC. Ends with one table of all figures and their goals. Compare the ratios: the times depend on the
// machine. BENCH_EVENTS sets the number of events.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import pg from 'pg';
import { openDatabase } from '../src/database/open.ts';
import { dayOfTimestampMs, firstDayOfMonth, isoOfDay, monthOfDay } from '../src/rollups/calendar.ts';
import type { Window } from '../src/rollups/window.ts';
import { freePort, startPostgres } from '../test/support/postgres-server.ts';
import { loadClickHouse, loadDuckDb, loadPostgres, type RawEvents } from './baselines.ts';
import { startClickHouse } from './clickhouse.ts';
import { measureLoad, processorSeconds } from './http-load.ts';
import { installDuckDb } from './install-peers.ts';
import { FUNNEL } from './measure-import.ts';
import { ask, median, type ReportService, startReportService, timeMs } from './report-service.ts';
import { CAMPAIGN_COUNT, catalog, DAY_COUNT, writeEvents } from './reports-data.ts';
import { printTable, verdict } from './table.ts';

const EVENT_COUNT = Number(process.env.BENCH_EVENTS ?? 5_000_000);
const COLD_REQUESTS = 40;
/** Before these: code that has just been started is compiled while it runs. */
const COLD_WARM_UP = 200;
const RAW_QUERIES = 5;
const LIST_REQUESTS = 7;
const LOAD_SECONDS = 6;
const CONNECTIONS = 16;
const ZONE_ROUNDS = 3;
const HOT_PATH = '/api/v1/reports/website?timeframe=last_30_days&previous_period=true';

/** `words`: `zone` for what a time zone costs alone. */
export async function benchReports(words?: string): Promise<void> {
  await using cleanup = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'funnel-bench-'));
  cleanup.defer(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  const today = dayOfTimestampMs(Date.now());
  const load = async (name: string, eventCount: number, timezone?: string) => {
    console.log(`Loading ${eventCount.toLocaleString('en-US')} events …`);
    const service = await loadService(folder, name, eventCount, today, timezone);
    cleanup.defer(() => void service.process.kill('SIGTERM'));
    return service;
  };
  const small = await load('small', EVENT_COUNT / 10);
  const zoned = await load('zoned', EVENT_COUNT / 10, 'Europe/Berlin');
  const rows = words === 'zone' ? [] : await benchLarge(folder, await load('large', EVENT_COUNT), small, today);
  rows.push(...(await zoneAgainstUtc(small, zoned, today)));
  printTable(`Reports over ${EVENT_COUNT.toLocaleString('en-US')} events`, [['', '', 'goal'], ...rows.map(cellsOf)]);
}

async function benchLarge(folder: string, large: Service, small: Service, today: number): Promise<Row[]> {
  await using cleanup = new AsyncDisposableStack();
  const postgres = await startPostgres();
  cleanup.defer(postgres.stop);
  const peers = await loadPeers(folder, large.eventsPath, postgres.url, cleanup);
  console.log('Measuring …');
  return [
    ...(await hotAgainstBareRoute(large)),
    ...(await coldAgainstPeers(large, small, today, peers)),
    ...(await listAgainstPeers(large, today, postgres.url, peers)),
  ];
}

async function loadPeers(
  folder: string,
  eventsPath: string,
  postgresUrl: string,
  cleanup: AsyncDisposableStack,
): Promise<RawEvents[]> {
  const duckDbPackage = await installDuckDb(folder);
  const clickHouse = await startClickHouse(folder);
  if (clickHouse) cleanup.defer(clickHouse.close);
  console.log('Loading the peers …');
  const csv = join(folder, 'events.csv');
  const duckDb = await loadDuckDb(duckDbPackage, eventsPath, join(folder, 'raw.duckdb'), csv);
  const peers = [
    await loadPostgres(postgresUrl, 'events', csv),
    duckDb,
    ...(clickHouse ? await loadClickHouse(clickHouse, 'events', csv) : []),
  ];
  for (const peer of peers) cleanup.defer(peer.close);
  return peers;
}

interface Row {
  readonly what: string;
  readonly value: string;
  readonly goal?: string;
  readonly met?: boolean;
}

function cellsOf({ what, value, goal, met }: Row): string[] {
  return [what, value, goal ? verdict(met!, goal) : ''];
}

interface Service extends ReportService {
  readonly eventsPath: string;
}

async function loadService(
  folder: string,
  name: string,
  eventCount: number,
  today: number,
  timezone?: string,
): Promise<Service> {
  const eventsPath = join(folder, `${name}.ndjson`);
  const catalogPath = join(folder, 'catalog.json');
  const databaseUrl = `sqlite:${join(folder, `${name}.db`)}`;
  await writeEvents(eventsPath, eventCount, today);
  writeFileSync(catalogPath, JSON.stringify(catalog(`${isoOfDay(today - DAY_COUNT)}T00:00:00Z`, timezone)));
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  execFileSync(FUNNEL, ['import', 'catalog', catalogPath], { env });
  execFileSync(FUNNEL, ['import', 'events', eventsPath], { env });
  return { eventsPath, ...(await startReportService(databaseUrl, today)) };
}

async function hotAgainstBareRoute(service: Service): Promise<Row[]> {
  const path = HOT_PATH;
  const json = await ask(service, path);
  const bare = Fastify();
  bare.get('/bare', async (_request, reply) => reply.type('application/json; charset=utf-8').send(json));
  const barePort = await freePort();
  await bare.listen({ port: barePort, host: '127.0.0.1' });
  const headers = { authorization: `Bearer ${service.token}` };
  const load = { headers, connections: CONNECTIONS, seconds: LOAD_SECONDS };
  // Warms up both, then measures in turns, so that other load on the machine affects both.
  await measureLoad({ ...load, seconds: 2, port: service.port, path });
  await measureLoad({ ...load, seconds: 2, port: barePort, path: '/bare' });
  const hot: number[] = [];
  const baseline: number[] = [];
  for (let round = 0; round < 3; round++) {
    hot.push(await measureLoad({ ...load, port: service.port, path }));
    baseline.push(await measureLoad({ ...load, port: barePort, path: '/bare' }));
  }
  await bare.close();
  const share = median(hot) / median(baseline);
  return [
    { what: 'website report, hot', value: `${Math.round(median(hot))} requests/s` },
    { what: 'bare route with the same bytes', value: `${Math.round(median(baseline))} requests/s` },
    { what: 'hot / bare route', value: percent(share), goal: '>= 65 %', met: share >= 0.65 },
  ];
}

/** A window of `days` days and the one before it, as in a website report with its previous period. */
function windowsEnding(lastDay: number, days: number): Window[] {
  const current = { firstDay: lastDay - days + 1, lastDay };
  return [current, { firstDay: current.firstDay - days, lastDay: current.firstDay - 1 }];
}

function reportPath({ firstDay, lastDay }: Window): string {
  const range = `range_start=${isoOfDay(firstDay)}&range_end=${isoOfDay(lastDay)}`;
  return `/api/v1/reports/website?timeframe=custom&${range}&previous_period=true`;
}

interface ColdCase {
  readonly service: Service;
  readonly days: number;
}

/** Medians in milliseconds. Each request has a different window, so that none is cached. The cases take turns. */
async function coldMedians(today: number, cases: readonly ColdCase[]): Promise<number[]> {
  const times = cases.map((): number[] => []);
  for (let back = COLD_REQUESTS + COLD_WARM_UP - 1; back >= 0; back--) {
    for (const [index, { service, days }] of cases.entries()) {
      const [window] = windowsEnding(today - back, days);
      const ms = await timeMs(() => ask(service, reportPath(window!)));
      if (back < COLD_REQUESTS) times[index]!.push(ms);
    }
  }
  return times.map(median);
}

/** How many times as long a peer takes, by the beginning of its name. */
const PEER_GOALS = { PostgreSQL: 350, DuckDB: 90, ClickHouse: 25 } as const;
const STATES_GOAL = 20;

function goalFor(peer: string): number {
  if (peer.endsWith('states')) return STATES_GOAL;
  return Object.entries(PEER_GOALS).find(([name]) => peer.startsWith(name))![1];
}

async function coldAgainstPeers(
  large: Service,
  small: Service,
  today: number,
  peers: readonly RawEvents[],
): Promise<Row[]> {
  const cases = [
    { service: large, days: 30 },
    { service: large, days: 365 },
    { service: small, days: 30 },
  ];
  const [cold, coldYear, coldSmall] = (await coldMedians(today, cases)) as [number, number, number];
  const rows: Row[] = [{ what: 'website report, cold, 30 days, p50', value: `${cold.toFixed(2)} ms` }];
  for (const peer of peers) {
    const times: number[] = [];
    // The first one warms up.
    for (let back = 0; back <= RAW_QUERIES; back++) {
      const ms = await timeMs(() => peer.query(windowsEnding(today - back, 30)));
      if (back > 0) times.push(ms);
    }
    const factor = median(times) / cold;
    const goal = goalFor(peer.name);
    rows.push({ what: `${peer.name}, p50`, value: `${median(times).toFixed(1)} ms` });
    rows.push({
      what: `${peer.name} / cold report`,
      value: `${factor.toFixed(1)} x`,
      goal: `>= ${goal} x`,
      met: factor >= goal,
    });
  }
  const byDays = coldYear / cold;
  const byEvents = cold / coldSmall;
  rows.push({
    what: '365 days / 30 days, cold',
    value: `${byDays.toFixed(2)} x`,
    goal: '<= 1.1 x',
    met: byDays <= 1.1,
  });
  rows.push({
    what: 'ten times the events, cold',
    value: `${byEvents.toFixed(2)} x`,
    goal: '<= 1.1 x',
    met: byEvents <= 1.1,
  });
  return rows;
}

async function zoneAgainstUtc(utc: Service, zoned: Service, today: number): Promise<Row[]> {
  const hot: [number[], number[]] = [[], []];
  // Not the first round: a service that was just started is also busy with its jobs.
  for (let round = 0; round <= ZONE_ROUNDS; round++) {
    for (const [side, service] of [utc, zoned].entries()) {
      const seconds = await processorTimeOfHot(service);
      if (round > 0) hot[side]!.push(seconds);
    }
  }
  // Other windows than those that were asked for above.
  const cases = [
    { service: utc, days: 60 },
    { service: zoned, days: 60 },
  ];
  const [cold, coldZoned] = (await coldMedians(today, cases)) as [number, number];
  const row = (what: string, factor: number) => ({
    what,
    value: `${factor.toFixed(2)} x`,
    goal: '<= 1.1 x',
    met: factor <= 1.1,
  });
  return [
    row('in Europe/Berlin / in UTC, hot, processor time', median(hot[1]) / median(hot[0])),
    row('the same, cold, p50', coldZoned / cold),
  ];
}

/** Of one request, in seconds. Other load on the machine affects it less than the rate. */
async function processorTimeOfHot({ port, token }: Service): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const load = { port, path: HOT_PATH, headers, connections: CONNECTIONS, seconds: LOAD_SECONDS };
  await measureLoad({ ...load, seconds: 1 });
  const before = await processorSeconds(port);
  const rate = await measureLoad(load);
  return ((await processorSeconds(port)) - before) / (rate * LOAD_SECONDS);
}

async function listAgainstPeers(
  service: Service,
  today: number,
  postgresUrl: string,
  peers: readonly RawEvents[],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: postgresUrl });
  await client.connect();
  await copySketches(service.databaseUrl, client);
  const times: number[] = [];
  const extension: number[] = [];
  const ofPeers = peers.map((): number[] => []);
  for (let back = 0; back < LIST_REQUESTS; back++) {
    const window = { firstDay: today - back - 364, lastDay: today - back };
    const range = `range_start=${isoOfDay(window.firstDay)}&range_end=${isoOfDay(window.lastDay)}`;
    times.push(
      await timeMs(() => ask(service, `/api/v1/reports/campaigns?timeframe=custom&${range}&sort=views&per_page=1`)),
    );
    extension.push(await timeMs(() => client.query(extensionSql(window))));
    for (const [index, peer] of peers.entries()) ofPeers[index]!.push(await timeMs(() => peer.list(window)));
  }
  await client.end();
  const slowest = await slowestBeside(service, () =>
    ask(service, '/api/v1/reports/campaigns?timeframe=all_time&sort=views'),
  );
  const factor = median(times) / median(extension);
  return [
    { what: `${CAMPAIGN_COUNT} campaigns, 365 days, by distinct views`, value: `${median(times).toFixed(1)} ms` },
    { what: 'the same unions by the hll extension', value: `${median(extension).toFixed(1)} ms` },
    { what: 'list / extension', value: `${factor.toFixed(2)} x`, goal: '<= 0.25 x', met: factor <= 0.25 },
    ...peers.flatMap(({ name }, index) => listRows(name, median(ofPeers[index]!), median(times))),
    { what: 'slowest /healthz beside such a list', value: `${slowest.toFixed(1)} ms` },
  ];
}

function listRows(peer: string, ms: number, own: number): Row[] {
  const share = own / ms;
  const goal = peer.startsWith('ClickHouse') ? { goal: '<= 0.33 x', met: share <= 0.33 } : {};
  return [
    { what: `the same list by ${peer}`, value: `${ms.toFixed(1)} ms` },
    { what: `list / ${peer}`, value: `${share.toFixed(2)} x`, ...goal },
  ];
}

/** The longest response time of a small request while a heavy one runs: shows whether the event loop is blocked. */
async function slowestBeside(service: Service, heavy: () => Promise<unknown>): Promise<number> {
  let isRunning = true;
  let slowest = 0;
  const running = heavy().finally(() => {
    isRunning = false;
  });
  while (isRunning) slowest = Math.max(slowest, await timeMs(() => ask(service, '/healthz')));
  await running;
  return slowest;
}

/** The days, and whole months united from them: what a report had to read without intervals. */
async function copySketches(databaseUrl: string, client: pg.Client): Promise<void> {
  await client.query('CREATE EXTENSION IF NOT EXISTS hll');
  await client.query(
    'CREATE TABLE sketches (subject_id bigint, is_month boolean, period integer, sketch hll, PRIMARY KEY (subject_id, is_month, period))',
  );
  const database = await openDatabase(databaseUrl);
  for (let campaign = 1; campaign <= CAMPAIGN_COUNT; campaign++) {
    const rows = await database.query<{ period: number; sketch: Uint8Array }>(
      `SELECT period, sketch FROM rollup_visitors
       WHERE website_id = 1 AND subject_kind = 2 AND subject_id = $1 AND metric = 0 AND period_kind = 0`,
      [campaign],
    );
    const tuples = rows.map((_, index) => `(${campaign}, false, $${index * 2 + 1}, $${index * 2 + 2})`);
    const values = rows.flatMap(({ period, sketch }) => [period, Buffer.from(sketch)]);
    await client.query(`INSERT INTO sketches VALUES ${tuples.join(', ')}`, values);
  }
  await database.close();
  const date = "date '1970-01-01' + period";
  await client.query(
    `INSERT INTO sketches SELECT subject_id, true, extract(year FROM ${date}) * 12 + extract(month FROM ${date}) - 1,
       hll_union_agg(sketch) FROM sketches GROUP BY 1, 3`,
  );
  await client.query('VACUUM ANALYZE sketches');
}

/** For a window with a whole month. */
function extensionSql({ firstDay, lastDay }: Window): string {
  const [firstMonth, lastMonth] = [monthOfDay(firstDay - 1) + 1, monthOfDay(lastDay + 1) - 1];
  const ranges = [
    `NOT is_month AND period BETWEEN ${firstDay} AND ${firstDayOfMonth(firstMonth) - 1}`,
    `is_month AND period BETWEEN ${firstMonth} AND ${lastMonth}`,
    `NOT is_month AND period BETWEEN ${firstDayOfMonth(lastMonth + 1)} AND ${lastDay}`,
  ];
  return `SELECT subject_id, hll_cardinality(hll_union_agg(sketch)) AS views FROM sketches
    WHERE ${ranges.map((range) => `(${range})`).join(' OR ')} GROUP BY subject_id ORDER BY views DESC`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
