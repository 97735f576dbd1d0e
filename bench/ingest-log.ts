// What the event log costs: the same events, with all dimensions, are imported and collected with it and without it, in turns. The
// collector also runs the job that merges the log.
import { join } from 'node:path';
import { openDatabase } from '../src/core/foundation/database/open/open.ts';
import { bytesOfTable } from './capacity/table-bytes.ts';
import { mergeLog } from './event-log-data.ts';
import { collectorEvents, ingestCatalog, writeIngestEvents } from './ingest-data.ts';
import { perSecond, printTable, verdict } from './table.ts';
import { percent, shareOf, TwoCatalogs } from './two-catalogs.ts';

const IMPORT_GOAL = 0.6;
const COLLECTOR_GOAL = 0.75;

export async function benchIngestLog(folder: string, eventCount: number, rounds: number): Promise<void> {
  const sides = new TwoCatalogs(
    folder,
    { 'without-log': ingestCatalog(), 'with-log': ingestCatalog(undefined, { withLog: true }) },
    rounds,
  );
  await benchImport(folder, sides, eventCount, rounds);
  await benchCollectors(sides, rounds);
}

async function benchImport(folder: string, sides: TwoCatalogs, eventCount: number, rounds: number): Promise<void> {
  const eventsPath = join(folder, 'logged.ndjson');
  await writeIngestEvents(eventsPath, { eventCount, inOrder: true, withIds: false, withDimensions: true });
  const [without, withLog] = await sides.imported(eventsPath);
  const share = shareOf([without.eventsPerSecond, withLog.eventsPerSecond]);
  const { logBytes, rollupBytes } = await bytesPerEvent(sides.databaseUrl('with-log'), eventCount);
  printTable(
    `Import of ${eventCount.toLocaleString('en-US')} events with all dimensions, SQLite; the best of ${rounds} runs`,
    [
      ['', 'without the log', 'with it', 'share', 'goal'],
      [
        'events',
        perSecond(without.eventsPerSecond),
        perSecond(withLog.eventsPerSecond),
        percent(share),
        verdict(share >= IMPORT_GOAL, `>= ${percent(IMPORT_GOAL)}`),
      ],
      ['peak of memory', mebibytes(without.peakMib), mebibytes(withLog.peakMib)],
      ['bytes of an event in the rollups', rollupBytes.toFixed(1), rollupBytes.toFixed(1)],
      ['bytes of an event in the log, merged', '', logBytes.toFixed(1)],
    ],
  );
}

/** Measures after the job has merged the log. The rollups are those of days: no intervals are built here. */
export async function bytesPerEvent(
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

async function benchCollectors(sides: TwoCatalogs, rounds: number): Promise<void> {
  const rows = [['', 'without the log', 'with it', 'share', 'processor time', 'with it', 'goal']];
  for (const load of await sides.collected((count) => collectorEvents(count, { withDimensions: true }))) {
    const share = shareOf(load.eventsPerSecond);
    rows.push([
      load.what,
      ...load.eventsPerSecond.map(perSecond),
      percent(share),
      ...load.processorTime.map((microseconds) => `${microseconds.toFixed(1)} µs`),
      verdict(share >= COLLECTOR_GOAL, `>= ${percent(COLLECTOR_GOAL)}`),
    ]);
  }
  printTable(`Collectors on SQLite, events with all dimensions; medians of ${rounds} runs`, rows);
}

function mebibytes(mib: number): string {
  return `${Math.round(mib)} MiB`;
}
