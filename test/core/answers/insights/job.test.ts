import { pino } from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import { COMPOSITION } from '../../../../src/composition.ts';
import { catchUp, startInsightsJob } from '../../../../src/core/answers/insights/job.ts';
import {
  DirectSnapshotBuilder,
  type SnapshotBuilder,
  SnapshotThread,
} from '../../../../src/core/answers/insights/snapshot.ts';
import { lastCompleteWeek } from '../../../../src/core/answers/insights/week.ts';
import {
  type InsightsDependencies,
  type SnapshotResult,
  writeWeek,
} from '../../../../src/core/answers/insights/write-week.ts';
import { changeWebsiteSettings } from '../../../../src/core/engine/catalog/website-settings.ts';
import { isoOfDay } from '../../../../src/core/engine/rollups/calendar.ts';
import type { Database } from '../../../../src/core/foundation/database/database.ts';
import { LEASE_MS, Lease, LeaseLostError } from '../../../../src/core/foundation/database/lease.ts';
import { openDatabase } from '../../../../src/core/foundation/database/open/open.ts';
import { UTC, zoneOf } from '../../../../src/core/foundation/time/zone.ts';
import { ANY_ENGINE, ENGINES } from '../../../support/databases.ts';
import { batchOf, eventWith } from '../../../support/events.ts';
import { recordingDatabase } from '../../../support/recording-database.ts';
import { TestClock } from '../../../support/test-clock.ts';
import { TestStages } from '../../../support/test-stages.ts';
import { waitUntil } from '../../../support/wait-until.ts';
import { createManyWebsites, snapshotCount, writesByWebsite } from './many-websites.ts';

const WEBSITES = 12;
const ONCE_EACH = Array.from({ length: WEBSITES }, () => 1);
const disposals: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const dispose of disposals.splice(0).reverse()) await dispose();
});

describe('the last complete week', () => {
  test.each([
    ['2025-03-09T23:59:59Z', 'UTC', '2025-02-24'],
    ['2025-03-10T00:00:00Z', 'UTC', '2025-03-03'],
    ['2025-03-16T12:00:00Z', 'UTC', '2025-03-03'],
    ['2025-03-09T12:59:59Z', 'Australia/Sydney', '2025-02-24'],
    ['2025-03-09T13:00:00Z', 'Australia/Sydney', '2025-03-03'],
    ['2025-03-10T06:59:59Z', 'America/Los_Angeles', '2025-02-24'],
    ['2025-03-10T07:00:00Z', 'America/Los_Angeles', '2025-03-03'],
  ])('at %s in %s began on %s', (now, timezone, monday) => {
    expect(isoOfDay(lastCompleteWeek(new Date(now), zoneOf(timezone)))).toBe(monday);
  });
});

describe.each(ENGINES)('on %s', (engine) => {
  /** What runs once is not about storage. */
  const testOnce = test.runIf(ANY_ENGINE.includes(engine));
  async function start() {
    const clock = new TestClock('2025-03-10T00:10:00Z');
    const { url, database, dispose } = await createManyWebsites(engine, WEBSITES, clock.now);
    disposals.push(dispose);
    return { clock, url, database, monday: lastCompleteWeek(clock.now(), UTC) };
  }

  function node(database: Database, clock: TestClock, beforeBuilding?: () => Promise<void>) {
    const results: SnapshotResult[] = [];
    const complete: Date[] = [];
    const dependencies: InsightsDependencies = {
      database,
      builder: builderOf(database, beforeBuilding),
      clock: clock.now,
      logger: pino({ level: 'silent' }),
      observer: { snapshot: (result) => results.push(result), complete: (at) => complete.push(at) },
    };
    return { dependencies, results, complete };
  }

  function builderOf(database: Database, beforeBuilding: () => Promise<void> = async () => {}): SnapshotBuilder {
    const builder = new DirectSnapshotBuilder(database, []);
    return {
      build: async (request) => {
        await beforeBuilding();
        return builder.build(request);
      },
      stop: () => builder.stop(),
    };
  }

  async function secondNode(url: string, clock: TestClock, beforeBuilding?: () => Promise<void>) {
    const database = await openDatabase(url, { connectionsMax: 5 });
    disposals.push(() => database.close());
    return node(database, clock, beforeBuilding);
  }

  test('writes every website once, reports it, and then has nothing to do', async () => {
    const { clock, database } = await start();
    const { dependencies, results, complete } = node(database, clock);
    await catchUp(dependencies);
    await catchUp(dependencies);
    expect(results).toEqual(Array.from({ length: WEBSITES }, () => 'written'));
    expect(complete).toEqual([clock.now(), clock.now()]);
    expect(await writesByWebsite(database)).toEqual(ONCE_EACH);
  });

  testOnce('a website without an event by the end of the week gets no snapshot', async () => {
    const { clock, database } = await start();
    const stages = new TestStages(database, clock.now);
    await database.transaction((tx) => tx.query('DELETE FROM website_activity WHERE website_id > 2'));
    await stages.commitSent([batchOf([eventWith({ website_id: 3, at: '2025-03-10T00:05:00Z' })])]);
    await catchUp(node(database, clock).dependencies);
    const rows = await database.query('SELECT website_id FROM insights_snapshots ORDER BY website_id');
    expect(rows.map((row) => row.website_id)).toEqual([1, 2]);
  });

  testOnce('a new week gets new snapshots, and the old ones stay', async () => {
    const { clock, database } = await start();
    const { dependencies } = node(database, clock);
    await catchUp(dependencies);
    clock.nowMs = Date.parse('2025-03-17T00:10:00Z');
    await catchUp(dependencies);
    expect(await snapshotCount(database)).toBe(2 * WEBSITES);
  });

  testOnce('a week ends in the time zone of the website', async () => {
    const { clock, database } = await start();
    await changeWebsiteSettings(database, 1, { timezone: 'Australia/Sydney' });
    await changeWebsiteSettings(database, 2, { timezone: 'America/New_York' });
    const { dependencies } = node(database, clock);
    const writtenAt = async (now: string) => {
      clock.nowMs = Date.parse(now);
      await catchUp(dependencies);
      const rows = await database.query('SELECT website_id FROM insights_snapshots ORDER BY website_id');
      return rows.map((row) => row.website_id);
    };
    expect(await writtenAt('2025-03-09T12:10:00Z')).toEqual([]);
    expect(await writtenAt('2025-03-09T13:10:00Z')).toEqual([1]);
    expect(await writtenAt('2025-03-10T00:10:00Z')).not.toContain(2);
    expect(await writtenAt('2025-03-10T03:10:00Z')).toHaveLength(WEBSITES - 1);
    expect(await writtenAt('2025-03-10T04:10:00Z')).toHaveLength(WEBSITES);
  });

  testOnce(
    'a time zone that this version of Node does not know is logged in each run, and its weeks are those of UTC',
    async () => {
      const { clock, database } = await start();
      await changeWebsiteSettings(database, 1, { timezone: 'Mars/Olympus_Mons' });
      const logged: string[] = [];
      const logger = pino({ level: 'error' }, { write: (line) => void logged.push(line) });
      const { dependencies } = node(database, clock);
      await catchUp({ ...dependencies, logger });
      await catchUp({ ...dependencies, logger });
      const unknown = { timezones: ['Mars/Olympus_Mons'], msg: expect.stringContaining('update Node') };
      expect(logged.map((line) => JSON.parse(line))).toMatchObject([unknown, unknown]);
      expect(await snapshotCount(database)).toBe(WEBSITES);
    },
  );

  testOnce('also with a builder in a thread, which is stopped between weeks', async () => {
    const { clock, database, url } = await start();
    const { dependencies, results } = node(database, clock);
    const threaded = { ...dependencies, builder: new SnapshotThread(COMPOSITION.scripts.snapshots, url) };
    await catchUp(threaded);
    clock.nowMs = Date.parse('2025-03-17T00:10:00Z');
    await catchUp(threaded);
    expect(new Set(results)).toEqual(new Set(['written']));
    expect(await snapshotCount(database)).toBe(2 * WEBSITES);
  });

  test('a second run of the same week changes nothing, unless there are late events', async () => {
    const { clock, database, monday } = await start();
    const { dependencies } = node(database, clock);
    const run = async () => {
      const lease = (await Lease.take(database, clock.now, 'insights'))!;
      const result = await writeWeek(dependencies, lease, monday, [1, 2, 3]);
      await lease.release();
      return result;
    };
    const stored = () =>
      database.query('SELECT website_id, snapshot, created_at FROM insights_snapshots ORDER BY website_id');
    expect(await run()).toEqual({ written: 3, unchanged: 0, failed: 0, failedIds: [] });
    const first = await stored();
    clock.advance(60_000);
    expect(await run()).toEqual({ written: 0, unchanged: 3, failed: 0, failedIds: [] });
    expect(await stored()).toEqual(first);

    await new TestStages(database, clock.now).commitSent([
      batchOf([eventWith({ website_id: 2, visitor: 'late', at: `${isoOfDay(monday)}T23:00:00Z` })]),
    ]);
    expect(await run()).toEqual({ written: 1, unchanged: 2, failed: 0, failedIds: [] });
    const viewers = (await stored()).map((row) => JSON.parse(String(row.snapshot)).viewers);
    expect(viewers).toEqual([1, 2, 1]);
  });

  test('a snapshot that a clock ahead has written before the week was over is written again', async () => {
    const { clock, database } = await start();
    const { dependencies, results } = node(database, clock);
    clock.nowMs = Date.parse('2025-03-19T12:00:00Z');
    await catchUp(dependencies);
    clock.nowMs = Date.parse('2025-03-12T12:00:00Z');
    const late = { website_id: 2, visitor: 'late', at: '2025-03-13T09:00:00Z' };
    await new TestStages(database, clock.now).commitSent([batchOf([eventWith(late)])]);
    clock.nowMs = Date.parse('2025-03-17T00:10:00Z');
    await catchUp(dependencies);
    await catchUp(dependencies);
    expect(results).toHaveLength(2 * WEBSITES);
    const [row] = await database.query<{ snapshot: string; created_at: string }>(
      'SELECT snapshot, created_at FROM insights_snapshots WHERE website_id = 2 AND week = 20157',
    );
    expect(row!.created_at).toBe('2025-03-17T00:10:00Z');
    expect(JSON.parse(row!.snapshot)).toMatchObject({
      viewers: 1,
    });
  });

  testOnce('a failure of one website does not affect the others', async () => {
    const { clock, database } = await start();
    let calls = 0;
    const failsOnce = async () => {
      if (++calls === 5) throw new Error('trouble');
    };
    const { dependencies, results, complete } = node(database, clock, failsOnce);
    await catchUp(dependencies);
    expect(results.filter((result) => result === 'failed')).toHaveLength(1);
    expect(complete).toEqual([]);
    await catchUp(dependencies);
    expect(complete).toHaveLength(1);
    expect(await writesByWebsite(database)).toEqual(ONCE_EACH);
  });

  test('two concurrent nodes: each website is written by one of them', async () => {
    const { clock, database, url } = await start();
    const nodes = [node(database, clock), await secondNode(url, clock)];
    await Promise.all(nodes.map(({ dependencies }) => catchUp(dependencies)));
    expect(nodes.flatMap(({ results }) => results)).toEqual(Array.from({ length: WEBSITES }, () => 'written'));
    expect(await writesByWebsite(database)).toEqual(ONCE_EACH);
  });

  testOnce('a node does not ask the websites again for what another one has found complete', async () => {
    const { clock, database, url } = await start();
    await catchUp(node(database, clock).dependencies);
    const other = await openDatabase(url, { connectionsMax: 5 });
    disposals.push(() => other.close());
    const recording = recordingDatabase(other);
    const { dependencies, complete } = node(recording.database, clock);
    const askedWebsites = () => [...recording.statements].some((sql) => sql.includes('website_activity'));
    await catchUp(dependencies);
    expect(complete).toHaveLength(1);
    expect(askedWebsites()).toBe(false);
    // Later, there may be a website whose first events of the week were imported.
    clock.advance(6 * 60 * 60 * 1000);
    await catchUp(dependencies);
    expect(askedWebsites()).toBe(true);
  });

  test('a node that hangs is replaced when its lease has expired, and cannot write any more', async () => {
    const { clock, database, url } = await start();
    let hung = 0;
    const wakeUp = Promise.withResolvers<void>();
    const hangs = async () => {
      if (++hung === 5) await wakeUp.promise;
    };
    const sleeper = await secondNode(url, clock, hangs);
    const asleep = catchUp(sleeper.dependencies);
    await waitUntil('the fifth website hangs', () => hung >= 5);
    expect(await Lease.take(database, clock.now, 'insights')).toBeUndefined();

    clock.advance(LEASE_MS);
    const heir = node(database, clock);
    await catchUp(heir.dependencies);
    expect(sleeper.results).toHaveLength(4);
    expect(heir.results).toHaveLength(WEBSITES - 4);

    wakeUp.resolve();
    await expect(asleep).rejects.toThrow(LeaseLostError);
    expect(await writesByWebsite(database)).toEqual(ONCE_EACH);
    expect(await Lease.take(database, clock.now, 'insights')).toBeDefined();
  });

  testOnce('runs at startup, and stops between two websites', async () => {
    const { clock, database } = await start();
    const stop: { job?: () => Promise<void>; stopped?: Promise<void> } = {};
    const stopsAtThird = async () => {
      if ((await snapshotCount(database)) === 2) stop.stopped ??= stop.job!();
    };
    stop.job = startInsightsJob(node(database, clock, stopsAtThird).dependencies);
    await waitUntil('the job was told to stop', () => stop.stopped !== undefined);
    await stop.stopped;
    expect(await snapshotCount(database)).toBe(3);
    // The lease was released.
    expect(await Lease.take(database, clock.now, 'insights')).toBeDefined();
  });
});
