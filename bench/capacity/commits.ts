// What a commit costs the service and the database: processor time and bytes of WAL, per website that it writes to, by the number
// of its events and the size of its sketches.
import { randomUUID } from 'node:crypto';
import type { CommitCost, CommitFigures } from '../../capacity/measured.ts';
import { Random } from '../../src/core/foundation/statistics/random.ts';
import { systemClock } from '../../src/core/foundation/time/clock.ts';
import { batchOf } from '../../test/support/events.ts';
import { TestStages } from '../../test/support/test-stages.ts';
import { printTable } from '../table.ts';
import { type CatalogSize, elementsOf } from './catalog.ts';
import { fillToday } from './fill-today.ts';
import { type MeasuredPostgres, startMeasuredPostgres, type WorkCost } from './measured-postgres.ts';

const WEBSITES: CatalogSize = { websites: 20, campaigns: 1, variants: 2, steps: 2, elements: 2 };
const EVENTS_PER_WEBSITE = [1, 10, 100];
const COMMITS = 30;
const VISITORS = 1_000_000;
/** How many visitors each subject and metric has today, before the commits. */
const VISITORS_TODAY = { small: 10, full: 20_000 } as const;

const random = new Random(3);

export async function measureCommits(): Promise<CommitFigures> {
  await using cleanup = new AsyncDisposableStack();
  const postgres = await startMeasuredPostgres(WEBSITES, cleanup);
  const costs: CommitCost[] = [];
  for (const sketches of ['small', 'full'] as const) {
    await fillToday(postgres.database, WEBSITES, VISITORS_TODAY[sketches]);
    for (const events of EVENTS_PER_WEBSITE) costs.push({ sketches, events, ...(await measure(postgres, events)) });
  }
  print(costs);
  return { websitesPerCommit: WEBSITES.websites, costs };
}

async function measure({ database, costOf }: MeasuredPostgres, events: number): Promise<WorkCost> {
  const stages = new TestStages(database, systemClock);
  const commit = () => stages.commitSent(batches(events));
  for (let warmUp = 0; warmUp < 3; warmUp++) await commit();
  return costOf(COMMITS * WEBSITES.websites, async () => {
    for (let number = 0; number < COMMITS; number++) await commit();
  });
}

/** One batch of each website. Every event names an element, so it counts on five levels, and has an id, as the tracker's do. */
function batches(events: number) {
  const elementsPerWebsite = elementsOf(WEBSITES) / WEBSITES.websites;
  return Array.from({ length: WEBSITES.websites }, (_, website) =>
    batchOf(
      Array.from({ length: events }, () => ({
        id: randomUUID(),
        type: random.popular(['view', 'conversion', 'completion']),
        website_id: website + 1,
        element_id: website * elementsPerWebsite + random.between(1, elementsPerWebsite),
        visitor: `visitor-${random.between(1, VISITORS)}`,
      })),
      { onlyWebsiteId: website + 1 },
    ),
  );
}

function print(costs: readonly CommitCost[]): void {
  printTable(`A commit of ${WEBSITES.websites} websites on PostgreSQL, per website`, [
    ['sketches', 'events', 'service', 'database', 'WAL', 'per event: service', 'database', 'WAL'],
    ...costs.map(({ sketches, events, serviceMicroseconds, databaseMicroseconds, walBytes }) => [
      sketches,
      String(events),
      `${serviceMicroseconds} µs`,
      `${databaseMicroseconds} µs`,
      `${walBytes} B`,
      `${Math.round(serviceMicroseconds / events)} µs`,
      `${Math.round(databaseMicroseconds / events)} µs`,
      `${Math.round(walBytes / events)} B`,
    ]),
  ]);
}
