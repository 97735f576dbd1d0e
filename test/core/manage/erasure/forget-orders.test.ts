// What can be refunded and credited is erased with what it belongs to, and never lowers what is not counted any more.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeWebsiteSettings } from '../../../../src/core/engine/catalog/website-settings.ts';
import { checkLog } from '../../../../src/core/engine/event-log/upkeep/check-log.ts';
import { dayFromIso } from '../../../../src/core/engine/rollups/calendar.ts';
import { ContactStore } from '../../../../src/core/manage/contacts/contact-store.ts';
import { forgetDay } from '../../../../src/core/manage/erasure/forget-day.ts';
import { forgetVisitor } from '../../../../src/core/manage/erasure/forget-visitor.ts';
import { forgetWebsite } from '../../../../src/core/manage/erasure/forget-website.ts';
import { sweepDaysAfter } from '../../../../src/core/manage/erasure/sweep-old-days.ts';
import { ENGINES } from '../../../support/databases.ts';
import { allRuns, mergeLog, switchLog } from '../../../support/event-log.ts';
import { eventWith, orderWith, refundWith } from '../../../support/events.ts';
import { storedTotals } from '../../../support/stored-days.ts';
import { sweepRound } from '../../../support/sweep-round.ts';
import { DAY_MS } from '../../../support/test-clock.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';

const ORDER = orderWith({ order_id: 'o', visitor: 'v', revenue: 100, at: '2025-02-08T10:00:00Z', device: 'mobile' });
const TOUCH = eventWith({ type: 'conversion', visitor: 'v', campaign_id: 10, at: '2025-02-08T09:00:00Z' });
const UNKNOWN = { accepted: 0, rejected: 1, reasons: { unknown_order: 1 } };

describe.each(ENGINES)('on %s', (engine) => {
  let ingestion: TestIngestion;

  beforeAll(async () => {
    ingestion = await createTestIngestion(engine);
  });

  beforeEach(async () => {
    await ingestion.reset();
    await switchLog(ingestion.database, 1, true);
    await changeWebsiteSettings(ingestion.database, 1, { credit_window_days: 7 }, ingestion.clock.now);
  });

  afterAll(() => ingestion.dispose());

  const totals = () => storedTotals(ingestion.database, { websiteId: 1, kind: 'website', id: 1 });
  const rowsOf = (table: string) => ingestion.database.query(`SELECT * FROM ${table}`);

  test('a day that is forgotten can not be refunded, and its order counts once all the same', async () => {
    await ingestion.count(TOUCH, ORDER, orderWith({ order_id: 'p', revenue: 1 }));
    await ingestion.count(refundWith({ revenue: 1 }));
    await forgetDay(ingestion.database, 1, dayFromIso('2025-02-08')!);
    expect(await rowsOf('rollup_order_sources')).toEqual([]);
    expect(await ingestion.count(refundWith({ revenue: 1 }))).toMatchObject(UNKNOWN);
    expect(await ingestion.count(refundWith({ order_id: 'p' }))).toMatchObject({ accepted: 1 });
    expect(await ingestion.count(ORDER)).toMatchObject({ duplicates: 1 });
    expect(await totals()).toMatchObject({ orders: 0, revenue: 0 });
    expect((await checkLog(ingestion.database)).differences).toEqual([]);
  });

  test('days after the retention time can not be refunded', async () => {
    await ingestion.count(TOUCH, ORDER, orderWith({ order_id: 'p', revenue: 1 }));
    await ingestion.count(refundWith({ revenue: 1 }));
    await sweepRound(ingestion.database, new Date(ingestion.clock.nowMs + 5 * DAY_MS), sweepDaysAfter(10));
    expect(await rowsOf('rollup_order_sources')).toEqual([]);
    expect(await ingestion.count(refundWith({ revenue: 1 }))).toMatchObject(UNKNOWN);
    expect(await totals()).toMatchObject({ orders: 1, revenue: 10_000 });
  });

  test('a visitor who is forgotten has no touches, and a refund does not tell of the visitor again', async () => {
    const forget = (isErasing: boolean) =>
      forgetVisitor(ingestion.database, new ContactStore(ingestion.database, ingestion.clock.now), {
        websiteId: 1,
        visitor: 'v',
        isErasing,
      });
    await ingestion.count(TOUCH, ORDER);
    const traces = { touches: 1, orders: 1, logged_events: 2 };
    expect(await forget(false)).toMatchObject(traces);
    expect(await forget(true)).toMatchObject(traces);
    expect(Object.keys(await forget(false))).toEqual(['sketches', 'sketches_without_hashes', 'contacts']);
    expect(await ingestion.count(refundWith({ revenue: 40 }))).toMatchObject({ accepted: 1 });
    expect(Object.keys(await forget(false))).toEqual(['sketches', 'sketches_without_hashes', 'contacts']);
    expect(await totals()).toMatchObject({ orders: 1, revenue: 600_000 });
    await mergeLog(ingestion.database, ingestion.clock);
    expect((await allRuns(ingestion.database)).every(({ columns }) => !columns.has('device'))).toBe(true);
    expect((await checkLog(ingestion.database)).differences).toEqual([]);
    // The next order has no touch.
    await ingestion.count({ ...ORDER, order_id: 'q' });
    const campaign = await storedTotals(ingestion.database, { websiteId: 1, kind: 'campaign', id: 10 });
    expect(campaign).toMatchObject({ orders: 1, revenue: 600_000 });
  });

  test('a website that is forgotten leaves nothing', async () => {
    await ingestion.count(TOUCH, ORDER, refundWith({ revenue: 1, refund_id: 'r' }), refundWith({ order_id: 'later' }));
    await forgetWebsite(ingestion.database, 1, ingestion.clock.now());
    for (const table of ['seen_orders', 'seen_refunds', 'waiting_refunds', 'touch_runs', 'rollup_order_sources']) {
      expect([table, await rowsOf(table)]).toEqual([table, []]);
    }
  });
});
