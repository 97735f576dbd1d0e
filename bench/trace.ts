// The way of an uncached report, hop by hop, and the processor time of a cached one. Reports are requested one after the other: nothing
// queues. BENCH_EVENTS sets the number of events, BENCH_ENGINES the engines.
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dayOfTimestampMs, isoOfDay } from '../src/core/engine/rollups/calendar.ts';
import { freePort, startPostgres } from '../test/support/postgres-server.ts';
import { measureLoad, processorSeconds, requestBytes } from './http-load.ts';
import { FUNNEL } from './measure-import.ts';
import { median, startReportService } from './report-service.ts';
import { catalog, DAY_COUNT, writeEvents } from './reports-data.ts';
import { serviceEnvironment } from './service-environment.ts';
import { printTable } from './table.ts';
import { nowMs } from './trace-hops.ts';
import type { Trace } from './trace-service.ts';

const EVENT_COUNT = Number(process.env.BENCH_EVENTS ?? 1_000_000);
const ENGINES = (process.env.BENCH_ENGINES ?? 'sqlite,postgres').split(',');
const REPORTS = 100;
/** The first ones also compile. */
const WARM_UP_REPORTS = 100;
const HOT_SECONDS = 4;
const HOT_CONNECTIONS = 16;
const DAYS = 30;

export async function benchTrace(): Promise<void> {
  for (const engine of ENGINES) await benchOn(engine);
}

async function benchOn(engine: string): Promise<void> {
  await using cleanup = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'funnel-bench-'));
  cleanup.defer(() => rmSync(folder, { recursive: true, force: true }));
  const postgres = engine === 'postgres' ? await startPostgres() : undefined;
  if (postgres) cleanup.defer(postgres.stop);
  const databaseUrl = postgres?.url ?? `sqlite:${join(folder, 'funnel.db')}`;
  const today = dayOfTimestampMs(Date.now());
  await fill(databaseUrl, folder, today);
  const service = await startReportService(databaseUrl, today);
  const hotMs = await processorMsOfHot(service.port, service.token);
  service.process.kill('SIGTERM');
  await once(service.process, 'exit');
  const traced = await traceReports(databaseUrl, service.token, today);
  const rows = hopsOf(traced).map(([hop, ms]) => [hop, `${ms.toFixed(3)} ms`]);
  printTable(`An uncached report of ${DAYS} days and the ${DAYS} before on ${engine}, medians of ${REPORTS}`, [
    ['', 'time'],
    ...rows,
  ]);
  console.log(`A cached report on ${engine}: ${(hotMs * 1_000).toFixed(0)} µs of processor time`);
}

async function fill(databaseUrl: string, folder: string, today: number): Promise<void> {
  const [catalogPath, eventsPath] = [join(folder, 'catalog.json'), join(folder, 'events.ndjson')];
  writeFileSync(catalogPath, JSON.stringify(catalog(`${isoOfDay(today - DAY_COUNT)}T00:00:00Z`)));
  await writeEvents(eventsPath, EVENT_COUNT, today);
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  for (const args of [['migrate'], ['import', 'catalog', catalogPath], ['import', 'events', eventsPath]]) {
    execFileSync(FUNNEL, args, { env });
  }
}

/** The time of the whole process; its other threads are idle. */
async function processorMsOfHot(port: number, token: string): Promise<number> {
  const path = '/api/v1/reports/website?previous_period=true';
  const load = { port, path, headers: { authorization: `Bearer ${token}` }, connections: HOT_CONNECTIONS };
  await measureLoad({ ...load, seconds: HOT_SECONDS });
  const beforeSeconds = await processorSeconds(port);
  const rate = await measureLoad({ ...load, seconds: HOT_SECONDS });
  return (((await processorSeconds(port)) - beforeSeconds) * 1_000) / (rate * HOT_SECONDS);
}

interface TracedReport extends Trace {
  readonly sentMs: number;
  readonly receivedMs: number;
}

async function traceReports(databaseUrl: string, token: string, today: number): Promise<TracedReport[]> {
  const port = await freePort();
  const service = fork(fileURLToPath(new URL('./trace-service.ts', import.meta.url)), {
    env: serviceEnvironment(databaseUrl, port),
  });
  await once(service, 'message');
  const socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  await once(socket, 'connect');
  const traced: TracedReport[] = [];
  for (let number = 0; number < WARM_UP_REPORTS + REPORTS; number++) {
    const sentMs = nowMs();
    socket.write(requestBytes({ path: coldPath(today, number), headers: { authorization: `Bearer ${token}` } }));
    const [answer] = await once(socket, 'data');
    const receivedMs = nowMs();
    if (!String(answer).startsWith('HTTP/1.1 200')) throw new Error(String(answer));
    service.send('last report');
    const [trace] = await once(service, 'message');
    traced.push({ ...trace, sentMs, receivedMs });
  }
  socket.destroy();
  service.kill();
  return traced.slice(WARM_UP_REPORTS);
}

/** No two are the same, so none is cached. */
function coldPath(today: number, number: number): string {
  const lastDay = today - number;
  const range = `range_start=${isoOfDay(lastDay - DAYS + 1)}&range_end=${isoOfDay(lastDay)}`;
  return `/api/v1/reports/website?timeframe=custom&${range}&previous_period=true`;
}

/** The median time of each hop, in the order of the hops. The statements of the read and its unions are a part of it. */
function hopsOf(traced: readonly TracedReport[]): [string, number][] {
  const hops = traced.map(({ atHops, sentMs, receivedMs }) => {
    const times = Object.entries({ request: sentMs, ...atHops }).sort(([, a], [, b]) => a - b);
    return times.map(([hop, ms], index): [string, number] => [hop, (times[index + 1]?.[1] ?? receivedMs) - ms]);
  });
  const medianOf = (value: (index: number) => number) => median(traced.map((_, index) => value(index)));
  const { statements } = traced[0]!;
  const rows = hops[0]!.map(([hop], at): [string, number] => [hop, medianOf((index) => hops[index]![at]![1])]);
  const ofRead: [string, number][] = [
    [
      `  ${statements} statements without unions`,
      medianOf((index) => traced[index]!.statementsMs - traced[index]!.unionsMs),
    ],
    ['  unions', medianOf((index) => traced[index]!.unionsMs)],
  ];
  const total: [string, number] = ['all', medianOf((index) => traced[index]!.receivedMs - traced[index]!.sentMs)];
  return [...rows.flatMap((row) => (row[0] === 'read' ? [row, ...ofRead] : [row])), total];
}
