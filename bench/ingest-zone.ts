// What a time zone costs: the same events are imported and collected for websites in Berlin and in UTC, in turns. Clocks are set there in
// the days of the file.
import { join } from 'node:path';
import { collectorEvents, ingestCatalog, writeIngestEvents } from './ingest-data.ts';
import { perSecond, printTable, verdict } from './table.ts';
import { percent, shareOf, TwoCatalogs } from './two-catalogs.ts';

const GOAL = 0.9;

export async function benchIngestZone(folder: string, eventCount: number, rounds: number): Promise<void> {
  const sides = new TwoCatalogs(
    folder,
    { utc: ingestCatalog(), berlin: ingestCatalog(undefined, { timezone: 'Europe/Berlin' }) },
    rounds,
  );
  const eventsPath = join(folder, 'zoned.ndjson');
  await writeIngestEvents(eventsPath, { eventCount, inOrder: false, withIds: false });
  const [utc, berlin] = await sides.imported(eventsPath);
  const collected = await sides.collected((count) => collectorEvents(count));
  printTable(
    `Websites in Europe/Berlin and in UTC, SQLite; the best import and the median collector of ${rounds} runs`,
    [
      ['', 'UTC', 'Berlin', 'share', 'goal', 'processor time', 'Berlin'],
      row(`import of ${eventCount.toLocaleString('en-US')} unsorted events`, [
        utc.eventsPerSecond,
        berlin.eventsPerSecond,
      ]),
      ...collected.map(({ what, eventsPerSecond, processorTime }) => [
        ...row(`collector, ${what}`, eventsPerSecond),
        ...processorTime.map((microseconds) => `${microseconds.toFixed(1)} µs an event`),
      ]),
    ],
  );
}

function row(what: string, rates: readonly [number, number]): string[] {
  const share = shareOf(rates);
  return [what, ...rates.map(perSecond), percent(share), verdict(share >= GOAL, `>= ${percent(GOAL)}`)];
}
