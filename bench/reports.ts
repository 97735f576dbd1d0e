// The cost of a report compared with a bare route, with PostgreSQL, DuckDB and ClickHouse, with more days and more events,
// with the hll extension, and of a website in a time zone with one in UTC. Ends with one table of all figures and their goals. Compare the
// ratios: the times depend on the machine. BENCH_EVENTS sets the number of events. With the word `chart`, the picture of the README is
// drawn from the figures.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { dayOfTimestampMs, firstDayOfMonth, isoOfDay, monthOfDay } from '../src/core/engine/rollups/calendar.ts';
import type { Window } from '../src/core/engine/rollups/window.ts';
import { openDatabase } from '../src/core/foundation/database/open/open.ts';
import { startPostgres } from '../test/support/postgres-server.ts';
import { BareServer } from './bare-server.ts';
import { loadClickHouse, loadDuckDb, loadPostgres, type RawEvents } from './baselines.ts';
import { startClickHouse } from './clickhouse.ts';
import type { Point } from './growth/chart.ts';
import {
  type Compared,
  coldMedians,
  coldPoints,
  coldRows,
  peerMedian,
  printGrowth,
  type Service,
} from './growth/compare-peers.ts';
import { saveFigures } from './growth/figures.ts';
import { HOT_FACTOR_MAX, hotAgainstBareRoute } from './hot-reports.ts';
import { measureLoad, processorSeconds } from './http-load.ts';
import { installDuckDb } from './install-peers.ts';
import { LoadClient } from './load-client.ts';
import { FUNNEL } from './measure-import.ts';
import { ask, median, startReportService, timeMs } from './report-service.ts';
import { CAMPAIGN_COUNT, catalog, DAY_COUNT, writeEvents } from './reports-data.ts';
import { cellsOf, printTable, type Row } from './table.ts';

const EVENT_COUNT = Number(process.env.BENCH_EVENTS ?? 5_000_000);
const LIST_REQUESTS = 7;
const LOAD_SECONDS = 6;
const CONNECTIONS = 16;
const ZONE_ROUNDS = 3;
const HOT_PATH = '/api/v1/reports/website?timeframe=last_30_days&previous_period=true';

/** `words`: `zone` for what a time zone costs alone, `chart` to draw the picture of the README. */
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
  const rows: Row[] = [];
  if (words !== 'zone') {
    const large = await benchLarge(
      folder,
      await load('tiny', EVENT_COUNT / 100),
      small,
      await load('large', EVENT_COUNT),
      today,
    );
    rows.push(...large.rows);
    if (words === 'chart')
      saveFigures({
        commit: currentCommit(),
        command: `BENCH_EVENTS=${EVENT_COUNT} npm run bench -- reports chart`,
        points: large.points,
      });
  }
  rows.push(...(await zoneAgainstUtc(small, zoned, today)));
  printTable(`Reports over ${EVENT_COUNT.toLocaleString('en-US')} events`, [['', '', 'goal'], ...rows.map(cellsOf)]);
}

function currentCommit(): string {
  return execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }).trim();
}

async function benchLarge(
  folder: string,
  tiny: Service,
  small: Service,
  large: Service,
  today: number,
): Promise<{ rows: Row[]; points: Point[] }> {
  await using cleanup = new AsyncDisposableStack();
  const postgres = await startPostgres();
  cleanup.defer(postgres.stop);
  const loadAll = await preparePeers(folder, postgres.url, cleanup);
  console.log('Loading the peers …');
  const compared: Compared[] = [];
  for (const service of [tiny, small, large]) compared.push({ service, peers: await loadAll(service) });
  console.log('Measuring …');
  await printHotAgainstBareRoute(large);
  const points = await coldPoints(today, compared);
  printGrowth(points);
  const { peers } = compared.at(-1)!;
  return {
    rows: [...coldRows(points), ...(await listAgainstPeers(large, today, postgres.url, peers))],
    points,
  };
}

/** Returns what loads the events of a service into each of them. */
async function preparePeers(
  folder: string,
  postgresUrl: string,
  cleanup: AsyncDisposableStack,
): Promise<(service: Service) => Promise<RawEvents[]>> {
  const duckDbPackage = await installDuckDb(folder);
  const clickHouse = await startClickHouse(folder);
  if (clickHouse) cleanup.defer(clickHouse.close);
  return async ({ name, eventsPath }) => {
    const csv = join(folder, `${name}.csv`);
    const duckDb = await loadDuckDb(duckDbPackage, eventsPath, join(folder, `${name}.duckdb`), csv);
    const table = `events_${name}`;
    const peers = [
      await loadPostgres(postgresUrl, table, csv),
      duckDb,
      ...(clickHouse ? await loadClickHouse(clickHouse, table, csv) : []),
    ];
    for (const peer of peers) cleanup.defer(peer.close);
    return peers;
  };
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
  return { name, eventCount, eventsPath, ...(await startReportService(databaseUrl, today)) };
}

async function printHotAgainstBareRoute(service: Service): Promise<void> {
  const report = { path: HOT_PATH, headers: { authorization: `Bearer ${service.token}` } };
  const body = await ask(service, HOT_PATH);
  using bare = await BareServer.start({ status: 200, contentType: 'application/json; charset=utf-8', body });
  using client = new LoadClient();
  const hot = { servicePort: service.port, barePort: bare.port, report, factorMax: HOT_FACTOR_MAX };
  const head = ['', 'measured', 'compared with', 'ratio', 'goal'];
  printTable('A cached report', [head, ...(await hotAgainstBareRoute(client, hot))]);
}

async function zoneAgainstUtc(utc: Service, zoned: Service, today: number): Promise<Row[]> {
  const hot: [number[], number[]] = [[], []];
  // The first round does not count: a service that was just started is also busy with its jobs.
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

/** The time of one request, in seconds. Other load on the machine affects it less than the rate. */
async function processorTimeOfHot({ port, token }: Service): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const load = { port, path: HOT_PATH, headers, connections: CONNECTIONS, seconds: LOAD_SECONDS };
  await measureLoad({ ...load, seconds: 1 });
  const before = await processorSeconds(port);
  const rate = await measureLoad(load);
  return ((await processorSeconds(port)) - before) / (rate * LOAD_SECONDS);
}

function listWindow(lastDay: number): Window {
  return { firstDay: lastDay - DAY_COUNT + 1, lastDay };
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
  for (let back = 0; back < LIST_REQUESTS; back++) {
    const window = listWindow(today - back);
    const range = `range_start=${isoOfDay(window.firstDay)}&range_end=${isoOfDay(window.lastDay)}`;
    times.push(
      await timeMs(() => ask(service, `/api/v1/reports/campaigns?timeframe=custom&${range}&sort=views&per_page=1`)),
    );
    extension.push(await timeMs(() => client.query(extensionSql(window))));
  }
  await client.end();
  const ofPeers: number[] = [];
  for (const peer of peers)
    ofPeers.push(await peerMedian((back) => peer.list(listWindow(today - back)), LIST_REQUESTS));
  const slowest = await slowestBeside(service, () =>
    ask(service, '/api/v1/reports/campaigns?timeframe=all_time&sort=views'),
  );
  const factor = median(times) / median(extension);
  return [
    { what: `${CAMPAIGN_COUNT} campaigns, 365 days, by distinct views`, value: `${median(times).toFixed(1)} ms` },
    { what: 'the same unions by the hll extension', value: `${median(extension).toFixed(1)} ms` },
    { what: 'list / extension', value: `${factor.toFixed(2)} x`, goal: '<= 0.25 x', met: factor <= 0.25 },
    ...peers.flatMap(({ name }, index) => listRows(name, ofPeers[index]!, median(times))),
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

/** The window has a whole month. */
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
