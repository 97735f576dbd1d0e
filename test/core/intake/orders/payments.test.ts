// A refund may name its order by the order's payment: shops such as Stripe know nothing else.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeWebsiteSettings } from '../../../../src/core/engine/catalog/website-settings.ts';
import { ENGINES } from '../../../support/databases.ts';
import { eventWith, orderWith, refundWith, type SentEvent } from '../../../support/events.ts';
import { storedTotals } from '../../../support/stored-days.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';

const order = (fields: SentEvent = {}) => orderWith({ order_id: 'o', payment_id: 'p', revenue: 100, ...fields });
const refund = (fields: SentEvent = {}) => refundWith({ order_id: 'p', revenue: 30, ...fields });
const DUPLICATE = { accepted: 0, duplicates: 1, rejected: 0 };

describe.each(ENGINES)('on %s', (engine) => {
  let ingestion: TestIngestion;

  beforeAll(async () => {
    ingestion = await createTestIngestion(engine);
  });
  beforeEach(() => ingestion.reset());
  afterAll(() => ingestion.dispose());

  async function counted(websiteId = 1): Promise<number[]> {
    const { orders, revenue } = await storedTotals(ingestion.database, { websiteId, kind: 'website', id: websiteId });
    return [orders, revenue / 10_000];
  }

  test('a refund finds its order by the payment: after it, in the same batch, and before it', async () => {
    await ingestion.count(order());
    await ingestion.count(refund({ refund_id: 'r' }));
    expect(await counted()).toEqual([1, 70]);
    expect(await ingestion.count(refund({ refund_id: 'r' }))).toMatchObject(DUPLICATE);

    await ingestion.reset();
    await ingestion.count(refund(), order());
    expect(await counted()).toEqual([1, 70]);

    await ingestion.reset();
    await ingestion.count(refund());
    expect(await counted()).toEqual([0, 0]);
    await ingestion.count(order());
    expect(await counted()).toEqual([1, 70]);
  });

  test('refunds by the order and by its payment lower the same order, in one batch, too', async () => {
    await ingestion.count(order());
    const outcome = await ingestion.count(refund(), refund({ order_id: 'o', revenue: 60 }), refund({ revenue: 20 }));
    expect(outcome).toMatchObject({ accepted: 2, rejected: 1, reasons: { refund_exceeds_order: 1 } });
    expect(await counted()).toEqual([1, 10]);
    await ingestion.count(refundWith({ order_id: 'p' }));
    expect(await counted()).toEqual([0, 0]);
  });

  test('an order that was sent without its payment before learns it when it is sent again', async () => {
    await ingestion.count(refund());
    await ingestion.count(order({ payment_id: null }));
    expect(await counted()).toEqual([1, 100]);
    expect(await ingestion.count(order())).toMatchObject(DUPLICATE);
    expect(await counted()).toEqual([1, 70]);
    await ingestion.count(refund());
    expect(await counted()).toEqual([1, 40]);
  });

  test('an order that is sent under the id of a payment is the order of that payment', async () => {
    await ingestion.count(order());
    expect(await ingestion.count(orderWith({ order_id: 'p', revenue: 100 }))).toMatchObject(DUPLICATE);
    expect(await counted()).toEqual([1, 100]);
  });

  test('the payment of one order does not take the refunds of another one that has this id', async () => {
    await ingestion.count(orderWith({ order_id: 'p', revenue: 50 }));
    await ingestion.count(order());
    await ingestion.count(refund());
    expect(await counted()).toEqual([2, 120]);
    await ingestion.count(refundWith({ order_id: 'o' }));
    expect(await counted()).toEqual([1, 20]);
  });

  test('a refund that waits for a payment whose order is not known is ignored', async () => {
    await ingestion.count(order());
    await ingestion.count(refund({ order_id: 'q' }));
    // `p` is the payment of another order, and no order itself.
    const outcome = await ingestion.count(orderWith({ order_id: 'p', payment_id: 'q', revenue: 100 }));
    expect(outcome).toMatchObject({ ...DUPLICATE, ignored: { count: 1, reasons: { unknown_order: 1 } } });
    expect(await counted()).toEqual([1, 100]);

    await ingestion.reset();
    await ingestion.count(order());
    await ingestion.database.transaction((tx) => tx.query("DELETE FROM seen_orders WHERE order_id = 'o'"));
    await ingestion.count(refund());
    // The id of the payment is kept longer than that of its order.
    const later = await ingestion.count(order({ order_id: 'o2', revenue: 50 }));
    expect(later).toMatchObject({ accepted: 1, ignored: { count: 1, reasons: { unknown_order: 1 } } });
    expect(await ingestion.database.query('SELECT * FROM waiting_refunds')).toEqual([]);
  });

  test('an order that is credited counts once, also if it names its payment only later', async () => {
    await changeWebsiteSettings(ingestion.database, 1, { credit_window_days: 7 });
    try {
      await ingestion.count(eventWith({ type: 'conversion', campaign_id: 10 }));
      const credited = (fields: SentEvent) => ingestion.count(order({ visitor: 'visitor-1', ...fields }));
      await credited({ payment_id: null });
      expect(await credited({})).toMatchObject(DUPLICATE);
      expect(await credited({})).toMatchObject(DUPLICATE);
      expect(await counted()).toEqual([1, 100]);
      await ingestion.count(refund());
      expect(await counted()).toEqual([1, 70]);
    } finally {
      await changeWebsiteSettings(ingestion.database, 1, { credit_window_days: 0 });
    }
  });

  test('payments of other websites are apart', async () => {
    await ingestion.count(order(), order({ website_id: 2, revenue: 40 }));
    await ingestion.count(refund({ website_id: 2 }));
    expect([await counted(1), await counted(2)]).toEqual([
      [1, 100],
      [1, 10],
    ]);
  });
});
