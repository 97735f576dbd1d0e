// The events of the event log benchmark: visits to one website on 365 days up to today, all with all dimensions. They are counted and
// stored without a file, because that would take several times as long. Then the log is merged, as the job does it.
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import pino from 'pino';
import { CatalogCache } from '../src/core/engine/catalog/load-catalog.ts';
import { importCatalog } from '../src/core/engine/catalog/records/import-catalog.ts';
import { SUBJECT_KIND } from '../src/core/engine/catalog/subject.ts';
import { storeLog } from '../src/core/engine/event-log/storage/store.ts';
import { MergeFailures, MergeLooks } from '../src/core/engine/event-log/upkeep/merge-job.ts';
import { MergeThread } from '../src/core/engine/event-log/upkeep/merge-thread.ts';
import { isoOfDay } from '../src/core/engine/rollups/calendar.ts';
import { METRIC } from '../src/core/engine/rollups/metric.ts';
import { lockWebsites, storeRows } from '../src/core/engine/rollups/store.ts';
import type { Database } from '../src/core/foundation/database/database.ts';
import { openDatabase } from '../src/core/foundation/database/open/open.ts';
import { migrate } from '../src/core/foundation/database/schema/migrations.ts';
import { byName, type DimensionValues, inOrder } from '../src/core/foundation/dimensions/dimension.ts';
import { dimensionsAt } from '../src/core/foundation/dimensions/dimension-rows.ts';
import { DimensionReader } from '../src/core/foundation/dimensions/event-dimensions.ts';
import { OwnHosts } from '../src/core/foundation/dimensions/referrer.ts';
import { DAILY_BIT } from '../src/core/foundation/sketches/visitor-hash.ts';
import { Random, scramble } from '../src/core/foundation/statistics/random.ts';
import { systemClock } from '../src/core/foundation/time/clock.ts';
import { EventCounter } from '../src/core/intake/commit/count-events.ts';
import { AcceptedEvent, nameOfType } from '../src/core/intake/events/event.ts';
import { fieldsOf } from './dimension-data.ts';

export const DAY_COUNT = 365;
const CAMPAIGNS = 10;
const EVENTS_PER_VISITOR = 10;
/** Each step of a visit follows with this chance, if the one before has happened. */
const NEXT_STEPS = [
  [METRIC.views, 0.5],
  [METRIC.conversions, 0.6],
  [METRIC.submissions, 0.5],
  [METRIC.orders, 0.4],
] as const;
const ORDER_REVENUE = 499_900;
const WEBSITE_ID = 1;
const LAST_VISIT_SECOND = 86_000;
/** A larger day is stored in several commits. */
const COMMIT_EVENTS_MAX = 50_000;

interface LogSize {
  readonly eventCount: number;
  /** Default: 365. */
  readonly dayCount?: number;
}

/** Fills a new database, and writes the same events as CSV if there is a path for it. */
export async function fillEventLog(
  url: string,
  { eventCount, dayCount = DAY_COUNT }: LogSize,
  today: number,
  csvPath?: string,
): Promise<void> {
  await using cleanup = new AsyncDisposableStack();
  const database = await openDatabase(url);
  cleanup.defer(() => database.close());
  await migrate(database, new Date());
  await importCatalog(database, catalog(), systemClock);
  const csv = csvPath === undefined ? undefined : createWriteStream(csvPath);
  const random = new Random(20_261_116);
  // They are enough for the visits of a day, each of another visitor.
  const visitors = Math.max(Math.round(eventCount / EVENTS_PER_VISITOR), Math.ceil(eventCount / dayCount));
  for (let day = today - dayCount + 1; day <= today; day++) {
    // Never more in all than the number of events that are still counted exactly.
    for (let left = Math.floor(eventCount / dayCount); left > 0; left -= COMMIT_EVENTS_MAX) {
      const count = Math.min(left, COMMIT_EVENTS_MAX);
      const events = inventedDay(day, count, visitors, random);
      await storeDay(database, events);
      if (csv) await writeCsv(csv, events);
    }
  }
  csv?.end();
  if (csv) await finished(csv);
  await mergeLog(database);
}

/** All that is pending, and the runs of each day. */
export async function mergeLog(database: Database): Promise<void> {
  const logger = pino({ level: 'error' });
  const looks = new MergeLooks({
    database,
    merger: new MergeThread(),
    clock: systemClock,
    logger,
    failures: new MergeFailures(),
  });
  await looks.look();
  await looks.stop();
}

/** Each campaign has one step, so that all views count for the website. */
function catalog(): object {
  const campaigns = Array.from({ length: CAMPAIGNS }, (_, index) => {
    const id = index + 1;
    return { id, name: `Campaign ${id}`, cta_type: 'overlay', variants: [{ id, steps: [{ id }] }] };
  });
  const website = { id: WEBSITE_ID, name: 'bench.example', event_log: true, created_at: '2020-01-01T00:00:00Z' };
  return { accounts: [{ id: 1, name: 'Bench', websites: [{ ...website, campaigns }] }] };
}

/** Visits of so many visitors, each once at most: no two events of a visitor have the same second, so that SQL can order them by time. */
export function inventedDay(day: number, count: number, visitors: number, random: Random): AcceptedEvent[] {
  const events: AcceptedEvent[] = [];
  const seen = new Set<number>();
  const read = new DimensionReader();
  const ownHosts = new OwnHosts('bench.example', []);
  while (events.length < count) {
    const visitor = random.between(1, visitors);
    if (seen.has(visitor)) continue;
    seen.add(visitor);
    let second = random.between(0, LAST_VISIT_SECOND);
    const add = (type: AcceptedEvent['type']) => {
      const event = new AcceptedEvent();
      event.day = day;
      event.second = second;
      event.type = type;
      event.visitorLow = scramble(visitor) | 0;
      event.visitorHigh = scramble(visitor ^ 0x5bd1e995) & ~DAILY_BIT;
      event.revenue = type === METRIC.orders ? ORDER_REVENUE : 0;
      event.dimensions = read.dimensions;
      event.dimensionRow = read.add(fieldsOf(visitor, day * visitor, events.length), {}, ownHosts);
      events.push(event);
      second += random.between(1, 60);
    };
    add(METRIC.views);
    for (const [metric, chance] of NEXT_STEPS) {
      if (!random.chance(chance)) break;
      add(metric);
    }
  }
  // The last visit may be cut off.
  return events.slice(0, count);
}

/** The id of the campaign, and of its step. */
function campaignOf(index: number): number {
  return 1 + (index % CAMPAIGNS);
}

async function storeDay(database: Database, events: readonly AcceptedEvent[]): Promise<void> {
  const cache = new CatalogCache(database);
  await cache.refresh();
  await cache.load([WEBSITE_ID]);
  const steps = [...cache.get(WEBSITE_ID)!.subjects[SUBJECT_KIND.step].values()];
  const counter = new EventCounter(cache);
  for (const [index, event] of events.entries()) counter.add(steps[campaignOf(index) - 1]!, event);
  const { rollups, log } = counter.rows();
  await database.transaction(async (tx) => {
    const locked = await lockWebsites(tx, [WEBSITE_ID]);
    await storeRows(tx, rollups, locked, log.websiteIds);
    await storeLog(tx, log, locked, 0);
  });
}

/** The columns of the CSV, with their types in PostgreSQL. */
export const RAW_COLUMNS = {
  website_id: 'integer',
  day: 'date',
  happened_at: 'timestamp',
  type: 'text',
  visitor: 'bigint',
  revenue: 'bigint',
  campaign: 'integer',
  ...byName(() => 'text' as const),
} as const;

async function writeCsv(file: WriteStream, events: readonly AcceptedEvent[]): Promise<void> {
  const lines = events.map((event, index) => {
    const date = isoOfDay(event.day);
    const dimensions = dimensionsAt(event.dimensions, event.dimensionRow) as Required<DimensionValues>;
    return [
      ...[WEBSITE_ID, date, `${date} ${timeOf(event.second)}`, nameOfType(event), visitorOf(event), event.revenue],
      campaignOf(index),
      ...inOrder(dimensions),
    ].join();
  });
  if (!file.write(`${lines.join('\n')}\n`)) await once(file, 'drain');
}

function timeOf(second: number): string {
  return new Date(second * 1_000).toISOString().slice(11, 19);
}

function visitorOf({ visitorHigh, visitorLow }: AcceptedEvent): bigint {
  return (BigInt(visitorHigh) << 32n) | BigInt(visitorLow >>> 0);
}
