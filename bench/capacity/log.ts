// What the event log takes: bytes of a day, and what it adds to a commit and costs to merge on PostgreSQL.
import type { LogCost, LogFigures } from '../../capacity/measured.ts';
import { EventLogger } from '../../src/core/engine/event-log/storage/log-rows.ts';
import { storeLog } from '../../src/core/engine/event-log/storage/store.ts';
import { mergeDay } from '../../src/core/engine/event-log/upkeep/merge.ts';
import { MergeThread } from '../../src/core/engine/event-log/upkeep/merge-thread.ts';
import { dayOfTimestampMs } from '../../src/core/engine/rollups/calendar.ts';
import { lockWebsites } from '../../src/core/engine/rollups/store.ts';
import type { Database } from '../../src/core/foundation/database/database.ts';
import { Random } from '../../src/core/foundation/statistics/random.ts';
import { systemClock } from '../../src/core/foundation/time/clock.ts';
import { logEvent } from '../../src/core/intake/commit/count-events.ts';
import { batchOf } from '../../test/support/events.ts';
import { subjectLine } from '../../test/support/subjects.ts';
import { TestStages } from '../../test/support/test-stages.ts';
import { fieldsOf } from '../dimension-data.ts';
import { inventedDay } from '../event-log-data.ts';
import { median } from '../report-service.ts';
import { printTable } from '../table.ts';
import { type CatalogSize, elementsOf } from './catalog.ts';
import { withEachEngine } from './each-engine.ts';
import { type MeasuredPostgres, startMeasuredPostgres, type WorkCost } from './measured-postgres.ts';
import { bytesOfTable } from './table-bytes.ts';

const EVENTS_OF_DAYS = [1, 10, 100, 1_000, 10_000, 100_000];
const EVENTS_PER_SIZE = 200_000;
const DAYS_MAX = 200;
const FIRST_DAY = 20_000;
/** How many there are of each kind: without a log and with one. */
const WEBSITES = 20;
const SIZE: CatalogSize = {
  websites: 2 * WEBSITES,
  campaigns: 1,
  variants: 2,
  steps: 2,
  elements: 2,
  loggedFrom: WEBSITES + 1,
};
const EVENTS_PER_COMMIT = [1, 10, 100];
const ROUNDS = 5;
const COMMITS_PER_ROUND = 10;
const VISITORS = 1_000_000;
/** The job merges a day when commits have written so many rows. */
const ROWS_TO_MERGE = 64;
const MERGES = 8;
const EVENTS_PER_MERGED_COMMIT = 10;

const random = new Random(5);

export async function measureLog(): Promise<LogFigures> {
  const days = await measureDays();
  await using cleanup = new AsyncDisposableStack();
  const postgres = await startMeasuredPostgres(SIZE, cleanup);
  const commits: LogCost[] = [];
  for (const events of EVENTS_PER_COMMIT) commits.push(await measureCommits(postgres, events));
  // The first time compiles the code.
  await measureMerging(postgres);
  const figures = { days, commits, merging: await measureMerging(postgres) };
  print(figures);
  return figures;
}

async function measureDays(): Promise<LogFigures['days']> {
  const days = EVENTS_OF_DAYS.map((events) => ({ events, postgres: 0, sqlite: 0 }));
  await withEachEngine(async (database) => {
    for (const day of days) day[database.engine] = await bytesOfDay(database, day.events);
  });
  return days;
}

async function bytesOfDay(database: Database, eventCount: number): Promise<number> {
  const dayCount = Math.min(DAYS_MAX, Math.ceil(EVENTS_PER_SIZE / eventCount));
  // Each size is another website.
  const websiteId = eventCount;
  const { element } = subjectLine(websiteId);
  const merger = new MergeThread();
  const before = await bytesOfTable(database, 'event_log_runs');
  for (let day = FIRST_DAY; day < FIRST_DAY + dayCount; day++) {
    const logger = new EventLogger(() => true, 'collector');
    for (const event of inventedDay(day, eventCount, 5 * eventCount, random)) {
      logEvent(logger.eventsOf(websiteId)!, element, event);
    }
    await database.transaction(async (tx) => {
      const locked = await lockWebsites(tx, [websiteId]);
      locked.get(websiteId)!.logFrom = FIRST_DAY;
      await storeLog(tx, logger.rows(), locked, 0);
    });
    await mergeDay(database, { websiteId, day }, merger.merge, { isPast: true });
  }
  await merger.stop();
  const after = await bytesOfTable(database, 'event_log_runs');
  return Math.round((after.all - before.all) / dayCount);
}

/** The difference between websites with and without a log, in turns. */
async function measureCommits({ database, costOf }: MeasuredPostgres, events: number): Promise<LogCost> {
  const stages = new TestStages(database, systemClock);
  const commitTo = async (firstWebsite: number, commits: number) => {
    for (let number = 0; number < commits; number++) await stages.commitSent(batches(firstWebsite, events));
  };
  const differences: WorkCost[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const [without, withLog] = [1, WEBSITES + 1].map(
      (firstWebsite) => () => costOf(COMMITS_PER_ROUND * WEBSITES, () => commitTo(firstWebsite, COMMITS_PER_ROUND)),
    );
    const difference = differenceOf(await without!(), await withLog!());
    // The first round compiles the code.
    if (round > 0) differences.push(difference);
  }
  const figure = (name: keyof WorkCost) => Math.max(0, median(differences.map((one) => one[name])));
  return {
    events,
    serviceMicroseconds: figure('serviceMicroseconds'),
    databaseMicroseconds: figure('databaseMicroseconds'),
    walBytes: figure('walBytes'),
  };
}

function differenceOf(without: WorkCost, withLog: WorkCost): WorkCost {
  return {
    serviceMicroseconds: withLog.serviceMicroseconds - without.serviceMicroseconds,
    databaseMicroseconds: withLog.databaseMicroseconds - without.databaseMicroseconds,
    walBytes: withLog.walBytes - without.walBytes,
  };
}

/** Does what happens on a busy day: what is merged grows, so an event is written several times. */
async function measureMerging({ database, costOf }: MeasuredPostgres): Promise<LogCost> {
  await database.transaction((tx) => tx.runScript('DELETE FROM event_log_pending; DELETE FROM event_log_runs;'));
  const merger = new MergeThread();
  const stages = new TestStages(database, systemClock);
  const day = dayOfTimestampMs(Date.now());
  const cost = { events: 0, serviceMicroseconds: 0, databaseMicroseconds: 0, walBytes: 0 };
  for (let merge = 0; merge < MERGES; merge++) {
    for (let row = 0; row < ROWS_TO_MERGE; row++) {
      await stages.commitSent(batches(WEBSITES + 1, EVENTS_PER_MERGED_COMMIT));
    }
    cost.events += ROWS_TO_MERGE * EVENTS_PER_MERGED_COMMIT;
    const isPast = merge === MERGES - 1;
    const ofMerge = await costOf(WEBSITES, async () => {
      for (let website = WEBSITES + 1; website <= 2 * WEBSITES; website++) {
        await mergeDay(database, { websiteId: website, day }, merger.merge, { isPast });
      }
    });
    for (const name of ['serviceMicroseconds', 'databaseMicroseconds', 'walBytes'] as const)
      cost[name] += ofMerge[name];
  }
  await merger.stop();
  return cost;
}

/** One batch of each website of a kind. Every event has all dimensions. */
function batches(firstWebsite: number, events: number) {
  const elementsPerWebsite = elementsOf(SIZE) / SIZE.websites;
  return Array.from({ length: WEBSITES }, (_, index) => {
    const websiteId = firstWebsite + index;
    const sent = Array.from({ length: events }, () => {
      const visitor = random.between(1, VISITORS);
      return {
        type: random.popular(['view', 'conversion', 'completion']),
        website_id: websiteId,
        element_id: (websiteId - 1) * elementsPerWebsite + random.between(1, elementsPerWebsite),
        visitor: `visitor-${visitor}`,
        ...fieldsOf(visitor, visitor, random.between(1, VISITORS)),
      };
    });
    return batchOf(sent, { onlyWebsiteId: websiteId });
  });
}

function print({ days, commits, merging }: LogFigures): void {
  printTable('The event log of a day, merged, in bytes', [
    ['events', 'PostgreSQL', 'an event', 'SQLite', 'an event'],
    ...days.map(({ events, postgres, sqlite }) => [
      String(events),
      String(postgres),
      (postgres / events).toFixed(1),
      String(sqlite),
      (sqlite / events).toFixed(1),
    ]),
  ]);
  printTable('What the event log adds on PostgreSQL, for each website', [
    ['to', 'events', 'service', 'database', 'WAL'],
    ...[...commits.map((cost) => ['a commit', cost] as const), ['merging', merging] as const].map(([to, cost]) => [
      to,
      String(cost.events),
      `${cost.serviceMicroseconds} µs`,
      `${cost.databaseMicroseconds} µs`,
      `${cost.walBytes} B`,
    ]),
  ]);
}
