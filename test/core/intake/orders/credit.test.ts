// Orders that name a visitor but no subject count for the visitor's last touch, each once.
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { readVisitorHash } from '../../../../src/core/engine/catalog/read-visitor-hash.ts';
import { SUBJECT_KIND } from '../../../../src/core/engine/catalog/subject.ts';
import { changeWebsiteSettings } from '../../../../src/core/engine/catalog/website-settings.ts';
import { checkLog } from '../../../../src/core/engine/event-log/upkeep/check-log.ts';
import { dayFromIso } from '../../../../src/core/engine/rollups/calendar.ts';
import { readOrderSources } from '../../../../src/core/engine/rollups/order-sources.ts';
import { lockWebsites } from '../../../../src/core/engine/rollups/store.ts';
import type { AcceptedBatch } from '../../../../src/core/intake/accept/accept-batch.ts';
import { settleOrders } from '../../../../src/core/intake/commit/settle-orders.ts';
import { SHOWN_DAYS_MAX } from '../../../../src/core/intake/orders/credit-orders.ts';
import { readShown } from '../../../../src/core/intake/orders/read-shown.ts';
import { TOUCHES_MAX } from '../../../../src/core/intake/orders/touch-list.ts';
import { sweepTouches } from '../../../../src/core/intake/orders/touch-runs.ts';
import { ENGINES } from '../../../support/databases.ts';
import { mergeLog, switchLog } from '../../../support/event-log.ts';
import { batchOf, eventWith, orderWith, refundWith, type SentEvent } from '../../../support/events.ts';
import { restoreOf } from '../../../support/restore.ts';
import { storedTotals } from '../../../support/stored-days.ts';
import { sweepRound } from '../../../support/sweep-round.ts';
import { DAY_MS } from '../../../support/test-clock.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';

const conversion = (fields: SentEvent) => eventWith({ type: 'conversion', visitor: 'v', ...fields });
const order = (fields: SentEvent = {}) => orderWith({ order_id: 'o', visitor: 'v', revenue: 100, ...fields });

describe.each(ENGINES)('on %s', (engine) => {
  let ingestion: TestIngestion;

  beforeAll(async () => {
    ingestion = await createTestIngestion(engine);
    await switchLog(ingestion.database, 1, true);
  });

  beforeEach(async () => {
    await ingestion.reset();
    await credit(7, 'conversion');
  });

  afterAll(() => ingestion.dispose());

  async function credit(credit_window_days: number, credit_by: 'conversion' | 'view'): Promise<void> {
    await changeWebsiteSettings(ingestion.database, 1, { credit_window_days, credit_by }, ingestion.clock.now);
  }

  /** Orders and revenue. */
  async function counted(kind: 'website' | 'campaign' | 'variant' | 'step', id: number) {
    const totals = await storedTotals(ingestion.database, { websiteId: 1, kind, id });
    return [totals.orders, totals.revenue / 10_000];
  }

  async function expectLogged(): Promise<void> {
    expect((await checkLog(ingestion.database)).differences).toEqual([]);
    await mergeLog(ingestion.database, ingestion.clock);
    expect((await checkLog(ingestion.database)).differences).toEqual([]);
  }

  const sources = (kind: 'website' | 'campaign', id: number) =>
    readOrderSources(ingestion.database, { websiteId: 1, kind: SUBJECT_KIND[kind], id }, { firstDay: 0, lastDay: 1e6 });

  test('a file may have any number of them in one commit', async () => {
    const place = { websiteId: 1, subject: { kind: SUBJECT_KIND.website, id: 1 }, day: 20_000, second: 0 };
    const visitor = { visitorLow: 1, visitorHigh: 1, dimensions: null, isCredited: false, converted: undefined };
    const sent = { ...place, ...visitor, revenue: 1, products: [], creditDays: 7 };
    const count = 150_000;
    const claims: AcceptedBatch['claims'] = new Array(count).fill({ websiteId: 1, id: undefined, order: sent });
    const nothing: AcceptedBatch['touches'] = [];
    const batch = { claims, touches: nothing } as AcceptedBatch;
    const batches = new Map([[batch, new Uint8Array(count).fill(1)]]);
    const settled = await ingestion.database.transaction(async (tx) =>
      settleOrders(tx, batches, await lockWebsites(tx, [1]), ingestion.clock.nowMs),
    );
    expect(settled.changes).toHaveLength(count);
  });

  test('counts for the subject that the touch names, and all above', async () => {
    await ingestion.count(conversion({ step_id: 1000 }));
    expect(await ingestion.count(order())).toMatchObject({ accepted: 1, duplicates: 0 });
    for (const [kind, id] of [
      ['website', 1],
      ['campaign', 10],
      ['variant', 100],
      ['step', 1000],
    ] as const) {
      expect(await counted(kind, id)).toEqual([1, 100]);
    }
    await expectLogged();
    expect(await ingestion.count(order())).toMatchObject({ accepted: 0, duplicates: 1 });
    expect(await counted('website', 1)).toEqual([1, 100]);
  });

  test('without a touch, a visitor or the setting, an order counts for the website alone', async () => {
    await ingestion.count(conversion({ campaign_id: 10, visitor: 'somebody else' }));
    await ingestion.count(order(), order({ order_id: 'p', visitor: undefined }));
    await ingestion.count(conversion({}));
    await ingestion.count(order({ order_id: 'q' }));
    await credit(0, 'conversion');
    await ingestion.count(conversion({ campaign_id: 10 }), order({ order_id: 'r' }));
    expect(await counted('website', 1)).toEqual([4, 400]);
    expect(await counted('campaign', 10)).toEqual([0, 0]);
    await expectLogged();
  });

  test('an order that names a subject stays there', async () => {
    await ingestion.count(conversion({ campaign_id: 10 }));
    await ingestion.count(order({ campaign_id: 11 }));
    expect(await counted('campaign', 10)).toEqual([0, 0]);
    expect(await counted('campaign', 11)).toEqual([1, 100]);
    expect(await sources('website', 1)).toMatchObject({ credited_orders: 0 });
  });

  test('views are touches only if the website says so', async () => {
    const view = eventWith({ visitor: 'v', campaign_id: 10 });
    await ingestion.count(view, order());
    expect(await counted('campaign', 10)).toEqual([0, 0]);
    await credit(7, 'view');
    await ingestion.count(view, order({ order_id: 'p' }));
    expect(await counted('campaign', 10)).toEqual([1, 100]);
  });

  test('touches of the same commit count, whatever the order in the batches', async () => {
    await ingestion.stages.commitSent([
      batchOf([order({ id: 'e', order_id: undefined })]),
      batchOf([conversion({ campaign_id: 10 })]),
    ]);
    expect(await counted('campaign', 10)).toEqual([1, 100]);
  });

  test('the last touch before the order counts, also if others have come since', async () => {
    await ingestion.count(conversion({ campaign_id: 10, at: '2025-03-10T10:00:00Z' }));
    await ingestion.count(conversion({ campaign_id: 11, at: '2025-03-10T11:00:00Z' }));
    await ingestion.count(order({ at: '2025-03-10T10:30:00Z' }));
    expect(await counted('campaign', 10)).toEqual([1, 100]);
    expect(await counted('campaign', 11)).toEqual([0, 0]);
  });

  test('a touch that arrives after the order does not move it', async () => {
    await ingestion.count(order());
    await ingestion.count(conversion({ campaign_id: 10, at: '2025-03-10T10:00:00Z' }));
    expect(await counted('campaign', 10)).toEqual([0, 0]);
    expect(await counted('website', 1)).toEqual([1, 100]);
  });

  test('a repeated event is no touch', async () => {
    await ingestion.count(conversion({ campaign_id: 10, id: 'e', at: '2025-03-10T10:00:00Z' }));
    await ingestion.count(conversion({ campaign_id: 11, id: 'e', at: '2025-03-10T11:00:00Z' }));
    await ingestion.count(order());
    expect(await counted('campaign', 10)).toEqual([1, 100]);
  });

  test('the window is of days of the website', async () => {
    await ingestion.count(conversion({ campaign_id: 10, at: '2025-03-03T00:00:00Z' }));
    await ingestion.count(order({ at: '2025-03-10T11:59:59Z' }));
    expect(await counted('campaign', 10)).toEqual([1, 100]);
    await ingestion.count(order({ order_id: 'p', at: '2025-03-11T00:00:00Z' }));
    expect(await counted('campaign', 10)).toEqual([1, 100]);
  });

  test('a refund lowers it where it was credited, and what was credited and refunded is known', async () => {
    await ingestion.count(conversion({ campaign_id: 10 }), order(), refundWith({ revenue: 30 }));
    await ingestion.count(order({ order_id: 'p', campaign_id: 10 }));
    await ingestion.count(refundWith({ revenue: 10 }), refundWith({ order_id: 'p' }));
    expect(await counted('campaign', 10)).toEqual([1, 60]);
    const expected = { credited_orders: 1, credited_revenue: 600_000, refunded_orders: 1, refunded_revenue: 1_400_000 };
    expect(await sources('campaign', 10)).toEqual(expected);
    expect(await sources('website', 1)).toEqual(expected);
    await expectLogged();
  });

  describe('an order that names a campaign alone', () => {
    const minute = (at: number) => new Date(Date.UTC(2025, 2, 10, 10, at)).toISOString();
    const ofCampaign = (fields: SentEvent = {}) => order({ campaign_id: 10, at: minute(30), ...fields });
    /** The orders of the website, of both campaigns, and of the variants that have some. */
    const placed = async () => {
      const ids = { website: [1], campaign: [10, 11], variant: [100, 101, 110], step: [1000, 1001, 1010] } as const;
      const found: Record<string, number> = {};
      for (const [kind, some] of Object.entries(ids)) {
        for (const id of some) {
          const [orders] = await counted(kind as keyof typeof ids, id);
          if (orders! > 0) found[`${kind} ${id}`] = orders!;
        }
      }
      return found;
    };

    test('counts for the variant of the last touch within the campaign, and stays one that names its campaign', async () => {
      await ingestion.count(
        conversion({ step_id: 1000, at: minute(1) }),
        conversion({ element_id: 10100, at: minute(2) }),
        // The campaign itself and another campaign say nothing about the variant.
        conversion({ campaign_id: 10, at: minute(3) }),
        conversion({ variant_id: 110, at: minute(4) }),
        conversion({ variant_id: 100, at: minute(5), visitor: 'somebody else' }),
      );
      await ingestion.count(ofCampaign());
      expect(await placed()).toEqual({ 'website 1': 1, 'campaign 10': 1, 'variant 101': 1 });
      await ingestion.count(ofCampaign({ order_id: 'p', at: minute(1) }));
      await ingestion.count(ofCampaign({ order_id: 'q', campaign_id: 11 }));
      expect(await placed()).toEqual({
        ...{ 'website 1': 3, 'campaign 10': 2, 'campaign 11': 1 },
        ...{ 'variant 100': 1, 'variant 101': 1, 'variant 110': 1 },
      });
      expect(await sources('website', 1)).toMatchObject({ credited_orders: 0 });
      expect(await ingestion.count(ofCampaign())).toMatchObject({ duplicates: 1 });
      await expectLogged();
    });

    describe('whose visitor converted nowhere', () => {
      const view = (fields: SentEvent) => eventWith({ type: 'view', visitor: 'v', ...fields });

      test.each(['not merged', 'merged'])(
        'counts for the variant that was shown last, in a log that is %s',
        async (is) => {
          await ingestion.count(
            view({ variant_id: 101, at: minute(1) }),
            view({ step_id: 1000, at: minute(2) }),
            // Neither the campaign itself, nor another one, nor what comes later, nor another visitor says which variant it was.
            view({ campaign_id: 10, at: minute(3) }),
            view({ variant_id: 110, at: minute(4) }),
            view({ variant_id: 101, at: minute(31) }),
            view({ variant_id: 101, at: minute(5), visitor: 'w' }),
            view({ variant_id: 101, at: '2025-03-02T10:00:00Z', visitor: 'before' }),
            view({ variant_id: 101, at: '2025-03-03T10:00:00Z', visitor: 'in time' }),
          );
          if (is === 'merged') await mergeLog(ingestion.database, ingestion.clock);
          await ingestion.count(ofCampaign());
          expect(await placed()).toEqual({ 'website 1': 1, 'campaign 10': 1, 'variant 100': 1 });
          await ingestion.count(
            ofCampaign({ order_id: 'p', visitor: 'w' }),
            ofCampaign({ order_id: 'q', visitor: 'before' }),
            ofCampaign({ order_id: 'r', visitor: 'in time' }),
          );
          expect(await placed()).toEqual({ 'website 1': 4, 'campaign 10': 4, 'variant 100': 1, 'variant 101': 2 });
          await ingestion.count(refundWith({ revenue: 30 }));
          expect(await counted('variant', 100)).toEqual([1, 70]);
          await expectLogged();
        },
      );

      test('counts for a variant of its own batch, whatever comes first in it', async () => {
        await ingestion.count(ofCampaign(), view({ variant_id: 101, at: minute(1) }), view({ variant_id: 110 }));
        expect(await placed()).toEqual({ 'website 1': 1, 'campaign 10': 1, 'variant 101': 1 });
      });

      test.each(['earlier', 'later'])(
        'counts for a variant of another batch of its commit, which is %s',
        async (place) => {
          const views = [view({ variant_id: 101, at: minute(1) }), view({ variant_id: 100, at: minute(31) })];
          const batches = [batchOf(views), batchOf([ofCampaign()])];
          await ingestion.stages.commitSent(place === 'later' ? batches.reverse() : batches);
          expect(await placed()).toEqual({ 'website 1': 1, 'campaign 10': 1, 'variant 101': 1 });
        },
      );

      test('counts for the campaign alone if the website keeps no events, or the variant is a holdout', async () => {
        onTestFinished(await restoreOf(ingestion.database));
        await ingestion.database.transaction((tx) =>
          tx.query('UPDATE variants SET is_holdout = 1 WHERE website_id = 1 AND id = 100'),
        );
        await ingestion.count(
          view({ variant_id: 100, at: minute(1) }),
          view({ variant_id: 101, at: minute(1), visitor: 'w' }),
        );
        await ingestion.count(ofCampaign());
        await switchLog(ingestion.database, 1, false);
        await ingestion.count(ofCampaign({ order_id: 'p', visitor: 'w' }));
        expect(await placed()).toEqual({ 'website 1': 2, 'campaign 10': 2 });
      });

      test.each([
        ['as many events as may be looked through shows it', 2, 1],
        ['one event more shows nothing', 1, 0],
      ])('a day with %s', async (_, eventsMax, views) => {
        const at = minute(1);
        await ingestion.count(view({ variant_id: 100, at }), view({ variant_id: 100, at, visitor: 'w' }));
        const of = { websiteId: 1, ...(await readVisitorHash(ingestion.database, 'v')) };
        for (const limited of ['eventsMax', 'pendingEventsMax'] as const) {
          const limits = { eventsMax: 9, pendingEventsMax: 9, ownEventsMax: 9, [limited]: eventsMax };
          expect(await readShown(ingestion.database, of, dayFromIso('2025-03-10')!, limits), limited).toHaveLength(
            views,
          );
        }
      });

      test(`counts for the variant that was shown if at most ${SHOWN_DAYS_MAX} days are looked at in a commit`, async () => {
        await ingestion.count(view({ variant_id: 100, at: minute(1) }));
        // Each stranger is looked for on 8 days. The order after six of them has the last two days, and the next one has none.
        const strangers = Array.from({ length: 6 }, (_, number) =>
          ofCampaign({ order_id: `stranger-${number}`, visitor: `stranger-${number}` }),
        );
        expect(SHOWN_DAYS_MAX).toBe(50);
        const viewed = view({ variant_id: 101, at: minute(2) });
        await ingestion.count(...strangers, viewed, ofCampaign({ order_id: 'last', visitor: 'last' }), ofCampaign());
        expect(await placed()).toEqual({ 'website 1': 8, 'campaign 10': 8 });
        await ingestion.count(
          ...strangers.map((own, n) => ({ ...own, order_id: `again-${n}` })),
          ofCampaign({ order_id: 'p' }),
        );
        expect(await placed()).toEqual({ 'website 1': 15, 'campaign 10': 15, 'variant 101': 1 });
      });

      test('counts for the campaign alone if the day is damaged, and is not lost', async () => {
        await ingestion.count(view({ variant_id: 100, at: minute(1) }));
        await mergeLog(ingestion.database, ingestion.clock);
        await ingestion.database.transaction((tx) =>
          tx.query('UPDATE event_log_runs SET checksum = checksum + 1 WHERE website_id = 1'),
        );
        expect(await ingestion.count(ofCampaign())).toMatchObject({ accepted: 1 });
        expect(await placed()).toEqual({ 'website 1': 1, 'campaign 10': 1 });
      });

      test('counts for the variant that was touched, also if another one was shown after it', async () => {
        await ingestion.count(conversion({ variant_id: 100, at: minute(1) }), view({ variant_id: 101, at: minute(2) }));
        await ingestion.count(ofCampaign());
        expect(await placed()).toEqual({ 'website 1': 1, 'campaign 10': 1, 'variant 100': 1 });
      });
    });

    test('counts for the campaign alone without a touch in the window, a visitor or the setting', async () => {
      const before = { visitor: 'before', at: '2025-03-02T10:00:00Z' };
      await ingestion.count(conversion({ variant_id: 100, ...before }), conversion({ variant_id: 110 }));
      await ingestion.count(
        ofCampaign(),
        ofCampaign({ order_id: 'p', visitor: undefined }),
        ofCampaign({ order_id: 'q', visitor: 'before' }),
      );
      await credit(0, 'conversion');
      await ingestion.count(conversion({ variant_id: 100, at: minute(1) }), ofCampaign({ order_id: 'r' }));
      expect(await placed()).toEqual({ 'website 1': 4, 'campaign 10': 4 });
      await expectLogged();
    });

    test('counts for a variant that was archived since, and never for a holdout', async () => {
      onTestFinished(await restoreOf(ingestion.database));
      await ingestion.count(conversion({ variant_id: 101, at: minute(1) }));
      await ingestion.count(conversion({ variant_id: 100, at: minute(1), visitor: 'w' }));
      await ingestion.database.transaction(async (tx) => {
        await tx.query('UPDATE variants SET is_archived = 1 WHERE website_id = 1 AND id = 101');
        await tx.query('UPDATE variants SET is_holdout = 1 WHERE website_id = 1 AND id = 100');
      });
      await ingestion.count(ofCampaign(), ofCampaign({ order_id: 'p', visitor: 'w' }));
      expect(await placed()).toEqual({ 'website 1': 2, 'campaign 10': 2, 'variant 101': 1 });
    });

    test('is refunded where it counts', async () => {
      await ingestion.count(conversion({ variant_id: 100, at: minute(1) }), ofCampaign());
      await ingestion.count(refundWith({ revenue: 30 }));
      expect(await counted('variant', 100)).toEqual([1, 70]);
      expect(await counted('campaign', 10)).toEqual([1, 70]);
      await expectLogged();
    });
  });

  describe('touches', () => {
    /** The touches of all visitors. */
    const stored = async () => {
      const [row] = await ingestion.database.query<{ count: number }>(
        'SELECT COALESCE(SUM(touch_count), 0) AS count FROM touch_runs',
      );
      return row!.count;
    };
    const sweep = (days: number) =>
      sweepRound(ingestion.database, new Date(ingestion.clock.nowMs + days * DAY_MS), sweepTouches);

    test('of a visitor, the latest ones of a day are kept', async () => {
      const touch = (id: number, second: number) =>
        conversion({
          campaign_id: id,
          at: new Date(Date.parse('2025-03-10T10:00:00Z') + second * 1_000).toISOString(),
        });
      await ingestion.count(touch(11, 0));
      await ingestion.count(...Array.from({ length: TOUCHES_MAX - 1 }, (_, index) => touch(10, 10 + index)));
      await ingestion.count(order({ at: '2025-03-10T10:00:05Z' }));
      await ingestion.count(touch(10, 1_000), touch(10, 2_000));
      await ingestion.count(order({ order_id: 'p', at: '2025-03-10T10:00:05Z' }), order({ order_id: 'q' }));
      expect(await counted('campaign', 11)).toEqual([1, 100]);
      expect(await counted('campaign', 10)).toEqual([1, 100]);
    });

    test('that are dated ahead take the place of no others', async () => {
      const at = (hour: number, minute: number) => new Date(Date.UTC(2025, 2, 10, hour, minute)).toISOString();
      await ingestion.count(conversion({ campaign_id: 11, at: at(11, 0) }));
      const ahead = (hour: number) =>
        Array.from({ length: TOUCHES_MAX }, (_, minute) => conversion({ campaign_id: 10, at: at(hour, minute) }));
      await ingestion.count(...ahead(13));
      await ingestion.count(...ahead(36));
      await ingestion.count(order({ at: at(11, 30) }));
      expect(await counted('campaign', 11)).toEqual([1, 100]);
      // When their time has come, they count.
      ingestion.clock.offsetMs = 2 * 60 * 60 * 1000;
      await ingestion.count(order({ order_id: 'p', at: at(13, 30) }));
      expect(await counted('campaign', 10)).toEqual([1, 100]);
    });

    test('are swept after the window, one by one', async () => {
      await ingestion.count(
        conversion({ campaign_id: 10, at: '2025-03-08T00:00:00Z' }),
        conversion({ campaign_id: 10, visitor: 'w', at: '2025-03-09T00:00:00Z' }),
        conversion({ campaign_id: 11, at: '2025-03-10T00:00:00Z' }),
      );
      await sweep(5);
      expect(await stored()).toBe(3);
      await sweep(6);
      expect(await stored()).toBe(2);
      await sweep(7);
      expect(await stored()).toBe(1);
      await ingestion.count(order({ at: '2025-03-10T11:00:00Z' }));
      expect(await counted('campaign', 11)).toEqual([1, 100]);
      await sweep(8);
      expect(await stored()).toBe(0);
    });

    test('are all deleted once the website credits no orders', async () => {
      await ingestion.count(conversion({ campaign_id: 10 }));
      await credit(0, 'conversion');
      await sweep(0);
      expect(await stored()).toBe(0);
    });
  });
});
