// What is erased is gone from the event log too, merged or not; and what is kept still agrees with the rollups.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { decodeRun, dictionariesOf } from '../../../../src/core/engine/event-log/format/decode-run.ts';
import { noTimeIn } from '../../../../src/core/engine/event-log/format/log-event.ts';
import { visitorsOf } from '../../../../src/core/engine/event-log/format/run.ts';
import { writeRun } from '../../../../src/core/engine/event-log/format/write-run.ts';
import { firstLoggedDay } from '../../../../src/core/engine/event-log/storage/read-runs.ts';
import { insertRun } from '../../../../src/core/engine/event-log/storage/run-rows.ts';
import { checkLog } from '../../../../src/core/engine/event-log/upkeep/check-log.ts';
import { countVisitorInLog, eraseVisitorFromLog } from '../../../../src/core/engine/event-log/upkeep/erase.ts';
import { mergeDay } from '../../../../src/core/engine/event-log/upkeep/merge.ts';
import { mergeHere } from '../../../../src/core/engine/event-log/upkeep/merge-thread.ts';
import { dayFromIso } from '../../../../src/core/engine/rollups/calendar.ts';
import type { Database, SqlValue } from '../../../../src/core/foundation/database/database.ts';
import { sipKeyFromHex } from '../../../../src/core/foundation/sketches/sip-hash.ts';
import { hashVisitor, NOBODY_LOW } from '../../../../src/core/foundation/sketches/visitor-hash.ts';
import { UTC } from '../../../../src/core/foundation/time/zone.ts';
import { ContactStore } from '../../../../src/core/manage/contacts/contact-store.ts';
import { forgetDay } from '../../../../src/core/manage/erasure/forget-day.ts';
import { forgetVisitor } from '../../../../src/core/manage/erasure/forget-visitor.ts';
import { forgetWebsite } from '../../../../src/core/manage/erasure/forget-website.ts';
import { sweepEventLogAfter } from '../../../../src/core/manage/erasure/sweep-event-log.ts';
import { sweepDaysAfter } from '../../../../src/core/manage/erasure/sweep-old-days.ts';
import { ENGINES } from '../../../support/databases.ts';
import { ALL_DAYS, allRuns, logSize, mergeLog, switchLog } from '../../../support/event-log.ts';
import { eventWith, orderWith } from '../../../support/events.ts';
import { sweepRound } from '../../../support/sweep-round.ts';
import { createTestIngestion, type TestIngestion, VISITOR_KEY } from '../../../support/test-ingestion.ts';
import { countRuns } from './model.ts';

const DATES = ['2024-01-05', '2025-02-11', '2025-03-09', '2025-03-10'];
const TODAY = dayFromIso('2025-03-10')!;

function hashOf(visitor: string): { readonly visitorLow: number; readonly visitorHigh: number } {
  const hash = new Int32Array(2);
  hashVisitor(visitor, sipKeyFromHex(VISITOR_KEY), hash);
  return { visitorLow: hash[0]!, visitorHigh: hash[1]! };
}

describe.each(ENGINES)('on %s', (engine) => {
  let ingestion: TestIngestion;

  beforeAll(async () => {
    ingestion = await createTestIngestion(engine);
  });

  beforeEach(async () => {
    await ingestion.reset();
    for (const websiteId of [1, 2]) await switchLog(ingestion.database, websiteId, true);
  });

  afterAll(() => ingestion.dispose());

  /** Three visitors on each day. What the first commits have written is merged, what the last one has written is pending. */
  async function fill(): Promise<void> {
    const events = (website_id: number) =>
      DATES.flatMap((date) =>
        ['one', 'two', 'three'].map((visitor) =>
          eventWith({ website_id, visitor, at: `${date}T12:00:00Z`, ...(website_id === 1 && { element_id: 10000 }) }),
        ),
      );
    for (const websiteId of [1, 2]) await ingestion.count(...events(websiteId));
    await mergeLog(ingestion.database, ingestion.clock);
    await ingestion.count(...events(1), orderWith({ visitor: 'two', revenue: 5 }));
  }

  async function daysInLog(websiteId = 1): Promise<number[]> {
    const days = new Set((await allRuns(ingestion.database, websiteId)).map(({ day }) => day));
    return [...days].sort((a, b) => a - b);
  }

  const agree = async () => expect((await checkLog(ingestion.database)).differences).toEqual([]);
  const forget = (visitor: string, isErasing = true) =>
    forgetVisitor(ingestion.database, new ContactStore(ingestion.database, ingestion.clock.now), {
      websiteId: 1,
      visitor,
      isErasing,
    });

  describe('a visitor', () => {
    test.each([
      // The highest bit of the hash is set.
      { visitor: 'one', logged_events: 8, isNegative: true },
      { visitor: 'two', logged_events: 9, isNegative: false },
    ])('is gone, and the events stay counted: $visitor', async ({ visitor, logged_events, isNegative }) => {
      await fill();
      expect(hashOf(visitor).visitorHigh < 0).toBe(isNegative);
      const visitors = async () => {
        const hashes = new Set<string>();
        for (const run of await allRuns(ingestion.database)) {
          const { high, low } = visitorsOf(run);
          for (const [place, half] of high.entries()) {
            hashes.add(low[place] === NOBODY_LOW ? 'nobody' : `${half}/${low[place]}`);
          }
        }
        return hashes;
      };
      const before = await visitors();
      expect(await forget(visitor, false)).toMatchObject({ logged_events });
      expect(await visitors()).toEqual(before);
      expect(await forget(visitor)).toMatchObject({ logged_events });
      const left = await visitors();
      expect(left.has('nobody')).toBe(true);
      expect([...left].filter((hash) => before.has(hash))).toHaveLength(2);
      expect(left.size).toBe(before.size);
      expect(await forget(visitor)).not.toHaveProperty('logged_events');
      await agree();
      await mergeLog(ingestion.database, ingestion.clock);
      expect(await visitors()).toEqual(left);
      expect(await logSize(ingestion.database)).toMatchObject({ events: 25, pending: 0 });
      await agree();
    });

    test('is gone although merges run at the same time', async () => {
      const { database } = ingestion;
      for (let round = 0; round < 10; round++) {
        await ingestion.count(...['one', 'two', 'three'].map((visitor) => eventWith({ visitor })));
      }
      let isDone = false;
      const merging = (async () => {
        while (!isDone) {
          await mergeDay(database, { websiteId: 1, day: TODAY }, mergeHere, { isPast: true }).catch(() => {});
          await new Promise(setImmediate);
        }
      })();
      await forget('two');
      isDone = true;
      await merging;
      expect(await forget('two', false)).not.toHaveProperty('logged_events');
      expect((await logSize(database)).events).toBe(30);
      await agree();
    });

    test('is found in a run of many parts, of which one is read', async () => {
      const { database } = ingestion;
      const names = ['one', 'two', 'three'];
      await ingestion.count(...names.map((visitor) => eventWith({ visitor })));
      await mergeLog(database, ingestion.clock);
      const [run] = await allRuns(database);
      const { day, threshold } = run!;
      const [table, dictionaries] = [decodeRun(run!), dictionariesOf(run!)];
      const parts = names.map((_, event) => ({
        visitorsFrom: table.high[event]!,
        run: writeRun({ day, threshold, table, order: Uint32Array.of(event), dictionaries }),
      }));
      await database.transaction(async (tx) => {
        await tx.query('DELETE FROM event_log_runs WHERE website_id = 1');
        await insertRun(tx, 1, parts);
      });
      let read = 0;
      const noting: Pick<Database, 'query'> = {
        query: async <Row>(sql: string, params?: readonly SqlValue[]) => {
          const rows = await database.query<Row>(sql, params);
          if (sql.includes('FROM event_log_runs')) read += rows.length;
          return rows;
        },
      };
      for (const event of names.keys()) {
        const [low, high] = [table.low[event]! | 0, table.high[event]! | 0];
        const visitor = { websiteId: 1, visitorLow: low, visitorHigh: high };
        expect(await countVisitorInLog(noting, visitor)).toBe(1);
      }
      expect(read).toBe(names.length);
      for (const name of names) expect(await forget(name)).toMatchObject({ logged_events: 1 });
      await agree();
    });

    test('is gone although a merge moves the events between reading a run and erasing it', async () => {
      const { database } = ingestion;
      const place = { websiteId: 1, day: TODAY };
      const merge = () => mergeDay(database, place, mergeHere, { isPast: true });
      await ingestion.count(eventWith({ visitor: 'two' }));
      await merge();
      await ingestion.count(eventWith({ visitor: 'one' }));
      let passes = 0;
      const disturbed: Database = {
        ...database,
        query: (sql, params) => database.query(sql, params),
        transaction: async (work, options) => {
          // The visitor is in another run after this than in the one that was read.
          if (++passes === 1) await merge();
          return database.transaction(work, options);
        },
      };
      const visitor = { websiteId: 1, ...hashOf('two'), second: noTimeIn(UTC) };
      await eraseVisitorFromLog(disturbed, visitor);
      expect(passes).toBe(2);
      expect(await countVisitorInLog(database, visitor)).toBe(0);
      expect(await logSize(database)).toMatchObject({ events: 2, pending: 0 });
      await agree();
    });

    test('leaves the website of somebody else alone', async () => {
      await fill();
      await forget('two');
      expect((await logSize(ingestion.database, 2)).events).toBe(12);
    });
  });

  test('a day', async () => {
    await fill();
    await forgetDay(ingestion.database, 1, dayFromIso('2025-03-09')!);
    expect(await daysInLog()).toEqual([19_727, dayFromIso('2025-02-11'), TODAY]);
    expect(await daysInLog(2)).toHaveLength(DATES.length);
    await agree();
  });

  test('a website', async () => {
    await fill();
    await forgetWebsite(ingestion.database, 1, ingestion.clock.now());
    expect(await logSize(ingestion.database)).toEqual({ events: 0, pending: 0, runs: 0 });
    expect(await daysInLog(2)).toHaveLength(DATES.length);
    // For the next test, which has the same catalog.
    await ingestion.dispose();
    ingestion = await createTestIngestion(engine);
  });

  describe('retention', () => {
    test('moves the first day, and late events of earlier days are not logged any more', async () => {
      await fill();
      const sweep = () => sweepRound(ingestion.database, ingestion.clock.now(), sweepEventLogAfter(30));
      await sweep();
      expect(await firstLoggedDay(ingestion.database, 1)).toBe(TODAY - 30);
      expect(await daysInLog()).toEqual(DATES.slice(1).map(dayFromIso));
      await ingestion.count(eventWith({ at: '2024-01-05T12:00:00Z' }), eventWith());
      expect(await daysInLog()).toEqual(DATES.slice(1).map(dayFromIso));
      await agree();
    });

    test('of the numbers takes the log along', async () => {
      await fill();
      await sweepRound(ingestion.database, ingestion.clock.now(), sweepDaysAfter(20));
      expect(await daysInLog()).toEqual(DATES.slice(1).map(dayFromIso));
      await agree();
    });

    test('of the numbers takes page views along that are older than all numbers, and leaves the first day', async () => {
      const at = (date: string) => ({ at: `${date}T12:00:00Z` });
      await ingestion.count(eventWith({ type: 'page_view', ...at('2025-01-05') }), eventWith(at('2025-03-05')));
      await sweepRound(ingestion.database, ingestion.clock.now(), sweepDaysAfter(20));
      expect(await daysInLog()).toEqual([dayFromIso('2025-03-05')]);
      const sql = 'SELECT first_day FROM website_activity WHERE website_id = 1';
      expect(await ingestion.database.query(sql)).toEqual([{ first_day: dayFromIso('2025-03-05') }]);
      await agree();
    });

    test('erases all of a log that was switched off, and one that is on again stays whole', async () => {
      await fill();
      const sweep = () => sweepRound(ingestion.database, ingestion.clock.now(), sweepEventLogAfter(400));
      await switchLog(ingestion.database, 1, false);
      await sweep();
      expect(await logSize(ingestion.database)).toEqual({ events: 0, pending: 0, runs: 0 });
      await switchLog(ingestion.database, 1, true);
      await ingestion.count(eventWith({ at: '2025-03-11T00:00:00Z' }));
      expect(await firstLoggedDay(ingestion.database, 1)).toBe(TODAY + 1);
      await sweep();
      expect((await logSize(ingestion.database)).events).toBe(1);
      await agree();
    });
  });

  test('totals of a breakdown still add up after a visitor was erased', async () => {
    await fill();
    await forget('two');
    const question = { subjects: [{ kind: 1, id: 1 } as const], windows: [ALL_DAYS], filters: [] };
    const answer = countRuns(await allRuns(ingestion.database), question).subjects[0]![0]!;
    expect(answer.all).toMatchObject({ total: { orders: 1, revenue: 50_000 } });
  });
});
