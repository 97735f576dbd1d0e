// The speed of ingestion: the file import compared with JSON.parse alone, the collector compared with a bare route and with
// bare commits. Compare the ratios: the rates depend on the machine. BENCH_EVENTS sets the number of events in the files.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../test/support/postgres-server.ts';
import { benchIngestCredit } from './ingest-credit.ts';
import { collectorEvents, type EventFile, ingestCatalog, writeIngestEvents } from './ingest-data.ts';
import { benchIngestLog } from './ingest-log.ts';
import { benchIngestPages } from './ingest-pages.ts';
import { benchIngestZone } from './ingest-zone.ts';
import {
  type Collector,
  type CollectorMeasure,
  measureBareRoute,
  measureCollector,
  measureCommits,
  startCollector,
  type Way,
} from './measure-collector.ts';
import { type ImportMeasure, measureImport, measureParse, measureParseInMemory } from './measure-import.ts';
import { perSecond, printTable, verdict } from './table.ts';

const EVENT_COUNT = Number(process.env.BENCH_EVENTS ?? 1_000_000);
const ROUNDS = 3;
const PEAK_MIB_GOAL = 400;

interface Load {
  readonly what: string;
  readonly way: Way;
  readonly events: number;
  readonly connections: number;
  /** The visitor has given no consent, so the service derives the id. */
  readonly withoutVisitor?: true;
}

const SINGLE_EVENTS = { events: 1, connections: 64 };
const LOADS: readonly Load[] = [
  { what: 'single events, 64 connections', way: 'server', ...SINGLE_EVENTS },
  { what: 'the same from browsers', way: 'browser', ...SINGLE_EVENTS },
  { what: 'the same without consent', way: 'browser', ...SINGLE_EVENTS, withoutVisitor: true },
  { what: 'batches of 1,000, 8 connections', way: 'server', events: 1_000, connections: 8 },
];

/**
 * `words`: `import` for the file import alone, `collector` for the collector alone, `log` for what the event log costs alone, `pages` for
 * what page views cost alone, `zone` and `credit` for what a time zone and credit cost alone.
 */
export async function benchIngest(words?: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'funnel-bench-'));
  const catalogPath = join(folder, 'catalog.json');
  writeFileSync(catalogPath, JSON.stringify(ingestCatalog()));
  try {
    const isChosen = (part?: string) => words === undefined || words === part;
    if (isChosen('import')) await benchImports(folder, catalogPath);
    if (isChosen('collector')) await benchCollector(folder, catalogPath);
    if (isChosen('log')) await benchIngestLog(folder, EVENT_COUNT, ROUNDS);
    if (isChosen('pages')) await benchIngestPages(folder, EVENT_COUNT, ROUNDS);
    if (isChosen('zone')) await benchIngestZone(folder, EVENT_COUNT, ROUNDS);
    if (isChosen('credit')) await benchIngestCredit(folder, ROUNDS);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function benchImports(folder: string, catalogPath: string): Promise<void> {
  const postgres = await startPostgres();
  try {
    await benchImport(folder, catalogPath, postgres.url);
  } finally {
    await postgres.stop();
  }
}

interface ImportCase {
  readonly what: string;
  readonly file: EventFile;
  readonly engine: 'sqlite' | 'postgres';
  /** Relative to JSON.parse; undefined: there are no goals. */
  readonly shareGoal?: number;
}

const LOG: EventFile = { eventCount: EVENT_COUNT, inOrder: true, withIds: false };
const CASES: readonly ImportCase[] = [
  { what: 'SQLite, sorted by time', file: LOG, engine: 'sqlite', shareGoal: 0.2 },
  { what: 'SQLite, unsorted', file: { ...LOG, inOrder: false }, engine: 'sqlite', shareGoal: 0.2 },
  { what: 'SQLite, an id on every event', file: { ...LOG, withIds: true }, engine: 'sqlite', shareGoal: 0.1 },
  { what: 'PostgreSQL, sorted by time', file: LOG, engine: 'postgres' },
];

async function benchImport(folder: string, catalogPath: string, postgresUrl: string): Promise<void> {
  const rows = [['', 'events', 'JSON.parse', 'share', 'peak', 'goals']];
  for (const [index, { what, file, engine, shareGoal }] of CASES.entries()) {
    const eventsPath = join(folder, 'events.ndjson');
    await writeIngestEvents(eventsPath, file);
    const parses: number[] = [];
    const imports: ImportMeasure[] = [];
    // Both take turns, so that other load on the machine affects both.
    for (let round = 0; round < ROUNDS; round++) {
      const name = `${index}_${round}`;
      const url = engine === 'sqlite' ? `sqlite:${join(folder, `${name}.db`)}` : await newDatabase(postgresUrl, name);
      parses.push(measureParse(eventsPath));
      imports.push(await measureImport(url, catalogPath, eventsPath));
    }
    rows.push([what, ...importFigures(imports, Math.max(...parses), shareGoal)]);
  }
  await writeIngestEvents(join(folder, 'events.ndjson'), LOG);
  const inMemory = Math.max(
    ...Array.from({ length: ROUNDS }, () => measureParseInMemory(join(folder, 'events.ndjson'))),
  );
  const events = EVENT_COUNT.toLocaleString('en-US');
  printTable(`Import of ${events} events by the command, from start to end; the best of ${ROUNDS} runs`, rows);
  console.log('\n  JSON.parse: reads, splits and parses the file in one thread, and nothing else.');
  console.log(`  Parsing lines that are already in memory: ${perSecond(inMemory)}`);
}

function importFigures(imports: readonly ImportMeasure[], parseRate: number, shareGoal?: number): string[] {
  const eventsPerSecond = Math.max(...imports.map((measure) => measure.eventsPerSecond));
  const peakMib = Math.max(...imports.map((measure) => measure.peakMib));
  const share = eventsPerSecond / parseRate;
  const goals =
    shareGoal === undefined
      ? []
      : [
          verdict(share >= shareGoal, `share >= ${percent(shareGoal)}`),
          verdict(peakMib < PEAK_MIB_GOAL, `peak < ${PEAK_MIB_GOAL} MiB`),
        ];
  return [
    perSecond(eventsPerSecond),
    perSecond(parseRate),
    percent(share),
    `${Math.round(peakMib)} MiB`,
    goals.join(', '),
  ];
}

async function newDatabase(serverUrl: string, suffix: string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  const name = `funnel_bench_${suffix}`;
  await client.query(`DROP DATABASE IF EXISTS ${name}`);
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

interface LoadMeasure extends CollectorMeasure {
  readonly bareRate: number;
}

async function benchCollector(folder: string, catalogPath: string): Promise<void> {
  const commitRate = measureCommits(folder);
  const collector = await startCollector(folder, catalogPath);
  const best = new Map<Load, LoadMeasure>();
  try {
    // All take turns, so that other load on the machine affects all.
    for (let round = 0; round < ROUNDS; round++) {
      for (const load of LOADS) best.set(load, better(best.get(load), await measureLoadOf(collector, load)));
    }
  } finally {
    await collector.stop();
  }
  const rows = [...best].map(([load, measure]) => collectorFigures(load, measure));
  const head = ['', 'events', 'requests', 'bare route', 'share', 'events per commit', 'processor time'];
  printTable(`Collectors on SQLite, responses after the commit; the best of ${ROUNDS} runs`, [head, ...rows]);
  console.log(`\n  bare commits of one row, waiting for the disk: ${perSecond(commitRate)}`);
}

async function measureLoadOf(collector: Collector, load: Load): Promise<LoadMeasure> {
  const { way, events, connections, withoutVisitor } = load;
  const sent = collectorEvents(events).map(({ visitor, ...event }) => (withoutVisitor ? event : { ...event, visitor }));
  const request = collector.requestOf(way, sent);
  const bareRate = await measureBareRoute(request, connections);
  return { bareRate, ...(await measureCollector(collector, request, { connections })) };
}

function better(one: LoadMeasure | undefined, other: LoadMeasure): LoadMeasure {
  return one && one.requestsPerSecond > other.requestsPerSecond ? one : other;
}

function collectorFigures({ what, events }: Load, measure: LoadMeasure): string[] {
  const { bareRate, requestsPerSecond, requestsPerCommit, processorMicroseconds } = measure;
  return [
    what,
    perSecond(requestsPerSecond * events),
    perSecond(requestsPerSecond),
    perSecond(bareRate),
    percent(requestsPerSecond / bareRate),
    (requestsPerCommit * events).toFixed(1),
    `${Math.round(processorMicroseconds)} µs a request`,
  ];
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
