// What the background jobs cost per website, and what the cached catalog costs per subject, on PostgreSQL. The jobs go through the
// websites one after the other, so a round takes at least the sum of both processor times for each.

import { randomUUID } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { pino } from 'pino';
import type { Job, JobCost, JobFigures } from '../../capacity/measured.ts';
import { DirectSnapshotBuilder } from '../../src/core/answers/insights/snapshot.ts';
import { storeSnapshot } from '../../src/core/answers/insights/store-snapshot.ts';
import { CatalogCache } from '../../src/core/engine/catalog/load-catalog.ts';
import { DirectIntervalBuilder } from '../../src/core/engine/rollups/build-intervals.ts';
import { dayOfTimestampMs } from '../../src/core/engine/rollups/calendar.ts';
import { SHORTEST_INTERVAL } from '../../src/core/engine/rollups/intervals.ts';
import { sweepWebsites } from '../../src/core/engine/sweeps/sweep-websites.ts';
import type { Database } from '../../src/core/foundation/database/database.ts';
import { Lease } from '../../src/core/foundation/database/lease.ts';
import { systemClock } from '../../src/core/foundation/time/clock.ts';
import { sweepArrivalCounts } from '../../src/core/intake/arrivals/arrival-counts.ts';
import { sweepEventIds, sweepOrdersAfter, sweepReceipts } from '../../src/core/intake/commit/sweep-seen.ts';
import { sweepDaysAfter } from '../../src/core/manage/erasure/sweep-old-days.ts';
import { WEEK_ITEMS } from '../../src/extension-week-items.ts';
import { sweepAlerts } from '../../src/extensions/changes/alerts/store-alerts.ts';
import { printTable } from '../table.ts';
import { type CatalogSize, subjectsOf } from './catalog.ts';
import { fillToday } from './fill-today.ts';
import { startMeasuredPostgres } from './measured-postgres.ts';

const SIZE: CatalogSize = { websites: 100, campaigns: 1, variants: 2, steps: 2, elements: 2 };
const CACHED: CatalogSize = { ...SIZE, websites: 2_000 };
const DAYS = 24;
const VISITORS_A_DAY = 30;
const SEEN_EVENTS = 100_000;
const WEBSITE_WITH_IDS = 1;
const DAYS_A_WEEK = 7;
const RETENTION_DAYS = 400;

export async function measureJobs(): Promise<JobFigures> {
  await using cleanup = new AsyncDisposableStack();
  const { database, costOf } = await startMeasuredPostgres(CACHED, cleanup);
  await fillToday(database, SIZE, VISITORS_A_DAY, DAYS);
  const today = dayOfTimestampMs(Date.now());
  await buildIntervals(database, today - SHORTEST_INTERVAL);

  const costs: JobCost[] = [];
  const measure = async (job: Job, unit: string, units: number, work: () => Promise<void>) => {
    const { serviceMicroseconds, databaseMicroseconds } = await costOf(units, work);
    costs.push({ job, unit, serviceMicroseconds, databaseMicroseconds });
  };
  await measure('intervals', 'website, every 4 days', SIZE.websites, () => buildIntervals(database, today));
  await measure('insights', 'website, every week', SIZE.websites, () => writeInsights(database, today));
  await measure('sweep', 'website, every day', CACHED.websites, () => sweepEverything(database));
  await fillSeenEvents(database);
  await measure('sweep of ids', '1,000 stored ids, every day', SEEN_EVENTS / 1_000, () => walkSeenEvents(database));
  await measure('catalog', 'website that is not cached', CACHED.websites, () => loadCatalogs(database));
  const catalogBytesPerSubject = await measureCatalogCache(database);
  print(costs, catalogBytesPerSubject);
  return { costs, catalogBytesPerSubject };
}

async function buildIntervals(database: Database, today: number): Promise<void> {
  const builder = new DirectIntervalBuilder(database);
  for (let website = 1; website <= SIZE.websites; website++) {
    for (let step = await builder.begin(website, today); step; ) step = await builder.proceed(step);
  }
}

async function writeInsights(database: Database, today: number): Promise<void> {
  const monday = today - DAYS_A_WEEK;
  const builder = new DirectSnapshotBuilder(database, WEEK_ITEMS);
  const lease = await Lease.take(database, systemClock, 'insights');
  for (let websiteId = 1; websiteId <= SIZE.websites; websiteId++) {
    const week = await builder.build({ websiteId, monday });
    await storeSnapshot(database, lease!, { websiteId, monday, week: week! }, systemClock);
  }
  await lease!.release();
}

/** There is nothing to delete, as on most days. */
function sweepEverything(database: Database): Promise<void> {
  const ofSeen = [sweepReceipts, sweepEventIds, sweepOrdersAfter(RETENTION_DAYS)];
  const { signal } = new AbortController();
  return sweepWebsites([...ofSeen, sweepArrivalCounts, sweepAlerts, sweepDaysAfter(RETENTION_DAYS)], {
    database,
    clock: systemClock,
    logger: pino({ level: 'silent' }),
    signal,
  });
}

async function walkSeenEvents(database: Database): Promise<void> {
  let after: string | undefined = '';
  while (after !== undefined) after = await sweepEventIds(database, WEBSITE_WITH_IDS, new Date(), after);
}

async function loadCatalogs(database: Database): Promise<void> {
  const cache = new CatalogCache(database);
  await cache.refresh();
  for (let website = 1; website <= CACHED.websites; website++) await cache.load([website]);
}

async function fillSeenEvents(database: Database): Promise<void> {
  const nowMs = Date.now();
  for (let stored = 0; stored < SEEN_EVENTS; stored += 1_000) {
    const rows = Array.from({ length: 1_000 }, () => [WEBSITE_WITH_IDS, randomUUID(), nowMs]);
    await database.transaction((tx) =>
      tx.insertMany({ into: 'seen_events', columns: ['website_id', 'event_id', 'seen_at_ms'], rows }),
    );
  }
  // Autovacuum does the same. If there were no statistics, every piece would be sorted.
  await database.transaction((tx) => tx.runScript('ANALYZE'));
}

async function measureCatalogCache(database: Database): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const cache = new CatalogCache(database);
  await cache.refresh();
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  await cache.load(Array.from({ length: CACHED.websites }, (_, index) => index + 1));
  collectGarbage();
  const bytes = process.memoryUsage().heapUsed - before;
  if (!cache.get(1)) throw new Error('The catalog is not cached.');
  return Math.round(bytes / subjectsOf(CACHED));
}

function print(costs: readonly JobCost[], catalogBytesPerSubject: number): void {
  printTable('Background jobs on PostgreSQL', [
    ['job', 'per', 'service', 'database'],
    ...costs.map(({ job, unit, serviceMicroseconds, databaseMicroseconds }) => [
      job,
      unit,
      `${serviceMicroseconds} µs`,
      `${databaseMicroseconds} µs`,
    ]),
  ]);
  console.log(`\nThe cached catalog takes ${catalogBytesPerSubject} bytes of memory per subject.`);
}
