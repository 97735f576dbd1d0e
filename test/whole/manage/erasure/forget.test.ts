// What is erased is as if it had never been counted, and nothing else changes.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { COMMAND_LINE } from '../../../../src/core/contract/access/principal.ts';
import { createToken } from '../../../../src/core/contract/access/tokens.ts';
import { changeWebsiteSettings } from '../../../../src/core/engine/catalog/website-settings.ts';
import { dayFromIso, isoOfDay } from '../../../../src/core/engine/rollups/calendar.ts';
import { lockWebsites } from '../../../../src/core/engine/rollups/store.ts';
import { DISTRIBUTED_TABLES } from '../../../../src/core/foundation/database/citus/citus.ts';
import type { Database, Queries } from '../../../../src/core/foundation/database/database.ts';
import { commitInTwoPhases } from '../../../../src/core/foundation/database/two-phases.ts';
import { sweepEventIds, sweepOrdersAfter } from '../../../../src/core/intake/commit/sweep-seen.ts';
import { createIngestKey } from '../../../../src/core/intake/ingest-keys/ingest-keys.ts';
import { ContactStore } from '../../../../src/core/manage/contacts/contact-store.ts';
import { readChanges } from '../../../../src/core/manage/contacts/read-changes.ts';
import { countDay, forgetDay } from '../../../../src/core/manage/erasure/forget-day.ts';
import { forgetVisitor } from '../../../../src/core/manage/erasure/forget-visitor.ts';
import { countWebsite, forgetWebsite } from '../../../../src/core/manage/erasure/forget-website.ts';
import { sweepEventLogAfter } from '../../../../src/core/manage/erasure/sweep-event-log.ts';
import { sweepDaysAfter } from '../../../../src/core/manage/erasure/sweep-old-days.ts';
import { SavedRecords } from '../../../../src/core/manage/resources/saved-records.ts';
import { addToOutbox } from '../../../../src/extensions/notifications/outbox/outbox.ts';
import { Costs } from '../../../../src/extensions/questions/costs.ts';
import { FUNNELS } from '../../../../src/extensions/questions/saved-funnel-operations.ts';
import { allRows, storedCounts } from '../../../core/manage/erasure/stored-rows.ts';
import { slackMessage } from '../../../extensions/notifications/outbox/messages.ts';
import { ENGINES } from '../../../support/databases.ts';
import { logSize, switchLog } from '../../../support/event-log.ts';
import { batchOf, eventWith, orderWith, type SentEvent, selectionWith } from '../../../support/events.ts';
import { someoneWaits } from '../../../support/lock-waits.ts';
import { distinctByDays, distinctByIntervals, storedTotals } from '../../../support/stored-days.ts';
import { sweepRound } from '../../../support/sweep-round.ts';
import { DAY_MS } from '../../../support/test-clock.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';

const WEBSITE = { websiteId: 1, kind: 'website', id: 1 } as const;
const PLACES: SentEvent[] = [{}, { campaign_id: 10 }, { variant_id: 100 }, { step_id: 1001 }, { element_id: 10000 }];

/** Something of everything on a day. */
function dayOf(date: string, visitors = 5): SentEvent[] {
  const at = `${date}T12:00:00Z`;
  const visits = PLACES.flatMap((place) =>
    Array.from({ length: visitors }, (_, number) => [
      eventWith({ ...place, visitor: `visitor-${number}`, at }),
      eventWith({ ...place, type: 'conversion', visitor: `${date}-${number}`, at }),
    ]).flat(),
  );
  return [
    ...visits,
    orderWith({ element_id: 10001, products: [{ value: 'sku', revenue: 3 }], at }),
    selectionWith({ field: 'color', value: 'red', at }),
    selectionWith({ element_id: 10010, field: 'age', value: date, at }),
  ];
}

describe.each(ENGINES)('on %s', (engine) => {
  let ingestion: TestIngestion;

  beforeAll(async () => {
    ingestion = await createTestIngestion(engine);
  });

  beforeEach(() => ingestion.reset());
  afterAll(() => ingestion.dispose());

  /** What is stored where only these days were counted. */
  async function countsOf(...dates: string[]): Promise<Record<string, unknown>> {
    await ingestion.reset();
    for (const date of dates) await ingestion.count(...dayOf(date));
    return storedCounts(ingestion.database);
  }

  async function inSydney(): Promise<void> {
    await changeWebsiteSettings(ingestion.database, 1, { timezone: 'Australia/Sydney' });
    onTestFinished(async () => {
      await changeWebsiteSettings(ingestion.database, 1, { timezone: 'UTC', event_log: false });
    });
  }

  async function storedDates(): Promise<string[]> {
    const rows = await ingestion.database.query<{ day: number }>(
      'SELECT DISTINCT day FROM rollup_counters WHERE website_id = 1 ORDER BY day',
    );
    return rows.map(({ day }) => isoOfDay(day));
  }

  describe('a day', () => {
    test.each([
      ['within a month', ['2025-02-10', '2025-02-11', '2025-03-01'], '2025-02-11'],
      ['the only one of its month', ['2025-01-31', '2025-02-01', '2025-03-01'], '2025-02-01'],
      ['the first', ['1970-01-01', '2025-02-11', '2025-03-01'], '1970-01-01'],
      ['the last', ['2025-02-11', '2025-02-28', '2025-03-01'], '2025-03-01'],
      ['one that has nothing', ['2025-02-11', '2025-03-01'], '2025-02-12'],
    ])('%s is as if it had never been', async (_, dates, erased) => {
      const expected = await countsOf(...dates.filter((date) => date !== erased));
      await countsOf(...dates);
      await forgetDay(ingestion.database, 1, dayFromIso(erased)!);
      expect(await storedCounts(ingestion.database)).toEqual(expected);
    });

    test('that was the only one leaves no first day', async () => {
      await countsOf('2025-03-01');
      const day = dayFromIso('2025-03-01')!;
      expect(await countDay(ingestion.database, 1, day)).toMatchObject({ rollup_values: 3 });
      await forgetDay(ingestion.database, 1, day);
      expect(await countDay(ingestion.database, 1, day)).toEqual({});
      expect(await storedCounts(ingestion.database)).toEqual({
        rollup_counters: [],
        rollup_visitors: [],
        rollup_values: [],
        activity: { first_day: null, last_day: null },
      });
    });

    test('of another website stays, and caches notice', async () => {
      await ingestion.count(eventWith(), eventWith({ website_id: 2 }));
      const version = async () =>
        (await ingestion.database.query('SELECT version FROM website_activity WHERE website_id = 1'))[0]!.version;
      const before = await version();
      const other = await storedCounts(ingestion.database, 2);
      await forgetDay(ingestion.database, 1, dayFromIso('2025-03-10')!);
      expect(await storedCounts(ingestion.database, 2)).toEqual(other);
      expect(await version()).toBeGreaterThan(before as number);
    });

    test("is the website's, also if it has 25 hours", async () => {
      await inSydney();
      const times = ['2024-04-06T12:59:59Z', '2024-04-06T13:00:00Z', '2024-04-07T13:59:59Z', '2024-04-07T14:00:00Z'];
      await ingestion.count(...times.map((at) => eventWith({ at })));
      await forgetDay(ingestion.database, 1, dayFromIso('2024-04-07')!);
      expect(await storedDates()).toEqual(['2024-04-06', '2024-04-08']);
    });

    test('beside events that come in: those of other days are all counted', async () => {
      await countsOf('2025-02-10', '2025-02-11');
      const writing = Promise.all(
        Array.from({ length: 20 }, (_, number) =>
          ingestion.count(eventWith({ visitor: `new-${number}`, at: '2025-02-10T00:00:00Z' })),
        ),
      );
      await forgetDay(ingestion.database, 1, dayFromIso('2025-02-11')!);
      await writing;
      const day = dayFromIso('2025-02-10')!;
      const february = { firstDay: dayFromIso('2025-02-01')!, lastDay: dayFromIso('2025-02-28')! };
      expect((await storedTotals(ingestion.database, WEBSITE, { firstDay: day, lastDay: day })).views).toBe(35);
      expect((await distinctByIntervals(ingestion.database, WEBSITE, february)).views).toBe(25);
    });
  });

  describe('a visitor', () => {
    const forget = (visitor: string, isErasing: boolean) =>
      forgetVisitor(ingestion.database, new ContactStore(ingestion.database, ingestion.clock.now), {
        websiteId: 1,
        visitor,
        isErasing,
      });

    test('is taken out of days and months, and events stay counted', async () => {
      await countsOf('2025-02-10', '2025-02-11', '2025-03-01');
      const february = { firstDay: dayFromIso('2025-02-01')!, lastDay: dayFromIso('2025-02-28')! };
      const before = await storedTotals(ingestion.database, WEBSITE);
      const dry = await forget('visitor-3', false);
      expect(dry.sketches).toBe(3 * 5);
      expect((await distinctByDays(ingestion.database, WEBSITE)).views).toBe(5);
      expect(await forget('visitor-3', true)).toEqual(dry);
      expect(await forget('visitor-3', true)).toEqual({ ...dry, sketches: 0 });
      expect((await distinctByDays(ingestion.database, WEBSITE)).views).toBe(4);
      expect((await distinctByIntervals(ingestion.database, WEBSITE, february)).views).toBe(4);
      expect(await storedTotals(ingestion.database, WEBSITE)).toEqual(before);
      // Who comes back is counted again.
      await ingestion.count(eventWith({ visitor: 'visitor-3', at: '2025-02-10T00:00:00Z' }));
      expect((await distinctByIntervals(ingestion.database, WEBSITE, february)).views).toBe(5);
    });

    test('of very many days is taken out of all months', async () => {
      const first = dayFromIso('2024-10-01')!;
      const at = (day: number) => new Date((first + day) * DAY_MS).toISOString();
      const others = Array.from({ length: 150 }, (_, day) => eventWith({ visitor: 'other', at: at(day) }));
      await ingestion.count(...others, ...[50, 120].map((day) => eventWith({ visitor: 'often', at: at(day) })));
      expect(await forget('often', true)).toMatchObject({ sketches: 2 });
      const months = { firstDay: first, lastDay: dayFromIso('2025-01-31')! };
      expect((await distinctByIntervals(ingestion.database, WEBSITE, months)).views).toBe(1);
    });

    test('who was the only one leaves nothing to be found', async () => {
      await ingestion.count(eventWith({ visitor: 'alone' }));
      expect(await forget('alone', true)).toMatchObject({ sketches: 1 });
      expect((await distinctByDays(ingestion.database, WEBSITE)).views).toBe(0);
      expect(await forget('alone', false)).toMatchObject({ sketches: 0 });
    });

    test('among very many cannot be found, and that is told', async () => {
      const events = Array.from({ length: 1_500 }, (_, number) => eventWith({ visitor: `visitor-${number}` }));
      await ingestion.count(...events);
      expect(await forget('visitor-7', true)).toEqual({ sketches: 0, sketches_without_hashes: 1, contacts: 0 });
    });

    test('takes contacts with the token along', async () => {
      const store = new ContactStore(ingestion.database, ingestion.clock.now);
      const token = '3b241101-e2bb-4255-8caf-4136c566a962';
      const create = (email: string, visitor_token?: string) => store.upsert(1, readChanges({ email, visitor_token }));
      await create('one@example.com', token);
      await create('two@example.com');
      expect(await forget(token, true)).toMatchObject({ contacts: 1 });
      const left = await store.page(1, 1);
      expect([left.total, left.contacts.map(({ email }) => email)]).toEqual([1, ['two@example.com']]);
    });
  });

  describe('retention', () => {
    test('erases whole months, and an interrupted sweep is done again', async () => {
      const kept = await countsOf('2025-02-01', '2025-03-01');
      await countsOf('2024-01-05', '2025-01-31', '2025-02-01', '2025-03-01');
      // 20 days ago it was February 18th.
      await sweepRound(ingestion.database, ingestion.clock.now(), sweepDaysAfter(20));
      expect(await storedCounts(ingestion.database)).toEqual(kept);
      const february = dayFromIso('2025-02-01');
      expect(kept.activity).toMatchObject({ first_day: february });
    });

    test("counts from the website's date, of counts and of the event log", async () => {
      await inSydney();
      await switchLog(ingestion.database, 1, true);
      await ingestion.count(
        ...['2025-01-31T12:59:59Z', '2025-01-31T13:00:00Z', '2025-02-28T12:59:59Z'].map((at) => eventWith({ at })),
      );
      const sweep = (now: string) =>
        sweepRound(ingestion.database, new Date(now), sweepDaysAfter(10), sweepEventLogAfter(10));
      expect(await logSize(ingestion.database)).toMatchObject({ events: 3 });
      // The last second of March 10th in Sydney: ten days ago it was February 28th.
      await sweep('2025-03-10T12:59:59Z');
      expect(await storedDates()).toEqual(['2025-02-01', '2025-02-28']);
      expect(await logSize(ingestion.database)).toMatchObject({ events: 1 });
      await sweep('2025-03-10T13:00:00Z');
      expect(await storedDates()).toEqual([]);
      expect(await logSize(ingestion.database)).toMatchObject({ events: 0 });
    });

    test('leaves everything where nothing is old enough', async () => {
      const all = await countsOf('2025-02-01', '2025-03-01');
      await sweepRound(ingestion.database, ingestion.clock.now(), sweepDaysAfter(37));
      expect(await storedCounts(ingestion.database)).toEqual(all);
    });

    test('of a website that has nothing newer leaves no first day', async () => {
      await countsOf('2024-01-05');
      await sweepRound(ingestion.database, ingestion.clock.now(), sweepDaysAfter(30));
      expect(await storedCounts(ingestion.database)).toMatchObject({
        rollup_counters: [],
        activity: { first_day: null, last_day: null },
      });
    });

    test('forgets the ids of old orders, only where it is asked to', async () => {
      const order = (order_id: string) => orderWith({ order_id });
      await ingestion.count(order('old'));
      ingestion.clock.nowMs += 10 * DAY_MS;
      await ingestion.count(order('new'));
      await sweepRound(ingestion.database, ingestion.clock.now(), sweepEventIds);
      await sweepRound(ingestion.database, ingestion.clock.now(), sweepOrdersAfter(10));
      expect((await ingestion.count(order('old'), order('new'))).duplicates).toBe(2);
      await sweepRound(ingestion.database, ingestion.clock.now(), sweepOrdersAfter(9));
      const { accepted, duplicates } = await ingestion.count(order('old'), order('new'));
      expect({ accepted, duplicates }).toEqual({ accepted: 1, duplicates: 1 });
    });
  });
});

describe.each(ENGINES)('a website on %s', (engine) => {
  let ingestion: TestIngestion;

  beforeEach(async () => {
    ingestion = await createTestIngestion(engine);
  });

  afterEach(() => ingestion.dispose());

  test('goes with all that belongs to it, and the others stay', async () => {
    const { database, clock, stages } = ingestion;
    const tokenFor = (websiteIds: number[]) =>
      createToken(database, { websiteIds, scopes: ['reports'], audience: 'rest' }, clock.now);
    for (const websiteId of [1, 2]) {
      const receipt = { kind: 'request', websiteId, idempotencyKey: 'key' } as const;
      const events = [
        eventWith({ website_id: websiteId, id: 'id' }),
        orderWith({ website_id: websiteId, order_id: 'order' }),
        ...(websiteId === 1 ? dayOf('2025-03-01') : []),
      ];
      await stages.commitSent([batchOf(events, { receipt })]);
      await createIngestKey(database, websiteId, clock.now);
      await database.transaction((tx) =>
        tx.insertMany({
          into: 'webhook_secrets',
          columns: ['id', 'website_id', 'provider', 'secret', 'created_at'],
          rows: [[websiteId, websiteId, 'stripe', 'whsec_0123456789', '2025-03-10T12:00:00Z']],
        }),
      );
      await tokenFor([websiteId]);
      const contacts = new ContactStore(database, clock.now);
      await contacts.upsert(websiteId, readChanges({ email: 'a@example.com' }));
      await contacts.addFromForm(websiteId, readChanges({ email: 'a@example.com', phone: '+49 30 123456' }), 10);
      await database.transaction((tx) =>
        tx.insertMany({
          into: 'insights_snapshots',
          columns: ['website_id', 'week', 'snapshot', 'created_at'],
          rows: [[websiteId, 20_000, '{}', '']],
        }),
      );
      await database.transaction(async (tx) => {
        const columns = ['website_id', 'id', 'kind', 'cause', 'day', 'title', 'details', 'path', 'created_at'];
        const alert = [websiteId, websiteId, 'drop', 'drop:20000', 20_000, '', '', '/', ''];
        await tx.insertMany({ into: 'alerts', columns, rows: [alert] });
        const progress = ['website_id', 'judged_day', 'busiest_day', 'prompt_from', 'state'];
        await tx.insertMany({ into: 'alert_progress', columns: progress, rows: [[websiteId, 20_000, 0, 0, '{}']] });
      });
      const funnel = { name: 'Orders', step: [], within_minutes: 60, break_down_by: null };
      const cost = { dimension: 'channel', value: 'email', month: 2025 * 12, amount: 10_000 } as const;
      await new SavedRecords(database, clock.now).create(FUNNELS, websiteId, funnel, COMMAND_LINE);
      await new Costs(database, clock.now).set(websiteId, [cost], COMMAND_LINE);
      await database.transaction((tx) => addToOutbox(tx, [slackMessage({ websiteId })], clock.now()));
    }
    const both = await tokenFor([1, 2]);
    const other = await allRows(database, 2);
    const counted = await countWebsite(database, 1);
    expect(Object.keys(counted)).toEqual(
      expect.arrayContaining([
        'rollup_counters',
        'rollup_visitors',
        'rollup_values',
        'seen_events',
        'seen_orders',
        'outbox_messages',
        'saved_records',
        'costs',
        'alerts',
        'unconfirmed_contacts',
      ]),
    );

    await forgetWebsite(database, 1, clock.now());
    expect(await allRows(database, 1)).toEqual({});
    expect(await countWebsite(database, 1)).toEqual({});
    expect(await allRows(database, 2)).toEqual(other);
    const tokens = await database.query<{ id: number }>('SELECT id FROM access_tokens ORDER BY id');
    expect(tokens.map(({ id }) => id)).toEqual([both.id - 1, both.id]);
    // Whoever still sends events for it is told that there is no such website.
    expect((await ingestion.count(eventWith())).reasons).toEqual({ unknown_website: 1 });
    // Run again it finds nothing, and breaks nothing.
    await forgetWebsite(database, 1, clock.now());
    expect(await allRows(database, 2)).toEqual(other);
  });

  test('goes from every table that has rows of websites', async () => {
    const { database, clock } = ingestion;
    const deleted = new Set<string>();
    const noting = (tx: Queries): Queries => ({
      query: (sql, params) => {
        const table = /^DELETE FROM (\w+) WHERE website_id = \$1$/.exec(sql)?.[1];
        if (table !== undefined) deleted.add(table);
        return tx.query(sql, params);
      },
      insertMany: (insert) => tx.insertMany(insert),
      insertNew: (insert) => tx.insertNew(insert),
      runScript: (script) => tx.runScript(script),
    });
    const noted: Database = {
      ...database,
      transaction: (work, options) => database.transaction((tx) => work(noting(tx)), options),
    };
    await forgetWebsite(noted, 1, clock.now());
    expect([...deleted]).toEqual(expect.arrayContaining([...DISTRIBUTED_TABLES]));
  });

  test('goes although batches of it are on their way, and these are refused', async () => {
    const { database, clock, stages } = ingestion;
    const receiptOf = (websiteId: number) => ({ kind: 'request', websiteId, idempotencyKey: 'late' }) as const;
    const batchFor = (websiteId: number) =>
      batchOf([eventWith({ website_id: websiteId, id: 'late' })], { receipt: receiptOf(websiteId) });
    const accepted = await stages.acceptAll([1, 2].map(batchFor));
    await forgetWebsite(database, 1, clock.now());
    const results = await stages.commitFree(accepted, 0);
    expect(accepted.map((batch) => results.get(batch))).toMatchObject([{ status: 401 }, { accepted: 1 }]);
    await expect(stages.commit(accepted.slice(0, 1))).rejects.toMatchObject({ status: 401 });
    expect(await allRows(database, 1)).toEqual({});
  });

  test('goes with a message about it that is stored meanwhile', async () => {
    const { database, clock } = ingestion;
    const erased = await database.transaction(async (tx) => {
      await commitInTwoPhases(tx);
      await lockWebsites(tx, [1]);
      const erasing = forgetWebsite(database, 1, clock.now());
      if (engine === 'postgres') await someoneWaits(database);
      await addToOutbox(tx, [slackMessage()], clock.now());
      return { erasing };
    });
    await erased.erasing;
    expect(await allRows(database, 1)).toEqual({});
  });

  test('goes with what comes in until its end', async () => {
    const { database, clock } = ingestion;
    await ingestion.count(...dayOf('2025-03-01'));
    let counted = 0;
    const counting: Database = {
      ...database,
      // Events come in before each of its transactions.
      transaction: async (work) => {
        const { accepted } = await ingestion.count(eventWith({ id: `late-${counted}`, visitor: `late-${counted}` }));
        counted += accepted;
        return database.transaction(work);
      },
    };
    await forgetWebsite(counting, 1, clock.now());
    expect(counted).toBeGreaterThan(5);
    expect(await allRows(database, 1)).toEqual({});
  });
});
