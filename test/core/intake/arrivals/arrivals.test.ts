// What arrives is counted by way, outcome and reason, and shown for some minutes. Neither grows without bound.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { importCatalog } from '../../../../src/core/engine/catalog/records/import-catalog.ts';
import { changeWebsiteSettings } from '../../../../src/core/engine/catalog/website-settings.ts';
import type { Database, Queries } from '../../../../src/core/foundation/database/database.ts';
import type { Arrival } from '../../../../src/core/intake/arrivals/arrival.ts';
import {
  ARRIVAL_COUNTS_KEPT_DAYS,
  CODES_PER_DAY_MAX,
  sweepArrivalCounts,
} from '../../../../src/core/intake/arrivals/arrival-counts.ts';
import { Arrivals } from '../../../../src/core/intake/arrivals/arrivals.ts';
import {
  BYTES_PER_LIST_MAX,
  ENTRIES_PER_LIST_MAX,
  KEPT_MS,
  RecentArrivals,
  WEBSITES_MAX,
} from '../../../../src/core/intake/arrivals/recent-arrivals.ts';
import { countWebsite, forgetWebsite } from '../../../../src/core/manage/erasure/forget-website.ts';
import { ENGINES } from '../../../support/databases.ts';
import { someoneWaits } from '../../../support/lock-waits.ts';
import { SAMPLE_CATALOG } from '../../../support/sample-catalog.ts';
import { sweepRound } from '../../../support/sweep-round.ts';
import { DAY_MS, TestClock } from '../../../support/test-clock.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';

const clock = new TestClock('2025-03-10T12:00:00Z');

/** Of a website whose first arrival comes when a test begins. */
const FIRST = clock.nowMs * 100;

function arrival(changes: Partial<Arrival> = {}): Arrival {
  return { websiteId: 1, source: 'server', keyId: 7, at: clock.now(), outcome: 'accepted', ...changes };
}

describe.each(ENGINES)('counts on %s', (engine) => {
  let ingestion: TestIngestion;
  let arrivals: Arrivals;

  beforeAll(async () => {
    ingestion = await createTestIngestion(engine);
  });

  beforeEach(async () => {
    clock.offsetMs = 0;
    arrivals = new Arrivals(ingestion.database, clock.now);
    await ingestion.database.transaction((tx) => tx.query('DELETE FROM arrival_counts'));
  });

  afterAll(() => ingestion.dispose());

  function stored(websiteId = 1) {
    return ingestion.database.query(
      `SELECT day, source, outcome, code, events FROM arrival_counts WHERE website_id = $1
       ORDER BY day, source, outcome, code`,
      [websiteId],
    );
  }

  const today = 20_157;

  test('wait while the worker of their website does not answer', async () => {
    let answers = false;
    const unreachable = async (ids: readonly number[]) => new Map(answers ? [] : ids.map((id) => [id, 'worker-1']));
    const waiting = new Arrivals({ ...ingestion.database, unreachable }, clock.now);
    waiting.note([arrival()]);
    await waiting.flush();
    expect(await stored()).toEqual([]);
    answers = true;
    await waiting.flush();
    expect(await stored()).toMatchObject([{ events: 1 }]);
  });

  test('are added up by way, outcome and code, over flushes and nodes', async () => {
    const otherNode = new Arrivals(ingestion.database, clock.now);
    const rejected = arrival({ outcome: 'rejected', code: 'unknown_field' });
    arrivals.note([arrival({ count: 40 }), arrival(), rejected, arrival({ source: 'browser', outcome: 'bot' })]);
    await arrivals.flush();
    arrivals.note([rejected]);
    otherNode.note([rejected, arrival({ websiteId: 2 })]);
    await Promise.all([arrivals.flush(), otherNode.flush()]);
    expect(await stored()).toEqual([
      { day: today, source: 'browser', outcome: 'bot', code: '', events: 1 },
      { day: today, source: 'server', outcome: 'accepted', code: '', events: 41 },
      { day: today, source: 'server', outcome: 'rejected', code: 'unknown_field', events: 3 },
    ]);
    expect(await stored(2)).toEqual([{ day: today, source: 'server', outcome: 'accepted', code: '', events: 1 }]);
  });

  test('are written when the service stops', async () => {
    arrivals.note([arrival({ count: 3 })]);
    await arrivals.close();
    expect(await stored()).toMatchObject([{ events: 3 }]);
  });

  test('that could not be written are written the next time', async () => {
    const { database } = ingestion;
    let isAway = true;
    const sometimesAway: Database = Object.create(database, {
      transaction: {
        value: (work: (tx: Queries) => Promise<void>) =>
          isAway ? Promise.reject(new Error('away')) : database.transaction(work),
      },
    });
    arrivals = new Arrivals(sometimesAway, clock.now);
    arrivals.note([arrival({ count: 2 })]);
    await expect(arrivals.flush()).rejects.toThrow('away');
    arrivals.note([arrival()]);
    isAway = false;
    await arrivals.flush();
    expect(await stored()).toMatchObject([{ events: 3 }]);
  });

  test('have at most so many codes in a day, and none that is not a code', async () => {
    const codes = Array.from({ length: CODES_PER_DAY_MAX + 50 }, (_, index) => `invented_${index}`);
    arrivals.note([...codes, '<script>', 'x'.repeat(100)].map((code) => arrival({ outcome: 'rejected', code })));
    await arrivals.flush();
    const rows = await stored();
    expect(rows).toHaveLength(CODES_PER_DAY_MAX + 1);
    expect(rows.find(({ code }) => code === 'other')).toMatchObject({ events: 52 });
    clock.advance(DAY_MS);
    arrivals.note([arrival({ outcome: 'rejected', code: 'of_the_next_day' })]);
    await arrivals.flush();
    expect((await stored()).at(-1)).toMatchObject({ day: today + 1, code: 'of_the_next_day' });
  });

  test("are by the website's day", async () => {
    await changeWebsiteSettings(ingestion.database, 2, { timezone: 'Australia/Sydney' });
    for (const at of ['2025-03-10T12:50:00Z', '2025-03-10T12:59:59Z', '2025-03-10T13:00:00Z']) {
      arrivals.note([arrival({ websiteId: 2, at: new Date(at) })]);
    }
    await arrivals.flush();
    await changeWebsiteSettings(ingestion.database, 2, { timezone: 'UTC' });
    expect((await stored(2)).map(({ day, events }) => [day, events])).toEqual([
      [today, 2],
      [today + 1, 1],
    ]);
  });

  test('are kept for 90 days', async () => {
    for (const daysAgo of [0, ARRIVAL_COUNTS_KEPT_DAYS - 1, ARRIVAL_COUNTS_KEPT_DAYS]) {
      arrivals.note([arrival({ at: new Date(clock.nowMs - daysAgo * DAY_MS) })]);
    }
    await arrivals.flush();
    await sweepRound(ingestion.database, clock.now(), sweepArrivalCounts);
    expect((await stored()).map(({ day }) => day)).toEqual([today - 89, today]);
  });

  describe('of a website that is erased', () => {
    afterEach(() => importCatalog(ingestion.database, SAMPLE_CATALOG, clock.now));

    test('are erased with it', async () => {
      arrivals.note([arrival({ websiteId: 2 })]);
      await arrivals.flush();
      expect(await countWebsite(ingestion.database, 2)).toMatchObject({ arrival_counts: 1 });
      await forgetWebsite(ingestion.database, 2, clock.now());
      expect(await stored(2)).toEqual([]);
    });

    test('are not written later', async () => {
      arrivals.note([arrival({ websiteId: 2 })]);
      await forgetWebsite(ingestion.database, 2, clock.now());
      await arrivals.flush();
      arrivals.note([arrival({ websiteId: 2 }), arrival()]);
      await arrivals.flush();
      expect(await stored(2)).toEqual([]);
      expect(await stored()).toHaveLength(1);
    });

    test('are erased even if they are being written meanwhile', async () => {
      const { database } = ingestion;
      const written = Promise.withResolvers<void>();
      const goOn = Promise.withResolvers<void>();
      const slow: Database = Object.create(database, {
        transaction: {
          value: (work: (tx: Queries) => Promise<void>) =>
            database.transaction(async (tx) => {
              await work(tx);
              written.resolve();
              await goOn.promise;
            }),
        },
      });
      arrivals = new Arrivals(slow, clock.now);
      arrivals.note([arrival({ websiteId: 2 })]);
      const flushed = arrivals.flush();
      await written.promise;
      const erased = forgetWebsite(database, 2, clock.now());
      if (engine === 'postgres') await someoneWaits(database);
      goOn.resolve();
      await Promise.all([flushed, erased]);
      expect(await stored(2)).toEqual([]);
    });
  });
});

describe('recent arrivals', () => {
  let recent: RecentArrivals;

  beforeEach(() => {
    clock.offsetMs = 0;
    recent = new RecentArrivals(clock.now);
  });

  const view = (changes: Partial<Arrival> = {}) => arrival({ type: 'view', ...changes });
  /** Counted from the first. */
  const numbers = (websiteId = 1, after = 0) =>
    recent.after(websiteId, FIRST + after).map(({ number }) => number - FIRST);

  test('are those of the website, after a number, oldest first', () => {
    for (const websiteId of [1, 2, 1]) recent.add(view({ websiteId }));
    recent.add(arrival({ outcome: 'rejected' }));
    recent.add(view());
    expect(numbers()).toEqual([1, 2, 3, 4]);
    expect(numbers(1, 2)).toEqual([3, 4]);
    expect(numbers(2)).toEqual([1]);
    expect(numbers(3)).toEqual([]);
  });

  test('have numbers that do not tell how much arrives for other websites', () => {
    recent.add(view());
    const before = recent.lastNumberOf(1)!;
    for (let count = 0; count < 50; count++) recent.add(view({ websiteId: 2 }));
    expect(recent.lastNumberOf(1)).toBe(before);
    recent.add(view());
    expect(recent.after(1, before).map(({ number }) => number)).toEqual([before + 1]);
  });

  test('of a website that was forgotten meanwhile come after those before', () => {
    for (let count = 0; count < 3 * ENTRIES_PER_LIST_MAX; count++) recent.add(view());
    const before = recent.lastNumberOf(1)!;
    clock.advance(KEPT_MS);
    recent.dropOld();
    expect(recent.lastNumberOf(1)).toBeUndefined();
    recent.add(view());
    expect(recent.after(1, before)).toHaveLength(1);
  });

  test('are kept for some minutes', () => {
    recent.add(view());
    clock.advance(KEPT_MS / 2);
    recent.add(view());
    clock.advance(KEPT_MS / 2);
    expect(numbers()).toEqual([2]);
    clock.advance(KEPT_MS);
    recent.dropOld();
    clock.advance(-KEPT_MS);
    expect(numbers(), 'nothing is left in memory').toEqual([]);
  });

  test('are bounded in number, and those that were counted do not push out those that were not', () => {
    recent.add(arrival({ outcome: 'rejected', code: 'unknown_field' }));
    for (let count = 0; count < 2 * ENTRIES_PER_LIST_MAX; count++) recent.add(view());
    expect(numbers()).toHaveLength(ENTRIES_PER_LIST_MAX + 1);
    expect(numbers().slice(0, 2)).toEqual([1, ENTRIES_PER_LIST_MAX + 2]);
  });

  test('are bounded in bytes, and long texts are cut', () => {
    const long = 'x'.repeat(1_000_000);
    for (let count = 0; count < ENTRIES_PER_LIST_MAX; count++) {
      recent.add(view({ message: long, subject: long, origin: long, type: long, code: long }));
    }
    const kept = recent.after(1, 0);
    expect(kept.length).toBeGreaterThan(10);
    expect(Buffer.byteLength(JSON.stringify(kept), 'utf16le')).toBeLessThan(2 * BYTES_PER_LIST_MAX);
    expect(kept[0]!.message!.length).toBe(300);
    const { subject, origin, type, code } = kept[0]!;
    expect([subject, origin, type, code]).toEqual(Array(4).fill('x'.repeat(200)));
  });

  test('are of a bounded number of websites: the one that was silent longest goes first', () => {
    for (let websiteId = 1; websiteId <= WEBSITES_MAX; websiteId++) recent.add(view({ websiteId }));
    recent.add(view({ websiteId: 1 }));
    recent.add(view({ websiteId: WEBSITES_MAX + 1 }));
    expect(numbers(2)).toEqual([]);
    expect(numbers(1)).toHaveLength(2);
  });

  test('that are alike become one entry, unless somebody was shown it', () => {
    const counts = (after = 0) => recent.after(1, FIRST + after).map(({ count = 1 }) => count);
    recent.add(arrival());
    recent.add(arrival({ count: 4 }));
    expect(counts()).toEqual([5]);
    recent.add(arrival());
    recent.add(arrival());
    expect(counts(2), 'only what is new').toEqual([2]);
    expect(counts()).toEqual([5, 2]);
    recent.add(arrival({ keyId: 8 }));
    recent.add(view({ keyId: 8 }));
    recent.add(arrival({ keyId: 8 }));
    clock.advance(2_000);
    recent.add(arrival({ keyId: 8 }));
    expect(counts()).toEqual([5, 2, 1, 1, 1, 1]);
  });
});
