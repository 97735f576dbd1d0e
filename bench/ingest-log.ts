// What the event log costs: the same events, with all dimensions, are imported and collected with it and without it, in turns. The collector also
// runs the job that merges the log.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../src/database/open.ts';
import { bytesOfTable } from './capacity/table-bytes.ts';
import { mergeLog } from './event-log-data.ts';
import { collectorEvents, ingestCatalog, writeIngestEvents } from './ingest-data.ts';
import { type Collector, type CollectorMeasure, measureCollector, startCollector } from './measure-collector.ts';
import { type ImportMeasure, measureImport } from './measure-import.ts';
import { median } from './report-service.ts';
import { perSecond, printTable, verdict } from './table.ts';

const IMPORT_GOAL = 0.6;
const COLLECTOR_GOAL = 0.75;
const LOADS = [
  { what: 'single events, 64 connections', events: 1, connections: 64 },
  { what: 'batches of 1,000, 8 connections', events: 1_000, connections: 8 },
];
/** They are in this order wherever both are measured. */
const SIDES = ['without', 'with'] as const;

export async function benchIngestLog(folder: string, eventCount: number, rounds: number): Promise<void> {
  const catalogs = SIDES.map((side) => join(folder, `catalog-${side}.json`));
  for (const [index, path] of catalogs.entries()) {
    writeFileSync(path, JSON.stringify(ingestCatalog(undefined, { withLog: index === 1 })));
  }
  await benchImport(folder, catalogs, eventCount, rounds);
  await benchCollectors(folder, catalogs, rounds);
}

async function benchImport(
  folder: string,
  catalogs: readonly string[],
  eventCount: number,
  rounds: number,
): Promise<void> {
  const eventsPath = join(folder, 'logged.ndjson');
  await writeIngestEvents(eventsPath, { eventCount, inOrder: true, withIds: false, withDimensions: true });
  const measured: [ImportMeasure[], ImportMeasure[]] = [[], []];
  const url = (side: number, round: number) => `sqlite:${join(folder, `logged-${SIDES[side]}-${round}.db`)}`;
  for (let round = 0; round < rounds; round++) {
    for (const [side, catalogPath] of catalogs.entries()) {
      measured[side]!.push(await measureImport(url(side, round), catalogPath, eventsPath));
    }
  }
  const [without, withLog] = measured.map((ofSide) => Math.max(...ofSide.map((one) => one.eventsPerSecond)));
  const [peakWithout, peakWith] = measured.map((ofSide) => Math.max(...ofSide.map(({ peakMib }) => peakMib)));
  const share = withLog! / without!;
  const { logBytes, rollupBytes } = await bytesPerEvent(url(1, 0), eventCount);
  printTable(
    `Import of ${eventCount.toLocaleString('en-US')} events with all dimensions, SQLite; the best of ${rounds} runs`,
    [
      ['', 'without the log', 'with it', 'share', 'goal'],
      [
        'events',
        perSecond(without!),
        perSecond(withLog!),
        percent(share),
        verdict(share >= IMPORT_GOAL, `>= ${percent(IMPORT_GOAL)}`),
      ],
      ['peak of memory', mebibytes(peakWithout!), mebibytes(peakWith!)],
      ['bytes of an event in the rollups', rollupBytes.toFixed(1), rollupBytes.toFixed(1)],
      ['bytes of an event in the log, merged', '', logBytes.toFixed(1)],
    ],
  );
}

/** After the job has merged the log. The rollups are those of days: no intervals are built here. */
async function bytesPerEvent(
  databaseUrl: string,
  eventCount: number,
): Promise<{ readonly logBytes: number; readonly rollupBytes: number }> {
  const database = await openDatabase(databaseUrl);
  await mergeLog(database);
  const perEvent = async (...tables: string[]) => {
    const sizes = await Promise.all(tables.map((table) => bytesOfTable(database, table)));
    return sizes.reduce((sum, { all }) => sum + all, 0) / eventCount;
  };
  const bytes = {
    logBytes: await perEvent('event_log_pending', 'event_log_runs'),
    rollupBytes: await perEvent('rollup_counters', 'rollup_visitors'),
  };
  await database.close();
  return bytes;
}

async function benchCollectors(folder: string, catalogs: readonly string[], rounds: number): Promise<void> {
  await using cleanup = new AsyncDisposableStack();
  const collectors: Collector[] = [];
  for (const [side, catalogPath] of catalogs.entries()) {
    const collector = await startCollector(folder, catalogPath, { name: SIDES[side]!, components: 'collect,jobs' });
    cleanup.defer(() => collector.stop());
    collectors.push(collector);
  }
  const rows = [['', 'without the log', 'with it', 'share', 'processor time', 'with it', 'goal']];
  for (const { what, events, connections } of LOADS) {
    const sent = collectorEvents(events, { withDimensions: true });
    const measured: [CollectorMeasure[], CollectorMeasure[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      for (const [side, collector] of collectors.entries()) {
        measured[side]!.push(await measureCollector(collector, collector.requestOf('server', sent), connections));
      }
    }
    const [without, withLog] = measured.map((ofSide) => median(ofSide.map((one) => one.requestsPerSecond * events)));
    const processor = measured.map((ofSide) => median(ofSide.map((one) => one.processorMicroseconds / events)));
    const share = withLog! / without!;
    rows.push([
      what,
      `${perSecond(without!)}`,
      `${perSecond(withLog!)}`,
      percent(share),
      ...processor.map((microseconds) => `${microseconds.toFixed(1)} µs`),
      verdict(share >= COLLECTOR_GOAL, `>= ${percent(COLLECTOR_GOAL)}`),
    ]);
  }
  printTable(`Collectors on SQLite, events with all dimensions; medians of ${rounds} runs`, rows);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function mebibytes(mib: number): string {
  return `${Math.round(mib)} MiB`;
}
