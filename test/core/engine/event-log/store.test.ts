// The stored event log: it has the events that the rollups have counted, whatever happens in which order.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type BreakdownQuestion, breakdown } from '../../../../src/core/engine/event-log/breakdowns/breakdown.ts';
import { RunsLog } from '../../../../src/core/engine/event-log/counting/log-of-runs.ts';
import type { LogReads } from '../../../../src/core/engine/event-log/counting/log-question.ts';
import { mergeRuns } from '../../../../src/core/engine/event-log/format/merge-runs.ts';
import { runOfPending } from '../../../../src/core/engine/event-log/format/pending.ts';
import { ALL_VISITORS, visitorsOf } from '../../../../src/core/engine/event-log/format/run.ts';
import { COLUMN_NUMBERS } from '../../../../src/core/engine/event-log/format/stored-numbers.ts';
import { askLog, readLog } from '../../../../src/core/engine/event-log/questions/ask-log.ts';
import {
  countLoggedEvents,
  firstLoggedDay,
  listParts,
  readRuns,
} from '../../../../src/core/engine/event-log/storage/read-runs.ts';
import { checkLog } from '../../../../src/core/engine/event-log/upkeep/check-log.ts';
import {
  type MergeRuns,
  mergeDay,
  RowsGoneError,
  runsOfPastDay,
  runsToMerge,
  smallestWithin,
} from '../../../../src/core/engine/event-log/upkeep/merge.ts';
import { busyDays } from '../../../../src/core/engine/event-log/upkeep/merge-job.ts';
import { mergeHere } from '../../../../src/core/engine/event-log/upkeep/merge-thread.ts';
import { dayFromIso } from '../../../../src/core/engine/rollups/calendar.ts';
import { keepWebsite, lockWebsiteAlone, lockWebsites } from '../../../../src/core/engine/rollups/store.ts';
import type { SqlValue } from '../../../../src/core/foundation/database/database.ts';
import { Random } from '../../../../src/core/foundation/statistics/random.ts';
import { BulkEvents } from '../../../../src/core/intake/bulk/bulk-events.ts';
import { importEvents } from '../../../../src/core/intake/bulk/import-events.ts';
import { ANY_ENGINE, ENGINES } from '../../../support/databases.ts';
import { ALL_DAYS, allRuns, logSize, mergeLog, switchLog } from '../../../support/event-log.ts';
import {
  batchOf,
  bytesOf,
  eventWith,
  ndjson,
  orderWith,
  type SentEvent,
  selectionWith,
} from '../../../support/events.ts';
import { IS_LONG } from '../../../support/long.ts';
import { RandomStream } from '../../../support/random-events.ts';
import type { ModelCatalog } from '../../../support/reference-model.ts';
import { SAMPLE_CATALOG } from '../../../support/sample-catalog.ts';
import { DAY_MS } from '../../../support/test-clock.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';
import { countRuns } from './model.ts';

const TODAY = dayFromIso('2025-03-10')!;
const DATES = ['2025-03-07', '2025-03-08', '2025-03-09', '2025-03-10'];

describe.each(ENGINES)('on %s', (engine) => {
  let ingestion: TestIngestion;

  beforeAll(async () => {
    ingestion = await createTestIngestion(engine);
  });

  beforeEach(async () => {
    await ingestion.reset();
    await switchLog(ingestion.database, 1, true);
    await switchLog(ingestion.database, 2, false);
  });

  afterAll(() => ingestion.dispose());

  const merge = () => mergeLog(ingestion.database, ingestion.clock);
  const views = (count: number, fields: SentEvent = {}) =>
    Array.from({ length: count }, (_, number) => eventWith({ visitor: `visitor-${number}`, ...fields }));

  async function expectLogged(events: number): Promise<void> {
    expect((await checkLog(ingestion.database)).differences).toEqual([]);
    expect((await logSize(ingestion.database)).events).toBe(events);
    expect(await countLoggedEvents(ingestion.database, [1], [ALL_DAYS])).toMatchObject({ events });
  }

  test('a commit writes one row for each website and day, in all types, and a merge makes one run of them', async () => {
    const yesterday = '2025-03-09T23:59:59Z';
    await ingestion.count(...views(3), eventWith({ at: yesterday }), eventWith({ website_id: 2 }));
    await ingestion.count(orderWith({ element_id: 10001, products: [{ value: 'sku', revenue: 3 }] }));
    await ingestion.count(selectionWith({ field: 'color', value: 'red' }), orderWith({ revenue: '900000000' }));
    expect(await logSize(ingestion.database)).toEqual({ events: 7, pending: 4, runs: 0 });
    await merge();
    expect(await logSize(ingestion.database)).toEqual({ events: 7, pending: 0, runs: 2 });
    await expectLogged(7);
  });

  test('a website without a log writes nothing', async () => {
    await ingestion.count(...views(3, { website_id: 2 }));
    expect(await logSize(ingestion.database, 2)).toEqual({ events: 0, pending: 0, runs: 0 });
    expect(await firstLoggedDay(ingestion.database, 2)).toBeUndefined();
    expect(await checkLog(ingestion.database)).toEqual({ websites: 0, days: 0, differences: [] });
  });

  test('a day may have more revenue than a number holds exactly', async () => {
    const orders = Array.from({ length: 1_000 }, (_, place) =>
      orderWith({ order_id: `large-${place}`, revenue: 1_000_000_000 }),
    );
    await ingestion.count(...orders);
    await expectLogged(1_000);
  });

  test('page views alone begin a log, count for no day, and their damage is found', async () => {
    const { database } = ingestion;
    const pageView = eventWith({ type: 'page_view', page: '/' });
    expect(await ingestion.count({ ...pageView, at: '2025-03-08T12:00:00Z' }, pageView)).toMatchObject({ accepted: 2 });
    expect(await logSize(database)).toMatchObject({ events: 2 });
    const [activity] = await database.query(
      'SELECT log_from, first_day, last_day FROM website_activity WHERE website_id = 1',
    );
    expect(activity).toEqual({ log_from: 0, first_day: null, last_day: null });
    expect(await checkLog(database)).toEqual({ websites: 1, days: 3, differences: [] });
    await database.transaction((tx) =>
      tx.query('UPDATE event_log_pending SET checksum = checksum + 1 WHERE day = $1', [TODAY - 2]),
    );
    expect((await checkLog(database)).differences).toEqual([{ websiteId: 1, day: TODAY - 2, problem: 'damaged' }]);
  });

  test('random commits with duplicates and late events, imports and merges in between: log and rollups agree', async () => {
    const { database, stages, clock, url } = ingestion;
    const stream = new RandomStream(SAMPLE_CATALOG as ModelCatalog, {
      seed: 11,
      visitors: 60,
      dates: DATES,
      pageViews: 0.1,
    });
    const random = new Random(3);
    const bulk = new BulkEvents(database, url, clock.now);
    let [accepted, duplicates] = [0, 0];
    for (let round = 0; round < 12; round++) {
      const sent = Array.from({ length: random.between(1, 80) }, () => ({ ...stream.next().event, website_id: 1 }));
      const outcome =
        round % 4 === 3
          ? await importEvents(database, bulk, [bytesOf(ndjson(sent))] as unknown as AsyncIterable<Uint8Array>)
          : (await stages.commitSent([batchOf(sent)]))[0]!;
      accepted += outcome.accepted;
      duplicates += outcome.duplicates;
      if (random.chance(0.3)) await merge();
    }
    await bulk.close();
    expect(duplicates).toBeGreaterThan(0);
    await expectLogged(accepted);
    await merge();
    await expectLogged(accepted);
    expect(await logSize(database)).toMatchObject({ pending: 0, runs: DATES.length });
  });

  describe('the first day', () => {
    test('is the beginning if the log is on before the first event', async () => {
      expect(await firstLoggedDay(ingestion.database, 1)).toBe(0);
      await ingestion.count(eventWith({ at: '2024-01-01T00:00:00Z' }));
      expect(await firstLoggedDay(ingestion.database, 1)).toBe(0);
      await expectLogged(1);
    });

    test('is the day after the last one with events that were not logged, and earlier events are left out', async () => {
      await ingestion.count(eventWith({ website_id: 2, at: '2025-03-09T12:00:00Z' }));
      await switchLog(ingestion.database, 2, true);
      expect(await firstLoggedDay(ingestion.database, 2)).toBe(TODAY);
      const late = eventWith({ website_id: 2, at: '2025-03-09T13:00:00Z' });
      await ingestion.count(late, eventWith({ website_id: 2 }));
      await ingestion.count(late);
      expect(await firstLoggedDay(ingestion.database, 2)).toBe(TODAY);
      expect((await allRuns(ingestion.database, 2)).map(({ day, eventCount }) => [day, eventCount])).toEqual([
        [TODAY, 1],
      ]);
      expect((await checkLog(ingestion.database)).differences).toEqual([]);
    });

    test('is the next day if today has events already', async () => {
      await ingestion.count(eventWith({ website_id: 2 }));
      await switchLog(ingestion.database, 2, true);
      await ingestion.count(eventWith({ website_id: 2 }));
      expect(await firstLoggedDay(ingestion.database, 2)).toBe(TODAY + 1);
      expect(await logSize(ingestion.database, 2)).toMatchObject({ events: 0 });
    });

    test('moves if events came in while the log was off, and not otherwise', async () => {
      await ingestion.count(eventWith());
      for (const isOn of [false, true]) await switchLog(ingestion.database, 1, isOn);
      await ingestion.count(eventWith());
      expect(await firstLoggedDay(ingestion.database, 1)).toBe(0);
      await expectLogged(2);
      await switchLog(ingestion.database, 1, false);
      await ingestion.count(eventWith());
      await switchLog(ingestion.database, 1, true);
      expect(await firstLoggedDay(ingestion.database, 1)).toBe(TODAY + 1);
      ingestion.clock.nowMs += DAY_MS;
      await ingestion.count(eventWith(), eventWith({ at: '2025-03-10T12:00:00Z' }));
      expect(await firstLoggedDay(ingestion.database, 1)).toBe(TODAY + 1);
      expect((await checkLog(ingestion.database)).differences).toEqual([]);
    });

    test('does not move for a batch that was counted before the log was switched on', async () => {
      const { database, stages } = ingestion;
      const accepted = await stages.acceptAll([batchOf([eventWith({ website_id: 2 })])]);
      await switchLog(database, 2, true);
      await stages.commit(accepted);
      await ingestion.count(eventWith({ website_id: 2 }));
      expect((await checkLog(database)).differences).toEqual([]);
    });
  });

  describe('merges', () => {
    const place = { websiteId: 1, day: TODAY };
    const mergeToday = (isPast = false) => mergeDay(ingestion.database, place, mergeHere, { isPast });

    test('leave large runs alone until the day is over', async () => {
      await ingestion.count(...views(50));
      await mergeToday();
      await ingestion.count(...views(2));
      await mergeToday();
      await mergeToday();
      expect(await logSize(ingestion.database)).toEqual({ events: 52, pending: 0, runs: 2 });
      ingestion.clock.nowMs += DAY_MS;
      await merge();
      expect(await logSize(ingestion.database)).toEqual({ events: 52, pending: 0, runs: 1 });
      await expectLogged(52);
    });

    test('begin soon where commits have added many rows', async () => {
      for (const event of views(3)) await ingestion.count(event);
      expect(await busyDays(ingestion.database, 4)).toEqual([]);
      expect(await busyDays(ingestion.database, 3)).toEqual([place]);
    });

    test('begin soon where commits have added many events in few rows', async () => {
      await ingestion.count(...views(3));
      await ingestion.count(...views(2));
      expect(await busyDays(ingestion.database, 3, 6)).toEqual([]);
      expect(await busyDays(ingestion.database, 3, 5)).toEqual([place]);
    });

    test('make runs with larger numbers than the older ones, also if the clock of another node is ahead', async () => {
      const numbers = async () => {
        const sql = 'SELECT DISTINCT run FROM event_log_runs WHERE website_id = 1 ORDER BY run';
        return (await ingestion.database.query<{ run: number }>(sql)).map(({ run }) => run);
      };
      await ingestion.count(...views(100));
      await merge();
      await ingestion.database.transaction((tx) => tx.query('UPDATE event_log_runs SET run = run + 3600000000'));
      const [ahead] = await numbers();
      // Too few to be merged with the others.
      await ingestion.count(...views(1));
      await merge();
      const [older, newer] = await numbers();
      expect(older).toBe(ahead);
      expect(newer).toBeGreaterThan(ahead!);
    });

    test('of two nodes at the same time do not double anything', async () => {
      for (const event of views(4)) await ingestion.count(event);
      const results = await Promise.allSettled([mergeToday(true), mergeToday(true), mergeToday(true)]);
      for (const result of results)
        if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(RowsGoneError);
      await expectLogged(4);
    });

    test('and commits do not wait for each other', async () => {
      const { database } = ingestion;
      await ingestion.count(...views(2));
      // SQLite has one writer. There, transactions that wait for each other in the same thread would never end.
      if (engine === 'sqlite') return;
      await database.transaction(async (tx) => {
        await lockWebsites(tx, [1]);
        await mergeToday();
        expect(await logSize(database)).toEqual({ events: 2, pending: 0, runs: 1 });
      });
      await database.transaction(async (tx) => {
        await keepWebsite(tx, 1);
        await tx.query('DELETE FROM event_log_runs WHERE website_id = 1');
        await ingestion.count(...views(3));
      });
      expect(await logSize(database)).toEqual({ events: 3, pending: 1, runs: 0 });
    });

    test('wait for an erasure, and merge nothing that it has erased', async () => {
      const { database } = ingestion;
      await ingestion.count(...views(2));
      const mergeLate: MergeRuns = async (toMerge) => {
        await database.transaction(async (tx) => {
          await lockWebsiteAlone(tx, 1);
          await tx.query('DELETE FROM event_log_pending WHERE website_id = 1');
        });
        return mergeHere(toMerge);
      };
      const merging = mergeDay(database, place, mergeLate, { isPast: false });
      await expect(merging).rejects.toThrow(RowsGoneError);
      expect(await logSize(database)).toEqual({ events: 0, pending: 0, runs: 0 });
    });

    test('are not seen by halves: a question finds each committed event once', async () => {
      const { database } = ingestion;
      let [begun, committed, isDone] = [0, 0, false];
      const commit = async () => {
        for (const event of views(40)) {
          begun++;
          await ingestion.count(event);
          committed++;
        }
        isDone = true;
      };
      const mergeAgain = async () => {
        while (!isDone) {
          await mergeToday(true).catch(() => {});
          await new Promise(setImmediate);
        }
      };
      const read = async () => {
        while (!isDone) {
          const least = committed;
          const runs = await readRuns(database, { websiteId: 1, days: [ALL_DAYS], columns: [] });
          const events = runs.reduce((sum, { eventCount }) => sum + eventCount, 0);
          expect(events).toBeGreaterThanOrEqual(least);
          expect(events).toBeLessThanOrEqual(begun);
          await new Promise(setImmediate);
        }
      };
      await Promise.all([commit(), mergeAgain(), read()]);
      await expectLogged(40);
    });
  });

  describe.runIf(ANY_ENGINE.includes(engine))('ten thousand commits of a single event in a minute', () => {
    const SECONDS = IS_LONG ? 60 : 30;
    const PER_SECOND = 167;

    /** Adds the rows of as many commits as there are in a second, with the versions of later ones. */
    async function secondsOfCommits(): Promise<(second: number) => Promise<void>> {
      const { database } = ingestion;
      for (const event of views(PER_SECOND)) await ingestion.count(event);
      const columns = ['website_id', 'day', 'version', 'part', 'event_count', 'content', 'checksum'];
      const rows = await database.query<Record<string, SqlValue>>(`SELECT ${columns} FROM event_log_pending`);
      expect(rows).toHaveLength(PER_SECOND);
      return async (second) => {
        const later = rows.map((row) => ({ ...row, version: Number(row.version) + second * PER_SECOND }));
        await database.transaction((tx) =>
          tx.insertMany({
            into: 'event_log_pending',
            columns,
            rows: later.map((row: Record<string, SqlValue>) => columns.map((column) => row[column]!)),
          }),
        );
      };
    }

    const eventsRead = async () =>
      (await allRuns(ingestion.database)).reduce((sum, { eventCount }) => sum + eventCount, 0);

    test('leave a question a few rows and runs to read, if the job looks every second', async () => {
      const { database } = ingestion;
      const commit = await secondsOfCommits();
      for (let second = 1; second <= SECONDS; second++) {
        for (const day of await busyDays(database)) await mergeDay(database, day, mergeHere, { isPast: false });
        expect((await countLoggedEvents(database, [1], [ALL_DAYS])).pendingRows).toBe(0);
        // The sizes of runs double, so their number grows with the logarithm of that of the events.
        expect((await listParts(database, 1, [ALL_DAYS])).heads.length).toBeLessThanOrEqual(8);
        await commit(second);
      }
      expect(await eventsRead()).toBe((SECONDS + 1) * PER_SECOND);
    });

    test('are answered if nothing was merged, and then merged in small transactions', async () => {
      const { database } = ingestion;
      const commit = await secondsOfCommits();
      for (let second = 1; second <= SECONDS; second++) await commit(second);
      const log = { websiteId: 1, firstDay: 0, eventsMax: 100_000 };
      const reads = { windows: [{ firstDay: TODAY, lastDay: TODAY }], dimensions: [], needsTimes: false };
      expect((await readLog(database, log, reads)).sampled).toBe(false);
      let waiting = (SECONDS + 1) * PER_SECOND;
      for (let isMore = true; isMore; ) {
        isMore = await mergeDay(database, { websiteId: 1, day: TODAY }, mergeHere, { isPast: false });
        const { pendingRows } = await countLoggedEvents(database, [1], [ALL_DAYS]);
        expect(waiting - pendingRows).toBeLessThanOrEqual(2_000);
        expect(pendingRows).toBeLessThan(waiting);
        waiting = pendingRows;
      }
      expect(waiting).toBe(0);
      expect(await eventsRead()).toBe((SECONDS + 1) * PER_SECOND);
    });
  });

  describe('a question does not read more than it may', () => {
    const LOG = { websiteId: 1, firstDay: 0, eventsMax: 1_000 };
    const window = { firstDay: TODAY - 1, lastDay: TODAY };
    const question: BreakdownQuestion = {
      ...{ subjects: [{ kind: 1, id: 1 }], windows: [window], filters: [], countType: 'total' },
      breakDown: { by: 'device', windows: 1, valuesMax: 50 },
    };
    const { reads, count } = breakdown(question);
    const DEVICES = ['mobile', 'desktop', 'tablet'];

    /** 80 visitors, each on both days, in 16 commits; some of it is merged. */
    async function fill(): Promise<void> {
      const commits = Array.from({ length: 16 }, (_, commit) =>
        Array.from({ length: 10 }, (_, n) =>
          eventWith({
            ...{ visitor: `visitor-${(commit % 8) * 10 + n}`, device: DEVICES[n % 3]! },
            at: `2025-03-${commit < 8 ? '09' : '10'}T10:00:00Z`,
          }),
        ),
      );
      for (const events of commits.slice(0, 4)) await ingestion.count(...events);
      await merge();
      for (const events of commits.slice(4)) await ingestion.count(...events);
    }

    test('if everything was merged, or little was not', async () => {
      await fill();
      const sampled = async () => (await readLog(ingestion.database, { ...LOG, eventsMax: 50 }, reads)).sampled;
      expect(await sampled()).toEqual({ rate: expect.closeTo(50 / 160, 6) });
      await merge();
      expect(await sampled()).toEqual({ rate: expect.closeTo(50 / 160, 6) });
    });

    test('if many events were not merged: the same sample as if all were', async () => {
      await fill();
      const { database } = ingestion;
      const log = await readLog(database, { ...LOG, pendingMax: { rows: 20, events: 60 } }, reads);
      const answer = count(log);
      expect(answer.sampled).toEqual({ rate: expect.closeTo(60 / 120, 6) });
      // Nobody else is in memory.
      const pending = log.runs.all.filter(({ threshold }) => threshold < ALL_VISITORS);
      expect(pending.map(({ day }) => day).sort()).toEqual([TODAY - 1, TODAY]);
      expect(pending.every((run) => visitorsOf(run).high.every((high) => high < 2 ** 31))).toBe(true);
      await merge();
      const merged = await readLog(database, LOG, reads);
      expect(merged.sampled).toBe(false);
      expect(answer).toEqual(count(new RunsLog(merged.runs.all, reads, 60 / 120)));
      expect(answer.subjects[0]![0]!.all.total.views).toBeGreaterThan(0);
    });

    test('and answers are shares of what the rollups have, and say that they come from a sample', async () => {
      await fill();
      const { database } = ingestion;
      const orders = Array.from({ length: 30 }, (_, n) => orderWith({ visitor: `visitor-${n}`, order_id: `o-${n}` }));
      await ingestion.count(...orders);
      const log = { ...LOG, pendingMax: { rows: 20, events: 60 } };
      const sampled = { rate: expect.closeTo(60 / 150, 6) };
      const { subjects, windows, filters } = question;
      const query = { subjects, windows, filters, countType: 'total', isScaled: true } as const;
      const answer = await askLog(database, log, breakdown(query));
      expect([answer.counts[0]![0]!.views, answer.sampled]).toEqual([160, sampled]);
    });

    test('if they are in many rows: some at a time, but all of them', async () => {
      await fill();
      const { database } = ingestion;
      const { subjects, sampled } = count(
        await readLog(database, { ...LOG, pendingMax: { rows: 3, events: 500 } }, reads),
      );
      expect([sampled, subjects[0]![0]!.all.total.views, subjects[0]![0]!.all.distinct.views]).toEqual([
        false,
        160,
        80,
      ]);
      expect(subjects).toEqual(count(await readLog(database, LOG, reads)).subjects);
    });

    test('and reads each event once, also if what it is about to read is merged, and more arrives', async () => {
      await fill();
      const { database } = ingestion;
      let merges = 0;
      const disturbed = {
        query: async <Row>(sql: string, params?: readonly SqlValue[]) => {
          const rows = await database.query<Row>(sql, params);
          // Each time after it was counted what is pending.
          if (sql.includes('MAX(version)') && merges++ < 3) {
            await mergeDay(database, { websiteId: 1, day: TODAY - (merges % 2) }, mergeHere, { isPast: true });
            await ingestion.count(eventWith({ visitor: `late-${merges}` }));
          }
          return rows;
        },
      } as Pick<typeof database, 'query'>;
      const log = await readLog(disturbed, { ...LOG, pendingMax: { rows: 3, events: 500 } }, reads);
      expect(merges).toBeGreaterThan(2);
      // Those that arrived before their day was read the last time are there, too.
      const { views: seen } = count(log).subjects[0]![0]!.all.total;
      expect(seen).toBeGreaterThanOrEqual(160);
      expect(seen).toBeLessThanOrEqual(163);
      const yesterday = { ...question, windows: [{ firstDay: TODAY - 1, lastDay: TODAY - 1 }] };
      expect(countRuns(log.runs.all, yesterday).subjects[0]![0]!.all.total.views).toBe(80);
    });
  });

  test(
    'a commit with many events of a day writes a run at once, with a larger number than the older ones, also if the clock of another ' +
      'node is ahead',
    async () => {
      const { database, stages } = ingestion;
      const numbers = async () => {
        const sql = 'SELECT DISTINCT run FROM event_log_runs WHERE website_id = 1 ORDER BY run';
        return (await database.query<{ run: number }>(sql)).map(({ run }) => run);
      };
      await ingestion.count(...views(2));
      await merge();
      await database.transaction((tx) => tx.query('UPDATE event_log_runs SET run = run + 3600000000'));
      const [ahead] = await numbers();
      await stages.commitSent(Array.from({ length: 17 }, () => batchOf(views(1_000, { device: 'mobile' }))));
      expect(await logSize(database)).toEqual({ events: 17_002, pending: 0, runs: 2 });
      expect(await numbers()).toEqual([ahead, expect.any(Number)]);
      await expectLogged(17_002);
    },
  );

  test('a lost column of a dimension is damage', async () => {
    const { database } = ingestion;
    await ingestion.count(...views(3, { device: 'mobile' }));
    await merge();
    // What is pending has values of the dimension, too, and can not stand in for the column.
    await ingestion.count(...views(1, { device: 'desktop' }));
    expect((await checkLog(database)).differences).toEqual([]);
    const device = COLUMN_NUMBERS.device;
    await database.transaction((tx) => tx.query('DELETE FROM event_log_runs WHERE column_number = $1', [device]));
    expect((await checkLog(database)).differences).toEqual([{ websiteId: 1, day: TODAY, problem: 'damaged' }]);
  });

  test('a question does not read days that are in none of its windows', async () => {
    const { database } = ingestion;
    for (const date of DATES) await ingestion.count(...views(2, { at: `${date}T12:00:00Z` }));
    const windows = [TODAY - 3, TODAY - 1].map((day) => ({ firstDay: day, lastDay: day }));
    const log = { websiteId: 1, firstDay: 0, eventsMax: 4 };
    const reads: LogReads = { windows, dimensions: [], needsTimes: false };
    const { runs, sampled } = await readLog(database, log, reads);
    expect(runs.all.map(({ day }) => day).sort()).toEqual([TODAY - 3, TODAY - 1]);
    expect(sampled).toBe(false);
    // The type of a visitor depends on all days.
    const withTypes = await readLog(database, log, { ...reads, dimensions: ['visitor_type'] });
    expect(withTypes.runs.all.map(({ day }) => day).sort()).toEqual([TODAY - 3, TODAY - 2, TODAY - 1]);
  });

  test('a question about a sample reads only the parts of a large run that it needs', async () => {
    const { database } = ingestion;
    await ingestion.count(...views(200));
    const inParts: MergeRuns = async ({ day, pending }) =>
      mergeRuns([runOfPending(day, pending)], { partEventsMax: 20 });
    await mergeDay(database, { websiteId: 1, day: TODAY }, inParts, { isPast: false });
    const all = await allRuns(database);
    expect(all.length).toBeGreaterThan(8);
    await expectLogged(200);
    const wanted = { websiteId: 1, days: [ALL_DAYS], columns: [], sampleRate: 0.25 };
    const read = (await readRuns(database, wanted)).reduce((sum, { eventCount }) => sum + eventCount, 0);
    expect(read).toBeLessThan(80);
    await merge();
    await expectLogged(200);
  });
});

test(
  'SQLite finds the parts of runs, and how many events they have, in an index: ' +
    'they are counted and listed without reading a page for each',
  async () => {
    await using cleanup = new AsyncDisposableStack();
    const { database, dispose } = await createTestIngestion('sqlite');
    cleanup.defer(dispose);
    const plans: string[] = [];
    const explaining = {
      query: async <Row>(sql: string, params?: readonly SqlValue[]) => {
        const plan = await database.query<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params);
        plans.push(plan.map(({ detail }) => detail).join());
        return database.query<Row>(sql, params);
      },
    };
    await countLoggedEvents(explaining, [1], [ALL_DAYS]);
    await listParts(explaining, 1, [ALL_DAYS]);
    expect(plans).toHaveLength(2);
    for (const plan of plans) expect(plan).toContain('SEARCH event_log_runs USING COVERING INDEX event_log_parts ');
  },
);

/** Each has more events than a part of a run. */
const MANY_LARGE = Array.from({ length: 32 }, (_, run) => 20_000 + run);

test.each([
  [[], 5, []],
  [[10, 30, 100], 5, [10, 30]],
  [[100, 11], 5, []],
  [[1, 2, 4, 8, 16, 1_000], 1, [1, 2, 4, 8, 16]],
  [[10, 20_000, 30_000], 50_000, [10]],
  [MANY_LARGE.slice(1), 50_000, []],
  [MANY_LARGE, 50_000, MANY_LARGE],
  [[10, ...MANY_LARGE, 2_000_000], 50_000, [10, ...MANY_LARGE]],
])('of runs with %j events, those that are merged with %i others: %j', (sizes, pending, merged) => {
  const runs = sizes.map((events) => ({ run: events, events }));
  expect(runsToMerge(runs, pending)).toEqual(merged);
});

test.each([
  [[], 5, []],
  [[100], 1, [100]],
  [[100, 2, 1], 0, [100, 2, 1]],
  [[1_000, 2, 1], 5, [2, 1]],
])(
  'of runs with %j events of a day in the past, those that are merged with %i others: %j',
  (sizes, pending, merged) => {
    const runs = sizes.map((events) => ({ run: events, events }));
    expect(runsOfPastDay(runs, pending)).toEqual(merged);
  },
);

test.each([
  [[30, 10, 20], 60, [10, 20, 30]],
  [[30, 10, 20], 59, [10, 20]],
  [[30, 10, 5, 200], 44, [5, 10]],
  [[30], 29, []],
])('of runs with %j events, those that are merged where memory is for %i: %j', (sizes, eventsMax, merged) => {
  const runs = sizes.map((events) => ({ run: events, events }));
  expect(smallestWithin(eventsMax, sizes, [...runs, { run: 1, events: 1 }])).toEqual(merged);
});
