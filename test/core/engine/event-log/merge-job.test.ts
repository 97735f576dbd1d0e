// The job that merges the event log: no website keeps the others waiting, and no second node begins while it works.
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lineOf, type Run, subjectsOf } from '../../../../src/core/engine/event-log/format/run.ts';
import { MergeFailures, MergeLooks } from '../../../../src/core/engine/event-log/upkeep/merge-job.ts';
import { mergeHere } from '../../../../src/core/engine/event-log/upkeep/merge-thread.ts';
import type { Database } from '../../../../src/core/foundation/database/database.ts';
import { LEASE_MS, Lease } from '../../../../src/core/foundation/database/lease.ts';
import { ENGINES } from '../../../support/databases.ts';
import { logSize, mergeLog, switchLog } from '../../../support/event-log.ts';
import { eventWith } from '../../../support/events.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';

let ingestion: TestIngestion;

beforeAll(async () => {
  ingestion = await createTestIngestion('sqlite');
});

beforeEach(async () => {
  await ingestion.reset();
  for (const websiteId of [1, 2]) await switchLog(ingestion.database, websiteId, true);
});

afterAll(() => ingestion.dispose());

const dayInMarch = (day: number) => ({ at: `2025-03-0${day}T12:00:00Z` });

/** Merges everything, and returns the websites whose days were merged, in that order. */
async function mergedWebsites(onMerge: (websiteId: number) => Promise<void>): Promise<number[]> {
  const merged: number[] = [];
  await mergeLog(ingestion.database, ingestion.clock, async (toMerge) => {
    const parts = await mergeHere(toMerge);
    const websiteId = decodedWebsite(parts[0]!.run);
    merged.push(websiteId);
    await onMerge(websiteId);
    return parts;
  });
  return merged;
}

/** The subject of each event of these tests is its website. */
function decodedWebsite(run: Run): number {
  return lineOf(subjectsOf(run)[0]!).at(-1)!.id;
}

test('rows that are added during a merge wait until other websites had their turn', async () => {
  for (const website_id of [1, 2]) await ingestion.count(eventWith({ website_id }));
  let added = 0;
  const websites = await mergedWebsites(async (websiteId) => {
    if (websiteId === 1 && added++ < 3) await ingestion.count(eventWith());
  });
  expect(websites).toEqual([1, 2]);
});

test('a busy day is merged in the middle of a long round', async () => {
  const { clock } = ingestion;
  for (const day of [1, 2, 3]) await ingestion.count(eventWith(dayInMarch(day)));
  const websites = await mergedWebsites(async (websiteId) => {
    clock.nowMs += 6_000;
    if (websiteId === 1) for (let row = 0; row < 64; row++) await ingestion.count(eventWith({ website_id: 2 }));
  });
  expect(websites.slice(0, 3)).toEqual([1, 2, 1]);
});

test('many short merges keep the lease', async () => {
  const { database, clock } = ingestion;
  for (const day of [1, 2, 3, 4, 5, 6, 7]) await ingestion.count(eventWith(dayInMarch(day)));
  const leases: (Lease | undefined)[] = [];
  await mergedWebsites(async () => {
    clock.nowMs += LEASE_MS / 4;
    leases.push(await Lease.take(database, clock.now, 'event_log'));
  });
  expect(leases).toEqual(Array(7).fill(undefined));
});

test('a day whose merge has failed waits twice as long each time, up to an hour', () => {
  const failures = new MergeFailures();
  const day = { websiteId: 1, day: 20_000 };
  const failedAt: number[] = [];
  for (let second = 0; second < 4 * 3_600; second++) {
    if (failures.isWaiting(day, second * 1_000)) continue;
    failures.add(day, second * 1_000);
    failedAt.push(second);
  }
  expect(failedAt.slice(0, 5)).toEqual([0, 1, 3, 7, 15]);
  expect(failedAt.at(-1)! - failedAt.at(-2)!).toBe(3_600);
  expect(failures.isWaiting({ websiteId: 2, day: 20_000 }, 0)).toBe(false);
  // The clock was set back.
  expect(failures.isWaiting(day, 0)).toBe(false);
});

test('a damaged day does not fill the log, and other websites are merged', async () => {
  const { database, clock } = ingestion;
  for (const website_id of [1, 2]) await ingestion.count(eventWith({ website_id }));
  await database.transaction((tx) =>
    tx.query('UPDATE event_log_pending SET content = $1 WHERE website_id = 1', [new Uint8Array([9, 9, 9])]),
  );
  const errors: string[] = [];
  const logger = pino({ level: 'error' }, { write: (line: string) => errors.push(line) });
  const failures = new MergeFailures();
  const merge = () => mergeLog(database, clock, mergeHere, { logger, failures });
  for (const expected of [1, 1, 1]) {
    await merge();
    expect(errors).toHaveLength(expected);
  }
  clock.nowMs += 1_000;
  await merge();
  expect(errors).toHaveLength(2);
  expect(await logSize(database, 2)).toEqual({ events: 1, pending: 0, runs: 1 });
});

describe.each(ENGINES)('several nodes on %s', (engine) => {
  let shared: TestIngestion;

  beforeAll(async () => {
    shared = await createTestIngestion(engine);
    await switchLog(shared.database, 1, true);
  });
  afterAll(() => shared.dispose());

  /** A node, and how often it has asked for what is pending, and has written. */
  function startNode() {
    const node = { asked: 0, written: 0 };
    const { database, clock } = shared;
    const counting: Database = {
      ...database,
      query: (sql, params) => {
        if (sql.includes('event_log_pending')) node.asked++;
        return database.query(sql, params);
      },
      transaction: (work, options) => {
        node.written++;
        return database.transaction(work, options);
      },
    };
    const merger = { merge: mergeHere, stop: async () => {} };
    const logger = pino({ level: 'silent' });
    const failures = new MergeFailures();
    return Object.assign(node, {
      looks: new MergeLooks({ database: counting, merger, clock: clock.now, logger, failures }),
    });
  }

  test('look in turn: only the one with the lease asks the shards, and another one takes over', async () => {
    const nodes = [startNode(), startNode(), startNode()];
    const [first, second, third] = nodes as [(typeof nodes)[0], (typeof nodes)[0], (typeof nodes)[0]];
    for (let look = 0; look < 4; look++) {
      for (const { looks } of nodes) await looks.look();
      shared.clock.advance(5_000);
      await shared.count(eventWith());
    }
    // One more, because the first look is also one at all websites.
    expect(nodes.map(({ asked }) => asked)).toEqual([5, 0, 0]);
    await first.looks.stop();
    for (const { looks } of [third, second]) await looks.look();
    expect(nodes.map(({ asked }) => asked)).toEqual([5, 0, 1]);
    shared.clock.advance(2 * LEASE_MS);
    await second.looks.look();
    await third.looks.look();
    expect(nodes.map(({ asked }) => asked)).toEqual([5, 1, 1]);
    await Promise.all(nodes.map(({ looks }) => looks.stop()));
  });

  test.runIf(engine === 'sqlite')('a node that nobody writes to does not write either', async () => {
    const node = startNode();
    for (let look = 0; look < 3; look++) await node.looks.look();
    const before = node.written;
    for (let look = 0; look < 3; look++) await node.looks.look();
    expect(node.written).toBe(before);
    await shared.count(eventWith());
    await node.looks.look();
    expect(node.written).toBe(before + 1);
    await node.looks.stop();
  });
});
