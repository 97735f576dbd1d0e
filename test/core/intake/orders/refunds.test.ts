// Refunds: they lower the order on its own day and subject, once, never below zero, in counters, values and event log.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addExchangeRates } from '../../../../src/core/engine/catalog/stored-exchange-rates.ts';
import { checkLog } from '../../../../src/core/engine/event-log/upkeep/check-log.ts';
import { dayFromIso } from '../../../../src/core/engine/rollups/calendar.ts';
import { readValues } from '../../../../src/core/engine/rollups/read-values.ts';
import { countUnknownOrders } from '../../../../src/core/intake/arrivals/arrival-counts.ts';
import { sweepRefundsAfter, sweepWaitingRefunds } from '../../../../src/core/intake/commit/sweep-seen.ts';
import { ENGINES } from '../../../support/databases.ts';
import { mergeLog, switchLog } from '../../../support/event-log.ts';
import { batchOf, eventWith, orderWith, refundWith, type SentEvent } from '../../../support/events.ts';
import { storedTotals } from '../../../support/stored-days.ts';
import { sweepRound } from '../../../support/sweep-round.ts';
import { DAY_MS } from '../../../support/test-clock.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';

const ORDER_DAY = dayFromIso('2025-03-08')!;
const YESTERDAY = dayFromIso('2025-03-09')!;
/** An order of the variant 100, two days before the refunds. */
const order = (fields: SentEvent = {}) =>
  orderWith({ order_id: 'o', variant_id: 100, revenue: 100, at: '2025-03-08T10:00:00Z', ...fields });

const ACCEPTED = { accepted: 1, duplicates: 0, rejected: 0 };
const DUPLICATE = { accepted: 0, duplicates: 1, rejected: 0 };
const EXCEEDING = { accepted: 0, duplicates: 0, rejected: 1, reasons: { refund_exceeds_order: 1 } };

describe.each(ENGINES)('on %s', (engine) => {
  let ingestion: TestIngestion;

  beforeAll(async () => {
    ingestion = await createTestIngestion(engine);
    await switchLog(ingestion.database, 1, true);
  });

  beforeEach(() => ingestion.reset());
  afterAll(() => ingestion.dispose());

  /** Orders and revenue, of a day or of all. */
  async function counted(kind: 'website' | 'campaign' | 'variant' | 'element', id: number, day?: number) {
    const window = day === undefined ? undefined : { firstDay: day, lastDay: day };
    const totals = await storedTotals(ingestion.database, { websiteId: id === 2 ? 2 : 1, kind, id }, window);
    return [totals.orders, totals.revenue / 10_000, totals.revenue_squared / 10_000];
  }

  /** The log has what the rollups have, before and after it is merged. */
  async function expectLogged(): Promise<void> {
    expect((await checkLog(ingestion.database)).differences).toEqual([]);
    await mergeLog(ingestion.database, ingestion.clock);
    expect((await checkLog(ingestion.database)).differences).toEqual([]);
  }

  test('lowers the order on its own day and for its own subject', async () => {
    await ingestion.count(order(), order({ order_id: 'other', revenue: 7 }));
    expect(await ingestion.count(refundWith({ revenue: '30.5' }))).toMatchObject(ACCEPTED);
    for (const [kind, id] of [
      ['website', 1],
      ['campaign', 10],
      ['variant', 100],
    ] as const) {
      expect(await counted(kind, id, ORDER_DAY)).toEqual([2, 76.5, 69.5 ** 2 + 49]);
      expect(await counted(kind, id)).toEqual([2, 76.5, 69.5 ** 2 + 49]);
    }
    await expectLogged();
  });

  test('in another currency, it is converted at the rate of the order, so that parts add up to the order', async () => {
    await addExchangeRates(ingestion.database, 1, [
      { currency: 'EUR', date: '2025-03-01', rate: 1.0825 },
      { currency: 'EUR', date: '2025-03-09', rate: 1.5 },
    ]);
    const refund = (revenue: string) =>
      ingestion.count(refundWith({ revenue, currency: 'EUR', at: '2025-03-10T00:00:00Z' }));
    await ingestion.count(order({ revenue: '0.33', currency: 'EUR' }));
    expect((await counted('website', 1)).slice(0, 2)).toEqual([1, 0.3572]);
    expect(await refund('0.34')).toMatchObject(EXCEEDING);
    // Each is 0.119075, rounded up.
    for (const part of ['0.11', '0.11']) expect(await refund(part)).toMatchObject(ACCEPTED);
    expect((await counted('website', 1)).slice(0, 2)).toEqual([1, 0.119]);
    expect(await refund('0.11')).toMatchObject(ACCEPTED);
    expect(await counted('website', 1)).toEqual([0, 0, 0]);
    await expectLogged();
  });

  test(
    'in the currency of its order, all of it leaves nothing, whatever rates the website has by then, and whichever of both comes ' +
      'first',
    async () => {
      const pounds = { revenue: 80, currency: 'GBP' };
      const refund = refundWith({ ...pounds, at: '2025-03-10T00:00:00Z' });
      await addExchangeRates(ingestion.database, 1, [{ currency: 'GBP', date: '2025-03-01', rate: 1.25 }]);
      await ingestion.count(order(pounds));
      expect((await counted('website', 1)).slice(0, 2)).toEqual([1, 100]);
      await addExchangeRates(ingestion.database, 1, [
        { currency: 'GBP', date: '2025-03-01', rate: 1.2 },
        { currency: 'GBP', date: '2025-03-08', rate: 1.3 },
        { currency: 'GBP', date: '2025-03-09', rate: 1.4 },
      ]);
      expect(await ingestion.count(refund)).toMatchObject(ACCEPTED);
      expect(await counted('website', 1)).toEqual([0, 0, 0]);
      await ingestion.count({ ...refund, order_id: 'late' });
      await ingestion.count(order({ ...pounds, order_id: 'late' }));
      expect(await counted('website', 1)).toEqual([0, 0, 0]);
      await expectLogged();
    },
  );

  test('in another currency than its order, it is converted at the rate of its own day', async () => {
    await addExchangeRates(ingestion.database, 1, [
      { currency: 'CHF', date: '2025-03-01', rate: 1.1 },
      { currency: 'CHF', date: '2025-03-09', rate: 1.2 },
    ]);
    await ingestion.count(order());
    await ingestion.count(refundWith({ revenue: 50, currency: 'CHF', at: '2025-03-10T00:00:00Z' }));
    expect((await counted('website', 1)).slice(0, 2)).toEqual([1, 40]);
  });

  test('of 0 changes nothing, and adds nothing to the log', async () => {
    const { database } = ingestion;
    const products = [{ value: 'sku', revenue: 40 }];
    await ingestion.count(order({ variant_id: undefined, element_id: 10110, products }));
    const logged = () => database.query('SELECT SUM(event_count) AS events FROM event_log_pending');
    const before = await logged();
    const nothing = { revenue: 0, refund_id: undefined };
    expect(await ingestion.count(refundWith(nothing))).toMatchObject(ACCEPTED);
    const ofProduct = refundWith({ ...nothing, products: [{ value: 'sku', revenue: 0 }] });
    expect(await ingestion.count(ofProduct)).toMatchObject(ACCEPTED);
    expect(await logged()).toEqual(before);
    expect(await counted('element', 10110)).toEqual([1, 100, 100 ** 2]);
    await expectLogged();
  });

  test('a fully refunded order is not counted any more', async () => {
    await ingestion.count(order());
    await ingestion.count(refundWith({ revenue: 60 }));
    await ingestion.count(refundWith());
    expect(await counted('website', 1)).toEqual([0, 0, 0]);
    expect(await counted('variant', 100)).toEqual([0, 0, 0]);
    await expectLogged();
    expect(await ingestion.count(refundWith({ revenue: 1 }))).toMatchObject(EXCEEDING);
    // A refund of what is left, such as that of a cancelled order, has nothing to do.
    expect(await ingestion.count(refundWith())).toMatchObject(ACCEPTED);
    expect(await ingestion.count(refundWith({ revenue: 0 }))).toMatchObject(ACCEPTED);
    expect(await counted('website', 1)).toEqual([0, 0, 0]);
    await expectLogged();
    // It stays known: its order_id counts once.
    expect(await ingestion.count(order())).toMatchObject(DUPLICATE);
  });

  test('an order of 0 stays, whether its refund names an amount or not', async () => {
    await ingestion.count(order({ revenue: 0 }));
    expect(await ingestion.count(refundWith({ revenue: 0 }))).toMatchObject(ACCEPTED);
    expect(await ingestion.count(refundWith())).toMatchObject(ACCEPTED);
    expect(await counted('website', 1)).toEqual([1, 0, 0]);
    await expectLogged();
  });

  test('more than what is left is rejected, changes nothing, and may be corrected', async () => {
    await ingestion.count(order());
    const refund = refundWith({ id: 'e', refund_id: 'r' });
    const outcome = await ingestion.count(eventWith(), { ...refund, revenue: '100.0001' });
    expect(outcome).toMatchObject({
      accepted: 1,
      rejected: 1,
      rejections: [{ index: 1, code: 'refund_exceeds_order', type: 'refund' }],
    });
    expect(await counted('website', 1)).toEqual([1, 100, 10_000]);
    expect(await ingestion.count({ ...refund, revenue: 100 })).toMatchObject(ACCEPTED);
    expect(await counted('website', 1)).toEqual([0, 0, 0]);
    await expectLogged();
  });

  test('counts once by its refund_id for its order, and once by its id', async () => {
    await ingestion.count(order(), order({ order_id: 'other' }));
    const refund = refundWith({ refund_id: 'r', revenue: 10 });
    expect(await ingestion.count(refund, refund)).toMatchObject({ accepted: 1, duplicates: 1 });
    expect(await ingestion.count({ ...refund, revenue: 1 })).toMatchObject(DUPLICATE);
    expect(await ingestion.count({ ...refund, order_id: 'other' })).toMatchObject(ACCEPTED);
    const named = refundWith({ id: 'e', revenue: 10 });
    expect(await ingestion.count(named, named)).toMatchObject({ accepted: 1, duplicates: 1 });
    expect(await counted('website', 1)).toEqual([2, 170, 80 ** 2 + 90 ** 2]);
    // Without either, it counts each time.
    await ingestion.count(refundWith({ revenue: 10 }), refundWith({ revenue: 10 }));
    expect(await counted('website', 1)).toEqual([2, 150, 60 ** 2 + 90 ** 2]);
    await expectLogged();
  });

  test('a batch may have the refund before its order, and several of them', async () => {
    const outcome = await ingestion.count(
      refundWith({ revenue: 10 }),
      order(),
      refundWith({ revenue: 20 }),
      refundWith({ revenue: 80 }),
    );
    expect(outcome).toMatchObject({ accepted: 3, rejected: 1, rejections: [{ index: 3 }] });
    expect(await counted('variant', 100)).toEqual([1, 70, 4_900]);
    await expectLogged();
  });

  test('batches of one commit see the orders of each other', async () => {
    const outcomes = await ingestion.stages.commitSent([batchOf([refundWith({ revenue: 10 })]), batchOf([order()])]);
    expect(outcomes).toMatchObject([ACCEPTED, ACCEPTED]);
    expect(await counted('website', 1)).toEqual([1, 90, 8_100]);
  });

  test('websites do not share orders', async () => {
    await ingestion.count(order(), orderWith({ website_id: 2, order_id: 'o', revenue: 5 }));
    await ingestion.count(refundWith({ website_id: 2 }));
    expect(await counted('website', 1)).toEqual([1, 100, 10_000]);
    expect(await counted('website', 2)).toEqual([0, 0, 0]);
  });

  describe('before its order', () => {
    test('it waits, and is applied when the order comes, once', async () => {
      const refund = refundWith({ refund_id: 'r', revenue: 40 });
      expect(await ingestion.count(refund)).toMatchObject(ACCEPTED);
      expect(await ingestion.count(refund)).toMatchObject(DUPLICATE);
      expect(await ingestion.count(refundWith({ revenue: 10 }), refundWith({ revenue: 10 }))).toMatchObject({
        accepted: 2,
      });
      expect(await counted('website', 1)).toEqual([0, 0, 0]);
      ingestion.clock.offsetMs = 6 * DAY_MS;
      expect(await ingestion.count(order())).toMatchObject(ACCEPTED);
      expect(await counted('variant', 100, ORDER_DAY)).toEqual([1, 40, 1_600]);
      expect(await ingestion.count(order())).toMatchObject(DUPLICATE);
      expect(await counted('website', 1)).toEqual([1, 40, 1_600]);
      await expectLogged();
    });

    test('one that is more than the order turns out to be ignored', async () => {
      await ingestion.count(refundWith({ revenue: 101 }));
      const outcome = await ingestion.count(order());
      expect(outcome).toMatchObject({ ...ACCEPTED, ignored: { count: 1, reasons: { refund_exceeds_order: 1 } } });
      expect(await counted('website', 1)).toEqual([1, 100, 10_000]);
    });

    test('at most 10 wait for an order, and the others are rejected and may be sent again', async () => {
      const refunds = Array.from({ length: 11 }, (_, index) => refundWith({ refund_id: `r${index}`, revenue: 1 }));
      expect(await ingestion.count(...refunds.slice(0, 6))).toMatchObject({ accepted: 6, rejected: 0 });
      const outcome = await ingestion.count(...refunds.slice(6));
      const rejections = [{ index: 4, code: 'unknown_order', type: 'refund' }];
      expect(outcome).toMatchObject({ accepted: 4, rejected: 1, reasons: { unknown_order: 1 }, rejections });
      expect(outcome.ignored).toBeUndefined();
      await ingestion.count(order({ revenue: 11 }));
      expect(await counted('website', 1)).toEqual([1, 1, 1]);
      expect(await ingestion.count(...refunds)).toMatchObject({ accepted: 1, duplicates: 10 });
      expect(await counted('website', 1)).toEqual([0, 0, 0]);
    });

    test('those of many orders are applied, a few orders at a time', async () => {
      const each = <Event>(of: (orderId: string) => Event) =>
        Array.from({ length: 120 }, (_, index) => of(`o${index}`));
      await ingestion.count(...each((order_id) => refundWith({ order_id, revenue: 1 })));
      await ingestion.count(...each((order_id) => order({ order_id, revenue: 3 })));
      expect(await counted('website', 1)).toEqual([120, 240, 480]);
      expect(await ingestion.database.query('SELECT * FROM waiting_refunds')).toEqual([]);
      await expectLogged();
    });

    test('they are given up in small steps, however many there are', async () => {
      const rows = Array.from({ length: 2_500 }, (_, index) => {
        return [1, `o${index}`, 'k', `r${index}`, ingestion.clock.nowMs - 8 * DAY_MS, 0, 'server'];
      });
      await ingestion.database.transaction(async (tx) => {
        const columns = [
          'website_id',
          'order_id',
          'refund_key',
          'refund_id',
          'waiting_from_ms',
          'refunded_at',
          'source',
        ];
        await tx.insertMany({ into: 'waiting_refunds', columns, rows });
        await tx.insertMany({
          into: 'seen_refunds',
          columns: ['website_id', 'order_id', 'refund_id', 'seen_day'],
          rows: rows.map(([websiteId, orderId, , refundId]) => [websiteId!, orderId!, refundId!, ORDER_DAY]),
        });
      });
      const sweep = sweepWaitingRefunds(countUnknownOrders);
      const left = async (table: string) => (await ingestion.database.query(`SELECT 1 FROM ${table}`)).length;
      expect(await sweep(ingestion.database, 1, ingestion.clock.now(), '')).toBeDefined();
      expect(await left('waiting_refunds')).toBe(1_500);
      await sweepRound(ingestion.database, ingestion.clock.now(), sweep);
      expect([await left('waiting_refunds'), await left('seen_refunds')]).toEqual([0, 0]);
      const arrivals = await ingestion.database.query(
        'SELECT CAST(SUM(events) AS bigint) AS events FROM arrival_counts',
      );
      expect({ ...arrivals[0] }).toEqual({ events: 2_500 });
    });

    test('it is given up after seven days, counted as ignored, and may be sent again', async () => {
      const refund = refundWith({ refund_id: 'r' });
      await ingestion.count(refund);
      const others = [1, 2].map((n) => batchOf([refundWith({ order_id: `other ${n}` })], { format: 'ndjson' }));
      await ingestion.stages.commitSent(others);
      const sweep = (days: number) =>
        sweepRound(
          ingestion.database,
          new Date(ingestion.clock.nowMs + days * DAY_MS),
          sweepWaitingRefunds(countUnknownOrders),
        );
      await sweep(6.9);
      expect(await ingestion.count(refund)).toMatchObject(DUPLICATE);
      await sweep(7);
      await sweep(7);
      const arrivals = await ingestion.database.query(
        'SELECT source, outcome, code, events FROM arrival_counts ORDER BY source',
      );
      expect(arrivals.map((row) => ({ ...row }))).toEqual([
        { source: 'file', outcome: 'ignored', code: 'unknown_order', events: 2 },
        { source: 'server', outcome: 'ignored', code: 'unknown_order', events: 1 },
      ]);
      await ingestion.database.transaction((tx) => tx.query('DELETE FROM arrival_counts'));
      await ingestion.count(order());
      expect(await counted('website', 1)).toEqual([1, 100, 10_000]);
      expect(await ingestion.count(refund)).toMatchObject(ACCEPTED);
      expect(await counted('website', 1)).toEqual([0, 0, 0]);
    });
  });

  test('an order whose day was erased can not be refunded', async () => {
    await ingestion.database.transaction((tx) =>
      tx.insertMany({ into: 'seen_orders', columns: ['website_id', 'order_id', 'seen_day'], rows: [[1, 'o', 20_000]] }),
    );
    const outcome = await ingestion.count(refundWith({ revenue: 1 }));
    expect(outcome).toMatchObject({ accepted: 0, rejected: 1, reasons: { unknown_order: 1 } });
    expect(await ingestion.database.query('SELECT * FROM waiting_refunds')).toEqual([]);
  });

  test('refund ids are kept as long as order ids', async () => {
    await ingestion.count(order(), refundWith({ refund_id: 'r', revenue: 1 }));
    const rows = () => ingestion.database.query('SELECT refund_id FROM seen_refunds');
    await sweepRound(ingestion.database, new Date(ingestion.clock.nowMs + 10 * DAY_MS), sweepRefundsAfter(10));
    expect(await rows()).toHaveLength(1);
    await sweepRound(ingestion.database, new Date(ingestion.clock.nowMs + 11 * DAY_MS), sweepRefundsAfter(10));
    expect(await rows()).toEqual([]);
  });

  describe('of products', () => {
    const products = [
      { value: 'a', revenue: 60 },
      { value: 'b', revenue: '30.0001' },
    ];
    const sale = order({ variant_id: undefined, element_id: 10001, products });
    const values = async () => {
      const found = await readValues(ingestion.database, 1, 10001, { firstDay: 0, lastDay: 100_000 });
      return (found.get('') ?? []).map(({ value, orders, revenue }) => [value, orders, revenue]).sort();
    };

    test('all are lowered by the share of the order', async () => {
      await ingestion.count(
        sale,
        order({ order_id: 'other', variant_id: undefined, element_id: 10001, products: [products[0]!] }),
      );
      await ingestion.count(refundWith({ revenue: 50 }));
      expect(await values()).toEqual([
        ['a', 2, 900_000],
        ['b', 1, 150_000],
      ]);
      await ingestion.count(refundWith());
      expect(await values()).toEqual([['a', 1, 600_000]]);
      await expectLogged();
    });

    test('the named ones are lowered', async () => {
      await ingestion.count(sale);
      await ingestion.count(refundWith({ revenue: 35, products: [{ value: 'b', revenue: '30.0001' }] }));
      expect(await values()).toEqual([['a', 1, 600_000]]);
      expect(await counted('element', 10001)).toEqual([1, 65, 65 ** 2]);
      const exceeding = refundWith({ revenue: 1, products: [{ value: 'b', revenue: 1 }] });
      expect(await ingestion.count(exceeding)).toMatchObject(EXCEEDING);
    });
  });

  test('of an order of another day than the refund, both days are right', async () => {
    await ingestion.count(order({ at: '2025-03-09T23:59:59Z' }), orderWith({ order_id: 'today', revenue: 3 }));
    await ingestion.count(refundWith({ revenue: 99 }));
    expect(await counted('website', 1, YESTERDAY)).toEqual([1, 1, 1]);
    expect(await counted('website', 1)).toEqual([2, 4, 10]);
  });
});
