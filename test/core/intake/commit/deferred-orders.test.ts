// Orders of a file that name no subject: counted when the file is finished, each once, whatever happens in between.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeWebsiteSettings } from '../../../../src/core/engine/catalog/website-settings.ts';
import { checkLog } from '../../../../src/core/engine/event-log/upkeep/check-log.ts';
import { dayFromIso } from '../../../../src/core/engine/rollups/calendar.ts';
import { visitorIn } from '../../../../src/core/foundation/sketches/visitor-text.ts';
import { importEvents } from '../../../../src/core/intake/bulk/import-events.ts';
import { settleAbandoned, settleImport } from '../../../../src/core/intake/commit/deferred-orders.ts';
import { forgetVisitorOfOrders } from '../../../../src/core/intake/orders/order-rows.ts';
import { sweepTouches } from '../../../../src/core/intake/orders/touch-runs.ts';
import { forgetDay } from '../../../../src/core/manage/erasure/forget-day.ts';
import { forgetWebsite } from '../../../../src/core/manage/erasure/forget-website.ts';
import { ENGINES } from '../../../support/databases.ts';
import { switchLog } from '../../../support/event-log.ts';
import { batchOf, bytesOf, eventWith, ndjson, orderWith, refundWith, type SentEvent } from '../../../support/events.ts';
import { storedTotals } from '../../../support/stored-days.ts';
import { sweepRound } from '../../../support/sweep-round.ts';
import { DAY_MS } from '../../../support/test-clock.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';

const IMPORT_ID = 'file';
/** A month before the present moment: a file has history. */
const DAY = '2025-02-08';
const touch = (fields: SentEvent = {}) =>
  eventWith({ type: 'conversion', visitor: 'v', campaign_id: 10, at: `${DAY}T09:00:00Z`, ...fields });
const order = (fields: SentEvent = {}) =>
  orderWith({ order_id: 'o', visitor: 'v', revenue: 100, at: `${DAY}T10:00:00Z`, ...fields });

describe.each(ENGINES)('on %s', (engine) => {
  let ingestion: TestIngestion;

  beforeAll(async () => {
    ingestion = await createTestIngestion(engine);
    await switchLog(ingestion.database, 1, true);
  });

  beforeEach(async () => {
    await ingestion.reset();
    const settings = { credit_window_days: 7, credit_by: 'conversion' } as const;
    await changeWebsiteSettings(ingestion.database, 1, settings, ingestion.clock.now);
  });

  afterAll(() => ingestion.dispose());

  /** A commit of a file that is not finished. */
  const commit = (...events: SentEvent[]) =>
    ingestion.stages.commitSent([{ ...batchOf(events, { format: 'ndjson' }), importId: IMPORT_ID }]);

  /** Does what the daily sweep does after so many days. */
  async function sweep(days: number): Promise<void> {
    const now = new Date(ingestion.clock.nowMs + days * DAY_MS);
    await sweepRound(ingestion.database, now, settleAbandoned);
    await sweepRound(ingestion.database, now, sweepTouches);
  }

  /** Orders and revenue. */
  async function counted(kind: 'website' | 'campaign', id: number) {
    expect((await checkLog(ingestion.database)).differences).toEqual([]);
    const totals = await storedTotals(ingestion.database, { websiteId: 1, kind, id });
    return [totals.orders, totals.revenue / 10_000];
  }

  const rows = async (table: string) => (await ingestion.database.query(`SELECT 1 FROM ${table}`)).length;

  test('are counted at the end, for a touch that comes after them in the file', async () => {
    const file = (async function* () {
      yield bytesOf(ndjson([order(), order({ order_id: undefined }), eventWith(), touch()]));
    })();
    const { database, stages } = ingestion;
    const imported = await importEvents(database, stages, file, { chunkBytesMax: 150, commitBytesMax: 150 });
    expect(imported).toMatchObject({ accepted: 4, duplicates: 0 });
    expect(await counted('campaign', 10)).toEqual([2, 200]);
    expect([await rows('deferred_orders'), await rows('unsettled_imports')]).toEqual([0, 0]);
    expect(await ingestion.count(order())).toMatchObject({ accepted: 0, duplicates: 1 });
  });

  test.each([1, 2, 3, 4, 5])('are all counted, %i of them in pieces of two, on each of two websites', async (count) => {
    const { database, clock } = ingestion;
    const orders = Array.from({ length: count }, (_, index) => order({ order_id: `o${index}` }));
    await commit(touch(), ...orders, ...orders.map((one) => ({ ...one, website_id: 2 })));
    await settleImport(database, clock.now, IMPORT_ID, 2);
    expect(await counted('campaign', 10)).toEqual([count, count * 100]);
    expect(await storedTotals(database, { websiteId: 2, kind: 'website', id: 2 })).toMatchObject({ orders: count });
    expect([await rows('deferred_orders'), await rows('unsettled_imports')]).toEqual([0, 0]);
  });

  test('of an import that nobody continues are counted after a day, with touches that are older than the window', async () => {
    await commit(order(), order({ order_id: undefined }));
    await commit(touch());
    await sweep(0.9);
    expect(await counted('website', 1)).toEqual([0, 0]);
    expect(await rows('touch_runs')).toBe(1);
    await sweep(1);
    expect(await counted('campaign', 10)).toEqual([2, 200]);
    expect([await rows('deferred_orders'), await rows('unsettled_imports')]).toEqual([0, 0]);
    await sweep(2);
    expect(await rows('touch_runs')).toBe(0);
  });

  test('are lowered by refunds that come meanwhile, in the file and from elsewhere, before the order and after it', async () => {
    await commit(...Array.from({ length: 11 }, () => refundWith({ revenue: 1 })));
    await commit(order(), order({ order_id: 'all' }), order({ order_id: 'free', revenue: 0 }));
    await commit(refundWith({ revenue: 20 }), refundWith({ order_id: 'free', revenue: 0 }));
    expect(await ingestion.count(refundWith({ revenue: 70 }))).toMatchObject({ rejected: 1 });
    expect(await ingestion.count(refundWith({ order_id: 'all' }))).toMatchObject({ accepted: 1 });
    expect(await ingestion.count(order())).toMatchObject({ duplicates: 1 });
    expect(await counted('website', 1)).toEqual([0, 0]);
    await commit(touch());
    await sweep(1);
    expect(await counted('campaign', 10)).toEqual([2, 69]);
    expect(await ingestion.count(refundWith({ revenue: 9 }))).toMatchObject({ accepted: 1 });
    expect(await counted('campaign', 10)).toEqual([2, 60]);
  });

  test('have no visitor any more if the visitor was forgotten', async () => {
    await commit(order(), touch());
    const [stored] = await ingestion.database.query<{ visitor: string }>('SELECT visitor FROM deferred_orders');
    const visitor = { websiteId: 1, ...visitorIn(stored!.visitor), second: 0, isErasing: true };
    expect(await forgetVisitorOfOrders(ingestion.database, visitor)).toBe(1);
    await sweep(1);
    expect(await counted('campaign', 10)).toEqual([0, 0]);
    expect(await counted('website', 1)).toEqual([1, 100]);
  });

  test('are not counted if their day or their website was erased', async () => {
    await commit(order(), order({ order_id: 'p', at: '2025-02-09T00:00:00Z' }), touch());
    await forgetDay(ingestion.database, 1, dayFromIso(DAY)!);
    await sweep(1);
    expect(await counted('campaign', 10)).toEqual([1, 100]);
    await commit(order({ order_id: 'q' }));
    await forgetWebsite(ingestion.database, 1, ingestion.clock.now());
    expect([await rows('deferred_orders'), await rows('unsettled_imports')]).toEqual([0, 0]);
  });
});
