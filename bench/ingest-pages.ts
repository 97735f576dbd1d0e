// What page views cost: the same events, with all dimensions, as views of elements and as page views, in turns. The websites keep their
// events.
import { join } from 'node:path';
import { collectorEvents, ingestCatalog, writeIngestEvents } from './ingest-data.ts';
import { bytesPerEvent } from './ingest-log.ts';
import { perSecond, printTable } from './table.ts';
import { percent, shareOf, TwoCatalogs } from './two-catalogs.ts';

const SIDES = ['view', 'page_view'] as const;

export async function benchIngestPages(folder: string, eventCount: number, rounds: number): Promise<void> {
  const catalog = ingestCatalog(undefined, { withLog: true });
  const sides = new TwoCatalogs(folder, { view: catalog, page_view: catalog }, rounds);
  const files = SIDES.map((only) => join(folder, `${only}.ndjson`));
  for (const [side, only] of SIDES.entries()) {
    await writeIngestEvents(files[side]!, { eventCount, inOrder: true, withIds: false, withDimensions: true, only });
  }
  const imported = await sides.imported(...files);
  const bytes = await Promise.all(SIDES.map((only) => bytesPerEvent(sides.databaseUrl(only), eventCount)));
  const rates = imported.map(({ eventsPerSecond }) => eventsPerSecond) as [number, number];
  printTable(
    `${eventCount.toLocaleString('en-US')} events with all dimensions, SQLite; the best of ${rounds} imports`,
    [
      ['', 'views', 'page views', 'share'],
      ['import', ...rates.map(perSecond), percent(shareOf(rates))],
      ['bytes of an event in the log, merged', ...bytes.map(({ logBytes }) => logBytes.toFixed(1))],
      ['bytes of an event in the rollups', ...bytes.map(({ rollupBytes }) => rollupBytes.toFixed(1))],
    ],
  );
  const rows = [['', 'views', 'page views', 'share', 'processor time', 'of page views']];
  for (const load of await sides.collected(eventsOf)) {
    rows.push([
      load.what,
      ...load.eventsPerSecond.map(perSecond),
      percent(shareOf(load.eventsPerSecond)),
      ...load.processorTime.map((microseconds) => `${microseconds.toFixed(1)} µs`),
    ]);
  }
  printTable(`Collectors on SQLite, events with all dimensions; medians of ${rounds} runs`, rows);
}

function eventsOf(count: number, side: number): readonly object[] {
  const views = collectorEvents(count, { withDimensions: true });
  if (side === 0) return views;
  return views.map((view) => ({ ...view, type: 'page_view', element_id: undefined }));
}
