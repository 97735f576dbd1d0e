// An export of many events beside a service that goes on taking others: how many a second, how much memory while it runs, compared with a
// tenth of the events and with as many on one day, how long the events beside it wait for their answers, and how long DuckDB takes to write
// the same table. Memory must not grow with the events of an export.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayOfTimestampMs } from '../src/core/engine/rollups/calendar.ts';
import { DAY_COUNT, fillEventLog } from './event-log-data.ts';
import { installDuckDb } from './install-peers.ts';
import { type Collector, startCollector } from './measure-collector.ts';
import { FUNNEL } from './measure-import.ts';
import { perSecond, printTable, verdict } from './table.ts';

const EVENTS = Number(process.env.BENCH_EVENTS ?? 5_000_000);
/** Of a day with more, the log keeps only a part of the visitors. */
const EVENTS_OF_DAY_MAX = 2_000_000;
const LOGS = [
  { eventCount: EVENTS / 10, dayCount: DAY_COUNT },
  { eventCount: EVENTS, dayCount: DAY_COUNT },
  { eventCount: Math.min(EVENTS, EVENTS_OF_DAY_MAX), dayCount: 1 },
] as const;
const EVENTS_PER_SECOND_GOAL = 300_000;
const MEMORY_GROWTH_GOAL = 1.5;
/** Events beside it, each in a request of its own: 17 million a day. */
const TRAFFIC_PER_SECOND = 200;
/** How long the traffic is measured without an export. */
const ALONE_MS = 5_000;
const LOOK_MS = 50;
/** The memory is shown after each quarter of the run. */
const QUARTERS = [0.25, 0.5, 0.75, 1];

interface Measured {
  readonly rows: number;
  readonly seconds: number;
  readonly processorSeconds: number;
  readonly mebibytesMax: number;
  readonly mebibytesAfterQuarters: readonly number[];
  readonly waits: Waits;
}

interface Waits {
  readonly median: number;
  readonly p99: number;
  readonly max: number;
}

export async function benchExport(): Promise<void> {
  const rows = [['events', 'days', 'format', 'rows', 'rows a second', 'a second of processor time', 'goal']];
  const memory = [
    ['events', 'days', 'format', 'MiB at most', 'after a quarter', 'half', 'three quarters', 'at the end'],
  ];
  const traffic = [['events', 'days', 'beside', 'median', '99 %', 'slowest']];
  const mebibytes: number[] = [];
  const peers: string[] = [];
  for (const log of LOGS) {
    const folder = mkdtempSync(join(tmpdir(), 'funnel-bench-export-'));
    try {
      const isWhole = log === LOGS[1];
      const { alone, exports } = await measureFormats(folder, log, isWhole ? ['ndjson', 'parquet'] : ['parquet']);
      const name = [log.eventCount.toLocaleString('en'), String(log.dayCount)];
      traffic.push([...name, 'nothing', ...waitCells(alone)]);
      for (const [format, measured] of exports) {
        const rate = measured.rows / measured.seconds;
        const hasGoal = isWhole && format === 'parquet';
        if (format === 'parquet') mebibytes.push(measured.mebibytesMax);
        rows.push([
          ...[...name, format, measured.rows.toLocaleString('en'), perSecond(rate)],
          perSecond(measured.rows / measured.processorSeconds),
          hasGoal ? verdict(rate >= EVENTS_PER_SECOND_GOAL, `at least ${perSecond(EVENTS_PER_SECOND_GOAL)}`) : '',
        ]);
        const seen = [measured.mebibytesMax, ...measured.mebibytesAfterQuarters];
        memory.push([...name, format, ...seen.map((value) => value.toFixed(0))]);
        traffic.push([...name, format, ...waitCells(measured.waits)]);
        if (hasGoal) peers.push(await compareWithDuckDb(folder, measured));
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
  printTable(`Exports beside ${TRAFFIC_PER_SECOND} events a second`, rows);
  for (const line of peers) console.log(line);
  printTable('Memory of the export', memory);
  const [few, many, ofDay] = mebibytes as [number, number, number];
  for (const [what, most] of [
    ['ten times the events', many],
    ['a large day', ofDay],
  ] as const) {
    const growth = `memory for ${what}: ${(most / few).toFixed(2)} x, at most ${MEMORY_GROWTH_GOAL} x`;
    console.log(verdict(most <= MEMORY_GROWTH_GOAL * few, growth));
  }
  printTable('How long the events beside it wait', traffic);
}

/** DuckDB has the same events in a table in memory, and writes them in one thread: it neither reads a log nor names visitors. */
async function compareWithDuckDb(folder: string, { rows, processorSeconds }: Measured): Promise<string> {
  const { DuckDBInstance } = await installDuckDb(join(tmpdir(), 'funnel-bench-peers'));
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const files = join(folder, 'parquet', 'events', '**', '*.parquet');
  await connection.run(`SET threads TO 1; CREATE TABLE events AS SELECT * FROM read_parquet('${files}')`);
  const { user, system } = process.cpuUsage();
  await connection.run(`COPY events TO '${join(folder, 'duckdb.parquet')}' (FORMAT parquet, COMPRESSION zstd)`);
  const used = process.cpuUsage({ user, system });
  connection.closeSync();
  instance.closeSync();
  const duckDbSeconds = (used.user + used.system) / 1e6;
  const ratio = processorSeconds / duckDbSeconds;
  const seconds = [processorSeconds, duckDbSeconds].map((each) => `${each.toFixed(1)} s`).join(', ');
  const count = rows.toLocaleString('en');
  return `processor time of the whole export (${count} rows), of DuckDB that writes its events: ${ratio.toFixed(2)} x (${seconds})`;
}

function waitCells({ median, p99, max }: Waits): string[] {
  return [median, p99, max].map((milliseconds) => `${milliseconds.toFixed(1)} ms`);
}

async function measureFormats(
  folder: string,
  log: (typeof LOGS)[number],
  formats: readonly string[],
): Promise<{ readonly alone: Waits; readonly exports: readonly (readonly [string, Measured])[] }> {
  const databaseUrl = `sqlite:${join(folder, 'collector.db')}`;
  await fillEventLog(databaseUrl, log, dayOfTimestampMs(Date.now()));
  const catalogPath = join(folder, 'catalog.json');
  writeFileSync(catalogPath, JSON.stringify({ accounts: [] }));
  const collector = await startCollector(folder, catalogPath);
  try {
    const { waits: alone } = await besideTraffic(collector, () => new Promise((done) => setTimeout(done, ALONE_MS)));
    const exports: (readonly [string, Measured])[] = [];
    for (const format of formats) {
      const run = () => measureExport(databaseUrl, join(folder, format), format);
      const { result, waits } = await besideTraffic(collector, run);
      exports.push([format, { ...result, waits }]);
    }
    return { alone, exports };
  } finally {
    await collector.stop();
  }
}

/** Events come at fixed times, whether those before them were answered or not, and wait from these times on. */
async function besideTraffic<Result>(
  collector: Collector,
  run: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly waits: Waits }> {
  const agent = new Agent({ keepAlive: true });
  const waits: number[] = [];
  const answers: Promise<void>[] = [];
  const start = performance.now();
  const timer = setInterval(() => {
    for (; start + (answers.length * 1_000) / TRAFFIC_PER_SECOND <= performance.now(); ) {
      const due = start + (answers.length * 1_000) / TRAFFIC_PER_SECOND;
      const event = { type: 'view', website_id: 1, visitor: `beside ${answers.length % 1_000}` };
      answers.push(sendEvent(collector, agent, event).then(() => void waits.push(performance.now() - due)));
    }
  }, 1);
  const result = await run();
  clearInterval(timer);
  await Promise.all(answers);
  agent.destroy();
  const sorted = Float64Array.from(waits).sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
  return { result, waits: { median: at(0.5), p99: at(0.99), max: at(1) } };
}

async function sendEvent(collector: Collector, agent: Agent, event: object): Promise<void> {
  const { path, headers, body } = collector.requestOf('server', [event]);
  const options = { agent, port: collector.port, path, headers, method: 'POST' };
  const request = httpRequest(options);
  request.end(body);
  const [response] = await once(request, 'response');
  response.resume();
  await once(response, 'end');
  if (response.statusCode !== 200) throw new Error(`An event was answered with ${response.statusCode}.`);
}

async function measureExport(databaseUrl: string, to: string, format: string): Promise<Omit<Measured, 'waits'>> {
  const start = performance.now();
  const args = ['export', '--website', '1', '--to', to, '--format', format, '--json'];
  const child = spawn(FUNNEL, args, {
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (piece) => {
    printed += piece;
  });
  let [mebibytesMax, processorSeconds] = [0, 0];
  const resident: number[] = [];
  const looks = setInterval(() => {
    const usage = usageOf(child.pid!);
    if (!usage) return;
    mebibytesMax = Math.max(mebibytesMax, usage.mebibytesMax);
    processorSeconds = Math.max(processorSeconds, usage.seconds);
    resident.push(usage.mebibytes);
  }, LOOK_MS);
  await once(child, 'close');
  clearInterval(looks);
  const seconds = (performance.now() - start) / 1_000;
  const { rows } = JSON.parse(printed) as { rows: number };
  const mebibytesAfterQuarters = QUARTERS.map((share) => resident[Math.ceil(share * resident.length) - 1]!);
  return { rows, seconds, processorSeconds, mebibytesMax, mebibytesAfterQuarters };
}

const TICKS_PER_SECOND = 100;

/** Of a process that runs, on Linux. undefined: it has just ended. */
function usageOf(pid: number) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const mebibytesOf = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)![1]) / 1024;
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    const seconds = (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
    return { mebibytesMax: mebibytesOf('VmHWM'), mebibytes: mebibytesOf('VmRSS'), seconds };
  } catch {
    return undefined;
  }
}
