// What is erased, swept or merged in several transactions may be interrupted between any two of them, and events may come in there: the log
// still has what was counted, and another run completes it. That a transaction itself is killed is in test/faults/event-log-killed.test.ts.
import { describe, expect, onTestFinished, test } from 'vitest';
import { checkLog } from '../../../../src/core/engine/event-log/upkeep/check-log.ts';
import { dayFromIso } from '../../../../src/core/engine/rollups/calendar.ts';
import { checkIntervals } from '../../../../src/core/engine/rollups/check-intervals.ts';
import type { Database } from '../../../../src/core/foundation/database/database.ts';
import { ContactStore } from '../../../../src/core/manage/contacts/contact-store.ts';
import { forgetDay } from '../../../../src/core/manage/erasure/forget-day.ts';
import { forgetVisitor } from '../../../../src/core/manage/erasure/forget-visitor.ts';
import { forgetWebsite } from '../../../../src/core/manage/erasure/forget-website.ts';
import { sweepEventLogAfter } from '../../../../src/core/manage/erasure/sweep-event-log.ts';
import { sweepDaysAfter } from '../../../../src/core/manage/erasure/sweep-old-days.ts';
import { buildIntervals } from '../../../support/build-intervals.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import { logSize, mergeLog, switchLog } from '../../../support/event-log.ts';
import { eventWith, selectionWith } from '../../../support/events.ts';
import type { TestClock } from '../../../support/test-clock.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';
import { storedCounts } from '../../manage/erasure/stored-rows.ts';

const DATES = ['2024-01-05', '2025-02-11', '2025-03-01', '2025-03-10'];
const ERASED = '2025-02-11';

/** Calls `before` with the number of the transaction, from 0 on. */
function watched(database: Database, before: (number: number) => Promise<void>): Database {
  let number = 0;
  return {
    ...database,
    transaction: async (work, options) => {
      await before(number++);
      return database.transaction(work, options);
    },
  };
}

class Interrupted extends Error {}

describe.each(ANY_ENGINE)('on %s', (engine) => {
  /** For one test alone: a test that runs out of time goes on writing beside the next one. */
  async function createIngestion(): Promise<TestIngestion> {
    const ingestion = await createTestIngestion(engine);
    onTestFinished(() => ingestion.dispose());
    return ingestion;
  }

  /** Of each day, events in a run and events that are pending. */
  async function fill(ingestion: TestIngestion): Promise<void> {
    const { database, clock } = ingestion;
    await ingestion.reset();
    await switchLog(database, 1, true);
    const events = DATES.flatMap((date) => {
      const at = `${date}T12:00:00Z`;
      const visits = ['ada', 'bob'].flatMap((visitor) => [
        eventWith({ visitor, at }),
        eventWith({ visitor, at, type: 'conversion', element_id: 10000 }),
      ]);
      return [...visits, selectionWith({ field: 'color', value: 'red', at })];
    });
    await ingestion.count(...events);
    await mergeLog(database, clock);
    await ingestion.count(...events);
    await buildIntervals(database, clock);
  }

  const agree = async ({ database }: TestIngestion) => expect((await checkLog(database)).differences).toEqual([]);
  const state = async ({ database }: TestIngestion) => ({
    ...(await storedCounts(database)),
    events: (await logSize(database)).events,
  });

  type Work = (database: Database, clock: TestClock) => Promise<unknown>;
  const WORK: readonly (readonly [string, Work])[] = [
    ['forgetting a day', (database) => forgetDay(database, 1, dayFromIso(ERASED)!)],
    [
      'forgetting a visitor',
      (database, clock) => {
        const contacts = new ContactStore(database, clock.now);
        return forgetVisitor(database, contacts, { websiteId: 1, visitor: 'ada', isErasing: true });
      },
    ],
    ['forgetting a website', (database, clock) => forgetWebsite(database, 1, clock.now())],
    ['the retention of numbers', (database, clock) => sweepDaysAfter(20)(database, 1, clock.now())],
    ['the retention of the log', (database, clock) => sweepEventLogAfter(20)(database, 1, clock.now())],
    ['a merge', (database, clock) => mergeLog(database, clock)],
  ];

  describe.each(WORK)('%s', (_, work) => {
    test('that is interrupted leaves log and numbers that agree, and can be run again', async () => {
      const ingestion = await createIngestion();
      await fill(ingestion);
      await work(ingestion.database, ingestion.clock);
      const done = await state(ingestion);
      await fill(ingestion);
      // Each run comes one transaction further than the one before.
      for (let isInterrupted = true, transactions = 0; isInterrupted; transactions++) {
        const dying = watched(ingestion.database, async (number) => {
          if (number >= transactions) throw new Interrupted();
        });
        isInterrupted = await work(dying, ingestion.clock).then(
          () => false,
          (error) => error instanceof Interrupted || error,
        );
        expect(isInterrupted, 'another error').toBeTypeOf('boolean');
        await agree(ingestion);
      }
      expect(await state(ingestion)).toEqual(done);
      expect((await checkIntervals(ingestion.database)).differences).toEqual([]);
    });
  });

  test('events that come in while their day is forgotten are counted and logged, or neither', async () => {
    const ingestion = await createIngestion();
    await fill(ingestion);
    let sent = 0;
    const busy = watched(ingestion.database, async () => {
      sent++;
      await ingestion.count(eventWith({ visitor: `late-${sent}`, at: `${ERASED}T13:00:00Z` }));
      await agree(ingestion);
    });
    await forgetDay(busy, 1, dayFromIso(ERASED)!);
    expect(sent).toBeGreaterThan(2);
    await agree(ingestion);
    expect((await checkIntervals(ingestion.database)).differences).toEqual([]);
    // All but the first one, which came before the day was erased.
    const [counted] = await ingestion.database.query<{ views: number }>(
      'SELECT views FROM rollup_counters WHERE website_id = 1 AND subject_kind = 1 AND day = $1',
      [dayFromIso(ERASED)!],
    );
    expect(counted!.views).toBe(sent - 1);
  });
});
